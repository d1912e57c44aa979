import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What people wrote, in a program that knows nothing of handwriting.
  @Suite struct HandsInProgramsTests {
    @Test(.timeLimit(.minutes(8)))
    func `S38 of twenty words by the hands of many people sixteen stand in fields of a program`()
      throws
    {
      let program = try OtherProgram.changing()
      let keyboard = program.screen.keyboard
      let tree = try AccessibleTree(program.screen)
      let names = ["entry", "spare", "view"]
      let boxes = try names.map { try program.box($0, tree) }
      // One of each five, which are in no order.
      let words = try RecordedWriting.words().enumerated().filter { $0.offset % 5 == 0 }
        .map(\.element)
      #expect(words.count == 20 && Set(words.map(\.writer)).count >= 15)
      var exact = 0
      var missed: [String] = []
      for (i, word) in words.enumerated() {
        let (name, box) = (names[i % names.count], boxes[i % names.count])
        let before = program.said(name)
        let top = name == "view" ? box.minY + 4 : box.center.y - 15
        ScribbleTests.writePlausibly(
          word.strokes(in: Rect(x: box.minX + 12, y: top, width: box.width - 24, height: 30)),
          with: program.pen)
        // A key has the text put in at once; the arrow does nothing then.
        try keyboard.press("Right")
        let end = Date().addingTimeInterval(4)
        while program.said(name) == before, Date() < end { pause(0.01) }
        // The first letters may be text before the last ones are.
        let settled = Date().addingTimeInterval(0.5)
        while program.said(name) != word.text, Date() < settled { pause(0.02) }
        let said = program.said(name) ?? ""
        if said == word.text { exact += 1 } else { missed.append("\(word.text) as \(said)") }
        guard !said.isEmpty else { continue }
        try keyboard.press("a", [.control])
        try keyboard.press("Delete")
        let cleared = Date().addingTimeInterval(4)
        while program.said(name) != "", Date() < cleared { pause(0.01) }
      }
      #expect(exact >= 16, "\(missed)")
      try program.done()
    }
  }
}

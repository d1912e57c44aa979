import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What people wrote, in fields.
  @Suite struct HandsInFieldsTests {
    typealias Fields = ScribbleTests.Fields

    @Test(.timeLimit(.minutes(20)))
    func `S2 S38 of a hundred words by the hands of many people ninety stand in their fields`()
      throws
    {
      let fields = try Fields()
      let keyboard = fields.screen.keyboard
      let names = ["entry", "search", "label", "view", "beside"]
      var boxes: [String: Rect] = [:]
      for name in names { boxes[name] = try fields.box(name) }
      let words = try RecordedWriting.words()
      var exact: [String: Int] = [:]
      var missed: [String] = []
      for (i, word) in words.enumerated() {
        let name = names[i % names.count]
        let box = try #require(boxes[name])
        let before = fields.said(name)
        let top = name == "view" ? box.minY + 4 : box.center.y - 15
        // The label has a text of its own at first; the word is written behind it.
        let hasText = i == names.firstIndex(of: "label")
        let left = box.minX + (hasText ? 44 : 12)
        ScribbleTests.writeQuickly(
          word.strokes(
            in: Rect(x: left, y: top, width: box.maxX - 12 - left, height: 30)),
          with: fields.screen.pen)
        // A key has the text put in at once; the arrow does nothing then.
        try keyboard.press("Right")
        let end = Date().addingTimeInterval(4)
        while fields.said(name) == before, Date() < end { pause(0.01) }
        pause(0.03)
        // The first letters may be text before the last ones are.
        let settled = Date().addingTimeInterval(0.4)
        while let first = fields.said(name), !hasText, first != word.text,
          word.text.hasPrefix(first), Date() < settled
        { pause(0.02) }
        let said = fields.said(name) ?? ""
        let text = hasText ? String(said.dropFirst(5)) : said
        if text == word.text {
          exact[name, default: 0] += 1
        } else {
          missed.append("\(word.text) as \(text)")
        }
        guard !said.isEmpty else { continue }
        try keyboard.press("a", [.control])
        try keyboard.press("Delete")
        while fields.said(name) != "", Date() < end { pause(0.01) }
      }
      #expect(words.count == 100 && Set(words.map(\.writer)).count >= 25)
      #expect(exact.values.reduce(0, +) >= 90, "\(missed)")
      for name in names { #expect(exact[name, default: 0] >= 15, "\(name): \(exact)") }
      try fields.done()
    }
  }
}

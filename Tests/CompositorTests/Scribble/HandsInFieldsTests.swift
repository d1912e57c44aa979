import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What people wrote, in fields.
  @Suite struct HandsInFieldsTests {
    typealias Fields = ScribbleTests.Fields

    /// What is written, in this order: words in fields for text, behind each ten of them a number in the field for numbers.
    private static func writings() throws -> [(field: String, word: RecordedWriting)] {
      let (words, numbers) = (try RecordedWriting.words(), try RecordedWriting.numbers())
      let names = ["entry", "search", "label", "view"]
      var writings: [(field: String, word: RecordedWriting)] = []
      for (i, word) in words.enumerated() {
        writings.append((field: names[i % names.count], word: word))
        guard i % 10 == 9, i / 10 < numbers.count else { continue }
        writings.append((field: "spin", word: numbers[i / 10]))
      }
      return writings
    }

    @Test(.timeLimit(.minutes(20)))
    func `S2 S38 of a hundred words and ten numbers by many hands nine in ten stand in fields`()
      throws
    {
      let fields = try Fields()
      let keyboard = fields.screen.keyboard
      let writings = try Self.writings()
      let names = Set(writings.map(\.field))
      var boxes: [String: Rect] = [:]
      for name in names { boxes[name] = try fields.box(name) }
      var exact: [String: Int] = [:]
      var missed: [String] = []
      var isLabelBare = false
      for (name, word) in writings {
        let box = try #require(boxes[name])
        let before = fields.said(name)
        let top = name == "view" ? box.minY + 4 : box.center.y - 15
        // The label has a text of its own at first; the word is written behind it.
        let hasText = name == "label" && !isLabelBare
        if hasText { isLabelBare = true }
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
      let writers = Set(writings.map(\.word.writer))
      #expect(writings.count == 110 && writers.count >= 25)
      // Zeros and ones are read more easily: they have a bound of their own, below.
      let words = exact.filter { $0.key != "spin" }.values.reduce(0, +)
      #expect(words >= 90, "\(words) words, \(missed)")
      for name in names {
        let count = writings.count { $0.field == name }
        let right = exact[name, default: 0]
        #expect(count >= 10 && right * 4 >= count * 3, "\(name): \(exact)")
      }
      try fields.done()
    }
  }
}

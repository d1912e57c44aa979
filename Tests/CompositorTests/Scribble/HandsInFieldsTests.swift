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
      let writings = try Self.writings()
      let names = Set(writings.map(\.field))
      var boxes: [String: Rect] = [:]
      for name in names { boxes[name] = try fields.box(name) }
      var (written, exact): ([String: Int], [String: Int]) = ([:], [:])
      var missed: [String] = []
      for (name, word) in writings {
        let box = try #require(boxes[name])
        let count = written[name, default: 0]
        written[name] = count + 1
        // The label has a text of its own at first; the word is written behind it.
        let hasText = name == "label" && count == 0
        let top = name == "view" ? box.minY + 4 : box.center.y - 15
        let left = box.minX + (hasText ? 44 : 12)
        ScribbleTests.writePlausibly(
          word.strokes(
            in: Rect(x: left, y: top, width: box.maxX - 12 - left, height: 30)),
          with: fields.screen.pen)
        // Every second time a key has the text put in at once, and does nothing itself; else it comes at the pause.
        if !count.isMultiple(of: 2) { try fields.screen.keyboard.press("Right") }
        let text = (hasText ? "note " : "") + word.text
        let said = Self.settledText(in: name, of: fields, expecting: text)
        if said == text {
          exact[name, default: 0] += 1
        } else {
          missed.append("\(text) as \(said)")
        }
        if !said.isEmpty { try Self.empty(name, of: fields) }
      }
      #expect(writings.count == 110 && Set(writings.map(\.word.writer)).count >= 25)
      for (name, count) in written {
        let right = exact[name, default: 0]
        #expect(count >= 10 && right * 4 >= count * 3, "\(name): \(exact)")
      }
      let numbers = exact["spin", default: 0]
      let words = exact.values.reduce(0, +) - numbers
      #expect(words >= 90, "\(words) words, \(missed)")
      #expect(numbers >= 9, "\(numbers) numbers, \(missed)")
      try fields.done()
    }

    /// What a field holds once it is the expected text, or has not changed for much longer than a pause.
    ///
    /// The first letters may be text before the last ones are.
    private static func settledText(
      in name: String, of fields: Fields, expecting text: String
    ) -> String {
      var (said, since) = (fields.said(name), Date())
      while said != text, Date().timeIntervalSince(since) < 4 {
        pause(0.01)
        guard fields.said(name) != said else { continue }
        (said, since) = (fields.said(name), Date())
      }
      pause(0.03)
      return fields.said(name) ?? ""
    }

    /// Empties a field that has the keyboard, as far as it can be: one that took nothing has none.
    private static func empty(_ name: String, of fields: Fields) throws {
      try fields.screen.keyboard.press("a", [.control])
      try fields.screen.keyboard.press("Delete")
      let end = Date().addingTimeInterval(4)
      while fields.said(name) != "", Date() < end { pause(0.01) }
    }
  }
}

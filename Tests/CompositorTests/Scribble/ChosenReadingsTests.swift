import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// A reading that is chosen comes into its field, and is remembered.
  @Suite struct ChosenReadingsTests {
    typealias Fields = ScribbleTests.Fields

    private static let literalStart = "As written: "

    /// Fields in which people's words are written and read otherwise.
    private struct Bench {
      let fields: Fields
      /// The buttons that there are without readings.
      private let buttons: [String]
      /// What is written fits into the narrowest field.
      private let width: Double
      private var screen: Screen { fields.screen }

      init() throws {
        fields = try Fields()
        buttons = try ReadingsTests.buttons(fields.tree)
        width = try fields.box("beside").width - 24
      }

      /// Writes a word at the left end of an empty field, and returns what it is read as once it can be read otherwise.
      func write(_ word: RecordedWriting, in name: String) throws -> String {
        let box = try fields.box(name)
        let area = Rect(x: box.minX + 12, y: box.center.y - 15, width: width, height: 30)
        ScribbleTests.writeQuickly(word.strokes(in: area), with: screen.pen)
        let end = Date().addingTimeInterval(10)
        while fields.said(name) ?? "" == "", Date() < end { pause(0.02) }
        pause(ReadingsTests.dotTime)
        return fields.said(name) ?? ""
      }

      /// What a tap on the word of a field offers; nothing where it has no other reading.
      func readings(in name: String) throws -> [String] {
        let box = try fields.box(name)
        fields.tap(at: Point(box.minX + 16, box.center.y))
        screen.pen.proximityOut()
        let end = Date().addingTimeInterval(5)
        while screen.popups.isEmpty, Date() < end { pause(0.02) }
        guard !screen.popups.isEmpty else { return [] }
        return try ReadingsTests.offered(on: screen, fields.tree, besides: buttons)
      }

      func choose(_ row: Int, of readings: [String]) throws {
        fields.tap(at: try ReadingsTests.position(of: row, of: readings.count, on: screen))
        screen.pen.proximityOut()
        try screen.waitForPopups(0)
      }

      /// Empties a field, whichever has the keyboard; readings that are offered go.
      func clear(_ name: String) throws {
        guard fields.said(name) ?? "" != "" else { return }
        screen.mouse.click(at: try fields.box(name).center)
        screen.mouse.leave()
        try fields.clear(name)
        try screen.waitForPopups(0)
      }
    }

    @Test func `a word is offered letter by letter as it was written, and comes so into its field`()
      throws
    {
      let bench = try Bench()
      // Of short words the letters as written are mostly one of the usual readings.
      let words = try RecordedWriting.words().sorted { $0.text.count > $1.text.count }
      var isFound = false
      for word in words.prefix(20) where !isFound {
        let text = try bench.write(word, in: "entry")
        // Read as two words, it would be offered in parts.
        if !text.isEmpty, !text.contains(" ") {
          let readings = try bench.readings(in: "entry")
          if let row = readings.firstIndex(where: { $0.hasPrefix(Self.literalStart) }) {
            isFound = true
            // The last one, and another than all the others.
            let literal = String(readings[row].dropFirst(Self.literalStart.count))
            #expect(row == readings.count - 1)
            #expect(literal != text && !literal.isEmpty && !readings.contains(literal))
            try bench.choose(row, of: readings)
            try bench.fields.wait(for: literal, in: "entry")
          }
        }
        if !isFound { try bench.clear("entry") }
      }
      #expect(isFound, "none of twenty words is offered as written")
      try bench.fields.done()
    }

    @Test func `a reading that was chosen is that of the same ink in another field`() throws {
      let bench = try Bench()
      let words = try RecordedWriting.words().filter { (4...6).contains($0.text.count) }
      var (tried, remembered) = (0, 0)
      var missed: [String] = []
      for word in words.prefix(16) where tried < 6 && remembered == 0 {
        // Before the choice both fields read it alike.
        let before = try bench.write(word, in: "beside")
        try bench.clear("beside")
        let text = try bench.write(word, in: "entry")
        if text == before, !text.isEmpty, !text.contains(" ") {
          let readings = try bench.readings(in: "entry")
          // Words are remembered without their capitals.
          let row = readings.firstIndex {
            $0.allSatisfy(\.isLetter) && $0.lowercased() != text.lowercased()
          }
          if let row {
            tried += 1
            try bench.choose(row, of: readings)
            try bench.fields.wait(for: readings[row], in: "entry")
            let again = try bench.write(word, in: "beside")
            if again.lowercased() == readings[row].lowercased() {
              remembered += 1
            } else {
              missed.append("\(readings[row]) as \(again)")
            }
            try bench.clear("beside")
          }
        }
        try bench.clear("entry")
      }
      // Ink can be so clear that no choice is read into it; where nothing is remembered, none is read so.
      #expect(remembered == 1, "of \(tried): \(missed)")
      try bench.fields.done()
    }
  }
}

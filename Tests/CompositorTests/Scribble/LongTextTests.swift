import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Texts of many lines, and lines that are longer than their field.
  @Suite struct LongTextTests {
    typealias Fields = ScribbleTests.Fields
    typealias Page = TextGesturesTests.Page

    /// Copies what is selected, until that is this.
    private func expectSelected(_ text: String, on screen: Screen) throws {
      let end = Date().addingTimeInterval(10)
      var copied: String?
      repeat {
        try screen.keyboard.press("c", [.control])
        pause(0.1)
        copied = try screen.clipboardText()
      } while copied != text && Date() < end
      #expect(copied == text)
    }

    @Test func `S38 a text that is written in after a label has the keyboard`() throws {
      let fields = try Fields()
      let (label, view) = (try fields.box("label"), try fields.box("view"))
      ScribbleTests.write(
        try ScribbleTests.recorded("coffee", in: label, from: 44), with: fields.screen.pen)
      try fields.wait(for: "note coffee", in: "label")
      ScribbleTests.write(
        try ScribbleTests.recorded("world", at: Point(view.minX + 14, view.minY + 30)),
        with: fields.screen.pen)
      try fields.wait(for: "world", in: "view")
      // The label ends its editing as it loses the keyboard.
      pause(1)
      try fields.screen.keyboard.type("s")
      try fields.wait(for: "worlds", in: "view")
      try fields.done()
    }

    @Test func `three taps of the pen select the line, and in an entry all of its text`() throws {
      let fields = try Fields()
      let screen = fields.screen
      let box = try fields.box("view")
      let lines = ["wonderful day", "here now", "come on"]
      screen.mouse.click(at: Point(box.minX + 30, box.minY + 10))
      screen.mouse.leave()
      screen.setClipboard(text: lines.joined(separator: "\n"))
      try screen.keyboard.press("v", [.control])
      // The first line has the name.
      try fields.wait(for: lines[0], in: "view")
      func tapThrice(at p: Point) throws {
        for _ in 0..<3 {
          fields.tap(at: p)
          pause(0.1)
        }
        screen.pen.proximityOut()
        try screen.waitUntilStill()
      }
      // In the second line, which is between 14 and 27 points high.
      try tapThrice(at: Point(box.minX + 16, box.minY + 27))
      try expectSelected(lines[1], on: screen)
      let entry = try fields.box("entry")
      screen.mouse.click(at: entry.center)
      screen.mouse.leave()
      try screen.keyboard.type("one two")
      try fields.wait(for: "one two", in: "entry")
      pause(0.5)
      try tapThrice(at: Point(entry.minX + 16, entry.center.y))
      try expectSelected("one two", on: screen)
      #expect(fields.said("view") == lines[0])
      try fields.done()
    }

    @Test
    func `S38 S53 a word written below a text is a line of its own at its end, undone at once`()
      throws
    {
      let page = try Page("view")
      let (fields, screen) = (page.fields, page.screen)
      let text = "view: \(TextGesturesTests.text)"
      // At the left, where the first word begins.
      let start = Point(page.words[0].minX, page.words[0].maxY + 36)
      ScribbleTests.write(try ScribbleTests.recorded("coffee", at: start), with: screen.pen)
      func expectSaid(_ said: String) {
        let end = Date().addingTimeInterval(10)
        while !fields.app.standardOutput.hasSuffix(said + "\n"), Date() < end { pause(0.02) }
        let last = fields.app.standardOutput.suffix(80)
        #expect(last.hasSuffix(said + "\n"), "\(last)")
      }
      expectSaid(text + "\ncoffee")
      try screen.waitUntilStill()
      try screen.keyboard.press("z", [.control])
      expectSaid(text)
      try fields.done()
    }

    /// What a program of long texts has said last of one of them, in numbers.
    private func numbers(_ fields: Fields, _ name: String) throws -> [Double] {
      let end = Date().addingTimeInterval(10)
      while fields.said(name) == nil, Date() < end { pause(0.02) }
      let said = try #require(fields.said(name), "“\(name)” was never said")
      return said.split(separator: " ").compactMap { Double($0) }
    }

    @Test func `S38 a word goes where it is written in a long text, of which little is asked`()
      throws
    {
      let fields = try Fields("LongTexts")
      let screen = fields.screen
      // A line of 20,000 characters, a million characters in lines, and 3000 that are wrapped.
      for (name, mostCarets) in [("unwrapped", 150.0), ("million", 1000), ("paragraph", 1000)] {
        let box = try fields.box(name)
        var gap: [Double] = []
        let end = Date().addingTimeInterval(20)
        // GTK measures the lines while it is idle; until then the middle is far away.
        repeat {
          kill(fields.app.processID, SIGUSR1)
          pause(0.6)
          gap = try numbers(fields, "gap \(name)")
          try #require(gap.count == 2)
        } while !(0..<box.height).contains(gap[1]) && Date() < end
        try screen.waitUntilStill()
        // In the middle of the line.
        let start = Point(box.minX + gap[0], box.minY + gap[1] + 9)
        ScribbleTests.write(try ScribbleTests.recorded("coffee", at: start), with: screen.pen)
        try fields.wait(for: "alpha beta coffee gamma", in: name)
        let asked = try numbers(fields, "asked \(name)")
        try #require(asked.count == 3)
        let (carets, characters, timesSet) = (asked[0], asked[1], asked[2])
        #expect(carets > 0)
        #expect(carets < mostCarets, "in \(name)")
        #expect(characters < 10_000, "in \(name)")
        // With the caret, GTK lays the changed line out once more, for nothing.
        #expect(timesSet == 0, "in \(name)")
      }
      try fields.done()
    }

    @Test(arguments: ["Home", "End"])
    func `S52 gestures act in an entry of two thousand characters, at both of its ends`(
      key: String
    ) throws {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("entry")
      // Blanks that are wider than the entry, so that three words show alone.
      let blanks = String(repeating: " ", count: 400)
      let text = [
        "alpha beta gamma", String(repeating: "x", count: 1200), "delta omega kappa",
      ].joined(separator: blanks)
      let (first, second) = key == "Home" ? ("alpha", "beta") : ("delta", "omega")
      screen.mouse.click(at: Point(box.minX + 30, box.center.y))
      screen.mouse.leave()
      screen.setClipboard(text: text)
      try screen.keyboard.press("v", [.control])
      try fields.wait(for: text, in: "entry")
      try screen.keyboard.press(key)
      try Page.leave(fields)
      let words = try Page.words(
        in: PixelBox(covering: box.outset(by: -6)), of: screen.screenshot(), at: screen.scale)
      try #require(words.count == 3, "\(words)")

      TextGesturesTests.draw(TextGesturesTests.circle(words[1]), with: pen)
      // After the time in which another stroke would make it a letter.
      pause(0.5)
      try expectSelected(second, on: screen)
      try screen.keyboard.press(key)
      try screen.waitUntilStill()
      let gap = (words[0].maxX + words[1].minX) / 2
      TextGesturesTests.draw(
        TextGesturesTests.line(
          Point(gap + 1, words[0].minY - 7), Point(gap - 1, words[0].maxY + 6)), with: pen)
      let joined = text.replacingOccurrences(of: first + " " + second, with: first + second)
      try fields.wait(for: joined, in: "entry")
      try fields.done()
    }
  }
}

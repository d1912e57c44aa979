import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What becomes of a field's words when the pen goes on to the next field.
  @Suite struct LeftFieldsTests {
    typealias Fields = ScribbleTests.Fields

    /// What shows within a field's border: the dots below its words, too.
    private func inside(_ box: Rect, of fields: Fields) -> Picture {
      fields.screen.screenshot(of: PixelBox(covering: box.outset(by: -4)))
    }

    /// Behind a search entry's icon.
    private func word(_ text: String, inSearch box: Rect) throws -> [[Point]] {
      try ScribbleTests.recorded(text, in: box, from: 40)
    }

    @Test func `a word keeps its dotted line for eight seconds while the next field is written in`()
      throws
    {
      let fields = try Fields()
      let pen = fields.screen.pen
      let (entry, search) = (try fields.box("entry"), try fields.box("search"))
      ScribbleTests.write(try ScribbleTests.recorded("coffee", in: entry), with: pen)
      try fields.wait(for: "coffee", in: "entry")
      let written = Date()
      ScribbleTests.write(try word("world", inSearch: search), with: pen)
      try fields.wait(for: "world", in: "search")
      let marked = inside(entry, of: fields)
      while Date().timeIntervalSince(written) < 6.5 { pause(0.1) }
      let later = inside(entry, of: fields)
      #expect(later.difference(from: marked).count == 0)
      pause(3)
      // Some dots in one or two rows, and nothing else.
      let changed = inside(entry, of: fields).difference(from: marked)
      #expect((4...120).contains(changed.count), "\(changed.count)")
      try fields.done()
    }

    @Test func `a word offers other readings while another field was written in since`() throws {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let (entry, search) = (try fields.box("entry"), try fields.box("search"))
      let buttons = try ReadingsTests.buttons(fields.tree)
      ScribbleTests.write(try ScribbleTests.recorded("coffee", in: entry), with: pen)
      try fields.wait(for: "coffee", in: "entry")
      ScribbleTests.write(try word("world", inSearch: search), with: pen)
      try fields.wait(for: "world", in: "search")
      // Then a touch of the first word is no late dot.
      pause(0.6)
      fields.tap(at: Point(entry.minX + 16, entry.center.y))
      let readings = try ReadingsTests.offered(on: screen, fields.tree, besides: buttons)
      let first = try #require(readings.first)
      #expect(first != "coffee")
      fields.tap(at: try ReadingsTests.position(of: 0, of: readings.count, on: screen))
      try fields.wait(for: first, in: "entry")
      #expect(fields.said("search") == "world")
      try fields.done()
    }

    @Test func `text that comes late to a field takes no focus from the next, and is marked`()
      throws
    {
      // Longer than a press waits for text.
      let fields = try Fields(opening: 2)
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let (entry, search) = (try fields.box("entry"), try fields.box("search"))
      ScribbleTests.write(try ScribbleTests.recorded("coffee", in: entry), with: pen)
      let next = try word("world", inSearch: search)
      pen.hover(at: next[0][0])
      pen.down(at: next[0][0])
      pen.move(along: Array(next[0].dropFirst()))
      // The pen stays down until the text has come.
      let end = Date().addingTimeInterval(10)
      while fields.said("entry") != "coffee", Date() < end { pause(0.02) }
      #expect(fields.said("entry") == "coffee")
      // Nothing has the keyboard.
      try screen.keyboard.type("x")
      pause(0.4)
      #expect(fields.said("entry") == "coffee")
      #expect(fields.said("search") == nil)
      pen.up()
      ScribbleTests.write(Array(next.dropFirst()), with: pen)
      try fields.wait(for: "world", in: "search")
      // Dots, which go in their time.
      let marked = inside(entry, of: fields)
      pause(9)
      let changed = inside(entry, of: fields).difference(from: marked)
      #expect((4...120).contains(changed.count), "\(changed.count)")
      #expect(fields.said("entry") == "coffee")
      try fields.done()
    }

    @Test
    func
      `text that comes late leaves keys where the mouse has taken them, and keys wait side by side`()
      throws
    {
      // Longer than a press and a key wait for text.
      let fields = try Fields(opening: 4)
      let screen = fields.screen
      let (entry, search) = (try fields.box("entry"), try fields.box("search"))
      ScribbleTests.write(try ScribbleTests.recorded("coffee", in: entry), with: screen.pen)
      screen.mouse.click(at: search.center)
      pause(0.5)
      /// Seconds from keys to their text.
      func seconds(typing keys: String, to text: String) throws -> Double {
        let start = Date()
        try screen.keyboard.type(keys)
        while fields.said("search") != text, Date().timeIntervalSince(start) < 5 { pause(0.005) }
        #expect(fields.said("search") == text)
        return Date().timeIntervalSince(start)
      }
      let one = try seconds(typing: "x", to: "x")
      // One after the other, each with a wait of its own, they would take more than a second more.
      let eight = try seconds(typing: "abcdefgh", to: "xabcdefgh")
      #expect(eight < one + 0.5)
      #expect(fields.said("entry") == nil)
      try fields.wait(for: "coffee", in: "entry")
      try screen.keyboard.type("y")
      try fields.wait(for: "xabcdefghy", in: "search")
      #expect(fields.said("entry") == "coffee")
      try fields.done()
    }

    /// What “note” in a label is on the screen.
    private func note(in label: Rect, on screen: Screen) throws -> Rect {
      let words = try TextGesturesTests.Page.words(
        in: PixelBox(covering: label), of: screen.screenshot(), at: screen.scale, count: 1)
      return try #require(words.first)
    }

    /// Goes on to write “coffee” in the entry before the pause: the label has its text once the pen is down there, and neither
    /// then nor later the focus.
    ///
    /// - Parameters:
    ///   - ink: The word in the entry: to ask where that is takes time.
    ///   - done: Pressed by the mouse, to have the second word at once; `nil` leaves it to the pause.
    private func goOn(
      to ink: [[Point]], ofEntryOf fields: Fields, leaving text: String, seconds: Double,
      pressing done: Point? = nil
    ) throws {
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let lift = Date()
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      try #require(Date().timeIntervalSince(lift) < 3.5, "too slow to go on before the pause")
      pen.move(along: Array(ink[0].dropFirst()))
      let end = Date().addingTimeInterval(seconds)
      while fields.said("label") != text, Date() < end { pause(0.01) }
      #expect(fields.said("label") == text)
      // Nothing that takes text has the keyboard.
      try screen.keyboard.type("x")
      pause(0.4)
      #expect(fields.said("label") == text)
      #expect(fields.said("entry") == nil)
      pen.up()
      ScribbleTests.write(Array(ink.dropFirst()), with: pen)
      if let done { screen.mouse.click(at: done) }
      try fields.wait(for: "coffee", in: "entry")
      #expect(fields.said("label") == text)
    }

    @Test func `S45 S46 a gesture over a label that the pen leaves acts there without the focus`()
      throws
    {
      let fields = try Fields(variables: ["FIELDS_PAUSE": "4"])
      let note = try note(in: fields.box("label"), on: fields.screen)
      let ink = try ScribbleTests.recorded("coffee", in: fields.box("entry"))
      TextGesturesTests.draw(
        TextGesturesTests.scratch(note, before: 0), with: fields.screen.pen)
      // It acts as the pen comes down in the entry.
      try goOn(to: ink, ofEntryOf: fields, leaving: "", seconds: 3)
      try fields.done()
    }

    /// What is drawn in a label before a word.
    enum Drawn: CaseIterable {
      case circle
      case scratch
      case nothing
    }

    @Test(arguments: Drawn.allCases)
    func `S45 S46 S52 a word in a label takes no focus as the pen leaves, over a gesture or alone`(
      drawn: Drawn
    ) throws {
      let fields = try Fields(variables: ["FIELDS_PAUSE": "4"])
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let label = try fields.box("label")
      let done = try fields.box("done").center
      let ink = try ScribbleTests.recorded("coffee", in: fields.box("entry"))
      // From then on the recogniser is open: a press waits until the text is there.
      ScribbleTests.write(try word("world", inSearch: fields.box("search")), with: pen)
      screen.mouse.click(at: done)
      screen.mouse.leave()
      try fields.wait(for: "world", in: "search")
      let note = try note(in: label, on: screen)
      switch drawn {
      case .circle: TextGesturesTests.draw(TextGesturesTests.circle(note), with: pen)
      case .scratch: TextGesturesTests.draw(TextGesturesTests.scratch(note, before: 0), with: pen)
      case .nothing: break
      }
      // Until no further stroke makes a letter of it.
      if drawn != .nothing { pause(0.5) }
      let left = drawn == .nothing ? note.maxX + 14 : note.minX
      let start = Point(left, label.center.y + 9)
      ScribbleTests.write(try ScribbleTests.recorded("really", at: start), with: pen)
      let text = drawn == .nothing ? "note really" : "really"
      try goOn(to: ink, ofEntryOf: fields, leaving: text, seconds: 10, pressing: done)
      try fields.done()
    }

    @Test func `S43 suggestions of a field that the pen has left wait for the next field's pause`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      ScribbleTests.write(try word("coffee", inSearch: fields.box("search")), with: pen)
      // The field that the pen was near has grown.
      let next = try ScribbleTests.recorded("world", in: fields.box("low"))
      // Before the ink is read; the pen stays down until long after the text has come.
      pen.hover(at: next[0][0])
      pen.down(at: next[0][0])
      pen.move(along: Array(next[0].dropFirst()))
      let end = Date().addingTimeInterval(10)
      while fields.said("search") != "coffee", Date() < end { pause(0.01) }
      #expect(fields.said("search") == "coffee")
      for _ in 0..<20 {
        #expect(screen.popups.isEmpty)
        pause(0.05)
      }
      pen.up()
      ScribbleTests.write(Array(next.dropFirst()), with: pen)
      while fields.said("low") != "world", Date() < end { pause(0.01) }
      #expect(screen.popups.isEmpty)
      try screen.waitForPopups(1)
      #expect(fields.said("low") == "world")
      try fields.done()
    }

    @Test func `S45 S46 a change of layout that waits for a pause waits for the next field's too`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let pen = fields.screen.pen
      let (low, search) = (try fields.box("low"), try fields.box("search"))
      let ink = try ScribbleTests.recorded("coffee", in: low)
      let next = try word("world", inSearch: search)
      pen.hover(at: ink[0][0])
      pen.stroke(ink[0])
      kill(fields.app.processID, SIGUSR1)
      ScribbleTests.write(Array(ink.dropFirst()), with: pen)
      let end = Date().addingTimeInterval(20)
      while fields.said("low") != "coffee", Date() < end { pause(0.01) }
      // Before the pause that follows the text.
      pen.hover(at: next[0][0])
      pen.down(at: next[0][0])
      pen.move(along: Array(next[0].dropFirst()))
      #expect(fields.said("low") == "coffee")
      pause(1.2)
      #expect(!fields.app.standardOutput.contains("banner"))
      let now = try fields.box("search")
      #expect(now == search)
      pen.up()
      ScribbleTests.write(Array(next.dropFirst()), with: pen)
      while fields.said("search") != "world", Date() < end { pause(0.01) }
      #expect(!fields.app.standardOutput.contains("banner"))
      #expect(fields.said("search") == "world")
      while !fields.app.standardOutput.contains("banner"), Date() < end { pause(0.01) }
      #expect(fields.app.standardOutput.contains("banner"))
      try fields.screen.waitUntilStill()
      let moved = try fields.box("search")
      #expect(moved.minY > search.minY + 10)
      try fields.done()
    }
  }
}

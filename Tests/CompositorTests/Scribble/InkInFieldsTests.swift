import Foundation
import InkModel
import InkTestSupport
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What is seen of a field while the pen writes in it, and once its ink is text.
  @Suite struct InkInFieldsTests {
    typealias Fields = ScribbleTests.Fields

    /// What shows a placeholder.
    static let hinting = ["entry", "search"]

    /// Fields of which these show “Name” as long as they are empty.
    private static func withPlaceholders(_ variables: [String: String] = [:]) throws -> Fields {
      try Fields(variables: variables.merging(["FIELDS_HINT": "Name"]) { $1 })
    }

    /// The letters “Name” in a field, without its frame, its icon and the caret, which blinks.
    private static func placeholder(in box: Rect, of name: String) -> PixelBox {
      PixelBox(
        covering: Rect(
          x: box.minX + (name == "search" ? 44 : 14), y: box.minY + 6, width: 60,
          height: box.height - 12))
    }

    /// Whether a picture is all of one color.
    private static func isBare(_ picture: Picture) -> Bool {
      picture.pixels { $0 != picture[0, 0] }.isEmpty
    }

    /// Types a text as the pen writes it: a number in place of another one, a word behind what a label says.
    private static func type(_ text: String, in name: String, _ box: Rect, of fields: Fields) throws
    {
      let (mouse, keyboard) = (fields.screen.mouse, fields.screen.keyboard)
      // Beside the icon of a search entry.
      mouse.click(at: Point(box.minX + 60, box.minY + 10))
      mouse.leave()
      try fields.screen.waitUntilStill()
      switch name {
      case "spin":
        try keyboard.press("a", [.control])
        try keyboard.type(text)
        // The button takes the number.
        try keyboard.press("Return")
      case "label":
        try keyboard.press("End")
        try keyboard.type(" " + text)
      default: try keyboard.type(text)
      }
    }

    @Test(arguments: ["entry", "search", "spin", "label", "view"])
    func `S53 a field that was written in looks to the pixel as one that was typed in`(name: String)
      throws
    {
      let text = name == "spin" ? "110" : "coffee"
      let writing =
        try name == "spin" ? RecordedWriting.number(text, by: 12) : RecordedWriting.word(text)
      // Beside the icon of a search entry, and behind the text that the label has.
      let left = ["search", "label"].contains(name) ? 44.0 : 14
      var pictures: [Picture] = []
      for isWritten in [false, true] {
        let fields = try Fields()
        let screen = fields.screen
        let box = try fields.box(name)
        if isWritten {
          let ink = ScribbleTests.recorded(writing, at: Point(box.minX + left, box.center.y + 9))
          ScribbleTests.write(ink, with: screen.pen)
        } else {
          try Self.type(text, in: name, box, of: fields)
        }
        try fields.wait(for: name == "label" ? "note " + text : text, in: name)
        let inside = PixelBox(covering: box)
        if let typed = pictures.first {
          // The caret blinks.
          try screen.wait(for: "the picture of the typed word", in: inside) { $0 == typed }
        } else {
          pictures.append(screen.screenshot(of: inside))
        }
        try fields.done()
      }
    }

    @Test
    func `S44 S53 hints go with the first ink, ink goes with its text, and undo takes it as one`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("entry")
      // Beside the letters that say “Name”.
      let far = try ScribbleTests.recorded("coffee", in: box, from: 150)
      pen.hover(at: far[0][0])
      pen.stroke(far[0])
      let placeholder = PixelBox(
        covering: Rect(x: box.minX + 4, y: box.minY + 4, width: 90, height: box.height - 8))
      try screen.wait(for: "no placeholder", in: placeholder, until: Self.isBare)
      pen.stroke(far[1])
      pen.proximityOut()
      try fields.wait(for: "coffee", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "", in: "entry")
      let (ink, second) = try ScribbleTests.recordedPair(
        at: Point(box.minX + 14, box.center.y + 9))
      ScribbleTests.write(Array(ink[..<second]), with: pen)
      try fields.wait(for: "world", in: "entry")
      ScribbleTests.write(Array(ink[second...]), with: pen)
      try fields.wait(for: "world call", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "world", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "", in: "entry")
      try fields.done()
    }

    /// What is painted of a stroke stays as it is: its tiles are not repainted with each report.
    @Test func `a report in a field repaints the end of its stroke alone`() throws {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("entry")
      let line = (0...200).map { k in
        Point(box.minX + 20 + 2.4 * Double(k), box.center.y + 6 * sin(Double(k) / 8))
      }
      pen.hover(at: line[0])
      pen.down(at: line[0])
      pen.move(along: Array(line[1...100]))
      try screen.waitUntilStill()
      screen.clearLog()
      pen.move(along: Array(line[101...]))
      try screen.waitUntilStill()
      let frames = screen.commits.filter { $0.role != "cursor" && !$0.damage.isEmpty }
      #expect(frames.count > 20)
      // The tile in which the second half begins has a part of the first.
      let old = PixelBox(
        covering: Rect(minX: line[0].x - 8, minY: box.minY, maxX: line[40].x, maxY: box.maxY))
      for part in frames.flatMap(\.screenDamage) {
        #expect(part.intersection(old).isEmpty, "\(part)")
      }
      pen.up()
      pen.proximityOut()
      try fields.done()
    }

    @Test(arguments: hinting)
    func `S44 the placeholder is gone in the first frame after the pen comes down`(name: String)
      throws
    {
      let fields = try Self.withPlaceholders()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box(name)
      let placeholder = Self.placeholder(in: box, of: name)
      // Beside the letters that say “Name”.
      let start = Point(box.minX + 150, box.center.y)
      pen.hover(at: start)
      try screen.waitUntilStill(for: 0.5)
      let letters = screen.screenshot(of: placeholder)
      #expect(!Self.isBare(letters), "no letters in the placeholder's area")
      screen.clearLog()
      screen.watch(placeholder)
      pen.down(at: start)
      try screen.wait(for: "no placeholder", in: placeholder, until: Self.isBare)
      let frames = screen.commits.filter {
        $0.surface == fields.window.surface && !$0.damage.isEmpty
      }
      let (first, shown) = (try #require(frames.first), try #require(screen.captures.first))
      #expect(shown.time == first.time, "it went in a later frame")
      #expect(Self.isBare(shown.picture), "it went in parts")
      screen.watch(nil)
      pen.up()
      pen.proximityOut()
      try fields.done()
    }

    @Test(arguments: hinting)
    func `S44 the placeholder is back where nothing was read`(name: String) throws {
      let fields = try Self.withPlaceholders()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box(name)
      // Beside the letters that say “Name”: a scratch, which deletes what it lies over, and here that is nothing.
      let zigzag = (0...8).map { k in
        Point(box.minX + (k % 2 == 0 ? 150 : 220), box.center.y - 4 + Double(k))
      }
      let scratch = zip(zigzag, zigzag.dropFirst()).flatMap { a, b in
        (0..<12).map { a.lerp(to: b, Double($0) / 12) }
      }
      let placeholder = Self.placeholder(in: box, of: name)
      let before = try screen.waitUntilStill().cropped(to: placeholder)
      let colors = Set(
        (0..<before.height).flatMap { y in (0..<before.width).map { before[$0, y] } })
      #expect(colors.count > 3, "no letters in the placeholder's area")
      func waitForNone() throws {
        try screen.wait(for: "no placeholder", in: placeholder, until: Self.isBare)
      }
      // It goes with the contact, before anything is written; a tap writes nothing.
      pen.hover(at: scratch[0])
      pen.down(at: scratch[0])
      try waitForNone()
      pen.up()
      try screen.wait(for: "the placeholder after a tap", in: placeholder) { $0 == before }
      pen.hover(at: scratch[0])
      pen.down(at: scratch[0])
      pen.move(along: Array(scratch.dropFirst()))
      try waitForNone()
      pen.up()
      pen.proximityOut()
      try screen.wait(for: "the placeholder", in: placeholder) { $0 == before }
      #expect(fields.said(name) == nil)
      try fields.done()
    }

    @Test(arguments: hinting)
    func `S44 the placeholder is back where the ink was read as no text`(name: String) throws {
      // Without a language pack all ink is read as none.
      let fields = try Self.withPlaceholders(["PLUMBAGO_DATA_DIR": "/nonexistent"])
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box(name)
      let placeholder = Self.placeholder(in: box, of: name)
      // Without the frame of the field and its icon: all of the ink is in it.
      let inside = PixelBox(
        covering: Rect(
          minX: Double(placeholder.x), minY: box.minY + 6, maxX: box.maxX - 6, maxY: box.maxY - 6))
      try screen.waitUntilStill()
      let before = screen.screenshot(of: inside)
      let letters = screen.screenshot(of: placeholder)
      #expect(!Self.isBare(letters), "no letters in the placeholder's area")
      // Beside the letters that say “Name”.
      let ink = try ScribbleTests.recorded("coffee", in: box, from: 150)
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      // While the pen is down: no pause ends.
      try screen.wait(for: "no placeholder", in: placeholder, until: Self.isBare)
      try screen.wait(for: "ink", in: inside) { !$0.pixels { $0.luma < 0.5 }.isEmpty }
      pen.up()
      ScribbleTests.write(Array(ink.dropFirst()), with: pen)
      // The field has grown below the pen, and is as before soon after that has left.
      try screen.wait(for: "the placeholder and no ink", in: inside) { $0 == before }
      #expect(fields.said(name) == nil)
      try fields.done()
    }

    @Test(arguments: ["entry", "search", "spin", "label", "view"])
    func `S45 S50 a field neither moves nor changes its size while it is written in`(name: String)
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let names = ["entry", "search", "spin", "label", "view"]
      let before = try names.map { try fields.box($0) }
      let number = try #require(names.firstIndex(of: name))
      let own = before[number]
      // Behind the text that the label has.
      let left = own.minX + (name == "label" ? 44 : 14)
      let writing =
        try name == "spin"
        ? RecordedWriting.number("110", by: 12) : RecordedWriting.word("coffee")
      let ink = ScribbleTests.recorded(writing, at: Point(left, own.center.y + 9))
      // Focus may be shown at the field's own edge.
      let around = PixelBox(covering: own.outset(by: 6))
      let bare = screen.screenshot()
      func expectOthersAsBefore() {
        let seen = screen.screenshot().difference(from: bare, outside: around)
        #expect(seen.isEmpty, "around “\(name)”: \(seen)")
      }
      for stroke in ink {
        pen.hover(at: stroke[0])
        pen.down(at: stroke[0])
        pen.move(along: Array(stroke.dropFirst()))
        // While the pen is down: to ask takes longer than a pause.
        #expect(try names.map { try fields.box($0) } == before)
        expectOthersAsBefore()
        pen.up()
        expectOthersAsBefore()
      }
      pen.proximityOut()
      // Up to the pause, when the text comes.
      let end = Date().addingTimeInterval(10)
      while fields.said(name) == nil, Date() < end {
        expectOthersAsBefore()
        pause(0.02)
      }
      #expect(fields.said(name) != nil)
      try fields.done()
    }
  }
}

import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Writing that leaves its field, and what follows close to it.
  @Suite struct InkBesideFieldsTests {
    typealias Fields = ScribbleTests.Fields

    /// Where a field or a button is on the screen, its border included: accessibility tells where its text is.
    private func frame(of name: String, _ fields: Fields) throws -> Rect {
      let text = try fields.box(name)
      let middle = text.center
      let picture = try fields.screen.waitUntilStill()
      let around = picture[Int(middle.x), Int(text.minY) - 10]
      func edge(_ from: Point, _ step: Vector) -> Point {
        var p = from
        while picture[Int(p.x), Int(p.y)] != around { p = p + step }
        return p
      }
      let left = edge(Point(text.minX, middle.y), Vector(-1, 0)).x + 1
      let top = edge(Point(middle.x, text.minY), Vector(0, -1)).y + 1
      return Rect(
        minX: left, minY: top, maxX: edge(Point(text.maxX, middle.y), Vector(1, 0)).x,
        maxY: edge(Point(middle.x, text.maxY), Vector(0, 1)).y)
    }

    @Test
    func `S38 S53 writing that leaves its field is the field's, over a button or paper`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      for (name, other) in [("beside", "next"), ("second", "paper")] {
        let (box, over) = (try fields.box(name), try fields.box(other))
        let pixels = PixelBox(covering: over)
        pen.proximityOut()
        let before = try screen.waitUntilStill().cropped(to: pixels)
        // The first letter is in the field, those that follow are over what is beside it.
        let ink = try ScribbleTests.recorded("world", at: Point(box.maxX - 26, box.center.y + 9))
        #expect(ink.count { $0[0].x > over.minX } >= 1)
        ScribbleTests.write(ink, with: pen)
        try fields.wait(for: "world", in: name)
        // A full stop touches what lies under it no more than a letter does.
        let next = try ScribbleTests.recorded(
          "coffee", at: Point(box.maxX - 40, box.center.y + 9))
        ScribbleTests.write(next, with: pen)
        let stop = Point(Rect(around: next.joined()).maxX + 4, box.center.y + 9)
        #expect(over.contains(stop))
        pen.hover(at: stop)
        pen.stroke([stop, stop])
        pen.proximityOut()
        pause(1.5)
        try screen.waitUntilStill()
        #expect(fields.said(name)?.hasPrefix("world coffee") == true)
        #expect(fields.said(other) == nil)
        let after = try screen.waitUntilStill().cropped(to: pixels)
        expectNoInk(in: after, since: before, over: other)
      }
      try fields.done()
    }

    /// Expects that no ink is left of what was written over something.
    private func expectNoInk(in after: Picture, since before: Picture, over name: String) {
      let left = (0..<after.height).flatMap { y in
        (0..<after.width).filter { after[$0, y].distance(to: before[$0, y]) > 60 }
      }
      #expect(left.isEmpty, "\(left.count) pixels over \(name)")
    }

    /// Writes a word of small letters from a position on, which is to come into a field as it is; then empties that.
    private func expectWhole(from start: Point, in name: String, _ fields: Fields) throws {
      let ink = try word("coffee", height: 27, at: start)
      ScribbleTests.writeQuickly(ink, with: fields.screen.pen)
      try fields.wait(for: "coffee", in: name)
      // Nothing else comes of it.
      pause(1)
      try fields.clear(name)
    }

    /// A word of somebody's hand, of a height, that begins at a position.
    private func word(_ text: String, height: Double, at position: Point) throws -> [[Point]] {
      let word = try RecordedWriting.word(text)
      let ink = word.strokes(in: Rect(x: 0, y: 0, width: 10 * height, height: height))
      let first = try #require(ink.first?.first)
      return ink.map { stroke in stroke.map { $0 + (position - first) } }
    }

    /// Such a word that begins at a height of the screen, with its highest or lowest point at another side.
    private func word(
      _ text: String, height: Double, from y: Double, isHigh: Bool, over x: Double
    ) throws -> [[Point]] {
      let ink = try word(text, height: height, at: Point(0, y))
      let points = ink.flatMap { $0 }
      let farthest =
        isHigh ? points.min(by: { $0.y < $1.y }) : points.max(by: { $0.y < $1.y })
      let far = try #require(farthest)
      return ink.map { stroke in stroke.map { $0 + Vector(x - far.x, 0) } }
    }

    @Test
    func `S38 S49 writing that leaves its field by another side is the field's, over a button too`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let (second, next) = (try fields.box("second"), try fields.box("next"))
      let (view, done) = (try fields.box("view"), try fields.box("done"))
      // What is seen of the text ends at a distance above the button.
      let bottom = done.minY - 24
      for (name, other, text, ink) in [
        // Its first letter goes to the left of where the pen comes down, on the field's border.
        (
          "second", "next", "coffee",
          try word("coffee", height: 100, at: Point(second.minX - 4, second.minY + 12))
        ),
        (
          "view", "next", "really",
          try word(
            "really", height: 90, from: view.minY + 5, isHigh: true, over: next.center.x)
        ),
        (
          "view", "done", "really",
          try word("really", height: 110, from: bottom - 4, isHigh: false, over: done.center.x)
        ),
      ] {
        let over = try fields.box(other)
        // Within its frame.
        let isOver = ink.joined().contains { over.outset(by: -1).contains($0) }
        #expect(isOver, "\(text) does not reach \(other)")
        let pixels = PixelBox(covering: over)
        let before = try screen.waitUntilStill().cropped(to: pixels)
        ScribbleTests.writeQuickly(ink, with: pen)
        try fields.wait(for: text, in: name)
        pause(1)
        let after = try screen.waitUntilStill().cropped(to: pixels)
        expectNoInk(in: after, since: before, over: other)
        try fields.clear(name)
      }
      for name in ["next", "pressed", "paper", "beside", "fixed"] {
        #expect(fields.said(name) == nil, "\(name)")
      }
      try fields.done()
    }

    @Test func `S49 writing that leaves a field over a long text neither scrolls nor changes that`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      pause(0.5)
      try screen.waitUntilStill()
      let (low, long) = (try fields.box("low"), try fields.box("long"))
      func scrolls() -> Int {
        fields.app.standardOutput.split(separator: "\n").count { $0.hasPrefix("scrolled") }
      }
      let before = scrolls()
      #expect(before > 0)
      let ink = try word(
        "really", height: 140, from: low.maxY - 4, isHigh: false, over: low.maxX - 100)
      let deepest = ink.joined().map(\.y).max() ?? 0
      #expect(deepest > low.maxY + 44, "beyond the distance to the text")
      #expect(deepest < long.maxY)
      ScribbleTests.writeQuickly(ink, with: pen)
      try fields.wait(for: "really", in: "low")
      pause(1)
      #expect(scrolls() == before)
      #expect(fields.said("long") == nil)
      try fields.done()
    }

    @Test
    func `S38 a word that begins a little beside a field of one line is that field's, whole`()
      throws
    {
      let fields = try Fields()
      let (entry, second) = (try frame(of: "entry", fields), try frame(of: "second", fields))
      let (left, top) = (entry.minX + 20, entry.center.y - 10)
      for (name, start) in [
        ("entry", Point(entry.minX - 5, top)), ("entry", Point(left, entry.minY - 5)),
        ("entry", Point(left, entry.maxY + 5)), ("entry", Point(entry.minX - 6, entry.minY - 6)),
        // Between it and a button.
        ("second", Point(second.minX - 3, second.center.y - 10)),
      ] {
        try expectWhole(from: start, in: name, fields)
      }
      #expect(fields.said("next") == nil)
      #expect(fields.said("search") == nil)
      try fields.done()
    }

    @Test func `S38 a word that begins in the gap below a field goes into the one that it lies in`()
      throws
    {
      let fields = try Fields()
      let (entry, search) = (try frame(of: "entry", fields), try frame(of: "search", fields))
      let start = Point(entry.minX + 200, entry.maxY + 5)
      let ink = try word("Monday", height: 48, at: start)
      // None of it is in the field above, and much is in the one below.
      let points = ink.flatMap { $0 }
      try #require(points.allSatisfy { $0.y > entry.maxY + 1 })
      try #require(points.count { search.contains($0) } > points.count / 4)
      ScribbleTests.writePlausibly(ink, with: fields.screen.pen)
      try fields.wait(for: "Monday", in: "search")
      #expect(fields.said("entry") == nil)
      try fields.done()
    }

    @Test
    func `S38 a word that begins up to 24 points before a field's start is that field's, whole`()
      throws
    {
      let fields = try Fields()
      for name in ["entry", "beside"] {
        let box = try frame(of: name, fields)
        for distance in [10.0, 14, 20, 22] {
          let start = Point(box.minX - distance, box.center.y - 10)
          try expectWhole(from: start, in: name, fields)
        }
      }
      try fields.done()
    }

    @Test
    func `S38 behind a field's end, in either direction, ink begins no farther than a little`()
      throws
    {
      for isReversed in [false, true] {
        let fields = try Fields(variables: isReversed ? ["FIELDS_LABEL": "right"] : [:])
        let pen = fields.screen.pen
        let box = try frame(of: "entry", fields)
        // One letter, for which there is room beside the field: it goes to the left from where it begins.
        func letter(_ height: Double, at x: Double) throws -> [[Point]] {
          [try word("coffee", height: height, at: Point(x, box.center.y - 8))[0]]
        }
        let behind = isReversed ? box.minX - 12 : box.maxX + 12
        ScribbleTests.writeQuickly(try letter(27, at: behind), with: pen)
        pause(2)
        #expect(fields.said("entry") == nil)
        if isReversed {
          ScribbleTests.writeQuickly(try letter(60, at: box.maxX + 14), with: pen)
          let end = Date().addingTimeInterval(10)
          while fields.said("entry") == nil, Date() < end { pause(0.05) }
          #expect(fields.said("entry")?.isEmpty == false)
        }
        try fields.done()
      }
    }

    @Test func `S38 a tap of the pen a little beside a field is not the field's, however long`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let entry = try frame(of: "entry", fields)
      let beside = Point(entry.minX - 5, entry.center.y)
      // It grows as the pen comes near.
      pen.hover(at: beside)
      pause(0.5)
      let before = try screen.waitUntilStill().cropped(to: PixelBox(covering: entry))
      fields.tap(at: beside)
      pause(1)
      pen.down(at: beside)
      pause(0.8)
      pen.up()
      pen.proximityOut()
      pause(1)
      // Neither a caret nor the keyboard has come.
      let after = try screen.waitUntilStill().cropped(to: PixelBox(covering: entry))
      #expect(after.difference(from: before).count == 0)
      try screen.keyboard.type("x")
      try screen.settle()
      #expect(fields.said("entry") == nil)
      try fields.done()
    }

    @Test func `S38 what takes presses a little beside a field keeps them, a row of fields too`()
      throws
    {
      let fields = try Fields()
      let pen = fields.screen.pen
      let (next, second) = (try frame(of: "next", fields), try frame(of: "second", fields))
      let digits = try frame(of: "digits", fields)
      let onButton = Point(next.maxX - 1, next.center.y)
      #expect(second.minX - onButton.x < 8)
      fields.tap(at: onButton)
      try fields.wait(for: "", in: "next")
      // Its next letters would begin in the field.
      let letter = try word("coffee", height: 27, at: onButton)[0]
      ScribbleTests.writeQuickly([letter], with: pen)
      let between = Point(digits.minX - 5, digits.center.y)
      ScribbleTests.writeQuickly([[between, between + Vector(0, 12)]], with: pen)
      try fields.wait(for: "pressed", in: "numbers")
      pause(1.5)
      #expect(fields.said("second") == nil)
      #expect(fields.said("digits") == nil)
      try fields.done()
    }

    @Test func `a tap on a button close to ink presses it once the ink is text`() throws {
      let fields = try Fields()
      let pen = fields.screen.pen
      for (name, other) in [("beside", "next"), ("second", "paper")] {
        let (box, over) = (try fields.box(name), try fields.box(other))
        ScribbleTests.write(
          try ScribbleTests.recorded("coffee", at: Point(box.maxX - 90, box.center.y + 9)),
          with: pen)
        let tap = Point(over.minX + 30, over.center.y - 4)
        pen.hover(at: tap)
        pen.down(at: tap)
        pause(0.05)
        pen.up()
        pen.proximityOut()
        try fields.wait(for: "coffee", in: other)
        #expect(fields.said(name) == "coffee")
      }
      try fields.done()
    }

    @Test func `writing into the field that follows is no continuation of the one before`() throws {
      let fields = try Fields()
      let pen = fields.screen.pen
      let (beside, second) = (try fields.box("beside"), try fields.box("second"))
      ScribbleTests.write(try ScribbleTests.recorded("coffee", in: beside), with: pen)
      ScribbleTests.write(try ScribbleTests.recorded("world", in: second), with: pen)
      try fields.wait(for: "coffee", in: "beside")
      try fields.wait(for: "world", in: "second")
      let (entry, search) = (try fields.box("entry"), try fields.box("search"))
      ScribbleTests.write(try ScribbleTests.recorded("coffee", in: entry), with: pen)
      ScribbleTests.write(try ScribbleTests.recorded("world", in: search), with: pen)
      try fields.wait(for: "coffee", in: "entry")
      try fields.wait(for: "world", in: "search")
      try fields.done()
    }
  }
}

import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Writing that leaves its field, and what follows close to it.
  @Suite struct InkBesideFieldsTests {
    typealias Fields = ScribbleTests.Fields

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
        let ink = try ScribbleTests.word("hello", at: Point(box.maxX - 26, box.center.y + 9))
        #expect(ink.count { $0[0].x > over.minX } >= 1)
        ScribbleTests.write(ink, with: pen)
        try fields.wait(for: "hello", in: name)
        // A full stop touches what lies under it no more than a letter does.
        let right = ink.joined().map(\.x).max() ?? 0
        ScribbleTests.write(
          try ScribbleTests.word("one", at: Point(box.maxX - 18, box.center.y + 9)), with: pen)
        let stop = Point(right - 8, box.center.y + 9)
        pen.hover(at: stop)
        pen.stroke([stop, stop])
        pen.proximityOut()
        pause(1.5)
        try screen.waitUntilStill()
        #expect(fields.said(name)?.hasPrefix("hello one") == true)
        #expect(fields.said(other) == nil)
        let after = try screen.waitUntilStill().cropped(to: pixels)
        let left = (0..<after.height).flatMap { y in
          (0..<after.width).filter { after[$0, y].distance(to: before[$0, y]) > 60 }
        }
        #expect(left.isEmpty, "\(left.count) pixels over \(other)")
      }
      try fields.done()
    }

    @Test func `a tap on a button close to ink presses it once the ink is text`() throws {
      let fields = try Fields()
      let pen = fields.screen.pen
      for (name, other) in [("beside", "next"), ("second", "paper")] {
        let (box, over) = (try fields.box(name), try fields.box(other))
        ScribbleTests.write(
          try ScribbleTests.word("tin", at: Point(box.maxX - 56, box.center.y + 9)), with: pen)
        let tap = Point(over.minX + 30, over.center.y - 4)
        pen.hover(at: tap)
        pen.down(at: tap)
        pause(0.05)
        pen.up()
        pen.proximityOut()
        try fields.wait(for: "tin", in: other)
        #expect(fields.said(name) == "tin")
      }
      try fields.done()
    }

    @Test func `writing into the field that follows is no continuation of the one before`() throws {
      let fields = try Fields()
      let pen = fields.screen.pen
      let (beside, second) = (try fields.box("beside"), try fields.box("second"))
      ScribbleTests.write(try ScribbleTests.word("tin", in: beside), with: pen)
      ScribbleTests.write(try ScribbleTests.word("one", in: second), with: pen)
      try fields.wait(for: "tin", in: "beside")
      try fields.wait(for: "one", in: "second")
      let (entry, search) = (try fields.box("entry"), try fields.box("search"))
      ScribbleTests.write(try ScribbleTests.word("tin", in: entry), with: pen)
      ScribbleTests.write(try ScribbleTests.word("one", in: search), with: pen)
      try fields.wait(for: "tin", in: "entry")
      try fields.wait(for: "one", in: "search")
      try fields.done()
    }
  }
}

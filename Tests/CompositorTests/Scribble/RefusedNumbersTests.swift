import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Fields for numbers that take nothing of what the pen writes in them.
  @Suite struct RefusedNumbersTests {
    typealias Fields = ScribbleTests.Fields

    /// Whether a field's text is red, as GTK shows text that is wrong.
    private static func isRed(_ box: Rect, on screen: Screen) -> Bool {
      screen.screenshot(of: PixelBox(covering: box)).pixels {
        Int($0.red) > 150 && Int($0.green) < 90 && Int($0.blue) < 90
      }.count > 5
    }

    private static func waitUntil(
      _ box: Rect, isRed: Bool, on screen: Screen, _ what: Comment
    ) throws {
      let end = Date().addingTimeInterval(10)
      while self.isRed(box, on: screen) != isRed, Date() < end { pause(0.02) }
      try #require(self.isRed(box, on: screen) == isRed, what)
    }

    private static func write(_ number: String, in box: Rect, of fields: Fields) throws {
      let ink = ScribbleTests.recorded(
        try RecordedWriting.number(number, by: 12), at: Point(box.minX + 14, box.center.y + 9))
      ScribbleTests.write(ink, with: fields.screen.pen)
    }

    @Test func `S38 S50 a spin button that takes nothing of what is written says so for a moment`()
      throws
    {
      let fields = try Fields()
      let (screen, box) = (fields.screen, try fields.box("spin"))
      try Self.write("110", in: box, of: fields)
      try fields.wait(for: "110", in: "spin")
      #expect(!Self.isRed(box, on: screen), "it has taken a number")
      try Self.write("-10", in: box, of: fields)
      try Self.waitUntil(box, isRed: true, on: screen, "nothing tells that it was refused")
      #expect(fields.said("spin") == "110")
      #expect(try fields.box("spin") == box, "it has moved, or has another size")
      try Self.waitUntil(box, isRed: false, on: screen, "it is not over")
      // The next stroke ends it, too, and what that writes is taken.
      try Self.write("-10", in: box, of: fields)
      try Self.waitUntil(box, isRed: true, on: screen, "it was refused again")
      try Self.write("10", in: box, of: fields)
      try fields.wait(for: "10", in: "spin")
      #expect(!Self.isRed(box, on: screen), "it has taken a number")
      try fields.done()
    }

    @Test func `S38 a spin button shows for a moment that it has no such word`() throws {
      let fields = try Fields(variables: ["FIELDS_SPIN": "words"])
      let (screen, box) = (fields.screen, try fields.box("spin"))
      ScribbleTests.write(try ScribbleTests.recorded("coffee", in: box), with: screen.pen)
      try fields.wait(for: "Coffee", in: "spin")
      #expect(!Self.isRed(box, on: screen), "it has taken a word")
      ScribbleTests.write(try ScribbleTests.recorded("world", in: box), with: screen.pen)
      try Self.waitUntil(box, isRed: true, on: screen, "nothing tells that it was refused")
      #expect(fields.said("spin") == "Coffee")
      try Self.waitUntil(box, isRed: false, on: screen, "it is not over")
      try fields.done()
    }
  }
}

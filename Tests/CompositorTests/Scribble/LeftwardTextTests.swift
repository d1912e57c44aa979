import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Writing in a text that runs from right to left.
  @Suite struct LeftwardTextTests {
    @Test func `S38 in a text from right to left a word goes between two, or at the left last`()
      throws
    {
      let text = "שלום עולם אחד"
      let page = try TextGesturesTests.Page("view", text)
      let (fields, pen) = (page.fields, page.pen)
      let center = page.words[0].center.y
      // A little below the line, its right end below the gap between the first two words, which are
      // at the right.
      let ink = try ScribbleTests.recorded("coffee", at: Point(0, center + 19))
      let gap = (page.words[1].maxX + page.words[2].minX) / 2
      let shift = Vector(gap - Rect(around: ink.joined()).maxX, 0)
      ScribbleTests.write(ink.map { $0.map { $0 + shift } }, with: pen)
      try fields.wait(for: "שלום coffee עולם אחד", in: "view")
      try page.screen.keyboard.press("z", [.control])
      try fields.wait(for: text, in: "view")
      pause(0.7)
      try TextGesturesTests.Page.leave(fields)

      let (pair, second) = try ScribbleTests.recordedPair(
        at: Point(page.words[0].minX - 280, center + 9))
      ScribbleTests.write(Array(pair[..<second]), with: pen)
      pen.hover(at: pair[second][0])
      pen.down(at: pair[second][0])
      // The pen stays down: there is room at the left, and no pause ends.
      let end = Date().addingTimeInterval(10)
      while fields.said("view") == text, Date() < end { pause(0.02) }
      #expect(fields.said("view") == text + " world")
      pen.up()
      pen.proximityOut()
      try fields.screen.waitUntilStill()
      try fields.done()
    }
  }
}

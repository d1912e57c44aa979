import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Low fields make room for the pen, where it was sooner, too.
  @Suite struct GrowingFieldsTests {
    typealias Fields = ScribbleTests.Fields

    @Test func `S49 S50 a low field that is touched at once grows at the pause, and not before`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let pen = fields.screen.pen
      let low = try fields.box("low")
      #expect(low.height < 48)
      let ink = try ScribbleTests.recorded("coffee", in: low)
      func expectLow() throws {
        let current = try fields.box("low")
        #expect(current == low)
      }
      // Sooner than it grows below a pen that hovers.
      pen.hover(at: ink[0][0])
      pause(0.03)
      for stroke in ink {
        pen.stroke(stroke)
        try expectLow()
      }
      // The pen stays near, and hovers where it lifted.
      let end = Date().addingTimeInterval(10)
      while fields.said("low") != "coffee", Date() < end { pause(0.01) }
      let committed = Date()
      #expect(fields.said("low") == "coffee")
      try expectLow()
      while try fields.box("low").height < 48, Date() < end { pause(0.02) }
      let grown = try fields.box("low")
      #expect(grown.height >= 48)
      #expect(Date().timeIntervalSince(committed) >= 0.4)
      pen.proximityOut()
      let gone = Date().addingTimeInterval(10)
      while try fields.box("low").height != low.height, Date() < gone { pause(0.1) }
      let shrunk = try fields.box("low")
      #expect(shrunk.height == low.height)
      try fields.done()
    }

    @Test func `S49 the field to find words grows below a pen that hovers, and its bar with it`()
      throws
    {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("f", [.control])
      let field = try tree.wait(for: "Find in the drawing")
      let next = try tree.wait(for: "Next Place")
      try fixture.screen.waitUntilStill()
      let (low, button) = try (tree.box(field), tree.box(next))
      #expect(low.height < 48)
      let end = Date().addingTimeInterval(10)
      for k in 0..<10 {
        fixture.pen.hover(
          at: fixture.window.point(low.minX + 60 + Double(k), low.center.y))
        pause(0.03)
      }
      while try tree.box(field).height < 48, Date() < end { pause(0.05) }
      try fixture.screen.waitUntilStill()
      let high = try tree.box(field)
      #expect(high.height >= 48)
      // The bar has the room: what stands beside the field stays in its middle.
      let besides = try tree.box(next)
      #expect(abs(besides.center.y - high.center.y) <= 1)
      #expect(abs(high.minY - low.minY) <= 1)
      #expect(besides.minX == button.minX)
      fixture.pen.proximityOut()
      let gone = Date().addingTimeInterval(10)
      while try tree.box(field) != low, Date() < gone { pause(0.1) }
      let shrunk = try tree.box(field)
      #expect(shrunk == low)
      try fixture.done()
    }
  }
}

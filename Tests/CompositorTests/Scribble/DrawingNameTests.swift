import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Handwriting in the form for a drawing's name.
  @Suite struct DrawingNameTests {
    @Test func `S38 the field for a drawing's name is as wide as the window allows`() throws {
      for width in [360, 900] {
        let fixture = try AppFixture(
          size: PixelSize(width: width, height: 640), profile: .barePaper)
        try fixture.screen.keyboard.press("F2")
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        let popup = try #require(fixture.screen.popups.first)
        #expect(popup.x >= 0)
        #expect(popup.x + popup.width <= width)
        #expect(popup.width >= width - 40)
        // Nothing that can be pressed is right of the field.
        let tree = try AccessibleTree(fixture.screen)
        let entry = try tree.widgets(ofRoles: [AccessibleRole.text.rawValue]).first
        let field = try tree.box(#require(entry))
        let button = try tree.box(tree.wait(for: "Rename"))
        #expect(field.width >= Double(width) - 80)
        #expect(button.minY >= field.maxY)
        // A pen that stays over the field moves nothing.
        let form = popup.rect
        fixture.pen.hover(at: Point(form.minX + 40, form.minY + form.height / 3))
        pause(0.5)
        try fixture.screen.waitUntilStill()
        let stayed = try tree.box(tree.wait(for: "Rename"))
        #expect(stayed == button)
        fixture.pen.proximityOut()
        if width == 360 { try Self.expectHandles(below: popup.rect, on: fixture) }
        try fixture.screen.keyboard.press("Escape")
        try fixture.done()
      }
    }

    /// Two taps of the pen choose a word of the name, which has handles then, below its line.
    private static func expectHandles(below form: Rect, on fixture: AppFixture) throws {
      let (screen, pen) = (fixture.screen, fixture.pen)
      // The field is above the button.
      let word = Point(form.minX + 40, form.minY + form.height / 3)
      let below = Rect(x: form.minX, y: word.y + 16, width: form.width, height: 20)
      func shown(in picture: Picture) -> Int {
        TextGesturesTests.accent(in: below, of: picture, at: screen.scale)
      }
      let before = shown(in: screen.screenshot())
      for _ in 1...2 {
        pen.hover(at: word)
        pen.down(at: word)
        pause(0.03)
        pen.up()
      }
      // After the time in which a third tap would choose all.
      pause(0.6)
      let after = shown(in: try screen.waitUntilStill())
      pen.proximityOut()
      #expect(after - before > 300, "\(before), \(after)")
    }

    /// Opens the form for the drawing's name and writes a word of the recorded ones into it.
    @discardableResult
    static func rename(_ fixture: AppFixture, to text: String) throws -> Rect {
      try fixture.screen.keyboard.press("F2")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let popup = try #require(fixture.screen.popups.first)
      let form = Rect(
        x: Double(popup.x), y: Double(popup.y), width: Double(popup.width),
        height: Double(popup.height))
      ScribbleTests.write(
        try ScribbleTests.recorded(
          text, at: Point(form.minX + 40, form.minY + form.height / 3 + 8), size: 16),
        with: fixture.pen)
      return form
    }

    @Test func `S5 the drawing is renamed by hand, the button pressed before the ink was read`()
      throws
    {
      let fixture = try AppFixture()
      // All of the name is selected, so that the text replaces it.
      let form = try Self.rename(fixture, to: "coffee")
      try Pointing.pen.press(Point(form.maxX - 50, form.maxY - 34), on: fixture)
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      #expect(fixture.window.title.hasPrefix("coffee"))
      try fixture.done()
    }

    @Test func `a form that closes takes its ink along, and fingers and pen go on`() async throws {
      let fixture = try AppFixture(finger: "draw")
      let form = try Self.rename(fixture, to: "coffee")
      // With the pen down.
      let start = Point(form.minX + 40, form.minY + form.height / 3)
      fixture.pen.hover(at: start)
      fixture.pen.down(at: start)
      fixture.pen.move(to: start + Vector(30, 8))
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      #expect(fixture.window.title.hasPrefix("drawing"))
      fixture.pen.stroke([fixture.at(100, 300), fixture.at(200, 310)])
      fixture.pen.proximityOut()
      pause(0.8)
      fixture.screen.touch.swipe(fingers: 1, from: fixture.at(100, 400), by: Vector(80, 10))
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test func `handwriting in fields can be switched off, and the pen is a pointer there`() throws
    {
      let fixture = try AppFixture { screen in
        try App.writeSettings(["field-writing": "false"], for: screen)
      }
      // In one stroke: a second one would drag what the first selects.
      _ = try Self.rename(fixture, to: "really")
      pause(0.8)
      try fixture.screen.keyboard.press("Return")
      try fixture.screen.waitForPopups(0)
      #expect(fixture.window.title.hasPrefix("drawing"))
      try fixture.done()
    }
  }
}

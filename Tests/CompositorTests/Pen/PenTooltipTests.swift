import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Tooltips for a pen, which GTK has for the mouse alone.
  @Suite struct PenTooltipTests {
    /// How many widgets say exactly this.
    private func count(_ text: String, _ tree: AccessibleTree) throws -> Int {
      try tree.widgets().count { $0.name == text }
    }

    @Test(arguments: ["Main Menu", "Eraser", "Nothing to undo", "Move or Fold the Tools"])
    func `a hovering pen is told what a button is for, beside the tip, until it moves on`(
      name: String
    ) throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      // Nothing was drawn, so that the button for undo cannot be pressed.
      let p =
        switch name {
        case "Eraser": try fixture.tool("eraser")
        case "Nothing to undo": try fixture.item(.undo)
        case "Move or Fold the Tools": try fixture.item(.handle)
        default: try tree.position(of: name, in: fixture.window)
        }
      let before = try count(name, tree)
      fixture.pen.hover(at: fixture.at(450, 500))
      try fixture.screen.settle()
      fixture.pen.hover(at: p)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let popup = try #require(fixture.screen.popups.first).rect
      #expect(!popup.contains(p))
      #expect(Rect(center: p, radius: 90).intersects(popup))
      // One line of a few words, as wide as these are.
      #expect(popup.width < 260 && popup.height < 60)
      let now = try count(name, tree)
      #expect(now > before, "“\(name)” is said \(now) times")
      // A hand is never still.
      for i in 1...4 {
        fixture.pen.hover(at: p + Vector(Double(i % 2), 0))
        try fixture.screen.settle()
      }
      #expect(fixture.screen.popups.map(\.rect) == [popup])
      fixture.pen.hover(at: fixture.at(450, 500))
      try fixture.screen.waitForPopups(0)
      fixture.pen.hover(at: p)
      try fixture.screen.waitForPopups(1)
      fixture.pen.proximityOut()
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test func `a pen that presses is told no more about that button`() throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let eraser = try fixture.tool("eraser")
      fixture.pen.hover(at: eraser)
      try fixture.screen.waitForPopups(1)
      fixture.pen.down(at: eraser)
      try fixture.screen.waitForPopups(0)
      fixture.pen.up()
      fixture.pen.hover(at: eraser + Vector(2, 2))
      try fixture.screen.settle()
      pause(0.9)
      #expect(fixture.screen.popupCount == 0)
      // But about the next one.
      fixture.pen.hover(at: try fixture.tool("pencil"))
      try fixture.screen.waitForPopups(1)
      fixture.pen.proximityOut()
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test func `the paper has no tooltips, however long a pen hovers over it`() throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      fixture.pen.hover(at: try fixture.tool("eraser"))
      try fixture.screen.settle()
      // On its way from the tools, before the tooltip has come.
      fixture.pen.hover(at: fixture.at(450, 500))
      try fixture.screen.settle()
      pause(1)
      #expect(fixture.screen.popupCount == 0)
      fixture.pen.proximityOut()
      try fixture.done()
    }
  }
}

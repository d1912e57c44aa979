import InkModel
import TabletCompositor
import Testing

extension CompositorTests {
  /// GTK's own demonstration programs on the screen, from Debian's gtk-4-examples.
  @Suite struct GtkProgramTests {
    @Test func `a stroke of the pen changes the pixels under it and nothing far from it`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=paint"])
      let window = try screen.waitForWindow()
      try window.resize(to: PixelSize(width: 800, height: 600))
      let before = try screen.waitUntilStill()
      let points = (0...100).map { Point(200 + Double($0) * 3, 300) }
      screen.pen.stroke(points)
      let after = try screen.waitUntilStill()
      let change = after.difference(from: before)
      #expect(change.box.x >= 190 && change.box.maxX <= 510)
      #expect(change.box.width >= 290)
      #expect(change.box.y >= 290 && change.box.maxY <= 310)
      window.close()
      #expect(try app.waitForExit() == .exited(0))
      try app.expectQuiet()
    }

    @Test func `keys typed go to the field that was clicked`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=entry_undo"])
      let window = try screen.waitForWindow()
      let before = try screen.waitUntilStill()
      let frame = window.frame
      screen.mouse.click(at: frame.rect.center)
      try screen.keyboard.type("Hello, World+")
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("c", [.control])
      try screen.waitForClipboard("text/plain;charset=utf-8")
      #expect(try screen.clipboardText() == "Hello, World+")
      #expect(try !screen.waitUntilStill().difference(from: before).isEmpty)
      try app.expectQuiet()
    }
  }
}

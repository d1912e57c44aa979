import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct KeyboardTests {
    @Test func `S6 and S102 the keyboard reaches everything and gives it back to the canvas`()
      async throws
    {
      // Without tools, which would be on the way around the window; they have tests of their own.
      let fixture = try AppFixture(profile: .barePaper)
      let screen = fixture.screen
      let keyboard = screen.keyboard
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, 100) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      let drawn = try fixture.paper()

      // All around the window and back: each stop shows that it has the focus.
      try keyboard.press("Tab")
      var seen: Set<Picture> = []
      let header = PixelBox(x: 0, y: 0, width: fixture.window.frame.width, height: fixture.canvas.y)
      for _ in 0..<8 {
        seen.insert(try screen.waitUntilStill(for: 0.05).cropped(to: header))
        try keyboard.press("Tab")
      }
      // Undo, the name, the menu, and the paper.
      #expect(seen.count >= 4)
      for _ in 0..<9 { try keyboard.press("Tab", [.shift]) }

      // The menu, one of its submenus, and out again.
      try keyboard.press("F10")
      try screen.waitForPopups(1)
      for _ in 0..<3 { try keyboard.press("Down") }
      try keyboard.press("Escape")
      try screen.waitForPopups(0)
      // The name of the drawing.
      try keyboard.press("F2")
      try screen.waitForPopups(1)
      try keyboard.press("Escape")
      try screen.waitForPopups(0)
      // The list of shortcuts.
      try keyboard.press("?", [.control])
      try screen.waitForWindows(2)
      try screen.waitUntilStill()
      try keyboard.press("Escape")
      try screen.waitForWindows(1)

      try screen.waitUntilStill()
      try keyboard.press("z", [.control])
      try await Kept.wait(for: "nothing", in: fixture.path, by: fixture.app) { $0.strokes == 0 }
      try keyboard.press("z", [.control, .shift])
      try await Kept.wait(for: "the stroke", in: fixture.path, by: fixture.app) { $0.strokes == 1 }
      #expect(try fixture.paper() == drawn)

      // E is the eraser, P the pen.
      try keyboard.press("e")
      try screen.settle()
      fixture.pen.stroke((0...10).map { fixture.at(150, 80 + Double($0) * 4) })
      fixture.pen.proximityOut()
      try await Kept.wait(for: "nothing", in: fixture.path, by: fixture.app) { $0.strokes == 0 }
      try keyboard.press("p")
      try screen.settle()
      fixture.pen.stroke((0...10).map { fixture.at(150 + Double($0) * 4, 200) })
      fixture.pen.proximityOut()
      try await Kept.wait(for: "a stroke", in: fixture.path, by: fixture.app) { $0.strokes == 1 }

      // Out by keyboard as well.
      try fixture.app.expectQuiet()
      try keyboard.press("w", [.control])
      #expect(try fixture.app.waitForExit() == .exited(0))
      try fixture.app.expectQuiet()
      screen.close()
    }

    @Test func `F11 fills the screen with paper and back, and the ink stays where it is`()
      async throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 1000, height: 700), maximized: false)
      // In a lower window the tools lie along the upper edge.
      try fixture.window.resize(to: PixelSize(width: 700, height: 620))
      try fixture.findCanvas()
      fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 5, 100 + Double($0)) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      let before = try fixture.findCanvas()
      let paper = try fixture.paper()
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.wait(for: "a full screen") { _ in fixture.window.isFullscreen }
      try fixture.findCanvas()
      let size = fixture.screen.size
      #expect(fixture.window.frame == PixelBox(x: 0, y: 0, width: size.width, height: size.height))
      let full = try fixture.paper()
      #expect(full.cropped(to: paper.bounds.intersection(full.bounds)) == paper)
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.wait(for: "the window again") { _ in !fixture.window.isFullscreen }
      #expect(try fixture.findCanvas() == before)
      try fixture.done()
    }
  }
}

import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct KeyboardTests {
    @Test func `S6 and S102 the keyboard reaches everything and gives it back to the canvas`()
      async throws
    {
      let desk = try Desk()
      let screen = desk.screen
      let keyboard = screen.keyboard
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, 100) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      let drawn = try desk.paper()

      // All around the window and back: each stop shows that it has the focus.
      try keyboard.press("Tab")
      var seen: Set<Picture> = []
      let header = PixelBox(x: 0, y: 0, width: 800, height: desk.canvas.y)
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
      try await Kept.wait(for: "nothing", in: desk.path, by: desk.app) { $0.strokes == 0 }
      try keyboard.press("z", [.control, .shift])
      try await Kept.wait(for: "the stroke", in: desk.path, by: desk.app) { $0.strokes == 1 }
      #expect(try desk.paper() == drawn)

      // E is the eraser, P the pen.
      try keyboard.press("e")
      try screen.settle()
      desk.pen.stroke((0...10).map { desk.at(150, 80 + Double($0) * 4) })
      desk.pen.proximityOut()
      try await Kept.wait(for: "nothing", in: desk.path, by: desk.app) { $0.strokes == 0 }
      try keyboard.press("p")
      try screen.settle()
      desk.pen.stroke((0...10).map { desk.at(150 + Double($0) * 4, 200) })
      desk.pen.proximityOut()
      try await Kept.wait(for: "a stroke", in: desk.path, by: desk.app) { $0.strokes == 1 }

      // Out by keyboard as well.
      try desk.app.expectQuiet()
      try keyboard.press("w", [.control])
      #expect(try desk.app.waitForExit() == .exited(0))
      try desk.app.expectQuiet()
      screen.close()
    }

    @Test func `F11 fills the screen with paper and gives it back, ink in its place`() async throws
    {
      let desk = try Desk(size: PixelSize(width: 1000, height: 700), maximized: false)
      try desk.window.resize(to: PixelSize(width: 700, height: 500))
      try desk.look()
      desk.pen.stroke((0...40).map { desk.at(100 + Double($0) * 5, 100 + Double($0)) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      let before = try desk.look()
      let paper = try desk.paper()
      try desk.screen.keyboard.press("F11")
      try desk.screen.wait(for: "a full screen") { _ in desk.window.isFullscreen }
      try desk.look()
      #expect(desk.window.frame == PixelBox(x: 0, y: 0, width: 1000, height: 700))
      let full = try desk.paper()
      #expect(full.cropped(to: paper.bounds.intersection(full.bounds)) == paper)
      try desk.screen.keyboard.press("F11")
      try desk.screen.wait(for: "the window again") { _ in !desk.window.isFullscreen }
      #expect(try desk.look() == before)
      try desk.done()
    }
  }
}

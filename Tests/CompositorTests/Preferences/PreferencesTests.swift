import Foundation
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  @Suite struct PreferencesTests {
    @Test func `S15 the force curve is bent and tried on a pad, and drawings are drawn with it`()
      async throws
    {
      let desk = try Desk(environment: ["GSETTINGS_BACKEND": "keyfile"])
      let tree = try AccessibleTree(desk.screen)
      /// How much of the screen a stroke at a force of 0.35 covers.
      func area(_ y: Double, strokes: Int) async throws -> Double {
        let points = (0...40).map { desk.at(100 + Double($0) * 5, y) }
        desk.pen.stroke(points, force: 0.35)
        desk.pen.proximityOut()
        _ = try await desk.kept(strokes)
        try desk.look()
        return desk.ink(around: desk.at(200, y), reach: 30).area
      }
      let before = try await area(60, strokes: 1)
      try desk.screen.keyboard.press(",", [.control])
      let dialog = try desk.screen.waitForWindow { $0.title == "Preferences" }
      for name in ["Style", "Force curve", "Test pad", "Touch", "Stabilizer", "Fast ink"] {
        try tree.wait(for: name)
      }
      try desk.screen.waitUntilStill()
      // The pad has real ink; nothing of it is in the drawing's file.
      let empty = desk.screen.screenshot()
      let pad = dialog.point(300, 290)
      desk.pen.stroke((0...20).map { Point(pad.x + Double($0) * 3, pad.y) }, force: 0.8)
      desk.pen.proximityOut()
      let inked = try desk.screen.waitUntilStill()
      #expect(empty.difference(from: inked).count > 60)
      try tree.press("Clear the Pad")
      let box = PixelBox(covering: Rect(center: Point(pad.x + 30, pad.y), radius: 40))
      try desk.screen.wait(for: "a clear pad") { _ in
        desk.screen.screenshot(of: box) == empty.cropped(to: box)
      }
      #expect(try await desk.kept(1).count == 1)
      // The upper handle is taken up and left: a light touch is enough.
      let editor = dialog.point(105, 290)
      desk.screen.mouse.drag(
        from: Point(editor.x + 32, editor.y - 32), to: Point(editor.x - 30, editor.y - 58))
      try desk.screen.waitUntilStill()
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      let after = try await area(160, strokes: 2)
      #expect(after > before * 1.15, "\(before), then \(after)")
      try desk.done()
    }

    @Test func `S56 the style is chosen in the preferences and holds at once`() async throws {
      let desk = try Desk(environment: ["GSETTINGS_BACKEND": "keyfile"])
      try desk.screen.keyboard.press(",", [.control])
      _ = try desk.screen.waitForWindow { $0.title == "Preferences" }
      try desk.screen.waitUntilStill()
      func isPaper(_ style: PaperStyle) -> Bool {
        desk.screen.pixel(at: desk.at(20, 20)) == Pixel(style.color.rgba >> 8)
      }
      #expect(isPaper(.light))
      // The list of styles has the focus: dark is the last.
      try desk.screen.keyboard.press("space")
      try desk.screen.waitForPopups(1)
      try desk.screen.keyboard.press("End")
      try desk.screen.keyboard.press("Return")
      try desk.screen.wait(for: "dark paper") { _ in isPaper(.dark) }
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      try desk.done()
    }

    @Test func `S75 a finger's swipe scrolls preferences that are longer than their window`() throws
    {
      let desk = try Desk(
        size: PixelSize(width: 800, height: 520), environment: ["GSETTINGS_BACKEND": "keyfile"])
      let tree = try AccessibleTree(desk.screen)
      try desk.screen.keyboard.press(",", [.control])
      let dialog = try desk.screen.waitForWindow { $0.title == "Preferences" }
      let row = try tree.wait(for: "Force curve")
      try desk.screen.waitUntilStill()
      let before = try tree.box(row)
      let frame = dialog.frame
      let start = dialog.point(Double(frame.width) / 2, Double(frame.height) * 0.7)
      desk.screen.touch.swipe(fingers: 1, from: start, by: Vector(0, -150), duration: 0.3)
      try desk.screen.waitUntilStill(for: 0.6)
      #expect(try tree.box(row).minY < before.minY - 60)
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      try desk.done()
    }
  }
}

import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The window that shows what a device says.
  @Suite struct InputTesterTests {
    @Test func `S90 the input test shows each axis live and records a file that can be replayed`()
      async throws
    {
      let fixture = try AppFixture(
        size: PixelSize(width: 1000, height: 760),
        preferences: [.hoverPreview: "pen"])
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      try screen.keyboard.press("F10")
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      // “Test Input…” in “Pen and Hand”, by their letters.
      try screen.keyboard.press("d")
      try screen.waitUntilStill()
      try screen.keyboard.press("u")
      let tester = try screen.waitForWindow { $0.title == "Input Test" }
      try screen.waitForPopups(0)
      try screen.waitUntilStill()
      let p = tester.point(150, 200)
      let pen = fixture.pen
      pen.tilt(x: 0, y: 30)
      pen.axes.rotation = 90
      for i in 0..<6 { pen.hover(at: Point(p.x + Double(i), p.y), distance: 0.25) }
      try tree.wait(for: "Hovers")
      try tree.wait(for: "Pen 50410001")
      try tree.wait(for: "0.250")
      try tree.wait(for: "30.0°")
      // Nothing presses yet.
      #expect(try !tree.texts().contains("0.000"))
      pen.setButton(.lower, pressed: true)
      try tree.wait(for: "Lower")
      pen.setButton(.lower, pressed: false)
      try tree.press("Record")
      try tree.wait(for: "Stop and Save…")
      pen.down(at: p, force: 0.5)
      for i in 1...60 {
        pen.move(to: Point(p.x + Double(i), p.y), force: 0.75)
        pause(1.0 / 120)
      }
      try tree.wait(for: "Touches")
      try tree.wait(for: "0.750")
      pen.up()
      for i in 0..<6 { pen.hover(at: Point(p.x + Double(i), p.y), distance: 0.25) }
      try tree.wait(for: "Hovers")
      try tree.wait(forNo: "0.750")
      #expect(try !tree.texts().contains("0.000"))
      pen.proximityOut()
      screen.mouse.move(to: p)
      screen.mouse.move(to: Point(p.x + 10, p.y + 10))
      try tree.wait(for: "Mouse")
      // Later than a palm would come.
      pause(1)
      screen.touch.tap(at: Point(p.x + 20, p.y + 20))
      try tree.wait(for: "Finger")
      try tree.press("Stop and Save…")
      _ = try screen.waitForWindow { $0.title == "Save the Recording" }
      try screen.waitUntilStill()
      let recording = screen.path("test.stylus")
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type(recording)
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      try screen.waitForWindows(2)
      try screen.waitUntilStill()
      let text = try String(contentsOfFile: recording, encoding: .utf8)
      let strokes = try StylusRecording(parsing: text).strokes
      #expect(strokes.count == 2)
      #expect(strokes.first?.samples.count == 61)
      #expect(strokes.first?.tool.serial == 0x5041_0001)
      // Nothing of it is in the drawing.
      #expect(await Kept.info(fixture.path) == nil)
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try fixture.done()
    }
  }
}

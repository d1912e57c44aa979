import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The pause after which handwriting becomes text.
  @Suite struct WritingPauseTests {
    @Test func `the pause is set in the preferences, and tried in the field there`() throws {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 1000))
      let (screen, pen) = (fixture.screen, fixture.pen)
      let tree = try AccessibleTree(screen)
      try screen.keyboard.press(",", [.control])
      let dialog = try screen.waitForWindow { $0.title == "Preferences" }
      try screen.waitUntilStill()
      try fixture.focus("Pause in seconds", tree)
      try screen.keyboard.press("End")
      func stored() throws -> String? {
        try Keyfile(of: screen).values(of: Preferences.group)["writing-pause"]
      }
      let end = Date().addingTimeInterval(10)
      while try stored() != "2.0", Date() < end { pause(0.05) }
      #expect(try stored() == "2.0")
      try fixture.focus("Write here to try it", tree)
      try screen.waitUntilStill(for: 0.3)
      let own = try tree.box(tree.wait(for: "Write here to try it"))
      let corner = dialog.point(own.minX, own.minY)
      let box = Rect(x: corner.x, y: corner.y, width: own.width, height: own.height)
      #expect(box.height >= 48)
      let word = try InputOnScreen.ScribbleTests.recorded(
        "coffee", at: Point(box.minX + 90, box.center.y + 9))
      for stroke in word {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
      }
      pen.proximityOut()
      let lifted = Date()
      let area = PixelBox(covering: Rect(around: word.joined()).outset(by: 4))
      func ink() -> Int { screen.screenshot(of: area).pixels { $0.luma < 0.5 }.count }
      pause(0.3)
      let inked = ink()
      #expect(inked > 20)
      while ink() * 4 > inked, Date().timeIntervalSince(lifted) < 10 {
        pause(0.02)
      }
      // The ink goes when its text comes, which is at the start of the field.
      let waited = Date().timeIntervalSince(lifted)
      #expect((1.9..<10).contains(waited), "\(waited) s")
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("c", [.control])
      let copied = Date().addingTimeInterval(5)
      while try screen.clipboardText() != "coffee", Date() < copied { pause(0.05) }
      #expect(try screen.clipboardText() == "coffee")
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try fixture.done()
    }
  }
}

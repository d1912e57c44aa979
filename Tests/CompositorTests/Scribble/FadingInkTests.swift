import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// How the ink of a field goes as its text comes.
  @Suite struct FadingInkTests {
    /// The pictures that are shown of ink from when it is all there until nothing is left of it.
    private func pictures(isStill: Bool) throws -> [Picture] {
      let fixture = try AppFixture { screen in
        if isStill { try App.reduceMotion(on: screen) }
      }
      try fixture.screen.keyboard.press("F2")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let popup = try #require(fixture.screen.popups.first)
      // Far from where its text comes.
      let ink = try ScribbleTests.word(
        "tin", at: Point(Double(popup.x) + 180, Double(popup.y) + Double(popup.height) / 3 + 8),
        size: 16)
      ScribbleTests.write(ink, with: fixture.pen)
      let area = PixelBox(covering: Rect(around: ink.joined()).outset(by: 4))
      pause(0.2)
      var pictures = [fixture.screen.screenshot(of: area)]
      let end = Date().addingTimeInterval(3)
      while Date() < end {
        let now = fixture.screen.screenshot(of: area)
        if now != pictures[pictures.count - 1] { pictures.append(now) }
        pause(0.002)
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
      return pictures
    }

    @Test func `S53 ink fades as its text comes, and goes at once where nothing is to move`() throws
    {
      let fading = try pictures(isStill: false)
      #expect(fading.count >= 4, "\(fading.count) pictures")
      let still = try pictures(isStill: true)
      #expect(still.count == 2, "\(still.count) pictures")
    }
  }
}

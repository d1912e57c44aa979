import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// How the ink of a field goes as its text comes.
  @Suite struct FadingInkTests {
    /// What is seen of ink from when it is all there until nothing is left of it.
    private struct Fading {
      /// The first with all of the ink.
      var pictures: [Picture]
      /// Seconds from the first picture with less ink to the frame of the last one that has some.
      ///
      /// The time of that frame is the one at which the program was told to draw it: how long a busy machine takes to do
      /// so is not counted.
      var seconds = 0.0
    }

    private func fading(isStill: Bool) throws -> Fading {
      let fixture = try AppFixture { screen in
        // Long enough to see all of the ink at rest.
        try App.writeSettings(["writing-pause": "2.0"], for: screen)
        if isStill { try App.reduceMotion(on: screen) }
      }
      let screen = fixture.screen
      try screen.keyboard.press("F2")
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let popup = try #require(screen.popups.first)
      // Far from where its text comes.
      let ink = try ScribbleTests.recorded(
        "coffee", at: Point(Double(popup.x) + 180, Double(popup.y) + Double(popup.height) / 3 + 8),
        size: 16)
      ScribbleTests.write(ink, with: fixture.pen)
      let area = PixelBox(covering: Rect(around: ink.joined()).outset(by: 4))
      try screen.waitUntilStill()
      screen.clearLog()
      screen.watch(area)
      let full = screen.screenshot(of: area)
      #expect(hasInk(full))
      let end = Date().addingTimeInterval(10)
      while screen.captures.last.map({ hasInk($0.picture) }) ?? true, Date() < end { pause(0.02) }
      // Faint ink is none to `hasInk`.
      pause(1)
      let fading = try fading(of: full, in: screen)
      screen.watch(nil)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try fixture.done()
      return fading
    }

    private func hasInk(_ picture: Picture) -> Bool { !picture.pixels { $0.luma < 0.45 }.isEmpty }

    private func fading(of full: Picture, in screen: Screen) throws -> Fading {
      let (commits, refreshes) = (screen.commits, screen.refreshTimes)
      var seen: [Capture] = []
      for capture in screen.captures where capture.picture != seen.last?.picture ?? full {
        seen.append(capture)
      }
      let bare = try #require(seen.last)
      #expect(!hasInk(bare.picture))
      var fading = Fading(pictures: [full] + seen.map(\.picture))
      guard seen.count > 2 else { return fading }
      let faint = seen[seen.count - 2]
      // A surface is told to draw at the first refresh after its last frame was committed.
      let commit = try #require(commits.last { $0.time == faint.time && !$0.changed.isEmpty })
      let last = try #require(
        commits.last { $0.surface == commit.surface && $0.time < faint.time })
      let frame = try #require(refreshes.first { $0 >= last.time })
      fading.seconds = min(frame, faint.time) - seen[0].time
      return fading
    }

    @Test
    func
      `S53 ink fades within 200 ms as its text comes, and goes at once where nothing is to move`()
      throws
    {
      let fading = try fading(isStill: false)
      #expect(fading.pictures.count >= 4, "\(fading.pictures.count) pictures")
      // And a frame of a monitor of 60 Hz.
      #expect(fading.seconds <= 0.2 + 1 / 60.0)
      let still = try self.fading(isStill: true)
      #expect(still.pictures.count == 2, "\(still.pictures.count) pictures")
    }
  }
}

import Glibc
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Strokes in progress on a surface of their own, ahead of the window's frames.
  @Suite struct WetLayerTests {
    private func wave(_ fixture: AppFixture, x: Double = 100, _ y: Double, count: Int = 60)
      -> [Point]
    {
      (0...count).map { i in
        fixture.at(x + Double(i) * 5, y + 12 * sin(Double(i) / 5))
      }
    }

    private func settledFixture(
      _ presenter: InkPresenter = .direct, scale: Int = 1, finger: String? = nil,
      preferences: Preferences = [:]
    ) throws -> AppFixture {
      let fixture = try AppFixture(
        scale: scale, presenter: presenter, finger: finger, preferences: preferences)
      fixture.pen.hover(at: fixture.at(90, 90))
      try fixture.screen.waitUntilStill()
      return fixture
    }

    @Test(arguments: [1, 2])
    func `S54 each report of the pen is on the screen by a commit of its own, without a frame`(
      scale: Int
    ) throws {
      let fixture = try settledFixture(scale: scale)
      let points = wave(fixture, 150)
      fixture.pen.down(at: points[0], force: 0.6)
      try fixture.screen.settle()
      fixture.screen.clearLog()
      for p in points.dropFirst() {
        let before = fixture.inkCommits(.direct).count
        fixture.pen.move(to: p)
        try fixture.screen.settle()
        #expect(fixture.inkCommits(.direct).count > before)
        let box = PixelBox(covering: Rect(center: p, radius: 3))
        #expect(InkSight(fixture.screen.screenshot(of: box)).pixels(above: 0.3) > 0)
      }
      // Not one frame of the window's.
      #expect(fixture.frames.isEmpty)
      fixture.pen.up()
      try fixture.done()
    }

    @Test func `S20 what the layer declares as changed lies around the tip`() throws {
      let fixture = try settledFixture()
      let points = wave(fixture, 150)
      fixture.pen.down(at: points[0], force: 0.6)
      try fixture.screen.settle()
      fixture.screen.clearLog()
      fixture.pen.move(along: Array(points.dropFirst()))
      try fixture.screen.settle()
      for commit in fixture.inkCommits(.direct) { #expect(commit.damagedArea < 120 * 120) }
      fixture.pen.up()
      try fixture.done()
    }

    @Test(arguments: [1, 2])
    func `in no commit is a stroke missing or doubled when the pen lifts`(
      scale: Int
    ) async throws {
      let fixture = try settledFixture(scale: scale)
      for i in 0..<4 {
        try fixture.expectSeamless(wave(fixture, 60 + 60 * Double(i)), "stroke \(i)")
      }
      _ = try await fixture.kept(4)
      try fixture.done()
    }

    @Test func `S98 preview and ink are exchanged in one frame, touching and lifting`()
      async throws
    {
      let fixture = try InputOnScreen.HoverTests.fixture(InkPresenter.direct.preferences)
      let p = fixture.at(300, 250)
      fixture.pen.hover(at: p)
      try fixture.screen.waitUntilStill()
      // The preview, the line and the preview again: in no commit is there nothing.
      func expectMark(at position: Point, while change: () -> Void) throws {
        let box = PixelBox(covering: Rect(center: position, radius: 1))
        let before = fixture.screen.screenshot(of: box)
        fixture.screen.clearLog()
        fixture.screen.watch(box)
        change()
        try fixture.screen.waitUntilStill(for: 0.2)
        fixture.screen.watch(nil)
        for picture in [before] + fixture.screen.captures.map(\.picture) {
          #expect(InkSight(picture).area > 0.5)
        }
      }
      try expectMark(at: p) { fixture.pen.down(at: p, force: 0.5) }
      fixture.pen.move(along: (1...40).map { Point(p.x + Double($0) * 3, p.y) })
      try fixture.screen.waitUntilStill(for: 0.2)
      try expectMark(at: Point(p.x + 118, p.y)) { fixture.pen.up() }
      // The line's end with the preview beside it; then the frame that takes the line over.
      #expect(fixture.inkCommits(.direct).count <= 2)
      #expect(fixture.frames.count == 1)
      fixture.pen.proximityOut()
      #expect(try await fixture.kept(1).count == 1)
      try fixture.done()
    }

    @Test func `translucent ink is as dark in every commit as it will be, over ink too`()
      async throws
    {
      // Half transparent, and wide, so that its line lies on itself and on the line before.
      // Without a preview, which would lie on the end of each line.
      let fixture = try AppFixture(
        presenter: .direct, preferences: [.hoverPreview: "off"],
        before: {
          try App.writeSettings(
            ["tool-picker": "'tool=pen brush=pen pen.color=8DB4E280 pen.size=14.0'"], for: $0)
        })
      fixture.pen.hover(at: fixture.at(90, 90))
      try fixture.screen.waitUntilStill()
      let points = (0...80).map { i in
        let t = Double(i) / 80 * 4 * .pi
        return fixture.at(200 + 4 * Double(i) * 0.8 + 40 * cos(t), 200 + 40 * sin(t))
      }
      try fixture.expectSeamless(points, "a translucent loop")
      try fixture.expectSeamless(points.map { $0 + Vector(15, 10) }, "a loop across it")
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test(arguments: [BufferRelease.immediately, .atRefresh, .whenReplaced])
    func `strokes are whole, however late the compositor gives buffers back`(
      _ release: BufferRelease
    ) async throws {
      let fixture = try settledFixture()
      fixture.screen.setBufferRelease(release)
      for i in 0..<3 {
        try fixture.expectSeamless(wave(fixture, 60 + 70 * Double(i)), "stroke \(i), \(release)")
      }
      // Strokes in a hurry: each begins before the one before it is dry.
      for i in 0..<6 {
        fixture.pen.stroke((0...12).map { fixture.at(100 + Double($0) * 4 + Double(i) * 60, 400) })
      }
      let after = try fixture.paper()
      let strip = InkSight(after.cropped(to: PixelBox(x: 90, y: 390, width: 380, height: 20)))
      #expect(strip.area > 6 * 48 * 1.5)
      _ = try await fixture.kept(9)
      try fixture.done()
    }

    @Test(arguments: ["automatic", "on"])
    func `where the compositor keeps its buffers ink goes back to frames, unless told otherwise`(
      _ mode: String
    ) async throws {
      let fixture = try AppFixture(preferences: [.fastInk: .init(mode)])
      fixture.screen.setBufferRelease(.atRefresh)
      // Twenty-four reports to each refresh.
      fixture.screen.setRefresh(10)
      fixture.pen.hover(at: fixture.at(90, 90))
      try fixture.screen.waitUntilStill(for: 0.4)
      let commits = try (0..<2).map { i in
        let points = (0...180).map { fixture.at(80 + Double($0) * 2, 120 + 80 * Double(i)) }
        fixture.pen.down(at: points[0], force: 0.6)
        try fixture.screen.settle()
        fixture.screen.clearLog()
        fixture.pen.move(along: Array(points.dropFirst()))
        try fixture.screen.settle()
        let count = fixture.inkCommits(.direct).count
        fixture.pen.up()
        try fixture.screen.waitUntilStill(for: 0.4)
        return count
      }
      #expect(commits[0] > 3)
      #expect(mode == "automatic" ? commits[1] == 0 : commits[1] > 3)
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test func `fingers and the mouse draw on the layer too, and several hands at once`()
      async throws
    {
      let fixture = try settledFixture(finger: "draw")
      fixture.pen.proximityOut()
      let screen = fixture.screen
      // While the pen's hand is near, fingers are its palm.
      pause(0.6)
      screen.clearLog()
      screen.touch.down(1, at: fixture.at(100, 100))
      for i in 1...30 {
        screen.touch.move(1, to: fixture.at(100 + Double(i) * 6, 100))
        pause(0.008)
      }
      try screen.settle()
      #expect(fixture.inkCommits(.direct).count > 5)
      #expect(fixture.ink(around: fixture.at(280, 100)).pixels(above: 0.5) > 0)
      screen.touch.up(1)
      screen.mouse.move(to: fixture.at(100, 200))
      try screen.waitUntilStill()
      screen.clearLog()
      screen.mouse.down()
      screen.mouse.move(along: (0...30).map { fixture.at(100 + Double($0) * 6, 200) })
      try screen.settle()
      #expect(fixture.inkCommits(.direct).count > 5)
      #expect(fixture.ink(around: fixture.at(280, 200)).pixels(above: 0.5) > 0)
      screen.mouse.up()
      // The pen draws while the mouse does.
      screen.mouse.move(to: fixture.at(100, 300))
      screen.mouse.down()
      fixture.pen.down(at: fixture.at(100, 350))
      for i in 1...30 {
        screen.mouse.move(to: fixture.at(100 + Double(i) * 6, 300))
        fixture.pen.move(to: fixture.at(100 + Double(i) * 6, 350))
        pause(0.008)
      }
      try screen.settle()
      for y in [300.0, 350] {
        #expect(fixture.ink(around: fixture.at(280, y)).pixels(above: 0.5) > 0)
      }
      fixture.pen.up()
      screen.mouse.up()
      _ = try await fixture.kept(4)
      let end = try fixture.paper()
      for y in [100, 200, 300, 350] {
        let strip = end.cropped(to: PixelBox(x: 100, y: y - 5, width: 180, height: 10))
        #expect(abs(InkSight(strip).area - 360) < 40)
      }
      try fixture.done()
    }

    @Test func `a touch that the desktop takes over is gone from the layer at once`() async throws {
      let fixture = try settledFixture(finger: "draw")
      fixture.pen.proximityOut()
      pause(0.6)
      let bare = try fixture.paper()
      fixture.screen.touch.down(1, at: fixture.at(100, 250))
      for i in 1...20 {
        fixture.screen.touch.move(1, to: fixture.at(100 + Double(i) * 8, 250))
        pause(0.008)
      }
      try fixture.waitForInk(at: fixture.at(200, 250))
      fixture.screen.touch.cancel()
      #expect(try fixture.paper() == bare)
      try fixture.done()
    }

    @Test func `a window that changes its size in mid-stroke shows the stroke in its frames`()
      async throws
    {
      let fixture = try AppFixture(presenter: .direct, maximized: false)
      let screen = fixture.screen
      let at = { (x: Double, y: Double) in fixture.at(x, y) }
      fixture.pen.hover(at: at(90, 90))
      try screen.waitUntilStill()
      fixture.pen.down(at: at(100, 100), force: 0.6)
      fixture.pen.move(along: (1...24).map { at(100 + Double($0) * 5, 100) })
      try fixture.waitForInk(at: at(200, 100))
      #expect(!fixture.inkCommits(.direct).isEmpty)
      let box = PixelBox(covering: Rect(center: at(160, 100), radius: 50))
      let before = InkSight(screen.screenshot(of: box))
      screen.clearLog()
      screen.watch(box)
      let frame = fixture.window.frame
      try fixture.window.resize(to: PixelSize(width: frame.width - 40, height: frame.height - 30))
      try screen.waitUntilStill(for: 0.2)
      for capture in screen.captures {
        #expect(InkSight(capture.picture).lost(from: before) == 0)
      }
      screen.clearLog()
      fixture.pen.move(along: (25...48).map { at(100 + Double($0) * 5, 100) })
      try fixture.waitForInk(at: at(330, 100))
      #expect(!fixture.frames.isEmpty)
      fixture.pen.up()
      #expect(try await fixture.kept(1)[0].samples.count == 49)
      // The next one is on the layer again.
      try screen.waitUntilStill()
      fixture.pen.hover(at: at(90, 200))
      try screen.waitUntilStill()
      screen.clearLog()
      fixture.pen.down(at: at(100, 200), force: 0.6)
      fixture.pen.move(along: (1...24).map { at(100 + Double($0) * 5, 200) })
      try screen.settle()
      #expect(fixture.inkCommits(.direct).count > 3)
      fixture.pen.up()
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test func `in full screen and at another scale the layer lies over the canvas`()
      async throws
    {
      let fixture = try settledFixture()
      let screen = fixture.screen
      func expectInk(_ fixture: AppFixture, y: Double, _ situation: Comment) throws {
        try fixture.findCanvas()
        fixture.pen.hover(at: fixture.at(90, y))
        try screen.waitUntilStill()
        screen.clearLog()
        try fixture.expectSeamless(wave(fixture, y, count: 30), situation)
      }
      try fixture.window.fullscreen()
      try expectInk(fixture, y: 60, "in full screen")
      try fixture.window.fullscreen(false)
      try expectInk(fixture, y: 110, "back from it")
      screen.setScale(2)
      try screen.waitUntilStill()
      try expectInk(fixture, y: 160, "at scale 2")
      screen.setScale(1)
      try screen.waitUntilStill()
      try expectInk(fixture, y: 210, "back at scale 1")
      _ = try await fixture.kept(4)
      try fixture.done()
    }

    @Test func `an idle layer goes from the screen and comes back with the pen`() async throws {
      // Without a preview, which goes from the layer by a commit of its own.
      let fixture = try settledFixture(preferences: [.hoverPreview: "off"])
      try fixture.expectSeamless(wave(fixture, 100), "before")
      fixture.pen.proximityOut()
      fixture.screen.clearLog()
      try fixture.screen.waitUntilStill(for: 3.6)
      // Taken away: a commit with nothing declared, of all of it.
      let gone = fixture.screen.commits.filter { $0.role == "subsurface" }
      #expect(gone.count == 1)
      fixture.pen.hover(at: fixture.at(90, 200))
      try fixture.screen.waitUntilStill()
      try fixture.expectSeamless(wave(fixture, 200), "after")
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test func `a compositor without subsurfaces gets the ink in the window's frames`() async throws
    {
      let fixture = try AppFixture(presenter: .direct, withholding: ["wl_subcompositor"])
      fixture.pen.hover(at: fixture.at(90, 90))
      try fixture.screen.waitUntilStill()
      let points = wave(fixture, 150)
      fixture.screen.clearLog()
      fixture.pen.down(at: points[0], force: 0.6)
      fixture.pen.move(along: Array(points.dropFirst()))
      try fixture.waitForInk(at: points[50])
      #expect(fixture.frames.count > 5)
      fixture.pen.up()
      #expect(try await fixture.kept(1)[0].samples.count == 61)
      #expect(!fixture.screen.commits.contains { $0.role == "subsurface" })
      try fixture.done()
    }

    @Test func `switched off, there is no layer`() async throws {
      let fixture = try settledFixture(.frames)
      fixture.pen.stroke(wave(fixture, 100))
      _ = try await fixture.kept(1)
      #expect(!fixture.screen.commits.contains { $0.role == "subsurface" })
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `what was foretold is gone when the pen stands, and never part of the line`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try settledFixture(presenter)
      // Fast, then not another word from the pen.
      let points = (0...40).map { fixture.at(100 + Double($0) * 8, 200) }
      fixture.pen.down(at: points[0], force: 0.6)
      fixture.pen.move(along: Array(points.dropFirst()))
      try fixture.screen.waitUntilStill(for: 0.15)
      let beyond = { () -> Double in
        let end = points[40]
        let box = PixelBox(x: Int(end.x) + 3, y: Int(end.y) - 8, width: 60, height: 16)
        return InkSight(fixture.screen.screenshot(of: box)).area
      }
      #expect(beyond() < 0.1)
      fixture.pen.up()
      try fixture.screen.waitUntilStill()
      #expect(beyond() < 0.1)
      #expect(try await fixture.kept(1)[0].samples.count == 41)
      try fixture.done()
    }
  }
}

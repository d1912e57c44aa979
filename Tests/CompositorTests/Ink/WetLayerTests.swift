import Glibc
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Strokes in progress on a surface of their own, ahead of the window's frames.
  @Suite struct WetLayerTests {
    private func wave(_ desk: Desk, x: Double = 100, _ y: Double, count: Int = 60) -> [Point] {
      (0...count).map { i in
        desk.at(x + Double(i) * 5, y + 12 * sin(Double(i) / 5))
      }
    }

    private func settledDesk(
      _ way: InkWay = .direct, scale: Int = 1, finger: String? = nil
    ) throws -> Desk {
      let desk = try Desk(scale: scale, way: way, finger: finger)
      desk.pen.hover(at: desk.at(90, 90))
      try desk.screen.waitUntilStill()
      return desk
    }

    @Test(arguments: [1, 2])
    func `S54 each report of the pen is on the screen by a commit of its own, without a frame`(
      scale: Int
    ) throws {
      let desk = try settledDesk(scale: scale)
      let points = wave(desk, 150)
      desk.pen.down(at: points[0], force: 0.6)
      try desk.screen.settle()
      desk.screen.clearLog()
      for p in points.dropFirst() {
        let before = desk.inkCommits(.direct).count
        desk.pen.move(to: p)
        try desk.screen.settle()
        #expect(desk.inkCommits(.direct).count > before)
        let box = PixelBox(covering: Rect(center: p, radius: 3))
        #expect(InkSight(desk.screen.screenshot(of: box)).pixels(above: 0.3) > 0)
      }
      // Not one frame of the window's.
      #expect(desk.frames.isEmpty)
      desk.pen.up()
      try desk.done()
    }

    @Test func `S20 what the layer declares as changed lies around the tip`() throws {
      let desk = try settledDesk()
      let points = wave(desk, 150)
      desk.pen.down(at: points[0], force: 0.6)
      try desk.screen.settle()
      desk.screen.clearLog()
      desk.pen.move(along: Array(points.dropFirst()))
      try desk.screen.settle()
      for commit in desk.inkCommits(.direct) { #expect(commit.damagedArea < 120 * 120) }
      desk.pen.up()
      try desk.done()
    }

    @Test(arguments: [1, 2])
    func `in no commit is a stroke missing or doubled when the pen lifts`(
      scale: Int
    ) async throws {
      let desk = try settledDesk(scale: scale)
      for i in 0..<4 {
        try desk.expectSeamless(wave(desk, 60 + 60 * Double(i)), "stroke \(i)")
      }
      _ = try await desk.kept(4)
      try desk.done()
    }

    @Test func `S98 preview and ink change places in one picture, touching and lifting`()
      async throws
    {
      let desk = try HandsOnScreen.HoverTests.desk(InkWay.direct.preferences)
      let p = desk.at(300, 250)
      desk.pen.hover(at: p)
      try desk.screen.waitUntilStill()
      // The preview, the line and the preview again: in no commit is there nothing.
      func expectMark(at place: Point, while change: () -> Void) throws {
        let box = PixelBox(covering: Rect(center: place, radius: 1))
        let before = desk.screen.screenshot(of: box)
        desk.screen.clearLog()
        desk.screen.watch(box)
        change()
        try desk.screen.waitUntilStill(for: 0.2)
        desk.screen.watch(nil)
        for picture in [before] + desk.screen.captures.map(\.picture) {
          #expect(InkSight(picture).area > 0.5)
        }
      }
      try expectMark(at: p) { desk.pen.down(at: p, force: 0.5) }
      desk.pen.move(along: (1...40).map { Point(p.x + Double($0) * 3, p.y) })
      try desk.screen.waitUntilStill(for: 0.2)
      try expectMark(at: Point(p.x + 118, p.y)) { desk.pen.up() }
      // The line's end with the preview beside it; then the frame that takes the line over.
      #expect(desk.inkCommits(.direct).count <= 2)
      #expect(desk.frames.count == 1)
      desk.pen.proximityOut()
      #expect(try await desk.kept(1).count == 1)
      try desk.done()
    }

    @Test func `translucent ink is as dark in every commit as it will be, over ink too`()
      async throws
    {
      // Half transparent, and wide, so that its line lies on itself and on the line before.
      let desk = try Desk(
        way: .direct,
        before: {
          try App.writeSettings(
            ["tool-picker": "'tool=pen brush=pen pen.color=8DB4E280 pen.size=14.0'"], for: $0)
        })
      desk.pen.hover(at: desk.at(90, 90))
      try desk.screen.waitUntilStill()
      let points = (0...80).map { i in
        let t = Double(i) / 80 * 4 * .pi
        return desk.at(200 + 4 * Double(i) * 0.8 + 40 * cos(t), 200 + 40 * sin(t))
      }
      try desk.expectSeamless(points, "a translucent loop")
      try desk.expectSeamless(points.map { $0 + Vector(15, 10) }, "a loop across it")
      _ = try await desk.kept(2)
      try desk.done()
    }

    @Test(arguments: [BufferRelease.immediately, .atRefresh, .whenReplaced])
    func `strokes are whole, however late the compositor gives buffers back`(
      _ release: BufferRelease
    ) async throws {
      let desk = try settledDesk()
      desk.screen.setBufferRelease(release)
      for i in 0..<3 {
        try desk.expectSeamless(wave(desk, 60 + 70 * Double(i)), "stroke \(i), \(release)")
      }
      // Strokes in a hurry: each begins before the one before it is dry.
      for i in 0..<6 {
        desk.pen.stroke((0...12).map { desk.at(100 + Double($0) * 4 + Double(i) * 60, 400) })
      }
      let after = try desk.paper()
      let strip = InkSight(after.cropped(to: PixelBox(x: 90, y: 390, width: 380, height: 20)))
      #expect(strip.area > 6 * 48 * 1.5)
      _ = try await desk.kept(9)
      try desk.done()
    }

    @Test(arguments: ["automatic", "on"])
    func `where the compositor keeps its buffers ink goes back to frames, unless told otherwise`(
      _ mode: String
    ) async throws {
      let desk = try Desk(preferences: [.fastInk: .init(mode)])
      desk.screen.setBufferRelease(.atRefresh)
      // Twenty-four reports to each refresh.
      desk.screen.setRefresh(10)
      desk.pen.hover(at: desk.at(90, 90))
      try desk.screen.waitUntilStill(for: 0.4)
      let commits = try (0..<2).map { i in
        let points = (0...180).map { desk.at(80 + Double($0) * 2, 120 + 80 * Double(i)) }
        desk.pen.down(at: points[0], force: 0.6)
        try desk.screen.settle()
        desk.screen.clearLog()
        desk.pen.move(along: Array(points.dropFirst()))
        try desk.screen.settle()
        let count = desk.inkCommits(.direct).count
        desk.pen.up()
        try desk.screen.waitUntilStill(for: 0.4)
        return count
      }
      #expect(commits[0] > 3)
      #expect(mode == "automatic" ? commits[1] == 0 : commits[1] > 3)
      _ = try await desk.kept(2)
      try desk.done()
    }

    @Test func `fingers and the mouse draw on the layer too, and several hands at once`()
      async throws
    {
      let desk = try settledDesk(finger: "draw")
      desk.pen.proximityOut()
      let screen = desk.screen
      // While the pen's hand is near, fingers are its palm.
      pause(0.6)
      screen.clearLog()
      screen.touch.down(1, at: desk.at(100, 100))
      for i in 1...30 {
        screen.touch.move(1, to: desk.at(100 + Double(i) * 6, 100))
        pause(0.008)
      }
      try screen.settle()
      #expect(desk.inkCommits(.direct).count > 5)
      #expect(desk.ink(around: desk.at(280, 100)).pixels(above: 0.5) > 0)
      screen.touch.up(1)
      screen.mouse.move(to: desk.at(100, 200))
      try screen.waitUntilStill()
      screen.clearLog()
      screen.mouse.down()
      screen.mouse.move(along: (0...30).map { desk.at(100 + Double($0) * 6, 200) })
      try screen.settle()
      #expect(desk.inkCommits(.direct).count > 5)
      #expect(desk.ink(around: desk.at(280, 200)).pixels(above: 0.5) > 0)
      screen.mouse.up()
      // The pen draws while the mouse does.
      screen.mouse.move(to: desk.at(100, 300))
      screen.mouse.down()
      desk.pen.down(at: desk.at(100, 350))
      for i in 1...30 {
        screen.mouse.move(to: desk.at(100 + Double(i) * 6, 300))
        desk.pen.move(to: desk.at(100 + Double(i) * 6, 350))
        pause(0.008)
      }
      try screen.settle()
      for y in [300.0, 350] {
        #expect(desk.ink(around: desk.at(280, y)).pixels(above: 0.5) > 0)
      }
      desk.pen.up()
      screen.mouse.up()
      _ = try await desk.kept(4)
      let end = try desk.paper()
      for y in [100, 200, 300, 350] {
        let strip = end.cropped(to: PixelBox(x: 100, y: y - 5, width: 180, height: 10))
        #expect(abs(InkSight(strip).area - 360) < 40)
      }
      try desk.done()
    }

    @Test func `a touch that the desktop takes over is gone from the layer at once`() async throws {
      let desk = try settledDesk(finger: "draw")
      desk.pen.proximityOut()
      pause(0.6)
      let bare = try desk.paper()
      desk.screen.touch.down(1, at: desk.at(100, 250))
      for i in 1...20 {
        desk.screen.touch.move(1, to: desk.at(100 + Double(i) * 8, 250))
        pause(0.008)
      }
      try desk.waitForInk(at: desk.at(200, 250))
      desk.screen.touch.cancel()
      #expect(try desk.paper() == bare)
      try desk.done()
    }

    @Test func `a window that changes its size in mid-stroke shows the stroke in its frames`()
      async throws
    {
      let desk = try Desk(way: .direct, maximized: false)
      let screen = desk.screen
      let at = { (x: Double, y: Double) in desk.at(x, y) }
      desk.pen.hover(at: at(90, 90))
      try screen.waitUntilStill()
      desk.pen.down(at: at(100, 100), force: 0.6)
      desk.pen.move(along: (1...24).map { at(100 + Double($0) * 5, 100) })
      try desk.waitForInk(at: at(200, 100))
      #expect(!desk.inkCommits(.direct).isEmpty)
      let box = PixelBox(covering: Rect(center: at(160, 100), radius: 50))
      let before = InkSight(screen.screenshot(of: box))
      screen.clearLog()
      screen.watch(box)
      let frame = desk.window.frame
      try desk.window.resize(to: PixelSize(width: frame.width - 40, height: frame.height - 30))
      try screen.waitUntilStill(for: 0.2)
      for capture in screen.captures {
        #expect(InkSight(capture.picture).lost(from: before) == 0)
      }
      screen.clearLog()
      desk.pen.move(along: (25...48).map { at(100 + Double($0) * 5, 100) })
      try desk.waitForInk(at: at(330, 100))
      #expect(!desk.frames.isEmpty)
      desk.pen.up()
      #expect(try await desk.kept(1)[0].samples.count == 49)
      // The next one is on the layer again.
      try screen.waitUntilStill()
      desk.pen.hover(at: at(90, 200))
      try screen.waitUntilStill()
      screen.clearLog()
      desk.pen.down(at: at(100, 200), force: 0.6)
      desk.pen.move(along: (1...24).map { at(100 + Double($0) * 5, 200) })
      try screen.settle()
      #expect(desk.inkCommits(.direct).count > 3)
      desk.pen.up()
      _ = try await desk.kept(2)
      try desk.done()
    }

    @Test func `in full screen and at another scale the layer is in its place`()
      async throws
    {
      let desk = try settledDesk()
      let screen = desk.screen
      func expectInk(_ desk: Desk, y: Double, _ situation: Comment) throws {
        try desk.look()
        desk.pen.hover(at: desk.at(90, y))
        try screen.waitUntilStill()
        screen.clearLog()
        try desk.expectSeamless(wave(desk, y, count: 30), situation)
      }
      try desk.window.fullscreen()
      try expectInk(desk, y: 60, "in full screen")
      try desk.window.fullscreen(false)
      try expectInk(desk, y: 110, "back from it")
      screen.setScale(2)
      try screen.waitUntilStill()
      try expectInk(desk, y: 160, "at scale 2")
      screen.setScale(1)
      try screen.waitUntilStill()
      try expectInk(desk, y: 210, "back at scale 1")
      _ = try await desk.kept(4)
      try desk.done()
    }

    @Test func `an idle layer goes from the screen and comes back with the pen`() async throws {
      let desk = try settledDesk()
      try desk.expectSeamless(wave(desk, 100), "before")
      desk.pen.proximityOut()
      desk.screen.clearLog()
      try desk.screen.waitUntilStill(for: 3.6)
      // Taken away: a commit with nothing declared, of all of it.
      let gone = desk.screen.commits.filter { $0.role == "subsurface" }
      #expect(gone.count == 1)
      desk.pen.hover(at: desk.at(90, 200))
      try desk.screen.waitUntilStill()
      try desk.expectSeamless(wave(desk, 200), "after")
      _ = try await desk.kept(2)
      try desk.done()
    }

    @Test func `a compositor without subsurfaces gets the ink in the window's frames`() async throws
    {
      let desk = try Desk(way: .direct, withholding: ["wl_subcompositor"])
      desk.pen.hover(at: desk.at(90, 90))
      try desk.screen.waitUntilStill()
      let points = wave(desk, 150)
      desk.screen.clearLog()
      desk.pen.down(at: points[0], force: 0.6)
      desk.pen.move(along: Array(points.dropFirst()))
      try desk.waitForInk(at: points[50])
      #expect(desk.frames.count > 5)
      desk.pen.up()
      #expect(try await desk.kept(1)[0].samples.count == 61)
      #expect(!desk.screen.commits.contains { $0.role == "subsurface" })
      try desk.done()
    }

    @Test func `switched off, there is no layer`() async throws {
      let desk = try settledDesk(.frames)
      desk.pen.stroke(wave(desk, 100))
      _ = try await desk.kept(1)
      #expect(!desk.screen.commits.contains { $0.role == "subsurface" })
      try desk.done()
    }

    @Test(arguments: InkWay.allCases)
    func `what was foretold is gone when the pen stands, and never part of the line`(
      _ way: InkWay
    ) async throws {
      let desk = try settledDesk(way)
      // Fast, then not another word from the pen.
      let points = (0...40).map { desk.at(100 + Double($0) * 8, 200) }
      desk.pen.down(at: points[0], force: 0.6)
      desk.pen.move(along: Array(points.dropFirst()))
      try desk.screen.waitUntilStill(for: 0.15)
      let beyond = { () -> Double in
        let end = points[40]
        let box = PixelBox(x: Int(end.x) + 3, y: Int(end.y) - 8, width: 60, height: 16)
        return InkSight(desk.screen.screenshot(of: box)).area
      }
      #expect(beyond() < 0.1)
      desk.pen.up()
      try desk.screen.waitUntilStill()
      #expect(beyond() < 0.1)
      #expect(try await desk.kept(1)[0].samples.count == 41)
      try desk.done()
    }
  }
}

import Canvas
import Glibc
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The layer of strokes in progress and the window around it: widgets and popovers over the canvas,
  /// other windows, and windows that change in the midst of a stroke.
  @Suite struct WetLayerWindowTests {
    private func fixture(
      size: PixelSize = PixelSize(width: 900, height: 720), picker: String = "",
      placements: String = "",
      profile: Preferences = .tools, maximized: Bool = true
    ) throws -> AppFixture {
      try AppFixture(
        size: size, presenter: .direct, maximized: maximized, profile: profile,
        preferences: ([.toolPicker: .init(picker)] as Preferences)
          .merging(placements.isEmpty ? [:] : [.pickerPlacements: .init(placements)]))
    }

    /// Where the tools are, and in how wide a window.
    enum Dock: String, CaseIterable, CustomTestStringConvertible {
      case docked = ""
      case afloat = "landscape=floating:0.5:0.6"
      case compact = "compact"

      var testDescription: String { "\(self)" }
      var size: PixelSize {
        PixelSize(width: self == .compact ? 460 : 900, height: self == .compact ? 760 : 720)
      }
      var placement: PickerPlacement? {
        self == .afloat ? PickerPlacement(.floating(x: 0.5, y: 0.6)) : nil
      }
    }

    @Test(arguments: Dock.allCases)
    func `ink in progress is cut out where the tools are, which keep their touches`(
      _ dock: Dock
    ) async throws {
      // Broad enough to reach the tools from where they do not step aside yet.
      let fixture = try fixture(
        size: dock.size, picker: "tool=brush brush=brush brush.color=1A1F2BFF brush.size=60.0",
        placements: dock == .compact ? "" : dock.rawValue)
      let screen = fixture.screen
      try fixture.waitForPicker(dock.placement)
      let frame = fixture.pickerFrame(dock.placement)
      // Above the tools at the bottom, else below.
      let y = dock == .compact ? frame.minY - 36 : frame.maxY + 36
      let inside = PixelBox(
        x: Int(frame.minX) + 24, y: Int(frame.minY) + 1, width: Int(frame.width) - 48,
        height: Int(frame.height) - 2)
      let mouse = screen.mouse
      fixture.pen.hover(at: Point(frame.minX + 40, y))
      try screen.waitUntilStill()
      let tools = screen.screenshot(of: inside)
      screen.clearLog()
      screen.watch(inside)
      fixture.pen.down(at: Point(frame.minX + 40, y), force: 1)
      fixture.pen.move(along: (1...40).map { Point(frame.minX + 40 + Double($0) * 4, y) })
      try screen.waitUntilStill()
      // It is on the layer, it is broad, and not one commit of it has touched the tools.
      #expect(fixture.inkCommits(.direct).count > 10)
      let edge = dock == .compact ? frame.minY - 3 : frame.maxY + 3
      let beside = PixelBox(covering: Rect(center: Point(frame.minX + 120, edge), radius: 2))
      #expect(InkSight(screen.screenshot(of: beside)).pixels(above: 0.9) == 16)
      #expect(screen.captures.allSatisfy { $0.picture == tools })
      #expect(screen.screenshot(of: inside) == tools)
      fixture.pen.up()
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      // While the mouse draws, the layer is over all of the window; a finger chooses a tool.
      pause(0.7)
      let far = dock == .compact ? 120.0 : Double(fixture.canvas.maxY) - 60
      mouse.move(to: Point(60, far))
      mouse.down()
      mouse.move(along: (1...20).map { Point(60 + Double($0) * 5, far) })
      try screen.settle()
      screen.touch.tap(at: try fixture.tool("pencil", dock.placement))
      mouse.move(along: (21...30).map { Point(60 + Double($0) * 5, far) })
      mouse.up()
      mouse.leave()
      fixture.pen.stroke((0...20).map { Point(80 + Double($0) * 5, far - 60) })
      let brushes = try await fixture.kept(3).map { stroke -> String in
        guard case .stroke(let s) = stroke.element.kind else { return "" }
        return s.ink.brush
      }
      #expect(brushes == ["brush", "brush", "pencil"])
      try fixture.done()
    }

    @Test func `a popover that opens over a stroke in progress covers it`() async throws {
      let fixture = try fixture(profile: .everyday)
      let screen = fixture.screen
      // Once a pen has drawn, the menu says that fingers do not draw any more, and the drawing has a file to copy.
      fixture.pen.stroke([fixture.at(100, 100), fixture.at(110, 100)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try screen.waitUntilStill()
      // Where the menu is going to be.
      try screen.keyboard.press("F10")
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let box = try #require(screen.popups.first)
      #expect(fixture.canvas.intersection(box).area > box.area / 2)
      let opened = screen.screenshot(of: box)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      let y = Double(box.maxY) - 40
      fixture.pen.hover(at: Point(Double(box.x) - 60, y))
      try screen.waitUntilStill()
      fixture.pen.down(at: Point(Double(box.x) - 60, y), force: 0.6)
      let path = (1...40).map {
        Point(Double(box.x) - 60 + Double($0) * Double(box.width) / 40, y + 8 * sin(Double($0)))
      }
      fixture.pen.move(along: path)
      try fixture.waitForInk(at: path[38])
      #expect(!fixture.inkCommits(.direct).isEmpty)
      try screen.keyboard.press("F10")
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      // Its corners are round, its edge has a shadow, its first row may have the keyboard; within, it
      // is what it was.
      let within = PixelBox(
        x: 16, y: 60, width: box.width - 32, height: box.height - 76)
      let shown = screen.screenshot(of: box).cropped(to: within)
      #expect(shown.difference(from: opened.cropped(to: within)).count == 0)
      try fixture.waitForInk(at: path[5])
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      fixture.pen.up()
      fixture.pen.proximityOut()
      let kept = try await fixture.kept(2)
      #expect(kept[1].samples.count >= 40)
      try fixture.done()
    }

    @Test func `each of several windows has a layer of its own, and none shows another's ink`()
      async throws
    {
      let screen = try Screen(size: PixelSize(width: 1000, height: 640))
      let names = ["a.plumbago", "b.plumbago"]
      let app = try screen.launchApp(
        names.map(screen.path), preferences: InkPresenter.direct.preferences)
      try screen.waitForWindows(2)
      for (i, window) in screen.windows.enumerated() {
        try window.resize(to: PixelSize(width: 460, height: 560))
        window.move(toX: 20 + 490 * i, y: 40)
      }
      try screen.waitUntilStill()
      let frames = screen.windows.map(\.frame).sorted { $0.x < $1.x }
      #expect(frames.count == 2 && frames[0].maxX < frames[1].x)
      let papers = frames.map {
        PixelBox(x: $0.x + 4, y: $0.y + 90, width: $0.width - 8, height: $0.height - 100)
      }
      func line(_ paper: PixelBox, _ y: Double) -> [Point] {
        (0...40).map { Point(Double(paper.x) + 30 + Double($0) * 9, Double(paper.y) + y) }
      }
      var layers: Set<Int> = []
      for (mine, other) in [(0, 1), (1, 0), (0, 1)] {
        let points = line(papers[mine], 60 + Double(layers.count) * 40)
        screen.pen.hover(at: points[0] + Vector(-5, -5))
        try screen.waitUntilStill()
        let before = screen.screenshot(of: papers[other])
        screen.clearLog()
        screen.watch(papers[other])
        screen.pen.down(at: points[0], force: 0.6)
        screen.pen.move(along: Array(points.dropFirst()))
        try screen.settle()
        let ink = screen.commits.filter { $0.role == "subsurface" && !$0.damage.isEmpty }
        // Reports that a busy machine delivers together are shown together.
        try #require(ink.count > 2)
        layers.insert(ink[0].surface)
        for box in ink.flatMap(\.screenDamage) { #expect(box.intersection(papers[other]).isEmpty) }
        screen.pen.up()
        screen.pen.proximityOut()
        try screen.waitUntilStill()
        screen.watch(nil)
        #expect(screen.captures.allSatisfy { $0.picture == before })
        #expect(screen.screenshot(of: papers[other]) == before)
      }
      #expect(layers.count == 2)
      for (name, count) in zip(names, [2, 1]) {
        _ = try await Kept.strokes(count, in: screen.path(name), by: app)
      }
      try app.expectQuiet()
      for window in screen.windows { window.close() }
      #expect(try app.waitForExit() == .exited(0))
      screen.close()
    }

    /// What can happen to a window in the midst of a stroke.
    enum Upheaval: CaseIterable, Sendable {
      case resized
      case fullScreen
      case backFromFullScreen
      case maximized
      case doubleScale
      case halfScale
    }

    /// Whether a pixel has half transparent red ink once, or more than once.
    private func isInked(_ p: Pixel) -> (once: Bool, more: Bool) {
      // Once it is E2919B on the paper, twice D55C6C.
      let isRed = Int(p.red) - Int(p.green) > 30 && p.red > 0xA0
      return (isRed, isRed && p.green < 0x7A)
    }

    @Test(arguments: Upheaval.allCases)
    func `a window that changes under the pen neither loses nor doubles ink in any commit`(
      _ upheaval: Upheaval
    ) async throws {
      let fixture = try fixture(
        size: PixelSize(width: 700, height: 560),
        picker: "tool=pen brush=pen pen.color=C8273D80 pen.size=12.0",
        // Of all that is red on the screen, ink must be the only thing.
        profile: .barePaper,
        maximized: false)
      let screen = fixture.screen
      let frame = fixture.window.frame
      if frame.width > 600 || frame.height > 480 {
        try fixture.window.resize(to: PixelSize(width: 560, height: 440))
      }
      if upheaval == .backFromFullScreen { try fixture.window.fullscreen() }
      if upheaval == .halfScale { screen.setScale(2) }
      try fixture.findCanvas()
      // A line that lies on itself, so that ink twice would show.
      let points = (0...70).map { i in
        let t = Double(i) / 70 * 6 * .pi
        return fixture.at(120 + 3 * Double(i) + 30 * cos(t), 120 + 30 * sin(t))
      }
      fixture.pen.hover(at: points[0] + Vector(-10, -10))
      try screen.waitUntilStill()
      fixture.pen.down(at: points[0], force: 0.5)
      fixture.pen.move(along: Array(points[1...45]))
      try screen.waitUntilStill(for: 0.1)
      #expect(fixture.inkCommits(.direct).count > 10)
      /// Pixels with ink, and with too much of it, for each logical one.
      func ink(_ picture: Picture) -> (Double, Double) {
        let k = Double(picture.width) / 700
        let once = picture.pixels { isInked($0).once }.count
        let more = picture.pixels { isInked($0).more }.count
        return (Double(once) / k / k, Double(more) / k / k)
      }
      let all = PixelBox(x: 0, y: 0, width: 700, height: 560)
      let (before, doubled) = ink(screen.screenshot(of: all))
      #expect(before > 1500 && doubled == 0)
      screen.clearLog()
      screen.watch(all)
      switch upheaval {
      case .resized: try fixture.window.resize(to: PixelSize(width: 500, height: 400))
      case .fullScreen: try fixture.window.fullscreen()
      case .backFromFullScreen: try fixture.window.fullscreen(false)
      case .maximized: try fixture.window.maximize()
      case .doubleScale: screen.setScale(2)
      case .halfScale: screen.setScale(1)
      }
      try screen.waitUntilStill(for: 0.1)
      // Nothing was drawn meanwhile, so there is as much ink in each commit as there was before.
      for (i, capture) in screen.captures.enumerated() {
        let (once, more) = ink(capture.picture)
        #expect(abs(once - before) < before * 0.03 + 20, "commit \(i): \(once), not \(before)")
        #expect(more < 8, "commit \(i)")
      }
      #expect(!screen.captures.isEmpty)
      let from = screen.commits.count
      // The pen is where it was on the screen, wherever the paper has gone.
      fixture.pen.move(along: Array(points[47...]))
      try screen.waitUntilStill(for: 0.1)
      // What is left of the stroke comes by frames.
      let rest = screen.commits.dropFirst(from)
      #expect(rest.contains { $0.surface == fixture.window.surface && !$0.damage.isEmpty })
      #expect(!rest.contains { $0.role == "subsurface" && !$0.damage.isEmpty })
      fixture.pen.up()
      try screen.waitUntilStill(for: 0.2)
      screen.watch(nil)
      let (final, _) = ink(screen.screenshot(of: all))
      for (i, capture) in screen.captures.enumerated() {
        let (once, more) = ink(capture.picture)
        // Neither goes what was there, nor comes as much again; a little is foretold.
        #expect(
          once > before * 0.97 - 20 && once < final + before * 0.8,
          "commit \(i): \(once) of \(before) … \(final)")
        #expect(more < 8, "commit \(i)")
      }
      #expect(try await fixture.kept(1)[0].samples.count == 70)
      // The next stroke is on the layer again.
      try fixture.findCanvas()
      fixture.pen.hover(at: fixture.at(80, 300))
      try screen.waitUntilStill()
      screen.clearLog()
      fixture.pen.down(at: fixture.at(80, 300), force: 0.5)
      fixture.pen.move(along: (1...20).map { fixture.at(80 + Double($0) * 5, 300) })
      try screen.settle()
      #expect(fixture.inkCommits(.direct).count > 3)
      fixture.pen.up()
      _ = try await fixture.kept(2)
      try fixture.done()
    }
  }
}

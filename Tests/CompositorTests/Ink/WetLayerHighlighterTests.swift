import Canvas
import Glibc
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Ink in progress below the ink that is there: on the layer along with all that lies over it, or
  /// in frames.
  @Suite struct WetLayerHighlighterTests {
    private func fixture(
      scale: Int = 1, profile: Preferences = .everyday, settings: [String: String] = [:]
    ) throws -> AppFixture {
      let fixture = try AppFixture(
        scale: scale, presenter: .direct, profile: profile,
        // Previews of the highlighter come in frames, which are counted here.
        preferences: [.hoverPreview: "off"],
        before: {
          try App.writeSettings(settings.merging(["tool-picker": "'tool=pen'"]) { $1 }, for: $0)
        })
      return fixture
    }

    /// Writing to be marked, and then the highlighter in the hand.
    private func write(_ fixture: AppFixture) async throws {
      for y in [100.0, 150, 200] {
        fixture.pen.stroke(
          (0...60).map { fixture.at(80 + Double($0) * 6, y + 14 * sin(Double($0))) })
      }
      _ = try await fixture.kept(3)
      try fixture.screen.keyboard.press("h")
      fixture.pen.hover(at: fixture.at(60, 60))
      try fixture.screen.waitUntilStill()
    }

    /// The picture of a page.
    enum Page: CaseIterable, Sendable {
      case plain
      case dense
      case dark
      case squares

      var scale: Int { self == .dense ? 2 : 1 }
      var settings: [String: String] {
        switch self {
        case .plain, .dense: [:]
        case .dark: ["color-scheme": "'dark'"]
        case .squares:
          [
            "new-drawing": "'pattern=grid spacing=14.0 lines=8a8f97ff'"
          ]
        }
      }
    }

    @Test(arguments: Page.allCases)
    func `S54 the highlighter is on the screen with each report, below the ink, as it will be`(
      _ page: Page
    ) async throws {
      let fixture = try fixture(scale: page.scale, settings: page.settings)
      try await write(fixture)
      let box = PixelBox(
        covering: Rect(
          x: fixture.at(70, 80).x, y: fixture.at(70, 80).y, width: 400, height: 140))
      let bare = fixture.screen.screenshot(of: box)
      let points = (0...50).map { fixture.at(90 + Double($0) * 6, 150 + Double($0) / 5) }
      fixture.screen.clearLog()
      fixture.pen.down(at: points[0], force: 0.6)
      try fixture.screen.settle()
      for p in points.dropFirst() {
        let before = fixture.inkCommits(.direct).count
        fixture.pen.move(to: p)
        try fixture.screen.settle()
        #expect(fixture.inkCommits(.direct).count > before)
      }
      #expect(fixture.frames.isEmpty)
      for commit in fixture.inkCommits(.direct) { #expect(commit.damagedArea < 140 * 140) }
      try fixture.screen.waitUntilStill(for: 0.1)
      let wet = fixture.screen.screenshot(of: box)
      #expect(wet.difference(from: bare).count > 300 * 9 / 2)
      fixture.pen.up()
      try fixture.screen.waitUntilStill(for: 0.2)
      let dry = fixture.screen.screenshot(of: box)
      // Paper, pattern, the ink above and its soft edges: what the layer showed is what there is now,
      // but for the rounding of edges that are painted in pieces or at once, and the line's own end.
      let k = page.scale
      #expect(dry.difference(from: wet, tolerance: 8).count < 60 * k * k)
      _ = try await fixture.kept(4)
      for i in 0..<3 {
        try fixture.expectSeamless(
          (0...40).map { fixture.at(100 + Double($0) * 7, 90 + Double(i) * 40 + Double($0)) },
          "stroke \(i)", ends: 90)
      }
      // In a hurry: each begins before the one before it is in a frame.
      fixture.screen.clearLog()
      for i in 0..<6 {
        fixture.pen.stroke((0...12).map { fixture.at(100 + Double($0) * 4 + Double(i) * 60, 300) })
      }
      try fixture.screen.waitUntilStill()
      _ = try await fixture.kept(13)
      try fixture.done()
    }

    /// How much light a picture's yellow takes from its blue.
    private func marked(_ picture: Picture) -> Int {
      picture.pixels { Int($0.red) - Int($0.blue) > 60 }.count
    }

    @Test func `where the tools' shadow lies the highlighter is shown in frames, without a gap`()
      async throws
    {
      let fixture = try fixture(profile: .tools)
      try fixture.waitForPicker()
      try fixture.screen.keyboard.press("h")
      let frame = fixture.pickerFrame()
      let x = frame.minX + 60
      fixture.pen.hover(at: Point(x, frame.maxY + 220))
      try fixture.screen.waitUntilStill()
      let paper = PixelBox(
        x: fixture.canvas.x, y: Int(frame.maxY) + 12, width: fixture.canvas.width,
        height: fixture.canvas.maxY - Int(frame.maxY) - 12)
      let shadow = PixelBox(x: Int(x) + 60, y: Int(frame.maxY), width: 200, height: 40)
      let shaded = fixture.screen.screenshot(of: shadow)
      fixture.screen.clearLog()
      fixture.pen.down(at: Point(x, frame.maxY + 220), force: 0.6)
      func move(_ steps: ClosedRange<Int>) throws {
        for i in steps {
          fixture.pen.move(to: Point(x, frame.maxY + 220 - Double(i) * 3))
          pause(0.004)
        }
        // Until nothing foretold shows any more.
        try fixture.screen.waitUntilStill(for: 0.1)
      }
      try move(1...30)
      #expect(fixture.frames.isEmpty)
      let rested = marked(fixture.screen.screenshot(of: paper))
      fixture.screen.watch(paper)
      try move(31...60)
      #expect(fixture.inkCommits(.direct).count > 5 && fixture.frames.count > 2)
      let end = fixture.frames.last?.time ?? 0
      // The layer's last word was that it shows nothing any more.
      #expect(fixture.inkCommits(.direct).allSatisfy { $0.time <= end + 0.001 })
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill(for: 0.6)
      fixture.screen.watch(nil)
      for (i, capture) in fixture.screen.captures.enumerated() {
        #expect(marked(capture.picture) > rested - 30, "commit \(i)")
      }
      #expect(rested > 80 * 8 && marked(fixture.screen.screenshot(of: paper)) > 170 * 8)
      #expect(fixture.screen.screenshot(of: shadow) == shaded)
      _ = try await fixture.kept(1)
      try fixture.done()
    }

    @Test func `while another hand erases, the highlighter is shown in frames, without a gap`()
      async throws
    {
      let fixture = try fixture()
      try await write(fixture)
      let screen = fixture.screen
      let points = (0...60).map { fixture.at(90 + Double($0) * 5, 150) }
      let box = PixelBox(
        covering: Rect(
          x: fixture.at(70, 120).x, y: fixture.at(70, 120).y, width: 400, height: 60))
      screen.clearLog()
      fixture.pen.down(at: points[0], force: 0.6)
      fixture.pen.move(along: Array(points[1...20]))
      // Until nothing foretold shows any more.
      try screen.waitUntilStill(for: 0.1)
      #expect(fixture.inkCommits(.direct).count > 5 && fixture.frames.isEmpty)
      let rested = marked(screen.screenshot(of: box))
      screen.watch(box)
      // The next tool that comes down is an eraser: the mouse.
      try screen.keyboard.press("e")
      screen.mouse.move(to: fixture.at(200, 330))
      screen.mouse.down()
      screen.mouse.move(to: fixture.at(230, 330))
      try screen.waitUntilStill(for: 0.1)
      let before = fixture.frames.count
      for i in 21...60 {
        fixture.pen.move(to: points[i])
        pause(0.004)
      }
      try screen.waitUntilStill(for: 0.1)
      #expect(fixture.frames.count > before + 3)
      screen.mouse.up()
      screen.mouse.leave()
      fixture.pen.up()
      try screen.waitUntilStill(for: 0.2)
      screen.watch(nil)
      for (i, capture) in screen.captures.enumerated() {
        #expect(marked(capture.picture) > rested - 30, "commit \(i)")
      }
      #expect(rested > 80 * 8 && marked(screen.screenshot(of: box)) > 280 * 8)
      _ = try await fixture.kept(4)
      try fixture.done()
    }
  }
}

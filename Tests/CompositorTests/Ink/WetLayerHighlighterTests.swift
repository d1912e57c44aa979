import Canvas
import Glibc
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Ink in progress below the ink that is there: on the layer along with all that lies over it, or
  /// in frames.
  @Suite struct WetLayerHighlighterTests {
    private func desk(
      scale: Int = 1, profile: Preferences = .barePaper, settings: [String: String] = [:]
    ) throws -> Desk {
      let desk = try Desk(
        scale: scale, way: .direct, profile: profile,
        before: {
          try App.writeSettings(settings.merging(["tool-picker": "'tool=pen'"]) { $1 }, for: $0)
        })
      return desk
    }

    /// Writing to be marked, and then the highlighter in the hand.
    private func write(_ desk: Desk) async throws {
      for y in [100.0, 150, 200] {
        desk.pen.stroke((0...60).map { desk.at(80 + Double($0) * 6, y + 14 * sin(Double($0))) })
      }
      _ = try await desk.kept(3)
      try desk.screen.keyboard.press("h")
      desk.pen.hover(at: desk.at(60, 60))
      try desk.screen.waitUntilStill()
    }

    /// What a page looks like.
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
      let desk = try desk(scale: page.scale, settings: page.settings)
      try await write(desk)
      let box = PixelBox(
        covering: Rect(
          x: desk.at(70, 80).x, y: desk.at(70, 80).y, width: 400, height: 140))
      let bare = desk.screen.screenshot(of: box)
      let points = (0...50).map { desk.at(90 + Double($0) * 6, 150 + Double($0) / 5) }
      desk.screen.clearLog()
      desk.pen.down(at: points[0], force: 0.6)
      try desk.screen.settle()
      for p in points.dropFirst() {
        let before = desk.inkCommits(.direct).count
        desk.pen.move(to: p)
        try desk.screen.settle()
        #expect(desk.inkCommits(.direct).count > before)
      }
      #expect(desk.frames.isEmpty)
      for commit in desk.inkCommits(.direct) { #expect(commit.damagedArea < 140 * 140) }
      try desk.screen.waitUntilStill(for: 0.1)
      let wet = desk.screen.screenshot(of: box)
      #expect(wet.difference(from: bare).count > 300 * 9 / 2)
      desk.pen.up()
      try desk.screen.waitUntilStill(for: 0.2)
      let dry = desk.screen.screenshot(of: box)
      // Paper, pattern, the ink above and its soft edges: what the layer showed is what there is now,
      // but for the rounding of edges that are painted in pieces or at once, and the line's own end.
      let k = page.scale
      #expect(dry.difference(from: wet, tolerance: 8).count < 60 * k * k)
      _ = try await desk.kept(4)
      for i in 0..<3 {
        try desk.expectSeamless(
          (0...40).map { desk.at(100 + Double($0) * 7, 90 + Double(i) * 40 + Double($0)) },
          "stroke \(i)", ends: 90)
      }
      // In a hurry: each begins before the one before it is in a frame.
      desk.screen.clearLog()
      for i in 0..<6 {
        desk.pen.stroke((0...12).map { desk.at(100 + Double($0) * 4 + Double(i) * 60, 300) })
      }
      try desk.screen.waitUntilStill()
      _ = try await desk.kept(13)
      try desk.done()
    }

    /// How much light a picture's yellow takes from its blue.
    private func marked(_ picture: Picture) -> Int {
      picture.pixels { Int($0.red) - Int($0.blue) > 60 }.count
    }

    @Test func `where the tools' shadow lies the highlighter is shown in frames, without a gap`()
      async throws
    {
      let desk = try desk(profile: .tools)
      try desk.waitForPicker()
      try desk.screen.keyboard.press("h")
      let frame = desk.pickerFrame()
      let x = frame.minX + 60
      desk.pen.hover(at: Point(x, frame.maxY + 220))
      try desk.screen.waitUntilStill()
      let paper = PixelBox(
        x: desk.canvas.x, y: Int(frame.maxY) + 12, width: desk.canvas.width,
        height: desk.canvas.maxY - Int(frame.maxY) - 12)
      let shadow = PixelBox(x: Int(x) + 60, y: Int(frame.maxY), width: 200, height: 40)
      let shaded = desk.screen.screenshot(of: shadow)
      desk.screen.clearLog()
      desk.pen.down(at: Point(x, frame.maxY + 220), force: 0.6)
      func move(_ steps: ClosedRange<Int>) throws {
        for i in steps {
          desk.pen.move(to: Point(x, frame.maxY + 220 - Double(i) * 3))
          pause(0.004)
        }
        // Until nothing foretold shows any more.
        try desk.screen.waitUntilStill(for: 0.1)
      }
      try move(1...30)
      #expect(desk.frames.isEmpty)
      let rested = marked(desk.screen.screenshot(of: paper))
      desk.screen.watch(paper)
      try move(31...60)
      #expect(desk.inkCommits(.direct).count > 5 && desk.frames.count > 2)
      let end = desk.frames.last?.time ?? 0
      // The layer's last word was that it shows nothing any more.
      #expect(desk.inkCommits(.direct).allSatisfy { $0.time <= end + 0.001 })
      desk.pen.up()
      desk.pen.proximityOut()
      try desk.screen.waitUntilStill(for: 0.6)
      desk.screen.watch(nil)
      for (i, capture) in desk.screen.captures.enumerated() {
        #expect(marked(capture.picture) > rested - 30, "commit \(i)")
      }
      #expect(rested > 80 * 8 && marked(desk.screen.screenshot(of: paper)) > 170 * 8)
      #expect(desk.screen.screenshot(of: shadow) == shaded)
      _ = try await desk.kept(1)
      try desk.done()
    }

    @Test func `while another hand erases, the highlighter is shown in frames, without a gap`()
      async throws
    {
      let desk = try desk()
      try await write(desk)
      let screen = desk.screen
      let points = (0...60).map { desk.at(90 + Double($0) * 5, 150) }
      let box = PixelBox(
        covering: Rect(
          x: desk.at(70, 120).x, y: desk.at(70, 120).y, width: 400, height: 60))
      screen.clearLog()
      desk.pen.down(at: points[0], force: 0.6)
      desk.pen.move(along: Array(points[1...20]))
      // Until nothing foretold shows any more.
      try screen.waitUntilStill(for: 0.1)
      #expect(desk.inkCommits(.direct).count > 5 && desk.frames.isEmpty)
      let rested = marked(screen.screenshot(of: box))
      screen.watch(box)
      // The next tool that comes down is an eraser: the mouse.
      try screen.keyboard.press("e")
      screen.mouse.move(to: desk.at(200, 330))
      screen.mouse.down()
      screen.mouse.move(to: desk.at(230, 330))
      try screen.waitUntilStill(for: 0.1)
      let before = desk.frames.count
      for i in 21...60 {
        desk.pen.move(to: points[i])
        pause(0.004)
      }
      try screen.waitUntilStill(for: 0.1)
      #expect(desk.frames.count > before + 3)
      screen.mouse.up()
      screen.mouse.leave()
      desk.pen.up()
      try screen.waitUntilStill(for: 0.2)
      screen.watch(nil)
      for (i, capture) in screen.captures.enumerated() {
        #expect(marked(capture.picture) > rested - 30, "commit \(i)")
      }
      #expect(rested > 80 * 8 && marked(screen.screenshot(of: box)) > 280 * 8)
      _ = try await desk.kept(4)
      try desk.done()
    }
  }
}

import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// One drawing in two windows: both show it, each where it is looked at, with one history.
  @Suite struct SecondWindowTests {
    private static func line(_ y: Double) -> [Point] {
      (0...20).map { Point(300 + Double($0) * 5, y) }
    }

    private static let file = "a.plumbago"

    /// A drawing in two windows at the same position of it, the second in front; with a line at 200, or blank.
    private static func twoWindows(drawing: Bool) async throws -> (
      bench: FileBench, app: Program, first: Window, second: Window
    ) {
      let bench = try FileBench(size: PixelSize(width: 900, height: 600))
      let screen = bench.screen
      let path = bench.path(file)
      let (app, first) = try bench.start([path])
      try first.maximize()
      try screen.waitUntilStill()
      if drawing {
        screen.pen.stroke(line(200))
        screen.pen.proximityOut()
        try await Kept.wait(for: "one stroke", in: path, by: app) { $0.strokes == 1 }
      }
      try screen.keyboard.press("w", [.control, .alt])
      try screen.waitForWindows(2)
      let second = try #require(screen.windows.first { $0 != first })
      try second.maximize()
      try screen.waitUntilStill()
      return (bench, app, first, second)
    }

    /// Whether there is ink around a point of the screen.
    private func hasInk(_ screen: Screen, at p: Point) -> Bool {
      screen.screenshot(of: PixelBox(covering: Rect(center: p, radius: 4)))
        .pixels { $0.luma < 0.4 }.count > 4
    }

    private func show(_ window: Window, _ screen: Screen) throws {
      window.activate()
      try screen.waitUntilStill()
    }

    @Test func `what is drawn in one window is in the other, and either undoes and saves it`()
      async throws
    {
      let (bench, app, first, second) = try await Self.twoWindows(drawing: true)
      let (screen, path) = (bench.screen, bench.path(Self.file))
      // At the same position of the drawing.
      #expect(hasInk(screen, at: Point(350, 200)))
      // Somewhere else: the second window's view is its own.
      screen.mouse.move(to: Point(400, 400))
      screen.mouse.scroll(3)
      try screen.waitUntilStill(for: 1)
      #expect(!hasInk(screen, at: Point(350, 200)))
      screen.pen.stroke(Self.line(400))
      screen.pen.proximityOut()
      try await Kept.wait(for: "two strokes", in: path, by: app) { $0.strokes == 2 }
      let both = try screen.waitUntilStill()

      try show(first, screen)
      #expect(hasInk(screen, at: Point(350, 200)))
      let dark = try screen.waitUntilStill().pixels { $0.luma < 0.4 }.count
      // Undo in the first takes back what was drawn in the second.
      try screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "one stroke", in: path, by: app) { $0.strokes == 1 }
      try screen.keyboard.press("z", [.control, .shift])
      try await Kept.wait(for: "two strokes", in: path, by: app) { $0.strokes == 2 }
      #expect(try screen.waitUntilStill().pixels { $0.luma < 0.4 }.count == dark)
      try show(second, screen)
      #expect(try screen.waitUntilStill() == both)

      // The one that stays goes on with it.
      second.close()
      try screen.waitForWindows(1)
      screen.pen.stroke(Self.line(300))
      screen.pen.proximityOut()
      try await Kept.wait(for: "three strokes", in: path, by: app) { $0.strokes == 3 }
      try bench.finish(app, first)

      // And all of it is one drawing in one window, with one history.
      let (again, window) = try bench.start()
      try screen.waitForWindows(1)
      try window.maximize()
      try screen.waitUntilStill()
      for strokes in [2, 1, 0] {
        try screen.keyboard.press("z", [.control])
        try await Kept.wait(for: "\(strokes) strokes", in: path, by: again) {
          $0.strokes == strokes
        }
      }
      try bench.finish(again, window)
      screen.close()
    }

    @Test func `both windows are there at the next start, each at its own position`() async throws {
      let (bench, app, _, _) = try await Self.twoWindows(drawing: true)
      let screen = bench.screen
      screen.mouse.move(to: Point(400, 400))
      screen.mouse.scroll(3)
      try screen.waitUntilStill(for: 1)
      #expect(!hasInk(screen, at: Point(350, 200)))
      // As often as somebody ends the app.
      var ended = app
      for key in ["q", nil] {
        if let key { try screen.keyboard.press(key, [.control]) } else { ended.signal(SIGTERM) }
        #expect(try ended.waitForExit() == .exited(0))
        try ended.expectQuiet()
        ended = try screen.launchApp([])
        try screen.waitForWindows(2)
        try screen.waitUntilStill()
        var showsLine: [Bool] = []
        for window in screen.windows {
          try show(window, screen)
          showsLine.append(hasInk(screen, at: Point(350, 200)))
        }
        #expect(
          showsLine.count { $0 } == 1, "the line is where it was in one of the two: \(showsLine)")
      }
      ended.signal(SIGTERM)
      #expect(try ended.waitForExit() == .exited(0))
      try ended.expectQuiet()
      screen.close()
    }

    @Test func `the first window may close, and killed both leave one whole drawing`() async throws
    {
      // Before there is a file.
      let (bench, app, first, _) = try await Self.twoWindows(drawing: false)
      let (screen, path) = (bench.screen, bench.path(Self.file))
      screen.pen.stroke(Self.line(200))
      screen.pen.proximityOut()
      try await Kept.wait(for: "one stroke", in: path, by: app) { $0.strokes == 1 }
      try show(first, screen)
      #expect(hasInk(screen, at: Point(350, 200)))
      screen.pen.stroke(Self.line(300))
      screen.pen.proximityOut()
      try await Kept.wait(for: "two strokes", in: path, by: app) { $0.strokes == 2 }
      first.close()
      try screen.waitForWindows(1)
      screen.pen.stroke(Self.line(400))
      screen.pen.proximityOut()
      try await Kept.wait(for: "three strokes", in: path, by: app) { $0.strokes == 3 }
      try app.expectQuiet()
      app.kill()
      _ = try app.waitForExit()
      let (again, window) = try bench.start([path])
      try window.maximize()
      try screen.waitUntilStill()
      for y in [200.0, 300, 400] { #expect(hasInk(screen, at: Point(350, y))) }
      try bench.finish(again, window)
      screen.close()
    }
  }
}

import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What the window of a drawing that is opened shows first.
  @Suite struct OpeningTests {
    /// What is known before there is a window.
    enum Situation: CaseIterable {
      case ordinary, maximized, farInkToo, otherScale

      var settings: [String: String] { self == .maximized ? ["window-maximized": "true"] : [:] }
    }

    @Test(arguments: Situation.allCases)
    func `S54 the first picture of a drawing has all of its ink, and sharp where it lies in view`(
      in situation: Situation
    ) async throws {
      let bench = try FileBench(size: PixelSize(width: 1200, height: 800))
      let screen = bench.screen
      try await bench.drawing("drawing.plumbago", strokes: 400, isWide: situation == .farInkToo)
      try App.writeSettings(situation.settings, for: screen)
      if situation == .otherScale { screen.setFractionalScale(1.5) }
      // The middle of the paper, wherever the window comes to be.
      let middle = PixelBox(x: 450, y: 300, width: 300, height: 250)
      screen.watch(middle)
      let (app, window) = try bench.start(
        [bench.path("drawing.plumbago")])
      try screen.waitUntilStill(for: 0.5)
      let captures = screen.captures
      screen.watch(nil)
      let (first, last) = (try #require(captures.first), try #require(captures.last))
      let (early, late) = (InkSight(first.picture), InkSight(last.picture))
      #expect(late.area > 500, "there is nothing to see")
      switch situation {
      case .ordinary, .maximized: #expect(first.picture == last.picture)
      case .farInkToo, .otherScale:
        // Coarse, perhaps, but there.
        let side = 20 * first.picture.width / middle.width
        for top in stride(from: 0, to: late.height - side, by: side) {
          for left in stride(from: 0, to: late.width - side, by: side) {
            func area(_ sight: InkSight) -> Double {
              (0..<side * side).reduce(0) { $0 + sight[left + $1 % side, top + $1 / side] }
            }
            guard area(late) > 20 else { continue }
            #expect(area(early) > area(late) / 3, "blank at \(left), \(top)")
          }
        }
      }
      try bench.finish(app, window)
    }
  }
}

import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// From wet ink to dry: nothing blinks when the pen lifts.
  @Suite struct DryingTests {
    /// Draws a stroke, holds the pen still, lifts it, and captures every frame from then on.
    private func expectNoBlink(
      _ fixture: AppFixture, _ points: [Point], _ situation: Comment,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let bounds = points.reduce(Rect.empty) { $0.union(Rect(center: $1, radius: 1)) }
      let box = PixelBox(covering: bounds.outset(by: 6))
      fixture.pen.down(at: points[0], force: 0.7)
      fixture.pen.move(along: Array(points.dropFirst()))
      try fixture.screen.waitUntilStill(for: 0.06)
      let wet = InkSight(fixture.screen.screenshot(of: box))
      #expect(wet.pixels(above: 0.5) > 50, situation, sourceLocation: sourceLocation)
      fixture.screen.clearLog()
      fixture.screen.watch(box)
      fixture.pen.up()
      try fixture.screen.waitUntilStill(for: 0.2)
      fixture.screen.watch(nil)
      for capture in fixture.screen.captures {
        let lost = InkSight(capture.picture).lost(from: wet)
        #expect(lost == 0, situation, sourceLocation: sourceLocation)
      }
      let dry = InkSight(fixture.screen.screenshot(of: box))
      #expect(dry.lost(from: wet) == 0, situation, sourceLocation: sourceLocation)
    }

    private func wave(_ fixture: AppFixture, _ y: Double) -> [Point] {
      (0...60).map { i in fixture.at(100 + Double(i) * 5, y + 12 * (i % 8 < 4 ? 1 : -1)) }
    }

    @Test(arguments: InkPresenter.allCases)
    func `nothing that was shown is missing in any frame after the pen lifts`(
      _ presenter: InkPresenter
    ) async throws {
      // Without the preview of a pen that has lifted, whose edge is drawn on the end of the line.
      let fixture = try AppFixture(presenter: presenter, preferences: [.hoverPreview: "off"])
      for i in 0..<4 {
        try expectNoBlink(fixture, wave(fixture, 60 + 60 * Double(i)), "stroke \(i)")
      }
      // At a zoom whose tiles are still being painted.
      try fixture.screen.keyboard.press("plus", [.control])
      try expectNoBlink(fixture, wave(fixture, 330), "just zoomed")
      fixture.screen.mouse.move(to: fixture.at(300, 300))
      fixture.screen.mouse.scroll(2)
      fixture.screen.mouse.leave()
      try expectNoBlink(fixture, wave(fixture, 390), "just scrolled")
      _ = try await fixture.kept(6)
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `nothing blinks over thousands of strokes, nor where strokes follow fast`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try AppFixture(
        presenter: presenter,
        before: { screen in
          try Self.write(strokes: 4000, to: screen.path("drawing.plumbago"), in: screen)
        })
      // Below the crowd there is room.
      try expectNoBlink(fixture, wave(fixture, 480), "below a crowd")
      // Strokes in a hurry: each begins before the one before it is dry.
      let box = fixture.canvas
      fixture.screen.clearLog()
      for i in 0..<6 {
        fixture.pen.stroke((0...12).map { fixture.at(450 + Double($0) * 4 + Double(i) * 50, 480) })
      }
      let after = try fixture.paper()
      #expect(
        InkSight(after.cropped(to: PixelBox(x: 450, y: 470, width: 300, height: 20))).area > 450)
      #expect(box == fixture.canvas)
      try await Kept.wait(for: "all strokes", in: fixture.path) { $0.strokes == 4007 }
      try fixture.done()
    }

    /// A drawing of many short strokes in the upper part of the page, made by the command line.
    static func write(strokes: Int, to path: String, in screen: Screen) throws {
      var recording = StylusRecording(width: 800, height: 600)
      for i in 0..<strokes {
        let from = Point(20 + Double(i % 80) * 9.5, 10 + Double(i / 80) * 8)
        for j in 0...6 {
          let sample = StylusSample(
            position: from + Vector(Double(j), j % 2 == 0 ? 0 : 4),
            time: Double(i) * 0.05 + Double(j) * 0.005, force: 0.4)
          recording.records.append(
            .init(j == 0 ? .down : j == 6 ? .up : .move, tool: StylusTool(.pen), sample: sample))
        }
      }
      let file = screen.path("crowd.stylus")
      try recording.text.write(toFile: file, atomically: true, encoding: .utf8)
      let made = try App.run(["replay", file, path])
      #expect(made.status == 0, "\(made)")
    }
  }
}

import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// From wet ink to dry: nothing blinks when the pen lifts.
  @Suite struct DryingTests {
    /// Draws a stroke, holds the pen still, lifts it, and looks at every frame from then on.
    private func expectNoBlink(
      _ desk: Desk, _ points: [Point], _ situation: Comment,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let bounds = points.reduce(Rect.empty) { $0.union(Rect(center: $1, radius: 1)) }
      let box = PixelBox(covering: bounds.outset(by: 6))
      desk.pen.down(at: points[0], force: 0.7)
      desk.pen.move(along: Array(points.dropFirst()))
      try desk.screen.waitUntilStill(for: 0.06)
      let wet = InkSight(desk.screen.screenshot(of: box))
      #expect(wet.pixels(above: 0.5) > 50, situation, sourceLocation: sourceLocation)
      desk.screen.clearLog()
      desk.screen.watch(box)
      desk.pen.up()
      try desk.screen.waitUntilStill(for: 0.2)
      desk.screen.watch(nil)
      for capture in desk.screen.captures {
        let lost = InkSight(capture.picture).lost(from: wet)
        #expect(lost == 0, situation, sourceLocation: sourceLocation)
      }
      let dry = InkSight(desk.screen.screenshot(of: box))
      #expect(dry.lost(from: wet) == 0, situation, sourceLocation: sourceLocation)
    }

    private func wave(_ desk: Desk, _ y: Double) -> [Point] {
      (0...60).map { i in desk.at(100 + Double(i) * 5, y + 12 * (i % 8 < 4 ? 1 : -1)) }
    }

    @Test(arguments: InkWay.allCases)
    func `nothing that was shown is missing in any frame after the pen lifts`(
      _ way: InkWay
    ) async throws {
      let desk = try Desk(way: way)
      for i in 0..<4 { try expectNoBlink(desk, wave(desk, 60 + 60 * Double(i)), "stroke \(i)") }
      // At a zoom whose tiles are still being painted.
      try desk.screen.keyboard.press("plus", [.control])
      try expectNoBlink(desk, wave(desk, 330), "just zoomed")
      desk.screen.mouse.move(to: desk.at(300, 300))
      desk.screen.mouse.scroll(2)
      desk.screen.mouse.leave()
      try expectNoBlink(desk, wave(desk, 390), "just scrolled")
      _ = try await desk.kept(6)
      try desk.done()
    }

    @Test(arguments: InkWay.allCases)
    func `nothing blinks over thousands of strokes, nor where strokes follow fast`(
      _ way: InkWay
    ) async throws {
      let desk = try Desk(
        way: way,
        before: { screen in
          try Self.write(strokes: 4000, to: screen.path("drawing.plumbago"), in: screen)
        })
      // Below the crowd there is room.
      try expectNoBlink(desk, wave(desk, 480), "below a crowd")
      // Strokes in a hurry: each begins before the one before it is dry.
      let box = desk.canvas
      desk.screen.clearLog()
      for i in 0..<6 {
        desk.pen.stroke((0...12).map { desk.at(450 + Double($0) * 4 + Double(i) * 50, 480) })
      }
      let after = try desk.paper()
      #expect(
        InkSight(after.cropped(to: PixelBox(x: 450, y: 470, width: 300, height: 20))).area > 450)
      #expect(box == desk.canvas)
      try await Kept.wait(for: "all strokes", in: desk.path) { $0.strokes == 4007 }
      try desk.done()
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

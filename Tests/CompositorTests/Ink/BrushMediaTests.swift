import Glibc
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Pencil, crayon and watercolour in the app.
  @Suite struct BrushMediaTests {
    private func fixture(_ brush: String, _ presenter: InkPresenter) throws -> AppFixture {
      // Without a preview, which would lie on the end of each line.
      let fixture = try AppFixture(
        presenter: presenter, preferences: [.hoverPreview: "off"],
        before: {
          try App.writeSettings(
            ["tool-picker": "'tool=\(brush) brush=\(brush)'"], for: $0)
        })
      fixture.pen.hover(at: fixture.at(90, 90))
      try fixture.screen.waitUntilStill()
      return fixture
    }

    @Test(arguments: ["pencil", "crayon", "watercolor"], InkPresenter.allCases)
    func `dry colour and washes are in every picture as they will be dry, over their own edge too`(
      brush: String, presenter: InkPresenter
    ) async throws {
      let fixture = try fixture(brush, presenter)
      let points = (0...80).map { i in
        let t = Double(i) / 80 * 4 * .pi
        return fixture.at(200 + 3.2 * Double(i) + 40 * cos(t), 200 + 40 * sin(t))
      }
      // As many pixels as the end of a broad line has.
      try fixture.expectSeamless(points, "a loop of \(brush)", ends: 120)
      try fixture.expectSeamless(points.map { $0 + Vector(15, 10) }, "one across it", ends: 120)
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test func `watercolour is chosen by its key, and its strokes glaze each other`() async throws {
      let fixture = try AppFixture(preferences: [.hoverPreview: "off"])
      try fixture.screen.keyboard.press("w")
      try fixture.screen.settle()
      func line(_ from: Point, _ to: Point) {
        fixture.pen.stroke((0...40).map { from + (to - from) * (Double($0) / 40) }, force: 0.5)
      }
      line(fixture.at(200, 200), fixture.at(400, 200))
      line(fixture.at(300, 120), fixture.at(300, 280))
      guard case .stroke(let stroke) = try await fixture.kept(2)[1].element.kind else {
        throw FixtureError.noPaper
      }
      #expect(stroke.ink.brush == "watercolor")
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      /// The mean coverage of a few pixels.
      func tone(_ x: Double, _ y: Double, reach: Double = 2) -> Double {
        let sight = fixture.ink(around: fixture.at(x, y), reach: reach)
        return sight.area / Double(sight.width * sight.height)
      }
      let (once, twice) = (tone(250, 200), tone(300, 200))
      #expect(twice > once * 1.3, "\(once), \(twice)")
      // Across the line, the darkest row is at its edge.
      let rows = (188...212).map { tone(250, Double($0), reach: 0.5) }
      #expect((rows.max() ?? 0) > once * 1.25, "\(rows)")
      try fixture.done()
    }
  }
}

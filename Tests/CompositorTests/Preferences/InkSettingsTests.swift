import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What the settings say of ink is what the window does, from its first stroke and from then on.
  @Suite struct InkSettingsTests {
    private func settle(_ fixture: AppFixture, _ values: [String: String]) throws {
      try App.writeSettings(values, for: fixture.screen)
      // The file is watched; nothing on the screen tells that it was read.
      pause(0.8)
    }

    @Test func `the stabilizer's strength steadies the strokes that follow, and no others`()
      async throws
    {
      let fixture = try AppFixture(
        before: { try App.writeSettings(["stabilizer": "1.0"], for: $0) })
      func draw(_ y: Double) {
        // A hand that trembles by 10 points, fourteen times a second.
        fixture.pen.stroke(
          (0...150).map { fixture.at(100 + Double($0) * 3, y + ($0 / 8 % 2 == 0 ? 10 : -10)) })
        fixture.pen.proximityOut()
      }
      /// From the top of the line to its bottom along its middle, in points, on the screen.
      func height(_ y: Double) throws -> Int {
        let box = PixelBox(covering: Rect(center: fixture.at(300, y), radius: 30))
        let sight = InkSight(try fixture.screen.waitUntilStill().cropped(to: box))
        let rows = (0..<sight.height).filter { sight.area(ofRow: $0) > 0.5 }
        return (rows.last ?? 0) - (rows.first ?? 0)
      }
      draw(100)
      let steadied = try await fixture.kept(1)[0]
      #expect(steadied.modeler >> 8 == 255)
      let calm = try height(100)
      try settle(fixture, ["stabilizer": "0.0"])
      draw(200)
      let free = try await fixture.kept(2)[1]
      #expect(free.modeler >> 8 == 0)
      #expect(try height(200) > calm * 2)
      #expect(try height(100) == calm)
      try fixture.done()
    }

    @Test func `the setting for fast ink says how ink goes to the screen, at once`()
      async throws
    {
      let fixture = try AppFixture(
        before: { try App.writeSettings(["fast-ink": "'off'"], for: $0) })
      func commits(_ y: Double) throws -> Int {
        fixture.pen.hover(at: fixture.at(90, y))
        try fixture.screen.waitUntilStill()
        fixture.screen.clearLog()
        fixture.pen.stroke((0...30).map { fixture.at(100 + Double($0) * 5, y) })
        try fixture.screen.waitUntilStill()
        return fixture.inkCommits(.direct).count
      }
      #expect(try commits(100) == 0)
      try settle(fixture, ["fast-ink": "'on'"])
      #expect(try commits(150) > 10)
      try settle(fixture, ["fast-ink": "'off'"])
      #expect(try commits(200) == 0)
      _ = try await fixture.kept(3)
      try fixture.done()
    }
  }
}

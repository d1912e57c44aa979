import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct PressureTests {
    @Test func `S13 and S15 a line grows with the pressure, evenly and never thinner`()
      async throws
    {
      let fixture = try AppFixture()
      // Downwards: cairo tells 256 shades apart along a row, but only 15 along a column.
      let points = (0...230).map { fixture.at(100, 20 + Double($0) * 2) }
      fixture.pen.down(at: points[0], force: 0)
      fixture.pen.move(along: Array(points.dropFirst()), rate: 480) { $0 }
      fixture.pen.up()
      fixture.pen.proximityOut()
      let forces = try await fixture.kept(1)[0].samples.map { $0.force ?? 0 }
      #expect(zip(forces, forces.dropFirst()).allSatisfy { $0 <= $1 })
      let sight = InkSight(
        try fixture.paper().cropped(to: PixelBox(x: 90, y: 20, width: 20, height: 460)))
      // The round ends of the line are no part of it.
      let widths = (6..<450).map { sight.area(ofRow: $0) }
      for (a, b) in zip(widths, widths.dropFirst()) {
        #expect(b - a > -0.01 && b - a < 0.02 * a + 0.01)
      }
      #expect(try #require(widths.first) < 1.1)
      #expect(try #require(widths.last) > 2.9)
      try fixture.done()
    }

    @Test func `S3 S14 a pencil laid on its side shades a broad, light band`() async throws {
      let fixture = try AppFixture()
      try fixture.screen.keyboard.press("n")
      /// The ink of a line from left to right across some columns, and over how many rows it goes.
      func line(_ y: Double, tiltY: Double) async throws -> (ink: Double, rows: Int) {
        fixture.pen.tilt(x: 0, y: tiltY)
        fixture.pen.stroke((0...60).map { fixture.at(100 + Double($0) * 4, y) })
        fixture.pen.proximityOut()
        let sight = InkSight(
          try fixture.paper().cropped(to: PixelBox(x: 180, y: Int(y) - 40, width: 80, height: 80)))
        return (sight.area, (0..<80).count { sight.area(ofRow: $0) > 1 })
      }
      let upright = try await line(120, tiltY: 0)
      let flat = try await line(300, tiltY: 60)
      #expect(flat.rows > 4 * upright.rows, "\(flat) and \(upright)")
      // As much colour in each pixel it would be as broad as that in ink, too.
      #expect(flat.ink / Double(flat.rows) < 0.8 * upright.ink / Double(upright.rows))
      try fixture.done()
    }
  }
}

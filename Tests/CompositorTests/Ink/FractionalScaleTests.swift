import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Ink on a screen of one and a half pixels a point, where what the app draws for two is scaled down.
  @Suite struct FractionalScaleTests {
    @Test(arguments: InkPresenter.allCases)
    func `S54 at a fractional scale ink lies under the pen, wet as dry`(_ presenter: InkPresenter)
      async throws
    {
      let fixture = try AppFixture(presenter: presenter)
      fixture.screen.setFractionalScale(1.5)
      try fixture.screen.waitUntilStill()
      #expect(fixture.screen.density == 1.5)
      fixture.pen.hover(at: fixture.at(90, 90))
      try fixture.screen.waitUntilStill()
      // Level, steep and slanting, on and off whole pixels.
      for (i, step) in [Vector(5, 0), Vector(0.5, 4), Vector(4, 2.3)].enumerated() {
        let points = (0...40).map { fixture.at(100 + 230 * Double(i), 120.5) + step * Double($0) }
        let ends = points.reduce(Rect.empty) { $0.union(Rect(center: $1, radius: 1)) }
        // Even numbers are whole pixels.
        let (x, y) = (Int(ends.minX / 2) * 2 - 8, Int(ends.minY / 2) * 2 - 8)
        let box = PixelBox(
          x: x, y: y, width: (Int(ends.maxX) - x) / 2 * 2 + 8,
          height: (Int(ends.maxY) - y) / 2 * 2 + 8)
        fixture.screen.clearLog()
        fixture.pen.down(at: points[0], force: 0.5)
        fixture.pen.move(along: Array(points.dropFirst()))
        try fixture.screen.waitUntilStill(for: 0.15)
        let wet = fixture.screen.screenshot(of: box)
        #expect(fixture.inkCommits(presenter).count > 3)
        fixture.pen.up()
        try fixture.screen.waitUntilStill(for: 0.2)
        let dry = fixture.screen.screenshot(of: box)
        #expect(wet.width == box.width * 3 / 2 && wet.height == box.height * 3 / 2)
        // A rounding more or less on edges, and the very end of the line.
        #expect(dry.difference(from: wet, tolerance: 24).count < 40)
        for picture in [wet, dry] {
          let sight = InkSight(picture)
          // A line of 2 points is 3 pixels wide.
          let length = points[0].distance(to: points[40]) * 1.5
          #expect(abs(sight.area / length - 3) < 0.4)
          // Its middle is the middle of the pen's path, within half a pixel.
          let middle = points[0].lerp(to: points[40], 0.5)
          let seen = try #require(sight.centroid)
          let position = Point(Double(box.x) + seen.x / 1.5, Double(box.y) + seen.y / 1.5)
          #expect(position.distance(to: middle) < 0.5)
        }
      }
      _ = try await fixture.kept(3)
      try fixture.done()
    }
  }
}

import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Where ink lands, and how sharp it is.
  @Suite struct PrecisionTests {
    @Test(arguments: [1, 2])
    func `S1 and S95 a cross lies under the tip to half a pixel`(scale: Int) async throws {
      let fixture = try AppFixture.fresh(scale: scale)
      let k = Double(scale)
      // Twenty positions in the grid, each at another part of its pixel.
      let centers = (0..<20).map { i -> Point in
        let column = Double(i % 10)
        let row = Double(i / 10)
        let part = Vector(Double(i) / 20, Double(i * 7 % 20) / 20)
        return fixture.at(60 + 60 * column, 180 + 80 * row) + part
      }
      for center in centers {
        for arm in [Vector(1, 0), Vector(0, 1)] {
          fixture.pen.stroke((-8...8).map { center + arm * Double($0) }, rate: 960, force: 0.3)
        }
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2 * centers.count)
      let picture = try fixture.findCanvas()
      for center in centers {
        let box = PixelBox(
          x: Int((center.x * k).rounded()) - 14 * scale,
          y: Int((center.y * k).rounded()) - 14 * scale,
          width: 28 * scale, height: 28 * scale)
        let found = try #require(InkSight(picture.cropped(to: box)).centroid)
        let inked = Point(found.x + Double(box.x), found.y + Double(box.y))
        #expect(inked.distance(to: Point(center.x * k, center.y * k)) <= 0.5)
      }
      try fixture.done()
    }

    @Test func `on a screen of twice the pixels a line's edge is one pixel wide, not two`()
      async throws
    {
      let fixture = try AppFixture(scale: 2)
      // A slope so gentle that each column shows a straight edge.
      func draw(_ y: Double) {
        fixture.pen.stroke((0...60).map { fixture.at(100 + Double($0) * 5, y + Double($0) * 0.1) })
      }
      func expectSharp(_ y: Double, _ situation: Comment) throws {
        let picture = try fixture.findCanvas()
        let top = (fixture.canvas.y + Int(y) - 6) * 2
        let sight = InkSight(
          picture.cropped(
            to: PixelBox(x: (fixture.canvas.x + 150) * 2, y: top, width: 300, height: 36)))
        // Pixels partly covered: at most two for each of the two edges.
        let soft = (0..<sight.width).map { x in
          (0..<sight.height).count { sight[x, $0] > 0.06 && sight[x, $0] < 0.94 }
        }
        #expect(soft.max() ?? 9 <= 4, situation)
        #expect((0..<sight.width).allSatisfy { sight.area(ofColumn: $0) > 3 }, situation)
        // Not pixels doubled either: rows and columns of a pair differ somewhere.
        var pairsThatDiffer = 0
        for y in stride(from: 0, to: sight.height - 1, by: 2) {
          for x in 0..<sight.width where abs(sight[x, y] - sight[x, y + 1]) > 0.3 {
            pairsThatDiffer += 1
          }
        }
        #expect(pairsThatDiffer > 100, situation)
      }
      draw(100)
      try expectSharp(100, "as drawn")
      // The same from the tiles, wet ink long gone, and after the screen changed its mind.
      try fixture.screen.keyboard.press("z", [.control])
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("y", [.control])
      try fixture.waitForInk(at: fixture.at(200, 102))
      try expectSharp(100, "from the tiles")
      fixture.screen.setScale(1)
      try fixture.screen.waitUntilStill()
      fixture.screen.setScale(2)
      try expectSharp(100, "after another scale")
      try fixture.done()
    }
  }
}

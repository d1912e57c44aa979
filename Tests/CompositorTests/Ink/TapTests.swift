import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct TapTests {
    @Test func `S12 and S91 a tap leaves one dot of the right size at once`() async throws {
      let fixture = try AppFixture()
      // Radii of the pen's marks: 0.2 of the ink's size at no force, 0.8 at full.
      let forces = [0.25, 0.5, 0.75, 1]
      for (i, force) in forces.enumerated() {
        let p = fixture.at(100 + 40 * Double(i), 100)
        fixture.pen.down(at: p, force: force)
        fixture.pen.up()
      }
      let strokes = try await fixture.kept(forces.count)
      fixture.takePenAway()
      try fixture.screen.waitUntilStill()
      for (i, force) in forces.enumerated() {
        let p = fixture.at(100 + 40 * Double(i), 100)
        #expect(strokes[i].samples.map(\.position) == [Point(100 + 40 * Double(i), 100)])
        let dot = fixture.ink(around: p)
        let radius = Ink.standard.size * (0.2 + 0.6 * force)
        #expect(abs(dot.area - .pi * radius * radius) < 0.08 * .pi * radius * radius + 0.3)
        let centre = try #require(dot.centroid)
        #expect(centre.distance(to: Point(8, 8)) < 0.25)
        // One dot and nothing else: no ink farther than its radius.
        let far = fixture.ink(around: p, reach: 19)
        #expect(abs(far.area - dot.area) < 0.05)
      }
      try fixture.done()
    }

    @Test func `S18 a tool without pressure draws as a pen that is pressed half way`() async throws
    {
      let fixture = try AppFixture()
      let points = (0...40).map { fixture.at(100 + Double($0) * 4, 100) }
      let down = Vector(0, 60)
      fixture.pen.stroke(points, force: 0.5)
      let bare = fixture.screen.makeTool(
        ToolDescription(.pen, serial: 9, hardwareID: 0, axes: []))
      bare.stroke(points.map { $0 + down })
      bare.proximityOut()
      fixture.screen.mouse.move(to: points[0] + down * 2)
      fixture.screen.mouse.down()
      fixture.screen.mouse.move(along: points.map { $0 + down * 2 })
      fixture.screen.mouse.up()
      fixture.screen.mouse.leave()
      let strokes = try await fixture.kept(3)
      #expect(strokes[1].samples.allSatisfy { $0.force == nil && $0.altitude == nil })
      #expect(strokes[2].tool.kind == .mouse)
      let paper = try fixture.paper()
      let lines = (0..<3).map {
        paper.cropped(to: PixelBox(x: 90, y: 80 + 60 * $0, width: 190, height: 40))
      }
      #expect(InkSight(lines[0]).area > 250)
      #expect(lines[1].difference(from: lines[0]).isEmpty)
      #expect(lines[2].difference(from: lines[0]).isEmpty)
      try fixture.done()
    }
  }
}

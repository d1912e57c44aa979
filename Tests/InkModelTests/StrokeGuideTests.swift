import InkModel
import Testing

/// What a stroke follows: a line or a circle.
@Suite struct StrokeGuideTests {
  private static let guides = [
    StrokeGuide.line(through: Point(3, 4), direction: Vector(0.6, 0.8)),
    .circle(center: Point(3, 4), radius: 10),
  ]

  @Test func `a point is put onto the nearest point of a line or a circle`() {
    // Off the line by 5 across it.
    let beside = Point(3, 4) + Vector(0.6, 0.8) * 20 + Vector(-0.8, 0.6) * 5
    #expect(Self.guides[0](beside).distance(to: Point(15, 20)) < 1e-12)
    #expect(Self.guides[1](Point(3, 100)).distance(to: Point(3, 14)) < 1e-12)
    #expect(Self.guides[1](Point(-2, 4)).distance(to: Point(-7, 4)) < 1e-12)
  }

  @Test(arguments: guides)
  func `a point that is not finite is not made one that is`(guide: StrokeGuide) {
    for p in [Point(.nan, 0), Point(0, .infinity), Point(.nan, .nan)] {
      #expect(!guide(p).isFinite)
    }
    var stroke = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1, guide: guide)
    stroke.append([StylusSample(position: Point(.nan, 0), time: 0)])
    #expect(stroke.samples.isEmpty)
  }

  @Test func `the middle of a circle is put onto it as well`() {
    let middle = Self.guides[1](Point(3, 4))
    #expect(abs(middle.distance(to: Point(3, 4)) - 10) < 1e-12)
  }

  @Test(arguments: guides)
  func `in another space a guide is where its points are`(guide: StrokeGuide) {
    let motion = AffineTransform.similarity(about: Point(7, -5), scale: 2.5, angle: 1.1)
    let mapped = guide.mapped(by: motion)
    for p in [Point(40, 3), Point(-20, 90), Point(3, 5)] {
      #expect(mapped(motion(p)).distance(to: motion(guide(p))) < 1e-9)
    }
  }
}

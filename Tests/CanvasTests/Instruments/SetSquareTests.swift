import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import Canvas

/// The set square over the paper, and lines along its edges.
@Suite struct SetSquareTests {
  private func placed(
    _ center: Point = Point(400, 300), degrees: Double = 0
  ) -> Instrument {
    Instrument(.setSquare, center: center, angle: degrees * .pi / 180)
  }

  @Test(arguments: [0.0, 37, 90, 200, 301])
  func `it has one right angle, two equal legs and a long edge of 320 points`(
    degrees: Double
  ) {
    let square = placed(degrees: degrees)
    let (a, b, right) = (square.corners[0], square.corners[1], square.corners[2])
    #expect(abs(a.distance(to: b) - 320) < 1e-9)
    #expect(abs(right.distance(to: a) - right.distance(to: b)) < 1e-9)
    #expect(abs((a - right).dot(b - right)) < 1e-6)
    // The edge has the angle that the dial tells.
    #expect(abs((b - a).cross(Vector(angle: degrees * .pi / 180))) < 1e-9)
    // The dial is as far from all edges.
    let distances = [(a, b), (b, right), (right, a)].map {
      square.center.distance(toSegmentFrom: $0.0, to: $0.1)
    }
    #expect(distances.allSatisfy { abs($0 - distances[0]) < 1e-9 })
    #expect(distances[0] > Instrument.dialRadius + 20)
  }

  @Test(arguments: 0..<60)
  func `S76 a stroke that begins at an edge of the set square follows it, however the hand strays`(
    _ seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let center = Point(
      .random(in: 300...500, using: &random), .random(in: 200...400, using: &random))
    let b = try Bench.with(
      placed(center, degrees: .random(in: 0..<360, using: &random)),
      scale: .random(in: 0.3...5, using: &random), turn: .random(in: -3...3, using: &random))
    let corners = try #require(b.session.instrument).corners
    let edge = Int.random(in: 0..<3, using: &random)
    let (from, to, opposite) = (
      corners[edge], corners[(edge + 1) % 3], corners[(edge + 2) % 3]
    )
    let along = try #require((to - from).normalized)
    let sign = (opposite - from).dot(along.perpendicular) < 0 ? 1.0 : -1
    let outward = along.perpendicular * sign
    let start =
      from.lerp(to: to, .random(in: 0.3...0.6, using: &random))
      + outward * .random(in: -3...12, using: &random)
    b.drag(
      (0...30).map { i in
        let stray: Double = i == 0 ? 0 : .random(in: -40...60, using: &random)
        return start + along * (Double(i) * 4) + outward * stray
      })
    let radius = b.session.picker.ink.size / 2 * b.session.viewport.scale
    for p in try b.lastSamples() {
      #expect(abs((p - from).dot(outward) - radius) < 1e-9)
    }
    let points = try b.lastLine()
    #expect(points.count > 2)
    for p in points {
      let off = abs((p - from).dot(outward) - radius)
      #expect(off < 0.01 * max(b.session.viewport.scale, 1))
    }
    let reach = points.map { ($0 - from).dot(along) }
    #expect(try #require(reach.max()) - #require(reach.min()) > 100)
  }

  @Test func `beyond its corners and away from its edges strokes are free`() throws {
    let b = try Bench.with(placed())
    let corners = try #require(b.session.instrument).corners
    let ink = b.session.picker.ink.size / 2
    for position in [
      corners[1] + Vector(30 + ink, 2), corners[0] + Vector(-30 - ink, 2),
      corners[2] + Vector(0, -30 - ink), Point(400, corners[0].y + 20 + ink),
    ] {
      #expect(b.session.guide(at: position, of: .pen) == nil)
      #expect(b.session.instrumentPart(at: position, of: .finger) == nil)
    }
  }

  @Test(arguments: [StylusTool.Kind.pen, .finger, .mouse])
  func `S76 a set square is dragged, turned by its knobs and by taps on its dial`(
    kind: StylusTool.Kind
  ) throws {
    let b = try Bench.with(placed())
    let tool = StylusTool(kind)
    b.drag([Point(400, 345), Point(460, 295)], with: tool)
    #expect(b.session.instrument == placed(Point(460, 250)))
    // To angles that are caught by none.
    for (index, degrees) in [37.0, 33].enumerated() {
      let before = try #require(b.session.instrument)
      let arm = before.knobs[index] - before.center
      let turn = AffineTransform.rotation(degrees * .pi / 180)
      b.drag([before.center + arm, before.center + turn(arm)], with: tool)
      let after = try #require(b.session.instrument)
      #expect(after.center == before.center)
      #expect(abs(after.angle - before.angle - degrees * .pi / 180) < 1e-9)
    }
    // 70° clockwise: on to 45°, and so on.
    var shown: [Double] = []
    for _ in 0..<3 {
      b.tap(Point(460, 250), with: tool)
      shown.append(try #require(b.session.instrument).angle * 180 / .pi)
    }
    for (a, wanted) in zip(shown, [45, 0, 315.0]) { #expect(abs(a - wanted) < 1e-9) }
    #expect(b.all.isEmpty && b.session.history.head == 0 && !b.session.isBusy)
  }

  @Test func `in a window 360 wide both knobs and all of the long edge are in view`() throws {
    let b = try Bench.with(placed())
    b.session.viewport.width = 360
    b.take(b.session.placeInstrument(placed(b.session.viewport.center)))
    let square = try #require(b.session.instrument)
    let view = b.session.viewport.clearBounds
    for p in square.knobs + square.corners { #expect(view.contains(p)) }
    for knob in square.knobs {
      #expect(b.session.instrumentPart(at: knob, of: .finger) == .knob)
      // None is within the dial, nor at an edge, where tools draw.
      #expect(knob.distance(to: square.center) > Instrument.dialRadius + Instrument.knobRadius)
    }
  }

  @Test(arguments: Instrument.Kind.allCases)
  func `turning keeps the middle and catches multiples of 15°, but for the arm of a compass`(
    kind: Instrument.Kind
  ) {
    let start = Instrument(kind, center: Point(7, 9), angle: 0.2)
    for degrees in stride(from: -179.5, through: 179.5, by: 0.5) {
      let turned = start.turned(by: degrees * .pi / 180, over: 0.2)
      let nearest = (degrees / 15).rounded() * 15
      guard abs(abs(degrees - nearest) - 2) > 0.1 else { continue }
      let isCaught = kind != .compass && abs(degrees - nearest) < 2
      let wanted = (isCaught ? nearest : degrees) * .pi / 180
      let period = kind == .ruler ? Double.pi : 2 * .pi
      let off = (turned.angle - 0.2 - wanted).remainder(dividingBy: period)
      #expect(abs(off) < 1e-9)
      #expect(turned.center == start.center)
    }
  }
}

import InkTestSupport
import Testing

@testable import InkModel

@Suite struct WobbleSmootherTests {
  /// A line along x at a speed (points a second), with a saw of ±0.5 across it, at 240 Hz.
  private func saw(_ speed: Double) -> [(Point, Double)] {
    (0..<240).map { i -> (Point, Double) in
      let time = Double(i) / 240
      return (Point(speed * time, i % 2 == 0 ? 0.5 : -0.5), time)
    }
  }

  private func smoothed(_ line: [(Point, Double)]) -> [Point] {
    // The zigzag itself moves; floor and ceiling are above its speed.
    var stage = WobbleSmoother(
      StrokeModelerParameters(wobbleSpeedFloor: 300, wobbleSpeedCeiling: 400))
    return line.map { stage.update($0.0, at: $0.1) }
  }

  @Test func `a slow hand's tremor is averaged away`() {
    let rest = smoothed(saw(10)).dropFirst(20)
    #expect(rest.allSatisfy { abs($0.y) < 0.15 })
  }

  @Test func `a fast hand is left alone`() {
    let line = saw(900)
    for (p, q) in zip(smoothed(line), line.map(\.0)).dropFirst(20) {
      #expect(p.distance(to: q) < 1e-9)
    }
  }

  @Test func `without a window nothing changes`() {
    var stage = WobbleSmoother(StrokeModelerParameters(wobbleWindow: 0))
    for (p, t) in saw(10) { #expect(stage.update(p, at: t) == p) }
  }

  @Test func `it remembers its window and no more, however long the stroke`() {
    var stage = WobbleSmoother(.standard)
    var last = Point.zero
    for i in 0..<20_000 { last = stage.update(Point(Double(i) * 0.01, 3), at: Double(i) / 240) }
    // 40 ms of a hand at 2.4 points a second: half the window behind.
    #expect(abs(last.x - 199.99) < 0.1)
    #expect(abs(last.y - 3) < 1e-6)
  }
}

@Suite struct TipDynamicsTests {
  @Test func `the tip comes to rest at the hand`() throws {
    var stage = TipDynamics(.standard)
    var states = [stage.begin(at: .zero, time: 0)]
    stage.update(Point(100, 0), time: 0.1) { states.append($0) }
    stage.update(Point(100, 0), time: 0.6) { states.append($0) }
    let end = try #require(states.last)
    #expect(end.position.distance(to: Point(100, 0)) < 0.01)
    #expect(end.velocity.length < 0.1)
  }

  @Test func `at an even speed the tip trails by drag times spring mass`() throws {
    // In the steady state the pull equals the drag: (hand - tip) / springMass = drag · v.
    var stage = TipDynamics(.standard)
    var states = [stage.begin(at: .zero, time: 0)]
    for i in 1...240 {
      stage.update(Point(Double(i) * 2, 0), time: Double(i) / 240) { states.append($0) }
    }
    let lag = 480 - (try #require(states.last)).position.x
    // A step of the integration is one sample: 2 points.
    #expect(abs(lag - 480 * 72 * 11 / 32400) < 2.5)
  }

  @Test(arguments: [60.0, 133, 240, 360])
  func `states are never further apart than the output rate`(_ rate: Double) {
    var stage = TipDynamics(.standard)
    var states = [stage.begin(at: .zero, time: 0)]
    for i in 1...Int(rate) {
      stage.update(Point(Double(i), 0), time: Double(i) / rate) { states.append($0) }
    }
    for (a, b) in zip(states, states.dropFirst()) {
      #expect(b.time - a.time < 1 / 180 + 1e-9)
      #expect(b.time > a.time)
    }
  }

  @Test func `lifting brings the tip to the hand without swinging past it`() throws {
    var stage = TipDynamics(.standard)
    var states = [stage.begin(at: .zero, time: 0)]
    for i in 1...30 {
      stage.update(Point(Double(i) * 5, 0), time: Double(i) / 240) { states.append($0) }
    }
    stage.finish { states.append($0) }
    #expect(states.allSatisfy { $0.position.x <= 150 + 1e-9 })
    #expect((try #require(states.last)).position.x > 149)
  }

  @Test func `a pause of an hour costs no more than a moment's`() {
    var stage = TipDynamics(.standard)
    var states = [stage.begin(at: .zero, time: 0)]
    stage.update(Point(10, 0), time: 3600) { states.append($0) }
    #expect(states.count <= 91)
    #expect(states.allSatisfy { (0...11).contains($0.position.x) })
  }
}

@Suite struct StylusStateModelerTests {
  @Test func `axes are those of the position, not of the moment`() {
    var stage = StylusStateModeler(.standard)
    for i in 0...10 { stage.add(StrokePoint(x: Float(i) * 10, y: 0, force: Float(i) / 10)) }
    #expect(abs(stage.state(at: Point(45, 2), time: 0).force - 0.45) < 1e-5)
    #expect(stage.state(at: Point(45, 2), time: 0).y == 2)
  }

  @Test func `the tip never goes back along the line`() {
    // There and back on nearly the same line, with more force on the return.
    var stage = StylusStateModeler(.standard)
    var forces: [Float] = []
    for i in 0...7 { stage.add(StrokePoint(x: Float(i) * 4, y: 0, force: Float(i) / 16)) }
    for i in 0...6 { forces.append(stage.state(at: Point(Double(i) * 4, 0), time: 0).force) }
    for i in 0...6 {
      stage.add(StrokePoint(x: 24 - Float(i) * 4, y: 0.1, force: 0.5 + Float(i) / 16))
      forces.append(stage.state(at: Point(27 - Double(i) * 4, 0.05), time: 0).force)
    }
    #expect(forces == forces.sorted())
  }
}

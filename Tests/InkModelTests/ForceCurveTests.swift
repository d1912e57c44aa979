import InkModel
import InkTestSupport
import Testing

@Suite struct `Force curve` {
  private static let random: [ForceCurve] = {
    var g = SeededGenerator(seed: 3)
    func any() -> Double { Double.random(in: -0.5...1.5, using: &g) }
    return (0..<200).map { _ in
      ForceCurve(low: .init(any(), any()), high: .init(any(), any()))
    }
  }()

  @Test func `S15 whatever its handles, it rises from nothing to full without a step or a fall`() {
    let slider = stride(from: -1.0, through: 1, by: 0.125).map { ForceCurve(softness: $0) }
    for curve in Self.random + slider {
      #expect(curve(0) == 0 && curve(1) == 1)
      let ramp = (0...2048).map { curve(Float($0) / 2048) }
      for (a, b) in zip(ramp, ramp.dropFirst()) { #expect(b >= a) }
    }
    for curve in slider {
      let ramp = (0...2048).map { curve(Float($0) / 2048) }
      for (a, b) in zip(ramp, ramp.dropFirst()) { #expect(b - a < 0.005) }
    }
  }

  @Test func `S15 a soft curve asks for less force than a hard one, evenly`() {
    for force in stride(from: Float(0.05), to: 1, by: 0.05) {
      let answers = stride(from: -1.0, through: 1, by: 0.25).map { ForceCurve(softness: $0)(force) }
      for (a, b) in zip(answers, answers.dropFirst()) { #expect(a < b) }
    }
    #expect(ForceCurve(softness: 1)(0.3) > 0.5)
    #expect(ForceCurve(softness: -1)(0.7) < 0.5)
  }

  @Test func `left alone it changes nothing at all`() {
    #expect(ForceCurve(softness: 0) == .identity)
    var g = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let f = Float.random(in: 0...1, using: &g)
      #expect(ForceCurve.identity(f) == f)
    }
  }

  @Test func `its text brings it back, and other text is refused`() {
    for curve in Self.random { #expect(ForceCurve(curve.text) == curve) }
    for text in ["", "1 2 3", "1 2 3 4 5", "a b c d", "nan 0 0 0", "0.1 inf 0.2 0.3"] {
      #expect(ForceCurve(text) == nil)
    }
  }

  @Test func `S15 it shapes the path and leaves the samples as the tool told them`() throws {
    let curve = ForceCurve(softness: 0.8)
    let samples = (0..<60).map { i in
      StylusSample(
        position: Point(Double(i) * 3, 20), time: Double(i) / 240, force: Float(i) / 59)
    }
    func content(_ curve: ForceCurve) throws -> StrokeContent {
      var stroke = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1, forceCurve: curve)
      stroke.append(samples)
      return try #require(stroke.finished(id: ContentID(1)))
    }
    let (raw, shaped) = (try content(.identity), try content(curve))
    #expect(shaped.samples == raw.samples)
    #expect(shaped.path.points.count >= raw.path.points.count)
    // In the middle, where the tool reported a half.
    let middle = try #require(shaped.path.points.first { $0.x > 90 })
    #expect(abs(middle.force - curve(0.51)) < 0.03)
  }

  @Test func `S18 a tool without force is not bent by it`() {
    var stroke = WetStroke(
      tool: StylusTool(.mouse), ink: .standard, seed: 1, forceCurve: ForceCurve(softness: 1))
    stroke.append(
      (0..<20).map { StylusSample(position: Point(Double($0) * 3, 20), time: Double($0) / 100) })
    #expect(stroke.path.points.allSatisfy { $0.force == StrokePoint.defaultForce })
  }
}

import Glibc
import InkTestSupport
import Testing

@testable import InkModel

/// The stabiliser, from none to strong.
@Suite struct StabilizerTests {
  private let strengths = [0, 0.2, 0.4, 0.6, 0.8, 1.0]

  private func path(_ samples: [StylusSample], _ strength: Double) -> [StrokePoint] {
    var modeler = StrokeModeler(Stabilizer(strength))
    var points: [StrokePoint] = []
    for s in samples { modeler.update(s, into: &points) }
    modeler.finish(into: &points)
    return points
  }

  /// A hand that trembles a point to each side at 8 Hz along a line.
  private func trembling() -> [StylusSample] {
    (0..<480).map { i in
      let t = Double(i) / 240
      return StylusSample(
        position: Point(100 + 200 * t, 300 + sin(t * 8 * 2 * .pi)), time: t, force: 0.5)
    }
  }

  @Test(arguments: [60.0, 133, 240, 360])
  func `the stronger it is, the more the tip trails a hand that moves on`(_ rate: Double) {
    let lags = strengths.map { strength in
      var modeler = StrokeModeler(Stabilizer(strength))
      var points: [StrokePoint] = []
      let count = Int(rate * 2)
      for i in 0..<count {
        let t = Double(i) / rate
        modeler.update(StylusSample(position: Point(300 * t, 0), time: t), into: &points)
      }
      return 300 * Double(count - 1) / rate - Double(points.last?.x ?? 0)
    }
    for (less, more) in zip(lags, lags.dropFirst()) { #expect(more > less + 1) }
    // At its strongest it feels slow, not stuck: a third of a second.
    #expect(lags[5] / 300 < 0.4)
  }

  @Test func `the stronger it is, the smoother a trembling line becomes`() {
    let roughness = strengths.map { strength in
      // Without the ends, where the line starts and stops on the hand.
      let middle = path(trembling(), strength).filter { (200...380).contains($0.x) }
      let mean = middle.reduce(0) { $0 + Double($1.y) } / Double(middle.count)
      return
        (middle.reduce(0) { $0 + (Double($1.y) - mean) * (Double($1.y) - mean) }
        / Double(middle.count)).squareRoot()
    }
    for (less, more) in zip(roughness, roughness.dropFirst()) { #expect(more < less) }
    #expect(roughness[5] < roughness[0] / 10)
  }

  @Test(arguments: [0, 0.1, 0.3, 0.5, 0.7, 1.0], [60.0, 133, 240, 360])
  func `the line ends where the hand lifts, at any strength, and gets there smoothly`(
    _ strength: Double, _ rate: Double
  ) {
    let samples = (0..<Int(rate)).map { i in
      let t = Double(i) / rate
      return StylusSample(
        position: Point(300 + 100 * cos(6 * t), 300 + 100 * sin(6 * t)), time: t, force: 0.5)
    }
    let points = path(samples, strength)
    let end = samples[samples.count - 1].position
    #expect(points.last?.position.distance(to: end) ?? 9 < 1e-3)
    // No leap at the end: the last step is as short as the others.
    let steps = zip(points, points.dropFirst()).map { $0.position.distance(to: $1.position) }
    #expect((steps.last ?? 9) < 2 * (steps.max() ?? 0).squareRoot() + 1)
  }

  @Test(arguments: [0, 0.5, 1.0])
  func `wet ink reaches the pen at any strength`(_ strength: Double) {
    var stroke = WetStroke(
      tool: StylusTool(.pen), ink: .standard, seed: 1, stabilizer: Stabilizer(strength))
    let samples = livelySamples(200)
    for (sample, tip) in zip(samples, samples.dropFirst()) {
      stroke.append([sample])
      stroke.tip = tip
      #expect(stroke.tail().last?.position.distance(to: tip.position) ?? 9 < 1e-3)
    }
  }

  @Test(arguments: [0.3, 1.0])
  func `S96 a stabilised line settles as it goes, and splitting a batch changes nothing`(
    _ strength: Double
  ) throws {
    let samples = livelySamples(150)
    let stabilizer = Stabilizer(strength)
    var whole = WetStroke(
      tool: StylusTool(.pen), ink: .standard, seed: 1, stabilizer: stabilizer)
    whole.append(samples)
    var pieces = WetStroke(
      tool: StylusTool(.pen), ink: .standard, seed: 1, stabilizer: stabilizer)
    for start in stride(from: 0, to: 150, by: 7) {
      let before = pieces.path.points
      pieces.append(Array(samples[start..<min(start + 7, 150)]))
      _ = pieces.tail(ahead: 1 / 60)
      #expect(pieces.path.points.starts(with: before))
    }
    #expect(pieces.finished(id: ContentID(1)) == whole.finished(id: ContentID(1)))
  }

  @Test func `without it every line is what it was before there was one`() throws {
    let samples = livelySamples(120)
    #expect(path(samples, 0) == model(samples))
    var stroke = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
    stroke.append(samples)
    #expect(try #require(stroke.finished(id: ContentID(1))).modelerVersion == StrokeModeler.newest)
  }

  @Test(arguments: [0, 1.0 / 255, 0.37, 0.5, 1])
  func `the stored version says all that makes the same path of the samples again`(
    _ strength: Double
  ) throws {
    var stroke = WetStroke(
      tool: StylusTool(.pen), ink: .standard, seed: 1, stabilizer: Stabilizer(strength))
    stroke.append(livelySamples(90))
    let content = try #require(stroke.finished(id: ContentID(1)))
    var modeler = try #require(StrokeModeler(version: content.modelerVersion))
    var points: [StrokePoint] = []
    for s in content.samples { modeler.update(s, into: &points) }
    modeler.finish(into: &points)
    // Times were counted from another start: rounding of the last bit at most.
    #expect(points.count == content.path.points.count)
    for (a, b) in zip(points, content.path.points) {
      #expect(a.position.distance(to: b.position) < 1e-3)
    }
    #expect(StrokeModeler(version: 0) == nil)
    #expect(StrokeModeler(version: StrokeModeler.newest + 1) == nil)
    #expect(StrokeModeler(version: 1 + 256 << 8) == nil)
  }

  @Test func `a strength beyond its ends is the end, and no number is none`() {
    #expect(Stabilizer(-1) == .none)
    #expect(Stabilizer(7).strength == 1)
    #expect(Stabilizer(.nan) == .none)
    #expect(Stabilizer(.infinity).strength == 1)
  }
}

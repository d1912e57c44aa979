import Glibc
import InkTestSupport
import Testing

@testable import InkModel

@Suite struct PredictionTests {
  /// How far the drawn tip is from the hand when a frame (60 Hz) is seen, one frame later; and
  /// how far it is at worst from anywhere the hand goes within 80 ms.
  private func gap(
    _ samples: [StylusSample], ahead: Double
  ) -> (mean: Double, worstOffPath: Double) {
    func hand(_ time: Double) -> Point {
      guard let i = samples.firstIndex(where: { $0.time >= time }), i > 0 else {
        return samples[samples.count - 1].position
      }
      let (a, b) = (samples[i - 1], samples[i])
      return a.position.lerp(to: b.position, (time - a.time) / (b.time - a.time))
    }
    var modeler = StrokeModeler()
    var points: [StrokePoint] = []
    var gaps: [Double] = []
    var worst = 0.0
    var frame = samples[0].time + 0.05
    for (settled, tip) in zip(samples, samples.dropFirst()) {
      modeler.update(settled, into: &points)
      guard tip.time >= frame, tip.time + 0.08 < samples[samples.count - 1].time else { continue }
      frame += 1 / 60
      var tail: [StrokePoint] = []
      modeler.tail(towards: tip, ahead: ahead, into: &tail)
      let drawn = tail[tail.count - 1].position
      gaps.append(drawn.distance(to: hand(tip.time + 1 / 60)))
      let near = (0...40).map { hand(tip.time + Double($0) * 0.002).distance(to: drawn) }
      worst = max(worst, near.min() ?? 0)
    }
    return (gaps.reduce(0, +) / Double(max(gaps.count, 1)), worst)
  }

  private func walk(_ position: (Double) -> Point) -> [StylusSample] {
    var generator = SeededGenerator(seed: 4)
    return (0..<480).map { i in
      let t = Double(i) / 240
      let noise = Vector(
        .random(in: -0.05...0.05, using: &generator), .random(in: -0.05...0.05, using: &generator))
      return StylusSample(position: position(t) + noise, time: t, force: 0.5)
    }
  }

  @Test(arguments: [(60.0, 2.0), (100, 1.5), (30, 3), (150, 1)])
  func `on circles the drawn tip is far nearer to the pen with prediction than without`(
    radius: Double, turns: Double
  ) {
    let samples = walk { Point(300, 300) + Vector(angle: $0 * turns * 2 * .pi) * radius }
    let (without, with) = (gap(samples, ahead: 0), gap(samples, ahead: 1 / 60))
    #expect(with.mean < without.mean / 5)
    #expect(with.worstOffPath < 2)
  }

  @Test func `on straight lines it is nearer by as much`() {
    let samples = walk { Point(100 + 500 * $0, 300 + 100 * $0) }
    #expect(gap(samples, ahead: 1 / 60).mean < gap(samples, ahead: 0).mean / 5)
  }

  @Test(arguments: [60.0, 90, 120])
  func `a corner is overshot by no more than the hand would go in a frame`(degrees: Double) {
    let (before, after) = (Vector(angle: 0.3), Vector(angle: 0.3 + degrees / 180 * .pi))
    let samples = walk { t in Point(300, 300) + (t < 1 ? before : after) * (500 * (t - 1)) }
    let found = PredictionFigures.measure(
      [.init(samples)], predicting: true, seenAfter: 1 / 60)
    // A predictor that does not learn from its errors goes half as far again.
    #expect(found.astray < 500 / 60 * 1.05)
  }

  @Test func `a hand that turns sharply again and again is trusted less`() {
    let samples = walk { t in
      let u = t * 4
      let k = u - u.rounded(.down)
      return Point(100 + 200 * t, 300 + 150 * (Int(u) % 2 == 0 ? k : 1 - k))
    }
    let found = PredictionFigures.measure(
      [.init(samples)], predicting: true, seenAfter: 1 / 60)
    // Blind trust makes it 1.3.
    #expect(found.meanAstray < 0.9)
  }

  @Test(arguments: [0.015, 0.025, 0.05])
  func `a pen that lifts in full motion is not drawn on beyond where it lifts`(release: Double) {
    var hand = WritingHand()
    hand.pace = 500
    hand.flick = 0.4
    hand.release = release
    let strokes = (0..<8).map { k in
      PredictionFigures.Stroke(
        hand, along: [.zero, .zero + Vector(angle: Double(k)) * 300], seed: UInt64(k))
    }
    let found = PredictionFigures.measure(strokes, predicting: true, seenAfter: 1 / 60)
    #expect(found.astrayAtEnd < 2.5)
    // The falling force tells; one that stays the same does not.
    let steady = strokes.map { stroke in
      var stroke = stroke
      for i in stroke.samples.indices { stroke.samples[i].force = 0.5 }
      return stroke
    }
    let blind = PredictionFigures.measure(steady, predicting: true, seenAfter: 1 / 60)
    #expect(blind.astrayAtEnd > 5)
  }

  @Test func `force that comes and goes in mid-stroke costs prediction nothing`() {
    // Harder downwards, as in writing: from 0.2 to 0.8, three times a second.
    let samples = walk { Point(300, 300) + Vector(angle: $0 * 3 * 2 * .pi) * 60 }
    let pressed = samples.map { sample in
      var sample = sample
      sample.force = Float(0.5 + 0.3 * sin(sample.time * 3 * 2 * .pi))
      return sample
    }
    #expect(gap(pressed, ahead: 1 / 60).mean < gap(samples, ahead: 1 / 60).mean * 1.05)
  }

  @Test func `a slow hand is not predicted`() {
    var predictor = KalmanPredictor()
    for i in 0..<100 { predictor.update(Point(Double(i) * 0.05, 0), at: Double(i) / 240) }
    #expect(predictor.predict(ahead: 1 / 60) == nil)
  }

  @Test func `a hand that goes nowhere in particular loses its trust`() {
    var generator = SeededGenerator(seed: 9)
    var predictor = KalmanPredictor()
    for i in 0..<200 {
      predictor.update(
        Point(.random(in: 0...40, using: &generator), .random(in: 0...40, using: &generator)),
        at: Double(i) / 240)
    }
    #expect(predictor.confidence < 0.3)
  }

  @Test func `what is predicted is never part of the line`() {
    let samples = walk { Point(300, 300) + Vector(angle: $0 * 9) * 80 }
    var (a, b) = (StrokeModeler(), StrokeModeler())
    var (p, q): ([StrokePoint], [StrokePoint]) = ([], [])
    for s in samples {
      a.update(s, into: &p)
      b.update(s, into: &q)
      var tail: [StrokePoint] = []
      b.tail(towards: nil, ahead: 1 / 60, into: &tail)
    }
    a.finish(into: &p)
    b.finish(into: &q)
    #expect(p == q)
  }
}

@Suite struct UnrulySampleTests {
  /// Hands and devices at their worst, seeded.
  private func unruly(_ seed: UInt64, rate: Double) -> [StylusSample] {
    var generator = SeededGenerator(seed: seed)
    var time = 0.0
    var position = Point(400, 300)
    return (0..<400).flatMap { _ -> [StylusSample] in
      time += Double.random(in: 0.2...1.8, using: &generator) / rate
      position =
        position
        + Vector(.random(in: -6...6, using: &generator), .random(in: -6...6, using: &generator))
      var s = StylusSample(
        position: position, time: time, force: .random(in: 0...1, using: &generator))
      switch Int.random(in: 0..<40, using: &generator) {
      case 0: s.position.x = .nan
      case 1: s.time -= 5
      case 2: s.time = .infinity
      case 3: s.position.y = 1e30
      case 4: s.force = .nan
      case 5: s.force = nil
      case 6: s.altitude = .infinity
      case 7: time += 4
      case 8:
        position =
          Point(.random(in: 0...800, using: &generator), .random(in: 0...600, using: &generator))
      case 9: return [s, s, s]
      case 10:
        // The same position and force, reported again at another time.
        var again = s
        again.time += 0.001
        return [s, again]
      default: break
      }
      return [s]
    }
  }

  @Test(arguments: [60.0, 133, 240, 360], [1, 2, 3, 4, 5] as [UInt64])
  func `whatever a device says, the line stays where the hand was`(_ rate: Double, seed: UInt64) {
    for strength in [0, 0.5, 1] { follow(unruly(seed, rate: rate), Stabilizer(strength)) }
  }

  private func follow(_ samples: [StylusSample], _ stabilizer: Stabilizer) {
    var modeler = StrokeModeler(stabilizer)
    var points: [StrokePoint] = []
    var box = Rect.empty
    for s in samples {
      if modeler.update(s, into: &points) == nil {
        box = box.union(Rect(center: s.position, radius: 0.5))
      }
      var tail: [StrokePoint] = []
      modeler.tail(towards: s, ahead: 1 / 60, into: &tail)
      #expect(tail.allSatisfy { $0.position.isFinite })
    }
    modeler.finish(into: &points)
    // A tip with mass swings out at a jump, by less than a tenth of it.
    let room = box.outset(by: 0.1 * max(box.width, box.height))
    #expect(!points.isEmpty)
    #expect(points.allSatisfy { room.contains($0.position) && (0...1).contains($0.force) })
    #expect(points.map(\.timeOffset) == points.map(\.timeOffset).sorted())
  }
}

import InkModel
import InkTestSupport
import Testing

/// A lively hand: a Lissajous figure with changing force and tilt, at an uneven rate.
func livelySamples(_ count: Int, seed: UInt64 = 1) -> [StylusSample] {
  var generator = SeededGenerator(seed: seed)
  var time = 0.0
  return (0..<count).map { i in
    time += Double.random(in: 0.002...0.006, using: &generator)
    let (x, y) = (sinApprox(3 * time), sinApprox(4 * time + 1))
    return StylusSample(
      position: Point(300 + 200 * x, 300 + 200 * y), time: time,
      force: Float(0.5 + 0.4 * x), altitude: Float(1 + 0.3 * y),
      azimuth: Float((time * 2).truncatingRemainder(dividingBy: 2 * .pi)))
  }
}

/// Smooth and periodic is all that is asked of it.
private func sinApprox(_ x: Double) -> Double {
  let t = (x / (2 * .pi)) - (x / (2 * .pi)).rounded(.down)
  return t < 0.5 ? 16 * t * (0.5 - t) : -16 * (t - 0.5) * (1 - t)
}

func model(_ samples: [StylusSample]) -> [StrokePoint] {
  var modeler = StrokeModeler()
  var points: [StrokePoint] = []
  for sample in samples { modeler.update(sample, into: &points) }
  modeler.finish(into: &points)
  return points
}

@Suite struct StrokeModelerTests {
  @Test func `the line begins at the first sample and ends at the last`() {
    let samples = livelySamples(80)
    let points = model(samples)
    #expect(points.first?.position.distance(to: samples[0].position) ?? 9 < 1e-3)
    #expect(points.last?.position.distance(to: samples[79].position) ?? 9 < 1e-3)
  }

  @Test func `S12 one sample is a point`() {
    #expect(model(livelySamples(1)).count == 1)
  }

  @Test func `S96 points already emitted never change, and a tail changes nothing`() {
    var modeler = StrokeModeler()
    var points: [StrokePoint] = []
    for sample in livelySamples(120) {
      let before = points
      var tail: [StrokePoint] = []
      modeler.tail(towards: sample, into: &tail)
      modeler.update(sample, into: &points)
      #expect(points.starts(with: before))
    }
    modeler.finish(into: &points)
    #expect(points == model(livelySamples(120)))
  }

  @Test func `S96 each sample costs the same, however long the stroke is`() {
    // The same circle over and over: the number of points a turn takes must not grow.
    var modeler = StrokeModeler()
    var counts: [Int] = []
    var points: [StrokePoint] = []
    for turn in 0..<100 {
      let before = points.count
      for i in 0..<100 {
        let v = Vector(angle: Double(i) / 100 * 2 * .pi) * 80
        modeler.update(
          StylusSample(position: Point(200, 200) + v, time: Double(turn * 100 + i) / 240),
          into: &points)
      }
      counts.append(points.count - before)
    }
    #expect(Set(counts.dropFirst()).count == 1)
  }

  @Test func `the line stays near the samples`() {
    let samples = livelySamples(200)
    for p in model(samples) {
      let nearest = samples.map { $0.position.distance(to: p.position) }.min() ?? .infinity
      #expect(nearest < 12)
    }
  }

  @Test func `S13 what the tool tells runs through unchanged in range`() {
    for p in model(livelySamples(300)) {
      #expect((0...1).contains(p.force))
      #expect((0...Float.pi / 2 + 0.001).contains(p.altitude))
      #expect((0...2 * Float.pi).contains(p.azimuth))
    }
  }

  @Test func `S16 azimuth goes along the shorter arc past north`() {
    var samples = livelySamples(3)
    samples[0].azimuth = 6.2
    samples[1].azimuth = 0.1
    samples[2].azimuth = 0.2
    for p in model(samples) { #expect(p.azimuth > 6.1 || p.azimuth < 0.3) }
  }

  @Test func `S18 a tool without axes draws at the constants`() {
    let samples = (0..<5).map { i in
      StylusSample(position: Point(Double(i) * 4, 0), time: Double(i) / 60)
    }
    for p in model(samples) {
      #expect(p.force == StrokePoint.defaultForce)
      #expect(p.altitude == StrokePoint.defaultAltitude)
    }
  }

  @Test func `bad samples are refused with a reason and leave no mark`() {
    var modeler = StrokeModeler()
    var points: [StrokePoint] = []
    let good = livelySamples(20)
    for (i, sample) in good.enumerated() {
      var bad = sample
      bad.position.x = .nan
      #expect(modeler.update(bad, into: &points) == .notFinite)
      bad = sample
      bad.time = .infinity
      #expect(modeler.update(bad, into: &points) == .notFinite)
      bad = sample
      bad.position.y = 1e9
      #expect(modeler.update(bad, into: &points) == .outOfRange)
      #expect(modeler.update(sample, into: &points) == nil)
      if i > 0 { #expect(modeler.update(sample, into: &points) == .still) }
    }
    modeler.finish(into: &points)
    #expect(points == model(good))
  }

  @Test(arguments: [Float.nan, .infinity, 1e7, -1e30])
  func `an axis that no tool has counts as one that is missing`(wild: Float) throws {
    var samples = livelySamples(20)
    let expected = samples
    for i in 10..<14 {
      samples[i].force = wild
      samples[i].altitude = wild
      samples[i].azimuth = wild
      samples[i].roll = wild
    }
    let points = model(samples)
    #expect(points.count == model(expected).count)
    // What a file shows again.
    let stroke = Stroke(
      content: ContentID(1), ink: .standard, path: StrokePath(points), seed: 1)
    #expect(Element(id: ElementID(1), order: .first, kind: .stroke(stroke)).isWithinLimits)
  }

  /// What a device's clock does wrong, from one sample of many on.
  enum ClockFault: CaseIterable {
    case oneLateStamp, oneEarlyStamp, setForward, setBack, wrapped

    func apply(to samples: [StylusSample], at i: Int) -> [StylusSample] {
      var samples = samples
      func shift(_ range: Range<Int>, by seconds: Double) {
        for i in range { samples[i].time += seconds }
      }
      switch self {
      case .oneLateStamp: shift(i..<i + 1, by: 5)
      case .oneEarlyStamp: shift(i..<i + 1, by: -5)
      case .setForward: shift(i..<samples.count, by: 5)
      case .setBack: shift(i..<samples.count, by: -0.05)
      case .wrapped: shift(i..<samples.count, by: -4_294_967.296)
      }
      return samples
    }
  }

  @Test(arguments: ClockFault.allCases, [40, 77, 90])
  func `S96 a device's clock that jumps leaves the line as long as it is`(
    fault: ClockFault, at i: Int
  ) throws {
    // One and the same hand, as an honest clock and a faulty one tell it.
    let honest = livelySamples(120, seed: 3)
    let faulty = fault.apply(to: honest, at: i)
    func follow(_ samples: [StylusSample], ahead: Double) -> [(tip: Point, tail: Double)] {
      var modeler = StrokeModeler()
      var points: [StrokePoint] = []
      return samples.map { sample in
        modeler.update(sample, into: &points)
        var tail = [points[points.count - 1]]
        modeler.tail(towards: nil, ahead: ahead, into: &tail)
        let length = zip(tail, tail.dropFirst()).reduce(0) {
          $0 + $1.0.position.distance(to: $1.1.position)
        }
        return (tail[0].position, length)
      }
    }
    // The hand goes up to 3 points between two reports; what is foretold from a report whose time
    // had to be guessed is off by some more. A clock that was held makes it hundreds.
    for (ahead, most) in [(0.0, 4.0), (1.0 / 60, 20)] {
      let (expected, found) = (follow(honest, ahead: ahead), follow(faulty, ahead: ahead))
      for k in i + 1..<honest.count {
        #expect(found[k].tip.distance(to: expected[k].tip) < 4)
        #expect(abs(found[k].tail - expected[k].tail) < most)
      }
    }
    #expect(model(faulty).map(\.timeOffset) == model(faulty).map(\.timeOffset).sorted())
  }

  /// The largest distance from a point to a line, in canvas points.
  private func farthest(_ path: [StrokePoint], from points: some Sequence<Point>) -> Double {
    points.map { p in
      zip(path, path.dropFirst()).map { a, b -> Double in
        let (chord, v) = (b.position - a.position, p - a.position)
        let t = chord.lengthSquared > 0 ? v.dot(chord) / chord.lengthSquared : 0
        return (v - chord * min(max(t, 0), 1)).length
      }.min() ?? .infinity
    }.max() ?? .infinity
  }

  @Test(arguments: [2, 4, 7])
  func `S94 reports that a busy desktop stamps all alike cut no corner`(bunch: Int) {
    // Zigzags of a mouse, 125 reports a second; the desktop delivers a few at a time, with the time of delivery.
    let honest = (0..<160).map { i -> StylusSample in
      let (turn, part) = (i / 20, Double(i % 20) / 20)
      return StylusSample(
        position: Point(Double(i) * 2, turn.isMultiple(of: 2) ? 120 * part : 120 * (1 - part)),
        time: Double(i) / 125)
    }
    var bunched = honest
    for i in bunched.indices {
      bunched[i].time = honest[min(i / bunch * bunch + bunch - 1, honest.count - 1)].time
    }
    let corners = stride(from: 40, to: 160, by: 20).map { honest[$0].position }
    let (plain, found) = (
      farthest(model(honest), from: corners), farthest(model(bunched), from: corners)
    )
    #expect(found < max(plain * 1.25, plain + 1), "\(found), honestly \(plain)")
  }

  @Test
  func `S94 stamps of whole milliseconds, some twice the same, leave a fast mouse's line alone`() {
    // A thousand reports a second, each a bit early or late: stamps like 3, 3, 5, 6, 6, 8.
    var generator = SeededGenerator(seed: 5)
    let honest = (0..<600).map { i -> StylusSample in
      let t = Double(i) / 1000
      return StylusSample(
        position: Point(300 * sinApprox(t * 14), 200 * sinApprox(t * 9 + 1)), time: t)
    }
    var stamped = honest
    for i in stamped.indices {
      stamped[i].time =
        ((honest[i].time + .random(in: -0.0006...0.0006, using: &generator)) * 1000).rounded()
        / 1000
    }
    let points = honest.dropFirst(10).map(\.position)
    let (plain, found) = (
      farthest(model(honest), from: points), farthest(model(stamped), from: points)
    )
    #expect(found < plain + 0.5, "\(found), honestly \(plain)")
  }

  @Test
  func `S94 stamps of their own are believed, however slow and fast the hand reports by turns`()
    throws
  {
    // A mouse that hardly moves, then races, rests and races: what lies between two stamps is that time.
    var samples: [StylusSample] = []
    var time = 0.0
    for (count, step) in [
      (30, 0.03), (30, 0.008), (60, 0.001), (1, 0.08), (60, 0.001), (30, 0.012),
    ] {
      for _ in 0..<count {
        time += step
        samples.append(
          StylusSample(position: Point(Double(samples.count) * 2, 40), time: time))
      }
    }
    let third = try #require(StrokeModeler(version: 3))
    for list in [samples, livelySamples(300, seed: 9)] {
      var (old, expected) = (third, [StrokePoint]())
      var (new, found) = (StrokeModeler(), [StrokePoint]())
      for (sample, next) in zip(list, list.dropFirst()) {
        old.update(sample, into: &expected)
        new.update(sample, into: &found)
        // The tip's stamp is that of the report before it, until the next one comes.
        var tip = next
        tip.time = sample.time
        var tails = [[StrokePoint](), []]
        old.tail(towards: tip, ahead: 1.0 / 60, into: &tails[0])
        new.tail(towards: tip, ahead: 1.0 / 60, into: &tails[1])
        #expect(tails[0] == tails[1])
      }
      old.finish(into: &expected)
      new.finish(into: &found)
      #expect(found == expected)
    }
  }

  @Test func `S94 reports told in the wrong order do not send the clock ahead`() throws {
    let honest = (0..<600).map { i in
      StylusSample(position: Point(Double(i), 40), time: Double(i) / 1000)
    }
    var samples = honest
    for i in stride(from: 0, to: samples.count, by: 2) { samples.swapAt(i, i + 1) }
    let expected = try #require(model(honest).last)
    let end = try #require(model(samples).last)
    #expect(abs(end.timeOffset - expected.timeOffset) < 0.01)
  }

  @Test func `S94 a pause that is told with what came before it leaves the pace as it was`() throws
  {
    // Every eight milliseconds; then the desktop is busy, and hands on sixteen at a time.
    let honest = (0..<240).map { i in
      StylusSample(position: Point(Double(i) * 2, 40), time: Double(i) / 125)
    }
    var bunched = honest
    for i in 48..<240 { bunched[i].time = honest[i / 16 * 16 + 15].time }
    let points = model(bunched)
    for i in stride(from: 72, to: 230, by: 8) {
      let p = try #require(points.first { $0.x >= Float(i) * 2 })
      let q = try #require(points.first { $0.x >= Float(i + 8) * 2 })
      #expect(abs(q.timeOffset - p.timeOffset - 0.064) < 0.02, "at \(i)")
    }
  }

  @Test func `a hand that rests for seconds has its tip come to it, jump or no jump of the clock`()
  {
    // A mouse is silent where it rests; the corner where it did is drawn to its end.
    var samples = (0...30).map { i -> StylusSample in
      let t = Double(i) / 30
      return StylusSample(position: Point(200 * (2 - t) * t, 0), time: Double(i) / 120)
    }
    samples += (1...30).map { i in
      let t = Double(i) / 30
      return StylusSample(position: Point(200, 200 * t * t), time: 3 + Double(i) / 120)
    }
    let nearest = model(samples).map { $0.position.distance(to: Point(200, 0)) }.min() ?? 9
    #expect(nearest < 0.5)
  }

  @Test func `S16 a nib does not spin in a hand that holds the tool upright`() {
    var generator = SeededGenerator(seed: 8)
    // Tablets tell both tilts in whole degrees.
    func held(_ count: Int, from start: Int, tilt: Float, azimuth: Float?) -> [StylusSample] {
      (start..<start + count).map { i in
        StylusSample(
          position: Point(Double(i) * 3, 40), time: Double(i) / 240, force: 0.5,
          altitude: (90 - tilt) * .pi / 180,
          azimuth: azimuth ?? Float(Int.random(in: 0..<8, using: &generator)) * .pi / 4)
      }
    }
    // From the first touch on.
    for p in model(held(60, from: 0, tilt: 1, azimuth: nil)) {
      #expect(p.azimuth == StrokePoint.defaultAzimuth)
    }
    // Set upright after it leant: the nib stays as it lay.
    let stood =
      held(40, from: 0, tilt: 30, azimuth: 4) + held(60, from: 40, tilt: 1.4, azimuth: nil)
    for p in model(stood) { #expect(p.azimuth == 4) }
    // And in reverse, it comes to lie as the pen leans, within a few reports.
    let leant = model(
      held(20, from: 0, tilt: 0, azimuth: nil) + held(20, from: 20, tilt: 12, azimuth: 2))
    #expect(leant.last?.azimuth == 2)
    let steps = zip(leant, leant.dropFirst()).map { abs($0.azimuth - $1.azimuth) }
    #expect(steps.allSatisfy { $0 < 0.8 })
  }

  @Test(arguments: [1, 2, 3, 5, 8, 20, 60] as [Float])
  func `S16 a full circle of azimuth has no jump at any tilt, and is as told where it is plain`(
    tilt: Float
  ) {
    let samples = (0..<480).map { i in
      StylusSample(
        position: Point(Double(i), 0), time: Double(i) / 240, altitude: (90 - tilt) * .pi / 180,
        azimuth: Float(i % 240) / 240 * 2 * .pi)
    }
    let path = model(samples)
    for (a, b) in zip(path.dropFirst(), path.dropFirst(2)) {
      let turn = abs(a.azimuth - b.azimuth)
      #expect(min(turn, 2 * .pi - turn) < 0.15)
    }
    guard tilt >= 8 else { return }
    for p in path.dropFirst(40).dropLast(40) {
      let told = p.x / 240 * 2 * .pi
      let off = abs((p.azimuth - told).remainder(dividingBy: 2 * .pi))
      #expect(off < 0.05)
    }
  }

  @Test func `time that runs backwards is held`() {
    var samples = livelySamples(10)
    samples[5].time = -3
    let times = model(samples).map(\.timeOffset)
    #expect(times == times.sorted())
  }
}

@Suite struct WetStrokeTests {
  @Test(arguments: [1, 2, 3, 7, 50])
  func `S94 splitting a batch anywhere changes nothing`(_ size: Int) throws {
    let samples = livelySamples(100)
    var whole = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
    whole.append(samples)
    var pieces = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
    var settled = 0
    for start in stride(from: 0, to: 100, by: size) {
      let range = pieces.append(Array(samples[start..<min(start + size, 100)]))
      #expect(range.lowerBound == settled)
      settled = range.upperBound
    }
    let expected = try #require(whole.finished(id: ContentID(1)))
    #expect(pieces.finished(id: ContentID(1)) == expected)
  }

  @Test func `S94 every sample is kept, in order, and time counts from the first`() throws {
    let samples = livelySamples(64)
    var stroke = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
    stroke.append(Array(samples.dropLast()))
    stroke.tip = samples.last
    let content = try #require(stroke.finished(id: ContentID(1)))
    #expect(content.samples.map(\.position) == samples.map(\.position))
    #expect(content.samples[0].time == 0)
    // A drawing keeps thousands of these: none has room for more.
    #expect(content.path.points.capacity < content.path.points.count + 4)
    #expect(abs(content.samples[63].time - (samples[63].time - samples[0].time)) < 1e-12)
  }

  @Test func `S12 a touch whose axes never came is a dot`() throws {
    var stroke = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
    stroke.tip = livelySamples(1)[0]
    #expect(stroke.tail().count == 1)
    #expect(try #require(stroke.finished(id: ContentID(1))).path.points.count == 1)
  }

  @Test func `a stroke of nothing usable is nothing`() {
    var stroke = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
    stroke.append([StylusSample(position: Point(.nan, 0), time: 0)])
    #expect(stroke.tail().isEmpty)
    #expect(stroke.finished(id: ContentID(1)) == nil)
  }

  @Test func `the tail begins where the settled path ends and reaches the tip`() {
    var stroke = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
    let samples = livelySamples(30)
    for (sample, tip) in zip(samples, samples.dropFirst()) {
      stroke.append([sample])
      stroke.tip = tip
      let settled = stroke.path.points.count
      #expect(stroke.tail(after: settled - 1).first == stroke.path.points.last)
      #expect(stroke.tail() == stroke.path.points + stroke.tail(after: settled))
      #expect(stroke.tail().last?.position.distance(to: tip.position) ?? 9 < 1e-3)
    }
  }
}

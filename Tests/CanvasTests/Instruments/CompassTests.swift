import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import Canvas

/// The compass over the paper, and strokes along its circle.
@Suite struct CompassTests {
  private func placed(
    _ center: Point = Point(400, 300), degrees: Double = 0, radius: Double = 100
  ) -> Instrument {
    Instrument(.compass, center: center, angle: degrees * .pi / 180, radius: radius)
  }

  @Test(arguments: 0..<60)
  func `S76 a stroke that begins at the circle follows it, steadied, predicted and kept`(
    _ seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let center = Point(
      .random(in: 380...420, using: &random), .random(in: 280...320, using: &random))
    let (radius, arm) = (
      Double.random(in: 30...240, using: &random), Double.random(in: 0..<360, using: &random)
    )
    let b = try Bench.with(
      placed(center, degrees: arm, radius: radius),
      scale: .random(in: 0.3...5, using: &random), turn: .random(in: -3...3, using: &random))
    #expect(b.session.instrument?.radius == radius)
    b.session.stabilizer = Stabilizer(.random(in: 0...1, using: &random))
    /// How far a position is from the circle.
    func off(_ p: Point) -> Double { abs(p.distance(to: center) - radius) }
    // A quarter turn away from the knob.
    let start = arm * .pi / 180 + .pi / 2
    let path = (0...130).map { i in
      let stray: Double = i == 0 ? 10 : .random(in: -0.5...0.5, using: &random) * radius
      return center + Vector(angle: start + Double(i) / 20) * (radius + stray)
    }
    let contact = ContactID(StylusTool(.pen))
    let samples = path.enumerated().map {
      StylusSample(position: $1, time: Double($0) / 100, force: 0.5)
    }
    b.handle(.down(contact, tip: samples[0]))
    let widgetFromCanvas = b.session.viewport.widgetFromCanvas
    let allowed = 0.001 * max(b.session.viewport.scale, 1)
    for (sample, tip) in zip(samples, samples.dropFirst()) {
      b.handle(.move(contact, settled: [sample], tip: tip))
      let tail = try #require(b.session.wet[contact]).tail(ahead: 0.05)
      let farthest = tail.map { off(widgetFromCanvas($0.position)) }.max() ?? .infinity
      #expect(farthest < allowed)
    }
    b.handle(.up(contact, settled: [samples[samples.count - 1]]))
    for p in try b.lastSamples() { #expect(off(p) < 1e-9) }
    let points = try b.lastLine()
    for p in points { #expect(off(p) < allowed) }
    // Nowhere does the line cut across.
    for (p, q) in zip(points, points.dropFirst()) { #expect(off(p.lerp(to: q, 0.5)) < 0.7) }
    // All around.
    let sides = [0, 1.0, 2, 3].map { Vector(angle: $0 * .pi / 2) }
    for side in sides {
      let reach = points.map { ($0 - center).dot(side) }.max() ?? 0
      #expect(reach > radius * 0.98)
    }
  }

  /// How many turns around a centre a line makes.
  private func turns(_ line: [Point], around center: Point) -> Double {
    var sum = 0.0
    for (p, q) in zip(line, line.dropFirst()) {
      let (from, to) = (p - center, q - center)
      sum += atan2(from.cross(to), from.dot(to))
    }
    return sum / (2 * .pi)
  }

  /// How near the middles of a line's segments come to a centre.
  private func nearest(_ line: [Point], to center: Point) -> Double {
    let middles = zip(line, line.dropFirst()).map { $0.lerp(to: $1, 0.5) }
    return middles.map { $0.distance(to: center) }.min() ?? .infinity
  }

  @Test(arguments: [5.0, 8, 12, 16, 20, 25], [0, 0.5, 1.0])
  func `S76 a quick circle goes all around, however much it is steadied`(
    speed: Double, strength: Double
  ) throws {
    let b = try Bench.with(placed())
    b.session.stabilizer = Stabilizer(strength)
    let center = Point(400, 300)
    let contact = ContactID(StylusTool(.pen))
    // A pen reports 200 times in a second.
    let sweep = 2.2 * Double.pi
    let count = Int((sweep / speed * 200).rounded(.up))
    let samples = (0...count).map { i -> StylusSample in
      let part = Double(i) / Double(count)
      let reach = 102 + 4 * sin(part * 40)
      let position = center + Vector(angle: 1 + part * sweep) * reach
      return StylusSample(position: position, time: Double(i) / 200, force: 0.5)
    }
    b.handle(.down(contact, tip: samples[0]))
    for (sample, tip) in zip(samples, samples.dropFirst()) {
      b.handle(.move(contact, settled: [sample], tip: tip))
      let wet = try #require(b.session.wet[contact])
      let shown = wet.path.points + wet.tail(ahead: 0.02, after: wet.path.points.count)
      // Nowhere across, not before the lift either.
      #expect(nearest(shown.map(\.position), to: center) > 99.9)
    }
    b.handle(.up(contact, settled: [samples[count]]))
    let line = try b.lastLine()
    #expect(abs(turns(line, around: center) - 1.1) < 0.01)
    for p in line { #expect(abs(p.distance(to: center) - 100) < 0.001) }
  }

  @Test(arguments: [0.0, 0.1, 2], [0, 1.0])
  func `a hand that passes the centre leaves no line across the circle`(
    beside: Double, strength: Double
  ) throws {
    let b = try Bench.with(placed(degrees: 90))
    b.session.stabilizer = Stabilizer(strength)
    let center = Point(400, 300)
    b.draw((0...30).map { center + Vector(100 - Double($0) * 200 / 30, beside) })
    let line = try b.lastLine()
    #expect(nearest(line, to: center) > 99.9)
    // To the other side.
    #expect(abs(abs(turns(line, around: center)) - 0.5) < 0.02)
  }

  @Test func `strokes that begin elsewhere are as without a compass, also where they cross it`()
    throws
  {
    let (with, without) = (try Bench.with(placed()), Bench())
    let ink = with.session.picker.ink.size / 2
    for start in [Point(400 + 40, 300), Point(400, 300 - 120 - ink), Point(60, 60)] {
      let path = (0...30).map { start + Vector(sin(Double($0)) * 9, Double($0) * 7) }
      with.drag(path)
      without.drag(path)
      let (line, free) = (try with.lastLine(), try without.lastLine())
      #expect(line == free)
    }
  }

  @Test(arguments: [StylusTool.Kind.pen, .finger, .mouse])
  func `S76 the disc moves a compass, the knob turns and opens it by whole millimetres nearby`(
    kind: StylusTool.Kind
  ) throws {
    let b = try Bench.with(placed())
    let tool = StylusTool(kind)
    b.drag([Point(405, 290), Point(385, 310)], with: tool)
    #expect(b.session.instrument == placed(Point(380, 320)))
    // 72 points are an inch of 25.4 millimetres.
    let millimetre = 72 / 25.4
    for (asked, kept) in [(50.2, 50.0), (30.4, 30.4), (61.8, 62)] {
      let knob = try #require(b.session.instrument).knobs[0]
      let end = Point(380, 320) + Vector(angle: 0.7) * (asked * millimetre)
      b.drag([knob, end], with: tool)
      let compass = try #require(b.session.instrument)
      #expect(compass.center == Point(380, 320))
      #expect(abs(compass.angle - 0.7) < 1e-9)
      #expect(abs(compass.millimetres(at: 1) - kept) < 1e-9)
    }
    // A tap on the disc does nothing.
    let before = b.session.instrument
    b.tap(Point(380, 320), with: tool)
    #expect(b.session.instrument == before)
    #expect(b.all.isEmpty && b.session.history.head == 0 && !b.session.isBusy)
  }

  @Test func `the radius is that of the paper, at any zoom`() throws {
    for scale in [0.25, 1, 7] {
      let b = try Bench.with(placed(radius: 90), scale: scale)
      let compass = try #require(b.session.instrument)
      #expect(abs(compass.millimetres(at: scale) - 90 / scale / 72 * 25.4) < 1e-9)
    }
  }

  @Test(arguments: 0..<200)
  func `the knob lies on the circle and in the window, wherever the compass is put`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let area = Rect(x: 0, y: 0, width: number(120...1400), height: number(120...900))
    let put = placed(
      Point(number(-400...1800), number(-400...1300)), degrees: number(0...360),
      radius: number(0...3000))
    let kept = put.kept(in: area)
    #expect(area.contains(kept.center) && area.contains(kept.knob))
    // Beyond a small circle, on any other.
    let beyond = kept.knob.distance(to: kept.center) - kept.radius
    #expect(kept.radius < 34 ? beyond > 0 : abs(beyond) < 1e-9)
    #expect(kept.part(at: kept.knob, of: .finger) == .knob)
    let diagonal = Vector(area.width, area.height).length
    #expect((12...diagonal).contains(kept.radius))
    // It is as large as before, unless all of the window is within it.
    let corners = area.corners.map { $0.distance(to: kept.center) }
    if put.radius >= 12, put.radius < (corners.max() ?? 0) - 30 {
      #expect(kept.radius == put.radius)
    }
    let again = kept.kept(in: area)
    #expect(again.center == kept.center)
    #expect(again.knob.distance(to: kept.knob) < 1e-6)
  }

  @Test func `a compass that fits stays as it is`() {
    let area = Rect(x: 0, y: 0, width: 360, height: 600)
    let put = placed(Point(180, 300), degrees: 140, radius: 120)
    #expect(put.kept(in: area) == put)
  }

  @Test(arguments: 0..<40)
  func `S76 two fingers move, turn and open a compass as they move`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func point() -> Point { Point(number(0...800), number(0...600)) }
    let compass = placed(point(), degrees: number(0...360), radius: number(40...200))
    let from = (point(), point())
    let (turn, scale) = (number(-3...3), number(0.6...2))
    let shift = Vector(number(-90...90), number(-90...90))
    let motion =
      AffineTransform.translation(shift)
      * .similarity(about: from.0, scale: scale, angle: turn)
    let to = (motion(from.0), motion(from.1))
    let moved = compass.moved(from: from, to: to, over: Viewport())
    // As far as it catches whole millimetres.
    #expect(abs(moved.radius - compass.radius * scale) <= 0.7501)
    let off = (moved.angle - compass.angle - turn).remainder(dividingBy: 2 * .pi)
    #expect(abs(off) < 1e-9)
    let middle = from.0.lerp(to: from.1, 0.5)
    let reach = middle.distance(to: compass.center) / compass.radius
    #expect(moved.center.distance(to: motion(compass.center)) <= reach * 0.7501 + 1e-6)
  }

  @Test(arguments: [StylusTool.Kind.pen, .finger])
  func `the smallest circle can be taken hold of, opened and drawn along`(
    kind: StylusTool.Kind
  ) throws {
    let b = try Bench.with(placed(radius: 0))
    let compass = try #require(b.session.instrument)
    #expect(compass.radius == 12)
    #expect(b.session.instrumentPart(at: compass.center, of: kind) == .body)
    #expect(b.session.instrumentPart(at: compass.knob, of: kind) == .knob)
    let opposite = compass.center - Vector(13, 0)
    #expect(b.session.guide(at: opposite, of: kind) == .circle(center: Point(400, 300), radius: 12))
  }

  @Test(arguments: [StylusTool.Kind.pen, .finger, .mouse])
  func `disc, knob and circle are apart at every size, and the knob stays under what drags it`(
    kind: StylusTool.Kind
  ) throws {
    for radius in stride(from: 12.0, through: 60, by: 0.5) {
      let compass = placed(radius: radius)
      let gap = compass.armLength - Instrument.knobRadius - compass.gripRadius
      #expect(gap > 7.9)
      #expect(compass.gripRadius <= radius - 6)
    }
    // The knob of the smallest is beside its circle.
    #expect(placed(radius: 12).armLength - Instrument.knobRadius > 14)
    let b = try Bench.with(placed(radius: 60))
    let contact = ContactID(StylusTool(kind))
    func sample(_ p: Point) -> StylusSample { StylusSample(position: p, time: 0) }
    // Beside its middle.
    let beside = Vector(2, 3)
    b.handle(.down(contact, tip: sample(Point(460, 300) + beside)))
    var before = 60.0
    for distance in stride(from: 50.0, through: 25, by: -2.5) {
      let knob = Point(400 + distance, 300)
      b.handle(.move(contact, settled: [sample(knob + beside)], tip: nil))
      let compass = try #require(b.session.instrument)
      // As far as it catches whole millimetres.
      #expect(compass.knob.distance(to: knob) < 0.76)
      #expect(compass.radius < before)
      before = compass.radius
    }
    #expect(before < 15)
    b.handle(.cancelled(contact))
    #expect(b.session.instrument == placed(radius: 60))
  }

  @Test func `S76 two fingers take hold of its parts, and of the pin that is between them`() {
    let (pin, far) = (Point(400, 300), Vector(300, -220))
    let compass = placed(pin, degrees: 90, radius: 150)
    let square = Instrument(.setSquare, center: pin)
    /// Whether fingers hold an instrument, as offsets from its middle.
    func isHeld(_ instrument: Instrument, _ a: Vector, _ b: Vector) -> Bool {
      instrument.isHeld(byFingersAt: (pin + a, pin + b))
    }
    // Disc, arm, knob and circle: one finger there is enough.
    for part in [Vector(10, 0), Vector(8, 80), Vector(0, 160), Vector(-145, 0)] {
      #expect(isHeld(compass, part, far))
      #expect(isHeld(compass, far, part))
    }
    // Around the pin, within the circle.
    #expect(isHeld(compass, Vector(-70, -20), Vector(60, -10)))
    // Beside the pin, and beyond the circle.
    #expect(!isHeld(compass, Vector(60, -60), Vector(-5, -100)))
    #expect(!isHeld(compass, Vector(-220, -20), Vector(230, -10)))
    #expect(!isHeld(compass, Vector(-70, -20), Vector(230, -10)))
    // Of the others only what lies on the paper.
    #expect(!isHeld(square, Vector(-190, 0), Vector(190, 0)))
    #expect(isHeld(square, Vector(-190, 0), Vector(0, 0)))
  }

  @Test func `S76 a finger touches its circle and its arm too, and not the paper within or around`()
  {
    let pin = Point(400, 300)
    func touches(_ kind: Instrument.Kind, _ offset: Vector) -> Bool {
      let instrument = Instrument(kind, center: pin, angle: .pi / 2, radius: 150)
      return instrument.isTouched(byFingerAt: pin + offset)
    }
    // Disc, arm, knob, circle.
    for part in [Vector(10, 0), Vector(8, 80), Vector(0, 160), Vector(-145, 0), Vector(110, -100)] {
      #expect(touches(.compass, part), "\(part)")
    }
    for paper in [Vector(-70, 0), Vector(25, 80), Vector(0, -80), Vector(-170, 0)] {
      #expect(!touches(.compass, paper), "\(paper)")
    }
    // Of the ruler what lies on the paper, across from its upright edges.
    #expect(touches(.ruler, Vector(0, 120)))
    #expect(!touches(.ruler, Vector(150, 0)))
  }

  @Test func `its radius stays that of the paper while the view zooms, however it is shown`()
    throws
  {
    let b = try Bench.with(placed(radius: 90))
    let center = Point(400, 300)
    func zoom(to scale: Double) throws -> Instrument {
      b.session.viewport.zoom(to: scale, about: Point(90, 70))
      return try #require(b.session.instrument)
    }
    for scale in [2.0, 0.5, 3, 0.25] {
      let compass = try zoom(to: scale)
      #expect(abs(compass.radius - 90 * scale) < 1e-9)
      #expect(abs(compass.millimetres(at: scale) - 31.75) < 1e-9)
      // It stays where it is in the window.
      #expect(compass.center == center)
    }
    // What is too small to be seen, or around all of the window, is shown otherwise, and says so; its knob is in reach.
    let small = try zoom(to: 0.1)
    #expect(small.radius == 12)
    let large = try zoom(to: 64)
    #expect(large.radius < 500 && large.millimetres(at: 64) < 31)
    #expect(b.session.viewport.clearBounds.contains(large.knob))
    // To move it changes nothing about that.
    b.drag([center, center + Vector(30, 20), center + Vector(60, 40)])
    let after = try zoom(to: 1)
    #expect(abs(after.radius - 90) < 1e-9)
    #expect(after.center == center + Vector(60, 40))
  }

  @Test(arguments: [0.2, 0.7, 1, 2.5, 9])
  func `a radius that is entered is that of the circle, in millimetres, at any zoom that shows it`(
    scale: Double
  ) throws {
    let b = try Bench.with(placed(Point(350, 260), degrees: 30), scale: scale, turn: 0.4)
    // 72 points are an inch of 25.4 millimetres.
    let millimetre = 72 / 25.4 * scale
    func enter(_ number: Double) throws -> Double {
      let compass = try #require(b.session.instrument)
      b.take(b.session.placeInstrument(compass.with(measure: number, over: b.session.viewport)))
      let opened = try #require(b.session.instrument)
      #expect(opened.center == Point(350, 260))
      return opened.radius
    }
    let before = try #require(b.session.instrument).measure(over: b.session.viewport)
    #expect(abs(before.value - 100 / millimetre) <= 0.05 + 1e-9)
    let range = before.range
    #expect(range.lowerBound >= 1 && range.upperBound <= 500)
    let between = (range.lowerBound + range.upperBound) / 2
    for number in [between.rounded(), between, range.lowerBound, range.upperBound] {
      let radius = try enter(number)
      #expect(abs(radius - number * millimetre) < 1e-6, "\(number) mm")
    }
    // Beyond it the circle would not be as large as was said.
    if range.upperBound < 500 {
      let farther = range.upperBound * 1.01
      let radius = try enter(farther)
      #expect(radius < farther * millimetre - 1e-6)
    }
    if range.lowerBound > 1 {
      let nearer = range.lowerBound * 0.99
      let radius = try enter(nearer)
      #expect(radius > nearer * millimetre + 1e-6)
    }
  }

  @Test(
    arguments: [(0.1, 200, 705.6), (9, 12, 0.5), (9, 200, 7.8)] as [(Double, Double, Double)])
  func `the radius that is there can be entered, beyond those that are usual too`(
    scale: Double, radius: Double, millimetres: Double
  ) throws {
    let b = try Bench.with(placed(radius: radius), scale: scale)
    let compass = try #require(b.session.instrument)
    let measure = compass.measure(over: b.session.viewport)
    #expect(abs(measure.value - millimetres) < 1e-9)
    #expect(measure.range.contains(measure.value))
    // The others are no fewer for it.
    #expect(measure.range.contains(5) == (scale == 9))
    #expect(measure.range.contains(450) == (scale == 0.1))
  }

  @Test(arguments: [StylusTool.Kind.pen, .finger, .mouse], [100.0, 30])
  func `a tap on the radius asks for another, and a drag of it moves the compass`(
    kind: StylusTool.Kind, radius: Double
  ) throws {
    let tool = StylusTool(kind)
    let b = try Bench.with(placed(radius: radius))
    let compass = try #require(b.session.instrument)
    // 16 points below the disc of a large circle, 28 below a small one with its knob.
    let below = radius == 100 ? 39 : compass.knob.distance(to: compass.center) + 28
    /// Whether a contact from one position to another asks for a number.
    func asks(_ from: Point, _ to: Point) -> Bool {
      let contact = ContactID(tool)
      func sample(_ p: Point) -> StylusSample { StylusSample(position: p, time: 0, force: 0.5) }
      b.handle(.down(contact, tip: sample(from)))
      b.handle(.move(contact, settled: [sample(to)], tip: nil))
      let update = b.session.handle(.up(contact, settled: [sample(to)]))
      b.take(update)
      return update.wantsMeasure
    }
    let reading = Point(400, 300 + below)
    #expect(asks(reading, reading))
    #expect(asks(reading + Vector(30, -8), reading + Vector(30, -8)))
    #expect(b.session.instrument == compass)
    #expect(!asks(reading, reading + Vector(-40, 30)))
    #expect(b.session.instrument?.center == Point(360, 330))
    #expect(!asks(Point(360, 330), Point(360, 330)))
    #expect(b.all.isEmpty && b.session.history.head == 0)
  }

  @Test(arguments: [StylusTool.Kind.pen, .finger], [40.0, 73, 75, 90])
  func `a stroke that begins at the lower part of a circle follows it, not the radius there`(
    kind: StylusTool.Kind, radius: Double
  ) throws {
    let b = try Bench.with(placed(radius: radius))
    let center = Point(400, 300)
    var strokes = 0
    for beside in [-14.0, 0, 14] {
      // At the lowest point, and right of it, where the radius is nearest to a large circle.
      for start in [Double.pi / 2, .pi / 2 - 0.62] {
        let path = (0...20).map {
          center + Vector(angle: start + Double($0) / 20) * (radius + beside)
        }
        b.drag(path, with: StylusTool(kind))
        strokes += 1
        #expect(b.strokes == strokes, "\(beside) beside it")
        let farthest = try b.lastLine().map { abs($0.distance(to: center) - radius) }.max()
        #expect((farthest ?? 1) < 0.001, "\(beside) beside it")
      }
    }
    #expect(b.session.instrument == placed(radius: radius))
  }

  @Test func `the radius is tapped in the box that is shown, whatever its width and the ink`()
    throws
  {
    let b = try Bench.with(placed())
    /// Whether the radius, whose middle is 39 points below the centre, is at an offset from there.
    func isRadius(_ dx: Double, _ kind: StylusTool.Kind) -> Bool {
      b.session.instrumentPart(at: Point(400 + dx, 339), of: kind) == .reading
    }
    b.session.readingWidth = 44
    #expect(isRadius(21, .pen))
    #expect(!isRadius(23, .pen))
    // A finger is broader than it aims.
    #expect(isRadius(30, .finger))
    b.session.readingWidth = 90
    #expect(isRadius(-44, .pen))
    #expect(!isRadius(-46, .pen))
    // At this scale ink that begins there would reach the circle.
    let small = try Bench.with(placed(radius: 40), scale: 9)
    let position = Point(400, 360)
    #expect(small.session.guide(at: position, of: .pen) != nil)
    #expect(small.session.instrumentPart(at: position, of: .pen) == .reading)
  }

  @Test func `a finger's tap on the radius asks once it is settled, and a palm's asks for nothing`()
    throws
  {
    let b = try Bench.with(placed())
    b.session.fingersAreProvisional = true
    let sample = StylusSample(position: Point(400, 339), time: 0)
    /// Whether a tap asks at once.
    func tap(_ contact: ContactID) -> Bool {
      b.handle(.down(contact, tip: sample))
      let update = b.session.handle(.up(contact, settled: [sample]))
      b.take(update)
      return update.wantsMeasure
    }
    func settle(_ contact: ContactID) -> Bool { b.session.settle(contact).wantsMeasure }
    let fingers = (1...4).map { ContactID(.finger, sequence: UInt($0)) }
    #expect(!tap(fingers[0]))
    b.handle(.cancelled(fingers[0]))
    #expect(!settle(fingers[0]))
    // Of two taps the last one asks, and once.
    #expect(!tap(fingers[1]))
    #expect(!tap(fingers[2]))
    #expect(!settle(fingers[1]))
    #expect(settle(fingers[2]))
    #expect(!settle(fingers[2]))
    // Nothing comes up while somebody draws, nor for what was put away.
    #expect(!tap(fingers[3]))
    let pen = ContactID(StylusTool(.pen))
    b.handle(.down(pen, tip: StylusSample(position: Point(60, 60), time: 1)))
    #expect(!settle(fingers[3]))
    b.handle(.cancelled(pen))
    #expect(!tap(fingers[3]))
    b.take(b.session.showInstrument(.ruler))
    #expect(!settle(fingers[3]))
    // A pen and the mouse are no palms.
    b.take(b.session.showInstrument(.compass))
    #expect(tap(pen))
    #expect(tap(ContactID(StylusTool(.mouse))))
    #expect(b.all.isEmpty && b.session.history.head == 0)
  }

  @Test func `a tap on the radius asks for nothing once it is forgotten, nor does a lost contact`()
    throws
  {
    let b = try Bench.with(placed())
    b.session.fingersAreProvisional = true
    let sample = StylusSample(position: Point(400, 339), time: 0)
    let finger = ContactID(.finger, sequence: 1)
    for isForgotten in [false, true] {
      b.handle(.down(finger, tip: sample))
      b.handle(.up(finger, settled: [sample]))
      if isForgotten { b.session.forgetMeasure() }
      let asks = b.session.settle(finger).wantsMeasure
      #expect(asks == !isForgotten)
    }
    for kind in [StylusTool.Kind.pen, .finger] {
      let contact = ContactID(StylusTool(kind))
      b.handle(.down(contact, tip: sample))
      let update = b.session.handle(.lost(contact))
      b.take(update)
      let later = b.session.settle(contact)
      #expect(!update.wantsMeasure && !later.wantsMeasure)
    }
  }

  @Test func `put away and shown again at another zoom it is opened as before`() throws {
    let b = try Bench.with(placed(radius: 90))
    b.take(b.session.showInstrument(nil))
    b.session.viewport.zoom(to: 1.5, about: .zero)
    b.take(b.session.showInstrument(.compass))
    let compass = try #require(b.session.instrument)
    #expect(abs(compass.radius - 135) < 1e-9)
  }

  @Test func `one instrument at a time lies over the paper, each where it was last`() throws {
    let b = try Bench.with(placed(Point(300, 200), radius: 60))
    #expect(b.session.showInstrument(.compass).instrumentChanged == false)
    #expect(b.session.showInstrument(.setSquare).instrumentChanged)
    #expect(b.session.instrument == Instrument(.setSquare, center: b.session.viewport.center))
    b.drag([Point(400, 345), Point(350, 345)])
    b.take(b.session.showInstrument(.compass))
    #expect(b.session.instrument == placed(Point(300, 200), radius: 60))
    b.take(b.session.showInstrument(.setSquare))
    #expect(b.session.instrument?.center == Point(350, 300))
    b.take(b.session.showInstrument(nil))
    #expect(b.session.instrument == nil)
    #expect(b.session.guide(at: Point(300, 260), of: .pen) == nil)
  }

  @Test func `the mark to come is shown on the circle, and none over the disc and the knob`() throws
  {
    let b = try Bench.with(placed())
    func preview(at p: Point) -> Point? {
      var hover = Hover()
      hover.hover(StylusTool(.pen), StylusSample(position: p, time: 0))
      return b.session.preview(of: hover)?.position
    }
    let shown = try #require(preview(at: Point(400, 192)))
    #expect(shown.distance(to: Point(400, 200)) < 1e-9)
    #expect(preview(at: Point(440, 300)) == Point(440, 300))
    #expect(preview(at: Point(400, 300)) == nil)
    #expect(preview(at: Point(500, 300)) == nil)
  }
}

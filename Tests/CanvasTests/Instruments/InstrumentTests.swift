import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import Canvas

/// The ruler over the paper, and what all instruments share.
@Suite struct InstrumentTests {
  /// A bench with the ruler at a pose in the window, over paper that is turned and scaled.
  private func bench(
    _ center: Point = Point(400, 300), degrees: Double = 0, scale: Double = 1, turn: Double = 0
  ) throws -> Bench {
    let ruler = Instrument(.ruler, center: center, angle: degrees * .pi / 180)
    return try Bench.with(ruler, scale: scale, turn: turn)
  }

  @Test(arguments: 0..<40)
  func `S76 a stroke that begins at an edge follows it, however the hand strays`(
    _ seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let b = try bench(
      Point(.random(in: 300...500, using: &random), .random(in: 200...400, using: &random)),
      degrees: .random(in: 0..<180, using: &random), scale: .random(in: 0.3...5, using: &random),
      turn: .random(in: -3...3, using: &random))
    let ruler = try #require(b.session.instrument)
    let side = Bool.random(using: &random) ? 1.0 : -1
    let edge = ruler.center + ruler.normal * (side * Instrument.breadth / 2)
    let start = edge + ruler.normal * (side * .random(in: 0...10, using: &random))
    b.drag(
      (0...30).map { i in
        let stray: Double = i == 0 ? 0 : .random(in: -40...60, using: &random)
        return start + ruler.direction * (Double(i) * 5 - 75) + ruler.normal * (side * stray)
      })
    let points = try b.lastLine()
    let radius = b.session.picker.ink.size / 2 * b.session.viewport.scale
    #expect(points.count > 2)
    for p in points {
      // Its side lies against the edge.
      let across = (p - ruler.center).dot(ruler.normal) * side
      let off = abs(across - Instrument.breadth / 2 - radius)
      #expect(off < 0.01 * max(b.session.viewport.scale, 1))
    }
    let along = points.map { ($0 - ruler.center).dot(ruler.direction) }
    #expect(try #require(along.max()) - #require(along.min()) > 100)
  }

  @Test(arguments: [Instrument.Kind.ruler, .setSquare], [0, 0.3, 12.5, 45, 179.9, 190, 359.9])
  func `an angle that is entered is that to the lines of the paper, however the paper is turned`(
    kind: Instrument.Kind, degrees: Double
  ) throws {
    for turn in [0, 0.3, -2.5] {
      let b = try Bench.with(
        Instrument(kind, center: Point(400, 300), angle: 1), scale: 1.5, turn: turn)
      let view = b.session.viewport
      let before = try #require(b.session.instrument)
      b.take(b.session.placeInstrument(before.with(measure: degrees, over: view)))
      let turned = try #require(b.session.instrument)
      #expect(turned.center == Point(400, 300))
      // Counterclockwise on the screen, whose y grows downwards.
      let line = view.widgetFromCanvas(Point(1, 0)) - view.widgetFromCanvas(Point.zero)
      let angle = -atan2(line.cross(turned.direction), line.dot(turned.direction))
      let off = remainder(angle - degrees * .pi / 180, .pi)
      #expect(abs(off) < 1e-9)
      let measure = turned.measure(over: view)
      #expect(abs(measure.value - fmod(degrees, 180)) < 1e-9)
      #expect(measure.range.contains(degrees))
      // By a quarter turn at most: a set square does not turn over.
      let period: Double = kind == .ruler ? .pi : 2 * .pi
      let by = remainder(turned.angle - before.angle, period)
      #expect(abs(by) <= .pi / 2 + 1e-5)
    }
  }

  @Test(arguments: [Instrument.Kind.ruler, .setSquare], [0, 0.3, -2.5])
  func `the angle that is given by a number is that of the dial, and steps turn on and on`(
    kind: Instrument.Kind, turn: Double
  ) throws {
    // Counterclockwise on the screen by 225 degrees.
    let start = turn - 225 * .pi / 180
    let b = try Bench.with(Instrument(kind, center: Point(400, 300), angle: start), turn: turn)
    let view = b.session.viewport
    let period: Double = kind == .ruler ? .pi : 2 * .pi
    for step in 0..<360 {
      let now = try #require(b.session.instrument)
      let measure = now.measure(over: view)
      #expect(Int(measure.value.rounded()) == now.degrees(over: view.rotation))
      #expect(Int(measure.value.rounded()) == (225 + step) % 180)
      let next = now.with(measure: measure.value + 1, over: view)
      // It goes on by a degree, and does not jump back.
      let degrees = remainder(now.angle - next.angle, period) * 180 / .pi
      #expect(abs(degrees - 1) < 0.06)
      b.take(b.session.placeInstrument(next))
    }
    // A quarter turn is one counterclockwise, however it is rounded.
    let flat = Instrument(kind, center: Point(400, 300), angle: turn)
    let upright = flat.with(measure: 90, over: view)
    let up = view.widgetFromCanvas(Point(0, -1)) - view.widgetFromCanvas(Point.zero)
    #expect(abs(upright.direction.cross(up)) < 1e-6)
    if kind == .setSquare { #expect(upright.direction.dot(up) > 0) }
  }

  @Test func `strokes that begin elsewhere are as without a ruler, also where they cross it`()
    throws
  {
    let path = (0...30).map { Point(300 + Double($0) * 5, 200 + sin(Double($0)) * 9) }
    let down = (0...30).map { Point(330 + sin(Double($0)) * 9, 200 + Double($0) * 7) }
    let (with, without) = (try bench(), Bench())
    for points in [path, down] {
      with.drag(points)
      without.drag(points)
      let (line, free) = (try with.lastLine(), try without.lastLine())
      #expect(line == free)
    }
    #expect(with.session.history.head == without.session.history.head)
  }

  @Test(arguments: [StylusTool.Kind.pen, .finger, .mouse])
  func `S76 a press on it moves it, one on a knob turns it, and neither draws or is a step`(
    kind: StylusTool.Kind
  ) throws {
    let b = try bench()
    let tool = StylusTool(kind)
    b.drag([Point(330, 310), Point(390, 260)], with: tool)
    #expect(b.session.instrument == Instrument(.ruler, center: Point(460, 250)))
    // Around the dial, past what it catches.
    let knob = Point(460 + Instrument.knobDistance, 250)
    let turn = 37.0 * .pi / 180
    b.drag(
      [
        knob,
        Point(460, 250) + Vector(cos(turn), sin(turn)) * Instrument.knobDistance,
      ], with: tool)
    let ruler = try #require(b.session.instrument)
    #expect(ruler.center == Point(460, 250))
    #expect(abs(ruler.angle - turn) < 1e-9)
    #expect(ruler.degrees(over: 0) == 180 - 37)
    #expect(b.all.isEmpty && b.session.history.head == 0 && !b.session.isBusy)
  }

  @Test func `a cancelled drag puts it back, and the view's edges hold it`() throws {
    let b = try bench()
    let before = b.session.instrument
    let contact = ContactID(StylusTool(.finger), sequence: 1)
    func sample(_ p: Point) -> StylusSample { StylusSample(position: p, time: 0) }
    b.take(b.session.handle(.down(contact, tip: sample(Point(330, 310)))))
    b.take(
      b.session.handle(.move(contact, settled: [sample(Point(500, 400))], tip: nil)))
    #expect(b.session.instrument != before)
    b.take(b.session.handle(.cancelled(contact)))
    #expect(b.session.instrument == before)

    b.drag([Point(330, 310), Point(5000, -4000)])
    let ruler = try #require(b.session.instrument)
    #expect(b.session.viewport.clearBounds.contains(ruler.center))
    #expect(b.session.instrumentPart(at: ruler.center, of: .finger) == .dial)
    b.session.viewport.width = 200
    #expect(try #require(b.session.instrument).center.x < 200)
  }

  @Test(arguments: Instrument.Kind.allCases)
  func `one that was never moved stays in the window where it came, whatever the view's size`(
    kind: Instrument.Kind
  ) throws {
    let b = Bench()
    b.take(b.session.showInstrument(kind))
    func center() throws -> Point { try #require(b.session.instrument).center }
    let (shown, middle) = (try center(), Point(400, 300))
    #expect(shown == middle)
    // A panel opens, and the tools unfold.
    b.session.viewport.width = 570
    b.session.viewport.coveredBelow = 120
    let beside = try center()
    #expect(beside == middle)
    // Where there was no room for it, it comes back.
    b.session.viewport.width = 300
    let kept = try center()
    #expect(kept.x < 300)
    b.session.viewport.width = 1200
    b.session.viewport.height = 900
    let after = try center()
    #expect(after == middle)
  }

  @Test(arguments: Instrument.Kind.allCases)
  func `it stays over its point of paper that moves since the view is larger or smaller`(
    kind: Instrument.Kind
  ) throws {
    let b = Bench()
    b.take(b.session.showInstrument(kind))
    let before = b.session.viewport
    let point = before.canvasFromWidget(Point(400, 300))
    // As pages that are fitted are.
    b.session.viewport.width = 700
    b.session.viewport.zoom(to: 0.8, about: .zero)
    b.session.viewport.pan(by: Vector(-50, 30))
    b.session.carryInstrument(from: before)
    let instrument = try #require(b.session.instrument)
    let below = b.session.viewport.canvasFromWidget(instrument.center)
    #expect(below.distance(to: point) < 1e-9)
    #expect(instrument.center.distance(to: Point(270, 270)) < 1e-9)
  }

  @Test func `a tap on the dial turns it to the next multiple of 45° of the paper`() throws {
    let turn = 0.3
    let b = try bench(degrees: 20, turn: turn)
    var shown: [Int] = []
    for _ in 0..<5 {
      b.tap(try #require(b.session.instrument).center)
      shown.append(try #require(b.session.instrument).degrees(over: turn))
    }
    // From 177° (20° clockwise, the paper 17° clockwise).
    #expect(shown == [0, 45, 90, 135, 0])
    #expect(b.all.isEmpty)
  }

  @Test(arguments: 0..<40)
  func `S76 two fingers move and turn it as they move`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func point() -> Point {
      Point(.random(in: 0...800, using: &random), .random(in: 0...600, using: &random))
    }
    let ruler = Instrument(.ruler, center: point(), angle: .random(in: 0...3, using: &random))
    let from = (point(), point())
    let turn = Double.random(in: -3...3, using: &random)
    let motion =
      AffineTransform.translation(
        Vector(.random(in: -90...90, using: &random), .random(in: -90...90, using: &random)))
      * .translation(from.0 - .zero) * .rotation(turn) * .translation(.zero - from.0)
    let moved = ruler.moved(from: from, to: (motion(from.0), motion(from.1)), over: Viewport())
    let off = (moved.angle - ruler.angle - turn).remainder(dividingBy: .pi)
    // As far as it catches multiples of 15°.
    #expect(abs(off) <= 2.01 * .pi / 180)
    let reach = from.0.distance(to: ruler.center) + from.1.distance(to: ruler.center)
    #expect(moved.center.distance(to: motion(ruler.center)) <= reach * 0.04 + 1e-6)
  }

  @Test func `the mark to come is shown at the edge, and none over the ruler`() throws {
    let b = try bench()
    func preview(at p: Point) -> HoverPreview? {
      var hover = Hover()
      hover.hover(StylusTool(.pen), StylusSample(position: p, time: 0))
      return b.session.preview(of: hover)
    }
    let radius = b.session.picker.ink.size / 2
    let edge = 300 + Instrument.breadth / 2 + radius
    #expect(preview(at: Point(250, edge + 6))?.position == Point(250, edge))
    #expect(preview(at: Point(250, edge + 60))?.position == Point(250, edge + 60))
    #expect(preview(at: Point(250, 310)) == nil)
  }
}

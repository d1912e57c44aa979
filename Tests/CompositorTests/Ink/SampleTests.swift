import Glibc
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What the pen said is what the file holds.
  @Suite struct SampleTests {
    /// A second of a hand at 240 Hz that never repeats an axis.
    private static let hand: StylusRecording = {
      let tool = StylusTool(.airbrush, serial: 0xABCD_0001, hardwareID: 0x902)
      func record(_ phase: StylusRecording.Phase, _ i: Int) -> StylusRecording.Record {
        let t = Double(i) / 240
        var sample = StylusSample(
          position: Point(40 + 2.5 * Double(i), 150 + 80 * sin(5 * t)), time: t)
        sample.force = Float(0.5 + 0.4 * sin(9 * t + 0.3))
        sample.altitude = Float(1.0 + 0.4 * sin(3 * t))
        sample.azimuth = Float(0.2 + 5.5 * t)
        sample.roll = Float(0.1 + 6 * t)
        sample.slider = Float(sin(4 * t))
        sample.distance = 0
        return .init(phase, tool: tool, sample: sample)
      }
      return StylusRecording(
        width: 800, height: 500,
        records: [record(.down, 0)] + (1...239).map { record(.move, $0) } + [record(.up, 239)])
    }()

    @Test(arguments: [AxisOrder.motionFirst, .axesFirst])
    func `S92 and S94 every sample at 240 Hz is kept once, in order, with its own axes`(
      order: AxisOrder
    ) async throws {
      let fixture = try AppFixture()
      fixture.screen.setAxisOrder(order)
      let origin = AffineTransform.translation(fixture.at(0, 0) - .zero)
      // The second time the app knows the order of the compositor already.
      fixture.screen.play(Self.hand, through: origin)
      fixture.screen.play(Self.hand, through: origin)
      let sent = try #require(Self.hand.strokes.first).samples
      for stroke in try await fixture.kept(2) {
        #expect(stroke.tool == Self.hand.records[0].tool)
        try #require(stroke.samples.count == sent.count)
        for (kept, sent) in zip(stroke.samples, sent) {
          #expect(kept.position.distance(to: sent.position) < 0.01)
          // Wayland counts whole milliseconds.
          #expect(abs(kept.time - sent.time) < 0.0021)
          #expect(near(kept.force, sent.force, 0.0001))
          #expect(near(kept.altitude, sent.altitude, 0.001))
          #expect(near(kept.azimuth, sent.azimuth, 0.003))
          #expect(near(kept.roll, sent.roll, 0.0005))
          #expect(near(kept.slider, sent.slider, 0.0001))
          #expect(near(kept.distance, sent.distance, 0.0001))
        }
      }
      try fixture.done()
    }

    @Test func `S94 a tip that touches without telling its force still draws right`() async throws {
      let fixture = try AppFixture()
      fixture.screen.setTipReport(.alone)
      let points = (0...20).map { fixture.at(100 + 5 * Double($0), 100) }
      for force in [0.9, 0.3] {
        fixture.pen.hover(at: points[0])
        fixture.pen.stroke(points, force: force)
      }
      for (stroke, force) in zip(try await fixture.kept(2), [Float(0.9), 0.3]) {
        #expect(stroke.samples.count == 21)
        // The first position is known, its force is not: it is neither 0 nor another stroke's.
        #expect(stroke.samples.allSatisfy { near($0.force, force, 0.001) })
      }
      try fixture.done()
    }

    @Test func `tilt in degrees, turn, wheel and height come out as angles and fractions`()
      async throws
    {
      let fixture = try AppFixture()
      let tool = fixture.screen.makeTool(
        ToolDescription(
          .airbrush, serial: 3, hardwareID: 0x902,
          axes: [.pressure, .distance, .tilt, .rotation, .slider]))
      let degree = Double.pi / 180
      // tiltX, tiltY in degrees; altitude, azimuth in degrees.
      let leans: [(Double, Double, Double, Double)] = [
        (0, 0, 90, 0), (30, 0, 60, 0), (0, 30, 60, 90), (-45, 0, 45, 180), (0, -60, 30, 270),
        (30, 30, 50.768, 45), (-30, -30, 50.768, 225),
      ]
      for (i, lean) in leans.enumerated() {
        tool.tilt(x: lean.0, y: lean.1)
        tool.axes.rotation = Double(i) * 45
        tool.axes.slider = Double(i) / 3 - 1
        tool.stroke([fixture.at(100 + 30 * Double(i), 100), fixture.at(110 + 30 * Double(i), 100)])
      }
      for (i, stroke) in try await fixture.kept(leans.count).enumerated() {
        for sample in stroke.samples {
          #expect(near(sample.altitude, Float(leans[i].2 * degree), 0.001))
          #expect(near(sample.azimuth, Float(leans[i].3 * degree), 0.001))
          #expect(near(sample.roll, Float(Double(i) * 45 * degree), 0.001))
          #expect(near(sample.slider, Float(Double(i) / 3 - 1), 0.0001))
          #expect(near(sample.distance, 0, 0.0001))
        }
      }
      try fixture.done()
    }

    @Test func `S92 two pens that take turns do not mix`() async throws {
      let fixture = try AppFixture()
      // One tells how it leans, the other has no such axis.
      let first = fixture.screen.makeTool(.pen, serial: 0x111)
      let second = fixture.screen.makeTool(
        ToolDescription(.pen, serial: 0x222, hardwareID: 0x802, axes: [.pressure]))
      first.tilt(x: 30, y: 0)
      for i in 0..<4 {
        let (pen, x, force) = i % 2 == 0 ? (first, 100.0, 0.3) : (second, 400.0, 0.8)
        let y = 60 + 40 * Double(i)
        pen.stroke((0...10).map { fixture.at(x + 8 * Double($0), y) }, force: force)
        pen.proximityOut()
      }
      for (i, stroke) in try await fixture.kept(4).enumerated() {
        let isFirst = i % 2 == 0
        #expect(stroke.tool.serial == (isFirst ? 0x111 : 0x222))
        #expect(stroke.samples.count == 11)
        #expect(stroke.samples.allSatisfy { near($0.force, isFirst ? 0.3 : 0.8, 0.001) })
        #expect(stroke.samples.allSatisfy { ($0.altitude == nil) == !isFirst })
        #expect(stroke.samples.allSatisfy { ($0.position.x < 300) == isFirst })
      }
      try fixture.done()
    }

    @Test func `S92 a second pen on the tablet ends the first one's stroke and has its own`()
      async throws
    {
      // GDK (4.8) knows one tool of a tablet at a time; hardware that reports two is as rare.
      let fixture = try AppFixture()
      let pens = [0x111, 0x222].map { fixture.screen.makeTool(.pen, serial: UInt64($0)) }
      func points(_ x: Double) -> [Point] { (0...20).map { fixture.at(x + Double($0) * 4, 150) } }
      pens[0].down(at: points(100)[0], force: 0.4)
      pens[0].move(along: Array(points(100).dropFirst()))
      pens[1].stroke(points(400), force: 0.7)
      pens[0].up()
      let strokes = try await fixture.kept(2)
      for (k, serial) in [UInt64(0x111), 0x222].enumerated() {
        let stroke = try #require(strokes.first { $0.tool.serial == serial })
        #expect(
          stroke.samples.map(\.position.x) == (0...20).map { [100.0, 400][k] + Double($0) * 4 })
        #expect(stroke.samples.allSatisfy { near($0.force, [0.4, 0.7][k], 0.001) })
      }
      try fixture.done()
    }
  }
}

/// Both unknown, or both known and no farther apart than `tolerance`.
func near(_ a: Float?, _ b: Float?, _ tolerance: Float) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): abs(a - b) <= tolerance
  default: false
  }
}

import Canvas
import InkModel
import Testing

@Suite struct InputMeterTests {
  private let pen = StylusTool(.pen, serial: 3)

  @Test func `the rate is what comes in a second, and begins anew after a pause`() throws {
    var meter = InputMeter()
    for i in 0..<300 {
      let t = Double(i) / 240
      meter.take(
        pen, StylusSample(position: Point(Double(i), 0), time: t), isTouching: false, at: t + 0.004)
    }
    #expect(abs(try #require(meter.rate) - 240) < 1)
    #expect(abs(try #require(meter.delay) - 0.004) < 1e-6)
    #expect(meter.reports == 300)
    meter.take(pen, StylusSample(position: .zero, time: 9), isTouching: false, at: 9)
    #expect(meter.rate == nil)
  }

  @Test func `each axis shows its value and the range it has shown; one that is silent shows none`()
  {
    var meter = InputMeter()
    for i in 0...10 {
      meter.take(
        pen,
        StylusSample(
          position: .zero, time: Double(i), force: Float(i) / 20 + 0.1, altitude: .pi / 4,
          azimuth: .pi / 2, roll: 1, slider: -0.5, distance: 0.25), isTouching: true, at: 0)
    }
    #expect(abs((meter.value(.pressure) ?? 0) - 0.6) < 1e-6)
    #expect(meter.seen(.pressure).map { abs($0.lowerBound - 0.1) < 1e-6 } == true)
    // Leaning towards the hand by 45°, and not to the side.
    #expect(abs((meter.value(.tiltY) ?? 0) - 45) < 1e-3)
    #expect(abs(meter.value(.tiltX) ?? 9) < 1e-3)
    for axis in InputMeter.Axis.allCases {
      if let value = meter.value(axis) { #expect(axis.range.contains(value), "\(axis)") }
    }
    meter.take(.mouse, StylusSample(position: .zero, time: 20), isTouching: false, at: 20)
    for axis in InputMeter.Axis.allCases {
      #expect(meter.value(axis) == nil && meter.seen(axis) == nil)
    }
    #expect(meter.tool == .mouse && !meter.isTouching)
  }

  @Test func `buttons are down until they are up, or their tool is gone`() {
    var meter = InputMeter()
    meter.take(pen, StylusSample(position: .zero, time: 0), isTouching: false, at: 0)
    meter.press(.lower, isDown: true)
    meter.press(.upper, isDown: true)
    meter.press(.lower, isDown: false)
    #expect(meter.buttons == [.upper])
    meter.leave()
    #expect(meter.buttons.isEmpty)
  }
}

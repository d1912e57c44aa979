import InkModel
import Testing

@Suite struct AxisPairingTests {
  /// What really happened: positions with their own force and time.
  let truth = (0..<20).map { i in
    StylusSample(
      position: Point(Double(i), 0), time: Double(i) * 0.004, force: 0.3 + Float(i) * 0.02)
  }

  /// As GDK tells it: each motion with the time of the report before it and, where the compositor
  /// sends axes after motion, with that report's axes too.
  func reports(late: Bool) -> (down: StylusSample, moves: [StylusSample], up: StylusSample) {
    func report(_ i: Int) -> StylusSample {
      var r = truth[i]
      r.time = truth[i - 1].time
      if late { r.force = truth[i - 1].force }
      return r
    }
    var up = truth[19]
    up.time = truth[19].time
    return (truth[0], (1..<20).map(report), up)
  }

  @Test(arguments: [true, false], [true, false])
  func `S92 each position leaves once, in order, with its own axes`(late: Bool, guess: Bool) {
    var pairing = AxisPairing(axesAreLate: guess)
    let told = reports(late: late)
    pairing.begin(told.down)
    var settled: [StylusSample] = []
    for r in told.moves {
      settled += pairing.move(r)
      #expect(pairing.tip?.position == r.position)
    }
    settled += pairing.end(told.up)
    #expect(settled.map(\.position) == truth.map(\.position))
    #expect(settled.map(\.force) == truth.map(\.force))
    #expect(pairing.axesAreLate == late)
    #expect(pairing.tip == nil)
  }

  @Test func `a first pressure that is still to come never draws as nothing`() {
    // Some compositors send the tip before any pressure: zero at down and at the first motion.
    var pairing = AxisPairing()
    pairing.begin(StylusSample(position: .zero, time: 0, force: 0))
    #expect(pairing.move(StylusSample(position: Point(1, 0), time: 0, force: 0)).isEmpty)
    let settled = pairing.move(StylusSample(position: Point(2, 0), time: 0.004, force: 0.4))
    #expect(settled.map(\.position) == [.zero, Point(1, 0)])
    #expect(settled.map(\.force) == [0.4, 0.4])
    #expect(pairing.tip?.force == 0.4)
  }

  @Test func `a stroke without any force is whole all the same`() {
    var pairing = AxisPairing()
    pairing.begin(StylusSample(position: .zero, time: 0, force: 0))
    #expect(pairing.move(StylusSample(position: Point(1, 0), time: 0, force: 0)).isEmpty)
    let settled = pairing.end(StylusSample(position: Point(1, 0), time: 0.004, force: 0))
    #expect(settled.map(\.position) == [.zero, Point(1, 0)])
  }

  @Test func `S93 a tool that vanishes leaves its last position and nothing stale`() {
    var pairing = AxisPairing()
    pairing.begin(truth[0])
    _ = pairing.move(truth[1])
    #expect(pairing.end(nil).map(\.position) == [truth[1].position])
    #expect(pairing.end(nil).isEmpty)
    #expect(pairing.move(truth[2]).isEmpty)
  }
}

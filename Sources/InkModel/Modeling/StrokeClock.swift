/// Before all stages: a clock that only goes forward, from the times that a device reports.
///
/// Only the time from one report to the next matters for a line. A device's clock may jump: a
/// counter of milliseconds wraps, the clock is set, one report bears a wrong stamp. A clock that was
/// held until the device's comes past it again would squeeze all that follows into no time, and the
/// hand would seem to race. So a jump counts as the usual time between two reports, and from there
/// this clock goes on as the device's does; where that jumps back to what it was, so does this.
struct StrokeClock: Sendable {
  /// By how much reports of one batch may be told in the wrong order, in seconds.
  ///
  /// The resolution of most stamps, and some. They are held, which sorts itself out.
  private static let disorder = 0.002
  /// The least time between two reports, in seconds.
  private static let least = 0.0005
  /// Reports of a hand in motion are never farther apart than this, in seconds.
  private static let restless = 0.1
  /// A hand that is silent for longer than this, in seconds, and goes on as if nothing had been, was
  /// not resting: the clock jumped.
  private static let longestStride = 1.0

  /// What the device's last report said.
  private var reported: Double
  private var position: Point
  /// The last report on this clock, in seconds.
  private(set) var time: Double
  /// What is added to what the device says.
  private var offset = 0.0
  /// What was added before the last jump.
  private var former = 0.0
  /// Mean time between reports, in seconds.
  private var usual = 1.0 / 133
  /// How far the hand went between the last two reports, in canvas points.
  private var stride = 0.0
  /// The first two modelers held the clock, whatever happened.
  private let follows: Bool

  init(_ first: StylusSample, followsJumps: Bool = true) {
    reported = first.time
    time = first.time
    position = first.position
    follows = followsJumps
  }

  /// Whether a report tells no time later than the last one.
  func stands(at sample: StylusSample) -> Bool { sample.time + offset <= time }

  /// The time of the next report, later than that of all before it.
  mutating func take(_ sample: StylusSample) -> Double {
    let passed = sample.time - reported
    let way = sample.position.distance(to: position)
    if follows, hasJumped(passed, way) {
      let back = sample.time + former - time
      let next = (Self.least...Self.restless).contains(back) ? former : time + usual - sample.time
      (former, offset) = (offset, next)
    } else if passed < Self.restless {
      usual += (max(passed, Self.least) - usual) * 0.2
    }
    time = max(sample.time + offset, time + Self.least)
    (reported, position, stride) = (sample.time, sample.position, way)
    return time
  }

  private func hasJumped(_ passed: Double, _ way: Double) -> Bool {
    // A hand that rested comes to a halt before and sets out gently after.
    passed < -Self.disorder || passed > Self.longestStride && stride > 0 && way > stride / 2
  }
}

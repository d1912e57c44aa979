/// Before all stages: a clock that only goes forward, from the times that a device reports.
///
/// Only the time from one report to the next matters for a line. A device's clock may jump: a
/// counter of milliseconds wraps, the clock is set, one report bears a wrong stamp. A clock that was
/// held until the device's comes past it again would squeeze all that follows into no time, and the
/// hand would seem to race. So a jump counts as the usual time between two reports, and from there
/// this clock goes on as the device's does; where that jumps back to what it was, so does this.
///
/// A desktop that is busy, or far away, may hand on several reports with the time at which it looked at them.
/// Such reports count as apart by the time that has lain between two so far, once a few have told. That runs ahead
/// of the device, which soon comes past it; until then reports are at least half that time apart. Reports with
/// stamps of their own are never told apart by more than those say.
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
  /// Mean time between reports, those with the same stamp among them, in seconds; learnt from ``learnt`` of them.
  private var pace = 0.0
  private var learnt = 0.0
  /// Reports with one stamp count as apart by the pace.
  ///
  /// Not the tip of a line, whose own stamp is still to come: what is foretold from it counts from about now.
  var goesByPace = true
  /// The last time between two reports with stamps of their own, in seconds; infinite before the first.
  private var latest = Double.infinity
  /// The first two modelers held the clock, whatever happened; the third held it where a stamp came again.
  private let generation: Int

  /// - Parameter generation: That of the modeler; see ``StrokeModeler``.
  init(_ first: StylusSample, generation: Int) {
    reported = first.time
    time = first.time
    position = first.position
    self.generation = generation
  }

  /// Whether a report tells no time later than the last one.
  func stands(at sample: StylusSample) -> Bool { sample.time + offset <= time }

  /// The time of the next report, later than that of all before it.
  mutating func take(_ sample: StylusSample) -> Double {
    let passed = sample.time - reported
    let way = sample.position.distance(to: position)
    var least = Self.least
    if generation > 2, hasJumped(passed, way) {
      let back = sample.time + former - time
      let next = (Self.least...Self.restless).contains(back) ? former : time + usual - sample.time
      (former, offset) = (offset, next)
    } else {
      if passed < Self.restless { usual += (max(passed, Self.least) - usual) * 0.2 }
      if generation > 3, goesByPace { least = step(passed) }
    }
    time = max(sample.time + offset, time + least)
    (reported, position, stride) = (sample.time, sample.position, way)
    return time
  }

  /// The least time to the next report, in seconds, where the device has `passed` pass.
  private mutating func step(_ passed: Double) -> Double {
    let isKnown = learnt > 2
    if passed >= Self.least { latest = passed }
    let known = min(pace, latest)
    // What came together after a pause tells nothing of the time between two.
    if latest < Self.restless || latest == .infinity {
      learnt += 1
      pace += (passed - pace) / min(learnt, 24)
    }
    // No more ahead of the device than a hand in motion is ever silent.
    guard isKnown, time - (reported + offset) < Self.restless else { return Self.least }
    return max(passed < Self.least ? known : known / 2, Self.least)
  }

  private func hasJumped(_ passed: Double, _ way: Double) -> Bool {
    // A hand that rested comes to a halt before and sets out gently after.
    passed < -Self.disorder || passed > Self.longestStride && stride > 0 && way > stride / 2
  }
}

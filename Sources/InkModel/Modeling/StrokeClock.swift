/// The stage before all others: turns a device's timestamps into times that strictly increase.
///
/// Only the intervals between samples matter for a line. A device's clock may jump: a counter of milliseconds
/// wraps, the clock is set, one sample has a wrong timestamp. A clock that stood still until the device's had
/// caught up would give all samples until then the same time, which is an infinite speed. So a jump counts as the
/// mean interval, and from there this clock advances with the device's; where that jumps back, so does this.
///
/// A busy or remote compositor may deliver several samples with one timestamp, that of their delivery. Once a few
/// intervals are known, such samples are set apart by the mean interval. This runs ahead of the device's clock until
/// that catches up; meanwhile samples are at least half the mean interval apart. Samples with timestamps of their own
/// are never set farther apart than those say.
struct StrokeClock: Sendable {
  /// The largest step back, seconds, that counts as samples delivered in the wrong order and not as a jump: the
  /// resolution of most timestamps (1 ms) and as much again.
  ///
  /// Larger: real jumps back hold the clock for that long. Smaller: samples out of order count as jumps.
  private static let disorder = 0.002
  /// The shortest interval, seconds: half that of a 1 kHz tablet.
  ///
  /// Larger: fast tablets are slowed down. Smaller: samples with one timestamp give extreme speeds.
  private static let least = 0.0005
  /// The longest interval, seconds, between samples of a moving tool: tablets report at 60 Hz and more.
  ///
  /// Larger: pauses count into the mean interval. Smaller: a slow tablet's intervals would not.
  private static let restless = 0.1
  /// An interval longer than this, seconds, across which the tool moves on at its speed is a jump of the clock: a
  /// hand that rested slows down before and starts slowly after.
  ///
  /// Larger: jumps forward of up to that look like rests, and the line is drawn as if the tip had stood still.
  private static let longestStride = 1.0

  /// The device's last timestamp, seconds.
  private var reported: Double
  private var position: Point
  /// The last sample's time on this clock, seconds.
  private(set) var time: Double
  /// This clock minus the device's, seconds.
  private var offset = 0.0
  /// ``offset`` before the last jump.
  private var former = 0.0
  /// Mean interval, seconds, over about five samples; begins as that of a common tablet (133 Hz).
  private var usual = 1.0 / 133
  /// Distance between the last two samples, canvas points.
  private var stride = 0.0
  /// Mean interval, seconds, samples with the same timestamp included.
  ///
  /// Over the ``learnt`` intervals so far, then an average over about 24.
  private var pace = 0.0
  private var learnt = 0.0
  /// Whether samples with one timestamp are set apart by ``pace``.
  ///
  /// False for the tip, whose own timestamp is still to come: a prediction counts from about now.
  var goesByPace = true
  /// The last interval between samples with timestamps of their own, seconds; infinite before the first.
  private var latest = Double.infinity
  /// The modeler's generation: 1 and 2 hold the clock at any jump, 3 holds it at equal timestamps.
  private let generation: Int

  /// - Parameter generation: the modeler's, see ``StrokeModeler``.
  init(_ first: StylusSample, generation: Int) {
    reported = first.time
    time = first.time
    position = first.position
    self.generation = generation
  }

  /// Whether a sample's time is not after the last one's.
  func stands(at sample: StylusSample) -> Bool { sample.time + offset <= time }

  /// The next sample's time, after those of all before it.
  mutating func take(_ sample: StylusSample) -> Double {
    let passed = sample.time - reported
    let distance = sample.position.distance(to: position)
    var least = Self.least
    if generation > 2, hasJumped(passed, distance) {
      let back = sample.time + former - time
      let next = (Self.least...Self.restless).contains(back) ? former : time + usual - sample.time
      (former, offset) = (offset, next)
    } else {
      if passed < Self.restless { usual += (max(passed, Self.least) - usual) * 0.2 }
      if generation > 3, goesByPace { least = step(passed) }
    }
    time = max(sample.time + offset, time + least)
    (reported, position, stride) = (sample.time, sample.position, distance)
    return time
  }

  /// The shortest interval to the next sample, seconds, where the device's clock advanced by `passed`.
  private mutating func step(_ passed: Double) -> Double {
    let isKnown = learnt > 2
    if passed >= Self.least { latest = passed }
    let known = min(pace, latest)
    // Samples delivered together after a pause say nothing about the interval.
    if latest < Self.restless || latest == .infinity {
      learnt += 1
      pace += (passed - pace) / min(learnt, 24)
    }
    // At most ``restless`` ahead of the device's clock.
    guard isKnown, time - (reported + offset) < Self.restless else { return Self.least }
    return max(passed < Self.least ? known : known / 2, Self.least)
  }

  private func hasJumped(_ passed: Double, _ distance: Double) -> Bool {
    passed < -Self.disorder || passed > Self.longestStride && stride > 0 && distance > stride / 2
  }
}

/// Why a sample was not taken up; the modeler is as it was before.
public enum SampleRefusal: Error, Hashable, Sendable {
  /// A coordinate or the time is NaN or infinite.
  case notFinite
  /// Farther than any tablet or screen reaches: ``StrokeModeler/limit`` canvas points.
  case outOfRange
  /// Same place, force and time as the sample before: nothing to add.
  case still
}

/// Turns the samples of one stroke into its path, as they come.
///
/// 1. ``update(_:into:)`` takes a sample and appends points that never change again.
/// 2. ``tail(towards:ahead:into:)`` gives the rest of the line up to the tip, for this frame only.
/// 3. ``finish(into:)`` appends the end of the line.
///
/// The stages, in the order of the data:
/// - `StrokeClock` tells the time between samples, whatever the device's does;
/// - `WobbleSmoother` averages a slow hand's tremor away;
/// - `TipDynamics` lets a tip with mass follow the hand;
/// - `SteadyAzimuth` knows when a tool stands too upright to lean anywhere;
/// - `StylusStateModeler` says how the tool was held where the tip is;
/// - `CurveStage` makes a dense smooth polyline of it.
///
/// The tip trails the hand, so the settled line does too; the tail is what the line would be if
/// the hand lifted where it is, or where it is predicted to be. Each stage looks back over a
/// bounded number of samples, so that no point costs more than another, and splitting a batch
/// anywhere changes nothing.
public struct StrokeModeler: Sendable {
  /// Which modeler this is; a better line is a new number, below 256.
  ///
  /// The first did not know which way the barrel faces; the second held its clock when a device's
  /// jumped, and turned with the azimuth of a tool that stands upright; the third took reports with
  /// one stamp for a hand that races.
  static let newest = 4

  /// Stored with each path, and says all of how its samples became it: ``generation``, and above
  /// it the stabiliser's step.
  public var version: Int { generation + Int(stabilizer.step) << 8 }

  /// The modeler that made paths of a stored version, `nil` where it is not known here.
  public init?(version: Int) {
    let generation = version & 0xFF
    guard (1...Self.newest).contains(generation), version >> 8 <= 0xFF, version > 0 else {
      return nil
    }
    self.init(Stabilizer(step: UInt8(version >> 8)))
    self.generation = generation
  }

  /// Coordinates beyond ± this are refused, in canvas points.
  ///
  /// A `Float` still tells 1/16 point apart here.
  public static let limit = 1_000_000.0

  /// 1 … ``newest``.
  private(set) var generation = Self.newest
  public let stabilizer: Stabilizer
  /// What becomes of the force that samples tell.
  public let forceCurve: ForceCurve
  private var wobble: WobbleSmoother
  private var dynamics: TipDynamics
  private var stylus: StylusStateModeler
  private var curve = CurveStage()
  private var predictor = KalmanPredictor()
  private var start = 0.0
  private var clock: StrokeClock?
  private var azimuth = SteadyAzimuth()
  private var last: StylusSample?
  /// The last sample with constants for the axes it lacked.
  private var lastPoint: StrokePoint?

  public init(_ stabilizer: Stabilizer = .none, forceCurve: ForceCurve = .identity) {
    self.stabilizer = stabilizer
    self.forceCurve = forceCurve
    let parameters = StrokeModelerParameters.standard.stabilized(stabilizer)
    wobble = WobbleSmoother(parameters)
    dynamics = TipDynamics(parameters)
    stylus = StylusStateModeler(parameters)
  }

  /// Takes the next sample up and appends what it settles.
  ///
  /// Time that runs backwards, stands still or jumps is put right, so that it goes on from sample to
  /// sample.
  @discardableResult
  public mutating func update(
    _ sample: StylusSample, into points: inout [StrokePoint]
  ) -> SampleRefusal? {
    if let refusal = Self.refusal(of: sample) { return refusal }
    guard let previous = last, var clock else {
      clock = StrokeClock(sample, generation: generation)
      start = sample.time
      last = sample
      let point = self.point(sample)
      lastPoint = point
      predictor.update(sample.position, at: sample.time, force: sample.force)
      let position = wobble.update(sample.position, at: sample.time)
      _ = dynamics.begin(at: position, time: sample.time)
      stylus.add(point)
      curve.add(point, into: &points)
      return nil
    }
    if sample.position == previous.position, sample.force == previous.force,
      clock.stands(at: sample)
    {
      return .still
    }
    var sample = sample
    sample.time = clock.take(sample)
    self.clock = clock
    last = sample
    predictor.update(sample.position, at: sample.time, force: sample.force)
    drive(sample, into: &points)
    return nil
  }

  /// Appends the end of the line, from the last settled point to the last sample.
  public mutating func finish(into points: inout [StrokePoint]) {
    let dynamics = dynamics
    var newest = start
    dynamics.finish { state in
      add(state, into: &points)
      newest = state.time
    }
    let end = dynamics.anchor
    let time = Float(newest - start)
    curve.finish(
      at: stylus.state(at: end, time: max(time, curve.last?.timeOffset ?? 0)), into: &points)
    last = nil
  }

  /// Appends the unsettled end of the line, after the last settled point.
  ///
  /// - Parameters:
  ///   - tip: Where the tool is by now, if its axes are still to come.
  ///   - ahead: Seconds after the tip for which to predict the hand; 0 ends at the tip.
  ///   - flatness: How far the line may stray from its curve, in canvas points; no less than a settled line.
  public func tail(
    towards tip: StylusSample?, ahead: Double = 0, flatness: Double = 0,
    into points: inout [StrokePoint]
  ) {
    guard last != nil else { return }
    // The line as it would be if the hand lifted now: on a copy, so that nothing is settled.
    var end = self
    end.curve.flatness = max(flatness, CurveStage.flatness)
    end.clock?.goesByPace = false
    if let tip { end.update(tip, into: &points) }
    if ahead > 0, let newest = end.last, let place = end.predictor.predict(ahead: ahead) {
      var future = newest
      future.position = place
      future.time += ahead
      end.drive(future, into: &points)
    }
    end.finish(into: &points)
  }

  private static func refusal(of sample: StylusSample) -> SampleRefusal? {
    guard sample.position.isFinite, sample.time.isFinite else { return .notFinite }
    guard abs(sample.position.x) <= limit, abs(sample.position.y) <= limit else {
      return .outOfRange
    }
    return nil
  }

  /// Lets the tip follow the hand to a sample.
  private mutating func drive(_ sample: StylusSample, into points: inout [StrokePoint]) {
    let position = wobble.update(sample.position, at: sample.time)
    var point = self.point(sample)
    lastPoint = point
    point.x = Float(position.x)
    point.y = Float(position.y)
    stylus.add(point)
    // Taken out, since its states go through the other stages while it is at work.
    var dynamics = dynamics
    dynamics.update(position, time: sample.time) { add($0, into: &points) }
    self.dynamics = dynamics
  }

  private mutating func add(_ state: TipState, into points: inout [StrokePoint]) {
    curve.add(stylus.state(at: state.position, time: Float(state.time - start)), into: &points)
  }

  /// What brushes are told; a constant in place of silence is no hand's force and stays as it is.
  private func force(of sample: StylusSample) -> Float {
    guard let force = sample.force, force.isFinite else {
      return lastPoint?.force ?? StrokePoint.defaultForce
    }
    return forceCurve(force)
  }

  private mutating func point(_ sample: StylusSample) -> StrokePoint {
    func finite(_ value: Float?, _ fallback: Float) -> Float {
      guard let value, value.isFinite else { return fallback }
      return value
    }
    let altitude = finite(sample.altitude, lastPoint?.altitude ?? StrokePoint.defaultAltitude)
    let time = Float(sample.time - start)
    var azimuth = finite(sample.azimuth, lastPoint?.azimuth ?? StrokePoint.defaultAzimuth)
    if generation > 2 {
      azimuth = self.azimuth.update(
        azimuth, altitude: altitude, after: time - (lastPoint?.timeOffset ?? 0))
    }
    return StrokePoint(
      x: Float(sample.position.x), y: Float(sample.position.y),
      force: force(of: sample), altitude: altitude,
      azimuth: azimuth, barrel: barrel(of: sample) ?? azimuth, timeOffset: time)
  }

  /// Which way the barrel faces, as far as the tool has told since it touched.
  private func barrel(of sample: StylusSample) -> Float? {
    guard generation > 1 else { return nil }
    if let roll = sample.roll, roll.isFinite { return StrokePoint.barrel(roll: roll) }
    guard let known = lastPoint, known.barrel != known.azimuth else { return nil }
    return known.barrel
  }
}

extension StrokePoint {
  /// The point `t` of the way to `other` in every respect; directions go the short way around.
  func blended(with other: StrokePoint, _ t: Float) -> StrokePoint {
    func mix(_ a: Float, _ b: Float) -> Float { a + (b - a) * t }
    return StrokePoint(
      x: mix(x, other.x), y: mix(y, other.y), force: mix(force, other.force),
      altitude: mix(altitude, other.altitude), azimuth: azimuth.turned(towards: other.azimuth, t),
      barrel: barrel.turned(towards: other.barrel, t), timeOffset: mix(timeOffset, other.timeOffset)
    )
  }
}

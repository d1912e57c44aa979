/// Why a sample was refused; the modeler is as it was before.
public enum SampleRefusal: Error, Hashable, Sendable {
  /// A coordinate or the time is NaN or infinite.
  case notFinite
  /// Farther than any tablet or screen reaches: ``StrokeModeler/limit`` canvas points.
  case outOfRange
  /// Same position, force and time as the sample before: nothing to add.
  case still
}

/// Turns the samples of one stroke into its path, one by one.
///
/// 1. ``update(_:into:)`` takes a sample and appends points that never change again.
/// 2. ``tail(towards:ahead:into:)`` gives the rest of the line up to the tip, valid for one frame.
/// 3. ``finish(into:)`` appends the end of the line.
///
/// The stages, in the order of the data:
/// - `StrokeClock` gives the time between samples, whatever the device's timestamps;
/// - `WobbleSmoother` averages the tremor of slow motion;
/// - `TipDynamics` lets a tip with mass follow the samples;
/// - `SteadyAzimuth` keeps the azimuth where a tool stands too upright to have one;
/// - `StylusStateModeler` gives the other axes at the modelled tip;
/// - `CurveStage` makes a dense smooth polyline of it.
///
/// The modelled tip trails the tool, so the settled line does too; the tail is what the line would be if
/// the tool lifted where it is, or where it is predicted to be. Each stage looks back over a
/// bounded number of samples, so that no point costs more than another, and splitting a batch
/// anywhere changes nothing.
public struct StrokeModeler: Sendable {
  /// The generation of the modeler; an improved line is a new number, below 256.
  ///
  /// The first did not use the barrel rotation; the second stopped its clock when a device's
  /// jumped, and followed the azimuth of a tool that stands upright; the third took samples with
  /// equal timestamps as extreme speed.
  static let newest = 4

  /// Stored with each path, and determines how its samples became it, but for strokes along a circle
  /// (``WetStroke/guide``): ``generation``, and above it the stabiliser's step.
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
  /// A `Float` still resolves 1/16 point here.
  public static let limit = 1_000_000.0

  /// 1 … ``newest``.
  private(set) var generation = Self.newest
  public let stabilizer: Stabilizer
  /// Maps the reported force to that of the points.
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

  /// Adds the next sample and appends what it settles.
  ///
  /// Timestamps that go backwards, repeat or jump are corrected, so that time increases from sample to
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
  ///   - tip: Where the tool is now, while its axes have not come yet.
  ///   - ahead: Seconds after the tip for which to predict the motion; 0 ends at the tip.
  ///   - flatness: How far the line may stray from its curve, in canvas points; no less than a settled line.
  public func tail(
    towards tip: StylusSample?, ahead: Double = 0, flatness: Double = 0,
    into points: inout [StrokePoint]
  ) {
    guard last != nil else { return }
    // The line as it would be if the tool lifted now: on a copy, so that nothing is settled.
    var end = self
    end.curve.flatness = max(flatness, CurveStage.flatness)
    end.clock?.goesByPace = false
    if let tip { end.update(tip, into: &points) }
    if ahead > 0, let newest = end.last, let predicted = end.predictor.predict(ahead: ahead) {
      var future = newest
      future.position = predicted
      future.time += ahead
      end.drive(future, into: &points)
    }
    end.finish(into: &points)
  }

  static func refusal(of sample: StylusSample) -> SampleRefusal? {
    guard sample.position.isFinite, sample.time.isFinite else { return .notFinite }
    guard abs(sample.position.x) <= limit, abs(sample.position.y) <= limit else {
      return .outOfRange
    }
    return nil
  }

  /// Lets the tip follow to a sample.
  private mutating func drive(_ sample: StylusSample, into points: inout [StrokePoint]) {
    let position = wobble.update(sample.position, at: sample.time)
    var point = self.point(sample)
    lastPoint = point
    point.x = Float(position.x)
    point.y = Float(position.y)
    stylus.add(point)
    // Moved out of `self`, since its states go to the other stages while it is mutated.
    var dynamics = dynamics
    dynamics.update(position, time: sample.time) { add($0, into: &points) }
    self.dynamics = dynamics
  }

  private mutating func add(_ state: TipState, into points: inout [StrokePoint]) {
    curve.add(stylus.state(at: state.position, time: Float(state.time - start)), into: &points)
  }

  /// Whether a value is one that an axis can have; with any other the file would not show the stroke again.
  private static func isAxis(_ value: Float) -> Bool { abs(value) <= ElementLimits.axis }

  /// The force for brushes; the constant for a tool without force is not mapped by the curve.
  private func force(of sample: StylusSample) -> Float {
    guard let force = sample.force, Self.isAxis(force) else {
      return lastPoint?.force ?? StrokePoint.defaultForce
    }
    return forceCurve(force)
  }

  private mutating func point(_ sample: StylusSample) -> StrokePoint {
    func axis(_ value: Float?, _ fallback: Float) -> Float {
      guard let value, Self.isAxis(value) else { return fallback }
      return value
    }
    let altitude = axis(sample.altitude, lastPoint?.altitude ?? StrokePoint.defaultAltitude)
    let time = Float(sample.time - start)
    var azimuth = axis(sample.azimuth, lastPoint?.azimuth ?? StrokePoint.defaultAzimuth)
    if generation > 2 {
      azimuth = self.azimuth.update(
        azimuth, altitude: altitude, after: time - (lastPoint?.timeOffset ?? 0))
    }
    return StrokePoint(
      x: Float(sample.position.x), y: Float(sample.position.y),
      force: force(of: sample), altitude: altitude,
      azimuth: azimuth, barrel: barrel(of: sample) ?? azimuth, timeOffset: time)
  }

  /// The barrel's direction, as far as the tool has reported it since it touched.
  private func barrel(of sample: StylusSample) -> Float? {
    guard generation > 1 else { return nil }
    if let roll = sample.roll, Self.isAxis(roll) { return StrokePoint.barrel(roll: roll) }
    guard let known = lastPoint, known.barrel != known.azimuth else { return nil }
    return known.barrel
  }
}

extension StrokePoint {
  /// The point at fraction `t` to `other` in every axis; directions along the shorter arc.
  func blended(with other: StrokePoint, _ t: Float) -> StrokePoint {
    func mix(_ a: Float, _ b: Float) -> Float { a + (b - a) * t }
    return StrokePoint(
      x: mix(x, other.x), y: mix(y, other.y), force: mix(force, other.force),
      altitude: mix(altitude, other.altitude), azimuth: azimuth.turned(towards: other.azimuth, t),
      barrel: barrel.turned(towards: other.barrel, t), timeOffset: mix(timeOffset, other.timeOffset)
    )
  }
}

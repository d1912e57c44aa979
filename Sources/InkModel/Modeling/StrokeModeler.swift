/// Why a sample was not taken up; the modeler is as it was before.
public enum SampleRefusal: Error, Hashable, Sendable {
  /// A coordinate or the time is NaN or infinite.
  case notFinite
  /// Farther than any tablet or screen reaches: ``StrokeModeler/limit`` canvas points.
  case outOfRange
  /// Same place and same force as the sample before: nothing to add to the line.
  case still
}

/// Turns the samples of one stroke into its path, as they come.
///
/// 1. ``update(_:into:)`` takes a sample and appends points that never change again.
/// 2. ``tail(towards:into:)`` gives the rest of the line up to the tip, for this frame only.
/// 3. ``finish(into:)`` appends the end of the line.
///
/// The line is the uniform quadratic B-spline whose control points are the samples: it starts
/// at the first, runs through the middle of each pair, and ends at the last. Each point depends
/// on the three samples around it alone, so that splitting a batch anywhere changes nothing and
/// no point costs more than another. Axes run through the same blending as positions; azimuth
/// takes the short way around.
public struct StrokeModeler: Sendable {
  /// Stored with each path; a better line is a new number.
  public static let version = 1

  /// Coordinates beyond ± this are refused, in canvas points: a `Float` still tells 1/16 point
  /// apart here.
  public static let limit = 1_000_000.0

  /// How far the emitted polyline may stray from the curve, in canvas points: 1/50 of a pixel at
  /// 100 %, about a pixel at the closest zoom.
  public static let flatness = 0.02

  private var start: Double = 0
  private var last: StrokePoint?
  private var middle: StrokePoint?

  public init() {}

  /// Takes the next sample up and appends what it settles.
  ///
  /// Time that runs backwards is held at the latest time seen.
  @discardableResult
  public mutating func update(
    _ sample: StylusSample, into points: inout [StrokePoint]
  ) -> SampleRefusal? {
    if let refusal = Self.refusal(of: sample) { return refusal }
    guard let control = last else {
      start = sample.time
      let first = point(sample, after: nil)
      last = first
      middle = first
      points.append(first)
      return nil
    }
    let next = point(sample, after: control)
    if next.x == control.x && next.y == control.y && abs(next.force - control.force) < 1 / 256 {
      return .still
    }
    let end = control.blended(with: next, 0.5)
    append(from: middle ?? control, control: control, to: end, into: &points)
    middle = end
    last = next
    return nil
  }

  /// Appends the end of the line, from the last settled point to the last sample.
  public mutating func finish(into points: inout [StrokePoint]) {
    if let last, let previous = points.last, last != previous { points.append(last) }
    last = nil
    middle = nil
  }

  /// Appends the unsettled end of the line: on to the last sample and, where a `tip` is known whose
  /// axes are still to come, on to that.
  ///
  /// Starts after the last settled point.
  public func tail(towards tip: StylusSample?, into points: inout [StrokePoint]) {
    guard let control = last else { return }
    if let tip, Self.refusal(of: tip) == nil {
      let end = point(tip, after: control)
      append(
        from: middle ?? control, control: control, to: control.blended(with: end, 0.5),
        into: &points)
      points.append(end)
    } else {
      points.append(control)
    }
  }

  private static func refusal(of sample: StylusSample) -> SampleRefusal? {
    guard sample.position.isFinite, sample.time.isFinite else { return .notFinite }
    guard abs(sample.position.x) <= limit, abs(sample.position.y) <= limit else {
      return .outOfRange
    }
    return nil
  }

  private func point(_ sample: StylusSample, after previous: StrokePoint?) -> StrokePoint {
    func finite(_ value: Float?, _ fallback: Float) -> Float {
      guard let value, value.isFinite else { return fallback }
      return value
    }
    return StrokePoint(
      x: Float(sample.position.x), y: Float(sample.position.y),
      force: min(max(finite(sample.force, previous?.force ?? StrokePoint.defaultForce), 0), 1),
      altitude: finite(sample.altitude, previous?.altitude ?? StrokePoint.defaultAltitude),
      azimuth: finite(sample.azimuth, previous?.azimuth ?? StrokePoint.defaultAzimuth),
      timeOffset: max(Float(sample.time - start), previous?.timeOffset ?? 0))
  }

  /// The quadratic Bézier from `a` to `b`, flattened, without its first point.
  private func append(
    from a: StrokePoint, control c: StrokePoint, to b: StrokePoint,
    into points: inout [StrokePoint]
  ) {
    // A quadratic strays from its chord by at most a quarter of its second difference, and by
    // 1/n² of that once cut into n.
    let bend = ((a.position - c.position) + (b.position - c.position)).length / 4
    let n = min(max(Int((bend / Self.flatness).squareRoot().rounded(.up)), 1), 32)
    for i in 1..<n {
      let t = Float(i) / Float(n)
      points.append(a.blended(with: c, t).blended(with: c.blended(with: b, t), t))
    }
    points.append(b)
  }
}

extension StrokePoint {
  /// The point `t` of the way to `other` in every respect; azimuth goes the short way around.
  func blended(with other: StrokePoint, _ t: Float) -> StrokePoint {
    func mix(_ a: Float, _ b: Float) -> Float { a + (b - a) * t }
    var turn = other.azimuth - azimuth
    if turn > .pi { turn -= 2 * .pi }
    if turn < -.pi { turn += 2 * .pi }
    var direction = azimuth + turn * t
    if direction < 0 { direction += 2 * .pi }
    if direction >= 2 * .pi { direction -= 2 * .pi }
    return StrokePoint(
      x: mix(x, other.x), y: mix(y, other.y), force: mix(force, other.force),
      altitude: mix(altitude, other.altitude), azimuth: direction,
      timeOffset: mix(timeOffset, other.timeOffset))
  }
}

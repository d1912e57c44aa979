/// A line or a circle that a stroke follows, however the hand strays.
public enum StrokeGuide: Hashable, Sendable {
  /// Without ends; `direction` has the length 1.
  case line(through: Point, direction: Vector)
  case circle(center: Point, radius: Double)

  /// The nearest point on it; a point that is not finite stays so.
  public func callAsFunction(_ p: Point) -> Point {
    switch self {
    case .line(let origin, let direction):
      return origin + direction * (p - origin).dot(direction)
    case .circle(let center, let radius):
      let offset = p - center
      guard offset.length.isFinite else { return p }
      // All points of the circle are equally near to its centre.
      return center + (offset.normalized ?? Vector(1, 0)) * radius
    }
  }

  public func callAsFunction(_ sample: StylusSample) -> StylusSample {
    var sample = sample
    sample.position = self(sample.position)
    return sample
  }

  /// In another space, by a transform that keeps circles.
  public func mapped(by t: AffineTransform) -> StrokeGuide {
    switch self {
    case .line(let origin, let direction):
      .line(through: t(origin), direction: t(direction).normalized ?? direction)
    case .circle(let center, let radius):
      .circle(center: t(center), radius: radius * t.meanScale)
    }
  }
}

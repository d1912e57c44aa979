/// One point of a modelled stroke: where the tip was and how it was held there.
///
/// Axes that the tool did not report hold the constants of ``StrokePoint/defaultForce`` and its
/// neighbours, so that whoever draws need not ask.
public struct StrokePoint: Hashable, Sendable {
  /// Canvas points, before the element's transform.
  public var x: Float
  public var y: Float
  /// 0 … 1.
  public var force: Float
  /// Radians, 0 … π/2.
  public var altitude: Float
  /// Radians, 0 ..< 2π.
  public var azimuth: Float
  /// Seconds since the stroke began.
  public var timeOffset: Float

  public init(
    x: Float, y: Float, force: Float = defaultForce, altitude: Float = defaultAltitude,
    azimuth: Float = defaultAzimuth, timeOffset: Float = 0
  ) {
    self.x = x
    self.y = y
    self.force = force
    self.altitude = altitude
    self.azimuth = azimuth
    self.timeOffset = timeOffset
  }

  /// A tool without pressure draws as a pen pressed half way does (S18).
  public static let defaultForce: Float = 0.5
  /// A tool without tilt is held as most people hold a pen: 60° above the page.
  public static let defaultAltitude: Float = .pi / 3
  /// Leaning to the lower right, as in a right hand.
  public static let defaultAzimuth: Float = .pi / 4

  public var position: Point { Point(Double(x), Double(y)) }
}

/// The modelled line of a stroke: points in the order drawn, never empty once finished.
public struct StrokePath: Hashable, Sendable {
  public var points: [StrokePoint]

  public init(_ points: [StrokePoint] = []) {
    self.points = points
  }

  /// The box of the bare points, without any width; ``Rect/empty`` has no area for a dot.
  public var pointBounds: Rect {
    guard let first = points.first else { return .empty }
    var (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
    for p in points.dropFirst() {
      minX = min(minX, p.x)
      minY = min(minY, p.y)
      maxX = max(maxX, p.x)
      maxY = max(maxY, p.y)
    }
    return Rect(minX: Double(minX), minY: Double(minY), maxX: Double(maxX), maxY: Double(maxY))
  }
}

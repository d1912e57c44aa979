/// One point of a modelled stroke: where the tip was and how it was held there.
///
/// Axes that the tool did not report hold the constants of ``StrokePoint/defaultForce`` and its
/// neighbours, so that every axis has a value.
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
  /// The barrel's direction, radians, 0 ..< 2π: its turn about its own axis, counted so that the
  /// tool's neutral position is ``defaultAzimuth``; the azimuth where the tool does not report it.
  public var barrel: Float
  /// Seconds since the stroke began.
  public var timeOffset: Float

  public init(
    x: Float, y: Float, force: Float = defaultForce, altitude: Float = defaultAltitude,
    azimuth: Float = defaultAzimuth, barrel: Float? = nil, timeOffset: Float = 0
  ) {
    self.x = x
    self.y = y
    self.force = force
    self.altitude = altitude
    self.azimuth = azimuth
    self.barrel = barrel ?? azimuth
    self.timeOffset = timeOffset
  }

  /// A tool without pressure draws as a pen pressed at half force (S18).
  public static let defaultForce: Float = 0.5
  /// A tool without tilt is held as most people hold a pen: 60° above the page.
  public static let defaultAltitude: Float = .pi / 3
  /// Leaning to the lower right, as in a right hand.
  public static let defaultAzimuth: Float = .pi / 4

  /// The barrel's direction of a tool that is turned by `roll` radians.
  public static func barrel(roll: Float) -> Float {
    let turn = (roll + defaultAzimuth).truncatingRemainder(dividingBy: 2 * .pi)
    return turn < 0 ? turn + 2 * .pi : turn
  }

  public var position: Point { Point(Double(x), Double(y)) }
}

/// A stretch of a path by its path parameters: the index of a point, from 0, plus the fraction
/// of the segment to the next one, 0 ..< 1.
public typealias PathSpan = ClosedRange<Double>

/// The modelled line of a stroke: points in the order drawn, never empty once finished.
public struct StrokePath: Hashable, Sendable {
  public var points: [StrokePoint]
  /// How long the line was before its first point and after its last one, in the unit of the
  /// points, 0 for every path that is whole.
  ///
  /// A copy of a drawing for sharing has no trace of erased ink, so the path of what is left is
  /// cut down there. A brush that depends on the distance starts at `lead`.
  public var lead: Float
  public var trail: Float

  public init(_ points: [StrokePoint] = [], lead: Float = 0, trail: Float = 0) {
    self.points = points
    self.lead = lead
    self.trail = trail
  }

  /// All of it; the path must have a point.
  public var span: PathSpan { 0...Double(max(points.count - 1, 0)) }

  /// The point at a path parameter, which is limited to the path's ends.
  ///
  /// Everything is linear between two points, the azimuth along the shorter arc.
  public func point(at parameter: Double) -> StrokePoint {
    let last = points.count - 1
    let clamped = min(max(parameter, 0), Double(last))
    let i = min(Int(clamped), last)
    let t = Float(clamped - Double(i))
    if t == 0 || i == last { return points[i] }
    return points[i].blended(with: points[i + 1], t)
  }

  /// The points of a stretch, its two ends included.
  public func points(in span: PathSpan) -> [StrokePoint] {
    guard !points.isEmpty else { return [] }
    let first = Int(span.lowerBound.rounded(.up))
    let last = min(Int(span.upperBound.rounded(.down)), points.count - 1)
    var found: [StrokePoint] = []
    found.reserveCapacity(max(last - first, 0) + 3)
    if Double(first) > span.lowerBound || first > last {
      found.append(point(at: span.lowerBound))
    }
    if first <= last { found += points[first...last] }
    if span.upperBound > max(Double(last), span.lowerBound) {
      found.append(point(at: span.upperBound))
    }
    return found
  }

  /// The length of a stretch of the line.
  public func length(of span: PathSpan) -> Float {
    let line = points(in: span)
    return zip(line, line.dropFirst()).reduce(0) { sum, pair in
      let (dx, dy) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
      return sum + (dx * dx + dy * dy).squareRoot()
    }
  }

  /// The distance of each point along the line, from where the line began before it was cut.
  var distances: [Double] {
    var distance = Double(lead)
    return points.indices.map { i in
      if i > 0 { distance += points[i - 1].position.distance(to: points[i].position) }
      return distance
    }
  }

  /// The bounds of the points alone, without any width; ``Rect/empty`` has no area for a dot.
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

extension PathSpan {
  /// True where the other stretch lies within this one.
  public func contains(_ other: PathSpan) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

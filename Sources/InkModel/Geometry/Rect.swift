/// An axis-aligned rectangle, half open: a point on the right or bottom edge is outside.
///
/// A rectangle whose width or height is not positive is empty; every empty rectangle is the
/// neutral element of ``union(_:)``.
public struct Rect: Hashable, Sendable {
  public var minX: Double
  public var minY: Double
  public var maxX: Double
  public var maxY: Double

  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// The square of half side `radius` around a point.
  public init(center: Point, radius: Double) {
    self.init(
      minX: center.x - radius, minY: center.y - radius,
      maxX: center.x + radius, maxY: center.y + radius)
  }

  /// The smallest that reaches from the first to the last of some points on both axes.
  ///
  /// For points on a horizontal line it has height 0 and still has a position; for no points it is ``empty``.
  public init(around points: some Sequence<Point>) {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for p in points {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    guard low.x <= high.x else {
      self = .empty
      return
    }
    self.init(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  public static let empty = Rect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  public var width: Double { maxX - minX }
  public var height: Double { maxY - minY }
  public var center: Point { Point((minX + maxX) / 2, (minY + maxY) / 2) }
  public var isEmpty: Bool { !(minX < maxX && minY < maxY) }

  /// A frame whose upper left corner has whole coordinates, midway between the left and the right side of this one.
  ///
  /// - Parameter y: Of its upper edge.
  public func centeredFrame(width: Double, height: Double, y: Double) -> Rect {
    Rect(x: (center.x - width / 2).rounded(), y: y.rounded(), width: width, height: height)
  }

  /// The four corners, clockwise from the top left.
  public var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  public func contains(_ p: Point) -> Bool {
    p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
  }

  /// True where `other` lies wholly inside; an empty rectangle lies in every one.
  public func contains(_ other: Rect) -> Bool {
    other.isEmpty
      || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY)
  }

  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The part both share, ``empty`` where they share none.
  public func intersection(_ other: Rect) -> Rect {
    let r = Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    return r.isEmpty ? .empty : r
  }

  /// Grown by `margin` on all four sides, shrunk where it is negative.
  public func outset(by margin: Double) -> Rect {
    Rect(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }

  /// The smallest rectangle with whole coordinates that holds this one.
  public var roundedOut: Rect {
    Rect(
      minX: minX.rounded(.down), minY: minY.rounded(.down),
      maxX: maxX.rounded(.up), maxY: maxY.rounded(.up))
  }
}

/// A position in some space (canvas, widget or device), origin top left, y down.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(0, 0)

  /// False where a coordinate is NaN or infinite.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  public static func + (p: Point, v: Vector) -> Point { Point(p.x + v.dx, p.y + v.dy) }
  public static func - (p: Point, v: Vector) -> Point { Point(p.x - v.dx, p.y - v.dy) }
  /// The vector that leads from `q` to `p`.
  public static func - (p: Point, q: Point) -> Vector { Vector(p.x - q.x, p.y - q.y) }

  public func distance(to other: Point) -> Double { (self - other).length }

  /// The point at fraction `t` from here to `other`: 0 is here, 1 is there.
  public func lerp(to other: Point, _ t: Double) -> Point {
    Point(x + (other.x - x) * t, y + (other.y - y) * t)
  }
}

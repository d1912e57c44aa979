import Glibc

/// An offset: a length and a direction, without a position.
public struct Vector: Hashable, Sendable {
  public var dx: Double
  public var dy: Double

  public init(_ dx: Double, _ dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// The unit vector at `angle` radians, from +x towards +y (clockwise on screen).
  public init(angle: Double) {
    self.init(cos(angle), sin(angle))
  }

  public static let zero = Vector(0, 0)

  public var length: Double { lengthSquared.squareRoot() }
  public var lengthSquared: Double { dx * dx + dy * dy }

  /// The vector of length 1 in this direction, `nil` for a zero vector.
  public var normalized: Vector? {
    let l = length
    return l > 0 ? Vector(dx / l, dy / l) : nil
  }

  /// Turned a quarter from +x towards +y: (1, 0) becomes (0, 1).
  public var perpendicular: Vector { Vector(-dy, dx) }

  public static func + (a: Vector, b: Vector) -> Vector { Vector(a.dx + b.dx, a.dy + b.dy) }
  public static func - (a: Vector, b: Vector) -> Vector { Vector(a.dx - b.dx, a.dy - b.dy) }
  public static func * (v: Vector, k: Double) -> Vector { Vector(v.dx * k, v.dy * k) }
  public static prefix func - (v: Vector) -> Vector { Vector(-v.dx, -v.dy) }

  public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// Signed so that (1, 0) × (0, 1) = 1.
  public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }
}

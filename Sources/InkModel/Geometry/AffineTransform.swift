import Glibc

/// An affine map of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
///
/// Named by the spaces it joins, target first: `canvasFromWidget` takes widget points to canvas
/// points, and `deviceFromCanvas * canvasFromWidget` reads by cancelling the inner names.
public struct AffineTransform: Hashable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  public static func translation(_ v: Vector) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: v.dx, ty: v.dy)
  }

  public static func scale(_ k: Double) -> AffineTransform {
    AffineTransform(a: k, b: 0, c: 0, d: k, tx: 0, ty: 0)
  }

  /// A turn about the origin by `angle` radians, from +x towards +y (clockwise on screen).
  public static func rotation(_ angle: Double) -> AffineTransform {
    let (s, k) = (sin(angle), cos(angle))
    return AffineTransform(a: k, b: s, c: -s, d: k, tx: 0, ty: 0)
  }

  /// `outer * inner` applies `inner` first.
  public static func * (outer: AffineTransform, inner: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: outer.a * inner.a + outer.c * inner.b, b: outer.b * inner.a + outer.d * inner.b,
      c: outer.a * inner.c + outer.c * inner.d, d: outer.b * inner.c + outer.d * inner.d,
      tx: outer.a * inner.tx + outer.c * inner.ty + outer.tx,
      ty: outer.b * inner.tx + outer.d * inner.ty + outer.ty)
  }

  public func callAsFunction(_ p: Point) -> Point {
    Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
  }

  public func callAsFunction(_ v: Vector) -> Vector {
    Vector(a * v.dx + c * v.dy, b * v.dx + d * v.dy)
  }

  /// The bounding box of the image of `r`.
  public func callAsFunction(_ r: Rect) -> Rect {
    if r.isEmpty { return .empty }
    let p = r.corners.map { self($0) }
    return Rect(
      minX: p.map(\.x).min() ?? 0, minY: p.map(\.y).min() ?? 0,
      maxX: p.map(\.x).max() ?? 0, maxY: p.map(\.y).max() ?? 0)
  }

  /// Positive where orientation is kept, negative where it is mirrored, 0 where the map flattens.
  public var determinant: Double { a * d - b * c }

  /// By how much lengths grow on the average: the square root of the area's growth.
  public var meanScale: Double { abs(determinant).squareRoot() }

  /// The map back, `nil` where this one flattens the plane.
  public var inverse: AffineTransform? {
    let k = determinant
    guard k != 0, k.isFinite else { return nil }
    return AffineTransform(
      a: d / k, b: -b / k, c: -c / k, d: a / k,
      tx: (c * ty - d * tx) / k, ty: (b * tx - a * ty) / k)
  }
}

extension AffineTransform {
  /// The most that any length grows: the larger singular value.
  public var greatestStretch: Double { stretches.greatest }

  /// The least that any length grows: the smaller singular value.
  public var leastStretch: Double { stretches.least }

  private var stretches: (least: Double, greatest: Double) {
    let sum = a * a + b * b + c * c + d * d
    let det = determinant
    let root = max(sum * sum - 4 * det * det, 0).squareRoot()
    return ((max(sum - root, 0) / 2).squareRoot(), ((sum + root) / 2).squareRoot())
  }
}

/// Four corners of a convex area, in order: a rectangle after some affine map.
public struct Quad: Hashable, Sendable {
  public let corners: [Point]
  /// The smallest rectangle that holds it.
  public let bounds: Rect

  public init(_ r: Rect) {
    corners = r.corners
    bounds = r
  }

  private init(_ corners: [Point]) {
    self.corners = corners
    bounds = Rect(
      minX: corners.map(\.x).min() ?? 0, minY: corners.map(\.y).min() ?? 0,
      maxX: corners.map(\.x).max() ?? 0, maxY: corners.map(\.y).max() ?? 0)
  }

  public func mapped(by t: AffineTransform) -> Quad { Quad(corners.map { t($0) }) }

  public var isEmpty: Bool { bounds.isEmpty }

  /// The mean of the corners.
  public var center: Point {
    Point(corners.reduce(0) { $0 + $1.x } / 4, corners.reduce(0) { $0 + $1.y } / 4)
  }

  /// Whether a point is inside or on an edge.
  public func contains(_ p: Point) -> Bool {
    let turns = corners.indices.map { (corners[($0 + 1) % 4] - corners[$0]).cross(p - corners[$0]) }
    // In a mirrored area the corners run in the opposite direction.
    return turns.allSatisfy { $0 >= 0 } || turns.allSatisfy { $0 <= 0 }
  }

  /// Whether a disc comes within it on its path.
  func isTouched(by disc: SweptDisc) -> Bool {
    if contains(disc.start) { return true }
    return corners.indices.contains { i in
      segmentDistance(corners[i], corners[(i + 1) % 4], disc.start, disc.end) < disc.radius
    }
  }

  /// Whether more than an edge is shared with a rectangle, up to rounding.
  ///
  /// Two convex areas are apart where some edge of either has the whole other one outside.
  public func intersects(_ r: Rect) -> Bool {
    guard bounds.intersects(r) else { return false }
    let box = r.corners
    let inside = center
    for i in 0..<4 {
      let (p, q) = (corners[i], corners[(i + 1) % 4])
      let edge = q - p
      // An area that is mirrored has its inside on the other side.
      let side = edge.cross(inside - p) < 0 ? -1.0 : 1.0
      let slack = 1e-9 * edge.lengthSquared
      if box.allSatisfy({ edge.cross($0 - p) * side <= slack }) { return false }
    }
    return true
  }
}

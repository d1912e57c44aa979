import InkModel

/// The set square: its right angle is opposite the long edge, and its dial in the middle of the circle that touches
/// all three edges.
extension Instrument {
  /// The long edge, in widget points: in the narrowest window all of it is in view.
  public static let longEdge = 320.0
  /// From the middle of the dial to each edge, in widget points.
  public static let inradius = longEdge * (0.5.squareRoot() - 0.5)
  /// From the middle of the long edge to the marks of the protractor, in widget points: within the legs, which are 113
  /// points away, and around the dial with room for figures.
  public static let protractorRadius = 110.0
  /// The knobs lie between the dial and the marks, and clear of the figures at the long edge: along
  /// it from its middle, and away from it.
  private static let squareKnob = Vector(62, 38)

  /// The middle of the long edge: the middle of the protractor, from which millimetres are counted.
  public var zero: Point { center + normal * Self.inradius }

  /// The corners of the triangle; the right angle is the last.
  public var corners: [Point] {
    let half = Self.longEdge / 2
    return [zero + direction * -half, zero + direction * half, zero + normal * -half]
  }

  var squareKnobs: [Point] {
    [-1.0, 1].map { side in
      zero + direction * (side * Self.squareKnob.dx) + normal * -Self.squareKnob.dy
    }
  }

  /// An edge of the triangle.
  struct Edge {
    var from: Point
    var to: Point
    /// Of length 1, as ``direction``.
    var outward: Vector

    var direction: Vector { outward.perpendicular }

    /// How far a position is beyond the edge's line, in widget points; negative on the side of the triangle.
    func distance(beyond position: Point) -> Double { (position - from).dot(outward) }
  }

  private var edges: [Edge] {
    let corners = corners
    let slope = 0.5.squareRoot()
    return [
      Edge(from: corners[0], to: corners[1], outward: normal),
      Edge(from: corners[1], to: corners[2], outward: (direction - normal) * slope),
      Edge(from: corners[2], to: corners[0], outward: (-direction - normal) * slope),
    ]
  }

  /// The edge that a position is farthest beyond, or, within the triangle, nearest to.
  func squareEdge(nearestTo position: Point) -> Edge {
    let edges = edges
    return edges.dropFirst().reduce(edges[0]) { nearest, edge in
      edge.distance(beyond: position) > nearest.distance(beyond: position) ? edge : nearest
    }
  }
}

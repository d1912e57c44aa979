import InkModel

/// The ruler: two edges without ends, with the dial between them and a knob on either side of it.
extension Instrument {
  /// From edge to edge, in widget points: two fingers find room on it.
  public static let breadth = 76.0
  /// From the dial's middle to those of the knobs, in widget points: in the narrowest window both are in view.
  public static let knobDistance = 110.0

  var rulerKnobs: [Point] {
    [center + direction * -Self.knobDistance, center + direction * Self.knobDistance]
  }

  /// How far a position is beyond the edges, in widget points; negative between them.
  func distance(beyondRuler position: Point) -> Double {
    abs((position - center).dot(normal)) - Self.breadth / 2
  }

  /// A point of the line that is a distance beyond the edge on the side of a position, in widget points.
  func rulerEdge(nearestTo position: Point, beyond distance: Double) -> Point {
    let side = (position - center).dot(normal) < 0 ? -1.0 : 1
    return center + normal * (side * (Self.breadth / 2 + distance))
  }
}

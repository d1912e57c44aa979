import Glibc
import InkModel

/// The compass: a disc at the centre that moves it, and a knob on the circle that turns the arm and opens it.
extension Instrument {
  /// In widget points: circle, arm and knob fit the narrowest window.
  public static let standardRadius = 100.0
  public static let leastRadius = 12.0
  /// Widget points on either side of a whole millimetre of the paper within which opening catches it.
  private static let radiusCatching = 0.75

  /// Of the disc at the centre, in widget points: of a small circle it leaves room to draw.
  public var gripRadius: Double { min(Self.dialRadius, radius / 2) }

  /// The end of the arm, on the circle.
  public var knob: Point { center + direction * radius }

  /// The circle's radius in millimetres of the paper.
  ///
  /// - Parameter scale: Widget points for one canvas point.
  public func millimetres(at scale: Double) -> Double { radius / (Length.millimetre * scale) }

  /// With the knob at a position, or near it where the radius catches a whole millimetre.
  func opened(to knob: Point, over view: Viewport) -> Instrument {
    let arm = knob - center
    return with(angle: atan2(arm.dy, arm.dx), radius: caught(arm.length, over: view))
  }

  /// A radius, or the whole number of millimetres that it is near to.
  func caught(_ radius: Double, over view: Viewport) -> Double {
    let millimetre = Length.millimetre * view.scale
    let nearest = (radius / millimetre).rounded() * millimetre
    return abs(radius - nearest) <= Self.radiusCatching ? nearest : radius
  }

  /// With the knob within an area in which the centre is: the arm turns as little as it must, and a circle around the whole
  /// area becomes smaller.
  func withKnob(in area: Rect) -> Instrument {
    let room = area.outset(by: -(Self.knobRadius + 4))
    // A knob that was put onto the edge of the room may miss it by rounding.
    guard !room.outset(by: 1e-6).contains(knob) else { return self }
    let crossings = crossings(with: room)
    if let nearest = crossings.min(by: { $0.distance(to: knob) < $1.distance(to: knob) }) {
      return turned(to: nearest)
    }
    let farthest = room.corners.max { $0.distance(to: center) < $1.distance(to: center) }
    guard let farthest else { return self }
    return turned(to: farthest).with(radius: farthest.distance(to: center))
  }

  private func turned(to position: Point) -> Instrument {
    let arm = position - center
    return with(angle: atan2(arm.dy, arm.dx))
  }

  /// Where the circle crosses the edges of a rectangle.
  private func crossings(with room: Rect) -> [Point] {
    /// Half of the chord that a line leaves at a distance from the centre; `nil` beside the circle.
    func halfChord(at distance: Double) -> Double? {
      let square = radius * radius - distance * distance
      return square >= 0 ? square.squareRoot() : nil
    }
    var found: [Point] = []
    for x in [room.minX, room.maxX] {
      guard let half = halfChord(at: x - center.x) else { continue }
      found += [center.y - half, center.y + half].map { Point(x, $0) }
    }
    for y in [room.minY, room.maxY] {
      guard let half = halfChord(at: y - center.y) else { continue }
      found += [center.x - half, center.x + half].map { Point($0, y) }
    }
    let edges = room.outset(by: 1e-6)
    return found.filter { edges.contains($0) }
  }
}

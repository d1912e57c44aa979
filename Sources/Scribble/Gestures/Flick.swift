import InkModel

/// A stroke that scrolls what it lies on: long, fast, straight, and in the direction of the scrolling.
public enum Flick {
  /// How long it is at least, in points: twice a row of a list.
  ///
  /// If it is less, the strokes of tall letters scroll; if it is more, the ink of a flick is seen longer before it goes.
  static let leastLength = 96.0
  /// Points a second at least.
  static let leastSpeed = 600.0
  /// Of the distance between its ends to its length, at the least.
  static let leastStraightness = 0.95
  /// How far it goes across at the most, of how far along.
  static let greatestSlant = 0.5

  /// Whether a stroke is one by now.
  ///
  /// - Parameters:
  ///   - seconds: Since it began.
  ///   - direction: The unit vector in which the view scrolls, or its opposite.
  public static func isOne(
    _ points: [Point], lasting seconds: Double, along direction: Vector
  ) -> Bool {
    guard let first = points.first, let last = points.last, seconds > 0 else { return false }
    let travel = last - first
    let length = travel.length
    guard length >= leastLength, length >= leastSpeed * seconds,
      abs(travel.cross(direction)) <= greatestSlant * abs(travel.dot(direction))
    else { return false }
    let path = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return length >= leastStraightness * path
  }
}

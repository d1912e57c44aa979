import Glibc
import InkModel

/// The compass: a disc at the centre that moves it, and a knob on the circle that turns the arm and opens it.
///
/// The knob of a small circle is beyond it, so that disc, circle and knob are seen and taken hold of.
extension Instrument {
  /// In widget points: circle, arm and knob fit the narrowest window.
  public static let standardRadius = 100.0
  public static let leastRadius = 12.0
  /// Widget points on either side of a whole millimetre of the paper within which opening catches it.
  private static let radiusCatching = 0.75

  /// Of the disc at the centre, in widget points: of a small circle it leaves room to draw.
  public var gripRadius: Double { min(Self.dialRadius, radius / 2) }

  /// The least radius at which the knob lies on the circle, in widget points: 8 are between it and the disc.
  private static let leastWithKnob = 2 * (knobRadius + 8)
  /// How much farther from the centre the knob is for each widget point that the circle is smaller than that.
  ///
  /// At the smallest circle it is beside it. There is no jump: it stays under what drags it.
  private static let evasion = (knobRadius + 3) / (leastWithKnob - leastRadius)

  /// From the centre to the middle of the knob, in widget points.
  public var armLength: Double {
    radius + max(Self.leastWithKnob - radius, 0) * Self.evasion
  }

  /// The radius of the circle whose knob is at a distance from its centre.
  private static func radius(ofKnobAt distance: Double) -> Double {
    distance >= leastWithKnob ? distance : (distance - leastWithKnob * evasion) / (1 - evasion)
  }

  /// The end of the arm.
  public var knob: Point { center + direction * armLength }

  /// The circle's radius in millimetres of the paper.
  ///
  /// - Parameter scale: Widget points for one canvas point.
  public func millimetres(at scale: Double) -> Double { radius / (Length.millimetre * scale) }

  /// With the knob at a position, or near it where the radius catches a whole millimetre.
  func opened(to knob: Point, over view: Viewport) -> Instrument {
    let arm = knob - center
    return with(
      angle: atan2(arm.dy, arm.dx),
      radius: caught(Self.radius(ofKnobAt: arm.length), over: view))
  }

  // MARK: The reading

  /// Widget points from the disc, or from the circle and the knob, to the middle of the reading.
  private static let readingDistance = (fromDisc: 16.0, fromCircle: 28.0)
  /// The radius of a circle in which there is room for the reading, in widget points.
  private static let roomy = 72.0
  /// Half of the height of the box around the reading, in widget points.
  private static let halfReadingHeight = 12.0

  /// The middle of the reading.
  ///
  /// It is below the disc or the circle, or above it where the window ends or the tools are.
  ///
  /// - Parameter edge: The lower edge of the part of the window that no other widget covers, in
  ///   widget points.
  public func readingMiddle(above edge: Double) -> Point {
    let (fromDisc, fromCircle) = Self.readingDistance
    let below = radius >= Self.roomy ? gripRadius + fromDisc : armLength + fromCircle
    let fits = center.y + below + Self.halfReadingHeight <= edge
    return center + Vector(0, fits ? below : -below)
  }

  /// Whether the reading of a compass is at a position, in widget points.
  ///
  /// What begins at the circle follows that instead; broad ink that only reaches the circle does not.
  ///
  /// - Parameters:
  ///   - edge: As for ``readingMiddle(above:)``.
  ///   - width: Of the box around the reading.
  func hasReading(
    at position: Point, of tool: StylusTool.Kind, above edge: Double, width: Double
  ) -> Bool {
    guard kind == .compass, guide(at: position, of: tool, radius: 0) == nil else { return false }
    let offset = position - readingMiddle(above: edge)
    let slack = tool == .finger ? Self.fingerSlack : 0
    return abs(offset.dx) <= width / 2 + slack
      && abs(offset.dy) <= Self.halfReadingHeight + slack
  }

  // MARK: The circle

  /// The radii that can be entered, in millimetres of the paper.
  private static let enteredRadii = 1.0...500

  /// Those of them that can be shown where the compass is.
  func radii(over view: Viewport) -> ClosedRange<Double> {
    let millimetre = Length.millimetre * view.scale
    // A million is more than fits any screen.
    let most = max(with(radius: 1e6).kept(in: view.clearBounds).radius, Self.leastRadius)
    return Self.enteredRadii.clamped(to: (Self.leastRadius / millimetre)...(most / millimetre))
  }

  func isCircleOrArmTouched(byFingerAt position: Point) -> Bool {
    abs(position.distance(to: center) - radius) <= Self.fingerSlack
      || position.distance(toSegmentFrom: center, to: knob) <= Self.fingerSlack
  }

  /// Whether the centre is between two fingers.
  ///
  /// Between fingers that are beyond the circle it is not meant: those move the paper.
  func isCenterBetween(_ pair: (Point, Point)) -> Bool {
    (pair.0 - center).dot(pair.1 - center) < 0
      && [pair.0, pair.1].allSatisfy { $0.distance(to: center) <= radius }
  }

  /// A radius, or the whole number of millimetres that it is near to.
  func caught(_ radius: Double, over view: Viewport) -> Double {
    let millimetre = Length.millimetre * view.scale
    let nearest = (radius / millimetre).rounded() * millimetre
    return abs(radius - nearest) <= Self.radiusCatching ? nearest : radius
  }

  /// With the knob within an area in which the centre is.
  ///
  /// The arm turns as little as it must, and a circle around the whole area is shown smaller.
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
    let distance = farthest.distance(to: center)
    return turned(to: farthest).shown(radius: Self.radius(ofKnobAt: distance))
  }

  private func turned(to position: Point) -> Instrument {
    let arm = position - center
    return with(angle: atan2(arm.dy, arm.dx))
  }

  /// Where the circle on which the knob turns crosses the edges of a rectangle.
  private func crossings(with room: Rect) -> [Point] {
    /// Half of the chord that a line leaves at a distance from the centre; `nil` beside the circle.
    func halfChord(at distance: Double) -> Double? {
      let square = armLength * armLength - distance * distance
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

import Glibc
import InkModel

/// What lies over the paper to draw along: a ruler, a set square or a compass (S76).
///
/// It stays where it is in the window while the paper moves below it; the circle of a compass is as
/// large on the paper at any scale. A press on it moves it, by any tool; one on its dial or a knob is
/// told apart by ``part(at:of:)``, and one on its reading, whose position depends on the window, by
/// ``CanvasSession/instrumentPart(at:of:)``; a brush that begins at an edge or at the circle follows
/// that (``guide(at:of:radius:)``). What differs between the kinds is in the files beside this one.
public struct Instrument: Hashable, Sendable {
  public enum Kind: CaseIterable, Hashable, Sendable {
    /// Reaches beyond the window at both ends.
    case ruler
    /// A triangle with a right angle and two equal legs, and a protractor.
    case setSquare
    case compass
  }

  public let kind: Kind
  /// The middle of the dial, or of the circle, in widget points.
  public var center: Point
  /// The direction of the ruler's edges, of the triangle's long edge, or of the arm: radians, from +x towards +y (clockwise
  /// on screen), 0 ..< ``period``.
  public private(set) var angle: Double
  /// Of the compass's circle, in widget points.
  public private(set) var radius: Double
  /// What the compass was opened to, in widget points: ``radius`` is that as far as it can be shown.
  private var opening: Double

  /// Of the dial, which shows the angle, in widget points.
  public static let dialRadius = 23.0
  public static let knobRadius = 9.0
  /// Widget points beyond an edge within which a stroke that begins follows it.
  ///
  /// Larger: more strokes beside it that were to be free are straight.
  static let reach = 16.0
  /// Widget points inside of an edge within which a pen or the mouse draws along it, since a tip is put against the edge
  /// of a ruler; a finger is too broad to mean that.
  static let overlap = 7.0
  /// Widget points around a knob or a line within which a finger touches it.
  static let fingerSlack = 12.0
  /// Radians on either side of a multiple of 15° within which turning catches it.
  private static let catching = 2.0 * .pi / 180
  private static let catches = 15.0 * .pi / 180

  public init(
    _ kind: Kind, center: Point, angle: Double = 0, radius: Double = Instrument.standardRadius
  ) {
    self.kind = kind
    self.center = center
    self.angle = Self.wrapped(angle, Self.period(of: kind))
    let opening = max(radius, Self.leastRadius)
    self.radius = opening
    self.opening = opening
  }

  /// The turn after which it looks as before.
  private static func period(of kind: Kind) -> Double {
    switch kind {
    case .ruler: .pi
    case .setSquare, .compass: 2 * .pi
    }
  }

  private static func wrapped(_ angle: Double, _ period: Double) -> Double {
    let rest = fmod(angle, period)
    let wrapped = rest < 0 ? rest + period : rest
    // A negative rest of less than half an ulp of the period rounds to the period.
    return wrapped < period ? wrapped : 0
  }

  /// Along the edges, or along the arm, of length 1.
  public var direction: Vector { Vector(angle: angle) }
  /// Across them, of length 1.
  public var normal: Vector { direction.perpendicular }

  /// The middles of the knobs.
  public var knobs: [Point] {
    switch kind {
    case .ruler: rulerKnobs
    case .setSquare: squareKnobs
    case .compass: [knob]
    }
  }

  // MARK: Parts

  /// What a press on an instrument takes hold of.
  public enum Part: Hashable, Sendable {
    case body
    /// A tap on it turns the instrument (``turnedOn(over:)``).
    case dial
    /// Turns it around the dial; that of a compass opens it, too.
    case knob
    /// The radius of a compass, in figures: a tap on it asks for another
    /// (``CanvasUpdate/wantsMeasure``).
    case reading
  }

  /// The part at a position, in widget points; `nil` beside the instrument, and at its edges, where
  /// tools draw.
  ///
  /// Without the reading, whose position depends on the window.
  public func part(at position: Point, of tool: StylusTool.Kind) -> Part? {
    let isFinger = tool == .finger
    switch kind {
    case .ruler, .setSquare:
      if position.distance(to: center) <= Self.dialRadius { return .dial }
    case .compass:
      if position.distance(to: center) <= gripRadius { return .body }
    }
    // What a finger touches is found from farther away, as with the handles of a selection.
    let slack = isFinger ? Self.fingerSlack : 5
    if knobs.contains(where: { $0.distance(to: position) <= Self.knobRadius + slack }) {
      return .knob
    }
    return distance(beyondEdges: position) <= (isFinger ? 0 : -Self.overlap) ? .body : nil
  }

  /// Whether a finger touches it, at a position in widget points: a part, or what of a compass only guides strokes.
  public func isTouched(byFingerAt position: Point) -> Bool {
    if part(at: position, of: .finger) != nil { return true }
    switch kind {
    case .ruler, .setSquare: return false
    case .compass: return isCircleOrArmTouched(byFingerAt: position)
    }
  }

  /// Whether two fingers take hold of it, at positions in widget points.
  ///
  /// One of them on it is enough: the other one may turn it from beside.
  public func isHeld(byFingersAt pair: (Point, Point)) -> Bool {
    if isTouched(byFingerAt: pair.0) || isTouched(byFingerAt: pair.1) { return true }
    switch kind {
    case .ruler, .setSquare: return false
    case .compass: return isCenterBetween(pair)
    }
  }

  /// How far a position is beyond the edges, in widget points; negative between them.
  private func distance(beyondEdges position: Point) -> Double {
    switch kind {
    case .ruler: distance(beyondRuler: position)
    case .setSquare: squareEdge(nearestTo: position).distance(beyond: position)
    // Its circle is a line, and what is inside is paper.
    case .compass: .infinity
    }
  }

  /// What a stroke follows that begins at a position, in widget points; `nil` where it begins at no edge.
  ///
  /// - Parameter radius: Of the ink, in widget points: its side lies against an edge, as that of a pen does. Its middle lies
  ///   on a circle, as the lead of a compass does.
  public func guide(
    at position: Point, of tool: StylusTool.Kind, radius ink: Double
  ) -> StrokeGuide? {
    guard part(at: position, of: tool) == nil else { return nil }
    let reach = Self.reach + ink
    switch kind {
    case .ruler:
      guard distance(beyondRuler: position) <= reach else { return nil }
      return .line(through: rulerEdge(nearestTo: position, beyond: ink), direction: direction)
    case .setSquare:
      let edge = squareEdge(nearestTo: position)
      guard position.distance(toSegmentFrom: edge.from, to: edge.to) <= reach else { return nil }
      return .line(through: edge.from + edge.outward * ink, direction: edge.direction)
    case .compass:
      guard abs(position.distance(to: center) - radius) <= reach else { return nil }
      return .circle(center: center, radius: radius)
    }
  }

  // MARK: Moving

  /// With its dial, and the knob of a compass, within an area, so that they can always be reached.
  public func kept(in area: Rect) -> Instrument {
    let room = area.outset(by: -(Self.dialRadius + 4))
    guard !room.isEmpty else { return self }
    var kept = self
    kept.center = Point(
      min(max(center.x, room.minX), room.maxX), min(max(center.y, room.minY), room.maxY))
    switch kind {
    case .ruler, .setSquare: return kept
    // As large as it was opened, where there is room for that again.
    case .compass: return kept.scaled(by: 1).withKnob(in: area)
    }
  }

  /// As a contact moves it that has hold of a part; `nil` where it is too near to the dial to tell an angle.
  func dragged(
    by part: Part, from start: Point, to position: Point, over view: Viewport
  ) -> Instrument? {
    guard part == .knob else {
      var moved = self
      moved.center = center + (position - start)
      return moved
    }
    switch kind {
    case .ruler, .setSquare:
      let (from, to) = (start - center, position - center)
      guard to.length > Self.dialRadius / 2 else { return nil }
      return turned(by: atan2(from.cross(to), from.dot(to)), over: view.rotation)
    case .compass: return opened(to: knob + (position - start), over: view)
    }
  }

  /// Turned around its middle; near a multiple of 15° of the paper a ruler and a set square catch that.
  ///
  /// - Parameter rotation: Of the paper in the window, in radians.
  public func turned(by turn: Double, over rotation: Double) -> Instrument {
    let onPaper = angle + turn - rotation
    let nearest = (onPaper / Self.catches).rounded() * Self.catches
    let isCaught: Bool
    switch kind {
    case .ruler, .setSquare: isCaught = abs(onPaper - nearest) <= Self.catching
    case .compass: isCaught = false
    }
    return with(angle: (isCaught ? nearest : onPaper) + rotation)
  }

  /// Turned to the next multiple of 45° of the paper, counterclockwise on screen.
  public func turnedOn(over rotation: Double) -> Instrument {
    let step = Double.pi / 4
    // A hair more, so that it goes on from a multiple that is missed by rounding.
    let next = ((angle - rotation) / step - 1e-6).rounded(.up) - 1
    return with(angle: next * step + rotation)
  }

  /// What the dial says: the angle to the paper's lines in whole degrees, counterclockwise as in
  /// geometry, 0 ..< 180.
  public func degrees(over rotation: Double) -> Int {
    Int((Self.wrapped(rotation - angle, .pi) * 180 / .pi).rounded()) % 180
  }

  // MARK: By a number

  /// What of it can be given by a number, to a tenth, and the range of numbers that can be given.
  ///
  /// The radius of a compass in millimetres of the paper; else the angle of the dial, 0 ..< 180
  /// degrees, for which any other is taken that is whole half turns away.
  public func measure(over view: Viewport) -> (value: Double, range: ClosedRange<Double>) {
    switch kind {
    case .ruler, .setSquare:
      let tenths = (Self.wrapped(view.rotation - angle, .pi) * 1800 / .pi).rounded()
      // What is a hair less than half a turn is none.
      return (tenths < 1800 ? tenths / 10 : 0, -360...360)
    case .compass:
      let value = (millimetres(at: view.scale) * 10).rounded() / 10
      let radii = radii(over: view)
      // It may have come beyond them by hand, or by another scale.
      return (value, min(radii.lowerBound, value)...max(radii.upperBound, value))
    }
  }

  /// With another ``measure(over:)``; turned by a quarter turn at most.
  public func with(measure: Double, over view: Viewport) -> Instrument {
    guard measure.isFinite else { return self }
    switch kind {
    case .ruler, .setSquare:
      // A set square stays on its side of the line.
      let turn = remainder(view.rotation - measure * .pi / 180 - angle, .pi)
      // By a quarter turn counterclockwise, whatever is lost by rounding.
      return with(angle: angle + (turn > .pi / 2 - 1e-6 ? turn - .pi : turn))
    case .compass: return with(radius: measure * Length.millimetre * view.scale)
    }
  }

  // MARK: By two fingers

  /// Moved and turned as two fingers on it move; a compass opens with them, too.
  public func moved(
    from: (Point, Point), to: (Point, Point), over view: Viewport
  ) -> Instrument {
    let fingers = PairMotion(from: from, to: to)
    let turn = fingers.turn
    var moved = turned(by: turn, over: view.rotation)
    // By how much it turned: the angle alone does not tell whole turns.
    let period = Self.period(of: kind)
    var caught = moved.angle - angle
    caught += ((turn - caught) / period).rounded() * period
    var scale = 1.0
    switch kind {
    case .ruler, .setSquare: break
    case .compass:
      guard fingers.scale.isFinite else { break }
      moved = moved.with(radius: moved.caught(radius * fingers.scale, over: view))
      scale = moved.radius / radius
    }
    let offset = AffineTransform.rotation(caught)(center - fingers.from) * scale
    moved.center = fingers.to + offset
    return moved
  }

  /// With another direction, or opened to another circle.
  func with(angle: Double? = nil, radius: Double? = nil) -> Instrument {
    var other = self
    if let angle { other.angle = Self.wrapped(angle, Self.period(of: kind)) }
    if let radius {
      other.opening = max(radius, Self.leastRadius)
      other.radius = other.opening
    }
    return other
  }

  /// As it is once the paper is shown larger by a factor: the circle grows with it.
  func scaled(by factor: Double) -> Instrument {
    var other = self
    switch kind {
    case .ruler, .setSquare: break
    case .compass:
      other.opening *= factor
      other.radius = max(other.opening, Self.leastRadius)
    }
    return other
  }

  /// Opened as it is, but shown with another circle.
  func shown(radius: Double) -> Instrument {
    var other = self
    other.radius = radius
    return other
  }
}

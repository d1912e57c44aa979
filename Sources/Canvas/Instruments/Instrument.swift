import Glibc
import InkModel

/// A ruler over the paper, along which brushes draw straight lines (S76).
///
/// It stays where it is in the window while the paper moves below it, and reaches beyond the window at both ends. A press on
/// it moves it, by any tool; one on its dial or a knob is told apart by ``part(at:of:)``; a brush that begins at one of its
/// edges follows that edge (``guide(at:of:radius:)``).
public struct Ruler: Hashable, Sendable {
  /// The middle of the dial, in widget points.
  public var center: Point
  /// The direction of the edges: radians, from +x towards +y (clockwise on screen), 0 ..< π.
  public private(set) var angle: Double

  /// From edge to edge, in widget points: two fingers find room on it.
  public static let breadth = 76.0
  /// Of the dial, which shows the angle, in widget points.
  public static let dialRadius = 23.0
  /// From the dial's middle to those of the knobs that turn the ruler, in widget points: in the narrowest window both are
  /// in view.
  public static let knobDistance = 110.0
  public static let knobRadius = 9.0
  /// Widget points beyond an edge within which a stroke that begins follows it.
  ///
  /// Larger: more strokes beside the ruler that were to be free are straight.
  static let reach = 16.0
  /// Widget points inside of an edge within which a pen or the mouse draws along it, since a tip is put against the edge
  /// of a ruler; a finger is too broad to mean that.
  static let overlap = 7.0
  /// Radians on either side of a multiple of 15° within which turning catches it.
  private static let catching = 2.0 * .pi / 180
  private static let catches = 15.0 * .pi / 180

  public init(center: Point, angle: Double = 0) {
    self.center = center
    self.angle = Self.wrapped(angle)
  }

  private static func wrapped(_ angle: Double) -> Double {
    let rest = fmod(angle, .pi)
    let wrapped = rest < 0 ? rest + .pi : rest
    // A negative rest of less than half an ulp of π rounds to π.
    return wrapped < .pi ? wrapped : 0
  }

  /// Along the edges, of length 1.
  public var direction: Vector { Vector(cos(angle), sin(angle)) }
  /// Across them, of length 1.
  public var normal: Vector { Vector(-sin(angle), cos(angle)) }

  /// The middles of the knobs.
  public var knobs: [Point] {
    [center + direction * -Self.knobDistance, center + direction * Self.knobDistance]
  }

  // MARK: Parts

  /// What a press on the ruler takes hold of.
  public enum Part: Hashable, Sendable {
    case body
    /// A tap on it turns the ruler (``turnedOn(over:)``).
    case dial
    /// Turns it around the dial.
    case knob
  }

  /// The part at a position, in widget points; `nil` beside the ruler, and at its edges, where tools draw.
  public func part(at position: Point, of kind: StylusTool.Kind) -> Part? {
    let offset = position - center
    let isFinger = kind == .finger
    if offset.length <= Self.dialRadius { return .dial }
    // What a finger touches is found from farther away, as with the handles of a selection.
    let slack = isFinger ? 12.0 : 5
    if knobs.contains(where: { $0.distance(to: position) <= Self.knobRadius + slack }) {
      return .knob
    }
    let half = Self.breadth / 2 - (isFinger ? 0 : Self.overlap)
    return abs(offset.dot(normal)) <= half ? .body : nil
  }

  /// A line that a stroke follows.
  public struct Guide: Hashable, Sendable {
    var origin: Point
    /// Of length 1.
    var direction: Vector

    /// The nearest point on the line.
    public func callAsFunction(_ p: Point) -> Point {
      origin + direction * (p - origin).dot(direction)
    }

    func callAsFunction(_ sample: StylusSample) -> StylusSample {
      var sample = sample
      sample.position = self(sample.position)
      return sample
    }
  }

  /// The line that a stroke follows which begins at a position; `nil` where it begins at no edge.
  ///
  /// - Parameter radius: Of the ink, in widget points: its side lies against the edge, as that of a pen does.
  public func guide(at position: Point, of kind: StylusTool.Kind, radius: Double) -> Guide? {
    guard part(at: position, of: kind) == nil else { return nil }
    let across = (position - center).dot(normal)
    guard abs(across) <= Self.breadth / 2 + Self.reach + radius else { return nil }
    let side = across < 0 ? -1.0 : 1
    return Guide(
      origin: center + normal * (side * (Self.breadth / 2 + radius)), direction: direction)
  }

  // MARK: Moving

  /// With its dial within an area, so that it can always be reached.
  public func kept(in area: Rect) -> Ruler {
    let room = area.outset(by: -(Self.dialRadius + 4))
    guard !room.isEmpty else { return self }
    var ruler = self
    ruler.center = Point(
      min(max(center.x, room.minX), room.maxX), min(max(center.y, room.minY), room.maxY))
    return ruler
  }

  /// Turned around its dial; near a multiple of 15° of the paper it catches that.
  ///
  /// - Parameter rotation: Of the paper in the window, in radians.
  public func turned(by turn: Double, over rotation: Double) -> Ruler {
    let onPaper = angle + turn - rotation
    let nearest = (onPaper / Self.catches).rounded() * Self.catches
    let caught = abs(onPaper - nearest) <= Self.catching ? nearest : onPaper
    return Ruler(center: center, angle: caught + rotation)
  }

  /// Turned to the next multiple of 45° of the paper, counterclockwise on screen.
  public func turnedOn(over rotation: Double) -> Ruler {
    let step = Double.pi / 4
    // A hair more, so that it goes on from a multiple that is missed by rounding.
    let next = ((angle - rotation) / step - 1e-6).rounded(.up) - 1
    return Ruler(center: center, angle: next * step + rotation)
  }

  /// The angle to the paper's lines in whole degrees, counterclockwise as in geometry, 0 ..< 180.
  public func degrees(over rotation: Double) -> Int {
    Int((Self.wrapped(rotation - angle) * 180 / .pi).rounded()) % 180
  }

  /// Moved and turned as two fingers on it move.
  public func moved(
    from: (Point, Point), to: (Point, Point), over rotation: Double
  ) -> Ruler {
    let (before, after) = (from.1 - from.0, to.1 - to.0)
    let turn = atan2(before.cross(after), before.dot(after))
    let turned = turned(by: turn, over: rotation)
    // By how much it turned: the angle alone does not tell half turns.
    var caught = turned.angle - angle
    caught += ((turn - caught) / .pi).rounded() * .pi
    let offset = AffineTransform.rotation(caught)(center - from.0.lerp(to: from.1, 0.5))
    return Ruler(center: to.0.lerp(to: to.1, 0.5) + offset, angle: turned.angle)
  }
}

import Glibc

/// The shape of a brush's mark at one point of a stroke: what a bar with round ends covers.
public struct BrushMark: Hashable, Sendable {
  /// Half the short side and the radius of the ends, in canvas points, above 0.
  public var radius: Double
  /// From the point to the middle of either round end; zero for a round mark.
  public var edge: Vector
  /// The amount of colour, 0 or more; 1 gives the ink's own colour.
  public var flow: Double

  /// The smallest radius of a mark, in canvas points.
  public static let leastRadius = 0.01

  public init(radius: Double, edge: Vector = .zero, flow: Double = 1) {
    self.radius = radius
    self.edge = edge
    self.flow = flow
  }

  /// The most that the mark reaches from its point, in canvas points.
  public var reach: Double { radius + edge.length }

  /// How wide a straight line of this mark is, drawn in direction `angle`, in canvas points.
  public func width(across angle: Double) -> Double {
    2 * (radius + abs(Vector(angle: angle).cross(edge)))
  }
}

/// Turns the points of one path into marks of a brush, one by one.
///
/// It remembers the last point, for the speed, and the distance so far, and nothing else; see the law of fragments at
/// ``BrushFamily``.
public struct BrushHand: Sendable {
  public let ink: Ink
  public let family: BrushFamily
  private let usesSpeed: Bool
  private let usesDistance: Bool
  private var last: StrokePoint?
  private var speed = 0.0
  /// Along the line, in canvas points.
  private var distance = 0.0

  /// For a stroke from its beginning, with the brush that the ink names or with another one.
  public init(_ ink: Ink, of family: BrushFamily? = nil) {
    self.ink = ink
    self.family = family ?? StockBrushes.family(of: ink)
    usesSpeed = self.family.behaviors.contains { $0.axis == .speed }
    usesDistance = self.family.usesDistance
  }

  /// For a path that may be a fragment: it starts with the speed and distance that the whole stroke has there.
  public init(_ ink: Ink, of family: BrushFamily? = nil, along path: StrokePath) {
    self.init(ink, of: family)
    defer { distance = Double(path.lead) }
    guard usesSpeed, path.points.count > 1, path.points[0].timeOffset > 0 else { return }
    last = path.points[0]
    _ = mark(path.points[1])
    last = path.points[0]
  }

  /// The mark at the next point.
  public mutating func mark(_ point: StrokePoint) -> BrushMark {
    if usesSpeed || usesDistance {
      if let last {
        let step = last.position.distance(to: point.position)
        distance += step
        // Points with equal times keep the speed.
        let dt = Double(point.timeOffset) - Double(last.timeOffset)
        if dt > 1e-5 { speed = step / dt }
      }
      last = point
    }
    return family.mark(ink, at: point, speed: speed, distance: distance)
  }
}

extension BrushFamily {
  /// The mark at one point of a path.
  ///
  /// - Parameters:
  ///   - speed: Canvas points a second, 0 or more.
  ///   - distance: Canvas points along the line since the tool touched.
  // Inlined: a call from a ``BrushHand`` copies the family first.
  @inline(__always)
  func mark(_ ink: Ink, at point: StrokePoint, speed: Double, distance: Double) -> BrushMark {
    var (size, breadth, flow) = (1.0, 1.0, 1.0)
    for behavior in behaviors {
      let x =
        switch behavior.axis {
        case .force: Double(min(max(point.force, 0), 1))
        case .altitude: Double(point.altitude)
        case .speed: speed
        case .age: Double(point.timeOffset)
        case .distance: distance / ink.size
        }
      let k = behavior.curve(x)
      switch behavior.property {
      case .size: size *= k
      case .breadth: breadth *= k
      case .flow: flow *= k
      }
    }
    let radius = max(ink.size * (tip.thickness * size), BrushMark.leastRadius)
    let half = ink.size * (tip.breadth * size * breadth)
    guard half > radius else { return BrushMark(radius: radius, flow: flow) }
    let angle =
      switch tip.direction {
      case .fixed(let angle): angle
      case .azimuth(let turn): Double(point.azimuth) + turn
      case .barrel(let turn): Double(point.barrel) + turn
      }
    return BrushMark(radius: radius, edge: Vector(angle: angle) * (half - radius), flow: flow)
  }
}

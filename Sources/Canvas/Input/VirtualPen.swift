import InkModel

/// A pen moved by the keyboard, for people who cannot hold a pen (S6, S90).
///
/// It takes keys and returns what a pen would have reported, in widget points.
///
/// Invariants:
/// 1. It is always within the area that it was given last, and only draws there.
/// 2. A contact has one `down` and ends with one `up`, also when the pen is put away.
/// 3. Between two positions the samples are ``spacing`` apart at most, in time as in space, so that the
///    line is as smooth as one that a hand draws.
public struct VirtualPen: Sendable {
  public enum Direction: Hashable, Sendable, CaseIterable {
    case left
    case right
    case up
    case down

    var vector: Vector {
      switch self {
      case .left: Vector(-1, 0)
      case .right: Vector(1, 0)
      case .up: Vector(0, -1)
      case .down: Vector(0, 1)
      }
    }
  }

  /// How the pen is held: what a key changes by a step.
  public enum Axis: Hashable, Sendable, CaseIterable {
    /// The force, 0.1 … 1.
    case force
    /// The altitude, 15° … 90°.
    case altitude
    /// The azimuth, all around.
    case azimuth
    /// The height while it hovers, 0 … 1.
    case distance
  }

  /// A pen without any axes; it gets those that a key has changed.
  public static let tool = StylusTool(.pen)
  /// No finger and no pen has this sequence number.
  public static let contact = ContactID(tool, sequence: .max)

  /// Widget points for one press of an arrow key, and for one with Shift.
  public static let step = 16.0
  public static let fineStep = 2.0
  /// Widget points between two samples.
  public static let spacing = 4.0
  /// Seconds between two samples: the line is drawn at an even speed.
  static let interval = 1.0 / 120

  /// Radians for one key that tilts or turns it.
  static let turn = Float.pi / 12

  private var force: Float?
  private var altitude: Float?
  private var azimuth: Float?
  private var distance: Float?

  /// The position of the tip.
  public private(set) var position: Point
  public private(set) var isDown = false
  /// Arrow keys that are down.
  private var arrows: Set<Direction> = []
  private var area: Rect
  private var time: Double

  /// A pen in the middle of an area, in widget points.
  ///
  /// - Parameter time: Seconds on the clock of the other tools' samples.
  public init(in area: Rect, at time: Double) {
    self.area = area
    self.time = time
    position = area.center
  }

  /// The pen as it hovers now.
  public var sample: StylusSample {
    StylusSample(
      position: position, time: time, force: force, altitude: altitude, azimuth: azimuth,
      distance: isDown ? distance.map { _ in 0 } : distance)
  }

  /// Changes an axis by one step up or down (S90).
  ///
  /// An axis that no key has changed yet is `nil`; the first step starts from its middle, or from
  /// how a hand usually holds a pen.
  ///
  /// - Returns: What the pen reports.
  public mutating func hold(_ axis: Axis, more: Bool, at now: Double) -> [StylusInput] {
    let sign: Float = more ? 1 : -1
    func stepped(_ value: Float, by step: Float, _ range: ClosedRange<Float>) -> Float {
      // Whole steps, however many were made.
      let next = ((value / step).rounded() + sign) * step
      return min(max(next, range.lowerBound), range.upperBound)
    }
    switch axis {
    case .force: force = stepped(force ?? 0.5, by: 0.1, 0.1...1)
    case .altitude:
      altitude = stepped(altitude ?? .pi / 3, by: Self.turn, Self.turn...(.pi / 2))
      azimuth = azimuth ?? 0
    case .azimuth:
      let next = (azimuth ?? 0) + sign * Self.turn
      azimuth = next < 0 ? next + 2 * .pi : next >= 2 * .pi - 0.001 ? 0 : next
      altitude = altitude ?? .pi / 3
    case .distance: distance = stepped(distance ?? 0, by: 0.1, 0...1)
    }
    guard isDown else {
      time = max(time, now)
      return []
    }
    return [.move(Self.contact, settled: [step(to: position, now)], tip: nil)]
  }

  /// The area changed: the pen moves into it, unless it draws, where it stays until it lifts.
  public mutating func confine(to area: Rect) {
    self.area = area
    if !isDown { position = Self.nearest(position, in: area) }
  }

  /// Moves the tip to a position without drawing a line; does nothing while it draws.
  public mutating func jump(to position: Point) {
    guard !isDown, position.isFinite else { return }
    self.position = Self.nearest(position, in: area)
  }

  /// An arrow key is pressed or repeats; with others that are down it makes a diagonal.
  ///
  /// - Returns: What the pen reports, and how far beyond the area it was to go.
  public mutating func press(
    _ direction: Direction, isFine: Bool, at now: Double
  ) -> (input: [StylusInput], beyond: Vector) {
    arrows.insert(direction)
    let sum = arrows.reduce(Vector.zero) { $0 + $1.vector }
    guard let unit = sum.normalized else { return ([], .zero) }
    let wanted = position + unit * (isFine ? Self.fineStep : Self.step)
    let target = Self.nearest(wanted, in: area)
    let beyond = wanted - target
    let from = position
    position = target
    guard isDown else {
      time = max(time, now)
      return ([], beyond)
    }
    let distance = from.distance(to: target)
    guard distance > 0 else { return ([], beyond) }
    let count = max(1, Int((distance / Self.spacing).rounded(.up)))
    let samples = (1...count).map { i in
      step(to: from.lerp(to: target, Double(i) / Double(count)), now)
    }
    return ([.move(Self.contact, settled: samples, tip: nil)], beyond)
  }

  /// An arrow key is released.
  public mutating func release(_ direction: Direction) { arrows.remove(direction) }

  /// No key is known to be down any more.
  public mutating func releaseAll() { arrows = [] }

  /// Puts the tip down, or lifts it.
  public mutating func toggleTip(at now: Double) -> [StylusInput] {
    if isDown { return lift() }
    isDown = true
    time = max(time + Self.interval, now)
    return [.down(Self.contact, tip: sample), .move(Self.contact, settled: [sample], tip: nil)]
  }

  /// Lifts the tip where it is down.
  public mutating func lift() -> [StylusInput] {
    guard isDown else { return [] }
    isDown = false
    position = Self.nearest(position, in: area)
    return [.up(Self.contact, settled: [])]
  }

  /// The time of the samples never runs ahead of the
  /// clock's by more than the line is long, and never back: a pause between two keys is a rest.
  private mutating func step(to position: Point, _ now: Double) -> StylusSample {
    time = max(time + Self.interval, min(now, time + 0.25))
    var sample = sample
    sample.position = position
    return sample
  }

  private static func nearest(_ p: Point, in area: Rect) -> Point {
    Point(
      min(max(p.x, area.minX), max(area.maxX - 1, area.minX)),
      min(max(p.y, area.minY), max(area.maxY - 1, area.minY)))
  }
}

import Glibc

/// How two positions, such as those of two fingers, moved together.
///
/// Moving ``from`` to ``to``, and turning by ``turn`` and scaling by ``scale`` about it, takes both positions from where
/// they were to where they are.
public struct PairMotion: Hashable, Sendable {
  /// The middle of the two before.
  public let from: Point
  /// The middle of the two afterwards.
  public let to: Point
  /// From the first position to the second.
  private let before: Vector
  private let after: Vector

  public init(from: (Point, Point), to: (Point, Point)) {
    self.from = from.0.lerp(to: from.1, 0.5)
    self.to = to.0.lerp(to: to.1, 0.5)
    before = from.1 - from.0
    after = to.1 - to.0
  }

  public var offset: Vector { to - from }

  /// How many times as far apart they are; not finite where they were at one position.
  public var scale: Double { after.length / before.length }

  /// By how much the line through them turned: radians from +x towards +y, -π … π.
  public var turn: Double { atan2(before.cross(after), before.dot(after)) }

  /// Whether they were and are more than 1 apart: what is nearer tells neither a turn nor a scale.
  public var hasDirection: Bool { before.length > 1 && after.length > 1 }
}

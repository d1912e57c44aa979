import Glibc

/// Maps that keep angles, or some of them.
extension AffineTransform {
  /// By how much a map that keeps angles turns, in radians, -π … π.
  public var angle: Double { atan2(b, a) }

  /// Scales by `k` and turns by `angle` (radians) about a point.
  public static func similarity(about p: Point, scale k: Double, angle: Double) -> AffineTransform {
    .translation(p - .zero) * .rotation(angle) * .scale(k) * .translation(.zero - p)
  }

  /// True for moves, turns, even scaling and mirroring, up to a part in a million.
  public var keepsCircles: Bool {
    let size = max(abs(a), abs(b), abs(c), abs(d)) * 1e-6
    return (abs(a - d) <= size && abs(b + c) <= size) || (abs(a + d) <= size && abs(b - c) <= size)
  }

  /// True without a turn, and after quarter turns.
  ///
  /// Up to what sine and cosine of a quarter turn leave.
  public var isSquare: Bool {
    let little = 1e-9 * meanScale
    return (abs(b) <= little && abs(c) <= little) || (abs(a) <= little && abs(d) <= little)
  }
}

import Glibc

/// The azimuth of a tool, as far as it can be known.
///
/// A tool that stands nearly upright has no azimuth, and the tablet's noise decides
/// what it reports: at a tilt of 1°, in whole degrees, the azimuth is any of eight. A nib that follows
/// would spin while the tool is still, so the azimuth follows the reports only as far as the tilt is
/// large enough, and else stays as it was, as the nib of a real pen does.
public struct SteadyAzimuth: Sendable {
  /// Up to this tilt from upright, in radians, the azimuth is noise.
  static let noise: Float = 2 * .pi / 180
  /// From this tilt on it is used as reported.
  static let certain: Float = 8 * .pi / 180
  /// The rate for which the weights are given, reports a second.
  private static let rate: Float = 240

  /// Radians, 0 ..< 2π.
  public private(set) var azimuth = StrokePoint.defaultAzimuth
  private var hasBegun = false

  public init() {}

  /// The azimuth to use.
  ///
  /// - Parameters:
  ///   - reported: Radians, 0 ..< 2π.
  ///   - altitude: Radians, π/2 is upright.
  ///   - passed: Seconds since the last report.
  public mutating func update(_ reported: Float, altitude: Float, after passed: Float) -> Float {
    let t = min(max((.pi / 2 - altitude - Self.noise) / (Self.certain - Self.noise), 0), 1)
    let weight = t * t * (3 - 2 * t)
    defer { hasBegun = true }
    if weight >= 1 {
      azimuth = reported
    } else if hasBegun {
      let share = 1 - pow(1 - weight, min(passed * Self.rate, 24))
      azimuth = azimuth.turned(towards: reported, share)
    } else if weight >= 0.5 {
      // At the beginning of a line a nib that turns would show as a blot.
      azimuth = reported
    }
    return azimuth
  }
}

extension Float {
  /// The direction (radians, 0 ..< 2π) at fraction `t` of the shorter arc to another one.
  func turned(towards other: Float, _ t: Float) -> Float {
    var turn = other - self
    if turn > .pi { turn -= 2 * .pi }
    if turn < -.pi { turn += 2 * .pi }
    var direction = self + turn * t
    if direction < 0 { direction += 2 * .pi }
    if direction >= 2 * .pi { direction -= 2 * .pi }
    return direction
  }
}

import Glibc

/// Which way a tool leans, as far as that can be known.
///
/// A tool that stands nearly upright leans nowhere in particular, and the tablet's noise decides
/// which way: at a tilt of 1°, told in whole degrees, the azimuth is any of eight. A nib that follows
/// would spin under a quiet hand, so the azimuth is taken at its word only as far as the tilt bears
/// it out, and else stays where it was, as the nib of a real pen does.
public struct SteadyAzimuth: Sendable {
  /// Up to this tilt from upright, in radians, the azimuth is noise.
  static let noise: Float = 2 * .pi / 180
  /// From this tilt on it is taken as told.
  static let certain: Float = 8 * .pi / 180
  /// The rate at which the weights are meant, reports a second.
  private static let rate: Float = 240

  /// Radians, 0 ..< 2π.
  public private(set) var azimuth = StrokePoint.defaultAzimuth
  private var hasBegun = false

  public init() {}

  /// The azimuth to go on with.
  ///
  /// - Parameters:
  ///   - told: Radians, 0 ..< 2π.
  ///   - altitude: Radians, π/2 is upright.
  ///   - passed: Seconds since the last report.
  public mutating func update(_ told: Float, altitude: Float, after passed: Float) -> Float {
    let t = min(max((.pi / 2 - altitude - Self.noise) / (Self.certain - Self.noise), 0), 1)
    let weight = t * t * (3 - 2 * t)
    defer { hasBegun = true }
    if weight >= 1 {
      azimuth = told
    } else if hasBegun {
      let share = 1 - pow(1 - weight, min(passed * Self.rate, 24))
      azimuth = azimuth.turned(towards: told, share)
    } else if weight >= 0.5 {
      // A line that begins by turning its nib would show that as a blot.
      azimuth = told
    }
    return azimuth
  }
}

extension Float {
  /// The direction (radians, 0 ..< 2π) that lies `t` of the shorter way to another one.
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

import Glibc

/// What a pointing tool reported at one moment: its position and how it was held.
///
/// Each axis is `nil` where the tool does not report it. Spaces differ by owner: the toolkit layer
/// makes samples in widget points, the canvas and everything below it hold canvas points.
public struct StylusSample: Hashable, Sendable {
  public var position: Point
  /// Seconds on a clock that never decreases; its zero is the device's.
  public var time: Double
  /// Pressure, 0 (touching, no force) … 1 (the most the tool can report).
  public var force: Float?
  /// Angle above the surface in radians, 0 lies flat … π/2 stands upright.
  public var altitude: Float?
  /// Direction in which the tool's body leans, radians 0 ..< 2π, from +x towards +y of the space
  /// that the position is in.
  public var azimuth: Float?
  /// Turn of the barrel about its own axis, radians 0 ..< 2π, counted like the azimuth from the tool's
  /// neutral position.
  public var roll: Float?
  /// Finger wheel of an airbrush, -1 … 1, 0 at rest.
  public var slider: Float?
  /// Height above the surface, 0 touching … 1 the farthest the tablet can report.
  public var distance: Float?

  public init(
    position: Point, time: Double, force: Float? = nil, altitude: Float? = nil,
    azimuth: Float? = nil, roll: Float? = nil, slider: Float? = nil, distance: Float? = nil
  ) {
    self.position = position
    self.time = time
    self.force = force
    self.altitude = altitude
    self.azimuth = azimuth
    self.roll = roll
    self.slider = slider
    self.distance = distance
  }

  /// This sample in another space: the position through `transform`, and where that turns the plane
  /// the directions with it; the other axes as they are.
  public func mapped(by transform: AffineTransform) -> StylusSample {
    var copy = self
    copy.position = transform(position)
    // Bit for bit as reported where nothing turns.
    guard transform.b != 0 || transform.c != 0 || transform.a < 0 else { return copy }
    copy.azimuth = azimuth.map(transform.direction)
    copy.roll = roll.map(transform.direction)
    return copy
  }
}

extension AffineTransform {
  /// A direction after the transform, radians 0 ..< 2π; NaN stays NaN.
  fileprivate func direction(_ angle: Float) -> Float {
    let v = self(Vector(angle: Double(angle)))
    let turned = Float(atan2(v.dy, v.dx))
    guard turned < 0 else { return turned }
    return min(turned + 2 * .pi, (2 * Float.pi).nextDown)
  }
}

import Glibc

extension StylusSample {
  /// The lean as tablets tell it: two angles from upright in degrees, −90 … 90, of the tool's shadows
  /// to the right and towards the hand; `nil` where the tool does not tell how it is held.
  public var tilt: (x: Double, y: Double)? {
    guard let altitude, let azimuth else { return nil }
    // Flat on the surface the tangent has no end.
    let lean = 1 / tan(max(Double(altitude), 1e-6))
    func degrees(_ part: Double) -> Double { atan(lean * part) * 180 / .pi }
    return (degrees(cos(Double(azimuth))), degrees(sin(Double(azimuth))))
  }
}

import Glibc

extension StylusSample {
  /// The tilt as tablets report it: two angles from upright in degrees, −90 … 90, of the tool's shadows
  /// to the right and towards the hand; `nil` where the tool does not report how it is held.
  public var tilt: (x: Double, y: Double)? {
    guard let altitude, let azimuth else { return nil }
    // At altitude 0 the tangent is infinite.
    let lean = 1 / tan(max(Double(altitude), 1e-6))
    func degrees(_ part: Double) -> Double { atan(lean * part) * 180 / .pi }
    return (degrees(cos(Double(azimuth))), degrees(sin(Double(azimuth))))
  }
}

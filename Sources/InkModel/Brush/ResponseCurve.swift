/// How one quantity depends on another: a smooth curve through a few handles.
///
/// Between neighbouring handles it is a cubic within their bounds, so the curve rises where
/// the handles rise, falls where they fall and overshoots nowhere; its slope is continuous. Two
/// handles make a straight line. Before the first handle and after the last it is constant.
/// (Fritsch and Carlson, "Monotone piecewise cubic interpolation", SIAM J. Numer. Anal. 17, 1980.)
public struct ResponseCurve: Hashable, Sendable {
  /// A point that the curve runs through.
  public struct Handle: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// Ascending in `x`, two or more.
  public let handles: [Handle]
  /// The curve's slope at each handle.
  private let slopes: [Double]

  /// Handles must be finite, two or more, and each farther right than the one before.
  public init(_ handles: [Handle]) {
    precondition(
      handles.count >= 2 && zip(handles, handles.dropFirst()).allSatisfy { $0.x < $1.x }
        && handles.allSatisfy { $0.x.isFinite && $0.y.isFinite },
      "a curve's handles are finite and go from left to right")
    self.handles = handles
    let chords = zip(handles, handles.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    slopes = handles.indices.map { i in
      guard i > 0 else { return chords[0] }
      guard i < chords.count else { return chords[i - 1] }
      let (before, after) = (chords[i - 1], chords[i])
      // A peak, a valley or a level stretch has none; else the chords' harmonic mean, weighted as
      // Fritsch and Butland do, which is always flat enough.
      guard before * after > 0 else { return 0 }
      let (l, r) = (handles[i].x - handles[i - 1].x, handles[i + 1].x - handles[i].x)
      return (3 * (l + r)) / ((2 * r + l) / before + (r + 2 * l) / after)
    }
  }

  /// From pairs of `x` and `y`.
  public init(_ pairs: (Double, Double)...) {
    self.init(pairs.map { Handle($0.0, $0.1) })
  }

  /// The curve's height at `x`.
  public func callAsFunction(_ x: Double) -> Double {
    handles.withUnsafeBufferPointer { h in
      let last = h.count - 1
      if x <= h[0].x { return h[0].y }
      if x >= h[last].x { return h[last].y }
      var i = 0
      while x > h[i + 1].x { i += 1 }
      let (a, b) = (h[i], h[i + 1])
      let width = b.x - a.x
      let t = (x - a.x) / width
      if last == 1 { return a.y + (b.y - a.y) * t }
      // Cubic Hermite; https://en.wikipedia.org/wiki/Cubic_Hermite_spline
      let s = 1 - t
      return a.y + (b.y - a.y) * (t * t * (3 - 2 * t))
        + width * t * s * (s * slopes[i] - t * slopes[i + 1])
    }
  }

  /// The largest value: that of one of the handles.
  public var maximum: Double { handles.lazy.map(\.y).max() ?? 0 }
  /// The smallest value: that of one of the handles.
  public var minimum: Double { handles.lazy.map(\.y).min() ?? 0 }
}

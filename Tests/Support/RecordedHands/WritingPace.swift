import InkModel

/// How fast a plausible hand writes, where no times were recorded.
public enum WritingPace {
  /// Points a second, on the paper and above it, of letters some 30 points high.
  public static let speed = 500.0
  /// Seconds that it takes to lift the pen and to touch again, wherever that is.
  public static let liftTime = 0.06

  /// Seconds for a stroke.
  public static func time(along stroke: [Point]) -> Double {
    zip(stroke, stroke.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } / speed
  }

  /// Seconds from where the pen is lifted to where it touches again.
  public static func time(fromLiftAt lift: Point, toTouchAt touch: Point) -> Double {
    liftTime + lift.distance(to: touch) / speed
  }
}

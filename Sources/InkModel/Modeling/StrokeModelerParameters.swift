/// How the line follows the samples.
///
/// The defaults are for a pen on glass.
///
/// Names and meanings follow the published description of Google's ink stroke modeler
/// (github.com/google/ink-stroke-modeler, "Ink Stroke Modeler", section by section); spring and
/// drag have its published example values, which suit any unit of length since only time is in
/// them. Lengths here are canvas points.
public struct StrokeModelerParameters: Hashable, Sendable {
  /// Seconds over which the tremor of slow motion is averaged.
  ///
  /// Longer is steadier and lags more; 0 leaves every sample as it is.
  public var wobbleWindow: Double
  /// Below this speed (canvas points a second) a sample is replaced by its window's average.
  public var wobbleSpeedFloor: Double
  /// Above this speed a sample is left alone; in between the two are blended.
  public var wobbleSpeedCeiling: Double

  /// Mass over stiffness of the spring between tool and modelled tip, in seconds².
  ///
  /// Larger is smoother and cuts corners more; the square root is about the time the tip needs to
  /// follow.
  public var springMass: Double
  /// Resistance to the tip's motion, 1/seconds.
  ///
  /// Too small and the tip overshoots, too large and it lags.
  public var drag: Double
  /// The tip's motion is computed at least this often, 1/seconds.
  ///
  /// Higher: lines are smoother, and costs grow in proportion.
  public var outputRate: Double

  /// After the up, the tip stops this near to the last sample, canvas points.
  public var stopDistance: Double
  /// After the up, the most steps to get there.
  public var stopSteps: Int

  public init(
    wobbleWindow: Double = 0.04, wobbleSpeedFloor: Double = 12, wobbleSpeedCeiling: Double = 36,
    springMass: Double = 11.0 / 32400, drag: Double = 72, outputRate: Double = 180,
    stopDistance: Double = 0.05, stopSteps: Int = 20
  ) {
    self.wobbleWindow = wobbleWindow
    self.wobbleSpeedFloor = wobbleSpeedFloor
    self.wobbleSpeedCeiling = wobbleSpeedCeiling
    self.springMass = springMass
    self.drag = drag
    self.outputRate = outputRate
    self.stopDistance = stopDistance
    self.stopSteps = stopSteps
  }

  public static let standard = StrokeModelerParameters()
}

/// How much a line is steadied, from not at all to heavily.
///
/// A stabilised tip has a weaker spring and more drag: it follows more slowly and averages
/// tremor. Lag and smoothness both grow with the strength. The part of the line that the tip has not
/// reached yet is drawn as if the tool lifted now, so the line reaches the tool at any strength, and
/// ends where it lifts.
///
/// Strengths are in 255 steps, so that one byte beside the modeler's version determines how a
/// path was made.
public struct Stabilizer: Hashable, Sendable {
  /// 0 … 255.
  public let step: UInt8

  /// - Parameter strength: 0 (none) … 1 (strong); what is outside counts as the nearest, and NaN
  ///   as 0.
  public init(_ strength: Double) {
    step = strength.isNaN ? 0 : UInt8((min(max(strength, 0), 1) * 255).rounded())
  }

  init(step: UInt8) { self.step = step }

  public static let none = Stabilizer(0)

  /// 0 … 1.
  public var strength: Double { Double(step) / 255 }

  /// How many times as slow as the standard tip the stabilised one is, 1 … 9.
  var slowness: Double {
    // The square: fine steps at small strengths, and most of the range in the upper half.
    1 + 8 * strength * strength
  }
}

extension StrokeModelerParameters {
  /// These parameters, steadied.
  public func stabilized(_ stabilizer: Stabilizer) -> StrokeModelerParameters {
    guard stabilizer != .none else { return self }
    let k = stabilizer.slowness
    var p = self
    // All times of the spring grow alike. The damping grows besides, towards the ratio 1 at which
    // there is no overshoot: that of a slow tip would be visible.
    p.springMass = springMass * k * k
    let ratio = drag * springMass.squareRoot() / 2
    let damped = ratio + (max(1, ratio) - ratio) * min(stabilizer.strength * 2, 1)
    p.drag = 2 * damped / p.springMass.squareRoot()
    p.wobbleWindow = wobbleWindow * (1 + 2 * stabilizer.strength)
    p.stopSteps = Int((Double(stopSteps) * k).rounded(.up))
    return p
  }
}

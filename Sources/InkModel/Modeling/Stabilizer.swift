/// How much a line is steadied, from nothing to a heavy hand.
///
/// A stabilised tip hangs on a weaker spring in a thicker fluid: it follows more slowly and cuts
/// what trembles. Lag and smoothness both grow with the strength. What the pen has not pulled the
/// tip to yet is drawn as if the hand lifted now, so the line reaches the pen at any strength, and
/// ends where the hand lifts.
///
/// Strengths are in 255 steps, so that one byte beside the modeler's version says exactly how a
/// path came about.
public struct Stabilizer: Hashable, Sendable {
  /// 0 … 255.
  public let step: UInt8

  /// - Parameter strength: 0 (none) … 1 (strong); what is outside is taken as the nearest, and what
  ///   is no number as none.
  public init(_ strength: Double) {
    step = strength.isNaN ? 0 : UInt8((min(max(strength, 0), 1) * 255).rounded())
  }

  init(step: UInt8) { self.step = step }

  public static let none = Stabilizer(0)

  /// 0 … 1.
  public var strength: Double { Double(step) / 255 }

  /// How many times as slow as the hand's own tip the stabilised one is, 1 … 9.
  var slowness: Double {
    // The square: fine steps where a little is wanted, and most of the way in the upper half.
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
    // nothing swings: a slow tip that swings past the hand would be seen to.
    p.springMass = springMass * k * k
    let ratio = drag * springMass.squareRoot() / 2
    let damped = ratio + (max(1, ratio) - ratio) * min(stabilizer.strength * 2, 1)
    p.drag = 2 * damped / p.springMass.squareRoot()
    p.wobbleWindow = wobbleWindow * (1 + 2 * stabilizer.strength)
    p.stopSteps = Int((Double(stopSteps) * k).rounded(.up))
    return p
  }
}

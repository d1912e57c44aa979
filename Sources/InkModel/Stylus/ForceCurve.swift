/// How the tool's force becomes the force that brushes get.
///
/// A smooth curve from (0, 0) to (1, 1) that never falls, from the reported force to the brushes'.
/// It bends through two handles that people can drag; ``init(softness:)``
/// sets both from one slider. The curve applies where samples become points of a path
/// (``StrokeModeler``): samples stay as the tool reported them, and finished strokes keep the
/// marks that they were drawn with.
///
/// Settings keep ``text``.
public struct ForceCurve: Hashable, Sendable {
  /// The handles, the lower one first: both within the unit square, the upper one farther right by
  /// ``leastGap`` or more and no lower.
  public let low: ResponseCurve.Handle
  public let high: ResponseCurve.Handle
  private let curve: ResponseCurve
  private let isIdentity: Bool

  /// The least difference in x between the handles, and of either from 0 and 1.
  public static let leastGap = 0.02

  /// The force as the tool reports it.
  public static let identity = ForceCurve(
    low: .init(0.25, 0.25), high: .init(0.75, 0.75))

  /// Through handles as near to the given ones as the limits allow.
  ///
  /// A coordinate that is NaN is replaced by the identity's.
  public init(low: ResponseCurve.Handle, high: ResponseCurve.Handle) {
    func clamp(_ v: Double, _ least: Double, _ most: Double, _ fallback: Double) -> Double {
      min(max(v.isFinite ? v : fallback, least), most)
    }
    let gap = Self.leastGap
    let a = ResponseCurve.Handle(
      clamp(low.x, gap, 1 - 2 * gap, 0.25), clamp(low.y, 0, 1, 0.25))
    let b = ResponseCurve.Handle(
      clamp(high.x, a.x + gap, 1 - gap, 0.75), clamp(high.y, a.y, 1, 0.75))
    self.low = a
    self.high = b
    curve = ResponseCurve([.init(0, 0), a, b, .init(1, 1)])
    isIdentity = a.x == a.y && b.x == b.y
  }

  /// From one slider: -1 hard (one has to press for a heavy line), 0 as reported, 1 soft (a
  /// light touch is enough).
  public init(softness: Double) {
    let s = min(max(softness.isFinite ? softness : 0, -1), 1)
    // Both handles move at right angles to the diagonal; at the ends one of them has a fifth of the range left.
    self.init(
      low: .init(0.25 - 0.15 * s, 0.25 + 0.2 * s), high: .init(0.75 - 0.2 * s, 0.75 + 0.15 * s))
  }

  /// Force for brushes, 0 … 1; what is outside that range, or NaN, counts as its nearest end.
  public func callAsFunction(_ force: Float) -> Float {
    let f = force >= 0 ? min(force, 1) : 0
    return isIdentity ? f : Float(min(max(curve(Double(f)), 0), 1))
  }

  /// Four numbers, as settings keep it: both handles' x and y.
  public var text: String { "\(low.x) \(low.y) \(high.x) \(high.y)" }

  /// From ``text``; `nil` for anything but four numbers.
  public init?(_ text: String) {
    let words = text.split(separator: " ")
    let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == 4, words.count == 4 else { return nil }
    self.init(low: .init(numbers[0], numbers[1]), high: .init(numbers[2], numbers[3]))
  }
}

/// How a person's hand becomes the force that brushes see.
///
/// A smooth curve from (0, 0) to (1, 1) that never falls: what the tool says goes in, what brushes
/// are told comes out. It bends through two handles that people can drag; ``init(softness:)``
/// places both from one slider. The curve acts where samples become points of a path
/// (``StrokeModeler``): samples stay as the tool told them, and a stroke that is drawn keeps the
/// look it was drawn with.
///
/// Settings keep ``text``.
public struct ForceCurve: Hashable, Sendable {
  /// The handles, the lower one first: both within the unit square, the upper one farther right by
  /// ``leastGap`` or more and no lower.
  public let low: ResponseCurve.Handle
  public let high: ResponseCurve.Handle
  private let curve: ResponseCurve
  private let isIdentity: Bool

  /// How near a handle may come to another, and to either end, from left to right.
  public static let leastGap = 0.02

  /// Force as the tool says it.
  public static let identity = ForceCurve(
    low: .init(0.25, 0.25), high: .init(0.75, 0.75))

  /// Through handles as near to the wanted ones as there can be.
  ///
  /// Something that is not a number stands for the identity's own.
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

  /// From one slider: -1 hard (one has to press for a heavy line), 0 as the tool says, 1 soft (a
  /// light touch is enough).
  public init(softness: Double) {
    let s = min(max(softness.isFinite ? softness : 0, -1), 1)
    // Both handles move square to the diagonal; at the ends one of them has a fifth to go yet.
    self.init(
      low: .init(0.25 - 0.15 * s, 0.25 + 0.2 * s), high: .init(0.75 - 0.2 * s, 0.75 + 0.15 * s))
  }

  /// Force for brushes, 0 … 1; what is outside that range, or no number, counts as its nearest end.
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

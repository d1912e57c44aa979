import InkModel

/// How a preview fades as the tool rises (S99).
///
/// Opaque up to a height, then linearly less, to 0 at the farthest that the tablet reports.
/// Height changes this and nothing else of a preview (S25, S100).
public struct HoverFade: Hashable, Sendable {
  /// 0 … below 1; up to this part of the farthest height a preview is opaque.
  public var threshold = 0.5
  /// The desktop asks for less motion: a preview is there or not, and never in between.
  public var isAbrupt = false

  public init() {}

  /// 0 … 1 for a height of 0 touching … 1 farthest; 1 where the height is not known.
  public func opacity(at distance: Double?) -> Double {
    guard let distance, distance.isFinite else { return 1 }
    let height = min(max(distance, 0), 1)
    let opacity = 1 - max(height - threshold, 0) / (1 - threshold)
    return isAbrupt ? (opacity > 0 ? 1 : 0) : opacity
  }
}

/// Finds out whether a tool reports its height at all.
///
/// Some tablets announce the axis and always report its maximum; a tool that
/// approaches reports it for a moment. So reports of the maximum are used until there have
/// been ``patience`` of them without any other value.
struct HeightSense: Hashable, Sendable {
  /// Reports; a fifth of a second at the rate of a usual tablet.
  static let patience = 24

  private var isTelling = false
  private var reports = 0

  /// The height to fade by, `nil` where it is not known.
  mutating func height(_ distance: Float?) -> Double? {
    guard let distance else { return nil }
    if distance < 1 { isTelling = true }
    reports = min(reports + 1, Self.patience)
    return isTelling || reports < Self.patience ? Double(distance) : nil
  }
}

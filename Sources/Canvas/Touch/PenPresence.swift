/// Whether a pen is near the screen, or was a moment ago: then a hand is, too, and touches are
/// that hand's palm.
///
/// The one rule for the canvas and for everything that lies on it. Times are seconds on one clock.
public struct PenPresence: Hashable, Sendable {
  private var lastSign = -Double.infinity
  private var isNear = false
  private var isDown = false

  /// Seconds after a pen has left in which touches are still taken for palms: a hand lifts later
  /// than its pen.
  public static let grace = 0.5
  /// Seconds of silence after which a pen that never said that it left counts as gone: a pen near
  /// the screen is never still, unless it stands on it.
  public static let silence = 5.0

  public init() {}

  /// The pen hovered, touched or moved.
  ///
  /// - Parameter isDown: Its tip is on the screen.
  public mutating func saw(at time: Double, isDown: Bool = false) {
    isNear = true
    self.isDown = isDown
    lastSign = time
  }

  /// No more is heard of a tip that is on the screen.
  public mutating func lost() { isDown = false }

  /// The pen went out of range.
  public mutating func left(at time: Double) {
    isNear = false
    isDown = false
    lastSign = time
  }

  /// Whether a touch that begins now is taken for a palm.
  public func refusesTouches(at time: Double) -> Bool {
    isDown || time - lastSign < (isNear ? Self.silence : Self.grace)
  }
}

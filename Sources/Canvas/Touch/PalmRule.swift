import InkModel

/// Which touches are a palm's: the one rule for the canvas and for everything that lies on it.
///
/// Where a pen is near the screen, or was a moment ago, a hand is, too, and touches are that hand's palm. It is
/// told of every sign of a pen, and asked by whoever takes touches. Times are seconds on one clock.
public struct PalmRule: Hashable, Sendable {
  private var lastSign = -Double.infinity
  private var isNear = false
  private var isDown = false
  /// Where the pen is or was last, in widget points of the canvas, where that is known.
  public var penPosition: Point?

  /// Seconds after a pen has left in which touches are still taken for palms: a hand lifts later
  /// than its pen.
  public static let grace = 0.5
  /// Seconds of silence after which a pen that never said that it left counts as gone: a pen near
  /// the screen is never still, unless it stands on it.
  public static let silence = 5.0
  /// Seconds after a finger has lifted in which a pen that comes makes what it left a palm's.
  public static let withdrawal = 0.5
  /// Widget points across from which on a contact is a palm's: no finger is that broad.
  public static let size = 90.0
  /// Widget points from the pen, from which on a touch is the other hand's.
  public static let reach = 260.0

  public init() {}

  // MARK: What is seen of pens

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

  // MARK: What it says of touches

  /// Whether a touch that begins now is taken for a palm, by whatever has no use for a second hand.
  public func refusesTouches(at time: Double) -> Bool {
    isDown || time - lastSign < (isNear ? Self.silence : Self.grace)
  }

  /// Whether a contact of this breadth (widget points, `nil` where nobody tells) is a palm's, pen or no pen.
  public static func isPalm(size: Double?) -> Bool { size.map { $0 >= Self.size } ?? false }

  /// Whether a touch here, in widget points, is the other hand's rather than the pen's.
  public func isBesidePen(_ position: Point) -> Bool {
    penPosition.map { $0.distance(to: position) >= Self.reach } ?? true
  }
}

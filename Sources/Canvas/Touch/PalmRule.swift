import InkModel

/// Which touches are a palm's: the one rule for the canvas and for every widget over it.
///
/// Where a pen is in proximity, or was a moment ago, a hand is, too, and touches are that hand's palm. The rule is
/// updated with every event of a pen. Times are seconds on one clock.
public struct PalmRule: Hashable, Sendable {
  private var lastSign = -Double.infinity
  private var isNear = false
  private var isDown = false
  /// The last position of the pen, in widget points of the canvas, where that is known.
  public var penPosition: Point?

  /// Seconds after a pen has left proximity in which touches are still taken for palms: a hand lifts later
  /// than its pen.
  public static let grace = 0.5
  /// Seconds without an event after which a pen whose leaving was not reported counts as gone: a pen in
  /// proximity is never still, unless it rests on the screen.
  public static let silence = 5.0
  /// Seconds after a finger has lifted in which a pen that comes makes its ink a palm's.
  public static let withdrawal = 0.5
  /// Widget points; a contact of this diameter or more is a palm's: no finger is that broad.
  public static let size = 90.0
  /// Widget points; a touch at this distance from the pen or more is the other hand's.
  public static let reach = 260.0

  public init() {}

  // MARK: Events of pens

  /// The pen hovered, touched or moved.
  ///
  /// - Parameter isDown: Its tip is on the screen.
  public mutating func saw(at time: Double, isDown: Bool = false) {
    isNear = true
    self.isDown = isDown
    lastSign = time
  }

  /// The tip on the screen is not reported any more.
  public mutating func lost() { isDown = false }

  /// The pen left proximity.
  public mutating func left(at time: Double) {
    isNear = false
    isDown = false
    lastSign = time
  }

  // MARK: Touches

  /// Whether a touch that begins now is a palm's, for widgets that have no use for a second hand.
  public func refusesTouches(at time: Double) -> Bool {
    isDown || time - lastSign < (isNear ? Self.silence : Self.grace)
  }

  /// Whether a contact of this diameter (widget points, `nil` where it is not reported) is a palm's, with or without a pen.
  public static func isPalm(size: Double?) -> Bool { size.map { $0 >= Self.size } ?? false }

  /// Whether a touch at a position, in widget points, is the other hand's rather than the pen's.
  public func isBesidePen(_ position: Point) -> Bool {
    penPosition.map { $0.distance(to: position) >= Self.reach } ?? true
  }
}

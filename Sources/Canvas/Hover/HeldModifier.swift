/// Detects that one modifier key is held alone while a tool hovers (S28).
///
/// Its methods are called with keys and the hovering tool, each with its time in seconds on one clock; call
/// ``isDue(at:)`` when ``deadline`` has come.
///
/// Invariants:
/// 1. A hold begins with the modifier's own press, with no other key down, while a tool hovers.
/// 2. Any other input meanwhile (another key, a touch, a button, the tool leaving) ends it:
///    the modifier has to be released and pressed again.
public struct HeldModifier: Hashable, Sendable {
  /// Seconds that the modifier has to be held.
  public static let delay = 0.3

  private enum State: Hashable {
    case up
    case waiting(since: Double)
    /// The hold was reported, or interrupted.
    case over
  }

  private var state = State.up
  private var othersDown: Set<UInt32> = []

  public init() {}

  /// When to call ``isDue(at:)``, `nil` where there is nothing to wait for.
  public var deadline: Double? {
    if case .waiting(let since) = state { since + Self.delay } else { nil }
  }

  /// The modifier is pressed; a key that repeats is pressed once.
  public mutating func press(at time: Double, isHovering: Bool) {
    guard state == .up else { return }
    state = isHovering && othersDown.isEmpty ? .waiting(since: time) : .over
  }

  /// The modifier is released.
  public mutating func release() { state = .up }

  public mutating func pressOther(_ key: UInt32) {
    othersDown.insert(key)
    interrupt()
  }

  public mutating func releaseOther(_ key: UInt32) { othersDown.remove(key) }

  /// Another input came, or the tool left.
  public mutating func interrupt() {
    if case .waiting = state { state = .over }
  }

  /// Another window has the keyboard focus: the state of its keys is not known any more.
  public mutating func forget() {
    state = .up
    othersDown = []
  }

  /// Whether the modifier has been held long enough; true once for each hold.
  public mutating func isDue(at time: Double) -> Bool {
    guard let deadline, time >= deadline else { return false }
    state = .over
    return true
  }
}

/// What a button beside a tablet's surface does.
public enum PadPress: String, Hashable, Sendable, CaseIterable {
  case nothing
  case undo
  case redo
  case toggleEraser = "toggle-eraser"
  case previousTool = "previous-tool"
  case colors
  case sizes
  case finer
  case broader
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
}

/// What a ring or strip beside a tablet's surface changes, step by step.
public enum PadTurn: String, Hashable, Sendable, CaseIterable {
  case nothing
  case zoom
  case size
  /// Undo and redo.
  case history
}

/// What the buttons, rings and strips of a tablet's pad do.
///
/// A desktop that has an action for one of them does not deliver its events.
public struct PadMap: Hashable, Sendable {
  /// Buttons that can have an action, counted from 0.
  public static let buttons = 8

  public var ring = PadTurn.zoom
  public var strip = PadTurn.size
  private var changed: [Int: PadPress] = [:]

  public static let standard = PadMap()

  public init() {}

  public subscript(button: Int) -> PadPress {
    get { changed[button] ?? Self.standardPress(button) }
    set { changed[button] = newValue == Self.standardPress(button) ? nil : newValue }
  }

  private static func standardPress(_ button: Int) -> PadPress {
    let standard: [PadPress] = [.undo, .redo, .toggleEraser, .sizes]
    return standard.indices.contains(button) ? standard[button] : .nothing
  }

  /// What differs from ``standard``, as settings keep it: `0=undo ring=zoom` and so on.
  public var text: String {
    var words = changed.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
    if ring != Self.standard.ring { words.append("ring=\(ring.rawValue)") }
    if strip != Self.standard.strip { words.append("strip=\(strip.rawValue)") }
    return words.joined(separator: " ")
  }

  /// From ``text``; unknown words are ignored.
  public init(text: String) {
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=").map { String($0) }
      guard parts.count == 2 else { continue }
      if parts[0] == "ring", let turn = PadTurn(rawValue: parts[1]) {
        ring = turn
      } else if parts[0] == "strip", let turn = PadTurn(rawValue: parts[1]) {
        strip = turn
      } else if let number = Int(parts[0]), (0..<Self.buttons).contains(number),
        let press = PadPress(rawValue: parts[1])
      {
        self[number] = press
      }
    }
  }
}

/// Turns the positions of a finger on a ring or strip into steps.
///
/// The first position only sets the start; from there on each
/// ``stepsPerTurn``th of the ring or strip is a step. Fractions of steps add up. When a finger lifts,
/// its last position is reported once more; one that rests is not reported.
public struct PadDial: Hashable, Sendable {
  /// Steps of a whole turn of a ring, or from end to end of a strip.
  public static let stepsPerTurn = 24.0

  /// A ring is continuous across its top.
  private let isRing: Bool
  private var last: Double?
  private var rest = 0.0

  public init(isRing: Bool) {
    self.isRing = isRing
  }

  /// The finger is at a position, 0 … 1 clockwise from the top or from the top down; `nil` where it lifts.
  ///
  /// - Returns: Whole steps, positive clockwise and down.
  public mutating func move(to position: Double?) -> Int {
    guard let position, position.isFinite, position != last else {
      last = nil
      rest = 0
      return 0
    }
    defer { last = position }
    guard let last else { return 0 }
    var travel = position - last
    // Across the top: the shorter arc.
    if isRing { travel -= travel.rounded() }
    rest += travel * Self.stepsPerTurn
    let steps = rest.rounded(.towardZero)
    rest -= steps
    return Int(steps)
  }
}

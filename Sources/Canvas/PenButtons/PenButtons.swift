import InkModel

/// Turns presses of the buttons on pens into actions.
///
/// Its methods are called with each press and release and its time, in seconds on one clock, with each contact of the
/// tip, and ``wake(at:)`` when ``deadline`` has come. They return what is to be done, and do nothing themselves.
///
/// Each button of each tool is in one of these states:
///
/// - *up*: the initial state.
/// - *first*: down for the first time; ``press(_:_:at:)`` led here from *up*.
/// - *between*: up again, perhaps to be pressed once more; ``release(_:_:at:)`` led here.
/// - *holding*: down, and its held action lasts.
/// - *spent*: down, and its action is done.
///
/// Invariants:
/// 1. A button without a double press never waits: its single press acts when the button goes down.
/// 2. With one, the single press acts when the time for a second has passed, or not at all; one that acts while the
///    button is held also as soon as the tip touches.
/// 3. Whatever begins ends: with the button, when its tool leaves, or by ``reset()``.
/// 4. A press does one thing at most: a double press replaces the single one.
public struct PenButtons: Sendable {
  /// What is to be done once.
  public enum Command: Hashable, Sendable {
    case undo
    case redo
    case toggleEraser
    case previousTool
    case colors
    case sizes
  }

  /// What lasts for as long as a button is down.
  public enum HeldAction: Hashable, Sendable {
    case erase
    case pan
  }

  public enum Output: Hashable, Sendable {
    case perform(Command)
    case begin(HeldAction)
    case end(HeldAction)
  }

  private struct Key: Hashable {
    var tool: StylusTool
    var button: StylusButton
  }

  private enum State: Hashable {
    case first(at: Double)
    case between(at: Double)
    case holding(HeldAction)
    case spent
  }

  /// What each button does.
  ///
  /// A press that has begun ends as it began.
  public var map = PenButtonMap.standard
  /// Seconds in which the second press of a double press comes, counted from the first.
  public var doublePressTime = 0.4

  /// Of the buttons that are not up.
  private var states: [Key: State] = [:]

  public init() {}

  /// When to call ``wake(at:)``, `nil` where there is nothing to wait for.
  public var deadline: Double? {
    states.values.compactMap { state in
      switch state {
      case .first(let start), .between(let start): start + doublePressTime
      case .holding, .spent: nil
      }
    }.min()
  }

  public mutating func press(
    _ tool: StylusTool, _ button: StylusButton, at time: Double
  ) -> [Output] {
    var outputs = wake(at: time)
    let key = Key(tool: tool, button: button)
    let slots = map[button]
    switch states[key] {
    case .between:
      states[key] = .spent
      outputs += Self.outputs(slots.double)
    case nil:
      // A first press of another button is not the first half of a double press of this one.
      for (other, state) in states where other.tool == tool {
        if case .between = state { outputs += settle(other) }
      }
      if slots.double == .nothing {
        outputs += act(key, slots.single)
      } else {
        states[key] = .first(at: time)
      }
    case .first, .holding, .spent: break  // Down already: its release was not reported.
    }
    return outputs
  }

  public mutating func release(
    _ tool: StylusTool, _ button: StylusButton, at time: Double
  ) -> [Output] {
    var outputs = wake(at: time)
    let key = Key(tool: tool, button: button)
    switch states[key] {
    case .first(let start): states[key] = .between(at: start)
    case .holding(let held):
      states[key] = nil
      outputs.append(.end(held))
    case .spent: states[key] = nil
    case .between, nil: break
    }
    return outputs
  }

  /// The tip of a tool touches: a button that is down is held, and no half of a double press.
  public mutating func touch(_ tool: StylusTool, at time: Double) -> [Output] {
    var outputs = wake(at: time)
    for (key, state) in states.sorted(by: { $0.key.button.rawValue < $1.key.button.rawValue })
    where key.tool == tool && map[key.button].single.isHeld {
      if case .first = state { outputs += act(key, map[key.button].single) }
    }
    return outputs
  }

  /// Does what had to wait until this time.
  public mutating func wake(at time: Double) -> [Output] {
    var outputs: [Output] = []
    for (key, state) in states.sorted(by: { $0.key.button.rawValue < $1.key.button.rawValue }) {
      switch state {
      case .first(let start) where time >= start + doublePressTime:
        outputs += act(key, map[key.button].single)
      case .between(let start) where time >= start + doublePressTime:
        outputs += settle(key)
      default: break
      }
    }
    return outputs
  }

  /// A tool left proximity: its buttons are up, and what waited is not done.
  public mutating func leave(_ tool: StylusTool) -> [Output] { drop { $0.tool == tool } }

  /// The window lost its input: all buttons are up, and what waited is not done.
  public mutating func reset() -> [Output] { drop { _ in true } }

  private mutating func drop(_ isGone: (Key) -> Bool) -> [Output] {
    var outputs: [Output] = []
    for (key, state) in states where isGone(key) {
      states[key] = nil
      if case .holding(let held) = state { outputs.append(.end(held)) }
    }
    return outputs
  }

  /// The time for a second press is over; the button is up.
  private mutating func settle(_ key: Key) -> [Output] {
    states[key] = nil
    let single = map[key.button].single
    // A short press does not begin an action that lasts while the button is held.
    return single.isHeld ? [] : Self.outputs(single)
  }

  /// A single press acts; the button is down.
  private mutating func act(_ key: Key, _ single: SinglePress) -> [Output] {
    let held: HeldAction? =
      switch single {
      case .erase: .erase
      case .pan: .pan
      default: nil
      }
    states[key] = held.map { .holding($0) } ?? .spent
    return held.map { [.begin($0)] } ?? Self.outputs(single)
  }

  private static func outputs(_ single: SinglePress) -> [Output] {
    switch single {
    case .nothing, .erase, .pan: []
    case .undo: [.perform(.undo)]
    case .redo: [.perform(.redo)]
    case .toggleEraser: [.perform(.toggleEraser)]
    case .previousTool: [.perform(.previousTool)]
    case .colors: [.perform(.colors)]
    case .sizes: [.perform(.sizes)]
    }
  }

  private static func outputs(_ double: DoublePress) -> [Output] {
    switch double {
    case .nothing: []
    case .toggleEraser: [.perform(.toggleEraser)]
    case .previousTool: [.perform(.previousTool)]
    case .colors: [.perform(.colors)]
    case .sizes: [.perform(.sizes)]
    }
  }
}

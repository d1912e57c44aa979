import CWaylandServer
import InkModel

/// The keyboard.
public struct Keyboard: Sendable {
  let thread: ServerThread

  /// A key that is held while another is pressed.
  public enum Modifier: UInt32, Hashable, Sendable, CaseIterable {
    case control = 29
    case shift = 42
    case alt = 56
    case logo = 125
  }

  private func send(_ code: UInt32, _ down: Bool) {
    let time = now()
    thread.run { $0.seat.keyboard.key(code, pressed: down, time: time) }
  }

  /// Presses a key and lets it go while `modifiers` are held.
  ///
  /// `key` is a character ("z", "+") or an xkb name ("Return", "F11", "Page_Up"). Shift is added
  /// where the key needs it; a key of another layout switches to that layout.
  public func press(_ key: String, _ modifiers: Set<Modifier> = []) throws(ScreenError) {
    let found = try find(key)
    var held = Modifier.allCases.filter(modifiers.contains)
    if found.shift, !modifiers.contains(.shift) { held.append(.shift) }
    thread.run { $0.seat.keyboard.setLayout(found.layout) }
    for modifier in held { send(modifier.rawValue, true) }
    send(found.code, true)
    send(found.code, false)
    for modifier in held.reversed() { send(modifier.rawValue, false) }
  }

  /// Holds a modifier down until ``release(_:)``.
  public func hold(_ modifier: Modifier) { send(modifier.rawValue, true) }

  public func release(_ modifier: Modifier) { send(modifier.rawValue, false) }

  /// Holds a key down until ``release(key:)``, without the modifiers that it might need.
  public func hold(key: String) throws(ScreenError) { send(try find(key).code, true) }

  public func release(key: String) throws(ScreenError) { send(try find(key).code, false) }

  /// Types a text, key by key; line ends are Return.
  public func type(_ text: String) throws(ScreenError) {
    for character in text {
      switch character {
      case "\n": try press("Return")
      case "\t": try press("Tab")
      default: try press(String(character))
      }
    }
  }

  private func find(
    _ key: String
  ) throws(ScreenError) -> (code: UInt32, layout: UInt32, shift: Bool) {
    var symbol = xkb_keysym_from_name(key, XKB_KEYSYM_NO_FLAGS)
    let scalars = key.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first {
      symbol = scalar == " " ? UInt32(XKB_KEY_space) : xkb_utf32_to_keysym(scalar.value)
    }
    guard symbol != UInt32(XKB_KEY_NoSymbol),
      let found = thread.run({ $0.seat.keyboard.find(symbol) })
    else { throw .noKey(key) }
    return found
  }
}

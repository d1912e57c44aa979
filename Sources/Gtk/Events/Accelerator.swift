import CGtk

/// A key with its modifiers, as GTK writes them: `<Control><Shift>z`.
public struct Accelerator {
  public let key: Key
  public let modifiers: Modifiers

  /// `nil` for text that is none.
  public init?(_ text: String) {
    var (key, modifiers) = (UInt32(0), GdkModifierType(0))
    guard gtk_accelerator_parse(text, &key, &modifiers) != 0 else { return nil }
    self.key = Key(rawValue: key)
    self.modifiers = Modifiers(modifiers)
  }

  /// As a person reads it, in the language of GTK.
  public var label: String {
    takeString(
      gtk_accelerator_get_label(key.rawValue, GdkModifierType(modifiers.rawValue))) ?? ""
  }
}

extension Accelerator {
  /// Whether a key event is a press of it, in another of the keyboard's layouts, too, as GTK takes its own shortcuts.
  public func isPressed(by event: Event) -> Bool {
    event.type == .keyPress
      && gdk_key_event_matches(
        event.pointer, key.rawValue, GdkModifierType(modifiers.rawValue)) != GDK_KEY_MATCH_NONE
  }
}

extension Key {
  /// GDK's name of it, as accelerators are written.
  public var name: String { gdk_keyval_name(rawValue).map { String(cString: $0) } ?? "" }
}

extension ShortcutController {
  /// - Parameter action: A detailed name, as `"win.tool::pen"`.
  public func add(_ trigger: String, detailedAction action: String) {
    var name: UnsafeMutablePointer<CChar>?
    var target: OpaquePointer?
    guard g_action_parse_detailed_name(action, &name, &target, nil) != 0,
      let name = takeString(name)
    else { return }
    add(trigger, action: name, argument: target)
    if let target { g_variant_unref(target) }
  }
}

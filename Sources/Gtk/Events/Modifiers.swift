import CGtk

/// Modifier keys and buttons that are down during an event.
nonisolated public struct Modifiers: OptionSet, Hashable, Sendable, SignalValue {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public init(_ gdk: GdkModifierType) { rawValue = gdk.rawValue }

  public static let shift = Modifiers(GDK_SHIFT_MASK)
  public static let control = Modifiers(GDK_CONTROL_MASK)
  public static let alt = Modifiers(GDK_ALT_MASK)
  public static let `super` = Modifiers(GDK_SUPER_MASK)
  public static let meta = Modifiers(GDK_META_MASK)
  /// All that make a key a shortcut.
  public static let shortcut: Modifiers = [.control, .alt, .super, .meta]
  /// The first button of a pointer, or a tool's tip, which was down before an event.
  public static let primaryButton = Modifiers(GDK_BUTTON1_MASK)

  public static func read(_ value: UnsafePointer<GValue>) -> Modifiers {
    Modifiers(rawValue: g_value_get_flags(value))
  }
}

/// A key symbol in the current keyboard layout.
nonisolated public struct Key: RawRepresentable, Hashable, Sendable, SignalValue {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// From one of GDK's constants.
  public init(_ gdk: Int32) { rawValue = UInt32(gdk) }

  public static let escape = Key(GDK_KEY_Escape)
  public static let tab = Key(GDK_KEY_Tab)
  public static let backTab = Key(GDK_KEY_ISO_Left_Tab)
  public static let enter = Key(GDK_KEY_Return)
  public static let keypadEnter = Key(GDK_KEY_KP_Enter)
  public static let space = Key(GDK_KEY_space)
  public static let delete = Key(GDK_KEY_Delete)
  public static let f2 = Key(GDK_KEY_F2)
  public static let backspace = Key(GDK_KEY_BackSpace)
  public static let left = Key(GDK_KEY_Left)
  public static let right = Key(GDK_KEY_Right)
  public static let up = Key(GDK_KEY_Up)
  public static let down = Key(GDK_KEY_Down)
  public static let keypadLeft = Key(GDK_KEY_KP_Left)
  public static let keypadRight = Key(GDK_KEY_KP_Right)
  public static let keypadUp = Key(GDK_KEY_KP_Up)
  public static let keypadDown = Key(GDK_KEY_KP_Down)
  public static let home = Key(GDK_KEY_Home)
  public static let end = Key(GDK_KEY_End)
  public static let pageUp = Key(GDK_KEY_Page_Up)
  public static let pageDown = Key(GDK_KEY_Page_Down)
  public static let menu = Key(GDK_KEY_Menu)

  /// The character that it types, `nil` for none.
  public var character: Character? {
    let code = gdk_keyval_to_unicode(rawValue)
    return code == 0 ? nil : Unicode.Scalar(code).map(Character.init)
  }

  public static func read(_ value: UnsafePointer<GValue>) -> Key {
    Key(rawValue: g_value_get_uint(value))
  }
}

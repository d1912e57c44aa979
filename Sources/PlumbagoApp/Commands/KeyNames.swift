import CGtk

/// Names of keys, as accelerators are written.
///
/// From GDK's own table, so that none is a word of ours which looks as if it were to be translated.
enum KeyNames {
  static let arrows = [GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down].map { name($0) }
  static let up = name(GDK_KEY_Up)
  static let down = name(GDK_KEY_Down)
  static let pageUp = name(GDK_KEY_Page_Up)
  static let pageDown = name(GDK_KEY_Page_Down)
  static let home = name(GDK_KEY_Home)
  static let end = name(GDK_KEY_End)
  static let tab = name(GDK_KEY_Tab)
  static let escape = name(GDK_KEY_Escape)
  static let delete = name(GDK_KEY_Delete)
  static let enter = name(GDK_KEY_Return)
  static let menu = name(GDK_KEY_Menu)

  private static func name(_ key: Int32) -> String {
    gdk_keyval_name(UInt32(bitPattern: key)).map { String(cString: $0) } ?? ""
  }
}

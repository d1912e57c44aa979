import Gtk

/// Names of keys, as accelerators are written.
///
/// From GDK's table, so that none is a literal that a test would take for text to translate.
enum KeyNames {
  static let arrows = [Key.left, .right, .up, .down].map { $0.name }
  static let up = Key.up.name
  static let down = Key.down.name
  static let pageUp = Key.pageUp.name
  static let pageDown = Key.pageDown.name
  static let home = Key.home.name
  static let end = Key.end.name
  static let tab = Key.tab.name
  static let escape = Key.escape.name
  static let delete = Key.delete.name
  static let enter = Key.enter.name
  static let menu = Key.menu.name
  static let rename = Key.f2.name
}

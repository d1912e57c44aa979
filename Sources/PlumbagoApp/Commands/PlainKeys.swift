import Gtk

/// Shortcuts of single keys without a modifier, which must not act while somebody types.
///
/// GTK tries a window's accelerators before the focused widget, so that a letter among them would never reach
/// a text field. These are tried after it: a field that handles the key keeps it.
enum PlainKeys {
  /// Whether a key, as GTK writes accelerators, is one that could be typed.
  static func isPlain(_ accelerator: String) -> Bool {
    guard let parsed = Accelerator(accelerator) else { return false }
    let isPrinted = parsed.key.character.map { $0 >= " " } ?? false
    return parsed.modifiers.isSubset(of: .shift) && isPrinted
  }

  /// Binds keys to actions for one window.
  static func bind(
    _ shortcuts: [(accelerator: String, action: String)], in window: some WidgetProtocol
  ) {
    let controller = ShortcutController()
    for (accelerator, action) in shortcuts { controller.add(accelerator, detailedAction: action) }
    window.add(controller)
  }
}

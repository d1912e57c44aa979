import Gtk

/// The field of a panel in which a name is edited, by keys and by handwriting.
///
/// Enter, and a keyboard focus that goes elsewhere, keep what is in it; Escape does not. Its owner shows and hides it.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class NameField {
  let entry = Entry().styled("name-field")
  /// Told that the editing ends, and whether the keyboard is still in the field.
  var onEnd: (_ isKept: Bool, _ keepsFocus: Bool) -> Void = { _, _ in }

  /// - Parameter name: What the field is, for those who cannot see it.
  init(_ name: String) {
    entry.setAccessibleName(name)
    entry.setExtraMenu(TextMenu.steps)
    entry.maximumWidthInCharacters = 8
    entry.widthInCharacters = 8
    entry.activated.connect { [weak self] in self?.onEnd(true, true) }
    let focus = FocusController()
    focus.left.connect { [weak self] in
      // Not within the change of the focus.
      MainLoop.after(0) { self?.onEnd(true, false) }
    }
    entry.add(focus)
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      guard key == .escape else { return false }
      self?.onEnd(false, true)
      return true
    }
    entry.add(keys)
  }

  /// Gives it the keyboard focus, all of its text selected.
  func focus() {
    entry.grabFocus()
    entry.select()
  }
}

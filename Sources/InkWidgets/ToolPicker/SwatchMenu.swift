import Canvas
import Gtk

/// The menu of a colour of the picker's row.
///
/// What is in it is among all colours, too: see ``SwatchActions``.
final class SwatchMenu {
  let popover = Popover()
  /// Told what was chosen.
  var onAction: (SwatchActions.Action) -> Void = { _ in }

  private let actions: SwatchActions

  init(_ labels: PickerLabels) {
    actions = SwatchActions(labels)
    popover.addClass("picker-options")
    popover.addClass("swatch-menu")
    // The first press on the paper has to draw, and not just close this.
    popover.closesOnPress = false
    popover.setChild(actions.widget)
    popover.closeOnEscape()
    // The window may have handlers of its own before the one that asks first.
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in self?.handle(key, modifiers) ?? false }
    popover.add(keys)
    actions.onAction = { [weak self] action in
      guard let self else { return }
      self.popover.popDown()
      self.onAction(action)
    }
  }

  /// Prepares it for a colour of the palette.
  func show(_ index: Int, of picker: ToolPicker) { actions.show(index, of: picker) }

  /// Brings the keyboard into the menu.
  func grabFocus() { actions.grabFocus() }

  /// Handles a key of the window: while the keyboard is in the menu, none acts on what is behind.
  ///
  /// - Returns: Whether it is done with the key; not with one that chooses a row or closes the menu.
  func takes(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard popover.isVisible, actions.widget.containsFocus else { return false }
    return handle(key, modifiers)
  }

  private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers.isDisjoint(with: .shortcut) else { return true }
    switch key {
    case .escape, .enter, .keypadEnter, .space: return false
    case .down, .keypadDown, .tab: actions.moveFocus(.down)
    case .up, .keypadUp, .backTab: actions.moveFocus(.up)
    default: break
    }
    return true
  }
}

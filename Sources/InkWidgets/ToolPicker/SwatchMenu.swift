import Canvas
import Gtk

/// What can be done with a colour of the picker's row, beside drawing with it.
final class SwatchMenu {
  enum Action {
    case edit
    case remove
    /// All colours of the row become those of a fresh profile.
    case reset
  }

  let popover = Popover()
  /// What was chosen, and the colour's index in the palette.
  var onAction: (Action, Int) -> Void = { _, _ in }

  private let edit: Button
  private let remove: Button
  private let reset: Button
  private var index = 0

  init(_ labels: PickerLabels) {
    edit = Button(labels.editColor)
    remove = Button(labels.removeColor)
    reset = Button(labels.standardColors)
    let box = Box(.vertical)
    for (button, action) in [(edit, Action.edit), (remove, .remove), (reset, .reset)] {
      button.styled("flat", "kind")
      button.alignLabel()
      button.clicked.connect { [weak self] in
        guard let self else { return }
        self.popover.popDown()
        // Once the keyboard is back where it was, so that the editor can have it.
        MainLoop.after(0) { self.onAction(action, self.index) }
      }
      box.append(button)
    }
    popover.addClass("picker-options")
    // The first press on the paper has to draw, and not just close this.
    popover.closesOnPress = false
    popover.setChild(box)
    popover.closeOnEscape()
  }

  /// Prepares it for a colour of the palette.
  func show(_ index: Int, of picker: ToolPicker) {
    self.index = index
    remove.isSensitive = picker.palette.count > 1
    reset.isVisible = !picker.hasStandardPalette
  }

  /// Brings the keyboard into the menu.
  func grabFocus() { edit.grabFocus() }
}

import Canvas
import Gtk

/// The buttons for what can be done with a colour of the picker's row, beside drawing with it.
///
/// The menu of a colour has them (``SwatchMenu``), and all colours have them for the one in hand (``ColorOptions``).
final class SwatchActions {
  enum Action {
    /// Of the colour with this index in the palette.
    case edit(Int)
    case remove(Int)
    /// All colours of the row become those of a fresh profile.
    case reset
  }

  let widget = Box(.vertical)
  /// Told what was chosen.
  var onAction: (Action) -> Void = { _ in }

  private let edit: Button
  private let remove: Button
  private let reset: Button
  /// Of the colour in the palette; `nil` for one that is not in it.
  private var index: Int?

  init(_ labels: PickerLabels) {
    edit = Button(labels.editColor)
    remove = Button(labels.removeColor)
    reset = Button(labels.standardColors)
    for button in [edit, remove, reset] {
      button.styled("flat", "kind")
      button.alignLabel()
      widget.append(button)
    }
    edit.clicked.connect { [weak self] in
      guard let self, let index = self.index else { return }
      self.onAction(.edit(index))
    }
    remove.clicked.connect { [weak self] in
      guard let self, let index = self.index else { return }
      self.onAction(.remove(index))
    }
    reset.clicked.connect { [weak self] in self?.onAction(.reset) }
  }

  /// Prepares them for a colour of the palette, by its index; `nil` for one that is not in it.
  func show(_ index: Int?, of picker: ToolPicker) {
    self.index = index
    edit.isSensitive = index != nil
    remove.isSensitive = index != nil && picker.palette.count > 1
    reset.isVisible = !picker.hasStandardPalette
  }

  func grabFocus() { edit.grabFocus() }

  /// Moves the keyboard up or down, and around at the ends, as in a menu.
  func moveFocus(_ direction: FocusDirection) {
    guard !widget.moveFocus(direction) else { return }
    let rows = [edit, remove, reset].filter { $0.isVisible && $0.isSensitive }
    (direction == .down ? rows.first : rows.last)?.grabFocus()
  }
}

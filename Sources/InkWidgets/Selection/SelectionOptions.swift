import Canvas
import Gtk

/// The options of the selection tool: the kind of outline, and whether a new selection is added to the old one.
final class SelectionOptions {
  let widget = Box(.vertical, spacing: 2)
  /// Asks for a change of the picker.
  var onChange: ((inout ToolPicker) -> Void) -> Void = { _ in }

  private let kinds: [ToggleButton]
  private let adds: CheckButton
  private var isShowing = false

  init(_ labels: SelectionLabels) {
    kinds = SelectionKind.allCases.map { .kind(labels.kind($0)) }
    adds = CheckButton(labels.adds).styled("kind")
    for button in kinds { widget.append(button) }
    widget.append(Separator(.horizontal), adds)
    for (kind, button) in zip(SelectionKind.allCases, kinds) {
      button.clicked.connect { [weak self] in self?.change { $0.select(kind) } }
    }
    adds.toggled.connect { [weak self] in
      guard let self else { return }
      let isOn = self.adds.isActive
      self.change { $0.setAddsToSelection(isOn) }
    }
  }

  private func change(_ body: (inout ToolPicker) -> Void) {
    if !isShowing { onChange(body) }
  }

  func show(_ picker: ToolPicker) {
    isShowing = true
    defer { isShowing = false }
    for (kind, button) in zip(SelectionKind.allCases, kinds) {
      button.isActive = kind == picker.selectionKind
    }
    adds.isActive = picker.addsToSelection
  }
}

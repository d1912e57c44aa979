import Canvas
import Gtk
import InkModel
import InkRendering

/// The options of the text tool: font, slope and weight, alignment, and lists of the text that is edited.
final class TextOptions {
  let widget = Box(.vertical, spacing: 8)
  /// Asks for a change of the picker.
  var onChange: ((inout ToolPicker) -> Void) -> Void = { _ in }
  /// Asks for a list in the text that is edited.
  var onList: (TextList) -> Void = { _ in }

  private let families: DropDown
  private var names = TextFonts.generic
  private var knowsFonts = false
  private let bold = ToggleButton()
  private let italic = ToggleButton()
  private let alignments: [(value: TextAlignment, button: ToggleButton)]
  private let lists = Box(.horizontal, spacing: 4)
  private var isShowing = false

  init(_ labels: TextLabels) {
    families = DropDown(names)
    families.setAccessibleName(labels.font)
    families.tooltip = labels.font
    alignments = [TextAlignment.start, .center, .end, .justified].map { ($0, ToggleButton()) }
    let row = Box(.horizontal, spacing: 4)
    let icons = [
      "format-justify-left-symbolic", "format-justify-center-symbolic",
      "format-justify-right-symbolic", "format-justify-fill-symbolic",
    ]
    let isMirrored = widget.direction == .rightToLeft
    for (i, (value, button)) in alignments.enumerated() {
      // Start and end follow the direction of writing.
      let icon = isMirrored && i != 1 && i != 3 ? icons[2 - i] : icons[i]
      Self.set(button, icon: icon, labels.alignment(value))
      row.append(button)
      button.clicked.connect { [weak self] in
        self?.change { $0.changeTextStyle { $0.alignment = value } }
      }
    }
    Self.set(bold, icon: "format-text-bold-symbolic", labels.bold)
    Self.set(italic, icon: "format-text-italic-symbolic", labels.italic)
    let looks = Box(.horizontal, spacing: 4, bold, italic)
    for (list, icon, name) in [
      (TextList.bullets, "view-list-bullet-symbolic", labels.bullets),
      (.numbers, "view-list-ordered-symbolic", labels.numbers),
    ] {
      let button = Button(icon: icon).styled("flat", "text-option")
      button.name(name)
      button.clicked.connect { [weak self] in self?.onList(list) }
      lists.append(button)
    }
    looks.append(Separator(.vertical))
    looks.append(lists)
    widget.append(families)
    widget.append(looks)
    widget.append(row)
    families.selectionChanged.connect { [weak self] in
      guard let self, let i = self.families.selected, self.names.indices.contains(i) else { return }
      let name = self.names[i]
      self.change { $0.changeTextStyle { $0.family = name } }
    }
    bold.clicked.connect { [weak self] in
      guard let self else { return }
      let isOn = self.bold.isActive
      self.change { $0.changeTextStyle { $0.isBold = isOn } }
    }
    italic.clicked.connect { [weak self] in
      guard let self else { return }
      let isOn = self.italic.isActive
      self.change { $0.changeTextStyle { $0.isItalic = isOn } }
    }
  }

  private static func set(_ button: ToggleButton, icon: String, _ name: String) {
    button.iconName = icon
    button.styled("flat", "text-option")
    button.name(name)
  }

  private func change(_ body: (inout ToolPicker) -> Void) {
    if !isShowing { onChange(body) }
  }

  func show(_ picker: ToolPicker, isEditing: Bool) {
    isShowing = true
    defer { isShowing = false }
    let style = picker.textStyle
    if !knowsFonts {
      // Not at the start of the app: it takes a while.
      knowsFonts = true
      names = TextFonts.generic + TextFonts.families
      families.setTexts(names)
    }
    if !names.contains(style.family) {
      names.append(style.family)
      families.setTexts(names)
    }
    let index = names.firstIndex(of: style.family)
    if families.selected != index { families.selected = index }
    bold.isActive = style.isBold
    italic.isActive = style.isItalic
    for (value, button) in alignments { button.isActive = value == style.alignment }
    lists.isSensitive = isEditing
  }
}

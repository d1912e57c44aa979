import Canvas
import Glibc
import Gtk
import InkModel

/// The options of one tool: size, opacity, kind of eraser or of selection.
final class ToolOptions {
  let popover = Popover()
  /// Asks for a change of the picker.
  var onChange: ((inout ToolPicker) -> Void) -> Void = { _ in }

  var isOpen: Bool { popover.isVisible }

  /// The diameter of the largest dot, in widget points.
  private static let largestDot = 30.0
  /// In characters, so that the sentence is about as wide as options are.
  private static let helpWidth = 32

  private let labels: PickerLabels
  private let title = Label().styled("heading")
  /// In place of options, where a tool has none.
  private let help = Label()
  private let preview = MarkArt()
  private let dots: [(button: ToggleButton, art: DotArt)]
  private let kinds: [ToggleButton]
  private let kindBox = Box(.vertical, spacing: 2)
  private let selection: SelectionOptions
  let text: TextOptions
  /// Whether a text is edited, in which there can be lists.
  var isEditingText = false
  private let sizeBox: Box
  private let size: LabelledSlider
  private let opacity: LabelledSlider
  private var shown = ToolPicker()
  /// The controls are being set from the picker, and not by the user.
  private var isShowing = false

  init(_ labels: PickerLabels) {
    self.labels = labels
    title.horizontalAlign = .start
    help.wraps = true
    help.xAlign = 0
    help.maximumWidthInCharacters = Self.helpWidth
    preview.widget.setMinimumSize(height: 64)
    kinds = Eraser.Kind.allCases.map { .kind(labels.eraserKind($0)) }
    for button in kinds { kindBox.append(button) }
    selection = SelectionOptions(labels.selection)
    text = TextOptions(labels.text)
    let row = Box(.horizontal, spacing: 4)
    row.isHomogeneous = true
    dots = (0..<5).map { _ in
      let art = DotArt()
      let button = ToggleButton(child: art.widget).styled("size-dot", "flat")
      row.append(button)
      return (button, art)
    }
    size = LabelledSlider(labels.size)
    opacity = LabelledSlider(labels.opacity)
    sizeBox = Box(.vertical, spacing: 4, row, size.widget)
    let box = Box(
      .vertical, spacing: 10, title, help, preview.widget, kindBox, selection.widget, text.widget,
      sizeBox, opacity.widget)
    box.setMinimumSize(width: 252)
    popover.addClass("picker-options")
    // The first press on the paper has to draw, and not just close this.
    popover.closesOnPress = false
    popover.setChild(box)
    connect()
    popover.closeOnEscape()
  }

  private func connect() {
    for (i, dot) in dots.enumerated() {
      dot.button.clicked.connect { [weak self] in
        self?.change { $0.setSize(ToolPicker.presets(of: $0.tool)[i]) }
      }
    }
    for (kind, button) in zip(Eraser.Kind.allCases, kinds) {
      button.clicked.connect { [weak self] in self?.change { $0.select(kind) } }
    }
    selection.onChange = { [weak self] in self?.change($0) }
    text.onChange = { [weak self] in self?.change($0) }
    size.onChange = { [weak self] t in
      self?.change {
        let range = ToolPicker.sizes(of: $0.tool)
        $0.setSize(range.lowerBound * exp(t * log(range.upperBound / range.lowerBound)))
      }
    }
    opacity.onChange = { [weak self] t in
      self?.change {
        let range = ToolPicker.opacities
        $0.setOpacity(range.lowerBound + t * (range.upperBound - range.lowerBound))
      }
    }
  }

  private func change(_ body: (inout ToolPicker) -> Void) {
    guard !isShowing else { return }
    onChange(body)
    // A press on the chosen toggle button leaves it chosen.
    show(shown, preview.shown.appearance)
  }

  func show(_ picker: ToolPicker, _ appearance: PickerAppearance) {
    isShowing = true
    defer { isShowing = false }
    shown = picker
    let tool = picker.tool
    let options = ToolCatalog.definition(of: tool).options
    title.text = labels.tool(tool)
    let sentence = labels.toolHelp(tool)
    help.text = sentence ?? ""
    help.isVisible = sentence != nil
    preview.widget.isVisible = options.contains(.opacity)
    opacity.widget.isVisible = options.contains(.opacity)
    kindBox.isVisible = options.contains(.eraserKind)
    selection.widget.isVisible = options.contains(.selectionKind)
    sizeBox.isVisible = options.contains(.size)
    selection.show(picker)
    text.widget.isVisible = options.contains(.text)
    if options.contains(.text) { text.show(picker, isEditing: isEditingText) }
    guard options.contains(.size) else { return }
    for (kind, button) in zip(Eraser.Kind.allCases, kinds) {
      button.isActive = kind == picker.eraserKind
    }
    preview.shown = .init(ink: picker.ink, appearance: appearance)
    let value = picker.size(of: tool)
    let range = ToolPicker.sizes(of: tool)
    let presets = ToolPicker.presets(of: tool)
    let diameters = ToolPicker.dots(of: tool, largest: Self.largestDot)
    for (i, (preset, dot)) in zip(presets, dots).enumerated() {
      dot.art.shown = .init(
        diameter: diameters[i],
        color: options.contains(.opacity)
          ? picker.ink.color : options.contains(.text) ? picker.textStyle.color : nil,
        appearance: appearance.forColors(of: picker))
      dot.button.isActive = ToolPicker.isSame(preset, value)
      let name = labels.sizeValue(preset)
      dot.button.tooltip = name
      dot.button.setAccessibleName(labels.size + " " + name)
    }
    size.show(
      log(value / range.lowerBound) / log(range.upperBound / range.lowerBound),
      labels.sizeValue(value))
    let opacities = ToolPicker.opacities
    opacity.show(
      (picker.opacity - opacities.lowerBound) / (opacities.upperBound - opacities.lowerBound),
      labels.percentage(picker.opacity))
  }
}

extension ToggleButton {
  /// A toggle button for one of several kinds, with its text at the start.
  static func kind(_ text: String) -> ToggleButton {
    let button = ToggleButton(text).styled("kind", "flat")
    button.alignLabel()
    return button
  }
}

extension ButtonProtocol {
  /// Puts the button's text at its start.
  func alignLabel() { if let child { Label(child).xAlign = 0 } }
}

extension Popover {
  /// Escape closes it, even where presses elsewhere do not (``Popover/closesOnPress``).
  func closeOnEscape() {
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { key, _, _ in
      guard key == .escape else { return false }
      popDown()
      return true
    }
    add(keys)
  }
}

/// A slider from 0 to 1 with its name and its value.
final class LabelledSlider {
  let widget: Box
  var onChange: (Double) -> Void = { _ in }

  private let value = Label().styled("value")
  private let scale = Scale(.horizontal, 0...1, step: 1.0 / 24)
  private var isShowing = false

  init(_ name: String) {
    let label = Label(name).styled("caption")
    label.expandsHorizontally = true
    label.xAlign = 0
    scale.drawsValue = false
    scale.setAccessibleName(name)
    widget = Box(.vertical, spacing: 0, Box(.horizontal, spacing: 6, label, value), scale)
    scale.valueChanged.connect { [weak self] in
      guard let self, !self.isShowing else { return }
      self.onChange(self.scale.value)
    }
  }

  func grabFocus() { scale.grabFocus() }

  func show(_ position: Double, _ text: String) {
    isShowing = true
    defer { isShowing = false }
    // Not while it is dragged: the value comes back rounded, by less than a step of a colour's eight bits.
    if abs(scale.value - position) > 0.004 { scale.value = position }
    value.text = text
  }
}

import CGtk
import Canvas
import Gtk
import InkModel

/// The picker's widget: a card with all its tools, laid out by a ``PickerLayout``.
///
/// Every item is a GTK button, so that it works by pen, finger, mouse, keyboard and screen reader; items that
/// are not in the layout are hidden.
final class PickerCard: WidgetPainter {
  private(set) var widget: PaintedWidget!

  /// An item's button was pressed.
  var onPress: (PickerLayout.Item) -> Void = { _ in }
  /// The menu of a colour was asked for, by its index in the palette.
  var onColorMenu: (Int) -> Void = { _ in }
  /// An arrow key on the handle (or on the button that unfolds the picker).
  var onArrow: (PickerPlacement.Edge) -> Void = { _ in }
  /// Escape was pressed in the picker.
  var onEscape: () -> Void = {}

  private struct Part {
    let item: PickerLayout.Item
    let button: Widget
    let art: PickerArt?
  }

  private var parts: [Part] = []
  private var popovers: [Popover] = []
  private let labels: PickerLabels
  private let layerName = Label()

  /// What is laid out at the next allocation.
  var layout = PickerLayout(
    .folded(isColumn: false), tools: 0, colors: 0, in: Rect(x: 0, y: 0, width: 600, height: 400))
  {
    didSet {
      guard layout != oldValue else { return }
      showForm()
      widget.queueAllocate()
      widget.queueDraw()
    }
  }

  var appearance = PickerAppearance() {
    didSet {
      guard appearance != oldValue else { return }
      widget.setClass("high-contrast", appearance.isHighContrast)
      widget.queueDraw()
    }
  }

  init(_ labels: PickerLabels, colors: Int) {
    self.labels = labels
    widget = PaintedWidget(self, role: .toolbar)
    widget.addClass("tool-picker")
    widget.clipsChildren = true
    widget.setAccessibleName(labels.picker)
    add(.unfold, isToggle: false, ToolArt(), labels.unfold)
    add(.handle, isToggle: false, GripArt(), labels.handle, help: labels.handleHelp)
    addIcon(.undo, "edit-undo-symbolic", labels.undo)
    addIcon(.redo, "edit-redo-symbolic", labels.redo)
    for (i, tool) in ToolCatalog.tools.enumerated() {
      add(.tool(i), isToggle: true, ToolArt(), labels.tool(tool))
    }
    for i in 0..<colors { add(.color(i), isToggle: true, SwatchArt(), "") }
    add(.colors, isToggle: false, ColorWheelArt(), labels.colors)
    addLayer()
    addKeys()
    addColorMenus()
    widget.destroyed.connect { [weak self] in self?.dismantle() }
  }

  // MARK: Making

  private func add(
    _ item: PickerLayout.Item, isToggle: Bool, _ art: PickerArt, _ name: String, help: String? = nil
  ) {
    if isToggle {
      finish(item, ToggleButton(child: art.widget), art, name, help)
    } else {
      finish(item, Button(child: art.widget), art, name, help)
    }
  }

  private func addIcon(_ item: PickerLayout.Item, _ icon: String, _ name: String) {
    let button = Button(icon: icon)
    if item == .undo || item == .redo { HistoryIcon.keepDirection(of: button) }
    finish(item, button, nil, name, nil)
  }

  private func addLayer() {
    layerName.ellipsis = .end
    // In little room it is as narrow as a finger's target.
    layerName.wraps = true
    layerName.breaksWords = true
    layerName.lineLimit = 2
    layerName.centersLines = true
    layerName.addClass("layer-name")
    finish(.layer, Button(child: layerName), nil, "", nil)
  }

  /// Says which layer tools work on.
  ///
  /// - Parameter help: What a screen reader calls the button, and its tooltip.
  func setLayer(_ name: String, help: String) {
    if layerName.text != name { layerName.text = name }
    setName(.layer, help)
  }

  private func finish(
    _ item: PickerLayout.Item, _ button: some ButtonProtocol, _ art: PickerArt?,
    _ name: String, _ help: String?
  ) {
    button.addClass("picker-item")
    // A click leaves the keyboard focus on the canvas.
    button.focusesOnClick = false
    rename(button, name)
    // The tooltip is the name, which is one line: that of a text that wraps is wider than its lines, over what is beside
    // the item.
    if let help { button.setAccessibleDescription(help) }
    button.setParent(widget)
    button.isChildVisible = false
    button.clicked.connect { [weak self] in self?.onPress(item) }
    parts.append(Part(item: item, button: Widget(button), art: art))
  }

  private func rename(_ button: some WidgetProtocol, _ name: String) {
    if !name.isEmpty { button.name(name) }
  }

  private func addKeys() {
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard let self else { return false }
      if key == .escape {
        self.onEscape()
        return true
      }
      guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
      if key == .tab { return self.enterOptions() }
      let edge: PickerPlacement.Edge
      let direction: FocusDirection
      switch key {
      case .left, .keypadLeft: (edge, direction) = (.left, .left)
      case .right, .keypadRight: (edge, direction) = (.right, .right)
      case .up, .keypadUp: (edge, direction) = (.top, .up)
      case .down, .keypadDown: (edge, direction) = (.bottom, .down)
      default: return false
      }
      if self.handleHasFocus {
        self.onArrow(edge)
      } else {
        guard self.hasFocusedPart else { return false }
        // At the last item the focus stays: GTK would move it to another widget of the window in that direction.
        self.widget.moveFocus(direction)
      }
      return true
    }
    widget.add(keys)
  }

  /// The mouse's other button and a long press ask for the menu of a colour.
  private func addColorMenus() {
    let press = ClickGesture()
    press.setButton(ClickGesture.secondaryButton)
    press.pressed.connect { [weak self] _, x, y in
      // What a pen's buttons do is chosen elsewhere.
      guard let event = press.currentEvent, event.deviceTool == nil else { return }
      self?.askForMenu(at: Point(x, y), press)
    }
    widget.add(press)
    let long = LongPressGesture(phase: .capture)
    long.pressed.connect { [weak self] x, y in self?.askForMenu(at: Point(x, y), long) }
    widget.add(long)
  }

  private func askForMenu(at position: Point, _ gesture: some GestureProtocol) {
    for part in parts {
      guard case .color(let i) = part.item, layout[part.item]?.contains(position) ?? false else {
        continue
      }
      // The colour is not chosen by the same press.
      gesture.claim()
      return onColorMenu(i)
    }
  }

  /// The index of the colour that has the keyboard focus; `nil` where none has it.
  var focusedColor: Int? {
    for part in parts {
      if case .color(let i) = part.item, part.button.hasFocus { return i }
    }
    return nil
  }

  /// Moves the keyboard focus from the picker into the popover that is open over it, if any.
  private func enterOptions() -> Bool {
    guard hasFocusedPart, let open = popovers.first(where: { $0.isVisible })
    else { return false }
    return open.moveFocus(.tabForward)
  }

  /// Whether one of the items has the keyboard focus; keys in the card's popovers arrive here too.
  private var hasFocusedPart: Bool {
    parts.contains { $0.button.hasFocus }
  }

  private var handleHasFocus: Bool {
    [.handle, .unfold].contains { button($0).map { $0.hasFocus } ?? false }
  }

  // MARK: Items

  func button(_ item: PickerLayout.Item) -> Widget? {
    parts.first { $0.item == item }?.button
  }

  func art<Art: PickerArt>(_ item: PickerLayout.Item, _ type: Art.Type = Art.self) -> Art? {
    parts.first { $0.item == item }?.art as? Art
  }

  /// Shows whether an item is the chosen one of its group, to a screen reader too.
  func setChosen(_ item: PickerLayout.Item, _ isChosen: Bool) {
    guard let button = button(item) else { return }
    let toggle = ToggleButton(button)
    if toggle.isActive != isChosen { toggle.isActive = isChosen }
  }

  func setSensitive(_ item: PickerLayout.Item, _ isSensitive: Bool) {
    guard let button = button(item), button.isSensitive != isSensitive else {
      return
    }
    button.isSensitive = isSensitive
  }

  func setName(_ item: PickerLayout.Item, _ name: String) {
    guard let button = button(item),
      button.tooltip != name
    else { return }
    rename(button, name)
  }

  /// Makes a popover a child of the card; it is unparented with the card.
  func adopt(_ popover: Popover) {
    popover.setParent(widget)
    popovers.append(popover)
  }

  /// Ends all animations: nothing moves while a pen draws.
  func finishAnimations() {
    for part in parts { (part.art as? ToolArt)?.finish() }
  }

  // MARK: Layout and painting

  private func showForm() {
    widget.setClass("compact", layout.form == .compact)
    widget.setClass("folded", layout.form.isFolded)
    for part in parts {
      // Hidden rather than unallocated, so that screen readers do not find it.
      part.button.isVisible = !(layout[part.item] == nil)
      (part.art as? ToolArt)?.shown.tips = layout.tips
      (part.art as? GripArt)?.shown.isUpright = layout.tips == .top || layout.tips == .bottom
      if layout.form == .compact { (part.art as? GripArt)?.shown.isUpright = false }
    }
  }

  func resized(width: Int, height: Int) {
    for part in parts {
      guard let frame = layout[part.item] else {
        part.button.isChildVisible = false
        continue
      }
      part.button.isChildVisible = true
      // GTK wants a widget measured before it is allocated.
      for orientation: Orientation in [.horizontal, .vertical] {
        _ = part.button.measure(orientation)
      }
      part.button.allocate(
        Rect(
          minX: frame.minX.rounded(), minY: frame.minY.rounded(), maxX: frame.maxX.rounded(),
          maxY: frame.maxY.rounded()))
    }
    for popover in popovers { popover.present() }
  }

  func snapshot(_ snapshot: OpaquePointer) {
    for part in parts { widget.paint(part.button, to: snapshot) }
    let alpha = appearance.isHighContrast ? 1 : 0.13
    var color = (appearance.isDark ? Color.white : .black).with(alpha: alpha).gdk
    for line in layout.separators {
      var box = line.graphene
      // Raw: `Gtk` does not wrap a snapshot's colour nodes.
      gtk_snapshot_append_color(snapshot, &color, &box)
    }
  }

  private func dismantle() {
    for popover in popovers { popover.unparent() }
    popovers = []
    for part in parts { part.button.unparent() }
    parts = []
  }
}

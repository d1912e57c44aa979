import Canvas
import Gtk
import InkModel

/// What presses on the picker do, and its popovers.
extension CanvasOverlay {
  func change(_ body: (inout ToolPicker) -> Void) {
    var new = picker
    body(&new)
    guard new != picker else { return refresh() }
    picker = new
    // With the tool, the editing of a text may have ended, which changes it once more.
    onPicker(picker)
  }

  func setColor(_ body: (inout ToolPicker) -> Void) {
    guard colorsAreForSelection else { return change(body) }
    recolor(body)
    refresh()
  }

  func press(_ item: PickerLayout.Item) {
    switch item {
    case .handle, .unfold: fold(item == .handle)
    case .undo: onUndo()
    case .redo: onRedo()
    case .tool(let i):
      let tool = ToolCatalog.tools[i]
      if tool == picker.tool {
        refresh()
        showOptions()
      } else {
        closeOptions()
        change { $0.select(tool) }
      }
    case .color(let i):
      guard picker.palette.indices.contains(i) else { return }
      let color = picker.palette[i]
      setColor { $0.setColor(color) }
      colorOptions.show(picker, appearance)
    case .colors: showColors()
    case .layer: onLayer()
    }
  }

  /// Opens the options of the picker's tool; closes them if they are open.
  public func showOptions() {
    guard reveal(for: toolOptions.isOpen) else { return }
    toolOptions.isEditingText = texts.isEditing
    toolOptions.show(picker, appearance)
    let i = ToolCatalog.tools.firstIndex(of: picker.tool).map { PickerLayout.Item.tool($0) }
    open(toolOptions.popover, at: i ?? .unfold)
  }

  /// Opens all colours; closes them if they are open.
  public func showColors() {
    guard reveal(for: colorOptions.isOpen) else { return }
    colorOptions.show(picker, appearance)
    open(colorOptions.popover, at: .colors)
  }

  /// Opens what can be done with a colour of the row, and brings the keyboard into it.
  func showMenu(ofColor index: Int) {
    guard picker.palette.indices.contains(index) else { return }
    closeOptions()
    swatchMenu.show(index, of: picker)
    open(swatchMenu.popover, at: .color(index))
    swatchMenu.grabFocus()
  }

  /// Opens the menu of the colour that has the keyboard focus, if one has it.
  ///
  /// - Returns: Whether one has it.
  public func showMenuAtFocus() -> Bool {
    guard let index = card.focusedColor else { return false }
    showMenu(ofColor: index)
    return true
  }

  func perform(_ action: SwatchActions.Action) {
    switch action {
    case .edit(let index):
      guard picker.palette.indices.contains(index) else { return }
      let old = picker.palette[index]
      // Where all colours are open, the editor takes their place.
      if !colorOptions.isOpen {
        colorOptions.show(picker, appearance)
        open(colorOptions.popover, at: .color(index))
      }
      colorOptions.edit(old) { [weak self] color in
        self?.changePalette(.replaced(old, with: color.opaque)) {
          $0.replaceColor(old, with: color)
        }
      }
    case .remove(let index):
      guard picker.palette.indices.contains(index) else { return }
      changePalette(.removed(picker.palette[index])) { $0.removeColor(at: index) }
    case .reset: changePalette(.reset) { $0.resetPalette() }
    }
  }

  /// Changes the colours of the row, and tells what takes that back.
  private func changePalette(
    _ kind: PaletteChange.Kind, _ body: (inout ToolPicker) -> Void
  ) {
    let before = picker
    change(body)
    if let made = PaletteChange(kind, from: before, to: picker) { onPaletteChange(made) }
  }

  /// What may be open over the picker.
  var optionPopovers: [Popover] {
    [toolOptions.popover, colorOptions.popover, swatchMenu.popover]
  }

  private var hasOpenOptions: Bool { optionPopovers.contains { $0.isVisible } }

  /// Closes what is open over the picker, and reveals or hides the picker (S37): it is revealed for popovers
  /// that are to be opened, and hidden again if it was revealed for those that were closed.
  ///
  /// - Parameter isOpen: Whether the popover that is toggled is open.
  /// - Returns: Whether to open it: it was closed, and there is a picker to open it over.
  private func reveal(for isOpen: Bool) -> Bool {
    let isForThem = isRevealedForOptions && hasOpenOptions
    closeOptions()
    if isOpen {
      if isForThem { isRevealed = false }
      return false
    }
    guard showsPicker else { return false }
    let wasHidden = !isPickerVisible
    isRevealed = true
    isRevealedForOptions = wasHidden || isForThem
    return true
  }

  private func open(_ popover: Popover, at item: PickerLayout.Item) {
    let frame = card.layout[item] ?? card.layout[.unfold] ?? Rect(center: .zero, radius: 1)
    // Pointing at the edge of the card, so that the popover does not cover it; in two rows at the item itself, since
    // beside the edge there may be another one.
    let whole = Rect(x: 0, y: 0, width: card.layout.width, height: card.layout.height)
    popover.point(
      to: card.layout.form == .compact
        ? frame
        : card.layout.tips.isHorizontal
          ? Rect(minX: frame.minX, minY: whole.minY, maxX: frame.maxX, maxY: whole.maxY)
          : Rect(minX: whole.minX, minY: frame.minY, maxX: whole.maxX, maxY: frame.maxY))
    popover.position =
      switch card.layout.tips {
      case .top: .top
      case .bottom: .bottom
      case .left: .left
      case .right: .right
      }
    popover.popUp()
  }

  public func closeOptions() {
    for popover in optionPopovers where popover.isVisible { popover.popDown() }
  }

  /// Options, and menus of the selection, that were opened by a key or a press leave the keyboard focus on the canvas:
  /// Escape there closes them before any other handler gets the key.
  func listenForEscape() {
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      guard let self, key == .escape else { return false }
      if self.hasOpenOptions {
        self.closeOptions()
      } else if self.selectionBar.hasOpenMenu {
        self.selectionBar.closeMenus()
      } else {
        return false
      }
      return true
    }
    // Also from a text that is edited, which the same key would end.
    widget.add(keys)
    widget.mapped.connect { [weak self] in self?.listenBeside() }
    widget.unmapped.connect { [weak self] in
      guard let keys = self?.keysBeside else { return }
      self?.keysBeside = nil
      keys.window.object.remove(keys.controller)
    }
  }

  /// Options are opened by keys from anywhere in the window, so Escape closes them from anywhere in it, too: what has the
  /// keyboard may be a panel or a button of the header.
  private func listenBeside() {
    guard keysBeside == nil, let window = widget.window else { return }
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard let self else { return false }
      // Before GTK asks the accelerators, which act on the paper.
      if self.swatchMenu.takes(key, modifiers) { return true }
      guard key == .escape, self.hasOpenOptions else { return false }
      // A popover that has the keyboard closes itself first.
      if let focus = window.focus, focus.isInside(self.widget) || focus.surface != window.surface {
        return false
      }
      self.closeOptions()
      return true
    }
    window.add(keys)
    keysBeside = (keys, Kept(window))
  }

  func giveKeyboardBack() {
    closeOptions()
    focusPaper()
  }

  /// Gives the keyboard focus to the picker's current tool.
  public func focusPicker() {
    isRevealed = true
    guard isPickerVisible else { return }
    let i = ToolCatalog.tools.firstIndex(of: picker.tool) ?? 0
    let target = card.layout.form.isFolded ? card.button(.unfold) : card.button(.tool(i))
    if let target {
      target.grabFocus()
      target.window?.setFocusVisible(true)
    }
  }

  /// The next press on the paper picks its colour instead of drawing.
  public func pickColor() {
    closeOptions()
    canvas.pickColor { [weak self] color in
      guard let self, let color else { return }
      self.setColor { $0.setColor(color) }
    }
  }
}

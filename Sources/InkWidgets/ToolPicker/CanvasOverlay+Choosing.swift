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
    onPicker(new)
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
      setColor { $0.setColor($0.palette[i]) }
      colorOptions.show(picker, look)
    case .colors: showColors()
    }
  }

  /// Opens the options of the tool in the hand; closes them where they are open.
  public func showOptions() {
    guard reveal(for: toolOptions.isOpen) else { return }
    toolOptions.show(picker, look)
    let i = ToolCatalog.tools.firstIndex(of: picker.tool).map { PickerLayout.Item.tool($0) }
    open(toolOptions.popover, at: i ?? .unfold)
  }

  /// Opens all colours; closes them where they are open.
  public func showColors() {
    guard reveal(for: colorOptions.isOpen) else { return }
    colorOptions.show(picker, look)
    open(colorOptions.popover, at: .colors)
  }

  /// Closes what is open over the picker; where that was not what is asked for, brings the picker
  /// for it, else puts the picker away again that came for it (S37).
  ///
  /// - Returns: Whether there is something to open, and a picker to open it over.
  private func reveal(for isOpen: Bool) -> Bool {
    let isForThem = isRevealedForOptions && (toolOptions.isOpen || colorOptions.isOpen)
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
    // From the edge of the card, so that no popover lies on it.
    let whole = Rect(x: 0, y: 0, width: card.layout.width, height: card.layout.height)
    popover.point(
      to: card.layout.tips.isHorizontal
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
    for popover in [toolOptions.popover, colorOptions.popover]
    where popover.isVisible { popover.popDown() }
  }

  /// Options that were opened by a letter or by hand leave the keyboard on the paper: Escape there
  /// closes them, before it means anything else.
  func listenForEscape() {
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      guard let self, key == .escape,
        self.toolOptions.isOpen || self.colorOptions.isOpen
      else { return false }
      self.closeOptions()
      return true
    }
    canvas.widget.add(keys)
  }

  func giveKeyboardBack() {
    closeOptions()
    canvas.widget.grabFocus()
  }

  /// Brings the keyboard into the picker, to the tool in the hand.
  public func focusPicker() {
    isRevealed = true
    guard isPickerVisible else { return }
    let i = ToolCatalog.tools.firstIndex(of: picker.tool) ?? 0
    let target = card.layout.form == .folded ? card.button(.unfold) : card.button(.tool(i))
    if let target {
      target.grabFocus()
      target.window?.setFocusVisible(true)
    }
  }

  /// The next press on the paper tells its colour in place of drawing.
  public func pickColor() {
    closeOptions()
    canvas.pickColor { [weak self] color in
      guard let self, let color else { return }
      self.setColor { $0.setColor(color) }
    }
  }
}

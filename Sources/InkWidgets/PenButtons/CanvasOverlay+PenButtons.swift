import Canvas

extension CanvasOverlay {
  func connectPenButtons() {
    penButtons.onCommand = { [weak self] in self?.perform($0) }
  }

  /// Does what the press of a button asks for.
  ///
  /// The command for colours changes the mode of a tool that has no colours, and the one for sizes that of a
  /// tool that has no sizes (S35).
  public func perform(_ command: PenButtons.Command) {
    switch command {
    case .undo: onUndo()
    case .redo: onRedo()
    case .toggleEraser: change { $0.toggleEraser() }
    case .previousTool: change { $0.togglePrevious() }
    case .colors where picker.tool.brush == nil && !colorsAreForSelection:
      change { $0.switchMode() }
    case .sizes where picker.tool == .selection: change { $0.switchMode() }
    case .colors: showColors()
    case .sizes: ring.toggle()
    }
  }

  /// Opens the ring of sizes with the keyboard focus in it, at the tip or in the middle; closes it if it is open.
  public func showSizes() { ring.toggle(withKeyboard: true) }
}

import Canvas

extension CanvasDesk {
  func connectPenButtons() {
    penButtons.onCommand = { [weak self] in self?.perform($0) }
  }

  /// Does what the press of a button asks for.
  public func perform(_ command: PenButtons.Command) {
    switch command {
    case .undo: onUndo()
    case .redo: onRedo()
    case .toggleEraser: change { $0.toggleEraser() }
    case .previousTool: change { $0.togglePrevious() }
    case .colors: showColors()
    case .sizes: ring.toggle()
    }
  }

  /// Opens the ring of sizes for the keyboard: at the tip, or in the middle; closes it where it is open.
  public func showSizes() { ring.toggle(withKeyboard: true) }
}

import Canvas

extension CanvasOverlay {
  func connectPenButtons() {
    penButtons.onCommand = { [weak self] command in
      self?.announcingChoice { self?.perform(command) }
    }
    penButtons.onHold = { [weak self] held, isHeld in
      guard let self, held == .erase else { return }
      self.refresh()
      if !isHeld { self.onErased() }
      if isHeld, !self.canvas.session.isBusy {
        self.badge.show(self.labels.tool(.eraser))
      } else {
        self.badge.hide()
      }
    }
  }

  /// Runs what a press of a button on a pen or a tablet asks for, and names the tool or the mode that it chose
  /// (S36).
  public func announcingChoice(_ action: () -> Void) {
    let before = picker
    action()
    if picker.tool != before.tool {
      badge.show(labels.tool(picker.tool))
    } else if picker.tool == .eraser, picker.eraserKind != before.eraserKind {
      badge.show(labels.eraserKind(picker.eraserKind))
    } else if picker.tool == .selection, picker.selectionKind != before.selectionKind {
      badge.show(labels.selection.kind(picker.selectionKind))
    }
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

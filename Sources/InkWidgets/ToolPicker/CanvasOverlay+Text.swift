import Canvas
import Gtk
import InkModel

/// The text that is edited, and the tool that edits it.
extension CanvasOverlay {
  func connectText() {
    texts.onChange = { [weak self] in self?.textMayHaveChanged() }
    texts.onChoice = { [weak self] old, new in
      self?.change { $0.keepForNewText(changesFrom: old, to: new) }
    }
    toolOptions.text.onList = { [weak self] in self?.texts.toggle($0) }
  }

  /// Editing began or ended, or another stretch is selected: the tool has its look.
  private func textMayHaveChanged() {
    if texts.isEditing {
      if picker.tool != .text {
        var before = picker
        // The selection tool may only be lent.
        before.returnTool()
        if before.tool != .text { toolBeforeText = before.tool }
        change { $0.select(.text) }
      }
      if let style = texts.style, style != picker.textStyle || !picker.showsTextStyle {
        takesTextStyle = true
        hasShownTextStyle = true
        change { $0.showTextStyle(style) }
        takesTextStyle = false
      }
    } else {
      // That of another window's text stays.
      if hasShownTextStyle {
        hasShownTextStyle = false
        change { $0.returnTextStyle() }
      }
      if let tool = toolBeforeText {
        toolBeforeText = nil
        if picker.tool == .text { change { $0.select(tool) } }
      }
    }
    refresh()
    onText()
  }

  /// Another tool or another style was chosen.
  func pickerChanged(from old: ToolPicker) {
    if picker.tool != old.tool { closeOptions() }
    // Another window may have returned it.
    if !picker.isLent { hasLentTool = false }
    if picker.tool != .text { texts.end() }
    // Where it shows none, another window's text is edited no more.
    if picker.textStyle != old.textStyle, picker.showsTextStyle, texts.isEditing, !takesTextStyle {
      let (before, now) = (old.textStyle, picker.textStyle)
      // What is chosen for a selection of the text is for that alone.
      if !texts.hasSelection { change { $0.keepForNewText(changesFrom: before, to: now) } }
      texts.change(from: before, to: now)
    }
  }

  /// Gives the keyboard focus to the text that is edited, or to the canvas.
  public func focusPaper() {
    if texts.isEditing { texts.grabFocus() } else { canvas.widget.grabFocus() }
  }

  /// Ends the editing of a text.
  public func endText() { texts.end() }

  /// Undoes the last step of the text that is edited, or of the drawing.
  func undoTextOrStep() {
    guard takesSteps || texts.canUndo else { return }
    settleInk()
    if texts.canUndo { texts.undo() } else { canvas.perform { $0.undo() } }
  }

  func redoTextOrStep() {
    guard takesSteps || texts.canRedo else { return }
    settleInk()
    if texts.canRedo { texts.redo() } else { canvas.perform { $0.redo() } }
  }

  /// Ink that a finger has drawn beside a text is newer than what was typed, and ends its editing.
  ///
  /// Not during a contact, when nothing is undone.
  private func settleInk() {
    guard !canvas.session.isBusy else { return }
    canvas.perform { $0.settleAll() }
  }
}

import Canvas
import Gtk
import InkModel

/// The selection's bar, and the commands on selections.
extension CanvasOverlay {
  func connectSelection() {
    selectionBar.onAction = { [weak self] in self?.act($0) }
    selectionBar.onDrag = { [weak self] in self?.onDrag() }
    selectionBar.onColors = { [weak self] in self?.showColorsOfSelection() }
    selectionBar.onClosed = { [weak self] in
      guard let self else { return }
      self.canvas.widget.grabFocus()
    }
    selectionBar.colors.onChange = { [weak self] in self?.recolor($0) }
    connectPictures()
    canvas.onSelection = { [weak self] in self?.selectionMayHaveChanged() }
  }

  /// What the menu of the selection's bar has in an app with commands of its own, in sections; asked each time before it
  /// opens.
  ///
  /// `nil` for the bar's own items, which need no action.
  public var selectionItems: (() -> [[SelectionItem]])? {
    get { selectionBar.items }
    set { selectionBar.items = newValue }
  }

  /// Selects all elements, with the selection tool until they are let go; the tool stays where there is nothing to select.
  ///
  /// - Returns: Whether there is something to select.
  @discardableResult
  public func selectAll() -> Bool {
    guard canvas.session.hasSelectableElements else { return false }
    select { $0.selectAll() }
    return true
  }

  /// Runs a command that inserts and selects elements, with the selection tool until they are let go.
  public func paste(_ command: (CanvasSession) -> CanvasUpdate) {
    // Nothing comes while a contact is down, whose tool stays.
    guard !canvas.session.isBusy else { return canvas.perform(command) }
    select(command)
  }

  /// Runs a command that selects elements, with the selection tool until they are let go.
  func select(_ command: (CanvasSession) -> CanvasUpdate) {
    change { $0.lendSelectionTool() }
    canvas.perform(command)
    hasLentTool = picker.isLent
    // Nothing may be selected.
    returnLentTool()
  }

  /// Returns the tool of before where what the selection tool was lent for is selected no more, or where the session
  /// has returned it.
  private func returnLentTool() {
    let session = canvas.session
    guard picker.isLent else { return hasLentTool = false }
    // With another tool the editing of a text would end.
    let isLetGo = session.selection == nil && !session.isBusy && session.textEditing == nil
    guard !session.picker.isLent || hasLentTool && isLetGo else { return }
    hasLentTool = false
    change { $0.returnTool() }
  }

  /// Switches to the selection tool.
  func takeSelectionTool() {
    guard picker.tool != .selection else { return }
    change { $0.select(.selection) }
  }

  private func act(_ action: SelectionBar.Action) {
    switch action {
    case .cut: onCut()
    case .copy: onCopy()
    case .duplicate: canvas.perform { $0.duplicateSelection() }
    case .delete: canvas.perform { $0.deleteSelection() }
    case .toFront: canvas.perform { $0.bringSelectionToFront() }
    case .toBack: canvas.perform { $0.sendSelectionToBack() }
    }
  }

  // MARK: Colours

  /// The picker with a brush of the selection's kind, which has the selection's colour.
  var colorsOfSelection: ToolPicker {
    var shown = picker.withBrush(thatHighlights: canvas.session.selectionHighlights)
    if let color = canvas.session.selectionColor { shown.setColor(color) }
    return shown
  }

  /// Opens the colours for the selection, at its bar, or at the tools where the bar is not shown; closes them if
  /// they are open.
  public func showColorsOfSelection() {
    guard selectionBar.isVisible else { return showColors() }
    if selectionBar.colors.isOpen { return selectionBar.closeMenus() }
    selectionBar.closeMenus()
    selectionBar.colors.show(colorsOfSelection, appearance)
    selectionBar.colors.popover.popUp()
  }

  /// Gives the selection the colour that `body` sets.
  func recolor(_ body: (inout ToolPicker) -> Void) {
    var chosen = colorsOfSelection
    body(&chosen)
    let color = chosen.ink.color.opaque
    canvas.perform { $0.recolorSelection(color) }
    change { $0.remember(color, asHighlight: chosen.isHighlighting) }
    selectionBar.colors.show(colorsOfSelection, appearance)
  }

  /// Whether a colour that is chosen now applies to the selection instead of the brush.
  var colorsAreForSelection: Bool {
    picker.tool == .selection && canvas.session.canChangeSelection
  }

  // MARK: The bar

  /// The frame of the selection with its handles, or of the picture that is being cropped, in the overlay's points;
  /// empty where nothing is selected.
  public var selectionFrame: Rect {
    let (session, view) = (canvas.session, canvas.session.viewport)
    let clearance = SelectionBarLayout.clearance
    if let crop = session.crop {
      return Rect(around: crop.corners(in: view)).outset(by: clearance)
    }
    guard let selection = session.selection else { return .empty }
    return session.handles(of: selection.frame).bounds.outset(by: clearance)
  }

  /// The part of the paper for something that comes selected, in widget points: beside the tools, with room for its handles
  /// and its bar.
  ///
  /// - Parameter cover: What else lies over the paper at its upper or lower edge.
  public func roomForSelected(beside cover: Rect) -> Rect {
    var room = canvas.view.clearRoom
    let cover = cover.isEmpty ? cover : cover.outset(by: SelectionBarLayout.clearance)
    if !cover.isEmpty, cover.intersects(room) {
      if cover.center.y > room.center.y {
        room.maxY = max(cover.minY, room.center.y)
      } else {
        room.minY = min(cover.maxY, room.center.y)
      }
    }
    return SelectionBarLayout.roomForSelected(in: room)
  }

  func selectionMayHaveChanged() {
    texts.viewMoved()
    onSelection()
    tellTurn()
    updateSelectionBar(isBeforeLayout: false)
    returnLentTool()
  }

  /// Tells the angle of a selection as long as its handle turns it.
  private func tellTurn() {
    if let angle = canvas.session.selectionTurn {
      readout.show(selectionTurn: angle)
    } else if readout.showsSelection {
      endReadout()
    }
  }

  /// A contact began or ended, and with it what can be done with a selection.
  func contactChanged() {
    let hasSelection =
      canvas.session.selection != nil || canvas.session.hasSelectedText || texts.isEditing
    if hasSelection || hadSelection { selectionMayHaveChanged() }
    hadSelection = hasSelection
  }

  /// - Parameter isBeforeLayout: A frame begins, so buttons may come: what is shown between a layout and the frame that is
  ///   painted of it has no size yet.
  private func updateSelectionBar(isBeforeLayout: Bool) {
    let session = canvas.session
    comingBar = nil
    let wasVisible = selectionBar.isVisible
    defer { if selectionBar.isVisible != wasVisible { coverChanged() } }
    guard let selection = session.selection, !session.isBusy, canvas.view.isAtRest else {
      return selectionBar.hide()
    }
    let frame = selectionFrame
    guard frame.intersects(session.viewport.clearBounds) else { return selectionBar.hide() }
    let purpose: SelectionBar.Purpose =
      if session.crop != nil {
        .crop
      } else if session.selectedPicture != nil {
        .picture
      } else {
        selection.elements.contains { $0.color != nil } ? .selection : .uncolored
      }
    guard isBeforeLayout || selectionBar.isVisible && selectionBar.purpose == purpose else {
      comingBar = FrameTicks(on: widget) { [weak self] _ in
        self?.updateSelectionBar(isBeforeLayout: true)
        return false
      }
      return
    }
    selectionBar.pictures.setConvertible(session.selectedPicture.map(hasLines) ?? false)
    selectionBar.show(
      purpose, of: selection, color: session.selectionColor,
      canChange: session.canChangeSelection, appearance)
    placeSelectionBar(selection, beside: frame)
  }

  /// What lies over the paper has changed: the bar, where it is shown, keeps clear of it.
  func selectionBarMakesRoom() {
    guard selectionBar.isVisible, dragged == nil, let selection = canvas.session.selection else {
      return
    }
    placeSelectionBar(selection, beside: selectionFrame)
  }

  /// Puts the bar where it hides neither the selection nor what lies over the paper.
  private func placeSelectionBar(_ selection: Selection, beside frame: Rect) {
    let view = canvas.session.viewport
    let size = selectionBar.size
    let banner = Rect(x: 0, y: 0, width: view.width, height: window.minY)
    let barFrame = SelectionBarLayout.frame(
      width: size.width, height: size.height, selection: frame,
      ink: selection.elements.prefix(500).map { view.widgetFromCanvas($0.bounds) },
      in: view.clearBounds, taken: [coveredArea, banner].filter { !$0.isEmpty })
    if barFrame != selectionBarFrame {
      selectionBarFrame = barFrame
      widget.queueAllocate()
      coverChanged()
    }
  }
}

import InkModel

/// Choosing: by touch, by key, all, none.
extension CanvasSession {
  /// The line or box that is being drawn around things.
  public var selectionOutline: SelectionOutline? {
    if case .outlining(let outline) = selecting?.phase { return outline }
    return nil
  }

  /// The selection is on its way: nothing of it is in the drawing yet where ``selectionMotion`` takes it.
  public var isMovingSelection: Bool { selectionMotion != nil }

  /// The frame of the selection as it is on its way.
  public var shownSelectionFrame: SelectionFrame? {
    selection.map { selectionMotion.map($0.frame.moved(by:)) ?? $0.frame }
  }

  /// The contact that pressed to select, and has gone nowhere yet.
  public var restingContact: ContactID? {
    guard let selecting, selecting.isPressed else { return nil }
    return selecting.contact
  }

  // MARK: Touch

  /// Selects what is mostly in a loop, with what is selected already or in its place.
  func select(in loop: SelectionLoop) -> CanvasUpdate {
    select(drawing.elements(mostlyIn: loop), adding: addsToSelection)
  }

  private var addsToSelection: Bool {
    picker.addsToSelection || selectionModifiers.contains(.shift)
  }

  /// A tap: on ink it selects that, beside everything it clears.
  ///
  /// Nothing happens unless the tool in the hand selects.
  ///
  /// - Parameter place: Widget points.
  public func select(at place: Point, with tool: StylusTool.Kind) -> CanvasUpdate {
    guard picker.tool == .selection, selecting == nil, selectionMotion == nil else {
      return CanvasUpdate()
    }
    let hit = drawing.topElement(
      near: viewport.canvasFromWidget(place),
      radius: (tool == .finger ? 12.0 : 5) / viewport.scale)
    if let hit {
      guard addsToSelection else { return select([hit]) }
      // A second tap gives it back.
      let rest = selection?.elements.filter { $0.id != hit.id } ?? []
      return select(rest.count == selection?.elements.count ?? 0 ? rest + [hit] : rest)
    }
    return selectionPart(at: place, of: tool) == nil && !addsToSelection
      ? clearSelection() : CanvasUpdate()
  }

  /// What of the selection a press takes hold of.
  func selectionPart(
    at place: Point, of tool: StylusTool.Kind
  ) -> SelectionHandles.Part? {
    selection.flatMap {
      SelectionHandles($0.frame, in: viewport)
        .part(at: place, reach: SelectionHandles.reach(of: tool))
    }
  }

  /// Whether a finger that comes down at a place (widget points) takes hold of the selection.
  public func isSelectionHeld(at place: Point) -> Bool {
    picker.tool == .selection && selectionPart(at: place, of: .finger) != nil
  }

  // MARK: Commands

  /// Selects these elements of the drawing, with what is selected already or in its place.
  public func select(_ elements: [Element], adding: Bool = false) -> CanvasUpdate {
    var update = CanvasUpdate()
    let before = selection
    var all = elements
    if adding, let before {
      let known = Set(elements.map(\.id))
      all += before.elements.filter { !known.contains($0.id) }
    }
    guard Set(all) != Set(before?.elements ?? []) else { return update }
    selection = Selection(all, rotation: -viewport.rotation)
    update.selectionChanged = true
    return update
  }

  /// Selects everything there is.
  public func selectAll() -> CanvasUpdate {
    guard selecting == nil, selectionMotion == nil else { return CanvasUpdate() }
    return select(Array(drawing.elements))
  }

  /// Gives up what a tool or fingers are doing with the selection, as if they had not begun.
  ///
  /// A contact that selected does nothing more until it ends.
  public func cancelSelecting() -> CanvasUpdate {
    var update = CanvasUpdate()
    selecting?.cancel(in: self, into: &update)
    if selectionMotion != nil { update.merge(endSelectionMotion(keeping: false)) }
    return update
  }

  /// Selects nothing; what is on its way goes back first.
  public func clearSelection() -> CanvasUpdate {
    var update = cancelSelecting()
    guard selection != nil else { return update }
    selection = nil
    update.selectionChanged = true
    return update
  }

  /// Selects one stroke: the one above what is selected, or below; to begin with the lowest, or the
  /// topmost.
  ///
  /// Nothing changes where there is none.
  public func selectNext(backwards: Bool = false) -> CanvasUpdate {
    guard selecting == nil, selectionMotion == nil else { return CanvasUpdate() }
    let all = Array(drawing.elements)
    let edge = backwards ? selection?.elements.first : selection?.elements.last
    let next: Int
    if let edge, let place = all.firstIndex(where: { $0.id == edge.id }) {
      next = backwards ? place - 1 : place + 1
    } else {
      next = backwards ? all.count - 1 : 0
    }
    return all.indices.contains(next) ? select([all[next]]) : CanvasUpdate()
  }

  /// Sees to it that what is selected is what an edit left of it.
  ///
  /// Other versions of the same thing take its place, and pieces of it.
  func follow(_ edit: DrawingEdit, _ update: inout CanvasUpdate) {
    guard let before = selection, !edit.removed.isEmpty else { return }
    let gone = Set(edit.removed.map(\.id))
    let lost = before.elements.filter { gone.contains($0.id) }
    guard !lost.isEmpty else { return }
    let contents = Set(lost.compactMap(\.kind.content))
    let others = lost.filter { $0.kind.content == nil }
    let heirs = edit.inserted.filter { heir in
      if let content = heir.kind.content { return contents.contains(content) }
      return others.contains { heir.isVersion(of: $0) }
    }
    selection = Selection(
      before.elements.filter { !gone.contains($0.id) } + heirs, rotation: -viewport.rotation)
    update.selectionChanged = true
  }
}

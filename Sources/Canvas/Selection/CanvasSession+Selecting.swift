import InkModel

/// Selecting: by touch, by key, all, none.
extension CanvasSession {
  /// The line or box that is being drawn around elements.
  public var selectionOutline: SelectionOutline? {
    if case .outlining(let outline) = selecting?.phase { return outline }
    return activities.all(TextActivity.self).first?.outline
  }

  /// Whether the selection is being moved: it is shown at ``selectionMotion``, and the drawing is as before.
  public var isMovingSelection: Bool { selectionMotion != nil }

  /// The frame of the selection as it is shown, moved or not.
  public var shownSelectionFrame: SelectionFrame? {
    selection.map { selectionMotion.map($0.frame.moved(by:)) ?? $0.frame }
  }

  /// How far the selection's frame is turned on the screen while its handle turns it; else `nil`.
  ///
  /// Radians clockwise from upright, which turns settle by, from -π to π.
  public var selectionTurn: Double? {
    guard case .moving(let motion) = selecting?.phase, motion.part == .turn,
      let frame = shownSelectionFrame
    else { return nil }
    return (frame.rotation + viewport.rotation).remainder(dividingBy: 2 * .pi)
  }

  /// The contact that pressed to select, and has not moved yet.
  public var restingContact: ContactID? {
    guard let selecting, selecting.isPressed else { return nil }
    return selecting.contact
  }

  /// The handles of a selection's frame, beside the tools.
  ///
  /// The one that turns does not change its side while it is dragged: it would leave the tip that
  /// drags it.
  public func handles(of frame: SelectionFrame) -> SelectionHandles {
    SelectionHandles(frame, in: viewport, tools: toolsFrame, turningAt: selecting?.turnSide)
  }

  // MARK: Touch

  /// Selects what is mostly in a loop, in addition to the selection or instead of it.
  func select(in loop: SelectionLoop) -> CanvasUpdate {
    select(drawing.elements(mostlyIn: loop), adding: addsToSelection)
  }

  var addsToSelection: Bool {
    picker.addsToSelection || selectionModifiers.contains(.shift)
  }

  /// A tap: on ink it selects that ink, elsewhere it clears the selection.
  ///
  /// A second tap on a text box edits it, and one on ink asks for its line (``CanvasUpdate/wantedLine``). For a finger call
  /// ``secondTap(at:)`` instead. A tap with the text tool edits a box, or places a new one. Nothing happens with other
  /// tools.
  ///
  /// - Parameter position: Widget points.
  public func select(at position: Point, with tool: StylusTool.Kind) -> CanvasUpdate {
    if picker.tool == .text { return writeText(at: position, with: tool) }
    // A finger that moves the paper follows links with any tool.
    if picker.tool != .selection, tool == .finger {
      var update = CanvasUpdate()
      update.followed = link(at: position)
      return update
    }
    guard picker.tool == .selection, selecting == nil, selectionMotion == nil else {
      return CanvasUpdate()
    }
    if crop != nil {
      return cropPart(at: position, of: tool) == nil
        ? endPictureTrial(keeping: true) : CanvasUpdate()
    }
    let hit = ink(at: position, with: tool)
    if let hit, tool != .finger, !addsToSelection, isSecondTap(on: hit, at: position) {
      return takeSecondTap(on: hit, WantedLine(element: hit, position: position, tool: tool))
    }
    lastTap = hit.map { Tap(element: $0.id, position: position, time: clock.now) }
    if let hit {
      guard addsToSelection else { return select([hit]) }
      // A second tap deselects it.
      let rest = selection?.elements.filter { $0.id != hit.id } ?? []
      return select(rest.count == selection?.elements.count ?? 0 ? rest + [hit] : rest)
    }
    guard selectionPart(at: position, of: tool) == nil, !addsToSelection else {
      return CanvasUpdate()
    }
    var update = CanvasUpdate()
    update.followed = link(at: position)
    if update.followed != nil { return update }
    if let update = tapText(at: position, with: tool) { return update }
    update.merge(clearSelectedText())
    update.merge(clearSelection())
    return update
  }

  /// A tap of the selection tool, at a position in widget points.
  struct Tap {
    var element: ElementID
    var position: Point
    var time: Double
  }

  /// Whether a tap is the second of two that do more than the first.
  private func isSecondTap(on element: Element, at position: Point) -> Bool {
    guard let last = lastTap, clock.now - last.time < Self.doubleTapTime else { return false }
    if element.textBox != nil { return last.element == element.id && !isReadOnly }
    // Another stroke of the word may lie below the second.
    return last.position.distance(to: position) < Self.doubleTapReach
  }

  /// The second of two taps of a finger, as whoever recognizes its gestures found: on a text box it edits that, and on
  /// ink it asks for its line.
  ///
  /// - Parameter position: Widget points.
  /// - Returns: `nil` where it does neither: then it zooms.
  public func secondTap(at position: Point) -> CanvasUpdate? {
    guard picker.tool == .selection, crop == nil, selecting == nil, selectionMotion == nil,
      !addsToSelection, let hit = ink(at: position, with: .finger),
      hit.textBox == nil || !isReadOnly
    else { return nil }
    return takeSecondTap(on: hit, WantedLine(element: hit, position: position, tool: .finger))
  }

  private func takeSecondTap(on hit: Element, _ line: WantedLine) -> CanvasUpdate {
    if hit.textBox != nil { return beginText(hit) }
    var update = CanvasUpdate()
    update.wantedLine = line
    return update
  }

  /// Seconds between two taps, as desktops have it by default.
  static let doubleTapTime = 0.4
  /// Widget points from one to the other: what a finger strays.
  private static let doubleTapReach = 40.0

  /// What a tap selects, in widget points.
  func ink(at position: Point, with tool: StylusTool.Kind) -> Element? {
    drawing.topElement(
      near: viewport.canvasFromWidget(position),
      radius: (tool == .finger ? 12.0 : 5) / viewport.scale)
  }

  /// The part of the selection that a press drags.
  func selectionPart(
    at position: Point, of tool: StylusTool.Kind
  ) -> SelectionHandles.Part? {
    selection.flatMap {
      handles(of: $0.frame).part(at: position, reach: SelectionHandles.reach(of: tool))
    }
  }

  /// Whether a finger that comes down at a position (widget points) drags the selection.
  public func isSelectionHeld(at position: Point) -> Bool {
    guard picker.tool == .selection else { return false }
    if crop != nil { return cropPart(at: position, of: .finger) != nil }
    return selectionPart(at: position, of: .finger) != nil
  }

  // MARK: Commands

  /// Selects these elements of the drawing, in addition to the selection or instead of it.
  public func select(_ elements: [Element], adding: Bool = false) -> CanvasUpdate {
    let tried = pictureTrial?.element.id
    var update = endPictureTrial(keeping: true)
    // What was tried out may be another version now.
    var all = elements.map { $0.id == tried ? selectedPicture ?? $0 : $0 }
    let before = selection
    if adding, let before {
      let known = Set(elements.map(\.id))
      all += before.elements.filter { !known.contains($0.id) }
    }
    update.merge(clearSelectedText())
    guard Set(all) != Set(before?.elements ?? []) else { return update }
    selection = Selection(all, rotation: -viewport.rotation)
    update.selectionChanged = true
    return update
  }

  /// The elements that can be selected: those of layers that show and are not locked.
  private var selectableElements: [Element] {
    let closed = drawing.settings.closedLayers
    return drawing.elements.filter { !closed.contains($0.layer) }
  }

  /// What can be selected of the page in view, of all where there are no pages.
  public var elementsOfPageInView: [Element] {
    guard let page = pageInView else { return selectableElements }
    return selectableElements(onPage: pages[page].id)
  }

  /// What is said to be in the pictures that show on the page in view, locked or not; in all where there are no pages.
  public var pictureTextsInView: [String] {
    let hidden = drawing.settings.hiddenLayers
    let page = pageInView.map { pages[$0].id }
    return drawing.elements.compactMap { element in
      // Few have one, so it is asked for first: this is called as the view moves.
      guard let text = element.picture?.alternativeText, !hidden.contains(element.layer),
        page.map({ drawing.page(of: element) == $0 }) ?? true
      else { return nil }
      return text
    }
  }

  /// What can be selected of the page that an element lies on.
  public func elements(onPageOf element: Element) -> [Element] {
    selectableElements(onPage: drawing.page(of: element))
  }

  private func selectableElements(onPage page: Int32) -> [Element] {
    selectableElements.filter { drawing.page(of: $0) == page }
  }

  /// Whether there is anything to select: an element of a layer that shows and is not locked.
  public var hasSelectableElements: Bool {
    let closed = drawing.settings.closedLayers
    return drawing.elements.contains { !closed.contains($0.layer) }
  }

  /// Selects every element of the layers that show and are not locked.
  public func selectAll() -> CanvasUpdate {
    guard selecting == nil, selectionMotion == nil else { return CanvasUpdate() }
    return select(selectableElements)
  }

  /// Cancels what a tool or fingers are doing with the selection, as if they had not begun.
  ///
  /// A contact that selected does nothing more until it ends.
  public func cancelSelecting() -> CanvasUpdate {
    var update = CanvasUpdate()
    selecting?.cancel(in: self, into: &update)
    if selectionMotion != nil { update.merge(endSelectionMotion(keeping: false)) }
    return update
  }

  /// Selects nothing; a motion of the selection is cancelled first.
  public func clearSelection() -> CanvasUpdate {
    var update = cancelSelecting()
    update.merge(dropSelection())
    return update
  }

  func dropSelection() -> CanvasUpdate {
    var update = endPictureTrial(keeping: true)
    guard selection != nil else { return update }
    selection = nil
    update.selectionChanged = true
    return update
  }

  /// Selects one stroke: the one above the selection, or below; to begin with the lowest, or the
  /// topmost.
  ///
  /// Nothing changes where there is none.
  public func selectNext(backwards: Bool = false) -> CanvasUpdate {
    guard selecting == nil, selectionMotion == nil else { return CanvasUpdate() }
    let all = selectableElements
    let edge = backwards ? selection?.elements.first : selection?.elements.last
    let next: Int
    if let edge, let index = all.firstIndex(where: { $0.id == edge.id }) {
      next = backwards ? index - 1 : index + 1
    } else {
      next = backwards ? all.count - 1 : 0
    }
    return all.indices.contains(next) ? select([all[next]]) : CanvasUpdate()
  }

  /// Which of the elements that ``selectNext(backwards:)`` goes through is selected, from 1 on, and how many there are;
  /// `nil` where none or several are.
  public var selectedNumber: (number: Int, count: Int)? {
    guard let selection, selection.elements.count == 1 else { return nil }
    let all = selectableElements
    return all.firstIndex { $0.id == selection.elements[0].id }.map { ($0 + 1, all.count) }
  }

  /// Updates the selection to what an edit left of it.
  ///
  /// Other versions of an element, and fragments of it, replace it.
  func follow(_ edit: DrawingEdit, _ update: inout CanvasUpdate) {
    guard let before = selection, !edit.removed.isEmpty else { return }
    let gone = Set(edit.removed.map(\.id))
    let lost = before.elements.filter { gone.contains($0.id) }
    guard !lost.isEmpty else { return }
    let contents = Set(lost.compactMap(\.kind.content))
    let others = lost.filter { $0.kind.content == nil }
    let heirs = edit.inserted.filter { heir in
      if let content = heir.kind.content { return contents.contains(content) }
      return others.contains { heir.isVersion(of: $0) || heir.isInPlace(of: $0) }
    }
    selection = Selection(
      before.elements.filter { !gone.contains($0.id) } + heirs, rotation: -viewport.rotation)
    update.selectionChanged = true
  }
}

extension Element {
  /// Whether it has another one's position in the layer order: within one edit it is then that element
  /// with a changed value.
  fileprivate func isInPlace(of other: Element) -> Bool {
    order == other.order && layer == other.layer
  }
}

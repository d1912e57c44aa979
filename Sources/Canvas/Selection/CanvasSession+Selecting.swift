import InkModel

/// Choosing: by touch, by key, all, none.
extension CanvasSession {
  /// The line or box that is being drawn around things.
  public var selectionOutline: SelectionOutline? {
    if case .outlining(let outline) = selectionGesture?.phase { return outline }
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
    guard let gesture = selectionGesture, case .pressed = gesture.phase else { return nil }
    return gesture.contact
  }

  // MARK: Touch

  /// A tool that selects came down.
  func beginSelecting(_ contact: ContactID, _ tip: StylusSample) -> CanvasUpdate {
    // One at a time, and none while two fingers have hold of the selection.
    guard selectionGesture == nil, selectionMotion == nil, tip.position.isFinite else {
      return CanvasUpdate()
    }
    let part = selectionPart(at: tip.position, of: contact.tool.kind)
    selectionGesture = SelectionGesture(
      contact: contact, start: tip.position, place: tip.position, phase: .pressed(part))
    var update = CanvasUpdate()
    update.selectionMoved = true
    return update
  }

  func moveSelecting(to places: [Point]) -> CanvasUpdate {
    var update = CanvasUpdate()
    guard var gesture = selectionGesture else { return update }
    for place in places where place.isFinite {
      gesture.place = place
      if case .pressed(let part) = gesture.phase {
        let slop = SelectionGesture.slop(of: gesture.contact.tool.kind)
        guard gesture.start.distance(to: place) > slop else { continue }
        gesture.phase = begin(gesture, part)
      }
      switch gesture.phase {
      case .pressed: break
      case .outlining(.lasso(var line)):
        line.append(viewport.canvasFromWidget(place))
        gesture.phase = .outlining(.lasso(line))
      case .outlining(.box(let start, _)): gesture.phase = .outlining(.box(start, place))
      case .moving: break
      }
      update.selectionMoved = true
    }
    selectionGesture = gesture
    if case .moving(let motion) = gesture.phase {
      let way = motion.transform(at: gesture.place, selectionModifiers)
      // Ink that is only moved stays on its pixels; turned or scaled, it would tremble.
      selectionMotion =
        motion.part == .inside ? motion.view.aligned(way, deviceScale: deviceScale) : way
    }
    return update
  }

  private func begin(
    _ gesture: SelectionGesture, _ part: SelectionHandles.Part?
  ) -> SelectionGesture.Phase {
    if let part, let selection, !isReadOnly {
      return .moving(
        SelectionMotion(part: part, frame: selection.frame, start: gesture.start, view: viewport))
    }
    switch picker.selectionKind {
    case .lasso: return .outlining(.lasso([viewport.canvasFromWidget(gesture.start)]))
    case .box: return .outlining(.box(gesture.start, gesture.start))
    }
  }

  func endSelecting() -> CanvasUpdate {
    guard let gesture = selectionGesture else { return CanvasUpdate() }
    selectionGesture = nil
    var update: CanvasUpdate
    switch gesture.phase {
    case .pressed: update = select(at: gesture.start, with: gesture.contact.tool.kind)
    case .outlining(let outline):
      let line: [Point] =
        switch outline {
        case .lasso(let points): points
        case .box(let a, let b):
          Rect(
            minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y)
          ).corners.map(viewport.canvasFromWidget.callAsFunction)
        }
      update = select(drawing.elements(mostlyIn: SelectionLoop(line)), adding: addsToSelection)
    case .moving(let motion):
      update = endSelectionMotion(keeping: true, label: motion.part == .inside ? .move : .transform)
    }
    update.selectionMoved = true
    return update
  }

  /// As if the tool had never come.
  func withdrawSelecting() -> CanvasUpdate {
    var update = CanvasUpdate()
    guard selectionGesture != nil else { return update }
    selectionGesture = nil
    selectionMotion = nil
    update.selectionMoved = true
    return update
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
    guard picker.tool == .selection, selectionGesture == nil, selectionMotion == nil else {
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
  private func selectionPart(
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
    guard selectionGesture == nil, selectionMotion == nil else { return CanvasUpdate() }
    return select(Array(drawing.elements))
  }

  /// Gives up what a tool or fingers are doing with the selection, as if they had not begun.
  public func cancelSelecting() -> CanvasUpdate {
    var update = withdrawSelecting()
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
    guard selectionGesture == nil, selectionMotion == nil else { return CanvasUpdate() }
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
  /// Other versions of the same stroke take its place, and pieces of it.
  func follow(_ edit: DrawingEdit, _ update: inout CanvasUpdate) {
    guard let before = selection, !edit.removed.isEmpty else { return }
    let gone = Set(edit.removed.map(\.id))
    let lost = before.elements.filter { gone.contains($0.id) }
    guard !lost.isEmpty else { return }
    let contents = Set(lost.compactMap(\.content))
    let heirs = edit.inserted.filter { $0.content.map(contents.contains) ?? false }
    selection = Selection(
      before.elements.filter { !gone.contains($0.id) } + heirs, rotation: -viewport.rotation)
    update.selectionChanged = true
  }
}

extension Element {
  /// What the stroke was made from.
  fileprivate var content: ContentID? {
    switch kind {
    case .stroke(let stroke): stroke.content
    }
  }
}

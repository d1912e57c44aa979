import Glibc
import InkModel

/// Commands on the selection; each is one step of the history.
extension CanvasSession {
  /// Whether the selection can be changed now.
  public var canChangeSelection: Bool {
    selection != nil && !isReadOnly && !isBusy && selectionMotion == nil && !isTryingPicture
  }

  /// Whether a command on the selection can begin; other sessions of the drawing have ended what they did.
  func beginsToChangeSelection() -> Bool {
    shared.takeTurn(self)
    return canChangeSelection
  }

  // MARK: Motions

  /// Begins a motion of the whole selection, by two fingers for one.
  ///
  /// - Returns: Whether it has begun; then call ``moveSelection(through:)`` until
  ///   ``endSelectionMotion(keeping:label:)``.
  public func beginSelectionMotion() -> Bool {
    guard beginsToChangeSelection() else { return false }
    selectionMotion = .identity
    return true
  }

  /// Whether a position (widget points) is on the selection or its frame.
  public func isOnSelection(_ position: Point) -> Bool {
    guard let frame = shownSelectionFrame else { return false }
    return handles(of: frame).part(at: position, reach: 0) != nil
  }

  /// Shows the selection transformed.
  ///
  /// - Parameter motion: From its position in the drawing, canvas space to canvas space; translation, even
  ///   scaling and rotation.
  public func moveSelection(through motion: AffineTransform) -> CanvasUpdate {
    var update = CanvasUpdate()
    guard selectionMotion != nil, selecting == nil, motion.determinant > 0,
      let frame = selection?.frame.moved(by: motion), frame.corners.allSatisfy(\.isWithinReach)
    else { return update }
    selectionMotion = motion
    update.selectionMoved = true
    return update
  }

  /// The motion ends: the selection stays where it is shown, or goes back.
  public func endSelectionMotion(
    keeping: Bool, label: EditLabel = .transform
  ) -> CanvasUpdate {
    var update = CanvasUpdate()
    guard let motion = selectionMotion else { return update }
    selectionMotion = nil
    update.selectionMoved = true
    let settled = viewport.aligned(motion, deviceScale: deviceScale)
    return keeping ? transform(settled, label) ?? update : update
  }

  /// Moves the selection by a widget vector.
  public func nudgeSelection(by offset: Vector) -> CanvasUpdate {
    guard beginsToChangeSelection() else { return CanvasUpdate() }
    let motion = AffineTransform.translation(viewport.canvasFromWidget(offset))
    return transform(viewport.aligned(motion, deviceScale: deviceScale), .move) ?? CanvasUpdate()
  }

  /// Scales the selection and turns it (radians, clockwise on the screen) about its centre.
  public func transformSelection(scale k: Double = 1, turn angle: Double = 0) -> CanvasUpdate {
    guard beginsToChangeSelection(), let frame = selection?.frame else { return CanvasUpdate() }
    let motion = AffineTransform.similarity(about: frame.center, scale: k, angle: angle)
    return transform(viewport.aligned(motion, deviceScale: deviceScale), .transform)
      ?? CanvasUpdate()
  }

  /// - Returns: `nil` where nothing would change, and where an element would leave ``ElementLimits``.
  private func transform(_ motion: AffineTransform, _ label: EditLabel) -> CanvasUpdate? {
    guard let elements = selection?.elements, motion != .identity, motion.determinant > 0,
      elements.allSatisfy({ $0.isWithinLimits(moved: motion) })
    else { return nil }
    var update = change(label) { element, id in rehomed(element.version(id, moved: motion)) }
    if let elements = selection?.elements { selection?.become(elements, moved: motion) }
    update.landed = motion
    return update
  }

  // MARK: Colour and order

  /// Gives all of the selection a colour, each part keeping its opacity; an element without a colour stays as
  /// it is.
  public func recolorSelection(_ color: Color) -> CanvasUpdate {
    guard beginsToChangeSelection(),
      selection?.elements.contains(where: { $0.color.map { $0.opaque != color.opaque } ?? false })
        ?? false
    else { return CanvasUpdate() }
    return change(.recolor, where: { $0.color != nil }) { element, id in
      var own = color
      own.alpha = element.color?.alpha ?? 255
      return element.version(id, color: own)
    }
  }

  /// The colour that all of the selection has, without opacity; `nil` where there are several.
  public var selectionColor: Color? {
    let colors = Set((selection?.elements ?? []).compactMap { $0.color?.opaque })
    return colors.count == 1 ? colors.first : nil
  }

  /// Whether all ink of the selection lies below other ink, as highlighters' does.
  public var selectionHighlights: Bool {
    let colored = (selection?.elements ?? []).filter { $0.color != nil }
    return !colored.isEmpty && colored.allSatisfy { $0.band == .below }
  }

  public func bringSelectionToFront() -> CanvasUpdate {
    reorder(.toFront) { drawing, elements in drawing.orders(above: elements) }
  }

  public func sendSelectionToBack() -> CanvasUpdate {
    reorder(.toBack) { drawing, elements in drawing.orders(below: elements) }
  }

  private func reorder(
    _ label: EditLabel, _ orders: (Drawing, [Element]) -> [OrderKey]
  ) -> CanvasUpdate {
    guard beginsToChangeSelection(), let elements = selection?.elements else {
      return CanvasUpdate()
    }
    var keys = orders(drawing, elements)[...]
    return change(label) { element, id in element.version(id, order: keys.popFirst()) }
  }

  /// Replaces each selected element that `change` applies to by another version, in layer order.
  private func change(
    _ label: EditLabel, where isMeant: (Element) -> Bool = { _ in true },
    _ version: (Element, ElementID) -> Element
  ) -> CanvasUpdate {
    guard let all = selection?.elements else { return CanvasUpdate() }
    let old = all.filter(isMeant)
    let new = old.map { version($0, takeElement()) }
    let update = perform(DrawingEdit(label: label, removed: old, inserted: new))
    guard update.selectionChanged else { return update }
    selection?.become(all.filter { !isMeant($0) } + new, moved: .identity)
    return update
  }

  /// Removes the selection from the drawing.
  public func deleteSelection(_ label: EditLabel = .delete) -> CanvasUpdate {
    guard beginsToChangeSelection(), let elements = selection?.elements else {
      return CanvasUpdate()
    }
    selection = nil
    return perform(DrawingEdit(label: label, removed: elements))
  }

  // MARK: Copies

  /// The offset of a copy from its original, in widget points.
  static let copyOffset = Vector(16, 16)

  /// Adds a copy of the selection beside it, and selects the copy.
  public func duplicateSelection() -> CanvasUpdate {
    guard beginsToChangeSelection(), let old = selection else { return CanvasUpdate() }
    let motion = viewport.aligned(
      .translation(viewport.canvasFromWidget(Self.copyOffset)), deviceScale: deviceScale)
    guard old.elements.allSatisfy({ $0.isWithinLimits(moved: motion) }) else {
      return CanvasUpdate()
    }
    let new = zip(old.elements, drawing.orders(for: old.elements, moved: motion)).map {
      rehomed($0.version(takeElement(), order: $1, moved: motion))
    }
    let update = perform(DrawingEdit(label: .duplicate, inserted: new))
    selection?.become(new, moved: motion)
    return update
  }

  /// Makes an edit of the selection a step.
  ///
  /// Nothing happens, and the selection has not changed, where something of it is not in the drawing.
  func perform(_ edit: DrawingEdit) -> CanvasUpdate {
    var update = CanvasUpdate()
    guard drawing.holds(edit.removed) else { return update }
    apply(edit)
    // Areas before and after, separately: between them nothing has changed.
    for elements in [edit.removed, edit.inserted] {
      let area = elements.reduce(Rect.empty) { $0.union($1.bounds) }
      if !area.isEmpty { update.damage.append(area) }
    }
    update.selectionChanged = true
    record(edit, into: &update)
    return update
  }
}

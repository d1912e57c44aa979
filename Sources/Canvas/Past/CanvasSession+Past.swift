import InkModel

/// Looking back: the session shows a moment of the drawing's past, and takes no change.
///
/// 1. ``prepareToLookBack()`` ends all that is being done.
/// 2. ``look(at:damage:)`` as often as another moment is looked at. Selecting, copying, panning and picking a colour work
///    on what is shown; nothing is written.
/// 3. ``returnToNow()``, or ``restoreMoment()``, which makes what is shown the drawing, as one step.
extension CanvasSession {
  /// The drawing as it is now, whatever is shown.
  public var presentDrawing: Drawing { present ?? drawing }

  /// Ends what is being done and makes steps of it, so that it is part of the history.
  public func prepareToLookBack() -> CanvasUpdate {
    var update = tryOut(nil)
    update.merge(endPictureTrial(keeping: true))
    update.merge(endText())
    update.merge(clearSelection())
    update.merge(settleAll())
    return update
  }

  /// Shows a moment; no contact is down that draws or selects.
  ///
  /// - Parameter damage: The parts of the canvas that differ from what is shown; `nil` for all.
  public func look(at moment: Drawing, damage: [Rect]? = nil) -> CanvasUpdate {
    guard !isBusy else { return CanvasUpdate() }
    let isFirst = !isLookingBack
    var update = show(moment.arranged(as: drawing.arrangement), damage)
    // What can be done changes.
    if isFirst { update.layersChanged = true }
    return update
  }

  /// Shows the drawing as it is now again.
  public func returnToNow() -> CanvasUpdate {
    guard isLookingBack else { return CanvasUpdate() }
    var update = cancelSelecting()
    update.merge(show(nil, nil))
    update.layersChanged = true
    return update
  }

  /// Makes the moment that is shown the drawing, as one step, which undo takes back.
  ///
  /// What was there then and is not now comes back as new versions; their contents are in the file.
  public func restoreMoment() -> CanvasUpdate {
    // Where another session has something to end, there is a step more, and looking back ends with it.
    shared.takeTurn(self)
    guard isLookingBack else { return CanvasUpdate() }
    let past = drawing
    var update = returnToNow()
    guard !isBusy, !isReadOnly else { return update }
    let then = Set(past.elements.map(\.id))
    let now = Set(drawing.elements.map(\.id))
    let edit = DrawingEdit(
      label: .restore, removed: drawing.elements.filter { !then.contains($0.id) },
      inserted: past.elements.filter { !now.contains($0.id) }.map {
        $0.version(takeElement(), layer: $0.layer, order: $0.order)
      },
      settings: past.settings == drawing.settings
        ? nil : SettingsChange(before: drawing.settings, after: past.settings))
    guard !edit.isEmpty else { return update }
    let before = drawing.bounds
    apply(edit)
    follow(edit, &update)
    followPages(edit, &update)
    update.damage.append(before.union(drawing.bounds))
    if edit.settings != nil { tookLayers(&update) }
    record(edit, into: &update)
    return update
  }

  private func show(_ moment: Drawing?, _ damage: [Rect]?) -> CanvasUpdate {
    var update = clearSelection()
    update.merge(clearSelectedText())
    let before = drawing
    show(past: moment)
    update.damage += damage ?? [before.bounds.union(drawing.bounds)]
    if before.settings != drawing.settings {
      update.settingsChanged = true
      update.layersChanged = before.settings.layers != drawing.settings.layers
      update.damage = [before.bounds.union(drawing.bounds)]
    }
    update.damage.removeAll { $0.isEmpty }
    return update
  }
}

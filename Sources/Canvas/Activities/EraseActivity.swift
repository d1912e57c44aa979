import InkModel

/// Erases ink under it, with the eraser that was chosen at its down.
///
/// One that may be withdrawn ends the editing of a text once it erases something.
///
/// Invariant: what it has done so far is in the drawing and in ``sweep``, and in no update or file.
final class EraseActivity: Activity {
  let contact: ContactID
  // Unchecked: changed with each report, all on one thread.
  @exclusivity(unchecked)
  private(set) var sweep: EraserSweep

  var leavesResult: Bool { true }

  /// `nil` where the tip's position is not finite.
  init?(
    _ contact: ContactID, _ kind: Eraser.Kind, at tip: Point, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    let position = session.viewport.canvasFromWidget(tip)
    guard position.isFinite else { return nil }
    self.contact = contact
    sweep = EraserSweep(kind, at: tip, position)
    erase(to: position, in: session, into: &update)
    update.eraserMoved = true
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    for sample in settled { move(to: sample.position, in: session, into: &update) }
    if let tip { move(to: tip.position, in: session, into: &update) }
    update.eraserMoved = true
  }

  private func move(
    to position: Point, in session: CanvasSession, into update: inout CanvasUpdate
  ) {
    guard position.isFinite else { return }
    sweep.tip = position
    // A tablet reports moves too small to see; they are erased along with the next one.
    let moved = session.viewport.widgetFromCanvas(sweep.last).distance(to: position)
    guard sweep.kind == .stroke || moved >= session.eraserRadius / 16 else { return }
    erase(to: session.viewport.canvasFromWidget(position), in: session, into: &update)
  }

  /// Erases from the sweep's last position to another one on the canvas.
  private func erase(
    to position: Point, in session: CanvasSession, into update: inout CanvasUpdate
  ) {
    let radius = session.eraserRadius / session.viewport.scale
    func advance(_ sweep: inout EraserSweep) -> EraserSweep.Stretch {
      sweep.move(
        to: position, radius: radius, over: session.drawing, onLayer: session.currentLayer.id,
        nextID: session.takeElement)
    }
    if session.endingTexts[contact] != nil {
      // What is erased is gone at once, of the text that is edited too: so that is in the drawing first.
      // Until then the drawing has it as it was before, or not at all.
      var trial = sweep
      if session.isEditedTextTouched(by: sweep.disc(to: position, radius: radius))
        || !advance(&trial).edit.isEmpty
      {
        session.endText(pressedBy: contact, into: &update)
      }
    }
    let stretch = advance(&sweep)
    guard !stretch.edit.isEmpty else { return }
    session.apply(stretch.edit)
    session.follow(stretch.edit, &update)
    update.damage.append(stretch.damage)
    for (old, new) in stretch.changes {
      // A fragment of another eraser's sweep stays with that sweep.
      if sweep.fragments[old.id] == nil, session.replaceErased(old, with: new) { continue }
      sweep.replace(old, with: new)
    }
  }

  /// Stores what another eraser made of a fragment of this one.
  ///
  /// - Returns: Whether it was one.
  func replace(_ old: Element, with new: Element?) -> Bool {
    guard sweep.fragments[old.id] != nil else { return false }
    sweep.replace(old, with: new)
    return true
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    // The rest of the stretch to the tip.
    let position = session.viewport.canvasFromWidget(sweep.tip)
    if position.isFinite, EraserSweep.rounded(position) != sweep.last {
      erase(to: position, in: session, into: &update)
    }
    update.eraserMoved = true
    return .sweep(sweep)
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    session.withdraw(.sweep(sweep), of: contact, into: &update)
  }
}

import InkModel

/// Selects, by a tap or by a line or box around elements; or drags a part of the selection.
///
/// Invariants:
/// 1. There is one at a time that is not ``Phase/over``, and none while two fingers hold the selection.
/// 2. While the phase is ``Phase/moving(_:)``, and then alone, it has set ``CanvasSession/selectionMotion``.
final class SelectActivity: Activity {
  enum Phase {
    /// It has not moved yet.
    case pressed(SelectionHandles.Part?)
    case outlining(SelectionOutline)
    case moving(SelectionMotion)
    /// Selects the text of a document from where it began.
    case text(PageTextPosition)
    /// It was given up, by Escape for one, and its contact is still down.
    case over
  }

  let contact: ContactID
  private var press: Press
  /// In widget points.
  private var position: Point
  private(set) var phase: Phase

  var isBusy: Bool { !isOver }
  var isOver: Bool { if case .over = phase { true } else { false } }
  var isPressed: Bool { if case .pressed = phase { true } else { false } }
  /// The side on which the handle that turns stays, while it is dragged.
  var turnSide: SelectionHandles.Side? {
    if case .moving(let motion) = phase { motion.turnSide } else { nil }
  }

  /// `nil` where the selection is being moved already, or the tip's position is not finite.
  init?(
    _ contact: ContactID, at tip: Point, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard session.selecting == nil, session.selectionMotion == nil, tip.isFinite else {
      return nil
    }
    self.contact = contact
    press = Press(contact, at: tip)
    position = tip
    phase = .pressed(session.selectionPart(at: tip, of: contact.tool.kind))
    update.selectionMoved = true
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard !isOver else { return }
    for sample in settled { move(to: sample.position, in: session, into: &update) }
    if let tip { move(to: tip.position, in: session, into: &update) }
    guard case .moving(let motion) = phase else { return }
    let moved = motion.transform(at: position, session.selectionModifiers)
    // Ink that is only moved stays on whole pixels; ink that is turned or scaled would tremble.
    session.selectionMotion =
      motion.part == .inside
      ? motion.view.aligned(moved, deviceScale: session.deviceScale) : moved
  }

  private func move(
    to new: Point, in session: CanvasSession, into update: inout CanvasUpdate
  ) {
    guard new.isFinite else { return }
    position = new
    if case .pressed(let part) = phase {
      press.move(to: new)
      guard press.isDrag else { return }
      phase = begun(part, in: session)
    }
    switch phase {
    case .pressed, .moving, .over: break
    case .text(let anchor): update.merge(session.selectText(from: anchor, to: new))
    case .outlining(.lasso(var line)):
      // Removed from the phase while it grows: two references would make a copy.
      phase = .over
      line.append(session.viewport.canvasFromWidget(new))
      phase = .outlining(.lasso(line))
    case .outlining(.box(let start, _)): phase = .outlining(.box(start, new))
    }
    update.selectionMoved = true
  }

  private func begun(_ part: SelectionHandles.Part?, in session: CanvasSession) -> Phase {
    if let part, let selection = session.selection, !session.isReadOnly {
      return .moving(
        SelectionMotion(
          part: part, frame: selection.frame, start: press.start, view: session.viewport,
          turnSide: part == .turn ? session.handles(of: selection.frame).turnSide : nil))
    }
    if let anchor = session.textAnchor(at: press.start, of: press.tool) { return .text(anchor) }
    switch session.picker.selectionKind {
    case .lasso: return .outlining(.lasso([session.viewport.canvasFromWidget(press.start)]))
    case .box: return .outlining(.box(press.start, press.start))
    }
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    let phase = phase
    // Ended before the steps below, which test it.
    self.phase = .over
    switch phase {
    case .over: return nil
    case .text: break
    case .pressed: update.merge(session.select(at: press.start, with: press.tool))
    case .outlining(let outline):
      update.merge(session.select(in: outline.loop(in: session.viewport)))
    case .moving(let motion):
      update.merge(
        session.endSelectionMotion(
          keeping: true, label: motion.part == .inside ? .move : .transform))
    }
    update.selectionMoved = true
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    guard !isOver else { return }
    phase = .over
    session.selectionMotion = nil
    update.selectionMoved = true
  }
}

import InkModel
import InkStore

/// Ink that may turn out to be a palm's: drawn at once and safe in the file, but no step.
///
/// 1. A finger lifts: what its activity has left is added to ``provisional``, and strokes are written to the file's
///    metadata, where they are after a crash.
/// 2. ``settle(_:)`` makes a step of it, as lifting does for a pen; or a `cancelled` removes it,
///    metadata included, without an effect on undo or redo.
/// 3. ``recover()`` makes steps of what a crash has left.
///
/// Undo, redo and everything that needs the drawing without provisional ink settles it first. A text that is edited
/// beside it goes on being edited until then.
extension CanvasSession {
  /// Whether what a contact does may turn out to be a palm's, or the beginning of a gesture.
  public func mayBeWithdrawn(_ contact: ContactID) -> Bool {
    fingersAreProvisional && contact.tool.kind == .finger
  }

  /// A contact is not withdrawn: ends the editing of the text beside which it came down, where that is still edited.
  func endText(pressedBy contact: ContactID, into update: inout CanvasUpdate) {
    guard let text = endingTexts.removeValue(forKey: contact), text == textEditing?.id else {
      return
    }
    update.merge(endText())
  }

  /// Whether a contact has lifted and what it left is provisional.
  public func isProvisional(_ contact: ContactID) -> Bool { provisional.contains(contact) }

  func hold(
    _ result: ActivityResult, of contact: ContactID, into update: inout CanvasUpdate
  ) {
    provisional.hold(result, of: contact)
    update.eraserMoved = true
    update.historyChanged = true
    noteProvisional(into: &update)
  }

  /// Whether what is provisional ends the editing of the text that is edited, once it is settled.
  private var provisionalEndsText: Bool {
    guard let text = textEditing?.id else { return false }
    return provisional.contacts.contains { endingTexts[$0] == text }
  }

  /// The label of what undo would undo; provisional ink counts, and ends the text beside which it was drawn.
  public var undoLabel: EditLabel? {
    if let textEditing, !provisionalEndsText,
      textSteps.canUndo || TextDraft(textEditing) != nil
    {
      return .text
    }
    return switch provisional.results.last?.result {
    case nil: history.undoLabel
    case .stroke: .draw
    case .sweep: .erase
    }
  }

  /// The label of what redo would do again.
  public var redoLabel: EditLabel? {
    textEditing != nil && textSteps.canRedo && !provisionalEndsText ? .text : history.redoLabel
  }

  /// What a contact has left was no palm's: it becomes a step.
  public func settle(_ contact: ContactID) -> CanvasUpdate {
    var update = CanvasUpdate()
    settle(contact, into: &update)
    return update
  }

  func settle(_ contact: ContactID, into update: inout CanvasUpdate) {
    settleMeasure(askedBy: contact, into: &update)
    guard let result = take(contact, into: &update) else { return }
    endText(pressedBy: contact, into: &update)
    keep(result, of: contact, into: &update)
  }

  /// A contact is not withdrawn: asks for the number whose reading it tapped.
  ///
  /// Not while somebody draws, nor where the compass, which alone has a reading to tap, has gone.
  private func settleMeasure(askedBy contact: ContactID, into update: inout CanvasUpdate) {
    guard measureAsker == contact else { return }
    measureAsker = nil
    if !isBusy, shownInstrument == .compass { update.wantsMeasure = true }
  }

  /// Who tapped a reading does something else meanwhile, or has left: no number is asked for any more.
  public func forgetMeasure() { measureAsker = nil }

  /// All that is provisional becomes steps, in the order in which it was drawn.
  public func settleAll() -> CanvasUpdate {
    var update = CanvasUpdate()
    for contact in provisional.contacts { settle(contact, into: &update) }
    return update
  }

  /// Undoes what a contact has left.
  func withdraw(_ contact: ContactID, into update: inout CanvasUpdate) {
    guard let result = take(contact, into: &update) else { return }
    withdraw(result, of: contact, into: &update)
  }

  private func take(
    _ contact: ContactID, into update: inout CanvasUpdate
  ) -> ActivityResult? {
    guard let result = provisional.take(contact) else { return nil }
    update.historyChanged = true
    noteProvisional(into: &update)
    return result
  }

  /// Makes steps of provisional ink, and of a text that was being edited, that were in the file when it was opened.
  public func recover() -> CanvasUpdate {
    var update = recoverText()
    guard let found = foundProvisional, !isReadOnly else { return update }
    foundProvisional = nil
    for (stroke, page) in ProvisionalInkText.strokes(in: found, on: drawing.settings.layout) {
      keep(stroke, onPage: page, into: &update)
    }
    update.commands.append(.setMetadata(.provisionalInk, nil))
    return update
  }

  /// Updates the file's metadata of provisional ink.
  private func noteProvisional(into update: inout CanvasUpdate) {
    let text = ProvisionalInkText.text(provisional.strokes, on: drawing.settings.layout)
    guard text != keptProvisional else { return }
    keptProvisional = text
    update.commands.append(.setMetadata(.provisionalInk, text))
  }
}

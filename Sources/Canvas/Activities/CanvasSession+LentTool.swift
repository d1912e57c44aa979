import InkModel

/// Contacts while the selection tool is lent (``ToolPicker/isLent``).
///
/// Invariants:
/// 1. A contact that comes down beside the selection uses the tool of before, if that changes ink, and nothing is
///    selected from then on.
/// 2. If it lifts as a tap, that is all it did: it leaves nothing in the drawing.
/// 3. A finger that may be a palm's returns no tool as it comes down.
extension CanvasSession {
  /// Returns the tool of before to the picker where a contact comes down beside the selection; whether it does.
  func returnsTool(
    to contact: ContactID, at position: Point, into update: inout CanvasUpdate
  ) -> Bool {
    guard let replaced = picker.replaced, ToolCatalog.definition(of: replaced.tool).changesInk,
      tool(of: contact.tool).tool == .selection, !addsToSelection, !isReadOnly, !isBusy,
      !mayBeWithdrawn(contact), selectionPart(at: position, of: contact.tool.kind) == nil
    else { return false }
    picker.returnTool()
    update.merge(clearSelection())
    update.selectionMoved = true
    returning = (contact, Press(contact, at: position))
    return true
  }

  /// Follows the contact that has returned a tool, to tell a tap from a stroke.
  func followReturning(_ contact: ContactID, _ settled: [StylusSample], _ tip: StylusSample?) {
    guard returning?.contact == contact else { return }
    for sample in settled { returning?.press.move(to: sample.position) }
    if let tip { returning?.press.move(to: tip.position) }
  }

  /// Whether a contact that ends now has returned a tool and was a tap.
  func endsReturningTap(_ contact: ContactID) -> Bool {
    guard let returning, returning.contact == contact else { return false }
    self.returning = nil
    return !returning.press.isDrag
  }
}

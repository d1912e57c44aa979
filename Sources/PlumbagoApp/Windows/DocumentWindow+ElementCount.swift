import Canvas
import InkModel

/// Says how many elements were selected or changed where some are out of view, and so are not seen.
extension DocumentWindow {
  /// Everything was selected.
  func tellOfSelectionBeyondView() {
    let session = document.session
    guard let elements = session.selection?.elements,
      let count = session.countBeyondView(of: elements)
    else { return }
    let told = trn("{count} selected", "{count} selected", count.elements)
    messages.show(.notice, count.sentence(told))
  }

  /// A command on the selection made a step, which can be taken back.
  func tellOfStepBeyondView(_ update: CanvasUpdate) {
    let session = document.session
    guard update.commands.contains(where: { if case .commit = $0 { true } else { false } }),
      let edit = session.history.edit(session.history.head),
      let count = session.countBeyondView(
        of: edit.removed.isEmpty ? edit.inserted : edit.removed),
      let told = Self.told(of: edit.label, count.elements)
    else { return }
    messages.show(.step, count.sentence(told), actions: [undoAction(of: edit.label)])
  }

  /// What was done to how many elements; `nil` where whoever does that sees it, or has another message.
  private static func told(of label: EditLabel, _ count: Int) -> String? {
    switch label {
    case .delete, .cut: trn("{count} deleted", "{count} deleted", count)
    case .duplicate: trn("{count} duplicated", "{count} duplicated", count)
    case .recolor, .toFront, .toBack, .moveToLayer:
      trn("{count} changed", "{count} changed", count)
    default: nil
    }
  }
}

extension ElementCount {
  /// What is said of the elements, and on how many pages they are where these are several.
  func sentence(_ told: String) -> String {
    pages > 1 ? told + " · " + trn("{count} page", "{count} pages", pages) : told
  }
}

import Canvas
import Gtk
import GtkInk
import InkWidgets

/// Commands on the selection, and the clipboard.
extension DocumentWindow {
  var hasSelection: Bool { document.session.selection != nil }
  var canChangeSelection: Bool { document.session.canChangeSelection }

  func connectSelection() {
    overlay.onCopy = { [weak self] in self?.commands.perform("copy") }
    overlay.onCut = { [weak self] in self?.commands.perform("cut") }
    overlay.onSelection = { [weak self] in self?.commands.refresh() }
  }

  func selectAll() {
    guard !editsText("selection.select-all") else { return }
    overlay.selectAll()
  }

  func copy() {
    guard !editsText("clipboard.copy") else { return }
    copySelection()
  }

  func cut() {
    guard !editsText("clipboard.cut") else { return }
    copySelection()
    canvas.perform { $0.deleteSelection(.cut) }
  }

  private func copySelection() {
    guard let selection = document.session.selection else { return }
    InkClipboard.copy(selection.elements, of: document, on: canvas.widget)
  }

  /// Puts what is on the clipboard where the pointer or the pen is, or in the middle of the view.
  func paste() {
    guard !editsText("clipboard.paste") else { return }
    let position = canvas.pastingPosition
    Task { [weak self] in
      guard let self else { return }
      guard let clip = await InkClipboard.strokes(on: self.canvas.widget) else {
        return self.messages.show(.notice, tr("There is no ink on the clipboard."))
      }
      self.overlay.paste { $0.paste(clip, at: position) }
    }
  }

  /// Activates an action of GTK's text fields, if such a field has the keyboard focus.
  private func editsText(_ action: String) -> Bool {
    guard let focus = window.focus, focus.isTextField else { return false }
    return focus.activateAction(action)
  }
}

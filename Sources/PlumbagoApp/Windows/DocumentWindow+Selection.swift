import CGtk
import Canvas
import Gtk
import GtkInk
import InkWidgets

extension DocumentWindow {
  func addSelectionActions() {
    actions.add("select-all") { [weak self] in
      guard let self, !self.editsText("selection.select-all") else { return }
      self.desk.selectAll()
    }
    func add(_ name: String, _ body: @escaping (CanvasSession) -> CanvasUpdate) {
      actions.add(name) { [weak self] in self?.canvas.perform(body) }
    }
    add("duplicate") { $0.duplicateSelection() }
    add("delete") { $0.deleteSelection() }
    add("to-front") { $0.bringSelectionToFront() }
    add("to-back") { $0.sendSelectionToBack() }
    actions.add("cut") { [weak self] in
      guard let self, !self.editsText("clipboard.cut") else { return }
      self.copySelection()
      self.canvas.perform { $0.deleteSelection(.cut) }
    }
    actions.add("copy") { [weak self] in
      guard let self, !self.editsText("clipboard.copy") else { return }
      self.copySelection()
    }
    actions.add("paste") { [weak self] in
      guard let self, !self.editsText("clipboard.paste") else { return }
      self.paste()
    }
    desk.onCopy = { [weak self] in self?.copySelection() }
    desk.onCut = { [weak self] in
      self?.copySelection()
      self?.canvas.perform { $0.deleteSelection(.cut) }
    }
    desk.onSelection = { [weak self] in self?.selectionChanged() }
    selectionChanged()
  }

  private func copySelection() {
    guard let selection = document.session.selection else { return }
    InkClipboard.copy(selection.elements, of: document, on: canvas.widget)
  }

  /// Puts what is on the clipboard where the pointer or the pen is, or in the middle of the view.
  private func paste() {
    let place = canvas.pastingPlace
    Task { [weak self] in
      guard let self else { return }
      guard let clip = await InkClipboard.strokes(on: self.canvas.widget) else {
        return self.banner.show(.notice, tr("There is no ink on the clipboard."))
      }
      self.desk.paste { $0.paste(clip, at: place) }
    }
  }

  /// Where the keyboard is in a field of text, what the action means there is done there.
  func editsText(_ action: String) -> Bool {
    guard let focus = gtk_window_get_focus(window),
      g_type_check_instance_is_a(focus.cast(), gtk_text_get_type()) != 0
    else { return false }
    return gtk_widget_activate_action_variant(focus, action, nil) != 0
  }

  private func selectionChanged() {
    let session = document.session
    let canChange = session.canChangeSelection
    actions.enable("copy", session.selection != nil)
    actions.enable("paste", !session.isReadOnly)
    for name in ["cut", "duplicate", "delete", "to-front", "to-back"] {
      actions.enable(name, canChange)
    }
  }
}

import Canvas
import Gtk
import GtkInk
import InkModel
import InkStore
import InkWidgets

/// Commands on the selection, and the clipboard.
extension DocumentWindow {
  /// Whether there is something to copy: elements, or a stretch of the text that is edited.
  var hasSelection: Bool { document.session.selection != nil || overlay.texts.hasSelection }
  /// Whether there is something to copy, the text of a document too.
  var canCopy: Bool { hasSelection || document.session.hasSelectedText }
  var canChangeSelection: Bool { document.session.canChangeSelection }
  /// Whether there is something to cut.
  var canCut: Bool { canChangeSelection || overlay.texts.hasSelection }

  /// What can be done with what is selected.
  var selectionMenu: SelectionMenu {
    let session = document.session
    return SelectionMenu(
      of: SelectionMenu.Contents(
        session.selection?.elements ?? [],
        hasLines: session.selectedPicture.map { hasLines($0) } ?? false))
  }

  func connectSelection() {
    overlay.onCopy = { [weak self] in self?.commands.perform("copy") }
    overlay.onCut = { [weak self] in self?.commands.perform("cut") }
    overlay.selectionItems = { [weak self] in
      (self?.selectionMenu.besideButtons ?? []).map { actions in
        actions.map { SelectionItem(CommandTable[$0].label, action: $0) }
      }
    }
    overlay.onDrag = { [weak self] in self?.draggedSelection() }
    overlay.onSelection = { [weak self] in
      self?.commands.refresh()
      self?.writtenLines.selectionChanged()
    }
  }

  func selectAll() {
    guard !editsText("selection.select-all") else { return }
    guard !overlay.selectAll() else { return tellOfSelectionBeyondView() }
    messages.show(.notice, tr("There is nothing that can be selected."))
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
    guard !copyTextOfDocument(), let selection = document.session.selection else { return }
    InkClipboard.copy(selection.elements, of: document, on: canvas.widget) { [weak self] in
      self?.tellOfLoss()
    }
  }

  private func tellOfLoss() {
    messages.show(.notice, tr("A picture is too large for the clipboard and was not copied."))
  }

  /// What is selected, for the program that it is dragged to.
  private func draggedSelection() -> (offer: ClipboardOffer, picture: [UInt8]?)? {
    guard let elements = document.session.selection?.elements else { return nil }
    var (formats, clip) = InkClipboard.offer(of: elements, in: document) { [weak self] in
      self?.tellOfLoss()
    }
    formats.formats += DraggedDrawing.file(of: clip, from: document.title)
    return (formats, InkClipboard.icon(of: elements, in: document))
  }

  /// Puts what is on the clipboard where the pointer or the pen is, or in the middle of the view.
  func paste() {
    guard !editsText("clipboard.paste") else { return }
    let position = canvas.pastingPosition
    Task { [weak self] in
      guard let self else { return }
      switch await self.take(Clipboard(of: self.canvas.widget), at: position) {
      case .taken: break
      case .unreadable:
        self.messages.show(.notice, tr("The picture on the clipboard cannot be read."))
      case .nothing:
        self.messages.show(.notice, tr("There is nothing on the clipboard that can be pasted."))
      }
    }
  }

  /// Puts the bytes of a clip's pictures into the file, and then the clip on the canvas.
  func paste(_ clip: InkClip, at position: Point) async {
    do throws(DocumentStoreError) {
      try await document.keeper.keepBlobs(of: clip)
      overlay.paste { $0.paste(clip, at: position) }
    } catch {
      tell(tr("The picture could not be inserted"), error, path: document.path)
    }
  }

  /// Activates an action of GTK's text fields, if such a field has the keyboard focus.
  private func editsText(_ action: String) -> Bool {
    if let focus = window.focus, focus.isTextField { return focus.activateAction(action) }
    // The keyboard may be on a button, which a pen has pressed.
    return overlay.texts.view?.activateAction(action) ?? false
  }
}

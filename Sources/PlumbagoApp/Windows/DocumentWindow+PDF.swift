import Canvas
import Gtk
import InkModel
import InkRendering
import InkStore

/// Ink as annotations of the PDF that a drawing was made from.
extension DocumentWindow {
  /// Whether there is such a PDF.
  var canSaveIntoPDF: Bool { AnnotationPlanner.document(of: document.session.drawing) != nil }

  func saveIntoPDF() {
    canvas.finishContacts()
    let title = CommandTable["win.save-into-pdf"].title
    // Beside the PDF, which the ink is probably to go into.
    let folder = document.source.map { FilePaths.split($0).folder }
    dialogs.save(
      title, [PDFExporter().filter], name: document.title + ".pdf", in: folder
    ) { [weak self] path in
      guard let self,
        let blob = AnnotationPlanner.document(of: self.document.session.drawing)
      else { return }
      self.saveIntoPDF(path, password: self.document.foreign.password(of: blob), isAgain: false)
    }
  }

  private func saveIntoPDF(_ path: String, password: String, isAgain: Bool) {
    let drawing = document.session.drawing
    let keeper = document.keeper
    let shelf = document.foreign.shelf
    let elements = drawing.shownElements
    exports.begin(to: path) { [weak self] in
      let contents = await keeper.contents(Set(elements.compactMap(\.kind.content)))
      let blobs = await keeper.blobs(of: elements)
      do throws(PDFAnnotatingError) {
        let result = try await PDFAnnotating.write(
          drawing, to: path, password: password, contents: contents, blobs: blobs,
          pages: ForeignSource(shelf),
          documents: DocumentAccess(
            password: { shelf.password(of: $0) },
            file: { await StoredBytes.copy($0, from: await keeper.store) }))
        self?.tellOfPDF(path, result)
      } catch {
        guard let self, !error.isCancellation else { return }
        guard !error.needsPassword else {
          return PasswordDialog.ask(
            parent: self.window, file: self.document.title, isAgain: isAgain
          ) { [weak self] in
            guard let typed = $0 else { return }
            self?.saveIntoPDF(path, password: typed, isAgain: true)
          }
        }
        MessageDialog.tell(
          parent: self.window, tr("The ink was not saved into the PDF"),
          ErrorPresentation.sentence(error, path: path, drawing: self.document.path))
      }
    }
  }

  private func tellOfPDF(_ path: String, _ result: PDFAnnotatingResult) {
    let done = tr("The ink is in “{file}”.").filled("file", OpenDocument.fileName(of: path))
    messages.show(
      .notice, ([done] + ErrorPresentation.sentences(result)).joined(separator: " "),
      actions: FileLauncher.actions(for: path, over: window) { [weak self] in
        self?.messages.hide(.notice)
      })
  }
}

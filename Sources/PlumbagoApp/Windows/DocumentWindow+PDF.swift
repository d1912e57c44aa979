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
    askForPDF(name: document.title, breaksSignature: false)
  }

  /// Asks where the ink is saved.
  ///
  /// - Parameters:
  ///   - name: What the file is called unless another name is given.
  ///   - breaksSignature: Whether it was agreed that a signature does not hold.
  private func askForPDF(name: String, breaksSignature: Bool) {
    // Beside the PDF, which the ink is probably to go into.
    let folder = document.source.map { FilePaths.split($0).folder }
    dialogs.save(
      CommandTable["win.save-into-pdf"].title, [PDFExporter().filter], name: name + ".pdf",
      in: folder
    ) { [weak self] path in
      guard let self,
        let blob = AnnotationPlanner.document(of: self.document.session.drawing)
      else { return }
      self.saveIntoPDF(
        path, password: self.document.foreign.password(of: blob), isAgain: false,
        breaksSignature: breaksSignature)
    }
  }

  private func saveIntoPDF(
    _ path: String, password: String, isAgain: Bool, breaksSignature: Bool
  ) {
    let drawing = document.session.drawing
    let keeper = document.keeper
    let shelf = document.foreign.shelf
    let elements = drawing.shownElements
    exports.begin(to: path) { [weak self] in
      let contents = await keeper.contents(Set(elements.compactMap(\.kind.content)))
      let blobs = await keeper.blobs(of: elements)
      do throws(PDFAnnotatingError) {
        let result = try await PDFAnnotating.write(
          drawing, to: path, password: password, breaksSignature: breaksSignature,
          contents: contents, blobs: blobs, pages: ForeignSource(shelf),
          documents: DocumentAccess(
            password: { shelf.password(of: $0) },
            file: { await StoredBytes.copy($0, from: await keeper.store) }))
        self?.tellOfPDF(path, result)
      } catch {
        guard let self, !error.isCancellation else { return }
        if case .signed = error { return self.offerCopy(insteadOf: path, password: password) }
        guard !error.needsPassword else {
          return PasswordDialog.ask(
            parent: self.window, file: self.document.title, isAgain: isAgain
          ) { [weak self] in
            guard let typed = $0 else { return }
            self?.saveIntoPDF(
              path, password: typed, isAgain: true, breaksSignature: breaksSignature)
          }
        }
        MessageDialog.tell(
          parent: self.window, tr("The ink was not saved into the PDF"),
          ErrorPresentation.sentence(error, path: path, drawing: self.document.path))
      }
    }
  }

  /// Says that the document is signed, before anything is written, and offers a copy of it.
  ///
  /// - Parameter path: Where the ink was to go; a copy goes there where no file has that name, else another is asked for.
  private func offerCopy(insteadOf path: String, password: String) {
    MessageDialog.ask(
      parent: window, tr("Save a copy of the signed document?"),
      tr(
        "Ink in the PDF document would break its signature. It can go into a copy, whose signature does not hold; the document itself stays as it is."
      ),
      choices: [
        .init(tr("_Cancel")) {},
        .init(CommandTable["win.save-copy"].label) { [weak self] in
          guard let self else { return }
          guard FileTest.exists(path) else {
            return self.saveIntoPDF(
              path, password: password, isAgain: false, breaksSignature: true)
          }
          self.askForPDF(
            name: tr("{drawing} (copy)").filled("drawing", self.document.title),
            breaksSignature: true)
        },
      ])
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

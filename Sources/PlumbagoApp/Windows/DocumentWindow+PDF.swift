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
    // What it was saved into before; else a name of its own, so that Return replaces no PDF that is called otherwise.
    let name = document.writtenPDF.map { ForeignFile.title(of: $0) } ?? document.title
    askForPDF(name: name, breaksSignature: false)
  }

  /// Asks where the ink is saved.
  ///
  /// - Parameters:
  ///   - name: What the file is called unless another name is given.
  ///   - breaksSignature: Whether it was agreed that a signature does not hold.
  ///   - chosen: Whether the ink is saved there as the drawing is closed, where that was asked before.
  private func askForPDF(name: String, breaksSignature: Bool, onClosing chosen: Bool? = nil) {
    let folder = (document.writtenPDF ?? document.source).map { FilePaths.split($0).folder }
    // A drawing that takes no change, as one of the past, keeps what was chosen.
    let canChoose = canWrite && !breaksSignature
    dialogs.save(
      CommandTable["win.save-into-pdf"].title, [PDFExporter().filter], name: name + ".pdf",
      in: folder, option: canChoose ? tr("Again when the drawing is closed") : nil,
      isOptionOn: document.closingPDF != nil
    ) { [weak self] path, isOn in
      guard let self,
        let blob = AnnotationPlanner.document(of: self.document.session.drawing)
      else { return }
      self.saveIntoPDF(
        path, password: self.document.foreign.password(of: blob),
        onClosing: canChoose ? isOn : chosen, isAgain: false, breaksSignature: breaksSignature)
    }
  }

  /// - Parameter onClosing: Whether the ink is saved there as the drawing is closed, too; `nil` leaves that as it is.
  private func saveIntoPDF(
    _ path: String, password: String, onClosing: Bool?, isAgain: Bool, breaksSignature: Bool
  ) {
    let document = document
    let drawing = document.session.drawing.inOneColumn
    let count = document.changeCount
    // Cancelled, the choice would be gone with the drawing.
    exports.begin(to: path, isAwaited: true) { [weak self] in
      do throws(PDFAnnotatingError) {
        let result = try await document.writeIntoPDF(
          drawing, to: path, password: password, breaksSignature: breaksSignature)
        if !password.isEmpty, let blob = AnnotationPlanner.document(of: drawing) {
          document.foreign.unlock(blob, password: password)
        }
        let choice = await document.choose(path, onClosing: onClosing, result, writtenAt: count)
        self?.tellOfPDF(path, result, choice)
      } catch {
        guard let self, !error.isCancellation else { return }
        self.keepOpen()
        if case .signed = error {
          return self.offerCopy(insteadOf: path, password: password, onClosing: onClosing)
        }
        guard !error.needsPassword else {
          PasswordDialog.ask(
            parent: self.window, file: self.document.title, isAgain: isAgain
          ) { [weak self] in
            guard let typed = $0 else { return }
            self?.saveIntoPDF(
              path, password: typed, onClosing: onClosing, isAgain: true,
              breaksSignature: breaksSignature)
          }
          return
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
  private func offerCopy(insteadOf path: String, password: String, onClosing: Bool?) {
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
              path, password: password, onClosing: onClosing, isAgain: false,
              breaksSignature: true)
          }
          self.askForPDF(
            name: tr("{drawing} (copy)").filled("drawing", self.document.title),
            breaksSignature: true, onClosing: onClosing)
        },
      ])
  }

  /// Says what the PDF has that the ink is saved into as the drawing is closed; `nil` where there is none.
  var sentenceOfClosingPDF: String? {
    document.closingPDF.flatMap {
      ErrorPresentation.sentence(whileOpen: $0, isToBeWritten: document.isPDFToBeWritten)
    }
  }

  /// What is said of the PDF where the drawing was saved; `nil` where there is none.
  ///
  /// Saving the drawing leaves the PDF as it is, which whoever hands that on must know.
  var messageOfPDF: (sentence: String, actions: [(String, () -> Void)])? {
    if let sentence = sentenceOfClosingPDF { return (sentence, []) }
    guard canSaveIntoPDF else { return nil }
    let command = CommandTable["win.save-into-pdf"]
    return (
      tr("The PDF itself stays as it is until you choose “{command}”.")
        .filled("command", command.title),
      [
        (
          command.label,
          { [weak self] in
            self?.messages.hide(.written)
            self?.saveIntoPDF()
          }
        )
      ]
    )
  }

  /// Takes back that the ink is saved into a PDF as the drawing is closed.
  func dropClosingPDF() {
    messages.hide(.closingPDF)
    Task { [document] in await document.dropClosingPDF() }
  }

  private func tellOfPDF(
    _ path: String, _ result: PDFAnnotatingResult, _ choice: ClosingPDF.Choice?
  ) {
    // It was written since.
    if document.closingPDF?.refusal == nil { messages.hide(.closingPDF) }
    let choices = [choice].compactMap(\.self).map { ErrorPresentation.sentence($0) }
    tellOfFile(
      path, tr("The ink is in “{file}”."), ErrorPresentation.sentences(result) + choices)
  }
}

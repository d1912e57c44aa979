import CGtk
import Canvas
import Exchange
import Gtk
import GtkInk
import InkModel
import InkRendering
import InkStore

extension DocumentWindow {
  // MARK: Names and locations

  /// Makes sure that the drawing is on the disk, and says so; asks only where it has no name yet, or cannot be changed where
  /// it is.
  func save() {
    guard document.restriction == nil, !document.isUntitled else { return saveAs() }
    saveInPlace()
  }

  private func saveInPlace() {
    canvas.finishContacts()
    Task { [weak self] in
      // What cannot be written is told of as long as that lasts.
      guard let self, await self.document.save() else { return }
      let told = tr("Every stroke is saved at once. You never need to save by hand.")
      let ofPDF = self.messageOfPDF
      self.messages.show(
        .written, [told, ofPDF?.sentence].compactMap(\.self).joined(separator: " "),
        actions: ofPDF?.actions ?? [])
    }
  }

  /// Asks for another name, and goes on in a file of that.
  func saveAs() {
    if document.restriction == .damaged { return recover() }
    // Its own name would be that of a file to replace.
    let name =
      document.isUntitled
      ? document.title : tr("{drawing} (copy)").filled("drawing", document.title)
    dialogs.save(
      tr("Save the Drawing As"), [.drawings], name: name + ".plumbago",
      in: FileDialogs.drawings(beside: document.path),
      isOwn: { [weak self] in self?.document.isAt($0) ?? false },
      then: { [weak self] in self?.saveAs($0) })
  }

  private func saveAs(_ target: String) {
    guard !document.isAt(target) else {
      // One that cannot be changed stays as it is, which its message says.
      return document.restriction == nil ? saveInPlace() : ()
    }
    Task { [weak self] in
      do throws(DocumentStoreError) {
        try await self?.document.saveAs(target)
      } catch {
        self?.tell(tr("The drawing could not be saved"), error, path: target)
      }
    }
  }

  /// Salvages a damaged drawing into another file, and goes on there.
  func recover() {
    let name = tr("{drawing} (recovered).plumbago").filled("drawing", document.title)
    dialogs.save(
      tr("Save What Is Left As"), [.drawings], name: name,
      in: FileDialogs.drawings(beside: document.path)
    ) { [weak self] target in
      Task {
        guard let self else { return }
        do throws(DocumentStoreError) {
          let report = try await self.document.recover(to: target)
          Application.shared?.open(target)
          Application.shared?.tell(
            tr("The drawing was recovered"), ErrorPresentation.sentence(report))
          let document = self.document
          for window in Application.shared?.windows ?? [] where window.document.isBeside(document) {
            window.closeAsItIs()
          }
        } catch {
          var file = self.document.path
          if case .alreadyExists = error { file = target }
          self.tell(tr("Nothing could be recovered"), error, path: file)
        }
      }
    }
  }

  /// Renames the drawing, or tells why it keeps its name.
  func rename(to typed: String) {
    Task { [weak self] in
      guard let sentence = await self?.refusal(renamingTo: typed) else { return }
      self?.tellNameIsKept(sentence)
    }
  }

  /// Renames the drawing.
  ///
  /// - Returns: Why it keeps its name; `nil` where it has the new one, or none was typed.
  func refusal(renamingTo typed: String) async -> String? {
    let name = typed.trimmed
    guard !name.isEmpty, name != document.title else { return nil }
    guard DrawingFolder.isName(name) else { return Self.sentence(refusing: name) }
    do throws(DocumentStoreError) {
      try await document.rename(name)
      return nil
    } catch {
      let folder = FilePaths.split(document.path).folder
      return ErrorPresentation.sentence(error, path: "\(folder)/\(name).plumbago")
    }
  }

  func tellNameIsKept(_ sentence: String) {
    MessageDialog.tell(parent: window, tr("The drawing keeps its name"), sentence)
  }

  /// Tells that something could not be done, and why, in a dialog.
  ///
  /// - Parameter path: Of the file that it was done with.
  func tell(_ title: String, _ error: DocumentStoreError, path: String) {
    MessageDialog.tell(
      parent: window, title, ErrorPresentation.sentence(error, path: path))
  }

  // MARK: Exporting

  func export() {
    let drawing = document.session.drawing
    let view = document.session.viewport
    let page = drawing.settings.layout.page(nearest: view.canvasFromWidget(view.center))
      .map { $0 + 1 }
    guard let dialog = ExportDialog(parent: window, drawing.inOneColumn, page: page) else {
      return
    }
    exportDialog = dialog
    dialog.onChoose = { [weak self] format, choices, remember in
      self?.export(as: format, choices, onWritten: remember)
    }
    dialog.present()
  }

  /// Asks where an export is saved, and writes it; a name with the ending of another format of its kind chooses that
  /// one.
  private func export(
    as format: ExportFormat, _ choices: ExportChoices, onWritten: @escaping @MainActor () -> Void
  ) {
    dialogs.save(
      tr("Export the Drawing"), [format.filter],
      name: document.title + "." + format.fileExtension, endings: format.endings
    ) { [weak self] path in
      guard let self else { return }
      switch format {
      case .picture:
        self.write(
          self.document.session.drawing.inOneColumn, to: path, choices, onWritten: onWritten)
      case .exchange(let format): self.write(as: format, to: path, onWritten: onWritten)
      }
    }
  }

  /// Writes the drawing for another program, and tells how that went.
  private func write(
    as format: ExchangeFormat, to path: String, onWritten: @escaping @MainActor () -> Void
  ) {
    let drawing = document.session.drawing.inOneColumn
    let pages = ForeignSource(document.foreign.shelf)
    exports.begin(to: path) { [self] in
      do {
        let losses = try await ExchangeFile.write(
          drawing, title: document.title, from: document.keeper.store, as: format, to: path,
          pages: pages)
        onWritten()
        // A loss of this one export has a sentence of its own; the others are those that the format has in general.
        let own: Set<ExchangeLoss> = [.documents]
        let sentences =
          [ErrorPresentation.warning(losses.subtracting(own))].compactMap(\.self)
          + ErrorPresentation.sentences(losses.intersection(own))
        tellOfExport(path, loss: sentences.joined(separator: " "))
      } catch {
        if let error = error as? ExchangeFileError, case .export(.cancelled) = error.reason {
          return
        }
        let sentence =
          switch error {
          case let error as ExchangeFileError: ErrorPresentation.sentence(error)
          case let error as DocumentStoreError:
            ErrorPresentation.sentence(error, path: document.path)
          default: "\(error)"
          }
        MessageDialog.tell(parent: window, tr("The drawing could not be exported"), sentence)
      }
    }
  }

  /// Exports what is selected alone, on plain paper.
  func exportSelection() {
    guard let selection = document.session.selection else { return }
    let drawing = Drawing(
      onCanvas: selection.elements, of: document.session.drawing.settings)
    dialogs.save(
      CommandTable["win.export-selection"].title, DrawingExporters.all.map(\.filter),
      name: document.title + "." + DrawingExporters.all[0].fileExtension,
      endings: DrawingExporters.all.map { "." + $0.fileExtension }
    ) { [weak self] path in
      var choices = ExportChoices()
      choices.pattern = false
      self?.write(drawing, to: path, choices)
    }
  }

  /// Writes a picture, and tells how that went.
  ///
  /// - Parameters:
  ///   - isAgain: A password was asked for already.
  ///   - onWritten: Called once the file is there.
  private func write(
    _ drawing: Drawing, to path: String, _ choices: ExportChoices, isAgain: Bool = false,
    onWritten: @escaping @MainActor () -> Void = {}
  ) {
    let (keeper, shelf) = (document.keeper, document.foreign.shelf)
    let documents = DocumentAccess(
      password: { shelf.password(of: $0) },
      file: { await StoredBytes.copy($0, from: await keeper.store) })
    exports.begin(to: path) { [self] in
      do throws(PictureExportError) {
        let result = try await PictureExport.write(
          drawing, to: path, title: document.title, choices, pages: ForeignSource(shelf),
          documents: documents)
        onWritten()
        let sentences = [choices.loss(of: drawing)].compactMap(\.self)
        tellOfExport(
          path, loss: (sentences + ErrorPresentation.sentences(result)).joined(separator: " "))
      } catch {
        guard !error.isCancellation else { return }
        if let blob = error.lockedDocument {
          PasswordDialog.ask(parent: window, file: document.title, isAgain: isAgain) {
            [weak self] in
            guard let self, let typed = $0 else { return }
            self.document.foreign.unlock(blob, password: typed)
            self.write(drawing, to: path, choices, isAgain: true, onWritten: onWritten)
          }
          return
        }
        MessageDialog.tell(
          parent: window, tr("The drawing could not be exported"),
          ErrorPresentation.sentence(error, path: path))
      }
    }
  }

  private func tellOfExport(_ path: String, loss: String?) {
    let losses = [loss].compactMap(\.self).filter { !$0.isEmpty }
    tellOfFile(path, tr("Exported to “{file}”."), losses)
  }

  /// Tells of a file that was written, in a message that offers to open it and to show its folder, whatever was told before.
  ///
  /// - Parameters:
  ///   - done: What was done, with the file's name as `{file}`.
  ///   - more: Sentences after that.
  func tellOfFile(_ path: String, _ done: String, _ more: [String] = []) {
    let done = done.filled("file", OpenDocument.fileName(of: path))
    messages.show(
      .written, ([done] + more).joined(separator: " "),
      actions: FileLauncher.actions(for: path, over: window) { [weak self] in
        self?.messages.hide(.written)
      })
  }

  // MARK: Recording

  func toggleRecording() {
    if let done = canvas.recorder?.result {
      canvas.recorder = nil
      messages.hide(.recording)
      dialogs.save(
        tr("Save the Recording"), [.recordings], name: document.title + ".stylus"
      ) { [weak self] path in
        RecordingFile.write(done.text, to: path, parent: self?.window)
      }
    } else {
      canvas.recorder = StylusRecorder(
        width: document.session.viewport.width, height: document.session.viewport.height)
      messages.show(
        .recording,
        tr("Everything the pen does in this window is being recorded. Nothing is sent anywhere."),
        actions: [(tr("Stop and Save…"), { [weak self] in self?.toggleRecording() })])
    }
  }
}

extension String {
  /// Without white space at either end.
  var trimmed: String {
    var rest = self[...]
    while let c = rest.first, c.isWhitespace { rest.removeFirst() }
    while let c = rest.last, c.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}

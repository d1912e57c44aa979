import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering
import InkStore

extension DocumentWindow {
  // MARK: Names and locations

  func saveAs() {
    if document.restriction == .damaged { return recover() }
    dialogs.save(
      tr("Save the Drawing As"), [.drawings], name: document.title + ".plumbago"
    ) { [weak self] target in
      Task {
        do throws(DocumentStoreError) {
          try await self?.document.saveAs(target)
        } catch {
          self?.tell(tr("The drawing could not be saved"), error, target)
        }
      }
    }
  }

  /// Salvages a damaged drawing into another file, and goes on there.
  func recover() {
    let name = tr("{drawing} (recovered).plumbago").filled("drawing", document.title)
    dialogs.save(tr("Save What Is Left As"), [.drawings], name: name) { [weak self] target in
      Task {
        guard let self else { return }
        do throws(DocumentStoreError) {
          let report = try await self.document.recover(to: target)
          Application.shared?.open(target)
          Application.shared?.tell(
            tr("The drawing was recovered"), ErrorPresentation.sentence(report))
          self.closeAsItIs()
        } catch {
          var file = self.document.path
          if case .alreadyExists = error { file = target }
          self.tell(tr("Nothing could be recovered"), error, file)
        }
      }
    }
  }

  func rename(to typed: String) {
    let name = typed.trimmed
    guard !name.isEmpty, name != document.title else { return }
    guard !name.contains("/") else {
      MessageDialog.tell(
        parent: window, tr("The drawing keeps its name"), tr("A name cannot contain “/”."))
      return
    }
    Task { [weak self] in
      do throws(DocumentStoreError) {
        try await self?.document.rename(name)
      } catch {
        guard let self else { return }
        let folder = FilePaths.split(self.document.path).folder
        self.tell(tr("The drawing keeps its name"), error, "\(folder)/\(name).plumbago")
      }
    }
  }

  private func tell(_ title: String, _ error: DocumentStoreError, _ path: String) {
    MessageDialog.tell(
      parent: window, title, ErrorPresentation.sentence(error, path: path))
  }

  // MARK: Exporting

  func export() {
    let settings = document.session.drawing.settings
    let ending = settings.layout == .infinite ? ".png" : ".pdf"
    let view = document.session.viewport
    let page = settings.layout.page(nearest: view.canvasFromWidget(view.center)).map { $0 + 1 }
    dialogs.savePicture(
      tr("Export the Drawing"), name: document.title + ending,
      Self.exportQuestions(for: settings, page: page)
    ) { [weak self] path, chosen in
      guard let self else { return }
      let drawing = self.document.session.drawing
      var choices = ExportChoices()
      choices.margins = chosen["margins"].flatMap { MarginExport(rawValue: $0) } ?? .grow
      choices.pattern = chosen["pattern"] != "false"
      choices.paper = chosen["dark"] == "true" ? .dark : .light
      choices.page = chosen["pages"].flatMap { Int($0) }
      self.write(drawing, to: path, choices)
    }
  }

  /// Exports what is selected alone, on plain paper.
  func exportSelection() {
    guard let selection = document.session.selection else { return }
    var settings = document.session.drawing.settings
    settings.layout = .infinite
    let drawing = Drawing(selection.elements, settings: settings)
    dialogs.savePicture(
      CommandTable["win.export-selection"].title, name: document.title + ".png", []
    ) { [weak self] path, _ in
      var choices = ExportChoices()
      choices.pattern = false
      self?.write(drawing, to: path, choices)
    }
  }

  /// Writes a picture, and tells how that went.
  private func write(_ drawing: Drawing, to path: String, _ choices: ExportChoices) {
    Task {
      do throws(PictureExportError) {
        try await PictureExport.write(drawing, to: path, title: document.title, choices)
        let done = tr("Exported to “{file}”.").filled("file", OpenDocument.fileName(of: path))
        let loss = choices.loss(of: drawing)
        banner.show(.notice, [done, loss].compactMap { $0 }.joined(separator: " "))
      } catch {
        MessageDialog.tell(
          parent: window, tr("The drawing could not be exported"),
          ErrorPresentation.sentence(error, path: path))
      }
    }
  }

  /// The options for exporting a drawing with such settings.
  ///
  /// - Parameter page: The page in view, counted from 1.
  private static func exportQuestions(
    for settings: DrawingSettings, page: Int?
  ) -> [FileDialogs.Choice] {
    var questions: [FileDialogs.Choice] = []
    if let page, settings.layout.pageCount > 1 {
      questions.append(
        .init(
          id: "pages", label: tr("Pages:"),
          options: [
            ("all", tr("All")),
            (String(page), tr("Page {number}, the one in view").filled("number", String(page))),
          ], selected: "all"))
    }
    if settings.layout != .infinite {
      questions.append(
        .init(
          id: "margins", label: tr("Ink outside of the pages:"),
          options: [
            (MarginExport.grow.rawValue, tr("Pages grow")),
            (MarginExport.clip.rawValue, tr("Is cut off")),
          ], selected: MarginExport.grow.rawValue))
    }
    if settings.paper.pattern != .plain {
      questions.append(.init(id: "pattern", label: tr("Lines of the paper"), selected: "true"))
    }
    if !settings.keepsColors {
      questions.append(.init(id: "dark", label: tr("Dark paper"), selected: "false"))
    }
    return questions
  }

  // MARK: Recording

  func toggleRecording() {
    if let done = canvas.recorder?.result {
      canvas.recorder = nil
      banner.hide(.notice)
      dialogs.save(
        tr("Save the Recording"), [.recordings], name: document.title + ".stylus"
      ) { [weak self] path in
        RecordingFile.write(done, to: path, parent: self?.window)
      }
    } else {
      canvas.recorder = StylusRecorder(
        width: document.session.viewport.width, height: document.session.viewport.height)
      banner.show(
        .notice,
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

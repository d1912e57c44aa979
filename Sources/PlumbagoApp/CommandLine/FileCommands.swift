import Canvas
import ForeignReading
import Gtk
import InkModel
import InkRendering
import InkStore

/// The subcommands that work on files, without a display.
nonisolated enum FileCommands {
  /// Runs one; returns the exit code.
  static func run(_ command: Command) async -> ExitCode {
    switch command {
    case .info(let file, let json): await info(file, json: json)
    case .export(let file, let output, let choices, let passwordFile):
      await export(file, output, choices, passwordFile: passwordFile)
    case .thumbnail(let file, let output, let size): await thumbnail(file, output, size)
    case .replay(let recording, let file): await replay(recording, file)
    case .recover(let file, let output): await recover(file, output)
    case .convert(let file, let output, let asInk, let passwordFile):
      await ConvertCommand.run(file, output, asInk: asInk, passwordFile: passwordFile)
    case .annotate(let file, let output, let passwordFile):
      await AnnotateCommand.run(file, output, passwordFile: passwordFile)
    case .recognize(let options): await RecognizeCommand.run(options)
    case .index(let folder): await SearchCommand.index(folder)
    case .search(let words, let folder, let json):
      await SearchCommand.search(words, in: folder, json: json)
    case .open, .serve, .help, .version: .usage
    }
  }

  private static func failed(_ error: DocumentStoreError, _ path: String) -> ExitCode {
    Console.complain(ErrorPresentation.sentence(error, path: path))
    return .failure
  }

  private static func info(_ file: String, json: Bool) async -> ExitCode {
    do {
      let statistics = try await DocumentStore.inspect(file)
      guard Console.say(json ? self.json(statistics).text : text(statistics)) else {
        return .failure
      }
      if statistics.hasLostCommits {
        Console.complain(
          tr(
            "This is what “{file}” held before its log was damaged. What it still holds can be recovered into a new drawing."
          ).filled("file", OpenDocument.fileName(of: file)))
        return .failure
      }
      guard statistics.hasTornCommit else { return .success }
      Console.complain(ErrorPresentation.sentence(TornCommit(), path: file))
      return .failure
    } catch {
      return failed(error, file)
    }
  }

  private static func json(_ s: DocumentStatistics) -> JSON {
    let b = s.bounds
    let bounds = JSON.object([
      ("x", .number(b.minX)), ("y", .number(b.minY)), ("width", .number(b.width)),
      ("height", .number(b.height)),
    ])
    return .object([
      ("format", .number(Double(s.formatVersion))),
      ("title", s.title.map { .text($0) } ?? .null),
      ("strokes", .number(Double(s.strokes))),
      ("pictures", .number(Double(s.pictures))),
      ("texts", .number(Double(s.texts))),
      ("shapes", .number(Double(s.shapes))),
      ("draft", s.metadata.draftText.map { .text($0) } ?? .null),
      ("unknownElements", .number(Double(s.unknownElements))),
      (
        "refusedElements", .array(s.refusedElements.map { .number(Double($0.number)) })
      ),
      ("samples", .number(Double(s.samples))),
      ("bounds", b.isEmpty ? .null : bounds),
      ("paper", paper(s.settings.paper)),
      ("pages", pages(s.settings.layout)),
      ("layers", .array(s.settings.layers.map { layer($0) })),
      ("exactColors", .bool(s.settings.keepsColors)),
      ("undo", .number(Double(s.undoDepth))),
      ("redo", .number(Double(s.redoDepth))),
    ])
  }

  private static func paper(_ p: Paper) -> JSON {
    .object([
      ("pattern", .text(p.pattern.rawValue)), ("spacing", .number(p.spacing)),
      ("lineColor", .text(hex(p.lineColor))), ("tint", p.tint.map { .text(hex($0)) } ?? .null),
    ])
  }

  private static func pages(_ layout: PageLayout) -> JSON {
    guard let size = layout.size else { return .null }
    return .object([
      ("count", .number(Double(layout.pageCount))), ("width", .number(size.width)),
      ("height", .number(size.height)),
      ("labels", .array(layout.pages.map { $0.label.isEmpty ? .null : .text($0.label) })),
    ])
  }

  private static func layer(_ layer: Layer) -> JSON {
    .object([
      ("name", .text(layer.name)), ("hidden", .bool(layer.isHidden)),
      ("locked", .bool(layer.isLocked)), ("opacity", .number(layer.opacity)),
    ])
  }

  private static func hex(_ color: Color) -> String {
    let digits = String(color.rgba, radix: 16)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func text(_ s: DocumentStatistics) -> String {
    let b = s.bounds
    let bounds =
      b.isEmpty
      ? tr("nothing drawn")
      : tr("{width} × {height} points at {x}, {y}")
        .filled("width", rounded(b.width)).filled("height", rounded(b.height))
        .filled("x", rounded(b.minX)).filled("y", rounded(b.minY))
    var rows: [(String, String)] = []
    if let title = s.title { rows.append((tr("Title:"), title)) }
    rows.append((tr("Format version:"), String(s.formatVersion)))
    rows.append((tr("Strokes:"), String(s.strokes)))
    rows.append((tr("Samples:"), String(s.samples)))
    // Most drawings have none of these, and one layer.
    for (title, count) in [
      (tr("Pictures:"), s.pictures), (tr("Texts:"), s.texts), (tr("Shapes:"), s.shapes),
    ] where count > 0 { rows.append((title, String(count))) }
    if let draft = s.metadata.draftText {
      rows.append(
        (
          tr("Text that was being edited:"),
          draft.split(whereSeparator: \.isNewline).joined(separator: " ")
        ))
    }
    if s.settings.layers.count > 1 {
      rows.append((tr("Layers:"), String(s.settings.layers.count)))
    }
    if s.unknownElements > 0 {
      rows.append((tr("Elements of a newer version:"), String(s.unknownElements)))
    }
    if !s.refusedElements.isEmpty {
      rows.append(
        (
          tr("Elements that make no sense:"),
          s.refusedElements.map { String($0.number) }.joined(separator: ", ")
        ))
    }
    rows.append((tr("Bounds:"), bounds))
    rows.append((tr("Paper:"), PaperNames.sentence(s.settings)))
    rows.append((tr("Steps that can be undone:"), String(s.undoDepth)))
    rows.append((tr("Steps that can be redone:"), String(s.redoDepth)))
    return rows.map { "\($0.0) \($0.1)" }.joined(separator: "\n")
  }

  private static func rounded(_ x: Double) -> String {
    NumberText.text(x, decimals: 2)
  }

  /// Tells where the last commit of a drawing that was opened could not be read.
  static func tell(tornCommitIn store: DocumentStore, _ file: String) async {
    guard let torn = await store.tornCommit else { return }
    Console.complain(ErrorPresentation.sentence(torn, path: file))
  }

  /// Does something with what a drawing holds, all of which has been checked, and with what gives the pixels of the pages
  /// and pictures in it.
  ///
  /// The store is open while `body` runs.
  ///
  /// - Parameter password: Of all documents in it.
  static func withContents<Result>(
    of file: String, password: String = "",
    _ body: (DocumentContents, DocumentStore, ForeignSource) async -> Result
  ) async throws(DocumentStoreError) -> Result {
    let store = try await DocumentStore.open(file, mode: .readOnly)
    await tell(tornCommitIn: store, file)
    let contents = try await store.load().includingDraft
    try await store.verify()
    let shelf = ForeignShelf(
      program: Installation.reader, bytes: { StoredBytes.file(of: $0) { store } },
      onEvent: { event in
        if case .failed(_, let error) = event {
          Console.complain(
            ErrorPresentation.sentence(error, name: OpenDocument.fileName(of: file)))
        }
      })
    if !password.isEmpty {
      let settings = contents.settings
      for blob in Set(
        settings.layout.pages.indices.compactMap { settings.document(onPage: $0)?.blob })
      { shelf.unlock(blob, password: password) }
    }
    let result = await body(contents, store, ForeignSource(shelf))
    shelf.close()
    try await store.close()
    return result
  }

  private static func thumbnail(_ file: String, _ output: String, _ size: Int) async -> ExitCode {
    do throws(DocumentStoreError) {
      return try await withContents(of: file) { contents, _, pages in
        do throws(PictureExportError) {
          try await PictureExport.writeThumbnail(
            of: contents.drawing, to: output, size: size, pages: pages)
          return .success
        } catch {
          Console.complain(ErrorPresentation.sentence(error, path: output))
          return .failure
        }
      }
    } catch {
      return failed(error, file)
    }
  }

  private static func export(
    _ file: String, _ output: String, _ choices: ExportChoices, passwordFile: String?
  ) async -> ExitCode {
    do {
      let password = try passwordFile.map { try PasswordFile.read($0) } ?? ""
      return try await withContents(of: file, password: password) { contents, store, pages in
        await export(contents, of: file, output, choices, pages, access(store, password))
      }
    } catch let error as PasswordFile.Unreadable {
      Console.complain(ErrorPresentation.sentence(error))
    } catch let error as DocumentStoreError {
      return failed(error, file)
    } catch {
      Console.complain("\(error)")
    }
    return .failure
  }

  /// The documents in a drawing's file.
  static func access(_ store: DocumentStore, _ password: String) -> DocumentAccess {
    DocumentAccess(
      password: { _ in password }, file: { await StoredBytes.copy($0, from: store) })
  }

  /// Tells which elements are left out of what is made of a drawing; nothing where there are none.
  static func tell(refusedIn contents: DocumentContents) {
    guard !contents.refusedElements.isEmpty else { return }
    Console.complain(ErrorPresentation.sentence(refused: contents.refusedElements))
  }

  private static func export(
    _ contents: DocumentContents, of file: String, _ output: String, _ choices: ExportChoices,
    _ pages: ForeignSource, _ documents: DocumentAccess
  ) async -> ExitCode {
    do {
      let result = try await PictureExport.write(
        contents.drawing, to: output,
        title: contents.metadata.title ?? OpenDocument.name(of: file), choices, pages: pages,
        documents: documents)
      tell(refusedIn: contents)
      if let loss = choices.loss(of: contents.drawing) { Console.complain(loss) }
      for sentence in ErrorPresentation.sentences(result) { Console.complain(sentence) }
      return .success
    } catch {
      // A password is that of the drawing's document, not of what is written.
      let path = error.lockedDocument == nil ? output : file
      Console.complain(ErrorPresentation.sentence(error, path: path))
      return .failure
    }
  }

  /// Replays a recording into a file through a session, with a history as if it were drawn.
  private static func replay(_ recordingPath: String, _ file: String) async -> ExitCode {
    let recording: StylusRecording
    do {
      recording = try RecordingFile.read(recordingPath)
    } catch {
      Console.complain(ErrorPresentation.sentence(error, path: recordingPath))
      return .failure
    }
    do throws(DocumentStoreError) {
      let store = try await DocumentStore.open(file, mode: .readWrite)
      await tell(tornCommitIn: store, file)
      do throws(DocumentStoreError) {
        let replay = StylusReplay(CanvasSession(try await store.load()))
        try await store.perform(replay.play(recording))
      } catch {
        // The file is not changed where it is damaged.
        if case .damaged = error { await store.abandon() } else { try? await store.close() }
        throw error
      }
      do {
        try await store.close()
      } catch {
        // All is on the disk, in the log; who read of a failure would replay it a second time.
        Console.complain(
          tr(
            "All was drawn, but “{file}” is not complete without the files beside it until it is opened again: {reason}"
          ).filled("file", OpenDocument.fileName(of: file))
            .filled("reason", ErrorPresentation.sentence(error, path: file)))
      }
      return .success
    } catch {
      return failed(error, file)
    }
  }

  private static func recover(_ file: String, _ output: String) async -> ExitCode {
    do {
      let report = try await DocumentStore.recover(from: file, to: output)
      return Console.say(ErrorPresentation.sentence(report)) ? .success : .failure
    } catch {
      return failed(error, file)
    }
  }
}

import Canvas
import Exchange
import Glibc
import InkModel
import InkStore

/// `plumbago convert IN OUT`: between drawings, the formats of other programs and pictures, by the endings of the names.
nonisolated enum ConvertCommand {
  /// - Parameters:
  ///   - asInk: Whether the lines of a picture become ink.
  ///   - passwordFile: Of a file with the password of a PDF.
  static func run(
    _ file: String, _ output: String, asInk: Bool = false, passwordFile: String? = nil
  ) async -> ExitCode {
    do {
      let password = try passwordFile.map { try PasswordFile.read($0) } ?? ""
      let loss = try await convert(file, output, asInk, password)
      for sentence in ErrorPresentation.sentences(loss.kinds) { Console.complain(sentence) }
      if loss.leftOut > 0 {
        Console.complain(ErrorPresentation.sentence(leftOut: loss.leftOut))
      }
      if !loss.refused.isEmpty {
        Console.complain(ErrorPresentation.sentence(refused: loss.refused))
      }
      return .success
    } catch let error as PasswordFile.Unreadable {
      Console.complain(ErrorPresentation.sentence(error))
    } catch let error as PictureExportError {
      Console.complain(ErrorPresentation.sentence(error, path: output))
    } catch {
      let path = isDrawing(output) ? output : file
      Console.complain(ErrorPresentation.sentence(making: path, from: file, error))
    }
    return .failure
  }

  private struct Loss {
    var kinds: Set<ExchangeLoss> = []
    /// Elements that no drawing can hold.
    var leftOut = 0
    /// Elements of the drawing that make no sense.
    var refused: [ElementID] = []
  }

  private static func isDrawing(_ path: String) -> Bool {
    path.lowercased().hasSuffix("." + DocumentFormat.fileExtension)
  }

  private static func convert(
    _ file: String, _ output: String, _ asInk: Bool, _ password: String
  ) async throws -> Loss {
    try ExchangeFile.check(output, replacesNoneOf: [file])
    if asInk {
      return try await write(try await PictureInk.document(of: file), from: file, to: output)
    }
    if isDrawing(file) || DocumentStore.isDrawing(file) {
      return try await write(file, to: output, password)
    }
    if ForeignFile.isForeign(file) {
      if isDrawing(output) {
        try await ForeignDrawing.make(from: file, at: output, password: password)
        return Loss()
      }
      let draft = FilePaths.temporary(beside: output)
      defer { unlink(draft) }
      try await ForeignDrawing.make(from: file, at: draft, password: password)
      return try await write(draft, to: output, password)
    }
    let document = try ExchangeFile.read(file)
    // What it refers to, as a PDF below its pages, may be the only copy, and the file shows nothing without it.
    try ExchangeFile.check(
      output, replacesNoneOf: ExchangeFile.files(of: document, beside: file))
    return try await write(document, from: file, to: output)
  }

  /// Writes what another program drew as a drawing, or in another format.
  private static func write(
    _ document: ExchangeDocument, from file: String, to output: String
  ) async throws -> Loss {
    if isDrawing(output) {
      let leftOut = try await ExchangeFile.makeDrawing(of: document, from: file, at: output)
      return Loss(kinds: document.losses, leftOut: leftOut)
    }
    // Without the program that reads documents and pictures, a drawing would do without them.
    if let format = ExchangeFormat(path: output), !PlainTextFile.isText(file),
      access(Installation.reader, X_OK) != 0
    {
      try ExchangeFile.write(document, as: format, to: output) {
        ExchangeFile.bytes($0, beside: file)
      }
      return Loss(kinds: document.losses)
    }
    // By way of a drawing: it is what pictures are painted of, and tells what the other format cannot hold; a document
    // below the pages comes along.
    let draft = FilePaths.temporary(beside: output)
    defer { unlink(draft) }
    let leftOut = try await ExchangeFile.makeDrawing(of: document, from: file, at: draft)
    let title = document.title.isEmpty ? ForeignFile.title(of: file) : document.title
    let loss = try await write(draft, to: output, "", title: title)
    return Loss(
      kinds: document.losses.union(loss.kinds),
      // Only counted: their numbers are those of the draft, which is removed.
      leftOut: leftOut + loss.leftOut + loss.refused.count)
  }

  /// Writes a drawing in another format.
  ///
  /// - Parameter title: Of one that has none; `nil` for the name of its file.
  private static func write(
    _ file: String, to output: String, _ password: String, title: String? = nil
  ) async throws -> Loss {
    try await FileCommands.withContents(of: file, password: password) { contents, store, pages in
      let title = contents.metadata.title ?? title ?? OpenDocument.name(of: file)
      var loss = Loss(refused: contents.refusedElements)
      do {
        if let format = ExchangeFormat(path: output) {
          loss.kinds = try await ExchangeFile.write(
            contents.drawing, title: title, from: store, as: format, to: output, pages: pages)
        } else {
          let result = try await PictureExport.write(
            contents.drawing, to: output, title: title, ExportChoices(), pages: pages,
            documents: FileCommands.access(store, password))
          for sentence in ErrorPresentation.sentences(result) { Console.complain(sentence) }
        }
        return Result<Loss, any Error>.success(loss)
      } catch {
        return .failure(error)
      }
    }.get()
  }
}

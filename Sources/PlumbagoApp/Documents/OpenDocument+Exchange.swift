import Exchange
import InkModel
import InkStore

nonisolated extension ExchangeFile {
  /// Whether a file is one of another program, or one of plain text, by its name, else by its first bytes.
  ///
  /// A drawing is none, whatever it is called.
  static func isExchange(_ path: String) -> Bool {
    guard !DocumentStore.isDrawing(path) else { return false }
    return ExchangeFormat(path: path) != nil || PlainTextFile.isText(path)
      || ForeignFile.head(of: path).map { ExchangeFormat.isLikely($0) } ?? false
  }

  /// Makes a drawing of a file of another program; the file itself is only read.
  ///
  /// - Returns: What the drawing does without, in sentences.
  @concurrent static func makeDrawing(
    of path: String, at output: String
  ) async throws -> [String] {
    var document = try read(path)
    document.title = ForeignFile.title(of: path)
    let leftOut = try await makeDrawing(of: document, from: path, at: output)
    return ErrorPresentation.sentences(document.losses)
      + (leftOut > 0 ? [ErrorPresentation.sentence(leftOut: leftOut)] : [])
  }
}

extension OpenDocument {
  /// Makes a drawing of a file of another program in the library, with the file's name, and opens it.
  ///
  /// What the drawing does without is told once it shows.
  static func open(exchange path: String) async throws -> OpenDocument {
    let output = Library.newPath(for: path)
    try FilePaths.makeFolder(FilePaths.split(output).folder)
    let (made, sentences) = try await BroughtFile.makeDrawing(of: .file(path), at: output)
    let document = try await open(made)
    if !sentences.isEmpty { document.tell(sentences.joined(separator: " ")) }
    return document
  }
}

extension Application {
  /// Makes a drawing of a file of another program, and shows it.
  func openExchange(_ path: String) async {
    let name = OpenDocument.fileName(of: path)
    do {
      await show(prepared: try await OpenDocument.open(exchange: path))
    } catch {
      let sentence = ErrorPresentation.sentence(making: path, from: path, error)
      Console.complain(sentence)
      tell(tr("“{file}” cannot be opened").filled("file", name), sentence)
    }
  }
}

import Glibc
import InkModel
import InkStore

/// A file of another format, or what came without a file, of which a drawing is made in a folder.
nonisolated enum BroughtFile {
  /// A file of which no drawing can be made.
  struct Unknown: Error {
    var file: String
  }

  /// What a drawing is made of.
  enum Source: Sendable {
    case file(String)
    /// A text that came without a file.
    case text(String)
    /// The bytes of a picture that came without a file.
    case picture([UInt8])

    /// What a drawing of it is called; empty where a text begins with nothing that could be a name.
    var title: String {
      switch self {
      case .file(let path): ForeignFile.title(of: path)
      case .text(let text): BroughtFile.firstWords(of: text)
      case .picture: tr("Picture")
      }
    }
  }

  /// The first words of a text, those of one line.
  private static func firstWords(of text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first { line in
      line.contains { !$0.isWhitespace }
    }
    var words = ""
    for word in (line ?? "").split(whereSeparator: \.isWhitespace) {
      guard words.isEmpty || words.count + word.count < mostLetters else { break }
      if !words.isEmpty { words.append(" ") }
      words.append(contentsOf: word)
    }
    return String(words.prefix(mostLetters))
  }

  /// Letters of a drawing's name that is taken from its text.
  private static let mostLetters = 40

  /// Makes a drawing; a file is only read.
  ///
  /// - Parameters:
  ///   - path: The drawing's, in a folder that is there. Where another comes to have it meanwhile, a number is added.
  ///   - password: Of the file; `ForeignContentError/needsPassword` tells of another one.
  /// - Returns: The drawing's path, and what it does without, in sentences.
  @concurrent static func makeDrawing(
    of source: Source, at path: String, password: String = ""
  ) async throws -> (path: String, sentences: [String]) {
    // Half a drawing is none.
    let draft = FilePaths.temporary(beside: path)
    defer { unlink(draft) }
    var sentences: [String] = []
    let title = DrawingFolder.name(of: path)
    switch source {
    case .file(let file):
      // In the order in which it is asked where a file is opened.
      if ExchangeFile.isExchange(file) {
        sentences = try await ExchangeFile.makeDrawing(of: file, at: draft)
      } else if ForeignFile.isForeign(file) {
        try await ForeignDrawing.make(from: file, at: draft, password: password)
      } else {
        throw Unknown(file: file)
      }
    case .text(let text):
      let document = PlainTextFile.document(saying: text, title: title)
      let leftOut = try await ExchangeFile.makeDrawing(of: document, from: path, at: draft)
      if leftOut > 0 { sentences = [ErrorPresentation.sentence(leftOut: leftOut)] }
    case .picture(let bytes):
      try await ForeignDrawing.make(of: bytes, titled: title, at: draft)
    }
    var target = path
    while true {
      do throws(DocumentStoreError) {
        try await DocumentStore.move(draft, to: target)
        return (target, sentences)
      } catch {
        guard case .alreadyExists = error else { throw error }
        target = FilePaths.unused(path)
      }
    }
  }
}

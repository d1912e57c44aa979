import Canvas
import Exchange
import Gtk
import InkModel
import InkStore

/// Files of plain text in UTF-8, each of which becomes a text box.
nonisolated enum PlainTextFile {
  /// The most bytes of one: what a text box holds.
  static let mostBytes = ElementLimits.textBytes

  /// Whether a file is one, by its name, unless its first bytes say that it is of another format.
  static func isText(_ path: String) -> Bool {
    path.lowercased().hasSuffix(".txt") && !FileTest.isFolder(path)
      && !DocumentStore.isDrawing(path) && !ForeignFile.isForeign(path)
      && !(ForeignFile.head(of: path).map { ExchangeFormat.isLikely($0) } ?? false)
  }

  /// What a file says, off the main actor, since a disk may be slow.
  @concurrent static func text(of path: String) async throws(ExchangeFileError) -> String {
    try read(path)
  }

  /// A canvas with what a file says on it.
  static func document(of path: String) throws(ExchangeFileError) -> ExchangeDocument {
    document(saying: try read(path), title: ForeignFile.title(of: path))
  }

  /// A canvas with a text on it, in the style that the text tool begins with.
  static func document(saying text: String, title: String) -> ExchangeDocument {
    let item = TextBox(pasted: text, in: TextStyle()).map { box in
      ExchangeItem(.text(box), pageFromElement: .translation(corner))
    }
    return ExchangeDocument(
      title: title, pages: [ExchangePage(size: nil, items: item.map { [$0] } ?? [])])
  }

  /// The text's upper left corner, in canvas points: beside tools that stand at the left edge of a new drawing's view.
  private static let corner = Vector(200, 48)

  private static func read(_ path: String) throws(ExchangeFileError) -> String {
    var bytes: [UInt8]
    do throws(ExchangeError) {
      bytes = try ExchangeFile.contents(of: path, limit: mostBytes)
    } catch {
      throw ExchangeFileError(
        reason: error == .tooLarge ? .tooMuchText : .exchange(error), path: path)
    }
    // What programs of Windows begin such a file with.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    // Zero bytes are in no text; what is in UTF-16 has many.
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw ExchangeFileError(reason: .notText, path: path)
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ExchangeFileError(reason: .emptyText, path: path)
    }
    let characters: [Character] = text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }
    return String(characters)
  }
}

import ForeignReading
import InkModel
import InkRendering
import InkStore
import PageReading
import ReaderProtocol
import SearchIndex
import Synchronization

/// The text of PDF pages, from the reader of foreign formats: page by page, since all texts of a book are large.
nonisolated final class ReadDocumentTexts: DocumentTexts {
  private let shelf: ForeignShelf
  private let ownsShelf: Bool
  /// How often the reader of a document has ended.
  private let crashes = Mutex<[BlobID: Int]>([:])

  /// After so many a document is left alone.
  private static let mostCrashes = 3

  /// - Parameter shelf: Of an open drawing.
  init(_ shelf: ForeignShelf) {
    self.shelf = shelf
    ownsShelf = false
  }

  /// - Parameter store: Of a drawing that is open nowhere.
  init(_ store: DocumentStore) {
    shelf = ForeignShelf(
      program: Installation.reader, bytes: { StoredBytes.file(of: $0) { store } }, onEvent: { _ in }
    )
    ownsShelf = true
  }

  deinit { if ownsShelf { shelf.close() } }

  func lines(ofPage page: Int, of blob: BlobID, size: PageSize) async -> [TextLine]? {
    guard crashes.withLock({ $0[blob] ?? 0 }) < Self.mostCrashes else { return nil }
    do throws(ForeignError) {
      let content = try await shelf.content(of: ForeignPage(blob: blob, index: page))
      return Self.lines(
        of: content.text, scaleX: size.width / max(content.size.width, 1e-6),
        scaleY: size.height / max(content.size.height, 1e-6))
    } catch {
      // Of the whole file nothing is known before its password is typed, say, or it is tried again.
      guard !shelf.hasFailed(blob) else { return nil }
      switch error {
      // The page itself has none.
      case .refused: return []
      // The shelf is closed, the bytes are not in the file yet, or nobody can read them here.
      case .noBytes, .noReader: return nil
      default:
        crashes.withLock { $0[blob, default: 0] += 1 }
        return []
      }
    }
  }

  /// A page's text in lines of words with their boxes.
  static func lines(of text: ForeignText, scaleX: Double, scaleY: Double) -> [TextLine] {
    let scalars = text.text.unicodeScalars
    guard scalars.count == text.boxes.count else { return [] }
    var lines: [TextLine] = []
    var words: [TextLine.Word] = []
    var word = ""
    var box = Rect.empty
    func endWord() {
      if !word.isEmpty { words.append(TextLine.Word(word, box: box)) }
      word = ""
      box = .empty
    }
    func endLine() {
      endWord()
      if !words.isEmpty { lines.append(TextLine(words)) }
      words = []
    }
    for (scalar, b) in zip(scalars, text.boxes) {
      if scalar == "\n" || scalar == "\r" || scalar == "\u{0C}" {
        endLine()
      } else if scalar.properties.isWhitespace {
        endWord()
      } else {
        word.unicodeScalars.append(scalar)
        box = box.union(
          Rect(
            x: b.x * scaleX, y: b.y * scaleY, width: b.width * scaleX, height: b.height * scaleY))
      }
    }
    endLine()
    return lines
  }
}

import Dispatch
import ForeignReading
import Glibc
import InkModel
import InkStore
import PageReading
import ReaderProtocol
import SearchIndex
import Synchronization

/// The text of PDF pages, from the reader of foreign formats.
nonisolated final class ReadDocumentTexts: DocumentTexts {
  private let store: @Sendable () async -> DocumentStore?

  /// - Parameter store: Of the drawing that has the documents.
  init(_ store: @escaping @Sendable () async -> DocumentStore?) { self.store = store }

  private struct Document {
    var sizes: [ForeignSize]
    var texts: [ForeignText]
  }

  /// The document that was read last: its pages are asked for one after another.
  private let last = Mutex<(blob: BlobID, document: Document)?>(nil)

  func lines(
    ofPage page: Int, of blob: BlobID, size: PageSize
  ) async -> [TextLine] {
    let document: Document
    if let known = last.withLock({ $0?.blob == blob ? $0?.document : nil }) {
      document = known
    } else {
      document = await Self.read(blob, store)
      last.withLock { $0 = (blob, document) }
    }
    guard document.texts.indices.contains(page), document.sizes.indices.contains(page) else {
      return []
    }
    let own = document.sizes[page]
    return Self.lines(
      of: document.texts[page], scaleX: size.width / max(own.width, 1e-6),
      scaleY: size.height / max(own.height, 1e-6))
  }

  /// All pages at once; empty where the reader cannot read them.
  private static func read(
    _ blob: BlobID, _ store: @escaping @Sendable () async -> DocumentStore?
  ) async -> Document {
    await withCheckedContinuation { continuation in
      // A reader ends with the thread that started it, and this one waits for its answers.
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(returning: readNow(blob, store))
      }
    }
  }

  private static func readNow(
    _ blob: BlobID, _ store: @escaping @Sendable () async -> DocumentStore?
  ) -> Document {
    var document = Document(sizes: [], texts: [])
    guard let file = StoredBytes.file(of: blob, in: store) else { return document }
    defer { close(file) }
    do throws(ForeignError) {
      let reader = try ReaderProcess(program: Installation.reader, file: file)
      defer { reader.end() }
      let facts = try reader.open()
      document.sizes = try reader.sizes(of: 0..<facts.pageCount)
      for page in 0..<facts.pageCount { document.texts.append(try reader.text(of: page)) }
    } catch {
      // What was read before counts.
    }
    return document
  }

  /// A page's text in lines of words with their boxes.
  static func lines(of text: ForeignText, scaleX: Double, scaleY: Double) -> [TextLine] {
    let scalars = Array(text.text.unicodeScalars)
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

import Foundation
import InkModel
import InkStore
import PageReading
import SearchIndex
import Synchronization
import Testing

/// A document that says “page N” on each page, and notes what it is asked.
private final class Book: DocumentTexts {
  let asked = Mutex<[Int]>([])
  /// Pages of which nothing is known now.
  let unknown = Mutex<Set<Int>>([])
  /// Pages without text.
  let blank: Set<Int>

  init(blank: Set<Int> = []) { self.blank = blank }

  func lines(ofPage page: Int, of blob: BlobID, size: PageSize) async -> [TextLine]? {
    asked.withLock { $0.append(page) }
    if unknown.withLock({ $0.contains(page) }) { return nil }
    if blank.contains(page) { return [] }
    return (0..<3).map { line in
      let top = 100 - 20 * Double(line)
      return TextLine([
        TextLine.Word("page\(page)", box: Rect(x: 10, y: top, width: 50, height: 12)),
        TextLine.Word("line\(line)", box: Rect(x: 70, y: top, width: 50, height: 12)),
      ])
    }
  }
}

@Suite struct DocumentTextsTests {
  private let folder: TestDrawings
  private var path: String { folder.path + "/Book.plumbago" }

  init() throws { folder = try TestDrawings() }

  /// A drawing of a document's pages.
  private func pages(_ count: Int) throws -> WrittenPages {
    let blob = try #require(BlobID((0..<32).map { UInt8($0) }))
    var settings = DrawingSettings.standard
    var order = OrderKey.first
    settings.layout = PageLayout(
      (0..<count).map { i in
        defer { order = order.next }
        return Page(
          id: Int32(i + 1), order: order, size: PageSize(width: 600, height: 800),
          background: .document(blob, page: i))
      })
    return WrittenPages(Drawing(settings: settings))
  }

  private func hits(_ words: String, _ index: SearchIndex) async throws -> [SearchHit] {
    try await index.search(SearchQuery(words), in: folder.path, limit: .max)
      .filter { $0.rank == .exact }
  }

  @Test func `a document's pages are read one by one, and read no second time`() async throws {
    let (index, book) = (try folder.index(), Book(blank: [2]))
    try await index.update(try pages(4), of: path, with: nil, documents: book)
    #expect(book.asked.withLock { $0 } == [0, 1, 2, 3])
    #expect(try await hits("page3", index).allSatisfy { $0.page == 4 && $0.source == .document })
    #expect(try await hits("page3", index).count == 3)
    // Another process, which knows no more than the file says.
    let later = try folder.index()
    try await later.update(try pages(4), of: path, with: nil, documents: book)
    #expect(book.asked.withLock { $0.count } == 4)
  }

  @Test func `reading ends between two pages, and goes on with the next`() async throws {
    let (index, book) = (try folder.index(), Book())
    await #expect(throws: CancellationError.self) {
      try await index.update(
        try pages(20), of: path, with: nil, documents: book,
        pause: { book.asked.withLock { $0.count } < 7 })
    }
    #expect(book.asked.withLock { $0 } == Array(0..<7))
    // What was read can be found by now, whole pages of it.
    #expect(try await hits("page6", index).count == 3)
    try await index.update(try pages(20), of: path, with: nil, documents: book)
    #expect(book.asked.withLock { $0 } == Array(0..<20))
    #expect(try await hits("page6", index).count == 3)
    #expect(try await hits("page19", index).count == 3)
  }

  @Test func `what is not known now is asked for again, what has no text is not`() async throws {
    let (index, book) = (try folder.index(), Book(blank: [1]))
    book.unknown.withLock { $0 = [2] }
    try await index.update(try pages(4), of: path, with: nil, documents: book)
    #expect(try await hits("page2", index).isEmpty)
    book.unknown.withLock { $0 = [] }
    try await index.update(try pages(4), of: path, with: nil, documents: book)
    #expect(book.asked.withLock { $0 } == [0, 1, 2, 3, 2])
    #expect(try await hits("page2", index).count == 3)
  }

  @Test func `a drawing with a page that is not known now is not up to date`() async throws {
    let store = try await DocumentStore.open(path)
    let draft = try await store.beginBlob(type: "application/pdf")
    try await store.append([1, 2, 3], to: draft)
    let blob = try await store.finish(draft)
    var settings = DrawingSettings.standard
    settings.layout = PageLayout([
      Page(
        id: 1, order: .first, size: PageSize(width: 600, height: 800),
        background: .document(blob, page: 0))
    ])
    try await store.perform([.begin(with: settings)])
    try await store.close()
    let (index, book) = (try folder.index(), Book())
    book.unknown.withLock { $0 = [0] }
    let item = try #require(try await index.outdated(in: folder.path).first)
    try await index.update(item, with: nil, documents: { _ in book })
    #expect(try await index.outdated(in: folder.path) == [item])
    book.unknown.withLock { $0 = [] }
    try await index.update(item, with: nil, documents: { _ in book })
    #expect(try await index.outdated(in: folder.path).isEmpty)
    #expect(try await hits("page0", index).count == 3)
  }

  @Test func `a page's text goes from its top to its end`() async throws {
    let index = try folder.index()
    try await index.update(try pages(2), of: path, with: nil, documents: Book())
    let texts = await index.texts(of: path)
    #expect(
      texts == [
        1: "page0 line2\npage0 line1\npage0 line0", 2: "page1 line2\npage1 line1\npage1 line0",
      ])
    #expect(await index.texts(of: folder.path + "/Another.plumbago").isEmpty)
  }

  @Test func `the engine for ink is not made where there is no ink`() async throws {
    let index = try folder.index()
    let made = Mutex(0)
    @Sendable func reader() -> PageReader? {
      made.withLock { $0 += 1 }
      return nil
    }
    try await index.update(try pages(3), of: path, with: reader(), documents: Book())
    #expect(made.withLock { $0 } == 0)
  }
}

import Foundation
import InkModel
import InkStore
import InkTestSupport
import PageReading
import RecordedHands
import RepositoryFiles
import Synchronization
import Testing

@testable import SearchIndex

@Suite struct SearchIndexTests {
  private let drawings: TestDrawings
  private let reader: PageReader
  private let lines: [RecordedWriting]

  init() throws {
    drawings = try TestDrawings()
    reader = try TestDrawings.reader()
    lines = try RecordedWriting.lines()
  }

  /// Brings an index up to date; returns what was read by the names of drawings.
  @discardableResult
  private func update(_ index: SearchIndex) async throws -> [String: IndexingReport] {
    var reports: [String: IndexingReport] = [:]
    for item in try await index.outdated(in: drawings.path) {
      reports[item.name] = try await index.update(item, with: reader)
    }
    return reports
  }

  private func find(_ words: String, _ index: SearchIndex, limit: Int = .max) async throws
    -> [SearchHit]
  {
    try await index.search(SearchQuery(words), in: drawings.path, limit: limit)
  }

  private func name(_ hit: SearchHit) -> String { DrawingFolder.name(of: hit.path) }

  @Test func `ink, text boxes and names are found, each on its page and in its box`() async throws {
    let ink = TestDrawings.ink(lines[1], at: Point(50, 100))
    try await drawings.draw("Physics.plumbago", ink, pages: 2)
    // On the second page, 24 points below the first.
    try await drawings.draw(
      "Shopping list.plumbago",
      texts: [("some bread\nand butter", Rect(x: 10, y: 900, width: 100, height: 40))],
      pages: 2)
    let index = try drawings.index()
    try await update(index)

    let benefits = try #require(try await find("BENEFITS", index).first)
    #expect(name(benefits) == "Physics" && benefits.source == .ink && benefits.page == 1)
    #expect(benefits.rank == .exact && benefits.text.contains("great benefits"))
    let box = try #require(benefits.box)
    let all = Rect(around: ink.joined())
    #expect(all.outset(by: 3).contains(box) && box.width < all.width / 2 && box.width > 20)

    let butter = try #require(try await find("butter", index).first)
    #expect(name(butter) == "Shopping list" && butter.source == .textBox && butter.page == 2)
    // 824 points of the first page and the gap lie above.
    // The second line of letters 12 points high, behind “and ”.
    let found = try #require(butter.box)
    #expect(abs(found.minY - (900 - 824 + 14)) < 4 && found.height < 20)
    #expect(found.minX > 10 + 16 && found.minX < 10 + 36 && found.width > 25 && found.width < 60)

    let title = try #require(try await find("shopping", index).first)
    #expect(title.source == .title && title.box == nil && title.page == 0)
    #expect(try await find("cheese", index).isEmpty)
  }

  @Test func `several words have to be on one page, on whichever lines`() async throws {
    try await drawings.draw(
      "a.plumbago",
      texts: [
        ("red apple", Rect(x: 0, y: 0, width: 90, height: 20)),
        ("green pear", Rect(x: 0, y: 100, width: 90, height: 20)),
        ("blue plum", Rect(x: 0, y: 900, width: 90, height: 20)),
      ], pages: 2)
    let index = try drawings.index()
    try await update(index)
    #expect(try await find("pear red", index).count == 2)
    #expect(try await find("plum red", index).isEmpty)
    let both = try await find("red apple", index)
    #expect(both.count == 1 && both.first?.box.map { $0.width > 45 && $0.width < 90 } == true)
  }

  @Test func `what is as written comes before other readings and other letters`() async throws {
    try await drawings.draw(
      "a.plumbago",
      texts: [
        ("the meating", Rect(x: 0, y: 0, width: 90, height: 20)),
        ("the meeting", Rect(x: 0, y: 50, width: 90, height: 20)),
      ])
    let index = try drawings.index()
    try await update(index)
    let read = TextLine(
      [.init("meating", box: Rect(x: 1, y: 1, width: 5, height: 5))],
      others: [TextLine.Reading(replaced: 0..<1, text: "meeting")])
    try await index.add([read], to: drawings.path + "/b.plumbago")
    let found = try await find("meeting", index)
    #expect(found.map(\.rank) == [.exact, .otherReading, .similar])
    #expect(try await find("meeting", index, limit: 1).map(\.rank) == [.exact])
  }

  @Test func `what is known is not read again, and of what changed the changed line alone`()
    async throws
  {
    for k in 0..<4 {
      try await drawings.draw(
        "a.plumbago", TestDrawings.ink(lines[k + 1], at: Point(50, 60 * Double(k))))
    }
    let index = try drawings.index()
    let first = try #require(try await update(index)["a"])
    #expect(first.linesRead >= 4 && first.linesKept == 0)
    #expect(try await update(index).isEmpty)
    // Another process, later.
    let again = try drawings.index()
    #expect(try await update(again).isEmpty)

    let all = try await store("a.plumbago")
    try await drawings.draw("a.plumbago", TestDrawings.ink(lines[9], at: Point(50, 400)))
    let second = try #require(try await update(again)["a"])
    #expect(second.linesRead == 1 && second.linesKept == first.linesRead)
    #expect(try await !find("company", again).isEmpty)

    // The whole line goes again.
    try await drawings.draw("a.plumbago", deleting: lines[9].strokes.count)
    let third = try #require(try await update(again)["a"])
    #expect(third.linesRead == 0 && third.linesKept == first.linesRead)
    #expect(try await find("company", again).isEmpty)
    #expect(try await store("a.plumbago") == all)
  }

  @Test func `what is written in a drawing that was moved or renamed is not read again`()
    async throws
  {
    try FileManager.default.createDirectory(
      atPath: drawings.path + "/School", withIntermediateDirectories: true)
    try await drawings.draw("School/a.plumbago", TestDrawings.ink(lines[1], at: Point(50, 100)))
    let index = try drawings.index()
    try await update(index)
    // With its folder it is what it was.
    try FileManager.default.moveItem(
      atPath: drawings.path + "/School", toPath: drawings.path + "/Old School")
    #expect(try await update(index).isEmpty)
    #expect(await index.folders.map(DrawingFolder.name(of:)) == ["Old School"])
    let moved = try await find("benefits", index)
    #expect(!moved.isEmpty && moved.allSatisfy { $0.path.hasSuffix("/Old School/a.plumbago") })
    // It has another name, and that is found.
    try FileManager.default.moveItem(
      atPath: drawings.path + "/Old School/a.plumbago", toPath: drawings.path + "/physics.plumbago")
    let report = try #require(try await update(index)["physics"])
    #expect(report.linesRead == 0 && report.linesKept > 0)
    #expect(try await find("benefits", index).allSatisfy { name($0) == "physics" })
    #expect(try await find("physics", index).map(\.source) == [.title])
    #expect(await index.counts().files == 1)
  }

  @Test func `hits are given one by one, the best first, until no more are wanted`() async throws {
    try await drawings.draw(
      "a.plumbago",
      texts: (0..<200).map {
        ("apple \($0)", Rect(x: 0, y: 40 * Double($0), width: 90, height: 20))
      } + [("apples", Rect(x: 0, y: 8100, width: 90, height: 20))])
    let index = try drawings.index()
    try await update(index)
    let all = try await find("apple", index)
    #expect(all.count == 201 && all.last?.rank == .similar)
    // As they are on the page, and each once, across the blocks in which they are read.
    #expect(all.prefix(200).map(\.text) == (0..<200).map { "apple \($0)" })
    for limit in [1, 64, 65, 201, 300] {
      #expect(try await find("apple", index, limit: limit) == Array(all.prefix(limit)))
    }
    let given = Mutex<[SearchHit]>([])
    let isWhole = try await index.search(SearchQuery("apple"), in: drawings.path) { hit in
      given.withLock {
        $0.append(hit)
        return $0.count < 7
      }
    }
    #expect(!isWhole && given.withLock { $0 } == Array(all.prefix(7)))
  }

  private func store(_ name: String) async throws -> Int {
    let store = try await DocumentStore.open(drawings.path + "/" + name, mode: .readOnly)
    let count = try await store.load().elements.count
    try await store.close()
    return count
  }

  @Test func `drawings that go, or go elsewhere, are forgotten`() async throws {
    try FileManager.default.createDirectory(
      atPath: drawings.path + "/School/Maths", withIntermediateDirectories: true)
    for (name, word) in [("a", "apple"), ("School/Maths/b", "banana"), ("c", "cherry")] {
      try await drawings.draw(
        name + ".plumbago", texts: [(word, Rect(x: 0, y: 0, width: 50, height: 20))])
    }
    let index = try drawings.index()
    try await update(index)
    #expect(try await find("banana", index).count == 1)
    let school = try await index.search(
      SearchQuery("cherry"), in: drawings.path + "/School")
    #expect(school.isEmpty)
    try FileManager.default.removeItem(atPath: drawings.path + "/a.plumbago")
    try FileManager.default.moveItem(
      atPath: drawings.path + "/School/Maths/b.plumbago", toPath: drawings.path + "/d.plumbago")
    try await update(index)
    #expect(try await find("apple", index).isEmpty)
    #expect(try await find("banana", index).map { name($0) } == ["d"])
    #expect(try await find("cherry", index).map { name($0) } == ["c"])
    let rows = await index.counts()
    #expect(rows.files == 2)
  }

  @Test func `indexing goes on where it was broken off`() async throws {
    var ink: [[Point]] = []
    for k in 0..<30 {
      ink += TestDrawings.ink(lines[k], at: Point(50, 70 * Double(k)))
    }
    try await drawings.draw("a.plumbago", ink)
    let index = try drawings.index()
    let item = try #require(try await index.outdated(in: drawings.path).first)
    let counter = Counter()
    await #expect(throws: CancellationError.self) {
      try await index.update(item, with: reader, pause: { counter.next() <= 20 })
    }
    // The file was not finished, so it is still to be read, but for what was read of it.
    let later = try drawings.index()
    #expect(try await later.outdated(in: drawings.path).count == 1)
    let report = try #require(try await update(later)["a"])
    #expect(report.linesKept >= 20 && report.linesRead > 0)
    #expect(try await find("bubbles", later).count >= 1)
    #expect(try await find("benefits", later).count == 1)
    #expect(try await update(later).isEmpty)
  }

  @Test(arguments: [true, false]) func `an index that makes no sense is made anew`(isOther: Bool)
    async throws
  {
    try await drawings.draw(
      "a.plumbago", texts: [("apple", Rect(x: 0, y: 0, width: 50, height: 20))])
    if isOther {
      let index = try drawings.index()
      try await update(index)
      try await index.execute("PRAGMA user_version = 77")
    } else {
      try FileManager.default.createDirectory(
        atPath: drawings.folder.url.path + "/cache", withIntermediateDirectories: true)
      try Data("This is no database at all, and longer than a header of one would be.".utf8)
        .write(to: URL(filePath: drawings.indexPath))
    }
    let index = try drawings.index()
    #expect(try await update(index).count == 1)
    #expect(try await find("apple", index).count == 1)
  }

  @Test func `a drawing that is damaged is no reason to leave out the others`() async throws {
    try await drawings.draw(
      "a.plumbago", texts: [("apple", Rect(x: 0, y: 0, width: 50, height: 20))])
    try Data("no drawing".utf8).write(to: URL(filePath: drawings.path + "/b.plumbago"))
    let index = try drawings.index()
    var failed = 0
    for item in try await index.outdated(in: drawings.path) {
      do { try await index.update(item, with: reader) } catch is DocumentStoreError { failed += 1 }
    }
    #expect(failed == 1)
    #expect(try await find("apple", index).count == 1)
  }

  @Test func `a line comes back as it was kept, to half a point`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let count = Int.random(in: 0...6, using: &random)
      var line = TextLine(
        (0..<count).map { _ in
          TextLine.Word(
            ["a", "日本", "word"].randomElement()!,
            box: Rect(
              x: Double(Int.random(in: -4000...4000)) / 2,
              y: Double(Int.random(in: -4000...4000)) / 2,
              width: Double(Int.random(in: 0...99)) / 2, height: Double(Int.random(in: 0...99)) / 2)
          )
        })
      if count > 0 { line.others = [.init(replaced: 0..<1, text: "an other")] }
      let bytes = LineCodec.bytes(of: line)
      #expect(bytes.withUnsafeBytes { LineCodec.line(line.text, $0) } == line)
      // Whatever bytes there are, they do not end the process.
      _ = bytes.dropLast().withUnsafeBytes { LineCodec.line(line.text, $0) }
    }
  }

  @Test func `a thousand drawings of five hundred words take little room in the index`()
    async throws
  {
    let index = try drawings.index()
    var random = SeededGenerator(seed: 7)
    let vocabulary = RandomWords(using: &random)
    var letters = 0
    for file in 0..<1000 {
      var page: [TextLine] = []
      for row in 0..<50 {
        let words = (0..<10).map { k in
          let word = vocabulary.next(using: &random)
          let r = Double.random(in: 0..<1, using: &random)
          letters += word.count
          return TextLine.Word(
            word,
            box: Rect(x: 50 * Double(k), y: 30 * Double(row) + r, width: 40 + r, height: 20 - r))
        }
        var line = TextLine(words)
        for _ in 0..<2 {
          let at = Int.random(in: 0..<10, using: &random)
          line.others.append(.init(replaced: at..<at + 1, text: words[at].text + "e"))
        }
        page.append(line)
      }
      try await index.add(page, to: drawings.path + "/\(file).plumbago")
    }
    let bytes = await index.size()
    let perMillion = Double(bytes) / Double(letters) * 1e6
    #expect(perMillion <= 5 * 1024 * 1024, "\(perMillion) bytes for a million letters")
  }

  @Test func `no byte tells of a drawing that was erased, and the others are found as before`()
    async throws
  {
    func bytes() throws -> String {
      try ["", "-wal"].map { end in
        let path = drawings.indexPath + end
        guard FileManager.default.fileExists(atPath: path) else { return "" }
        return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      }.joined().lowercased()
    }
    let index = try drawings.index()
    let box = Rect(x: 0, y: 0, width: 90, height: 20)
    for name in ["a.plumbago", "b.plumbago"] {
      try await drawings.draw(name, texts: [("remember the milk", box)])
    }
    try await drawings.draw("a.plumbago", texts: [("xylophone lesson", box)])
    try await update(index)
    // A word that was taken away, and read again without it, is still in the file.
    try await drawings.draw("a.plumbago", deleting: 1)
    try await update(index)
    #expect(try await find("xylophone", index).isEmpty)
    #expect(try bytes().contains("xylophone"))

    let path = drawings.path + "/a.plumbago"
    try await index.erase(path)
    #expect(try !bytes().contains("xylophone") && !bytes().contains("a.plumbago"))
    #expect(try await find("milk", index).map(name) == ["b"])
    #expect(try await find("mulk", index).map(name) == ["b"])
    // What shows is read again.
    try await update(index)
    #expect(try await find("milk", index).map(name).sorted() == ["a", "b"])
    #expect(try !bytes().contains("xylophone"))
  }
}

extension SearchIndex {
  /// Lines that were read of a drawing that is not there.
  func add(_ lines: [TextLine], to path: String) throws {
    try changing { () throws(SQLiteError) in
      try connection.statement("INSERT INTO file (path, stamp) VALUES (?, 'x')").run(path)
      let file = try file(path) ?? 0
      for (k, line) in lines.enumerated() {
        try insert(IndexedLine(key: Int64(k), source: .ink, page: 1, line: line), file: file)
      }
    }
  }

  func execute(_ sql: String) throws { try connection.execute(sql) }

  func counts() -> (files: Int64, lines: Int64) {
    (
      (try? connection.int("SELECT count(*) FROM file")) ?? 0,
      (try? connection.int("SELECT count(*) FROM line")) ?? 0
    )
  }

  /// Bytes of the file once its log is in it.
  func size() -> Int64 {
    try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return ((try? connection.int("PRAGMA page_count")) ?? 0)
      * ((try? connection.int("PRAGMA page_size")) ?? 0)
  }
}

/// Counts the lines that are read.
private final class Counter: @unchecked Sendable {
  private var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}

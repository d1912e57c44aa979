import CSQLite
import Glibc
import Handwriting
import InkModel
import InkStore
import PageReading

/// The text of pages of documents, which a reader of foreign formats knows.
public protocol DocumentTexts: Sendable {
  /// The lines of a page, in the space of a drawing's page of that size; empty where it has none that can be read, `nil`
  /// where that is not known now.
  func lines(ofPage page: Int, of blob: BlobID, size: PageSize) async -> [TextLine]?
}

/// What bringing the index up to date has done.
public struct IndexingReport: Hashable, Sendable {
  /// Lines of ink that were read.
  public var linesRead = 0
  /// Lines of ink that were known.
  public var linesKept = 0
  /// Whether there are pages of documents of which nothing is known now: then the drawing is not up to date.
  public var hasUnknownPages = false

  public init() {}
}

extension SearchIndex {
  /// The drawings in a folder and those below it that the index does not have as they are now, the one that was written to
  /// last first; what is gone from there is forgotten.
  public func outdated(in folder: String) throws(IndexFailure) -> [LibraryItem] {
    let all = list(FilePaths.canonical(folder))
    var stamps: [String: String] = [:]
    try failing { () throws(SQLiteError) in
      for (path, stamp) in try files(in: folder) { stamps[path] = stamp }
    }
    let present = Set(all.map(\.path))
    var gone: [String: [String]] = [:]
    for (path, stamp) in stamps where !present.contains(path) { gone[stamp, default: []] += [path] }
    for item in all where stamps[item.path] == nil {
      // Moved or renamed: what is written in it stays known, but for its name. Of two that look alike nobody knows which.
      guard let alike = gone.removeValue(forKey: Self.stamp(item)), alike.count == 1 else {
        continue
      }
      let old = alike[0]
      let isSame = DrawingFolder.name(of: old) == item.name
      try changing { () throws(SQLiteError) in
        try connection.statement("UPDATE file SET path = ?, stamp = ? WHERE path = ?")
          .run(item.path, isSame ? stamps[old] : nil, old)
      }
      signatures[item.path] = signatures.removeValue(forKey: old)
      stamps[item.path] = isSame ? stamps[old] : ""
      stamps[old] = nil
    }
    for path in stamps.keys where !present.contains(path) { try forget(path) }
    return all.filter { stamps[$0.path] != Self.stamp($0) }
      .sorted { ($1.modified, $0.path) < ($0.modified, $1.path) }
  }

  static func stamp(_ item: LibraryItem) -> String { "\(item.modified) \(item.byteCount)" }

  /// Levels of folders that are looked into: links may go round.
  private static let deepest = 8

  /// The drawings in a folder and those below it; notes these.
  private func list(_ folder: String) -> [LibraryItem] {
    folders = []
    return drawings(in: folder, level: 0)
  }

  private func drawings(in folder: String, level: Int) -> [LibraryItem] {
    DrawingFolder(folder).items(.name).flatMap { item in
      guard item.kind == .folder else { return [item] }
      guard level < Self.deepest else { return [] }
      folders.append(item.path)
      return drawings(in: item.path, level: level + 1)
    }
  }

  /// Paths and stamps; empty for what was begun and not finished.
  private func files(in folder: String) throws(SQLiteError) -> [(String, String)] {
    let (first, last) = Self.range(of: folder)
    let s = try connection.statement(
      "SELECT path, coalesce(stamp, '') FROM file WHERE path >= ? AND path < ?")
    try s.bind(first, last)
    defer { s.reset() }
    var found: [(String, String)] = []
    while try s.step() { found.append((s.text(0), s.text(1))) }
    return found
  }

  /// Between which the paths below a folder are.
  static func range(of folder: String) -> (String, String) {
    let folder = FilePaths.canonical(folder)
    let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    // “0” comes after “/”.
    return (base + "/", base + "0")
  }

  /// Takes a drawing out of the index.
  public func forget(_ path: String) throws(IndexFailure) {
    try changing { () throws(SQLiteError) in
      guard let file = try file(path) else { return }
      for (id, line) in try lines(ofFile: file) { try delete(id, line) }
      try connection.statement("DELETE FROM file WHERE id = ?").run(file)
    }
  }

  /// Takes a drawing out of the index so that no byte of the file tells what was ever written in it.
  ///
  /// The whole file is written anew. Throws where another process uses it for seconds.
  public func erase(_ path: String) throws(IndexFailure) {
    try forget(path)
    signatures[path] = nil
    try changing { () throws(SQLiteError) in
      // Words that no line has any more.
      try connection.execute("DELETE FROM word")
      let s = try connection.statement("SELECT text, data FROM line")
      defer { s.reset() }
      while try s.step() {
        guard let line = LineCodec.line(s.text(0), s.blob(1)) else { continue }
        try insert(wordsOf: IndexedLine(key: 0, source: .ink, page: 0, line: line))
      }
      // Deleted words stay in parts of these indexes until the parts are merged.
      for table in ["best", "weaker"] {
        try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
      }
    }
    try failing { () throws(SQLiteError) in
      try connection.execute("VACUUM")
      // It tells that another process reads by a number, not by an error.
      guard try connection.int("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
        throw SQLiteError(code: SQLITE_BUSY, message: "another process reads it", call: "erase")
      }
    }
  }

  /// Reads what is new in a drawing that is open nowhere here.
  ///
  /// - Parameters:
  ///   - reader: Asked for when there is ink that was not read; `nil` leaves it unread, until there is one.
  ///   - documents: Texts of the documents in a file; `nil` leaves them out.
  ///   - pause: Called before each line and each page of a document that is read, and may wait; `false` ends the reading,
  ///     to be resumed another time.
  @discardableResult
  public func update(
    _ item: LibraryItem, with reader: @autoclosure @Sendable () -> PageReader?,
    documents: (@Sendable (DocumentStore) -> any DocumentTexts)? = nil,
    pause: @Sendable () async -> Bool = { true }
  ) async throws -> IndexingReport {
    let store = try await DocumentStore.open(item.path, mode: .readOnly)
    do {
      let drawing = try await store.load().drawing
      let showsDocuments = drawing.settings.layout.pages.contains { $0.background.blob != nil }
      let texts = showsDocuments ? documents?(store) : nil
      // Reading takes long, and waits while somebody draws: who wants to open the drawing meanwhile finds it closed.
      if texts == nil { try await store.close() }
      signatures[item.path] = nil
      let report = try await take(
        WrittenPages(drawing), of: item.path, stamp: Self.stamp(item), reader, texts, pause)
      signatures[item.path] = nil
      if texts != nil { try await store.close() }
      return report
    } catch {
      try? await store.close()
      throw error
    }
  }

  /// Reads what is new in a drawing that is open, and may not be in its file yet.
  ///
  /// Pages that are as they were at the last call are not looked at again.
  @discardableResult
  public func update(
    _ pages: WrittenPages, of path: String,
    with reader: @autoclosure @Sendable () -> PageReader?,
    documents: (any DocumentTexts)? = nil, pause: @Sendable () async -> Bool = { true }
  ) async throws -> IndexingReport {
    try await take(pages, of: path, stamp: nil, reader, documents, pause)
  }

  /// Takes lines as read from the ink of a drawing, instead of what is known of it; it counts as read then.
  package func put(
    _ lines: [(page: Int, line: TextLine)], asReadFrom item: LibraryItem
  ) throws(IndexFailure) {
    var change = try begin(item.path)
    for (page, line) in lines {
      change.add(IndexedLine(key: line.key, source: .ink, page: page, line: line))
    }
    signatures[item.path] = nil
    try finish(change, stamp: Self.stamp(item))
  }

  /// Lines that are kept at once: a crash costs no more than reading these again.
  private static let batch = 16

  private func take(
    _ pages: WrittenPages, of path: String, stamp: String?, _ reader: @Sendable () -> PageReader?,
    _ documents: (any DocumentTexts)?, _ pause: @Sendable () async -> Bool
  ) async throws -> IndexingReport {
    var change = try begin(path)
    let name = DrawingFolder.name(of: path).split(whereSeparator: \.isWhitespace)
    change.keep(
      IndexedLine(
        key: 0, source: .title, page: 0,
        line: TextLine(name.map { TextLine.Word(String($0), box: .empty) })))
    var read = signatures[path] ?? [:]
    for index in 0..<pages.count {
      let signature = pages.signature(index)
      if read[index] == signature {
        change.keepPage(pages.count == 1 && index == 0 ? nil : index + 1)
        continue
      }
      let page = pages[index]
      var isWhole = true
      for text in page.texts {
        change.keep(IndexedLine(key: text.key, source: .textBox, page: page.number, line: text))
      }
      if case .document(let blob, let number)? = page.background, let documents,
        let size = page.size
      {
        // The same page of the same document has the same lines.
        let key = TextLine([.init("\(blob) \(number)", box: .empty)]).key
        if !change.keepAll(key: key, source: .document, page: page.number) {
          try await go(on: change, pause)
          let lines = await documents.lines(ofPage: number, of: blob, size: size)
          isWhole = lines != nil
          if !isWhole { change.report.hasUnknownPages = true }
          // A line without words says that the page was read.
          for line in lines.map({ $0.isEmpty ? [TextLine([])] : $0 }) ?? [] {
            change.add(IndexedLine(key: key, source: .document, page: page.number, line: line))
          }
          // All of a page at once, since the page counts as read then.
          try keepBatch(&change)
        }
      }
      try await readInk(page, reader, &change, pause)
      if isWhole {
        read[index] = signature
        signatures[path] = read
      }
    }
    // Of fewer pages than before.
    signatures[path] = read.filter { $0.key < pages.count }
    try finish(change, stamp: change.report.hasUnknownPages ? nil : stamp)
    return change.report
  }

  /// Waits until reading may go on.
  private func go(on change: Change, _ pause: @Sendable () async -> Bool) async throws {
    guard await pause() else {
      try keep(change)
      throw CancellationError()
    }
  }

  private func keepBatch(_ change: inout Change) throws(IndexFailure) {
    guard change.added.count >= Self.batch else { return }
    try keep(change)
    change.added = []
  }

  private func readInk(
    _ page: WrittenPage, _ reader: @Sendable () -> PageReader?, _ change: inout Change,
    _ pause: @Sendable () async -> Bool
  ) async throws {
    for found in LineFinder.lines(of: page.strokes) {
      let key = PageReader.key(found, of: page.strokes)
      if change.keep(key: key, source: .ink, page: page.number) {
        change.report.linesKept += 1
        continue
      }
      guard let reader = reader() else { continue }
      try await go(on: change, pause)
      let read = try reader.read(found, of: page.strokes)
      change.report.linesRead += 1
      change.add(IndexedLine(key: key, source: .ink, page: page.number, line: read.line))
      try keepBatch(&change)
    }
  }

  // MARK: Changes

  /// What is to become of the lines of a drawing.
  private struct Change {
    var file: Int64
    /// What the index has and the drawing has not been found to have.
    var left: [Line: [(id: Int64, line: IndexedLine)]] = [:]
    var added: [IndexedLine] = []
    /// Rows that are on another page now.
    var moved: [(id: Int64, page: Int)] = []
    /// By key, to be taken over where the same ink is on several pages.
    var seen: [Line: IndexedLine] = [:]
    var report = IndexingReport()

    struct Line: Hashable {
      var key: Int64
      var source: LineSource
    }

    /// Whether the line is known, and so stays.
    mutating func keep(key: Int64, source: LineSource, page: Int) -> Bool {
      let name = Line(key: key, source: source)
      if var rows = left[name], !rows.isEmpty {
        let row = rows.remove(at: rows.firstIndex { $0.line.page == page } ?? 0)
        left[name] = rows
        seen[name] = row.line
        if row.line.page != page { moved.append((row.id, page)) }
        return true
      }
      guard var copy = seen[name] else { return false }
      copy.page = page
      added.append(copy)
      return true
    }

    /// Whether there are lines of this key, all of which stay.
    mutating func keepAll(key: Int64, source: LineSource, page: Int) -> Bool {
      let name = Line(key: key, source: source)
      guard let rows = left[name], !rows.isEmpty else { return false }
      let here = rows.filter { $0.line.page == page }
      let kept = here.isEmpty ? rows : here
      for row in kept where row.line.page != page { moved.append((row.id, page)) }
      left[name] = rows.filter { row in !kept.contains { $0.id == row.id } }
      return true
    }

    /// All of a page stays; `nil` for the only page, whatever its number.
    mutating func keepPage(_ page: Int?) {
      for (name, rows) in left where name.source != .title {
        left[name] = rows.filter { row in page.map { row.line.page != $0 } ?? false }
      }
    }

    mutating func keep(_ line: IndexedLine) {
      if let rows = left[Line(key: line.key, source: line.source)], let row = rows.first,
        row.line.line.text != line.line.text
      {
        return add(line)
      }
      if !keep(key: line.key, source: line.source, page: line.page) { add(line) }
    }

    mutating func add(_ line: IndexedLine) {
      added.append(line)
      seen[Line(key: line.key, source: line.source)] = line
    }
  }

  private func begin(_ path: String) throws(IndexFailure) -> Change {
    var change = Change(file: 0)
    try changing { () throws(SQLiteError) in
      try connection.statement(
        """
        INSERT INTO file (path) VALUES (?) ON CONFLICT (path) DO UPDATE SET stamp = NULL
        """
      ).run(path)
      change.file = try file(path) ?? 0
      for row in try lines(ofFile: change.file) {
        change.left[.init(key: row.line.key, source: row.line.source), default: []].append(row)
      }
    }
    return change
  }

  private func keep(_ change: Change) throws(IndexFailure) {
    try changing { () throws(SQLiteError) in
      for line in change.added { try insert(line, file: change.file) }
    }
  }

  private func finish(_ change: Change, stamp: String?) throws(IndexFailure) {
    try changing { () throws(SQLiteError) in
      for line in change.added { try insert(line, file: change.file) }
      for (id, page) in change.moved {
        try connection.statement("UPDATE line SET page = ? WHERE id = ?").run(page, id)
      }
      for rows in change.left.values { for (id, line) in rows { try delete(id, line) } }
      try connection.statement("UPDATE file SET stamp = ? WHERE id = ?").run(stamp, change.file)
    }
  }
}

extension TextLine {
  /// Tells lines apart by what they say and where.
  var key: Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in LineCodec.bytes(of: self) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(bitPattern: hash)
  }
}

import CSQLite
import Glibc
import InkModel
import InkStore
import PageReading

/// Why the index cannot be used; drawings are not concerned.
public struct IndexFailure: Error, Hashable, Sendable {
  public var message: String
}

/// What is written in all drawings of some folders, in one SQLite file that can be made again from them.
///
/// 1. ``outdated(in:)`` lists the drawings that are new or have changed, and forgets those that are gone.
///    One that was moved or renamed keeps what is known of it.
/// 2. ``update(_:with:documents:)`` reads one of them, line by line: ink that the index knows is not read again, and what was
///    read is kept though the process ends in the middle.
/// 3. ``search(_:in:limit:)`` finds words, with the page and box of each.
///
/// A file that is damaged or of another version is made anew. Two processes may use one file.
public actor SearchIndex {
  /// Of the schema and of what is stored in it; another one is a reason to read everything again.
  static let version: Int64 = 4

  let connection: Connection
  /// By path: what was on each page of a drawing when it was last read here (``WrittenPages/signature(_:)``).
  var signatures: [String: [Int: Int]] = [:]

  /// The folders below the one that was listed last (``outdated(in:)``), by their paths.
  public internal(set) var folders: [String] = []

  /// Opens an index, or makes one, with the folder that it lies in.
  public init(at path: String) throws(IndexFailure) {
    try? FilePaths.makeFolder(FilePaths.split(path).folder)
    do throws(SQLiteError) {
      connection = try Self.open(path)
    } catch {
      // Busy, a full disk, a folder without permission: a new file would not help.
      guard [SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_ERROR].contains(error.primaryCode) else {
        throw IndexFailure(message: error.message)
      }
      for file in [path, path + "-wal", path + "-shm"] { unlink(file) }
      do throws(SQLiteError) {
        connection = try Self.open(path)
      } catch {
        throw IndexFailure(message: error.message)
      }
    }
  }

  private static func open(_ path: String) throws(SQLiteError) -> Connection {
    let connection = try Connection(path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    do throws(SQLiteError) {
      sqlite3_busy_timeout(connection.handle, 5000)
      try connection.execute("PRAGMA journal_mode = WAL")
      // What a power failure takes is read again.
      try connection.execute("PRAGMA synchronous = NORMAL")
      let found = try connection.int("PRAGMA user_version")
      if found != version {
        guard found == 0 else {
          throw SQLiteError(code: SQLITE_CORRUPT, message: "another version", call: "user_version")
        }
        try connection.execute(schema)
      }
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  /// Words are indexed without their text and positions, which lie in `line` once: half the size.
  private static let schema = """
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS file (
      id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE,
      stamp TEXT);
    CREATE TABLE IF NOT EXISTS line (
      id INTEGER PRIMARY KEY, file INTEGER NOT NULL, source INTEGER NOT NULL, page INTEGER NOT NULL,
      key INTEGER NOT NULL, text TEXT NOT NULL, data BLOB NOT NULL);
    CREATE INDEX IF NOT EXISTS line_of_file ON line (file);
    CREATE TABLE IF NOT EXISTS word (text TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE VIRTUAL TABLE IF NOT EXISTS best USING fts5 (
      words, content = '', detail = none, columnsize = 0,
      tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
    CREATE VIRTUAL TABLE IF NOT EXISTS weaker USING fts5 (
      words, content = '', detail = none, columnsize = 0,
      tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
    PRAGMA user_version = \(version);
    COMMIT;
    """

  func failing<T>(_ body: () throws(SQLiteError) -> T) throws(IndexFailure) -> T {
    do throws(SQLiteError) {
      return try body()
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw IndexFailure(message: error.message)
    }
  }

  /// Runs `body` as one change of the file.
  func changing(_ body: () throws(SQLiteError) -> Void) throws(IndexFailure) {
    try failing { () throws(SQLiteError) in
      try connection.execute("BEGIN IMMEDIATE")
      try body()
      try connection.execute("COMMIT")
    }
  }

  // MARK: Rows

  func insert(_ line: IndexedLine, file: Int64) throws(SQLiteError) {
    try connection.statement(
      "INSERT INTO line (file, source, page, key, text, data) VALUES (?, ?, ?, ?, ?, ?)"
    ).run(
      file, line.source.rawValue, line.page, line.key, line.line.text,
      LineCodec.bytes(of: line.line)
    )
    let id = sqlite3_last_insert_rowid(connection.handle)
    for (table, words) in [("best", line.best), ("weaker", line.weaker)] where !words.isEmpty {
      try connection.statement("INSERT INTO \(table) (rowid, words) VALUES (?, ?)")
        .run(id, words.joined(separator: " "))
    }
    try insert(wordsOf: line)
  }

  func insert(wordsOf line: IndexedLine) throws(SQLiteError) {
    for word in Set(line.best).union(line.weaker) {
      try connection.statement("INSERT OR IGNORE INTO word (text) VALUES (?)").run(word)
    }
  }

  func delete(_ id: Int64, _ line: IndexedLine) throws(SQLiteError) {
    for (table, words) in [("best", line.best), ("weaker", line.weaker)] where !words.isEmpty {
      // An index without contents has to be told what it forgets.
      try connection.statement(
        "INSERT INTO \(table) (\(table), rowid, words) VALUES ('delete', ?, ?)"
      ).run(id, words.joined(separator: " "))
    }
    try connection.statement("DELETE FROM line WHERE id = ?").run(id)
  }

  /// The lines of a file, by their rows.
  func lines(ofFile file: Int64) throws(SQLiteError) -> [(id: Int64, line: IndexedLine)] {
    let s = try connection.statement(
      "SELECT id, source, page, key, text, data FROM line WHERE file = ?")
    try s.bind(file)
    defer { s.reset() }
    var found: [(Int64, IndexedLine)] = []
    while try s.step() {
      let line = LineCodec.line(s.text(4), s.blob(5)) ?? TextLine([])
      found.append(
        (
          s.int(0),
          IndexedLine(
            key: s.int(3), source: LineSource(rawValue: Int(s.int(1))) ?? .ink, page: Int(s.int(2)),
            line: line)
        ))
    }
    return found
  }

  /// What is known to be written in a drawing, with the pages (from 1 on, 0 without pages); not its name.
  public func lines(of path: String) -> [(page: Int, line: TextLine)] {
    let lines = try? failing { () throws(SQLiteError) in
      guard let file = try file(path) else { return [] as [(id: Int64, line: IndexedLine)] }
      return try self.lines(ofFile: file)
    }
    return (lines ?? []).filter { $0.line.source != .title && !$0.line.line.words.isEmpty }
      .map { ($0.line.page, $0.line.line) }
  }

  /// What is known to be written in a drawing, as text: by page (from 1 on, 0 without pages), line by line from the top.
  public func texts(of path: String) -> [Int: String] {
    let rows = try? failing { () throws(SQLiteError) -> [Int: [(top: Double, text: String)]] in
      guard let file = try file(path) else { return [:] }
      let s = try connection.statement(
        "SELECT page, text, data FROM line WHERE file = ? AND source <> ? AND text <> ''")
      try s.bind(file, LineSource.title.rawValue)
      defer { s.reset() }
      var rows: [Int: [(top: Double, text: String)]] = [:]
      while try s.step() {
        let text = s.text(1)
        let top = LineCodec.line(text, s.blob(2))?.box.minY ?? 0
        rows[Int(s.int(0)), default: []].append((top, text))
      }
      return rows
    }
    return (rows ?? [:]).mapValues { lines in
      lines.sorted { $0.top < $1.top }.map(\.text).joined(separator: "\n")
    }
  }

  func file(_ path: String) throws(SQLiteError) -> Int64? {
    let s = try connection.statement("SELECT id FROM file WHERE path = ?")
    try s.bind(path)
    defer { s.reset() }
    return try s.step() ? s.int(0) : nil
  }
}

import CFileLocks
import CSQLite
import Glibc

/// One connection to an SQLite database: opening, statements prepared once, transactions.
///
/// Not thread-safe: its owner, the ``DocumentStore`` actor, serialises access, so SQLite is opened
/// without mutexes.
package final class Connection {
  package let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var isClosed = false

  /// Opens `path`, absolute or a `file:` URI (https://sqlite.org/c3ref/open.html).
  ///
  /// - Parameter vfs: the name of the layer below SQLite; `nil` for the system's own.
  package init(_ path: String, flags: Int32, vfs: String? = nil) throws(SQLiteError) {
    Self.keepsLocks
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(code, handle: handle, call: "sqlite3_open_v2")
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    // A document may come from an attacker: it runs no code of its own (defensive mode, no triggers,
    // no views), and malformed pages are detected when they are read.
    for (option, on) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    ] {
      _ = plumbago_sqlite3_db_config_switch(handle, option, Int32(on))
    }
    try execute("PRAGMA cell_size_check = ON")
  }

  deinit { close() }

  /// Has SQLite keep its locks though another library of this process opens and closes the same files, once.
  private static let keepsLocks: Void = {
    // All layers of the system's kind share one table of calls.
    guard let layer = sqlite3_vfs_find("unix") else { return }
    _ = layer.pointee.xSetSystemCall?(layer, "fcntl", plumbago_file_locks_fcntl())
    _ = layer.pointee.xSetSystemCall?(layer, "close", plumbago_file_locks_close())
  }()

  /// Closes for good; the connection must not be used afterwards.
  ///
  /// The last connection to a file checkpoints its log and removes the side files.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    statements.removeAll()
    let code = sqlite3_close(handle)
    assert(code == SQLITE_OK, "a statement outlives its connection")
  }

  /// A statement from the cache, reset; prepared at its first use and kept.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] {
      known.reset()
      return known
    }
    let fresh = try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    statements[sql] = fresh
    return fresh
  }

  /// A statement for one use.
  package func prepare(_ sql: String, flags: UInt32 = 0) throws(SQLiteError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
    guard code == SQLITE_OK, let statement else {
      throw SQLiteError(code, handle: handle, call: sql)
    }
    return Statement(handle: statement, connection: self, sql: sql)
  }

  /// Runs one statement or several, without parameters and without rows to read.
  package func execute(_ sql: String) throws(SQLiteError) {
    errno = 0
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK {
      throw SQLiteError(code, handle: handle, call: sql, systemError: errno)
    }
  }

  /// The one whole number that `sql` yields, 0 where it yields no row.
  package func int(_ sql: String) throws(SQLiteError) -> Int64 {
    let s = try prepare(sql)
    return try s.step() ? s.int(0) : 0
  }

  /// The one text that `sql` yields.
  package func text(_ sql: String) throws(SQLiteError) -> String {
    let s = try prepare(sql)
    return try s.step() ? s.text(0) : ""
  }

  /// True between the begin and the end of a transaction.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` on one state of the database, whatever other connections write meanwhile.
  func reading<T>(
    _ body: () throws(DocumentStoreError) -> T
  ) throws(DocumentStoreError) -> T {
    guard !isInTransaction else { return try body() }
    try translating { () throws(SQLiteError) in try statement("BEGIN").run() }
    // A transaction that only read ends alike by COMMIT and ROLLBACK; a failure loses nothing.
    defer { try? execute("ROLLBACK") }
    return try body()
  }

  /// Drops statements from the cache: before the schema they were made for changes under them.
  func forgetStatements() { statements.removeAll() }
}

import CSQLite
import Glibc
import InkModel

/// Opens files: every check first, any change after.
///
/// In order:
/// 1. The name must lead to a regular file that is not open in this process, and no file may lie beside it
///    that SQLite must not use (``SideFiles``).
/// 2. It is locked (``DocumentLock``), exclusively for writing, shared for reading.
/// 3. Its header must be a drawing's, of a version we can read, and as long as it says.
/// 4. Schema and head of the history are read without touching anything: SQLite is told that the
///    file is immutable, or, where a crash left a log, is given a copy in memory.
/// 5. For writing only: where the last commit in the log is torn, all that can be read is saved to
///    a drawing beside the file (``TornCommit``), since SQLite writes over what is left of it.
/// 6. For writing only: the file is opened read-write, in WAL mode with full syncs, and migrated.
///
/// A file that fails a check keeps every byte, and no new file is left beside it. What was saved of a
/// torn commit stays, whatever comes after.
struct DocumentOpener {
  var migrator = Migrator()
  /// The name of SQLite's VFS; tests use one that counts and fails.
  var vfs: String?
  /// Milliseconds to wait for a process that has the file locked briefly, as an inspection does.
  var patience = standardPatience

  /// The default of ``patience``.
  ///
  /// Reading the facts about a drawing takes some ten milliseconds. Larger: it takes longer
  /// to report that a file is open elsewhere.
  static let standardPatience = 300

  func open(_ path: String, mode: OpenMode) throws(DocumentStoreError) -> OpenFile {
    let path = FilePaths.canonical(path)
    if mode == .readWrite, FileIdentity(path: path) == nil, access(path, F_OK) != 0,
      errno == ENOENT
    {
      do { try create(path) } catch .alreadyExists {
        // Another process was faster; its file is opened.
      }
    }
    return try openExisting(path, forWriting: mode != .readOnly)
  }

  // MARK: Existing files

  private func openExisting(
    _ path: String, forWriting: Bool
  ) throws(DocumentStoreError) -> OpenFile {
    var s = try FilePaths.checkPlain(path)
    try SideFiles.check(path)
    let claim = try FileClaim.waiting(
      FileIdentity(s), for: forWriting ? .locking : .reading, patience: patience)
    let descriptor = FilePaths.openPlain(path, forWriting ? O_RDWR : O_RDONLY)
    guard descriptor >= 0 else { throw Self.refusal(path, forWriting: forWriting) }
    guard fstat(descriptor, &s) == 0, FileIdentity(s) == claim.identity else {
      close(descriptor)
      throw .inUse(
        .otherProcess, StoreFailure(message: "the file was replaced just now", call: path))
    }
    if forWriting {
      let lock = try DocumentLock(descriptor: descriptor, .alone, patience: patience)
      return try openWritable(path, claim: claim, lock: lock)
    }
    return try openReadOnly(path, claim: claim, descriptor: descriptor)
  }

  /// Opens a file briefly for reading, changing nothing in it or beside it.
  ///
  /// Unlike ``open(_:mode:)`` it works whether or not the file is open elsewhere.
  func inspect(at path: String) throws(DocumentStoreError) -> Inspection {
    let path = FilePaths.canonical(path)
    let s = try FilePaths.checkPlain(path)
    try SideFiles.check(path)
    let claim = FileClaim(FileIdentity(s), for: .inspecting)
    if claim == nil, OpenFiles.use(of: FileIdentity(s)) == .locking {
      // No descriptor of the file may be closed now; SQLite shares its locks within a process.
      return Inspection(connection: try besideWriter(path), file: nil)
    }
    let descriptor = FilePaths.openPlain(path)
    guard descriptor >= 0 else { throw .system(call: "open \(path)") }
    let file = try openReadOnly(
      path, claim: claim, descriptor: descriptor, allowingLoss: true)
    return Inspection(connection: try file.connection(), file: file)
  }

  /// A connection for reading, and what must be retained while it is used.
  struct Inspection {
    let connection: Connection
    let file: OpenFile?
  }

  /// Why a file cannot be opened: it may not be written, or not even be read.
  private static func refusal(_ path: String, forWriting: Bool) -> DocumentStoreError {
    let error = DocumentStoreError.system(call: "open \(path)")
    if forWriting, case .permissionDenied(let failure) = error, access(path, R_OK) == 0 {
      return .readOnly(failure)
    }
    return error
  }

  private func openWritable(
    _ path: String, claim: FileClaim, lock: consuming DocumentLock
  ) throws(DocumentStoreError) -> OpenFile {
    let (version, isTorn) = try checkUntouched(path, descriptor: lock.descriptor)
    let folder = FilePaths.split(path).folder
    guard access(folder, W_OK | X_OK) == 0 else {
      let number = errno
      throw .readOnly(
        StoreFailure(
          systemError: number, message: "the folder takes no files beside the drawing",
          call: "access \(folder)"))
    }
    if version < migrator.latest {
      try checkBeforeMigrating(path, descriptor: lock.descriptor)
    }
    var tornCommit: TornCommit?
    if isTorn {
      tornCommit = TornCommit(rescued: try rescue(path, file: lock.descriptor))
    }
    let connection = try Self.writableConnection(path, vfs: vfs)
    do throws(DocumentStoreError) {
      _ = try translating { () throws(SQLiteError) in try migrator.run(on: connection) }
    } catch {
      connection.close()
      throw error
    }
    let file = OpenFile(
      path: path, access: .writable, connection: connection, vfs: vfs, lock: lock, claim: claim)
    file.tornCommit = tornCommit
    return file
  }

  /// Bytes to which a checkpoint cuts the log back, and above which a commit is followed by one.
  ///
  /// About what SQLite lets a log grow to before it checkpoints by itself (1000 pages of 4096 bytes,
  /// https://sqlite.org/pragma.html#pragma_wal_autocheckpoint). Larger: a drawing takes more disk
  /// while it is open.
  static let logSizeLimit: Int64 = 4_194_304

  /// Milliseconds that a write or a checkpoint waits for other programs' connections to the file.
  ///
  /// Such connections are rare. Larger: a save waits longer for one.
  private static let busyTimeout: Int32 = 5000

  /// Opens a file that has passed its checks, read-write.
  static func writableConnection(
    _ path: String, vfs: String?
  ) throws(DocumentStoreError) -> Connection {
    // Again, since the name may be another than the one that was checked.
    try SideFiles.check(path)
    return try translating { () throws(SQLiteError) in
      let c = try Connection(path, flags: SQLITE_OPEN_READWRITE, vfs: vfs)
      sqlite3_busy_timeout(c.handle, Self.busyTimeout)
      // Checkpoints are the store's, which first finds out whether the file is still as it was left.
      // FULL: a commit has reached the disk when it returns (https://sqlite.org/pragma.html).
      try c.execute(
        """
        PRAGMA synchronous = FULL;
        PRAGMA journal_mode = WAL;
        PRAGMA wal_autocheckpoint = 0;
        PRAGMA journal_size_limit = \(logSizeLimit);
        PRAGMA temp_store = MEMORY;
        """)
      return c
    }
  }

  /// - Parameter allowingLoss: whether a file is opened whose log is damaged, as it was before the damage.
  private func openReadOnly(
    _ path: String, claim: FileClaim?, descriptor: CInt, allowingLoss: Bool = false
  ) throws(DocumentStoreError) -> OpenFile {
    // A process that writes keeps the lock exclusively; then the file is read beside it.
    let besideWriter = flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    let lock = DocumentLock(locked: descriptor)
    if besideWriter { claim?.change(to: .locking) }
    let hasLog = (FilePaths.size(of: FilePaths.log(of: path)) ?? 0) > 0
    let header = try FileHeader(descriptor: lock.descriptor)
    try header.check(latest: migrator.latest, hasLog: hasLog || besideWriter)
    let access: OpenFile.Access
    let connection: Connection
    var hasLostCommits = false
    var isTorn = false
    if besideWriter {
      access = .besideWriter
      connection = try self.besideWriter(path)
    } else if hasLog || header.userVersion < migrator.latest {
      access = .snapshot
      let image = try snapshot(
        path, descriptor: lock.descriptor, pageSize: header.pageSize, allowingLoss: allowingLoss)
      connection = image.connection
      hasLostCommits = image.hasLostCommits
      isTorn = image.isTorn
    } else {
      access = .immutable
      connection = try immutable(path)
    }
    do throws(DocumentStoreError) {
      if access == .snapshot {
        // An older file is read as the latest version, in memory.
        _ = try translating { () throws(SQLiteError) in try migrator.run(on: connection) }
      }
      try check(connection)
    } catch {
      connection.close()
      throw error
    }
    let file = OpenFile(
      path: path, access: access, connection: connection, vfs: vfs, lock: lock, claim: claim)
    file.hasLostCommits = hasLostCommits
    file.tornCommit = isTorn ? TornCommit() : nil
    return file
  }

  /// A connection to a file that a process has open for writing.
  private func besideWriter(_ path: String) throws(DocumentStoreError) -> Connection {
    try translating { () throws(SQLiteError) in
      let c = try Connection(path, flags: SQLITE_OPEN_READONLY, vfs: vfs)
      sqlite3_busy_timeout(c.handle, Self.busyTimeout)
      return c
    }
  }

  // MARK: Checks

  /// Reads all of an older file, as it would be afterwards, before it is migrated: that changes
  /// it, and a damaged file is not to be changed.
  private func checkBeforeMigrating(
    _ path: String, descriptor: CInt
  ) throws(DocumentStoreError) {
    let header = try FileHeader(descriptor: descriptor)
    let c = try snapshot(path, descriptor: descriptor, pageSize: header.pageSize).connection
    defer { c.close() }
    do {
      _ = try translating { () throws(SQLiteError) in try migrator.run(on: c) }
    } catch {
      // A migration that cannot be made shows in the file itself, with the file left as it is.
      return
    }
    try Verifier(connection: c).run()
  }

  /// Everything that can be known cheaply about a file, without touching it.
  ///
  /// Returns the version that its header has, and whether the last commit in its log is torn.
  private func checkUntouched(
    _ path: String, descriptor: CInt
  ) throws(DocumentStoreError) -> (version: Int, isTorn: Bool) {
    let hasLog = (FilePaths.size(of: FilePaths.log(of: path)) ?? 0) > 0
    let header = try FileHeader(descriptor: descriptor)
    try header.check(latest: migrator.latest, hasLog: hasLog)
    let connection: Connection
    var isTorn = false
    if hasLog {
      let image = try snapshot(path, descriptor: descriptor, pageSize: header.pageSize)
      connection = image.connection
      isTorn = image.isTorn
    } else {
      connection = try immutable(path)
    }
    defer { connection.close() }
    try check(connection)
    return (header.userVersion, isTorn)
  }

  private func immutable(_ path: String) throws(DocumentStoreError) -> Connection {
    try translating { () throws(SQLiteError) in
      try Connection(
        FilePaths.uri(path, query: "immutable=1"), flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }
  }

  /// A copy of a file with its log in memory, and whether commits are missing from it, or may be.
  ///
  /// Throws ``DocumentStoreError/damaged(_:)`` where some are, unless that is allowed: SQLite would write over
  /// what is left of them.
  private func snapshot(
    _ path: String, descriptor: CInt, pageSize: Int, allowingLoss: Bool = false
  ) throws(DocumentStoreError) -> (connection: Connection, hasLostCommits: Bool, isTorn: Bool) {
    let log = try FilePaths.openLog(of: path)
    defer { if log >= 0 { close(log) } }
    let index = FilePaths.openPlain(FilePaths.index(of: path))
    defer { if index >= 0 { close(index) } }
    let image = PageImage(file: descriptor, logFile: log, index: index, pageSize: pageSize)
    guard allowingLoss || !image.hasLostCommits else {
      throw .damaged("commits in the log cannot be read")
    }
    return (try image.connection(), image.hasLostCommits, image.hasTornCommit)
  }

  /// Schema and head of the history, of any version up to the latest.
  private func check(_ c: Connection) throws(DocumentStoreError) {
    let (id, version) = try translating { () throws(SQLiteError) in
      (try c.int("PRAGMA application_id"), Int(try c.int("PRAGMA user_version")))
    }
    guard id == Int64(DocumentFormat.applicationID) else {
      throw .notADrawing(StoreFailure(message: "the file is a database of another application"))
    }
    guard version <= migrator.latest else {
      throw .newerVersion(
        version, StoreFailure(message: "the file has format version \(version)"))
    }
    guard version > 0 else { throw .damaged("the file has format version \(version)") }
    // Later versions keep version 1's tables and columns, so these queries fit any of them.
    let sinceVersion2 =
      version >= 2 ? [("settings", SettingsRow.columns), ("step", StepRow.columns)] : []
    let sinceVersion5 =
      version >= 5
      ? [
        ("page", version >= 6 ? PageRow.columns : PageRow.columnsWithoutLater),
        ("layer", LayerRow.columns), ("blob", BlobRow.columns),
        ("blob_chunk", "id, data"), ("blob_use", BlobUseRow.columns),
      ] : []
    for (table, columns) in sinceVersion2 + sinceVersion5 + [
      ("meta", "key, value, seal"), ("step", StepRow.columnsOfVersion1), ("ink", InkRow.columns),
      ("content", ContentRow.Head.columns + ", path"), ("samples", "content, data"),
      ("element", ElementRow.columns + ", died"), ("history", HistoryRow.columns),
    ] {
      do {
        _ = try c.prepare("SELECT \(columns) FROM \(table)")
      } catch {
        // A missing table is an ordinary error to SQLite; in a drawing it is damage.
        let meaning = DocumentStoreError(error)
        if case .ioError(let failure) = meaning { throw .damaged(failure) }
        throw meaning
      }
    }
    _ = try HistoryRow.read(from: c)
    _ = try InkRow.all(in: c)
  }
}

import CSQLite
import Glibc

/// A file that another one is about to replace, made ready for that.
///
/// SQLite finds a log by its database's name. A log that stays beside the name would be written into
/// the file that comes, and one that is removed takes with it what was committed to it alone
/// (https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_). So, in order:
///
/// 1. No other store can open the file for writing from here until this object goes.
/// 2. SQLite writes the log, or undoes a journal, into the file itself; that survives a crash at any
///    moment.
/// 3. What then lies beside the file is empty, and is removed.
///
/// From there on the file is whole without anything beside it, until the caller replaces it in one
/// system call. Where nothing has the name, logs that an earlier file left are removed.
final class ReplacedFile {
  private var claim: FileClaim?
  private var lock: DocumentLock?

  /// Prepares the file at `path`, canonical.
  ///
  /// Throws ``DocumentStoreError/inUse(_:_:)`` where somebody has it open for writing, or its log in
  /// use, and what SQLite says where the log cannot be written into the file: then nothing is lost,
  /// and nothing may be replaced. The log of what is no database, or of a damaged one, cannot be
  /// brought home by anyone and goes with it.
  ///
  /// - Parameter patience: milliseconds to wait for someone who has the file only for a moment.
  init(_ path: String, patience: Int = DocumentOpener.standardPatience) throws(DocumentStoreError) {
    if let identity = FileIdentity(path: path) {
      claim = try FileClaim.waiting(identity, for: .locking, patience: patience)
      try keepWritersOut(path, identity, patience)
      try Self.emptyLog(of: path, patience)
    }
    for file in FilePaths.sideFiles(of: path) { unlink(file) }
    // In a folder that lets nothing be removed an empty log may stay, and does no harm.
    for file in [FilePaths.log(of: path), FilePaths.journal(of: path)] {
      guard (FilePaths.size(of: file) ?? 0) == 0 else {
        throw .readOnly(
          StoreFailure(message: "a log beside the file cannot be removed", call: "unlink \(file)"))
      }
    }
  }

  deinit {
    lock = nil
    claim = nil
  }

  /// Keeps others from opening the file for writing; those who only read it may go on.
  private func keepWritersOut(
    _ path: String, _ identity: FileIdentity, _ patience: Int
  ) throws(DocumentStoreError) {
    // On other file systems the lock would be in SQLite's way, and an open file in the renaming's.
    guard EditingLocation.isLocal(FilePaths.split(path).folder) else { return }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    // What we may not read nobody of ours can have open.
    guard descriptor >= 0 else { return }
    let taken = try DocumentLock(descriptor: descriptor, .shared, patience: patience)
    guard taken.identity == identity else {
      throw .inUse(
        .otherProcess, StoreFailure(message: "the file was replaced just now", call: path))
    }
    lock = consume taken
  }

  private static func emptyLog(
    of path: String, _ patience: Int
  ) throws(DocumentStoreError) {
    let logs = [FilePaths.log(of: path), FilePaths.journal(of: path)]
    guard logs.contains(where: { (FilePaths.size(of: $0) ?? 0) > 0 }) else { return }
    do throws(SQLiteError) {
      let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
      defer { c.close() }
      sqlite3_busy_timeout(c.handle, Int32(patience))
      // Alone, SQLite needs no shared memory, which would be one more file beside this one.
      try c.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
      // Reading undoes what a journal says was not committed.
      _ = try c.int("SELECT count(*) FROM sqlite_schema")
      _ = try c.int("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      guard [SQLITE_NOTADB, SQLITE_CORRUPT].contains(error.primaryCode) else {
        throw DocumentStoreError(error)
      }
      return
    }
    guard (FilePaths.size(of: FilePaths.log(of: path)) ?? 0) == 0 else {
      throw .inUse(.otherProcess, StoreFailure(message: "the file's log is in use", call: path))
    }
  }
}

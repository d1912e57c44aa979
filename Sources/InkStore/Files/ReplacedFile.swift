import CSQLite
import Glibc
import InkModel

/// A file that is about to be replaced by another one, made ready for that.
///
/// SQLite finds a log by its database's name. A log that stays beside the name would be written into
/// the file that comes, and one that is removed takes with it what was committed to it alone
/// (https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_). So, in order:
///
/// 1. No other store can open the file for writing as long as this object lives.
/// 2. SQLite checkpoints the log into the file, which survives a crash at any time.
/// 3. The side files, empty now, are removed.
///
/// From then on the file is complete by itself, until the caller replaces it in one system call.
/// Where nothing has the name, side files that an earlier file left are removed.
final class ReplacedFile {
  private var claim: FileClaim?
  private var lock: DocumentLock?

  /// Prepares the file at `path`, canonical.
  ///
  /// Throws ``DocumentStoreError/inUse(_:_:)`` where another process has it open for writing, or its log in
  /// use, and the error of SQLite where the log cannot be checkpointed: then nothing is lost, and the
  /// file must not be replaced. The log of a damaged database, or of what is none, cannot be
  /// checkpointed by any program; it is removed with the file.
  ///
  /// - Parameter patience: milliseconds to wait for a process that has the file locked briefly.
  init(_ path: String, patience: Int = DocumentOpener.standardPatience) throws(DocumentStoreError) {
    if let identity = FileIdentity(path: path) {
      claim = try FileClaim.waiting(identity, for: .locking, patience: patience)
      try keepWritersOut(path, identity, patience)
      try Self.emptyLog(of: path, patience)
    }
    for file in FilePaths.sideFiles(of: path) { unlink(file) }
    // An empty log that cannot be removed from a read-only folder is harmless.
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

  /// Keeps other processes from opening the file for writing; readers are not affected.
  private func keepWritersOut(
    _ path: String, _ identity: FileIdentity, _ patience: Int
  ) throws(DocumentStoreError) {
    // On other file systems the lock may conflict with SQLite's, and an open file with renaming.
    guard EditingLocation.isLocal(FilePaths.split(path).folder) else { return }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    // A file that this user may not read is in no store of this user.
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
    // What is no log of a drawing is removed with it, not read.
    guard (try? SideFiles.check(path)) != nil, FilePaths.isPlain(path) else { return }
    do throws(SQLiteError) {
      let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
      defer { c.close() }
      sqlite3_busy_timeout(c.handle, Int32(patience))
      // An exclusive connection keeps the index of the log in memory and makes no -shm file.
      try c.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
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

import CSQLite
import Glibc
import InkModel

/// An open document: its connection, its lock, and the order in which they are closed.
///
/// Life: ``DocumentOpener`` makes one after every check has passed; ``close()`` or the last
/// reference ends it. The connection closes before the lock's descriptor, and the claim on the
/// file within this process ends last.
///
/// Invariants:
/// 1. ``path`` is the name that the file has, as far as this process gave it.
/// 2. There is an open connection under ``path``, or there is none and the next ``connection()``
///    opens one or throws; a closed one is never returned.
/// 3. Where there is none, the file itself has all that was committed and has no log.
/// 4. Once another program has written to the file (``isOverwritten``), this process does not.
final class OpenFile {
  /// How the file is read, and whether it is written.
  enum Access: Hashable {
    /// Read and written in place.
    case writable
    /// Read beside a process that writes it.
    case besideWriter
    /// Read from a file that no process writes, without changing anything.
    case immutable
    /// Read from a copy in memory, because a log lies beside a file that must not change.
    case snapshot
  }

  private(set) var path: String
  /// Whether this is the file before commits that are lost, because its log is damaged.
  var hasLostCommits = false
  /// Set where the last commit in its log was torn.
  var tornCommit: TornCommit?
  let access: Access
  /// The connection where it is open.
  private(set) var openConnection: Connection?
  private let vfs: String?
  private var lock: DocumentLock?
  private var claim: FileClaim?
  /// The file as this process left it, and its log; only of files that are written.
  private var stamp: FileStamp?
  private var logStamp: FileStamp?
  /// Whether another program has written to the file since, by whatever means but a rename.
  private(set) var isOverwritten = false

  /// - Parameter vfs: the layer below SQLite with which to open the file again.
  init(
    path: String, access: Access, connection: Connection, vfs: String?,
    lock: consuming DocumentLock, claim: FileClaim?
  ) {
    self.path = path
    self.access = access
    openConnection = connection
    self.vfs = vfs
    self.lock = consume lock
    self.claim = claim
    noteWritten()
  }

  deinit {
    // SQLite would checkpoint the log into what another program wrote.
    if isOverwritten { separate() } else if isTouched { closeWithoutCheckpoint() }
    // The order matters: see DocumentLock.
    openConnection?.close()
    lock = nil
    claim = nil
  }

  /// The open connection; opens the file again where ``relocate(to:_:)`` could not.
  func connection() throws(DocumentStoreError) -> Connection {
    if let openConnection { return openConnection }
    // Another file that has the name now must not be written.
    guard state == .there else { throw displacement }
    let fresh = try DocumentOpener.writableConnection(path, vfs: vfs)
    openConnection = fresh
    return fresh
  }

  /// Closes the connection without checkpointing the log.
  func abandon() {
    guard !isOverwritten else { return separate() }
    guard access == .writable, openConnection != nil else { return }
    let log = FilePaths.log(of: path)
    let hadLog = (FilePaths.size(of: log) ?? 0) > 0
    closeWithoutCheckpoint()
    // SQLite then leaves the index of the log, which can be rebuilt from it, and an empty log where
    // there was none.
    guard FileIdentity(path: path) == identity else { return }
    unlink(path + "-shm")
    if !hadLog { unlink(log) }
  }

  private func closeWithoutCheckpoint() {
    guard let connection = openConnection else { return }
    openConnection = nil
    _ = plumbago_sqlite3_db_config_switch(
      connection.handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.close()
  }

  // MARK: Other programs

  /// Takes what is in the file now for what this process has written: after each write to it.
  func noteWritten() {
    guard access == .writable, let descriptor = lock?.descriptor else { return }
    stamp = FileStamp(descriptor: descriptor)
    noteLogWritten()
  }

  /// The same for the log alone, after a commit: that does not write to the file itself.
  func noteLogWritten() { logStamp = FileStamp(log: FilePaths.log(of: path)) }

  /// Whether another program has written to the file or changed its times; costs a few system calls.
  private var isTouched: Bool {
    guard access == .writable, let stamp, let descriptor = lock?.descriptor else { return false }
    return FileStamp(descriptor: descriptor) != stamp
  }

  /// Finds out whether another program has overwritten the file; costs a few system calls where none touched it.
  ///
  /// - Parameter isSame: whether the file alone, and with its log, hold what this process has written to them after
  ///   all, as after touch(1).
  func lookForWriters(_ isSame: (_ alone: Connection, _ withLog: Connection) -> Bool) {
    // What is being read goes on in its connection; the next check follows it.
    guard !isOverwritten, openConnection?.isInTransaction != true, isTouched,
      let descriptor = lock?.descriptor
    else { return }
    guard holds(isSame, descriptor) else {
      isOverwritten = true
      return
    }
    // SQLite may have pages in its cache that are other ones in the file by now.
    closeWithoutCheckpoint()
    noteWritten()
  }

  private func holds(
    _ isSame: (_ alone: Connection, _ withLog: Connection) -> Bool, _ descriptor: CInt
  ) -> Bool {
    guard let header = try? FileHeader(descriptor: descriptor), header.isOfDrawing,
      header.hasPages
    else { return false }
    let log = FilePaths.openPlain(FilePaths.log(of: path))
    defer { if log >= 0 { Glibc.close(log) } }
    let image = PageImage(file: descriptor, logFile: log, pageSize: header.pageSize)
    let file = PageImage(file: descriptor, logFile: -1, pageSize: header.pageSize)
    guard !image.hasLostCommits, let withLog = try? image.connection() else { return false }
    defer { withLog.close() }
    guard let alone = try? file.connection() else { return false }
    defer { alone.close() }
    return isSame(alone, withLog)
  }

  /// Leaves a file that another program has overwritten as it is, without this process's log beside it, which
  /// SQLite would read as the other's.
  private func separate() {
    let log = FilePaths.log(of: path)
    let isOwnLog = FilePaths.size(of: log) == 0 || FileStamp(log: log) == logStamp
    closeWithoutCheckpoint()
    guard isOwnLog else { return }
    for side in [log, FilePaths.index(of: path)] { unlink(side) }
  }

  /// The identity of the file, whatever its name is now.
  var identity: FileIdentity? { lock?.identity }

  /// Closes the connection of a file whose log is empty; lock and claim stay.
  func closeConnection() {
    openConnection?.close()
    openConnection = nil
    noteWritten()
  }

  /// Gives the file another name, keeping lock and claim throughout.
  ///
  /// SQLite finds a log by its database's name, so it closes before the name changes and opens
  /// again under the new one. The log must have been emptied before.
  ///
  /// Throws what `rename` throws; then the name is the old one. Where only opening again fails,
  /// under either name, nothing is thrown: ``connection()`` tries once more and reports it.
  func relocate(
    to newPath: String, _ rename: () throws(DocumentStoreError) -> Void
  ) throws(DocumentStoreError) {
    openConnection?.close()
    openConnection = nil
    defer {
      _ = try? connection()
      noteWritten()
    }
    try rename()
    path = newPath
  }

  /// The state of the file under its name; costs a system call or two.
  var state: FileState {
    if isOverwritten { return .overwritten }
    let found = FileIdentity(path: path)
    if found != nil, found == identity { return .there }
    if let current = currentPath { return .moved(current) }
    return found == nil ? .gone : .replaced
  }

  /// The error to throw where ``state`` is not ``FileState/there``.
  var displacement: DocumentStoreError {
    .displaced(state, StoreFailure(message: "the file has lost its name", call: path))
  }

  /// The name that the file has now, `nil` where it has none any more.
  var currentPath: String? {
    guard let descriptor = lock?.descriptor else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let n = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    guard n > 0 else { return nil }
    let name = String(decoding: buffer.prefix(n).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The kernel marks an unlinked file, and a name may really end like that: the inode decides.
    return FileIdentity(path: name) == identity ? name : nil
  }
}

import CSQLite
import Glibc

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
  let access: Access
  /// The connection where it is open.
  private(set) var openConnection: Connection?
  private let vfs: String?
  private var lock: DocumentLock?
  private var claim: FileClaim?

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
  }

  deinit {
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
    guard access == .writable, let connection = openConnection else { return }
    let log = FilePaths.log(of: path)
    let hadLog = (FilePaths.size(of: log) ?? 0) > 0
    _ = plumbago_sqlite3_db_config_switch(
      connection.handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.close()
    // SQLite then leaves the index of the log, which can be rebuilt from it, and an empty log where
    // there was none.
    guard FileIdentity(path: path) == identity else { return }
    unlink(path + "-shm")
    if !hadLog { unlink(log) }
  }

  /// The identity of the file, whatever its name is now.
  var identity: FileIdentity? { lock?.identity }

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
    defer { _ = try? connection() }
    try rename()
    path = newPath
  }

  /// The state of the file under its name; costs a system call or two.
  var state: FileState {
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

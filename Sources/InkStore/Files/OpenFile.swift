import CSQLite
import Glibc

/// An open document: its connection, its lock, and the order in which they must go.
///
/// Life: ``DocumentOpener`` makes one after every check has passed; ``close()`` or the last
/// reference ends it. The connection closes before the lock's descriptor, and the claim on the
/// file within this process goes last.
final class OpenFile {
  /// How the file is read, and whether it is written.
  enum Access: Hashable {
    /// Read and written in place.
    case writable
    /// Read beside a process that writes it.
    case besideWriter
    /// Read from a file that nobody writes and that we may not touch.
    case immutable
    /// Read from a copy in memory, because a log lies beside a file that we may not touch.
    case snapshot
  }

  private(set) var path: String
  let access: Access
  private(set) var connection: Connection
  private var lock: DocumentLock?
  private var claim: FileClaim?

  init(
    path: String, access: Access, connection: Connection, lock: consuming DocumentLock,
    claim: FileClaim?
  ) {
    self.path = path
    self.access = access
    self.connection = connection
    self.lock = consume lock
    self.claim = claim
  }

  deinit {
    // The order matters: see DocumentLock.
    connection.close()
    lock = nil
    claim = nil
  }

  /// Closes the connection without bringing the log home; to be done before letting go.
  func abandon() {
    guard access == .writable else { return }
    let log = FilePaths.log(of: path)
    let hadLog = (FilePaths.size(of: log) ?? 0) > 0
    _ = plumbago_sqlite3_db_config_switch(
      connection.handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.close()
    // What SQLite then leaves: the index of the log, which anyone can make anew from it, and an
    // empty log where there was none.
    guard FileIdentity(path: path) == identity else { return }
    unlink(path + "-shm")
    if !hadLog { unlink(log) }
  }

  /// Which file this is, whatever it is called by now.
  var identity: FileIdentity? { lock?.identity }

  /// Gives the file another name, keeping lock and claim throughout.
  ///
  /// SQLite finds a log by its database's name, so it closes before the name changes and opens
  /// again under the new one. Where `rename` or opening throws, the file is open under its old name
  /// as before.
  func relocate(
    to newPath: String, vfs: String?, _ rename: () throws(DocumentStoreError) -> Void
  ) throws(DocumentStoreError) {
    connection.close()
    let old = path
    do throws(DocumentStoreError) {
      try rename()
      path = newPath
      connection = try DocumentOpener.writableConnection(newPath, vfs: vfs)
    } catch {
      path = old
      connection = try DocumentOpener.writableConnection(old, vfs: vfs)
      throw error
    }
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

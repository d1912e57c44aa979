import Glibc
import Synchronization

/// A file whatever its name: its device and its inode number.
public struct FileIdentity: Hashable, Sendable {
  public var device: UInt64
  public var inode: UInt64

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  init(_ s: stat) {
    device = UInt64(s.st_dev)
    inode = UInt64(s.st_ino)
  }

  /// `nil` where nothing has this name, or where asking is not allowed.
  ///
  /// Opens nothing: closing any descriptor of a file would drop the locks that SQLite holds on it
  /// in this process
  /// (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
  public init?(path: String) {
    var s = stat()
    guard stat(path, &s) == 0 else { return nil }
    self.init(s)
  }

  /// Whether two paths lead to one file that is there: links of either kind do.
  public static func isShared(by path: String, _ other: String) -> Bool {
    guard let identity = FileIdentity(path: path) else { return false }
    return identity == FileIdentity(path: other)
  }
}

/// The files that stores of this process have open, so that none is opened twice.
enum OpenFiles {
  /// What a file is open for.
  enum Use: Hashable {
    /// An inspection, which is brief.
    case inspecting
    /// A store reads the file, and no process writes it.
    case reading
    /// A store writes it, or reads it while another process does: SQLite holds locks.
    case locking
  }

  /// Whether a store has the file open.
  static func contains(_ identity: FileIdentity) -> Bool {
    [.reading, .locking].contains(use(of: identity))
  }

  fileprivate static let uses = Mutex<[FileIdentity: Use]>([:])

  static func use(of identity: FileIdentity) -> Use? {
    uses.withLock { $0[identity] }
  }

  /// Runs `body`, which may open and close the file, unless it is open or about to be.
  ///
  /// Returns `nil` where it is.
  static func whileUnclaimed<T: Sendable>(_ identity: FileIdentity, _ body: () -> T) -> T? {
    uses.withLock { $0[identity] == nil ? body() : nil }
  }
}

/// This process's claim on a file, for as long as this object lives.
final class FileClaim: Sendable {
  let identity: FileIdentity

  /// Fails where the file is claimed already.
  init?(_ identity: FileIdentity, for use: OpenFiles.Use) {
    let isFree = OpenFiles.uses.withLock {
      guard $0[identity] == nil else { return false }
      $0[identity] = use
      return true
    }
    guard isFree else { return nil }
    self.identity = identity
  }

  /// Claims a file, waiting while it is only inspected.
  ///
  /// - Parameter patience: for how long, in milliseconds.
  static func waiting(
    _ identity: FileIdentity, for use: OpenFiles.Use, patience: Int
  ) throws(DocumentStoreError) -> FileClaim {
    var left = patience
    while true {
      if let claim = FileClaim(identity, for: use) { return claim }
      guard OpenFiles.use(of: identity) != .locking, left > 0 else {
        throw .inUse(.thisProcess, StoreFailure(message: "the file is open in this process"))
      }
      usleep(10_000)
      left -= 10
    }
  }

  func change(to use: OpenFiles.Use) {
    OpenFiles.uses.withLock { $0[identity] = use }
  }

  deinit { OpenFiles.uses.withLock { _ = $0.removeValue(forKey: identity) } }
}

import Glibc
import InkModel

/// The lock by which processes see that a document is open: an advisory `flock` on the file itself.
///
/// A writer holds it exclusively; readers of a file that has no writer share it. `flock` belongs to
/// the open descriptor and does not interact with SQLite's `fcntl` locks; the kernel drops it when
/// the process ends, and no lock file is left.
///
/// The descriptor must stay open while SQLite has the file open in this process: where SQLite's locks are those of the
/// process (see `CFileLocks`), closing any descriptor of a file drops them. ``OpenFile`` keeps that order.
///
/// On network file systems that turn `flock` into `fcntl` locks it would conflict with SQLite's;
/// such files are edited as a ``WorkingCopy``, which is local. On a file system without locks
/// taking one counts as a success.
public struct DocumentLock: ~Copyable, Sendable {
  /// Who has a document open.
  public enum Holder: Hashable, Sendable {
    /// Another store of this process.
    case thisProcess
    case otherProcess
  }

  enum Kind {
    case alone
    case shared
  }

  let descriptor: CInt

  /// Takes ownership of a descriptor and locks its file; closes the descriptor where that fails.
  ///
  /// - Parameter patience: milliseconds to wait for a process that has it locked briefly, as inspecting the
  ///   file does.
  init(descriptor: CInt, _ kind: Kind, patience: Int) throws(DocumentStoreError) {
    var left = patience
    while flock(descriptor, (kind == .alone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
      let number = errno
      if number == EINTR { continue }
      guard number == EWOULDBLOCK else { break }
      guard left > 0 else {
        Glibc.close(descriptor)
        throw .inUse(
          .otherProcess,
          StoreFailure(
            systemError: number, message: String(cString: strerror(number)), call: "flock")
        )
      }
      usleep(10_000)
      left -= 10
    }
    self.descriptor = descriptor
  }

  /// Takes ownership of a descriptor that the caller has locked, or cannot lock because a process writes.
  init(locked descriptor: CInt) { self.descriptor = descriptor }

  deinit { Self.end(descriptor) }

  /// Unlocks a file and closes its descriptor.
  ///
  /// To close it is not enough: a process that is being started has copies of all descriptors until
  /// it executes its program, and a lock ends with the last of them. Whoever opens the file
  /// meanwhile would take that for a process that writes it.
  private static func end(_ descriptor: CInt) {
    _ = flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
  }

  /// The file that is locked, whatever its name is by now.
  var identity: FileIdentity? {
    var s = stat()
    guard fstat(descriptor, &s) == 0 else { return nil }
    return FileIdentity(s)
  }

  /// The process that has the document at `path` open for writing, `nil` where none has or there is no document.
  public static func holder(of path: String) -> Holder? {
    guard let identity = FileIdentity(path: path) else { return nil }
    let isFree = canLock(path, identity, LOCK_SH)
    // An inspection by this process does not count as a holder.
    guard let isFree else { return OpenFiles.contains(identity) ? .thisProcess : nil }
    return isFree ? nil : .otherProcess
  }

  /// Whether no process has the document at `path` open, not even to read it.
  static func isUnused(_ path: String) -> Bool {
    // Where locks are fcntl's, this one, which is for writers, says nothing through a descriptor that reads.
    guard holder(of: path) == nil else { return false }
    guard let identity = FileIdentity(path: path) else { return true }
    return canLock(path, identity, LOCK_EX) ?? false
  }

  /// Whether no other process has a lock that excludes this one; `nil` where this process has the file open.
  private static func canLock(_ path: String, _ identity: FileIdentity, _ lock: CInt) -> Bool? {
    OpenFiles.whileUnclaimed(identity) {
      let descriptor = FilePaths.openPlain(path)
      guard descriptor >= 0 else { return true }
      defer { end(descriptor) }
      return flock(descriptor, lock | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }
  }
}

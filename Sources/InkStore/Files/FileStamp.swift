import Glibc
import InkModel

/// What shows that another program has written to a file: its identity, size, time of change and first bytes.
///
/// The first bytes hold SQLite's count of changes and the number of pages: times of change have the
/// resolution of the kernel's clock, some milliseconds.
struct FileStamp: Equatable {
  private let identity: FileIdentity
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  private let head: [UInt8]

  /// `nil` where the file cannot be asked; costs two system calls.
  init?(descriptor: CInt) {
    var s = stat()
    guard fstat(descriptor, &s) == 0 else { return nil }
    // The header of a database; that of a log is shorter, and frames of it follow.
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = max(0, pread(descriptor, &buffer, buffer.count, 0))
    self.init(s, head: Array(buffer.prefix(count)))
  }

  /// Without the first bytes, of a drawing that this process may have locked: to close a descriptor of it would end its locks.
  ///
  /// `nil` where nothing has the name; costs one system call.
  init?(lockable path: String) {
    var s = stat()
    guard stat(path, &s) == 0 else { return nil }
    self.init(s, head: [])
  }

  private init(_ s: stat, head: [UInt8]) {
    identity = FileIdentity(s)
    size = Int64(s.st_size)
    (seconds, nanoseconds) = (s.st_mtim.tv_sec, s.st_mtim.tv_nsec)
    self.head = head
  }

  /// Of a log beside a drawing, which no process holds locks on; `nil` where there is none.
  init?(log path: String) {
    let descriptor = FilePaths.openPlain(path)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    self.init(descriptor: descriptor)
  }
}

import Glibc
import InkModel

/// What shows that another program may have changed a file that is only read here, or its log.
///
/// Asked by name: closing a descriptor of the file would end the locks that SQLite has on it in this process.
struct FileTimes: Equatable {
  private let identity: FileIdentity
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` where nothing has the name.
  init?(path: String) {
    var s = stat()
    guard stat(path, &s) == 0 else { return nil }
    identity = FileIdentity(s)
    size = Int64(s.st_size)
    (seconds, nanoseconds) = (s.st_mtim.tv_sec, s.st_mtim.tv_nsec)
  }

  /// Those of a drawing and of its log.
  static func ofDrawing(_ path: String) -> [FileTimes?] {
    [FileTimes(path: path), FileTimes(path: FilePaths.log(of: path))]
  }
}

extension DocumentStore {
  /// Whether a file that is only read here holds another state of the drawing, or another drawing, than was read.
  ///
  /// Costs two system calls, and reads the file where another program has touched it. False while the file is gone or
  /// cannot be read, as in the midst of being written: what was read is all there is then.
  public func isOutdated() -> Bool {
    guard let file, file.access != .writable else { return false }
    let now = FileTimes.ofDrawing(file.path)
    guard now != timesRead, let (_, found, _) = try? glance(file.path) else { return false }
    guard found == version else { return true }
    timesRead = now
    return false
  }
}

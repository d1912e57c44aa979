import Glibc
import InkModel

/// The files beside a drawing that SQLite would use, looked at before it does.
///
/// SQLite rolls a journal back into whatever database it lies beside, follows links, and waits for
/// pipes. A drawing has no journal, because it is kept in WAL mode, and its log and the log's index
/// are plain files.
enum SideFiles {
  /// Throws ``DocumentStoreError/sideFile(_:_:)`` where a file lies beside `path` that SQLite must not use.
  static func check(_ path: String) throws(DocumentStoreError) {
    for file in FilePaths.sideFiles(of: path) {
      var s = stat()
      guard lstat(file, &s) == 0 else { continue }
      guard s.st_mode & S_IFMT == S_IFREG else {
        throw .sideFile(file, StoreFailure(message: "it is no plain file", call: "lstat \(file)"))
      }
      // SQLite takes no notice of an empty journal.
      if file == FilePaths.journal(of: path), s.st_size > 0 {
        throw .sideFile(
          file, StoreFailure(message: "a drawing has no journal", call: "lstat \(file)"))
      }
    }
  }
}

extension FilePaths {
  /// Opens a plain file, without waiting as for a pipe; -1 where it is none, with `errno` as `open` has it.
  public static func openPlain(_ path: String, _ flags: CInt = O_RDONLY) -> CInt {
    // Without `O_NOCTTY` a terminal could become this process's own, and end it when it goes.
    let descriptor = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    var s = stat()
    if fstat(descriptor, &s) == 0, s.st_mode & S_IFMT == S_IFREG { return descriptor }
    close(descriptor)
    errno = EINVAL
    return -1
  }

  /// Opens the log beside a drawing for reading; -1 where there is none.
  ///
  /// Throws where there is one that cannot be opened: without it the drawing would lack what was
  /// committed last.
  static func openLog(of path: String) throws(DocumentStoreError) -> CInt {
    let file = Self.log(of: path)
    let descriptor = openPlain(file)
    // SQLite has none either beside a name that is too long for it.
    guard descriptor >= 0 || errno == ENOENT || errno == ENAMETOOLONG else {
      throw DocumentStoreError.system(call: "open \(file)").about(file)
    }
    return descriptor
  }

  /// Whether a path leads to a plain file.
  static func isPlain(_ path: String) -> Bool { (try? checkPlain(path)) != nil }

  /// Throws unless a path leads to a plain file; returns what the file is.
  static func checkPlain(_ path: String) throws(DocumentStoreError) -> stat {
    var s = stat()
    guard stat(path, &s) == 0 else { throw .system(call: "stat \(path)") }
    guard s.st_mode & S_IFMT == S_IFREG else {
      throw .notADrawing(StoreFailure(message: "it is not a regular file", call: "stat \(path)"))
    }
    return s
  }
}

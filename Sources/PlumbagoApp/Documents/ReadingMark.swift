import Glibc
import InkModel
import InkStore

/// A drawing that the library paints or reads by itself, noted on the disk while it does.
///
/// The next start knows by it in which one the app crashed. Each has a file of its own, since one drawing may be
/// painted and read at once, and by several processes. It is locked as long as the process lives, and so one that is
/// left can be told from one of another process. Nothing is synced: what is written to a file survives the process.
nonisolated struct ReadingMark: Sendable {
  private let file: String
  private let path: [UInt8]
  /// -1 where no file could be made: the drawing is read like any other then.
  private let descriptor: CInt

  /// - Parameter state: The folder of the app's state.
  init(_ path: String, in state: String = Installation.state) {
    let folder = Self.folder(state)
    file = folder + "/" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    self.path = Array(FilePaths.canonical(path).utf8)
    let hasFolder = (try? FilePaths.makeFolder(folder)) != nil
    descriptor = hasFolder ? open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) : -1
    if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
    resume()
  }

  /// The reading waits: what ends the app meanwhile is something else.
  func pause() {
    if descriptor >= 0 { _ = ftruncate(descriptor, 0) }
  }

  /// It goes on.
  func resume() {
    if descriptor >= 0 { _ = pwrite(descriptor, path, path.count, 0) }
  }

  /// The drawing was read, or cannot be.
  func end() {
    guard descriptor >= 0 else { return }
    unlink(file)
    close(descriptor)
  }

  /// What processes that have ended were painting and reading then, by canonical paths; removes their marks.
  static func takeLeft(in state: String = Installation.state) -> Set<String> {
    var drawings: Set<String> = []
    for name in FilePaths.names(in: folder(state)) {
      let mark = folder(state) + "/" + name
      let descriptor = open(mark, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { continue }
      // Without a path it waited.
      if let path = FilePaths.text(of: mark), !path.isEmpty {
        drawings.insert(FilePaths.canonical(path))
      }
      unlink(mark)
    }
    return drawings
  }

  private static func folder(_ state: String) -> String { state + "/reading" }
}

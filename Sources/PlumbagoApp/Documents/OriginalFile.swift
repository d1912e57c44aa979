import ForeignReading
import Glibc
import InkModel
import InkStore
import Synchronization

/// A file of another format while it becomes part of a drawing.
///
/// Its bytes are those that the file had when this was made: another program may write to it meanwhile, and what is read
/// must be what is kept.
nonisolated final class OriginalFile: Sendable {
  /// Open for reading as long as this lives.
  let file: Int32
  let inspection: ForeignInspection
  /// Nobody else writes to the bytes.
  private let isOwn: Bool

  /// Bytes of a file that is copied before it is inspected; a larger one is read as it is.
  private static let mostCopied = 64 << 20

  private init(fileAt path: String, password: String) throws(ForeignContentError) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .unreadable(errno: errno) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else {
      let number = errno
      close(file)
      throw .unreadable(errno: number)
    }
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0 else {
      close(file)
      throw facts.st_mode & S_IFMT == S_IFREG
        ? .foreign(.refused(.unknownFormat)) : .unreadable(errno: EISDIR)
    }
    let copy = facts.st_size <= Self.mostCopied ? Self.copy(of: file, facts.st_size) : nil
    if copy != nil { close(file) }
    self.file = copy ?? file
    isOwn = copy != nil
    inspection = ForeignInspection(
      into: copy ?? file, program: Installation.reader, password: password, seeksInk: true)
  }

  /// Takes over a file that nobody else writes to.
  init(taking file: Int32, password: String) throws(ForeignContentError) {
    self.file = file
    isOwn = true
    inspection = ForeignInspection(into: file, program: Installation.reader, password: password)
  }

  deinit {
    inspection.end()
    close(file)
  }

  func summary() async throws(ForeignContentError) -> ForeignSummary {
    do throws(ForeignError) {
      return try await inspection.summary()
    } catch {
      throw .foreign(error)
    }
  }

  /// Has its reader go on for a shelf, on which the bytes have this name.
  func hand(to shelf: ForeignShelf, as blob: BlobID) {
    // What another program may write to is read from the drawing's file.
    if isOwn { inspection.hand(to: shelf, as: blob) }
  }

  /// A file without a name that has the same bytes; `nil` where there is no room.
  private static func copy(of file: Int32, _ count: Int) -> Int32? {
    guard let copy = StoredBytes.unnamedFile() else { return nil }
    var offset = 0
    while offset < count {
      let n = sendfile(copy, file, &offset, count - offset)
      if n < 0, errno == EINTR { continue }
      guard n > 0 else {
        close(copy)
        return nil
      }
    }
    return copy
  }

  // MARK: Prefetching

  /// The file that the app was started with, and which it was.
  private struct Prefetch {
    var path: String
    var facts: stat
    var source: Task<OriginalFile?, Never>
  }

  private static let prefetched = Mutex<Prefetch?>(nil)

  /// Inspects the first file of another format while GTK starts, which takes as long.
  static func prefetch(_ paths: [String]) {
    var facts = stat()
    guard let path = paths.first(where: { ForeignFile.isForeign($0) }), stat(path, &facts) == 0
    else { return }
    let source = Task.detached { try? OriginalFile(fileAt: path, password: "") }
    prefetched.withLock {
      $0 = Prefetch(path: FilePaths.canonical(path), facts: facts, source: source)
    }
  }

  /// A file's bytes as they are now.
  static func at(
    _ path: String, password: String
  ) async throws(ForeignContentError) -> OriginalFile {
    if password.isEmpty, let prefetch = takePrefetched(path), let source = await prefetch.value {
      return source
    }
    return try await opened(at: path, password: password)
  }

  /// Opens and copies a file off the main actor, since a disk may be slow.
  @concurrent static func opened(
    at path: String, password: String
  ) async throws(ForeignContentError) -> OriginalFile {
    try OriginalFile(fileAt: path, password: password)
  }

  private static func takePrefetched(_ path: String) -> Task<OriginalFile?, Never>? {
    let prefetch = prefetched.withLock { prefetched in
      defer { prefetched = nil }
      return prefetched
    }
    var facts = stat()
    guard let prefetch, prefetch.path == FilePaths.canonical(path), stat(path, &facts) == 0,
      facts.st_dev == prefetch.facts.st_dev, facts.st_ino == prefetch.facts.st_ino,
      facts.st_size == prefetch.facts.st_size,
      facts.st_mtim.tv_sec == prefetch.facts.st_mtim.tv_sec,
      facts.st_mtim.tv_nsec == prefetch.facts.st_mtim.tv_nsec
    else { return nil }
    return prefetch.source
  }
}

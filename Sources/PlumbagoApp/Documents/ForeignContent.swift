import Canvas
import Dispatch
import ForeignReading
import Glibc
import Gtk
import InkModel
import InkRendering
import InkStore
import ReaderProtocol
import Synchronization

/// Why a document or a picture was not taken into a drawing.
nonisolated enum ForeignContentError: Error {
  /// The reader cannot show it.
  case foreign(ForeignError)
  /// It cannot be put into the drawing's file.
  case store(DocumentStoreError)
  /// The system's reason why it cannot be read.
  case unreadable(errno: Int32)
  /// It is to become ink and has no lines.
  case noLines
  /// Its lines cannot become ink.
  case unconverted(ForeignError)

  /// Whether a password is wanted.
  var needsPassword: Bool {
    if case .foreign(.refused(.encrypted)) = self { true } else { false }
  }
}

/// Bytes that a drawing's file has now, and what they are.
nonisolated struct TakenContent: Hashable, Sendable {
  var blob: BlobID
  var facts: ForeignFacts
  /// Of all pages, in their own units.
  var sizes: [ForeignSize]
}

/// A document with the ink of ours that was in it: the bytes that the drawing's file has are without that.
nonisolated struct TakenDocument: Sendable {
  var content: TakenContent
  var ink: PDFInk
}

/// The pictures and documents of an open drawing: takes new ones into its file, and gives the pixels of all of them.
final class ForeignContent {
  /// Told which parts of pages have other pixels now.
  var onArrival: ([ForeignPage: Rect?]) -> Void = { _ in }
  /// Told of a page that has a coarse picture now.
  var onStandIn: (ForeignPage) -> Void = { _ in }
  /// Told of what cannot be shown; see ``trouble``.
  var onTrouble: () -> Void = {}
  /// What could not be shown last, and why.
  private(set) var trouble: (blob: BlobID, error: ForeignError)?

  /// What painting asks.
  let shelf: ForeignShelf
  private let keeper: DocumentKeeper
  private let events = ForeignEvents()

  init(_ keeper: DocumentKeeper) {
    self.keeper = keeper
    let events = events
    shelf = ForeignShelf(
      program: Installation.reader,
      bytes: { StoredBytes.file(of: $0) { await keeper.store } },
      onEvent: { events.add($0) })
    events.listen { [weak self] in self?.take($0) }
  }

  private func take(_ list: ForeignEvents.List) {
    if !list.arrived.isEmpty { onArrival(list.arrived) }
    for page in list.standIns { onStandIn(page) }
    if let last = list.failed.last {
      trouble = last
      onTrouble()
    }
  }

  /// Tries again to show what could not be shown.
  func retry(_ blob: BlobID) {
    trouble = nil
    shelf.retry(blob)
  }

  func unlock(_ blob: BlobID, password: String) {
    trouble = nil
    shelf.unlock(blob, password: password)
  }

  // MARK: Taking

  /// Puts a file into the drawing's file.
  ///
  /// Keep the step that refers to it at once.
  func take(
    fileAt path: String, password: String = ""
  ) async throws(ForeignContentError) -> TakenContent {
    try await take(try await OriginalFile.opened(at: path, password: password), password)
  }

  /// The same, with ink of ours in a document apart.
  func takeDocument(
    fileAt path: String, password: String
  ) async throws(ForeignContentError) -> TakenDocument {
    let source = try await OriginalFile.at(path, password: password)
    guard try await source.summary().hasInk, let lifted = await Self.ink(in: source.file, password)
    else { return TakenDocument(content: try await take(source, password), ink: PDFInk()) }
    source.inspection.end()
    for piece in lifted.ink.pieces {
      do throws(DocumentStoreError) {
        try await keeper.keepBlobs(of: piece.clip)
      } catch {
        Glibc.close(lifted.file)
        throw .store(error)
      }
    }
    let rest = try OriginalFile(taking: lifted.file, password: password)
    return TakenDocument(content: try await take(rest, password), ink: lifted.ink)
  }

  /// Our ink in a file, and the file without it; what cannot be taken out is shown by the reader as it is.
  static func ink(in file: Int32, _ password: String) async -> (ink: PDFInk, file: Int32)? {
    guard ForeignFile.isPDF(file) else { return nil }
    do throws(ForeignError) {
      return try await PDFInk.lift(from: file, password: password)
    } catch {
      return nil
    }
  }

  /// The password that a document was opened with here, empty where there was none.
  func password(of blob: BlobID) -> String { shelf.password(of: blob) }

  /// The same for bytes in memory.
  func take(
    bytes: [UInt8], password: String = ""
  ) async throws(ForeignContentError) -> TakenContent {
    guard let file = StoredBytes.unnamedFile() else { throw .unreadable(errno: errno) }
    guard StoredBytes.write(bytes[...], to: file) else {
      let number = errno
      Glibc.close(file)
      throw .unreadable(errno: number)
    }
    return try await take(try OriginalFile(taking: file, password: password), password)
  }

  private func take(
    _ source: OriginalFile, _ password: String
  ) async throws(ForeignContentError) -> TakenContent {
    let summary = try await source.summary()
    let file = source.file
    var position = 0
    var failure: Int32 = 0
    let blob: BlobID?
    do throws(DocumentStoreError) {
      blob = try await keeper.keepBlob(type: summary.facts.mediaType) {
        let chunk = await StoredBytes.read(file, at: position)
        switch chunk {
        case .success(let bytes):
          position += bytes.count
          return bytes
        case .failure(let error):
          failure = error.number
          return nil
        }
      }
    } catch {
      throw .store(error)
    }
    guard let blob else { throw .unreadable(errno: failure) }
    if !password.isEmpty { shelf.unlock(blob, password: password) }
    source.hand(to: shelf, as: blob)
    return TakenContent(blob: blob, facts: summary.facts, sizes: summary.sizes)
  }

  func close() { shelf.close() }
}

/// Events of a shelf's threads, for the main actor: all that came since it last looked, at once.
nonisolated final class ForeignEvents: Sendable {
  struct List {
    var arrived: [ForeignPage: Rect?] = [:]
    var standIns: Set<ForeignPage> = []
    var failed: [(blob: BlobID, error: ForeignError)] = []
  }

  private let listener = Mutex<(@MainActor @Sendable (List) -> Void)?>(nil)
  private let waiting = Mutex<List?>(nil)

  func listen(_ listener: @escaping @MainActor @Sendable (List) -> Void) {
    self.listener.withLock { $0 = listener }
  }

  func add(_ event: ForeignShelf.Event) {
    let isFirst = waiting.withLock { list in
      let isFirst = list == nil
      var all = list ?? List()
      switch event {
      case .arrived(let parts):
        for (page, part) in parts {
          if let known = all.arrived[page] {
            all.arrived[page] = .some(known.flatMap { a in part.map { a.union($0) } })
          } else {
            all.arrived[page] = .some(part)
          }
        }
      case .standIn(let page): all.standIns.insert(page)
      case .failed(let blob, let error): all.failed.append((blob, error))
      }
      list = all
      return isFirst
    }
    guard isFirst else { return }
    Task { @MainActor in
      let list = waiting.withLock { list in
        defer { list = nil }
        return list
      }
      if let list { listener.withLock { $0 }?(list) }
    }
  }
}

/// Runs the copying of bytes on the system's queues, which have a thread for each job that waits.
nonisolated private final class CopyingExecutor: TaskExecutor {
  static let shared = CopyingExecutor()
  private let queue = DispatchQueue(label: "org.plumbago.foreign", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Bytes of a drawing's file, as files without a name that a reader can be handed.
nonisolated enum StoredBytes {
  struct Failure: Error {
    var number: Int32
  }

  /// Bytes that are read at once.
  static let step = 1 << 20

  /// A file with the bytes of a blob, for the caller to close; waits for the store, so never on the main thread.
  static func file(
    of blob: BlobID, in store: @escaping @Sendable () async -> DocumentStore?
  ) -> Int32? {
    final class Answer: Sendable {
      let file = Mutex<Int32?>(nil)
      let isThere = DispatchSemaphore(value: 0)
    }
    let answer = Answer()
    // On threads of its own: those of tasks may all be waiting for this.
    Task.detached(executorPreference: CopyingExecutor.shared) {
      let file = await copy(blob, from: await store())
      answer.file.withLock { $0 = file }
      answer.isThere.signal()
    }
    answer.isThere.wait()
    return answer.file.withLock { $0 }
  }

  static func copy(_ blob: BlobID, from store: DocumentStore?) async -> Int32? {
    guard let store, let facts = try? await store.blob(blob), let file = unnamedFile() else {
      return nil
    }
    var at: Int64 = 0
    while at < facts.length {
      let end = min(at + Int64(step), facts.length)
      guard let bytes = try? await store.bytes(of: blob, in: at..<end), write(bytes[...], to: file)
      else {
        close(file)
        return nil
      }
      at = end
    }
    return file
  }

  static func unnamedFile() -> Int32? {
    let folder = Installation.cache
    try? FilePaths.makeFolder(folder)
    var name = Array((folder + "/foreign-XXXXXX").utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return nil }
    unlink(name)
    return file
  }

  static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let n = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if n < 0, errno == EINTR { continue }
      guard n > 0 else { return false }
      rest = rest.dropFirst(n)
    }
    return true
  }

  /// The next bytes of a file, none at its end; off the main actor, since a disk may be slow.
  @concurrent static func read(_ file: Int32, at position: Int) async -> Result<[UInt8], Failure> {
    var buffer = [UInt8](repeating: 0, count: step)
    while true {
      let n = pread(file, &buffer, buffer.count, position)
      if n < 0, errno == EINTR { continue }
      guard n >= 0 else { return .failure(Failure(number: errno)) }
      return .success(Array(buffer[..<n]))
    }
  }
}

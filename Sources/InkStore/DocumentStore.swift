import CSQLite
import InkModel

/// An open drawing file: reads its contents, and writes every change to it.
///
/// In use:
///
/// 1. ``open(_:mode:)`` checks the file before it changes anything, and locks it.
/// 2. ``load()`` reads what shows: elements with their paths, the steps of the history, numbers for
///    new elements. Samples stay in the file until ``samples(of:)`` reads them.
/// 3. ``verify()`` reads everything once and throws where a byte is not as it was written. The
///    first ``perform(_:)`` does that if it was not done before, so that a damaged file is never
///    changed.
/// 4. ``perform(_:)`` writes steps, undo and redo. When it returns, what it wrote is on the disk.
/// 5. ``checkpoint()`` when idle moves the log into the file; after ``close()`` the file has no side
///    files.
///
/// Results are values. The store runs on its own queue and never blocks the caller's thread. Commands are
/// written in the order in which calls reach the actor: await one before the next, or pass several to one
/// ``perform(_:)``.
///
/// The format is described in `InkStore.md`.
public actor DocumentStore {
  private let executor = StoreExecutor()
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  let opener: DocumentOpener
  /// The kinds of elements that it reads and writes, beside strokes.
  let kinds: ElementKinds
  /// Returns the time of day in milliseconds since 1970, for the steps.
  let clock: @Sendable () -> Int64

  /// `nil` before opening and after closing.
  var file: OpenFile?
  /// The row of `history` as it is in the file.
  var history = HistoryRow()
  /// The last row of `step`, undone or not, and all of `meta`.
  var lastStep: StepRow?
  var facts: [String: String] = [:]
  /// What the file holds without its log, where that is known.
  var checkpointed: Version?
  /// Of the file and its log when they were read: ``isOutdated()``.
  var stampsRead: [FileStamp?] = []
  /// Rows of `ink`, by number and by ink.
  var inks: [Int64: Ink] = [:]
  var inkNumbers: [Ink: Int64] = [:]
  /// Bytes in the making, by the number that they get.
  var drafts: [Int64: Draft] = [:]
  /// Whether all of the file has been read without an error.
  var isVerified = false

  init(
    opener: DocumentOpener, kinds: ElementKinds = .standard,
    clock: @escaping @Sendable () -> Int64
  ) {
    self.opener = opener
    self.kinds = kinds
    self.clock = clock
  }

  /// Opens a drawing.
  ///
  /// A file that cannot be opened keeps every byte, and no new file is left beside it. A log whose
  /// last commit cannot be read is told (``tornCommit``).
  ///
  /// - Parameter kinds: The kinds of elements that are shown and can be written, beside strokes.
  public static func open(
    _ path: String, mode: OpenMode = .readWrite, kinds: ElementKinds = .standard
  ) async throws(DocumentStoreError) -> DocumentStore {
    try await open(path, mode: mode, kinds: kinds, opener: DocumentOpener(), clock: Clock.now)
  }

  static func open(
    _ path: String, mode: OpenMode, kinds: ElementKinds = .standard, opener: DocumentOpener,
    clock: @escaping @Sendable () -> Int64
  ) async throws(DocumentStoreError) -> DocumentStore {
    let store = DocumentStore(opener: opener, kinds: kinds, clock: clock)
    try await store.start(path, mode: mode)
    return store
  }

  private func start(_ path: String, mode: OpenMode) throws(DocumentStoreError) {
    try adopt(try opener.open(path, mode: mode))
  }

  /// Makes a file the one that this store works on.
  func adopt(_ file: OpenFile) throws(DocumentStoreError) {
    // What is written from here on is news.
    let stamps = Self.stamps(ofDrawing: file.path)
    do throws(DocumentStoreError) {
      try remember(try file.connection())
    } catch {
      // Closing it would checkpoint the log into a file that is not used.
      file.abandon()
      throw error
    }
    self.file = file
    stampsRead = stamps
    let hasLog = (FilePaths.size(of: FilePaths.log(of: file.path)) ?? 0) > 0
    checkpointed = hasLog ? nil : version
  }

  /// Reads from the file what every command needs.
  func remember(_ c: Connection) throws(DocumentStoreError) {
    history = try HistoryRow.read(from: c)
    // Damage there is told when all of it is read.
    lastStep = try? StepRow.last(in: c)
    facts = (try? MetaRow.facts(in: c)) ?? [:]
    inks = try InkRow.all(in: c)
    inkNumbers = Dictionary(inks.map { ($1, $0) }) { min($0, $1) }
  }

  /// The name under which the file was opened, without symbolic links.
  public var path: String? { file?.path }

  /// Whether ``perform(_:)`` can write.
  public var isReadOnly: Bool { file?.access != .writable }

  /// Set where the last commit in the log could not be read when the drawing was opened.
  public var tornCommit: TornCommit? { file?.tornCommit }

  /// The open file's connection.
  func connection() throws(DocumentStoreError) -> Connection { try untouchedFile().connection() }

  /// Checkpoints the log into the file, so that a copy of the file made by other means is complete.
  ///
  /// Cheap where the log is empty.
  public func checkpoint() throws(DocumentStoreError) { _ = try emptyLog(of: untouchedFile()) }

  /// Checkpoints and empties the log of a file; false where a reader keeps a part of it in use.
  func emptyLog(of file: OpenFile) throws(DocumentStoreError) -> Bool {
    // A file that could not be opened again has no log.
    guard file.access == .writable, let connection = file.openConnection else { return true }
    defer { file.noteWritten() }
    let isEmpty = try translating { () throws(SQLiteError) in
      // Columns: busy, frames in the log, frames checkpointed.
      try connection.int("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }
    checkpointed = isEmpty ? version : nil
    return isEmpty
  }

  /// Moves as much of the log into the file as readers allow, so that the log begins anew.
  func shortenLog(of file: OpenFile) throws(DocumentStoreError) {
    guard fileState() != .overwritten else { throw file.displacement }
    let connection = try file.connection()
    defer { file.noteWritten() }
    // A reader may keep it from reaching the end of the log.
    checkpointed = nil
    try translating { () throws(SQLiteError) in
      try connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }
  }

  /// Closes the document: checkpoints the log, removes the side files and releases the lock.
  ///
  /// The store can do nothing afterwards. Closing again does nothing.
  public func close() throws(DocumentStoreError) {
    guard let file else { return }
    defer {
      self.file = nil
      inks = [:]
      inkNumbers = [:]
      facts = [:]
    }
    guard file.access == .writable else { return }
    compact(file)
    // SQLite would do it when the connection closes, but not for a file that was renamed under it,
    // and without saying when it failed.
    try checkpoint()
  }

  /// Closes a file in which damage was found, without changing it or its log.
  ///
  /// ``close()`` would checkpoint the log into it. The store can do nothing afterwards.
  public func abandon() {
    _ = fileState()
    file?.abandon()
    file = nil
    inks = [:]
    inkNumbers = [:]
    facts = [:]
  }
}

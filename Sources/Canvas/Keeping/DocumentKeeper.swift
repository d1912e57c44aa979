import InkModel
import InkStore

/// Saves the commands of a session to the disk, in order, in the background.
///
/// 1. Made with a file, or with a path at which to make one when the first command comes.
/// 2. ``keep(_:)`` queues commands; they are written at once, several in one transaction if they came
///    faster than the disk.
/// 3. After a failure (disk full, say) the queue is kept, ``onState`` is called, and writing is tried again after
///    ``retryInterval`` and at each new command, until it works. A file that was renamed, deleted
///    or replaced meanwhile is followed or written anew (``DocumentKeeper/settle(_:)``).
/// 4. When nothing has come for ``idleInterval``, a working copy is written back to its
///    original, and the log of a file edited in place is checkpointed.
/// 5. A file that another program overwrites or replaces is noticed within ``watchInterval``, and before anything is
///    written: the other's stays as it is, and work goes on in a file beside it.
/// 6. A file that is only read here is watched likewise; that another program has changed it is told once.
/// 7. ``flush()`` and ``close()`` at the end.
///
/// Invariants:
/// 1. Commands reach the file in the order they came, each once.
/// 2. A command leaves the queue only when the file has it.
/// 3. After damage was found nothing is written: ``isHalted``.
@MainActor public final class DocumentKeeper {
  public enum State: Hashable, Sendable {
    case saved
    case saving
    /// Could not be written yet, and why.
    case waiting(DocumentStoreError)
    /// Everything is in the working copy, which could not be written back yet, and why.
    case notWrittenBack(DocumentStoreError)
  }

  /// Something about the file that a person may want to know.
  public enum Event: Hashable, Sendable {
    /// The file was created.
    case created
    /// The file was renamed or moved, by another program or with its folder; it is written at ``path`` now.
    case followed
    /// The file was deleted, or another one has the name of one that was not made yet; it was written anew at ``path``.
    case rewritten
    /// Another program overwrote the file at this path, or gave its name to another one; that is left as it is, and
    /// the drawing is at ``path`` now.
    ///
    /// The history is lost where the file was overwritten.
    case separated(from: String, hasHistory: Bool)
    /// Another program had changed the original of a working copy; that version is now this file.
    case putAside(String)
    /// Another program has changed the file, which is only read here: what shows is older.
    case outdated
    /// The file is not as it was written; nothing more is written to it.
    case damaged(DocumentStoreError)
  }

  public internal(set) var state = State.saved
  /// Called after each change of ``state``.
  public var onState: (State) -> Void = { _ in }
  public var onEvent: (Event) -> Void = { _ in }

  /// The drawing's path, in use from the first command on.
  public internal(set) var path: String
  /// The file, once there is one and as long as it can be used.
  public internal(set) var file: DocumentFile? {
    didSet { if file?.store !== oldValue?.store { startWatching() } }
  }
  /// The last step that the file has, as far as this keeper wrote it.
  public private(set) var persistedStep = 0
  /// Nothing is written any more.
  public internal(set) var isHalted = false

  public let folders: DocumentFolders
  /// The first commands of a file that is still to be made.
  let beginning: [StoreCommand]

  /// Seconds between tries while writing fails.
  ///
  /// Larger: work is saved later once there is room again.
  public var retryInterval = 1.0
  /// Seconds without a command after which a working copy is written back or the log checkpointed.
  ///
  /// Larger: other programs see the latest work later. Smaller: all of the file is
  /// written more often.
  public var idleInterval = 3.0
  /// Seconds between checks of the file.
  ///
  /// Smaller: the processor wakes more often while nothing happens.
  public var watchInterval = 0.75 { didSet { startWatching() } }
  /// Seconds for which a file that was renamed may not be followed because somebody reads its log, before that is said
  /// though all is written.
  ///
  /// Each try takes as long as SQLite waits for a reader. Larger: one that stays is told of later.
  public var followPatience = 12.0

  /// Called where the history is lost with the file: returns what shows, with all commands so far in it, or `nil`
  /// where that has to wait (``CanvasSession/forgetHistory()``).
  public var onHistoryLost: () -> DocumentContents? = { nil }
  /// The name without suffix that a drawing gets beside a file that took its own.
  public var nameBeside: (_ name: String) -> String = { $0 }

  var queue: [StoreCommand] = []
  /// Batches that the working copy has, and those of them that its original has too.
  private var performed = 0
  private var writtenBack = 0
  /// Whether the working copy has work that its original lacks.
  private var hasUnwrittenWork: Bool { performed != writtenBack }
  private var worker: Task<Void, Never>?
  private var retry: Task<Void, Never>?
  private var idle: Task<Void, Never>?
  private var isPaused = false
  private var watch: Task<Void, Never>?
  /// The file was overwritten or replaced, which is not settled yet.
  private var isDisplaced = false
  /// When following a renamed file failed first, while nothing was to be written: it is tried again, and nothing is said.
  var followsSince: ContinuousClock.Instant?

  /// Writes to an open file.
  public init(_ file: DocumentFile, folders: DocumentFolders) {
    self.file = file
    self.folders = folders
    beginning = []
    path = file.path
    if file.copy?.isRecovered ?? false {
      performed = 1
      rest()
    }
    startWatching()
  }

  /// Writes to a file that is made with the first command.
  ///
  /// - Parameter settings: The settings that the drawing begins with.
  public init(
    creatingAt path: String, folders: DocumentFolders, settings: DrawingSettings = .standard
  ) {
    self.path = path
    self.folders = folders
    beginning = settings == .standard ? [] : [.begin(with: settings)]
  }

  deinit { watch?.cancel() }

  public var store: DocumentStore? { file?.store }

  /// Everything is on disk, and in the original.
  public var isSaved: Bool { queue.isEmpty && !hasUnwrittenWork && !isDisplaced }

  // MARK: Writing

  public func keep(_ commands: [StoreCommand]) {
    guard !commands.isEmpty else { return }
    queue += commands
    idle?.cancel()
    start()
  }

  /// Begins to make the file of a drawing that has none yet, nor a change that would make it; ``complete()`` waits for it.
  ///
  /// - Parameter settings: Those that the file has.
  public func makeFile(with settings: DrawingSettings) {
    guard file == nil, isSaved else { return }
    keep([.begin(with: settings)])
  }

  /// Waits until everything is on disk, and in the original; false where that fails.
  public func flush() async -> Bool {
    await lookForWriters()
    while !queue.isEmpty || isDisplaced || isPaused {
      guard !isHalted else { return false }
      if isPaused {
        // The file is being replaced by another, which takes as long as copying it does.
        try? await Task.sleep(for: .milliseconds(20))
        continue
      }
      start()
      await worker?.value
      if case .waiting = state { return false }
      // A reader of the log ends after a moment.
      if followsSince != nil { try? await Task.sleep(for: .milliseconds(20)) }
    }
    return await writeBack()
  }

  /// Waits until everything is on disk, and in the file itself as at rest: a copy of it made by other means is complete.
  ///
  /// - Returns: False where something could not be written.
  public func complete() async -> Bool {
    guard await flush() else { return false }
    // Where another program reads the log, that keeps it; all is on the disk in any case.
    try? await store?.checkpoint()
    return true
  }

  /// Closes the file, after ``flush()`` or without what could not be written.
  public func close() async {
    isHalted = true
    retry?.cancel()
    idle?.cancel()
    watch?.cancel()
    await worker?.value
    await file?.close()
    file = nil
  }

  /// Reads the whole file once, when idle; ``Event/damaged(_:)`` reports damage.
  public func verify() {
    guard let store else { return }
    Task { [weak self] in
      do throws(DocumentStoreError) {
        try await store.verify()
      } catch {
        // Any other error will be reported by the next read or write.
        guard case .damaged = error, await store.fileState() != .overwritten else { return }
        await self?.halt(error)
      }
    }
  }

  private func start() {
    guard worker == nil, !isPaused, !isHalted else { return }
    retry?.cancel()
    worker = Task {
      await self.work()
      self.worker = nil
      if self.queue.isEmpty, !self.isDisplaced {
        self.rest()
      } else if case .waiting = self.state {
        self.retryLater()
      } else if self.queue.isEmpty, self.followsSince != nil {
        self.retryLater()
      } else {
        // A command came after the queue was found empty.
        self.start()
      }
    }
  }

  private func retryLater() {
    let seconds = retryInterval
    retry?.cancel()
    retry = Task { [weak self] in
      try? await Task.sleep(for: .seconds(seconds))
      if !Task.isCancelled { self?.start() }
    }
  }

  /// Writes until the queue is empty or writing fails.
  private func work() async {
    while !queue.isEmpty || isDisplaced, !isPaused, !isHalted {
      let batch = queue
      if case .waiting = state {} else { enter(.saving) }
      do throws(DocumentStoreError) {
        let file = try await openedFile()
        if isDisplaced {
          guard try await hasSettled(file) else { return }
          isDisplaced = false
          if queue.isEmpty { enter(.saved) }
          continue
        }
        do throws(DocumentStoreError) {
          try await file.store.perform(batch)
        } catch {
          guard case .displaced(let what, _) = error else { throw error }
          try await settle(what)
          continue
        }
        queue.removeFirst(batch.count)
        if file.copy != nil { performed += 1 }
        for case .commit(let step, _) in batch { persistedStep = step }
        enter(queue.isEmpty ? .saved : .saving)
      } catch {
        if case .damaged = error {
          // What is read of a file that was overwritten is damage to the store.
          if await file?.store.fileState() == .overwritten { continue }
          return await halt(error)
        }
        return enter(.waiting(error))
      }
    }
  }

  /// So many commands of ``queue`` are in a file without the steps before them.
  func written(withoutHistory count: Int) {
    queue.removeFirst(count)
    persistedStep = 0
  }

  /// The working copy has no history any more, and its original still has.
  func hasForgotten() { performed += 1 }

  private func openedFile() async throws(DocumentStoreError) -> DocumentFile {
    if let file { return file }
    var (folder, name) = FilePaths.split(path)
    if path.hasPrefix(folders.library + "/") {
      try FilePaths.makeFolder(folders.library)
      // A folder of the library may have gone since the drawing was begun.
      if FileIdentity(path: folder) == nil { folder = folders.library }
    }
    let wanted = folder + "/" + name
    // A file that has appeared at the path meanwhile is another program's.
    let free = FilePaths.unused(wanted)
    let made = try await DocumentFile.create(free, in: folders, beginning: beginning)
    let wasTaken = free != wanted
    file = made
    path = free
    onEvent(wasTaken ? .rewritten : .created)
    return made
  }

  /// Stops writing and closes the file, which is left as it was found.
  private func halt(_ error: DocumentStoreError) async {
    guard !isHalted else { return }
    isHalted = true
    retry?.cancel()
    idle?.cancel()
    await file?.store.abandon()
    file = nil
    if !queue.isEmpty { enter(.waiting(error)) }
    onEvent(.damaged(error))
  }

  // MARK: Other programs

  /// Checks the file from time to time, on the store's thread: the main loop is not woken while a pen draws.
  private func startWatching() {
    watch?.cancel()
    guard let file, file.copy == nil else { return }
    guard file.obstacle == nil else { return startWatchingReadOnly(file.store) }
    watch = Task.detached { [weak self, watchInterval, store = file.store] in
      while (try? await Task.sleep(for: .seconds(watchInterval))) != nil {
        switch await store.fileState() {
        case .replaced, .overwritten: await self?.lookForWriters()
        case .moved(let new): await self?.follow(to: new)
        case .there, .gone: break
        }
      }
    }
  }

  /// The same where the file is only read here, until another program has changed it.
  private func startWatchingReadOnly(_ store: DocumentStore) {
    watch = Task.detached { [weak self, watchInterval] in
      while (try? await Task.sleep(for: .seconds(watchInterval))) != nil {
        guard await store.isOutdated() else { continue }
        await self?.tellOutdated(store)
        return
      }
    }
  }

  private func tellOutdated(_ store: DocumentStore) {
    if !isHalted, file?.store === store { onEvent(.outdated) }
  }

  /// Finds out whether another program has overwritten or replaced the file, and leaves it to that program.
  private func lookForWriters() async {
    guard !isHalted, !isPaused, !isDisplaced, worker == nil, let file, file.copy == nil,
      file.obstacle == nil
    else { return }
    let state = await file.store.fileState()
    guard [.replaced, .overwritten].contains(state), self.file?.store === file.store else { return }
    isDisplaced = true
    start()
    await worker?.value
  }

  /// Continues under a name that another program gave the file, unless it lies in the bin: it is the same drawing there, but
  /// nobody draws on it.
  private func follow(to new: String) async {
    // Where its name is another file's, or where it is hidden now, it may be the older version that a syncing program keeps.
    guard !Self.isBin(new), folders.editing(new) == .inPlace, worker == nil,
      FileIdentity(path: path) == nil, !new.contains("/.") || path.contains("/.")
    else { return }
    await follow()
  }

  /// Gives a drawing that has no file yet another path.
  public func begin(at target: String) {
    if file == nil, !isHalted { path = target }
  }

  /// Whether ``follow()`` can: not where a copy is worked on, nor where the file is damaged.
  public var canFollow: Bool { !isHalted && file?.copy == nil }

  /// Continues under the name that the file has now, where it was moved with its folder.
  public func follow() async {
    guard !isHalted, !isPaused, let file, file.copy == nil, file.obstacle == nil,
      case .moved = await file.store.fileState(), !isPaused, self.file?.store === file.store
    else { return }
    isDisplaced = true
    start()
    await worker?.value
  }

  func enter(_ new: State) {
    guard new != state else { return }
    state = new
    onState(new)
  }

  // MARK: At rest

  /// Writes a working copy back, or checkpoints the log, after ``idleInterval`` without commands.
  private func rest() {
    guard file != nil, !isHalted else { return }
    let seconds = idleInterval
    idle?.cancel()
    idle = Task { [weak self] in
      while true {
        try? await Task.sleep(for: .seconds(seconds))
        guard !Task.isCancelled, let self, !self.isHalted else { return }
        if self.hasUnwrittenWork {
          if await self.writeBack() { return }
        } else {
          // A copy of the file made by other means is complete then. After a failure the log
          // still has everything.
          try? await self.store?.checkpoint()
          return
        }
      }
    }
  }

  /// Writes a working copy back to its original; true where nothing is left to do.
  private func writeBack() async -> Bool {
    guard let file, let copy = file.copy, hasUnwrittenWork else { return true }
    do throws(DocumentStoreError) {
      let mark = performed
      let aside = try await copy.writeBack(from: file.store)
      // ``file`` may be another one meanwhile.
      if self.file?.copy == copy { writtenBack = mark }
      if isSaved { enter(.saved) }
      if let aside { onEvent(.putAside(aside)) }
      return true
    } catch {
      if queue.isEmpty { enter(.notWrittenBack(error)) }
      return false
    }
  }

  // MARK: Changing the file

  /// Replaces ``file``, which has everything so far, by another one.
  ///
  /// Commands that come while `change` runs wait for the new file.
  func replaceFile(
    _ change: (DocumentFile?) async throws(DocumentStoreError) -> DocumentFile?
  ) async throws(DocumentStoreError) {
    await lookForWriters()
    // What was drawn before belongs to the present file, if it can be written.
    while !queue.isEmpty, !isHalted {
      start()
      await worker?.value
      if case .waiting = state { break }
    }
    isPaused = true
    idle?.cancel()
    defer {
      isPaused = false
      if queue.isEmpty, !isDisplaced { rest() } else { start() }
    }
    await worker?.value
    let changed = try await change(file)
    file = changed
    if let changed { path = changed.path }
    (performed, writtenBack) = (changed?.copy?.isRecovered ?? false ? 1 : 0, 0)
    if queue.isEmpty { enter(.saved) }
  }
}

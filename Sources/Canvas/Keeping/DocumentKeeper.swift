import InkModel
import InkStore

/// Brings what happens in a session to the disk, in order, without anybody waiting for it.
///
/// 1. Made with a file, or with a way to get one when the first command comes.
/// 2. ``keep(_:)`` queues commands; they are written at once, several in one go if they came
///    faster than the disk.
/// 3. A failure (disk full, file gone) keeps the queue, tells ``onState``, and tries again after
///    ``retryInterval`` and at each new command, until it works.
///
/// Invariants:
/// 1. Commands reach the file in the order they came, each once.
/// 2. A command leaves the queue only when the file has it.
@MainActor public final class DocumentKeeper {
  public enum State: Sendable {
    case saved
    case saving
    /// Could not be written yet, and why.
    case waiting(DocumentStoreError)
  }

  public private(set) var state = State.saved
  /// Told after each change of ``state``.
  public var onState: (State) -> Void = { _ in }
  /// Told when a store has been made for the first command.
  public var onCreated: (DocumentStore) -> Void = { _ in }

  /// The file, once there is one.
  public private(set) var store: DocumentStore?
  /// The last step that the file has, as far as this keeper wrote it.
  public private(set) var persistedStep = 0

  /// Seconds between tries while the disk refuses.
  public var retryInterval = 1.0

  private var makeStore: () async throws(DocumentStoreError) -> DocumentStore
  private var queue: [StoreCommand] = []
  private var worker: Task<Void, Never>?
  private var isPaused = false

  /// Keeps into a file that is open.
  public init(_ store: DocumentStore) {
    self.store = store
    makeStore = { () throws(DocumentStoreError) in store }
  }

  /// Keeps into a file that is made when there is something to keep.
  public init(creating make: @escaping () async throws(DocumentStoreError) -> DocumentStore) {
    makeStore = make
  }

  public var isSaved: Bool { queue.isEmpty }

  public func keep(_ commands: [StoreCommand]) {
    guard !commands.isEmpty else { return }
    queue += commands
    start()
  }

  /// Waits until everything is on disk; false where the disk refuses.
  public func flush() async -> Bool {
    while !queue.isEmpty {
      if case .waiting = state { return false }
      start()
      await worker?.value
    }
    return true
  }

  /// Puts another file in place of the current one, which has everything up to here.
  ///
  /// Commands that come while `move` runs wait for the new file.
  public func replaceStore(
    _ move: (DocumentStore?) async throws(DocumentStoreError) -> DocumentStore
  ) async throws(DocumentStoreError) {
    isPaused = true
    defer {
      isPaused = false
      if !queue.isEmpty { start() }
    }
    await worker?.value
    let moved = try await move(store)
    store = moved
    makeStore = { () throws(DocumentStoreError) in moved }
  }

  private func start() {
    guard worker == nil, !isPaused else { return }
    worker = Task { [weak self] in
      await self?.work()
      self?.worker = nil
      // What came between the last look at the queue and here.
      if let self, !self.queue.isEmpty, !self.isPaused {
        if case .waiting = self.state { self.retryLater() } else { self.start() }
      }
    }
  }

  private func retryLater() {
    let seconds = retryInterval
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(seconds))
      self?.start()
    }
  }

  /// Writes until the queue is empty or the disk refuses.
  private func work() async {
    while !queue.isEmpty, !isPaused {
      let batch = queue
      if case .waiting = state {} else { enter(.saving) }
      do {
        let store = try await openedStore()
        try await store.perform(batch)
        queue.removeFirst(batch.count)
        for case .commit(let step, _) in batch { persistedStep = step }
        enter(queue.isEmpty ? .saved : .saving)
      } catch {
        enter(.waiting(error))
        return
      }
    }
  }

  private func openedStore() async throws(DocumentStoreError) -> DocumentStore {
    if let store { return store }
    let made = try await makeStore()
    store = made
    onCreated(made)
    return made
  }

  private func enter(_ new: State) {
    state = new
    onState(new)
  }
}

import Gtk
import InkModel
import InkStore
import SearchIndex

/// Reads what is written in all drawings of the library while nobody does anything, so that it is found.
///
/// Drawings of windows are read by these (``DocumentSearch``).
///
/// Invariants:
/// 1. Nothing is read while a pen is near a window or draws, nor on the main actor.
/// 2. A drawing that is in the index as it is now is not opened.
/// 3. A drawing that is wanted otherwise is let go at once (``letGo(_:)``).
/// 4. None of ``LibrarySuspects`` is opened, and each that is has a ``ReadingMark`` while it is read.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryReading {
  static let shared = LibraryReading()

  /// Told that another drawing was read, or that all are.
  let listeners = Listeners()
  /// How many search the library, and so wait for it.
  var askers = 0 {
    didSet {
      guard isAsked != (oldValue > 0) else { return }
      // What goes on in the background goes on at once.
      task?.cancel()
      changed()
      if isAsked { Application.shared?.windows.forEach { $0.search.hurry() } }
    }
  }
  var isAsked: Bool { askers > 0 }
  /// Whether there may be drawings that are not read yet.
  var isReading: Bool { task != nil || isDue }

  private var task: Task<Void, Never>?
  private var isDue = false
  /// The drawing that is being read, whose file is open where it shows documents.
  private var current: String?
  private var rest: Timer?
  private var monitor: FolderMonitor?
  /// Of the folders in the library, by their paths.
  private var monitors: [String: FolderMonitor] = [:]
  private var subscriptions: [Subscription] = []
  private let clock: MonotonicClock
  /// Whether somebody drew, or was about to, at the last check.
  private var wasBusy = false
  /// When somebody did something last, by the clock.
  private var lastActivity: Double
  /// What cannot be read, as it is now.
  private var unreadable: Set<LibraryItem> = []

  /// Folders of the library that are watched at the most; others are read when one of these changes.
  ///
  /// A system has a limit for all programs of a user together (`fs.inotify.max_user_watches`, 8,192 at the least).
  private static let mostFolders = 500

  /// Seconds without key, pen or contact after which drawings are read.
  private static let restTime = 5.0

  /// - Parameter clock: Tells how long nobody has done anything.
  init(_ clock: MonotonicClock = .system) {
    self.clock = clock
    lastActivity = clock.now
  }

  /// Begins to follow the library.
  func start() {
    guard monitor == nil else { return }
    watch()
    subscriptions = [
      Settings.shared.subscribe(to: .readsOnBattery) { [weak self] _ in
        self?.task?.cancel()
        self?.changed()
      },
      Settings.shared.subscribe(to: .libraryFolder) { [weak self] in
        Library.choose($0)
        self?.watch()
      },
    ]
  }

  private func watch() {
    monitor = FolderMonitor(Library.folder) { [weak self] in self?.changed() }
    changed()
  }

  /// Watches the folders in the library.
  private func watch(_ folders: [String]) {
    let wanted = Set(folders.prefix(Self.mostFolders))
    monitors = monitors.filter { wanted.contains($0.key) }
    for path in wanted where monitors[path] == nil {
      monitors[path] = FolderMonitor(path) { [weak self] in self?.changed() }
    }
  }

  /// Somebody types or draws.
  func noteActivity() { lastActivity = clock.now }

  /// There may be other drawings, or other things in them.
  func changed() {
    guard SearchReading.isInstalled else { return }
    isDue = true
    guard task == nil, isAsked || rest == nil else { return }
    rest = Timer(after: isAsked ? 0 : Self.restTime) { [weak self] in
      self?.rest = nil
      self?.read()
    }
  }

  /// Seconds until something may be read.
  private var waitTime: Double {
    guard Application.shared?.isQuiet ?? false else {
      wasBusy = true
      return isAsked ? ReadingPause.shortTime : ReadingPause.longTime
    }
    // It ended at any time since the last check.
    if wasBusy { noteActivity() }
    wasBusy = false
    return isAsked ? 0 : max(0, Self.restTime - (clock.now - lastActivity))
  }

  private func read() {
    guard task == nil, isDue else { return }
    isDue = false
    let pause: @Sendable () async -> Bool = { [weak self] in
      await ReadingPause.wait {
        self?.isAsked ?? false
      } for: {
        self?.waitTime ?? 0
      }
    }
    task = Task(priority: isAsked ? .utility : .background) { [weak self] in
      let rest = self?.unreadable ?? []
      let failed = await Self.read(besides: rest, pause) { path in
        self?.current = path
        return Application.shared?.window(at: path) != nil
          || LibrarySuspects.shared.contains(path)
      } told: {
        self?.listeners.tell()
      } listed: {
        self?.watch($0)
      }
      self?.hasRead(failed)
    }
  }

  /// Stops reading a drawing, or one in a folder, so that its file can be opened or moved; the reading goes on later.
  func letGo(_ path: String) async {
    let path = FilePaths.canonical(path)
    guard let task, let current, current == path || current.hasPrefix(path + "/") else { return }
    task.cancel()
    await task.value
    changed()
  }

  private func hasRead(_ failed: Set<LibraryItem>) {
    (task, current) = (nil, nil)
    unreadable.formUnion(failed)
    if isDue { changed() }
    listeners.tell()
  }

  /// Reads what is new; what cannot be read.
  @concurrent nonisolated private static func read(
    besides unreadable: Set<LibraryItem>, _ pause: @escaping @Sendable () async -> Bool,
    leavesOut: @MainActor @Sendable (String) -> Bool, told: @MainActor @Sendable () -> Void,
    listed: @MainActor @Sendable ([String]) -> Void
  ) async -> Set<LibraryItem> {
    var failed: Set<LibraryItem> = []
    guard await pause(), let index = SearchReading.index,
      let items = try? await index.outdated(in: Library.folder)
    else { return failed }
    await listed(index.folders)
    for item in items where !unreadable.contains(item) {
      guard await pause() else { break }
      guard await !leavesOut(item.path) else { continue }
      let mark = ReadingMark(item.path)
      defer { mark.end() }
      do {
        let report = try await index.update(
          item, with: SearchReading.reader, documents: { ReadDocumentTexts($0) },
          pause: {
            mark.pause()
            defer { mark.resume() }
            return await pause()
          })
        // They are tried again when the drawing changes, and at the next start.
        if report.hasUnknownPages { failed.insert(item) }
        await told()
      } catch is CancellationError {
        break
      } catch {
        failed.insert(item)
      }
    }
    return failed
  }
}

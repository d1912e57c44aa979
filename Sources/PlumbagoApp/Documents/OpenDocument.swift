import CGtk
import Canvas
import Glibc
import GtkInk
import InkModel
import InkStore

/// One drawing that is open: its session, where it is kept, and how that goes.
final class OpenDocument {
  let session: CanvasSession
  /// Told when the name, the place, the trouble or a notice changed.
  var onChange: () -> Void = {}
  /// Told when the drawing came to be at a place, or moved to another.
  var onPlaceChange: () -> Void = {}

  /// Where the drawing is, or will be from the first stroke on.
  private(set) var path: String
  /// A person has not given it a name or a place yet.
  private(set) var isUntitled: Bool
  private(set) var readOnlyReason: String?
  private let keeper: DocumentKeeper
  private var name: String?
  private var notice: String?
  private var isFetching = false

  private init(
    _ session: CanvasSession, _ keeper: DocumentKeeper, path: String, isUntitled: Bool,
    name: String?
  ) {
    self.session = session
    self.keeper = keeper
    self.path = path
    self.isUntitled = isUntitled
    self.name = name
    keeper.onState = { [weak self] _ in self?.onChange() }
    keeper.onCreated = { [weak self] _ in self?.onPlaceChange() }
    fetchHistory()
  }

  // MARK: Opening

  /// A new drawing, in the data folder from its first stroke on.
  static func untitled() -> OpenDocument {
    let path = Library.newPath()
    let document = empty(at: path, isUntitled: true)
    return document
  }

  /// Opens a file, or begins a drawing that will be one.
  static func open(_ path: String) async throws(DocumentStoreError) -> OpenDocument {
    if g_file_test(path, G_FILE_TEST_EXISTS) == 0 { return empty(at: path, isUntitled: false) }
    var reason: String?
    var store: DocumentStore
    do {
      store = try await DocumentStore.open(path, mode: .readWriteExisting)
    } catch {
      switch error {
      case .inUse:
        reason = tr("This drawing is open in another program. Here it can only be looked at.")
      case .readOnly:
        reason = tr("This drawing cannot be changed where it is. Here it can only be looked at.")
      default: throw error
      }
      store = try await DocumentStore.open(path, mode: .readOnly)
    }
    let contents = try await store.load()
    let session = CanvasSession(contents)
    session.isReadOnly = reason != nil
    let isUntitled = Library.contains(path) && contents.metadata.title == nil
    let document = OpenDocument(
      session, DocumentKeeper(store), path: path, isUntitled: isUntitled,
      name: Library.contains(path) ? contents.metadata.title : nil)
    document.readOnlyReason = reason
    return document
  }

  private static func empty(at path: String, isUntitled: Bool) -> OpenDocument {
    let keeper = DocumentKeeper(creating: { () async throws(DocumentStoreError) in
      if isUntitled { try Library.prepare() }
      return try await DocumentStore.open(path, mode: .readWrite)
    })
    return OpenDocument(
      CanvasSession(DocumentContents.empty), keeper, path: path, isUntitled: isUntitled, name: nil)
  }

  // MARK: What a window shows

  /// The drawing's name, as a person gave it or as its file is called.
  var title: String {
    if let name { return name }
    return isUntitled ? tr("Untitled drawing") : Self.name(of: path)
  }

  /// The folder of a drawing that is not in the library.
  var subtitle: String? {
    guard !Library.contains(path) else { return nil }
    let folder = takeString(g_path_get_dirname(path)) ?? ""
    let home = String(cString: g_get_home_dir())
    return folder.hasPrefix(home) ? "~" + folder.dropFirst(home.count) : folder
  }

  /// Why what was drawn is not on disk yet.
  var trouble: String? {
    guard case .waiting(let error) = keeper.state else { return nil }
    return ErrorPresentation.sentence(error, path: path)
  }

  /// Something to tell once.
  func takeNotice() -> String? {
    defer { notice = nil }
    return notice
  }

  /// The path, once there is a file.
  var keptPath: String? { keeper.store == nil ? nil : path }

  /// A new drawing that nothing was done to.
  var isPristine: Bool {
    isUntitled && keeper.store == nil && keeper.isSaved && session.history.steps.isEmpty
      && !session.isBusy
  }

  func isAt(_ other: String) -> Bool { path == other }

  nonisolated static func fileName(of path: String) -> String {
    takeString(g_path_get_basename(path)) ?? path
  }

  /// The file's name without our suffix.
  nonisolated static func name(of path: String) -> String {
    let file = fileName(of: path)
    return file.hasSuffix(".plumbago") ? String(file.dropLast(9)) : file
  }

  // MARK: Keeping

  var isSaved: Bool { keeper.isSaved }

  func keep(_ commands: [StoreCommand]) {
    keeper.keep(commands)
    session.trim(persistedThrough: keeper.persistedStep)
    fetchHistory()
  }

  func flush() async -> Bool { await keeper.flush() }

  func close() {
    guard let store = keeper.store else { return }
    // The app lives until the file is whole and its side files are gone.
    let application = g_application_get_default()
    if let application { g_application_hold(application) }
    Task {
      // What a close could not tidy up, the next open does.
      try? await store.close()
      if let application { g_application_release(application) }
    }
  }

  /// Reads edits near the head before anyone asks for them.
  private func fetchHistory() {
    guard !isFetching, let store = keeper.store else { return }
    let wanted = session.wantedSteps
    guard !wanted.isEmpty else { return }
    isFetching = true
    Task { [weak self] in
      for step in wanted {
        // A step that cannot be read cannot be undone; the steps before it still can be shown.
        guard let edit = try? await store.edit(step: step) else { break }
        guard let self else { return }
        let update = self.session.provide(edit, for: step)
        self.onFetched(update)
      }
      self?.isFetching = false
    }
  }

  /// Told what an undo that had to wait for the disk did.
  var onFetched: (CanvasUpdate) -> Void = { _ in }

  // MARK: Moving

  /// Saves under another name.
  ///
  /// An untitled drawing moves there; another one stays behind as it is, and work goes on in the
  /// new file.
  func saveAs(_ target: String) async throws(DocumentStoreError) {
    let wasUntitled = isUntitled
    let old = path
    guard keeper.store != nil || !session.drawing.isEmpty || !session.history.steps.isEmpty else {
      // Nothing is drawn yet: just go on there.
      try await keeper.replaceStore { (_) async throws(DocumentStoreError) in
        try await DocumentStore.open(target, mode: .readWrite)
      }
      moved(to: target)
      return
    }
    try await keeper.replaceStore { (store) async throws(DocumentStoreError) in
      let source: DocumentStore
      if let store {
        source = store
      } else {
        source = try await DocumentStore.open(old, mode: .readWrite)
      }
      try await source.copy(to: target, includingHistory: true)
      let made = try await DocumentStore.open(target, mode: .readWriteExisting)
      try? await source.close()
      if wasUntitled { Library.delete(old) }
      return made
    }
    moved(to: target)
  }

  /// Gives the drawing a name: in the library a title, elsewhere the file's name.
  func rename(_ newName: String) async throws(DocumentStoreError) {
    if Library.contains(path) {
      name = newName
      isUntitled = false
      keeper.keep([.setMetadata(.title, newName)])
      onPlaceChange()
      onChange()
      return
    }
    let folder = takeString(g_path_get_dirname(path)) ?? "."
    let target = folder + "/" + newName + ".plumbago"
    guard target != path else { return }
    guard g_file_test(target, G_FILE_TEST_EXISTS) == 0 else {
      throw .alreadyExists(StoreFailure(message: "rename", call: target))
    }
    let old = path
    try await keeper.replaceStore { (store) async throws(DocumentStoreError) in
      // Closed first, so that no side file stays under the old name.
      if let store { try await store.close() }
      guard g_file_test(old, G_FILE_TEST_EXISTS) != 0 else {
        return try await DocumentStore.open(target, mode: .readWrite)
      }
      guard Glibc.rename(old, target) == 0 else {
        let failure = StoreFailure(
          systemError: errno, message: String(cString: strerror(errno)), call: "rename")
        throw .ioError(failure)
      }
      return try await DocumentStore.open(target, mode: .readWriteExisting)
    }
    moved(to: target)
  }

  private func moved(to target: String) {
    path = target
    isUntitled = false
    name = nil
    session.isReadOnly = false
    readOnlyReason = nil
    onPlaceChange()
    onChange()
  }

  /// Salvages what a damaged file still holds.
  static func recover(
    from path: String, to target: String
  ) async throws(DocumentStoreError) -> RecoveryReport {
    try await DocumentStore.recover(from: path, to: target)
  }
}

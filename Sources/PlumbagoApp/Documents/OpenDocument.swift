import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering
import InkStore

/// One drawing that is open in a window: its session, its file, and the state of saving.
///
/// Another window may show the same drawing (``init(beside:)``), by a document of its own: these share the file and all that
/// is known of it.
///
/// 1. Made by ``untitled(in:)`` or ``open(_:)``; ``start()`` once the callbacks are set.
/// 2. ``keep(_:)`` takes what the session wants on disk. ``trouble``, ``restriction`` and
///    ``takeNotice()`` say what a person should know; ``onChange`` tells when to ask.
/// 3. ``flush()``, then ``close()``.
final class OpenDocument {
  let session: CanvasSession
  /// Told when the name, the location, the trouble or a notice changed.
  var onChange: () -> Void = {}
  /// Told when the drawing came to be in a file, or moved to another.
  var onLocationChange: () -> Void = {}
  /// Told which parts of pages of documents, and of pictures, have other pixels now.
  var onArrival: ([ForeignPage: Rect?]) -> Void = { _ in }
  /// Told what an undo that had to wait for the disk did.
  var onFetched: (CanvasUpdate) -> Void = { _ in }

  /// A message that is shown once.
  struct Notice {
    var sentence: String
    /// Another drawing that it is about.
    var other: String?
    var topic = Topic.drawing
  }

  /// What a notice is about.
  enum Topic {
    case drawing
    /// The PDF that did not get the ink as the drawing was closed.
    case closingPDF
    /// The file that there will be.
    case newFile
  }

  /// Why a drawing cannot be changed.
  enum Restriction {
    case openElsewhere
    case unwritable
    case damaged
  }
  var restriction: Restriction? { file.restriction }
  /// Whether another program has changed the file since, where that is only read here.
  var isOutdated: Bool { file.isOutdated }

  /// What all documents of the same drawing share.
  private let file: SharedFile
  let keeper: DocumentKeeper
  /// Runs from ``close()`` until the file is complete.
  private(set) var closing: Task<Void, Never>?
  /// The pictures and documents in it.
  let foreign: ForeignContent
  /// For the window that is made for it.
  let picture: CanvasPicture
  /// The title that the user gave it, where that is not its file's name.
  private var name: String? {
    get { file.name }
    set { file.name = newValue }
  }
  /// The path of the file of another format that the drawing was made from; `nil` where it was made here.
  var source: String? {
    get { file.source }
    set { file.source = newValue }
  }
  /// The path of the PDF that the ink was saved into last, as far as that is known; `nil` where it went into none.
  var writtenPDF: String? {
    get { file.writtenPDF }
    set { file.writtenPDF = newValue }
  }
  /// The PDF that the ink is saved into as the drawing is closed; `nil` where it goes into none.
  var closingPDF: ClosingPDF? {
    get { file.closingPDF }
    set { file.closingPDF = newValue }
  }
  /// How often the drawing has changed since it was opened, in all windows.
  var changeCount: Int {
    get { file.changeCount }
    set { file.changeCount = newValue }
  }
  /// The ``trouble`` that ``onChange`` was called for.
  private var toldTrouble: String?
  private let history: HistoryReader

  convenience init(
    _ session: CanvasSession, _ keeper: DocumentKeeper, name: String? = nil,
    foreign: ForeignContent? = nil
  ) {
    self.init(session, SharedFile(keeper, name: name), foreign: foreign)
  }

  /// The drawing of another document once more, for another window.
  convenience init(beside other: OpenDocument) {
    self.init(CanvasSession(beside: other.session), other.file)
    let blobs = Set(session.drawing.settings.layout.pages.compactMap(\.background.blob))
    for blob in blobs {
      let password = other.foreign.password(of: blob)
      if !password.isEmpty { foreign.shelf.unlock(blob, password: password) }
    }
  }

  private init(_ session: CanvasSession, _ file: SharedFile, foreign: ForeignContent? = nil) {
    self.session = session
    self.file = file
    let keeper = file.keeper
    picture = CanvasPicture(session)
    self.foreign = foreign ?? ForeignContent(keeper)
    self.keeper = keeper
    history = HistoryReader(session) { [weak keeper] step in
      // Without a file no step is missing.
      guard let store = keeper?.store else { throw CancellationError() }
      return try await store.edit(step: step)
    }
    history.onUpdate = { [weak self] in self?.onFetched($0) }
    session.isReadOnly = file.isReadOnly
    file.documents.append(SharedFile.Member(document: self))
    picture.pages = self.foreign.shelf
    self.foreign.onArrival = { [weak self] in
      self?.picture.take($0)
      self?.onArrival($0)
    }
    self.foreign.onStandIn = { [weak picture] in picture?.takeStandIn(for: $0) }
    self.foreign.onTrouble = { [weak self] in self?.onChange() }
  }

  /// Reads the last steps, so that undo need not wait for the disk, and brings back ink that a
  /// crash caught before it was a step.
  func start() {
    let recovered = session.recover()
    if !recovered.commands.isEmpty { onFetched(recovered) }
    history.fetch()
  }

  /// Reads every byte once, so that the first stroke need not wait for it.
  ///
  /// For after the first picture: until then its painters need the processors.
  func verify() { keeper.verify() }

  /// Tells which elements of the file are not shown, because their numbers make no sense.
  func tell(refused ids: [ElementID]) {
    if !ids.isEmpty { tell(ErrorPresentation.sentence(notShown: ids, of: path)) }
  }

  /// Tells that the last strokes may be incomplete, and of the drawing that has what is left of them.
  func tell(_ torn: TornCommit) {
    tell(ErrorPresentation.sentence(torn, path: path), other: torn.rescued)
  }

  /// Tells a sentence about the drawing, once it shows.
  func tell(_ sentence: String, other: String? = nil, about topic: Topic = .drawing) {
    file.notice = Notice(sentence: sentence, other: other, topic: topic)
    // Nothing is wrong with a drawing that begins.
    if topic != .newFile { Console.complain(sentence) }
  }

  // MARK: What a window shows

  /// Where the drawing is, or will be from the first change on.
  var path: String { keeper.path }

  /// A person has not given it a name or a location yet.
  var isUntitled: Bool { name == nil && Self.lacksTitle(path) }

  /// The drawing's name, as a person gave it or as its file is called.
  var title: String { name ?? Self.title(of: path) }

  /// What people see of the name of a drawing that need not be open.
  static func title(of path: String) -> String {
    lacksTitle(path) ? tr("Untitled drawing") : Self.name(of: path)
  }

  /// Whether a drawing of the library has a name that nobody chose.
  private static func lacksTitle(_ path: String) -> Bool {
    Library.contains(path) && Library.isUnnamed(path)
  }

  /// The folder of a drawing that is not in the library.
  var subtitle: String? {
    guard !Library.contains(path) else { return nil }
    let folder = FilePaths.split(path).folder
    let home = UserFolders.home
    guard folder == home || folder.hasPrefix(home + "/") else { return folder }
    return "~" + folder.dropFirst(home.count)
  }

  /// Why changes are not on disk yet, or not in the drawing's own file.
  var trouble: String? {
    switch keeper.state {
    case .saved, .saving: nil
    case .waiting(let error): ErrorPresentation.keeping(error, path: path)
    case .notWrittenBack(let error): ErrorPresentation.placing(error, path: path)
    }
  }

  /// Most states are that a stroke is being written, and that it was.
  fileprivate func stateChanged() {
    guard trouble != toldTrouble else { return }
    toldTrouble = trouble
    onChange()
  }

  /// Whether nothing is lost if the app ended now, even where it is not in its own file yet.
  var isSafe: Bool {
    if case .notWrittenBack = keeper.state { return true }
    return keeper.isSaved
  }

  /// A message to show once.
  func takeNotice() -> Notice? {
    defer { file.notice = nil }
    return file.notice
  }

  /// Whether both are of one drawing.
  func isBeside(_ other: OpenDocument) -> Bool { file === other.file }

  /// Whether no other window shows the drawing.
  var isOnly: Bool { file.all.allSatisfy { $0 === self } }

  /// The path, once there is a file.
  var keptPath: String? { keeper.file == nil && restriction != .damaged ? nil : path }

  /// Whether it is a new drawing without any change.
  var isUnused: Bool {
    isUntitled && keeper.file == nil && keeper.isSaved && session.history.steps.isEmpty
      && !session.isBusy && restriction == nil
  }

  /// Whether it is that, and no other window shows it.
  var isPristine: Bool { isUnused && isOnly }

  /// Whether a path leads to this drawing, by whatever name.
  func isAt(_ other: String) -> Bool {
    if path == other || FilePaths.canonical(path) == FilePaths.canonical(other) { return true }
    return keeper.file != nil && FileIdentity.isShared(by: path, other)
  }

  nonisolated static func fileName(of path: String) -> String {
    FilePaths.split(path).name
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
    noteChanges(by: commands)
    session.trim(persistedThrough: keeper.persistedStep)
    ProcessMemory.tidySoon { [weak session] in session?.isBusy ?? true }
    history.fetch()
  }

  /// Waits until everything is on disk and in its own file; false where that failed.
  func flush() async -> Bool { await keeper.flush() }

  /// Makes sure that everything is on disk and in its own file, which is made where there is none yet; false where that
  /// failed.
  func save() async -> Bool {
    keeper.makeFile(with: session.presentDrawing.inOneColumn.settings)
    return await keeper.complete()
  }

  /// Writes the drawing as it is to another path; the copy is a drawing of its own.
  func copy(
    to target: String, includingHistory: Bool
  ) async throws(DocumentStoreError) {
    _ = await flush()
    guard let store = keeper.store else { throw .closed }
    try await store.copy(to: target, includingHistory: includingHistory)
  }

  /// Whether there is a file whose history can be forgotten.
  var canForgetHistory: Bool {
    !session.isReadOnly && keeper.file != nil && !session.history.steps.isEmpty
  }

  /// Removes all from the file that does not show; nothing can be undone afterwards.
  ///
  /// What is being done ends. Meanwhile the drawing takes no change, in any window.
  func forgetHistory() async throws(DocumentStoreError) {
    file.yieldTurn()
    file.isForgetting = true
    defer { file.isForgetting = false }
    try await keeper.forgetHistory()
    // The sessions must not keep steps that the file has no more: a lasso may be down, which nothing else waits for.
    while !file.all.isEmpty, file.forgetHistory() == nil {
      file.yieldTurn()
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  func close() {
    // The app stays alive until the file is complete and its side files are removed, and its ink is in its PDF.
    let application = Gtk.Application.running
    application?.hold()
    let isLast = isOnly
    let writesPDF = isLast && isPDFToBeWritten
    // What is written into the PDF may show pictures.
    if !writesPDF { foreign.close() }
    file.documents.removeAll { $0.document === self }
    if isLast { Self.incomplete[ObjectIdentifier(self)] = self }
    closing = Task {
      if writesPDF {
        await saveIntoClosingPDF()
        foreign.close()
      }
      if isLast { await keeper.close() }
      Self.incomplete[ObjectIdentifier(self)] = nil
      application?.release()
    }
  }

  /// Those that were closed and whose files are not complete yet.
  private static var incomplete: [ObjectIdentifier: OpenDocument] = [:]

  /// Waits until nothing that was closed here writes to a drawing's file any more.
  static func waitUntilComplete(_ path: String) async {
    while let closed = incomplete.values.first(where: { $0.isAt(path) }) {
      await closed.closing?.value
    }
  }

  /// Waits until nothing that was closed here writes into a PDF any more.
  static func waitUntilWritten(_ path: String) async {
    let path = FilePaths.canonical(path)
    while let closed = incomplete.values.first(where: { $0.closingPDF?.path == path }) {
      await closed.closing?.value
    }
  }

  // MARK: Names and locations

  /// Saves under another name.
  ///
  /// An untitled drawing moves there; another one stays behind as it is, and work goes on in the
  /// new file. A file that has the name is replaced.
  func saveAs(_ target: String) async throws(DocumentStoreError) {
    let (isMoved, before) = (isUntitled, keeper.store)
    if !isMoved, FilePaths.canonical(target) != FilePaths.canonical(path) {
      // What stays behind is closed.
      _ = await flush()
      if isPDFToBeWritten { await saveIntoClosingPDF() }
    }
    try await keeper.saveAs(target, moving: isMoved)
    file.restriction = nil
    if keeper.store !== before {
      // Chosen for the one that stays behind.
      if isMoved { await keepClosingPDF() } else { closingPDF = nil }
    }
    // Outside of the library a drawing is called what its file is called.
    if name != nil, !Library.contains(path) {
      name = nil
      keeper.keep([.setMetadata(.title, nil)])
    }
    file.moved()
  }

  /// Gives the drawing's file a name; a title that an older version gave it goes.
  func rename(_ newName: String) async throws(DocumentStoreError) {
    try await move(to: FilePaths.split(path).folder + "/" + newName + ".plumbago")
  }

  /// Gives the drawing's file another path; a title that an older version gave it goes.
  func move(to target: String) async throws(DocumentStoreError) {
    let old = path
    if target != path { try await keeper.rename(to: target) }
    if name != nil {
      name = nil
      keeper.keep([.setMetadata(.title, nil)])
    }
    file.moved()
    if path != old { Remembered.follow(old, to: path) }
  }

  /// Whether ``follow()`` can.
  var canFollow: Bool { keeper.canFollow }

  /// Whether its folder is being given another path here: then nothing is said of it.
  var isMovedHere: Bool {
    get { file.isMovedHere }
    set { file.isMovedHere = newValue }
  }

  /// Gives a drawing that has no file yet another path.
  func begin(at target: String) {
    keeper.begin(at: target)
    file.moved()
  }

  /// Continues where the file is, after its folder was given another path here.
  ///
  /// - Parameter target: The file's path now.
  func follow(to target: String) async {
    if keeper.file == nil { return begin(at: target) }
    guard keeper.file?.obstacle != nil else { return await keeper.follow() }
    do throws(DocumentStoreError) {
      try await keeper.followReading(to: target)
    } catch {
      file.notice = Notice(sentence: ErrorPresentation.sentence(error, path: target))
      file.changed()
    }
  }

  /// Moves the drawing's file to another disk, where its folder is or comes to be.
  func moveWithFolder(to target: String) async throws(DocumentStoreError) {
    // Another window may have moved it.
    guard target != path else { return file.moved() }
    if keeper.isHalted, keeper.file == nil, FileTest.exists(path) {
      // Its last window has closed while the folder was copied.
      try await DocumentStore.move(path, to: target)
    }
    try await keeper.rename(to: target)
    file.moved()
  }

  /// Salvages what is readable of the damaged file, and what could not be written to it.
  func recover(to target: String) async throws(DocumentStoreError) -> RecoveryReport {
    try await keeper.recover(
      to: target, showing: session.presentDrawing.inOneColumn)
  }
}

/// The file of a drawing, for the documents of all windows that show it.
@MainActor
private final class SharedFile {
  struct Member {
    weak var document: OpenDocument?
  }

  let keeper: DocumentKeeper
  var documents: [Member] = []
  var all: [OpenDocument] { documents.compactMap(\.document) }
  var restriction: OpenDocument.Restriction? { didSet { setReadOnly() } }
  /// See ``OpenDocument/isOutdated``.
  var isOutdated = false
  /// The file is losing its history.
  var isForgetting = false {
    didSet {
      setReadOnly()
      changed()
    }
  }
  /// Whether the drawing takes no change now.
  var isReadOnly: Bool { restriction != nil || isForgetting }
  /// See ``OpenDocument/title``.
  var name: String?
  var source: String?
  var writtenPDF: String?
  var closingPDF: ClosingPDF?
  var changeCount = 0
  /// It is being moved by this app, so that nobody has to be told.
  var isMovedHere = false
  /// To be shown by the first window that asks.
  var notice: OpenDocument.Notice?

  init(_ keeper: DocumentKeeper, name: String?) {
    self.keeper = keeper
    self.name = name
    switch keeper.file?.obstacle {
    case nil: break
    case .openElsewhere: restriction = .openElsewhere
    case .unwritable: restriction = .unwritable
    }
    keeper.onState = { [weak self] _ in for document in self?.all ?? [] { document.stateChanged() }
    }
    keeper.onHistoryLost = { [weak self] in self?.forgetHistory() }
    keeper.nameBeside = { tr("{drawing} (before it was replaced)").filled("drawing", $0) }
    keeper.onEvent = { [weak self] in self?.happened($0) }
  }

  /// What shows, without a history; `nil` where that has to wait.
  func forgetHistory() -> DocumentContents? {
    guard all.allSatisfy(\.session.canForgetHistory) else { return nil }
    return all.compactMap { $0.session.forgetHistory() }.first
  }

  private func setReadOnly() {
    for document in all { document.session.isReadOnly = isReadOnly }
  }

  /// Ends what is being done in all windows.
  func yieldTurn() { for document in all { document.session.onYield() } }

  func changed() { for document in all { document.onChange() } }

  /// The name, the location or what can be done with the file may be another.
  func moved() {
    for document in all { document.onLocationChange() }
    changed()
  }

  private func happened(_ event: DocumentKeeper.Event) {
    switch event {
    case .created: break
    case .followed:
      if !Library.contains(keeper.path) { name = nil }
      if !isMovedHere {
        notice = OpenDocument.Notice(
          sentence: tr("The drawing was moved and is now “{file}”.").filled("file", keeper.path))
      }
    case .rewritten:
      notice = OpenDocument.Notice(
        sentence: tr("The drawing's file was gone. All of it is now kept in “{file}”.")
          .filled("file", keeper.path))
    case .separated(let other, let hasHistory):
      if !Library.contains(keeper.path) { name = nil }
      let sentence =
        hasHistory
        ? tr(
          "Another program replaced “{file}” while it was open here. That file was left as it is; what you see here is now kept in “{other}”."
        )
        : tr(
          "Another program overwrote “{file}” while it was open here. That file was left as it is; what you see here is now kept in “{other}”, without the earlier steps to undo."
        )
      notice = OpenDocument.Notice(
        sentence: sentence.filled("file", OpenDocument.fileName(of: other))
          .filled("other", OpenDocument.fileName(of: keeper.path)),
        other: DocumentStore.isDrawing(other) ? other : nil)
    case .putAside(let aside):
      notice = OpenDocument.Notice(
        sentence: tr("“{file}” was changed elsewhere meanwhile. That version is kept in “{other}”.")
          .filled("file", OpenDocument.fileName(of: keeper.path)).filled("other", aside))
    case .outdated: isOutdated = true
    case .damaged(let error):
      restriction = .damaged
      Console.complain(ErrorPresentation.sentence(error, path: keeper.path))
    }
    if let notice { Console.complain(notice.sentence) }
    moved()
  }
}

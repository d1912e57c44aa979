import Glibc
import InkModel
import InkStore

extension DocumentKeeper {
  // MARK: Commands of a person

  /// Continues in another file, which replaces an existing one: the person has agreed to that.
  ///
  /// - Parameter moving: whether the old file is removed; otherwise it stays as it is. Nothing happens where `target` is the drawing's own file.
  public func saveAs(_ target: String, moving: Bool) async throws(DocumentStoreError) {
    guard !isHalted else { throw .closed }
    let target = FilePaths.canonical(target)
    if file != nil || FileIdentity(path: path) != nil, Self.isSame(path, target) { return }
    let folders = folders
    let beginning = beginning
    try await replaceFile { file throws(DocumentStoreError) in
      let location = folders.editing(target)
      if location == .readOnly { throw Self.refusal(of: target) }
      guard let file else {
        return try await Self.makeEmpty(at: target, location, folders, beginning)
      }
      if moving, location == .inPlace, file.copy == nil, file.obstacle == nil {
        try await file.store.move(to: target, replacing: true)
        return DocumentFile(path: target, store: file.store)
      }
      try await file.store.copy(to: target, includingHistory: true)
      let made = try await DocumentFile.open(target, in: folders)
      guard made.obstacle == nil else {
        await made.close()
        throw .inUse(.otherProcess, StoreFailure(message: "the file is open", call: target))
      }
      if let aside = try? await file.copy?.writeBack(from: file.store) {
        onEvent(.putAside(aside))
      }
      let old = await file.store.path
      await file.close()
      if moving, let old { Self.remove(old) }
      return made
    }
  }

  /// Gives the file an unused name.
  public func rename(to target: String) async throws(DocumentStoreError) {
    guard FileIdentity(path: target) == nil else { throw Self.taken(target) }
    try await replaceFile { file throws(DocumentStoreError) in
      guard let file else { return nil }
      guard file.obstacle == nil else {
        throw .readOnly(StoreFailure(message: "the file can only be read", call: target))
      }
      guard let copy = file.copy else {
        if await file.store.fileState() != .there { try await self.settle(file.store.fileState()) }
        let store = self.file?.store ?? file.store
        try await store.move(to: target)
        return DocumentFile(path: target, store: store)
      }
      if let aside = try await copy.writeBack(from: file.store) { onEvent(.putAside(aside)) }
      let renamed = try await copy.rename(to: target, of: file.store)
      return DocumentFile(path: target, store: file.store, copy: renamed)
    }
    if file == nil { path = target }
  }

  /// Goes on reading a file that cannot be written here, after it was moved with its folder.
  ///
  /// Where that fails nothing more is read of it, and it keeps the path that it had.
  ///
  /// - Parameter target: Its path now; another process may go on writing it there.
  public func followReading(to target: String) async throws(DocumentStoreError) {
    guard let obstacle = file?.obstacle, file?.path != target else { return }
    try await replaceFile { file throws(DocumentStoreError) in
      // A process has a file open once.
      await file?.close()
      let store = try await DocumentStore.open(target, mode: .readOnly)
      return DocumentFile(path: target, store: store, obstacle: obstacle)
    }
    onEvent(.followed)
  }

  /// Removes all from the file that does not show; nothing can be undone afterwards.
  ///
  /// The session makes no step meanwhile, and forgets its history when this returns. Where it throws, all is as it was.
  public func forgetHistory() async throws(DocumentStoreError) {
    guard file != nil else { throw .closed }
    var wasCopy = false
    try await replaceFile { file throws(DocumentStoreError) in
      guard let file else { throw .closed }
      guard self.queue.isEmpty else {
        throw .ioError(StoreFailure(message: "the last steps could not be written"))
      }
      try await file.store.forgetHistory()
      wasCopy = file.copy != nil
      return file
    }
    written(withoutHistory: 0)
    guard wasCopy else { return }
    hasForgotten()
    _ = await flush()
  }

  /// Recovers what can be read of a damaged file into a new one, together with the strokes that
  /// could not be written to it any more.
  ///
  /// Only after ``Event/damaged(_:)``.
  ///
  /// - Parameter drawing: What shows; the rest is not saved.
  public func recover(
    to target: String, showing drawing: Drawing
  ) async throws(DocumentStoreError) -> RecoveryReport {
    precondition(isHalted, "a file that is good needs no recovery")
    var report = try await DocumentStore.recover(from: path, to: target)
    var contents: [ContentID: StrokeContent] = [:]
    for content in queue.flatMap(\.contents) { contents[content.id] = content }
    let store = try await DocumentStore.open(target, mode: .readWriteExisting)
    let found = try await store.load()
    var edit = DrawingEdit(label: .draw)
    var (element, content) = (found.nextElementID.number, found.nextContentID.number)
    let unsaved = madeInQueue
    for old in drawing.elements {
      if let recorded = old.kind.content {
        guard var own = contents[recorded] else { continue }
        own.id = ContentID(content)
        edit.contents.append(own)
        content += 1
        edit.inserted.append(
          old.version(ElementID(element), old.kind.renumbered { _ in own.id }))
      } else {
        guard unsaved.contains(old.id) else { continue }
        edit.inserted.append(old.version(ElementID(element)))
      }
      element += 1
    }
    if drawing.settings != found.settings {
      edit.settings = SettingsChange(before: found.settings, after: drawing.settings)
    }
    if !edit.isEmpty {
      try await store.perform([.commit(step: found.history.head + 1, edit: edit)])
      let strokes = edit.inserted.count { $0.kind.content != nil }
      report.strokes += strokes
      report.otherElements += edit.inserted.count - strokes
    }
    try await store.close()
    return report
  }

  /// Elements other than strokes that no file has yet: all that waiting commands insert, but for other
  /// versions of what was there before.
  private var madeInQueue: Set<ElementID> {
    var made: Set<ElementID> = []
    for command in queue {
      switch command {
      case .begin(_, let elements, _):
        for new in elements where new.kind.content == nil { made.insert(new.id) }
      case .commit(_, let edit):
        let known = edit.removed.filter { $0.kind.content == nil && !made.contains($0.id) }
        for new in edit.inserted
        where new.kind.content == nil && !known.contains(where: { new.isVersion(of: $0) }) {
          made.insert(new.id)
        }
      case .moveHead, .setMetadata: break
      }
    }
    return made
  }

  // MARK: Changes by other programs

  /// Finds the file again, or writes a new one from what is open, after its name was lost.
  ///
  /// 1. Renamed or moved: continues there. A file in the bin is not followed.
  /// 2. Deleted: written anew under its name; in the library where its folder is gone too.
  /// 3. Another file has the name: that stays, and this one is written anew beside it.
  /// 4. Overwritten: likewise, from what is in memory.
  func settle(_ state: FileState) async throws(DocumentStoreError) {
    guard let file else { return }
    if case .moved(let new) = state, file.copy == nil, !Self.isBin(new),
      folders.editing(new) == .inPlace
    {
      try await file.store.follow()
      self.file = DocumentFile(path: new, store: file.store)
      path = new
      onEvent(.followed)
      return
    }
    if state == .there { return }
    if let copy = file.copy {
      // A working copy was removed; its original is not affected.
      return try await file.store.rescue(to: copy.path)
    }
    let isTaken = [.replaced, .overwritten].contains(state)
    let lost = state == .overwritten ? try await withoutHistory() : nil
    let (folder, name) = FilePaths.split(path)
    let own = isTaken ? beside(name) : name
    var target = FilePaths.unused(folder + "/" + own)
    do throws(DocumentStoreError) {
      try await rescue(file, to: target, lost)
    } catch {
      switch error {
      case .notFound, .permissionDenied, .readOnly: break
      default: throw error
      }
      target = FilePaths.unused(folders.library + "/" + own)
      try FilePaths.makeFolder(folders.library)
      try await rescue(file, to: target, lost)
    }
    let old = path
    self.file = DocumentFile(path: target, store: file.store)
    path = target
    onEvent(isTaken ? .separated(from: old, hasHistory: lost == nil) : .rewritten)
  }

  /// Settles what has become of a file; false where that has to wait for a reader, and nobody has to be told.
  func hasSettled(_ file: DocumentFile) async throws(DocumentStoreError) -> Bool {
    let found = await file.store.fileState()
    do throws(DocumentStoreError) {
      try await settle(found)
      followsSince = nil
      return true
    } catch {
      // Nothing of a file that was only renamed is lost meanwhile.
      guard case .moved = found, case .inUse = error, queue.isEmpty else { throw error }
      let since = followsSince ?? .now
      followsSince = since
      guard since.duration(to: .now) < .seconds(followPatience) else { throw error }
      enter(.saved)
      return false
    }
  }

  private func rescue(
    _ file: DocumentFile, to target: String, _ lost: LostFile?
  ) async throws(DocumentStoreError) {
    guard let lost else { return try await file.store.rescue(to: target) }
    try await file.store.rescue(
      to: target, holding: lost.contents, recorded: lost.recorded)
    written(withoutHistory: lost.commands)
  }

  /// What is known of a drawing whose file was overwritten.
  private struct LostFile {
    var contents: DocumentContents
    /// Commands that were not written and are in ``contents``.
    var commands: Int
    var recorded: [StrokeContent]
  }

  private func withoutHistory() async throws(DocumentStoreError) -> LostFile {
    while !isHalted {
      if let contents = onHistoryLost() {
        return LostFile(
          contents: contents, commands: queue.count, recorded: queue.flatMap(\.contents))
      }
      // A contact lifts after a moment; meanwhile nothing is written to what is the other program's.
      try? await Task.sleep(for: .milliseconds(20))
    }
    throw .closed
  }

  /// The name of a drawing beside the file that took its own.
  private func beside(_ name: String) -> String {
    let suffix = ".\(DocumentFormat.fileExtension)"
    guard name.hasSuffix(suffix) else { return nameBeside(name) }
    return nameBeside(String(name.dropLast(suffix.count))) + suffix
  }

  // MARK: Parts

  /// Makes an empty drawing, which replaces an existing file.
  private static func makeEmpty(
    at target: String, _ location: EditingLocation, _ folders: DocumentFolders,
    _ beginning: [StoreCommand]
  ) async throws(DocumentStoreError) -> DocumentFile {
    guard FileIdentity(path: target) != nil else {
      return try await DocumentFile.create(target, in: folders, beginning: beginning)
    }
    let isInPlace = location == .inPlace
    let folder = isInPlace ? FilePaths.split(target).folder : folders.working
    if !isInPlace { try FilePaths.makeFolder(folder) }
    let draft = FilePaths.temporary(beside: "\(folder)/\(FilePaths.split(target).name)")
    let store = try await DocumentStore.open(draft, mode: .readWrite)
    do throws(DocumentStoreError) {
      if !beginning.isEmpty { try await store.perform(beginning) }
      if isInPlace {
        try await store.move(to: target, replacing: true)
        return DocumentFile(path: target, store: store)
      }
      try await store.copy(to: target, includingHistory: true)
    } catch {
      try? await store.close()
      remove(draft)
      throw error
    }
    try? await store.close()
    remove(draft)
    return try await DocumentFile.open(target, in: folders)
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }

  private static func isSame(_ a: String, _ b: String) -> Bool {
    a == b || FileIdentity.isShared(by: a, b) || FilePaths.canonical(a) == FilePaths.canonical(b)
  }

  /// Whether a path is in a bin: https://specifications.freedesktop.org/trash-spec/latest/.
  static func isBin(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return zip(parts, parts.dropFirst()).contains { folder, next in
      next == "files" && (folder == "Trash" || folder.hasPrefix(".Trash-"))
    } || parts.contains(".Trash")
  }

  private static func taken(_ path: String) -> DocumentStoreError {
    .alreadyExists(
      StoreFailure(systemError: EEXIST, message: "the name is taken", call: path))
  }

  /// Why nothing can be written at a path.
  private static func refusal(of path: String) -> DocumentStoreError {
    let folder = FilePaths.split(path).folder
    if access(folder, W_OK | X_OK) != 0 { return .system(call: "access \(folder)") }
    errno = EACCES
    return .system(call: "access \(path)")
  }
}

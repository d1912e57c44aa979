import Canvas
import Gtk
import InkModel
import InkStore

extension Application {
  /// Takes the library's folder of the preferences; new drawings without any change begin there.
  func chooseLibrary(_ path: String) {
    let before = Library.folder
    let unused = windows.map(\.document).filter {
      $0.isUnused && FilePaths.split($0.path).folder == before
    }
    Library.choose(path)
    guard Library.folder != before else { return }
    // One that two windows show has moved with the first of them.
    for document in unused where FilePaths.split(document.path).folder == before {
      let name = FilePaths.split(document.path).name
      document.begin(at: FilePaths.unused(Library.folder + "/" + name))
    }
  }

  /// Says once, in the window that the user looks at, that drawings may go with the program.
  ///
  /// It is said anew where the window was closed before it showed the message.
  func tellOfDataFolder() {
    guard Library.isToTellOfDataFolder(wasTold: Settings.shared[.dataFolderWasTold]),
      !windows.contains(where: { $0.messages.has(.dataFolder) })
    else { return }
    lastWindow?.tellOfDataFolder()
  }

  /// Makes a drawing at a path, with its file, and shows it.
  ///
  /// - Parameters:
  ///   - host: In which window.
  ///   - isToOpen: Asked once its file is there. Where it is not, libraries show the drawing alone.
  ///   - onKept: Given its path where it is not shown.
  func makeDrawing(
    at path: String, in host: Host, isToOpen: @escaping @MainActor () -> Bool,
    onKept: @escaping @MainActor (String) -> Void
  ) {
    gtk.hold()
    Task {
      defer { gtk.release() }
      do throws(DocumentStoreError) {
        let document = OpenDocument.empty(at: path)
        try await document.keeper.makeFile()
        guard isToOpen() else {
          _ = await document.flush()
          let made = document.path
          document.close()
          updateLibraries(showing: made)
          return onKept(made)
        }
        await show(prepared: document, in: host)
      } catch {
        tell(
          tr("The drawing could not be made"), ErrorPresentation.sentence(error, path: path))
      }
    }
  }

  /// Brings files into a folder of the library: its own drawings and folders move there, drawings from elsewhere are copied,
  /// and of files of other formats drawings are made.
  ///
  /// What cannot come is told once, for all.
  func bring(_ paths: [String], into folder: String) {
    gtk.hold()
    Task {
      defer { gtk.release() }
      var (failures, losses): ([String], [String]) = ([], [])
      var last: String?
      var moved: [MovedItem] = []
      // What is in a folder goes with it.
      for path in paths where !paths.contains(where: { path.hasPrefix($0 + "/") }) {
        do {
          let brought = try await bring(path, into: folder)
          losses += brought.losses
          last = brought.path ?? last
          if let item = brought.moved { moved.append(item) }
        } catch let error as UnbroughtFile {
          failures.append(error.sentence)
        }
      }
      updateLibraries(showing: last)
      if !failures.isEmpty {
        let shown = failures.prefix(Self.mostFailures)
        tell(
          tr("Not everything could be brought into the library"),
          (shown + (shown.count < failures.count ? ["…"] : [])).joined(separator: "\n"))
      } else if !moved.isEmpty {
        tellOfMoved(moved, into: folder, losses)
      } else if !losses.isEmpty {
        lastWindow?.messages.show(.notice, losses.joined(separator: " "))
      }
    }
  }

  /// Makes a drawing of what came without a file, in a folder of the library.
  func bring(_ source: BroughtFile.Source, into folder: String) {
    gtk.hold()
    Task {
      defer { gtk.release() }
      let target = newPath(for: source.title, in: folder)
      do {
        let sentences = try await BroughtFile.makeDrawing(of: source, at: target).sentences
        updateLibraries(showing: target)
        if !sentences.isEmpty {
          lastWindow?.messages.show(.notice, sentences.joined(separator: " "))
        }
      } catch {
        // What has no name is called as the desktop calls where it was.
        tell(
          tr("Not everything could be brought into the library"),
          ErrorPresentation.sentence(making: target, from: tr("the picture"), error))
      }
    }
  }

  /// Reads the folders of all libraries again.
  ///
  /// - Parameter path: What came last; it comes into view in the window that was used last.
  func updateLibraries(showing path: String?) {
    for window in windows {
      window.libraryPanel.read(revealing: window === lastWindow ? path : nil)
    }
  }

  /// A path in a folder for a new drawing of a name, or of the day and time where no file can have that.
  private func newPath(for name: String, in folder: String) -> String {
    DrawingFolder(folder).unusedPath(for: DrawingFolder.fileName(for: name))
      ?? FilePaths.unused(folder + "/" + FilePaths.split(Library.newPath()).name)
  }

  /// Sentences in one message.
  private static let mostFailures = 6

  private struct UnbroughtFile: Error {
    var sentence: String
  }

  /// What came into a folder.
  private struct BroughtItem {
    /// `nil` where nothing came.
    var path: String?
    /// What a drawing that was made does without, in sentences.
    var losses: [String] = []
    /// `nil` where it was not in the library before, or is where it was.
    var moved: MovedItem?
  }

  private func bring(
    _ path: String, into folder: String
  ) async throws(UnbroughtFile) -> BroughtItem {
    let own = FilePaths.canonical(path)
    if FileTest.isFolder(path), own.hasPrefix(FilePaths.canonical(Library.chosen) + "/") {
      return try await bringFolder(own, into: FilePaths.canonical(folder))
    }
    let isDrawing = path.hasSuffix(".plumbago") || DocumentStore.isDrawing(path)
    if isDrawing, FilePaths.split(own).folder == FilePaths.canonical(folder) {
      return BroughtItem(path: own)
    }
    let name = isDrawing ? DrawingFolder.name(of: path) : ForeignFile.title(of: path)
    let target = newPath(for: name, in: folder)
    do {
      guard isDrawing else {
        return BroughtItem(
          path: target, losses: try await makeDrawing(of: path, at: target))
      }
      if !Library.contains(path), !own.hasPrefix(FilePaths.canonical(Library.chosen) + "/") {
        try await DocumentStore.duplicate(path, to: target)
      } else {
        let torn = try await moveDrawing(path, to: target)
        return BroughtItem(
          path: target,
          losses: [torn].compactMap(\.self).map { ErrorPresentation.sentence($0, path: target) },
          moved: MovedItem(path: target, origin: own, isFolder: false))
      }
      return BroughtItem(path: target)
    } catch is CancellationError {
      return BroughtItem()
    } catch {
      throw UnbroughtFile(
        sentence: ErrorPresentation.sentence(
          making: isDrawing ? path : target, from: path, error))
    }
  }

  /// Moves a folder of the library into another one; nothing happens where it is there, or where that lies in it.
  private func bringFolder(
    _ path: String, into folder: String
  ) async throws(UnbroughtFile) -> BroughtItem {
    guard FilePaths.split(path).folder != folder, !(folder + "/").hasPrefix(path + "/") else {
      return BroughtItem()
    }
    do throws(DocumentStoreError) {
      let target = FilePaths.unused(folder + "/" + FilePaths.split(path).name)
      try await moveFolder(path, to: target)
      return BroughtItem(
        path: target, moved: MovedItem(path: target, origin: path, isFolder: true))
    } catch {
      throw UnbroughtFile(sentence: ErrorPresentation.sentence(error, path: path))
    }
  }

  /// Makes a drawing of a file of another format, and asks for the password of one that has one.
  ///
  /// Returns what the drawing does without, in sentences. Throws `CancellationError` where somebody would not give it.
  private func makeDrawing(of path: String, at target: String) async throws -> [String] {
    var password = ""
    var isAgain = false
    while true {
      do {
        return try await BroughtFile.makeDrawing(
          of: .file(path), at: target, password: password
        ).sentences
      } catch let error as ForeignContentError where error.needsPassword {
        guard
          let typed = await self.password(
            for: OpenDocument.fileName(of: path), isAgain: isAgain)
        else { throw CancellationError() }
        (password, isAgain) = (typed, true)
      }
    }
  }

  /// Gives a folder of the library another path; drawings in it that are open continue there.
  func moveFolder(_ path: String, to target: String) async throws(DocumentStoreError) {
    let open = documents(below: path)
    if let stuck = open.first(where: { !$0.canFollow }) {
      throw .inUse(.thisProcess, StoreFailure(message: stuck.path, call: stuck.path))
    }
    let before = open.map { FilePaths.canonical($0.path) }
    // Each may find out by itself where its file is.
    for document in open { document.isMovedHere = true }
    defer { for document in open { document.isMovedHere = false } }
    await LibraryReading.shared.letGo(path)
    let folder = FilePaths.canonical(path)
    let targets: [String] = before.map { target + $0.dropFirst(folder.count) }
    if try await Self.rename(path, to: target) {
      for (document, new) in zip(open, targets) { await document.follow(to: new) }
    } else {
      try await copyFolder(folder, to: target, open, from: before, to: targets)
    }
    Remembered.follow(path, to: target)
    for window in windows { window.libraryPanel.moved(path, to: target) }
  }

  /// Brings a folder to another disk; where that fails all is where it was.
  ///
  /// - Parameter open: Documents of drawings in it, of which the files are not copied but moved one by one.
  private func copyFolder(
    _ folder: String, to target: String, _ open: [OpenDocument], from old: [String],
    to new: [String]
  ) async throws(DocumentStoreError) {
    for document in open {
      guard let obstacle = document.keeper.file?.obstacle else { continue }
      var failure = StoreFailure(
        message: "the file can only be read", call: document.path)  // untranslated: a detail
      failure.file = document.path
      switch obstacle {
      case .openElsewhere: throw .inUse(.otherProcess, failure)
      case .unwritable: throw .readOnly(failure)
      }
    }
    let copy = try await Self.copy(folder, to: target, besides: old)
    var moved = 0
    do throws(DocumentStoreError) {
      for (document, path) in zip(open, new) {
        try await document.moveWithFolder(to: path)
        moved += 1
      }
    } catch {
      for (document, path) in zip(open, old).prefix(moved) {
        try? await document.moveWithFolder(to: path)
      }
      await Self.finish(copy, isMoved: false)
      throw error
    }
    await Self.finish(copy, isMoved: true)
  }

  @concurrent nonisolated private static func rename(
    _ path: String, to target: String
  ) async throws(DocumentStoreError) -> Bool {
    try DrawingFolder(path).rename(to: target)
  }

  @concurrent nonisolated private static func copy(
    _ folder: String, to target: String, besides open: [String]
  ) async throws(DocumentStoreError) -> FolderCopy {
    try FolderCopy.make(of: folder, to: target, besides: open)
  }

  @concurrent nonisolated private static func finish(_ copy: FolderCopy, isMoved: Bool) async {
    if isMoved { copy.removeOriginal() } else { copy.removeCopy() }
  }

  /// Off the main actor: a disk may be slow.
  @concurrent nonisolated private static func move(
    _ path: String, to target: String
  ) async throws(DocumentStoreError) {
    try DrawingFolder(path).move(to: target)
  }

  /// Those of the windows whose drawings lie in a folder or in one below it.
  private func documents(below folder: String) -> [OpenDocument] {
    let folder = FilePaths.canonical(folder) + "/"
    return windows.map(\.document).filter { FilePaths.canonical($0.path).hasPrefix(folder) }
  }

  /// Moves drawings and folders to the desktop's bin, those that are open, too: their windows close.
  func moveToBin(_ paths: [String]) async {
    var taken: [BinnedItem] = []
    gtk.hold()
    defer { gtk.release() }
    for path in paths {
      let isFolder = FileTest.isFolder(path)
      for open in isFolder ? documents(below: path) : [] {
        await closeWindows(at: open.path)
      }
      await closeWindows(at: path)
      await LibraryReading.shared.letGo(path)
      do throws(BinnedItem.Failure) {
        taken.append(try await BinnedItem.take(path))
      } catch {
        tell(
          tr("“{file}” could not be moved to the bin")
            .filled("file", Library.title(of: path, isFolder: isFolder)), error.sentence)
      }
    }
    guard !taken.isEmpty else { return }
    let back = BinnedItem.origins(of: taken)
    let torn = taken.compactMap { item in
      item.torn.map { ErrorPresentation.sentence($0, path: item.path) }
    }
    lastWindow?.messages.show(
      .notice, ([Self.sentence(taken)] + torn).joined(separator: " "),
      actions: back.isEmpty
        ? []
        : [
          (
            CommandTable["win.undo"].label,
            { [weak self] in
              self?.lastWindow?.messages.hide(.notice)
              Task { await self?.takeOut(back) }
            }
          )
        ], takesBack: !back.isEmpty)
  }

  /// What is in the bin now.
  private static func sentence(_ taken: [BinnedItem]) -> String {
    if taken.count == 1 {
      return tr("“{file}” is in the bin now.")
        .filled("file", Library.title(of: taken[0].path, isFolder: taken[0].isFolder))
    }
    let folders = taken.count(where: \.isFolder)
    let drawings = taken.count - folders
    if folders == 0 {
      return trn(
        "{count} drawing is in the bin now.", "{count} drawings are in the bin now.", drawings)
    }
    if drawings == 0 {
      return trn(
        "{count} folder is in the bin now.", "{count} folders are in the bin now.", folders)
    }
    // Translators: “2 folders and 1 drawing are in the bin now.”
    return tr("{folders} and {drawings} are in the bin now.")
      .filled("folders", trn("{count} folder", "{count} folders", folders))
      .filled("drawings", trn("{count} drawing", "{count} drawings", drawings))
  }

  private func takeOut(_ files: [(path: String, binned: String)]) async {
    for (path, binned) in files {
      let isFolder = FileTest.isFolder(binned)
      do throws(DocumentStoreError) {
        if isFolder {
          try await Self.move(binned, to: path)
        } else {
          try await DocumentStore.move(binned, to: path)
        }
        Bin.forget(binned)
      } catch {
        tell(
          tr("“{file}” is still in the bin")
            .filled("file", Library.title(of: path, isFolder: isFolder)),
          ErrorPresentation.sentence(error, path: path))
      }
    }
  }

  /// Closes all windows of a drawing, and waits until its file is complete.
  private func closeWindows(at path: String) async {
    let open = windows.filter { $0.document.isAt(path) }
    guard let first = open.first else { return await OpenDocument.waitUntilComplete(path) }
    if open.count == windows.count {
      first.remember()
      newDrawing()
    }
    for window in open { await window.exports.finishAwaited() }
    _ = await first.document.flush()
    for window in open { window.closeAsItIs() }
    for window in open { await window.document.closing?.value }
  }
}

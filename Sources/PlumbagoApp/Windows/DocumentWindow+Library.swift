import Canvas
import Gtk
import GtkInk
import InkModel
import InkStore
import InkWidgets

/// The library: its panel, and commands for the drawings that are selected there.
extension DocumentWindow {
  func connectLibrary() {
    panels.add(libraryPanel)
    libraryPanel.current = { [weak self] in self?.document.path }
    libraryPanel.onOpen = { [weak self] in self?.openInPlace($0, at: $1) }
    libraryPanel.onRename = { [weak self] in self?.renameDrawing($0, to: $1) }
    libraryPanel.onNew = { [weak self] name, folder in
      guard let self else { return }
      guard let path = DrawingFolder(folder).unusedPath(for: name) else {
        return self.refuse(name)
      }
      self.makeWrittenDrawing(at: path)
    }
    libraryPanel.onNameBegin = { [weak self] in
      guard let self else { return }
      self.strokesBeforeName = self.paperStrokes.count
    }
    libraryPanel.onUntitled = { Application.shared?.newDrawing(into: $0) }
    libraryPanel.onMove = { Application.shared?.bring($0, into: $1) }
    libraryPanel.onOther = { Application.shared?.bring($0, into: $1) }
    libraryPanel.onSelection = { [weak self] in self?.commands.refresh() }
    libraryPanel.onLeave = { [weak self] in self?.focusCanvas() }
    libraryPanel.onDelete = { [weak self] in self?.deleteSelected() }
    // It may have been chosen in the preferences meanwhile.
    Settings.shared.subscribe(to: .libraryFolder) { [weak self] _ in
      self?.messages.hide(.dataFolder)
    }.store(in: &subscriptions)
  }

  /// Makes a drawing whose name was written, and opens it.
  ///
  /// Where somebody has drawn here since, it is not opened: a word that is begun here is not to end there.
  private func makeWrittenDrawing(at path: String) {
    let strokes = strokesBeforeName
    Application.shared?.makeDrawing(
      at: path, in: .inPlace(of: self),
      isToOpen: { [weak self] in
        guard let self, !self.isLeaving else { return false }
        return self.paperStrokes.count == strokes && !self.paperStrokes.isDrawing
      },
      onKept: { [weak self] in self?.tellOfDrawing(at: $0) })
  }

  /// Says that a drawing was made, and offers to open it.
  private func tellOfDrawing(at path: String) {
    guard !isLeaving else { return }
    messages.show(
      .notice, tr("“{drawing}” was made.").filled("drawing", OpenDocument.title(of: path)),
      actions: [
        FileLauncher.opening { [weak self] in
          self?.messages.hide(.notice)
          self?.openInPlace(path)
        }
      ])
  }

  /// Says that drawings may go with the program, and lets people choose another folder for them.
  func tellOfDataFolder() {
    messages.show(
      .dataFolder,
      tr("Drawings are kept in Plumbago’s own data, which may be removed with the program."),
      actions: [
        (
          tr("Choose a Folder…"),
          { [weak self] in
            self?.messages.hide(.dataFolder)
            self?.dialogs.chooseLibraryFolder(from: UserFolders.documents ?? Library.folder)
          }
        )
      ], onShown: { Settings.shared[.dataFolderWasTold] = true })
  }

  var showsLibrary: Bool { panels.open === libraryPanel }

  /// - Parameter focuses: Whether it gets the keyboard focus.
  func showLibrary(_ isShown: Bool, focuses: Bool = true) {
    guard isShown != showsLibrary else { return }
    panels.show(isShown ? LibraryPanel.id : nil, focuses: focuses)
  }

  /// The drawings that are selected.
  var librarySelection: [LibraryItem] { selectedInLibrary.filter { $0.kind == .drawing } }

  /// Drawings and folders.
  var selectedInLibrary: [LibraryItem] { libraryPanel.selection }

  private static let undoKeys = CommandTable["win.undo"].keys.compactMap { Accelerator($0) }
  private static let redoKeys = CommandTable["win.redo"].keys.compactMap { Accelerator($0) }

  /// Takes the keys of undo and redo while the library has the keyboard; whether that was one.
  ///
  /// They never change the drawing then. Drawing gives the keyboard to the paper, so what was done last
  /// was done in the library, and nobody expects a stroke to vanish. Undo brings back what went to the
  /// bin or to another folder while its message shows. Otherwise, and where a name is edited, both act on the field that has
  /// the keyboard, if there is one.
  func takesInLibrary(_ event: Event) -> Bool {
    guard showsLibrary, libraryPanel.hasKeyboard else { return false }
    if Self.undoKeys.contains(where: { $0.isPressed(by: event) }) {
      if libraryPanel.isEditing || !messages.takeBack() { libraryPanel.stepInText(isUndo: true) }
      return true
    }
    guard Self.redoKeys.contains(where: { $0.isPressed(by: event) }) else { return false }
    libraryPanel.stepInText(isUndo: false)
    return true
  }

  private func openInPlace(_ path: String, at hit: ShownHit? = nil) {
    if document.isAt(path) {
      if let hit { return show(hit) }
      if panels.isSheet { panels.close() } else { focusCanvas() }
      return
    }
    Application.shared?.open(path, in: .inPlace(of: self), at: hit, mustExist: true)
  }

  func openSelected() {
    if libraryPanel.openSelectedFolder() { return }
    for item in libraryPanel.present(librarySelection) { openInPlace(item.path) }
  }

  /// Opens the drawings that are selected in windows of their own, or in tabs of this one.
  func openSelected(in host: Host) {
    for item in libraryPanel.present(librarySelection) {
      Application.shared?.open(item.path, in: host, mustExist: true)
    }
  }

  func showSelectedInFolder() {
    guard let item = selectedInLibrary.first else { return }
    FileLauncher.show(item.path, over: window)
  }

  /// Says in the panel what was read or typed, and why it is no name: whoever writes on is not held up.
  private func refuse(_ name: String) {
    let sentence = tr("No drawing can be called “{name}”.").filled("name", name.shortened)
    libraryPanel.refuse(sentence + " " + Self.sentence(refusing: name))
  }

  /// Why a name is none that ``DrawingFolder`` takes.
  static func sentence(refusing name: String) -> String {
    name.contains("/")
      ? tr("A name cannot contain “/”.")
      : tr("A name cannot begin with a dot, nor be longer than about 230 letters.")
  }

  private func renameDrawing(_ path: String, to name: String) {
    if FileTest.isFolder(path) { return renameFolder(path, to: name) }
    guard DrawingFolder.isName(name) else { return refuse(name) }
    if let window = Application.shared?.window(at: path) { return window.rename(to: name) }
    let target = FilePaths.split(path).folder + "/" + name + ".plumbago"
    Task {
      await LibraryReading.shared.letGo(path)
      await OpenDocument.waitUntilComplete(path)
      do throws(DocumentStoreError) {
        let torn = try await DocumentStore.move(path, to: target)
        Remembered.follow(path, to: target)
        if let torn { messages.show(.notice, ErrorPresentation.sentence(torn, path: target)) }
      } catch {
        tell(tr("The drawing keeps its name"), error, path: target)
      }
      libraryPanel.read()
    }
  }

  private func renameFolder(_ path: String, to name: String) {
    guard DrawingFolder.isName(name) else {
      let sentence = tr("No folder can be called “{name}”.").filled("name", name.shortened)
      return libraryPanel.refuse(sentence + " " + Self.sentence(refusing: name))
    }
    let target = FilePaths.split(path).folder + "/" + name
    Task {
      do throws(DocumentStoreError) {
        try await Application.shared?.moveFolder(path, to: target)
      } catch {
        tell(tr("The folder keeps its name"), error, path: target)
      }
      libraryPanel.read()
    }
  }

  /// Makes a folder in the one that the library shows, and edits its name.
  func makeFolder() {
    showLibrary(true)
    do throws(DocumentStoreError) {
      try libraryPanel.makeFolder()
    } catch {
      tell(tr("The folder could not be made"), error, path: libraryPanel.folder.path)
    }
  }

  func moveSelected() {
    let paths = selectedInLibrary.map(\.path)
    guard !paths.isEmpty else { return }
    dialogs.chooseFolder(CommandTable["win.library-move"].title, from: Library.folder) {
      Application.shared?.bring(paths, into: $0)
    }
  }

  func duplicateSelected() {
    let paths = librarySelection.map(\.path)
    Task {
      for path in paths {
        let title = tr("{drawing} (copy)").filled("drawing", DrawingFolder.name(of: path))
        guard let target = DrawingFolder(FilePaths.split(path).folder).unusedPath(for: title)
        else {
          refuse(title)
          continue
        }
        do throws(DocumentStoreError) {
          if let window = Application.shared?.window(at: path) {
            try await window.document.copy(to: target, includingHistory: true)
          } else {
            try await DocumentStore.duplicate(path, to: target)
          }
        } catch {
          tell(tr("The drawing could not be copied"), error, path: path)
        }
      }
      libraryPanel.read()
    }
  }

  /// Whether all that are selected are favourites.
  var areFavorites: Bool {
    !librarySelection.isEmpty
      && librarySelection.allSatisfy { FavoritesFile.shared.favorites.contains($0.path) }
  }

  func setFavorite(_ isFavorite: Bool) {
    FavoritesFile.shared.change { favorites in
      for item in librarySelection { favorites.set(item.path, isFavorite) }
    }
    commands.refresh()
  }

  /// The drawing of which the selected one is another version that a syncing program has kept.
  private var conflictingOriginal: String? {
    guard librarySelection.count == 1, let item = librarySelection.first,
      let name = item.conflictingWith
    else { return nil }
    let path = FilePaths.split(item.path).folder + "/" + name + ".plumbago"
    return FileTest.exists(path) ? path : nil
  }

  var canCompare: Bool { conflictingOriginal != nil }

  /// Opens both versions of a drawing, each in a window.
  func compareVersions() {
    guard let original = conflictingOriginal, let other = librarySelection.first?.path else {
      return
    }
    for path in [original, other] {
      Application.shared?.open(path, in: .ownWindow, mustExist: true)
    }
  }

  func deleteSelected() {
    let items = selectedInLibrary
    guard !items.isEmpty else { return }
    let full = items.filter { $0.kind == .folder && !DrawingFolder($0.path).isEmpty }
    guard !full.isEmpty else { return moveToBin(items) }
    // There may be more in it than the library shows, and from the bin of another disk nothing comes back by Undo.
    MessageDialog.ask(
      parent: window,
      trn(
        "Move the folder and all that is in it to the bin?",
        "Move the folders and all that is in them to the bin?", full.count),
      full.map(\.name).joined(separator: ", "),
      choices: [
        .init(tr("_Cancel")) {},
        .init(CommandTable["win.library-delete"].label, isDestructive: true) { [weak self] in
          self?.moveToBin(items)
        },
      ])
  }

  private func moveToBin(_ items: [LibraryItem]) {
    Task {
      // Of those that are open in windows the windows are closed first, this one among them perhaps.
      await Application.shared?.moveToBin(items.map(\.path))
    }
  }
}

import Gtk
import InkModel
import InkStore

/// Following the folder: it is read again as it changes, goes or comes back.
extension LibraryPanel {
  /// Reads the folder again, off the main actor.
  ///
  /// - Parameter path: Of a drawing or a folder that came and comes into view.
  func read(revealing path: String? = nil) {
    guard isOpen else { return }
    if let path { unrevealed = .brought(path) }
    let (folder, order) = (folder, Settings.shared[.libraryOrder])
    let favorites = favoritesOnly.isActive ? FavoritesFile.shared.favorites : nil
    let sought = sought
    reading?.cancel()
    reading = Task { [weak self] in
      let (items, isThere, missing) = await Self.read(folder, order, favorites, besides: sought)
      guard let self, !Task.isCancelled else { return }
      self.items = items
      self.wasRead = true
      if let missing { self.sought = missing }
      FavoritesFile.shared.follow(items)
      self.tell(isThere: isThere)
      self.filter()
      self.reveal()
      self.editNewName()
    }
  }

  /// Edits the name of a folder that was made, once it is in the list.
  private func editNewName() {
    guard let path = unnamed, !isEditing,
      let index = shown.firstIndex(where: { $0.hit == nil && $0.item.path == path })
    else { return }
    unnamed = nil
    list.focus(index)
    list.select(index)
    // Once its row is bound.
    MainLoop.after(0) { [weak self] in
      guard let self else { return }
      self.onSelection()
      if !self.renameSelected() { self.list.widget.grabFocus() }
    }
  }

  /// - Parameters:
  ///   - favorites: Those that are shown instead of the folder's; one that is not at its path is looked for in all folders.
  ///   - sought: Files that need not be looked for.
  /// - Returns: Among others, the files of favourites that are nowhere.
  @concurrent nonisolated private static func read(
    _ folder: DrawingFolder, _ order: DrawingFolder.Order, _ favorites: Favorites?,
    besides sought: Set<FileIdentity>
  ) async -> ([LibraryItem], isThere: Bool, missing: Set<FileIdentity>?) {
    guard var favorites else {
      return (folder.items(order, titled: Library.title(of:)), folder.isThere, nil)
    }
    let missing = favorites.missing
    // Thousands of names, so only where another one is missing.
    if !missing.isSubset(of: sought) {
      _ = favorites.follow(DrawingFolder(Library.chosen).drawings(of: missing))
    }
    let items = DrawingFolder.items(at: favorites.paths, order, titled: Library.title(of:))
    return (items, folder.isThere, favorites.missing)
  }

  /// A folder was given another path here.
  func moved(_ path: String, to target: String) {
    let shown = folder.path
    if shown == path || shown.hasPrefix(path + "/") {
      let isInLibrary = target.hasPrefix(Library.chosen + "/")
      return enter(isInLibrary ? target + shown.dropFirst(path.count) : Library.chosen)
    }
    read()
  }

  /// Says whether the folder is gone, and checks again later: what watches it need not be told of a disk that goes or comes.
  private func tell(isThere: Bool) {
    if !isThere, folder.path.hasPrefix(Library.chosen + "/") {
      // One in the library: what is left is in the one above.
      return enter(folderAbove)
    }
    let isChosen = folder.path != Library.standard
    isGone = isChosen && !isThere
    gone.isVisible = isGone
    if isGone {
      let sentence = tr(
        "The folder “{folder}” is not there now. Its drawings show when it is back. New ones go to “{other}” meanwhile."
      ).filled("folder", FilePaths.shown(folder.path)).filled("other", Library.standard)
      if gone.text != sentence { gone.text = sentence }
    }
    if isChosen { checkFolderLater() } else { waiting = nil }
  }

  func checkFolder() {
    waiting = nil
    let folder = folder
    Task { [weak self] in
      let isThere = await Self.isThere(folder)
      guard let self, self.isOpen, self.folder == folder else { return }
      if isThere == self.isGone {
        self.watch()
        self.read()
      } else if self.waiting == nil {
        self.checkFolderLater()
      }
    }
  }

  @concurrent nonisolated private static func isThere(_ folder: DrawingFolder) async -> Bool {
    folder.isThere
  }

  func favoritesChanged() {
    guard isOpen else { return }
    if favoritesOnly.isActive { return read() }
    for row in list.shownRows { if let entry = row.entry { show(entry, in: row) } }
    // The mark in the menu, too.
    selectionChanged()
  }
}

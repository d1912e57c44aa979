import Gtk
import InkModel
import InkStore

/// What commands act on: what is selected in the library, and the folder that is shown.
extension LibraryPanel {
  /// The drawings and folders that are selected.
  var selection: [LibraryItem] {
    guard isOpen else { return [] }
    var paths: Set<String> = []
    return list.selected.compactMap { shown.indices.contains($0) ? shown[$0].item : nil }
      .filter { paths.insert($0.path).inserted }
  }

  /// Shows what is in the folder that is selected; false where none is, or others are, too.
  func openSelectedFolder() -> Bool {
    guard selection.count == 1, let item = selection.first, item.kind == .folder else {
      return false
    }
    if let item = present([item]).first { enter(item.path) }
    return true
  }

  /// Those of some drawings and folders that are there; where others are gone, the folder is read again.
  ///
  /// They may have got other names just now: what is not there would be begun anew.
  func present(_ items: [LibraryItem]) -> [LibraryItem] {
    let there = items.filter { FileTest.exists($0.path) }
    if there.count < items.count { read() }
    return there
  }

  /// Makes a folder in the one that is shown, and edits its name.
  func makeFolder() throws(DocumentStoreError) {
    finishRenaming()
    // What comes is shown.
    favoritesOnly.isActive = false
    search.text = ""
    // The library comes to be with the first thing in it.
    if folder.path == Library.standard { try FilePaths.makeFolder(folder.path) }
    unnamed = try folder.makeFolder(named: tr("New Folder"))
    read()
  }

  func open(_ index: Int) {
    guard shown.indices.contains(index) else { return }
    let entry = shown[index]
    guard !present([entry.item]).isEmpty else { return }
    if entry.item.kind == .folder { return enter(entry.item.path) }
    onOpen(entry.item.path, entry.hit.flatMap { ShownHit($0, words: finder.words) })
  }

  var isEditing: Bool { list.shownRows.contains(where: \.isRenaming) }

  /// Whether a row has the keyboard focus.
  var hasFocus: Bool { list.widget.window?.focus?.isInside(list.widget) ?? false }

  /// Whether anything in it has the keyboard focus.
  var hasKeyboard: Bool {
    guard isOpen, let window = box.window else { return false }
    return window.focus?.isInside(box) ?? isKeepingFocus
  }

  /// Gives the keyboard to the list where it is nowhere since the row that had it is gone.
  func keepFocus() {
    isKeepingFocus = true
    // Once GTK has looked for another widget that takes it.
    MainLoop.after(0) { [weak self] in
      self?.isKeepingFocus = false
      guard let self, self.isOpen, self.box.isMapped, let window = self.box.window,
        window.focus == nil
      else { return }
      self.opened()
    }
  }

  /// The row that has the keyboard focus, or in which something has it.
  var focusedRow: LibraryRow? {
    guard let focus = list.widget.window?.focus else { return nil }
    return list.shownRows.first { $0.isFocused || focus.isInside($0.widget) }
  }

  /// Gives the keyboard to what comes after an entry that is gone: the same file under its new name, else the next one
  /// that is left, else the one before.
  ///
  /// GTK would give it to whatever takes it next, as the star of another row.
  ///
  /// - Parameter before: What was listed while the entry was there, by identity.
  func focusHeir(of gone: LibraryEntry, in before: [String]) {
    let renamed = shown.firstIndex {
      gone.item.file != nil && $0.item.file == gone.item.file && $0.hit == gone.hit
    }
    guard let index = renamed ?? Self.heir(of: gone.id, in: before, among: indices) else { return }
    let id = shown[index].id
    // The keys of rows act on what is selected; nothing is ticked that nobody has chosen.
    if !several.isActive, list.selected.isEmpty { list.select(index) }
    focusRow(id)
    // Again, once GTK has looked for another widget that takes it.
    MainLoop.after(0) { [weak self] in
      guard let self, self.isOpen, !self.isEditing, let window = self.box.window,
        window.focus == nil || self.hasFocus
      else { return }
      self.focusRow(id)
    }
  }

  /// The index of the next one that is left behind an entry that is gone, or of the one before.
  private static func heir(
    of gone: String, in before: [String], among left: [String: Int]
  ) -> Int? {
    guard let index = before.firstIndex(of: gone) else { return nil }
    return before[index...].lazy.compactMap { left[$0] }.first
      ?? before[..<index].reversed().lazy.compactMap { left[$0] }.first
  }

  /// Moves the keyboard to the row of an entry, which comes into view.
  func focusRow(_ id: String) {
    if let index = indices[id], list.focus(index) { return }
    focusList()
  }

  /// Gives the keyboard to the list: to the row that had it last there, or to one that is selected where that is not.
  ///
  /// GTK knows the former alone, which may be out of view and is not what is seen to be selected.
  ///
  /// - Returns: Whether the list took it.
  @discardableResult func focusList() -> Bool {
    let tookFocus = list.widget.grabFocus()
    let selected = list.selected
    guard let first = selected.first, !selected.contains(where: { $0 == index(of: focusedRow) })
    else { return tookFocus }
    return list.focus(first) || tookFocus
  }

  /// Gives the keyboard to a row where the list has it, but none of its rows: it came before they did.
  func focusRowOfList() {
    guard list.widget.window?.focus?.isSame(as: list.widget) ?? false else { return }
    list.focus(list.selected.first ?? 0)
  }

  /// Undoes the last change of the text that has the keyboard focus, or does it again; nothing happens where there is none.
  func stepInText(isUndo: Bool) {
    // GTK's own actions of its text fields.
    box.window?.focus?.activateAction(isUndo ? "text.undo" : "text.redo")
  }

  /// Edits the name of the drawing or folder that is selected; false where none is, or several are.
  func renameSelected() -> Bool {
    guard selection.count == 1, let selected = list.selected.first,
      let row = list.shownRows.first(where: { index(of: $0) == selected })
    else { return false }
    // After the press, which gives the focus to nothing else then.
    MainLoop.after(0) { [weak row] in row?.rename() }
    return true
  }

  /// Edits the name of the row that has the keyboard focus, or of the one that is selected; false where the list has no
  /// focus, or nothing to name.
  ///
  /// Nothing happens while several are selected.
  func renameFocused() -> Bool {
    guard hasFocus else { return false }
    guard let index = index(of: focusedRow) else { return renameSelected() }
    if list.selected != [index] {
      if isChoosing { return true }
      // The list may have got the focus without anything selected.
      list.select(index)
    }
    return renameSelected()
  }

  func finishRenaming() {
    for row in list.shownRows where row.isRenaming { row.finishRenaming() }
  }
}

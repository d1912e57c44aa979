import Gtk
import InkModel
import InkStore

/// The rows: what they show, what is done by them, and their menu.
extension LibraryPanel {
  /// A tap anywhere beside a row that was swiped hides its buttons, and does nothing else.
  func connectTapBesideActions() {
    let tap = ClickGesture(phase: .capture)
    // While no row shows its buttons, it takes nothing.
    tap.leavesTip = true
    tap.pressed.connect { [weak self] _, x, y in
      guard let row = self?.swipedRow, let self,
        row.widget.frame(in: self.box)?.contains(Point(x, y)) == false
      else { return tap.deny() }
    }
    tap.released.connect { [weak self] _, _, _ in
      tap.claim()
      self?.swipedRow?.hideActions()
    }
    box.add(tap)
  }

  private var swipedRow: LibraryRow? { list.shownRows.first(where: \.showsActions) }

  func makeRow() -> LibraryRow {
    let row = LibraryRow()
    row.onOpen = { [weak self, weak row] in
      guard let self, let index = self.index(of: row) else { return }
      self.open(index)
    }
    row.isChoosing = { [weak self] in self?.several.isActive ?? false }
    row.onChoose = { [weak self, weak row] in
      guard let self, let index = self.index(of: row) else { return }
      self.list.setSelected(index, !self.list.selected.contains(index))
    }
    row.onMenu = { [weak self, weak row] point in
      if let row { self?.showMenu(of: row, at: point) }
    }
    row.dragged = { [weak self, weak row] in row.flatMap { self?.dragged(with: $0) } ?? [] }
    row.onSwipe = { [weak self, weak row] in
      guard let self, let row, let index = self.index(of: row) else { return }
      for other in self.list.shownRows where other !== row { other.hideActions() }
      self.list.select(index)
      self.onSelection()
    }
    row.onDrop = { [weak self] paths, folder in
      // With what is dragged, a folder does not come into itself.
      if !paths.contains(folder) { self?.onMove(paths, folder) }
    }
    row.onOther = { [weak self] source, folder in self?.onOther(source, folder) }
    row.onFavorite = { [weak row] isFavorite in
      guard let path = row?.item?.path else { return }
      FavoritesFile.shared.change { $0.set(path, isFavorite) }
    }
    row.onName = { [weak self, weak row] name in
      if let path = row?.item?.path { self?.onRename(path, name) }
    }
    row.onRenamed = { [weak self] in
      if let self, self.isOpen { self.list.widget.grabFocus() }
    }
    return row
  }

  /// Selects a row, alone unless several are being selected, if it is none of those that are selected.
  func selectForMenu(_ row: LibraryRow) {
    guard let index = index(of: row) else { return }
    menuEntry = row.entry?.id
    if several.isActive {
      list.setSelected(index, true)
    } else if !list.selected.contains(index) {
      list.select(index)
    }
    onSelection()
  }

  /// - Parameter point: Of the row's box.
  func showMenu(of row: LibraryRow, at point: Point) {
    selectForMenu(row)
    guard let p = row.box.point(point, in: box) else { return }
    menu.show(CommandMenus.libraryMenu, at: p, beside: row.box.frame(in: box))
  }

  func showMenuAtFocus() -> Bool {
    guard hasFocus, let row = list.shownRows.first(where: { $0.isFocused }),
      let index = index(of: row), let frame = row.box.frame(in: box)
    else { return false }
    selectForMenu(row)
    if isInView(row) {
      menu.show(CommandMenus.libraryMenu, at: frame.center, beside: frame)
      return true
    }
    list.focus(index)
    var isLaidOut = false
    revealingMenu = FrameTicks(on: list.widget) { [weak self] _ in
      // It is laid out at the end of the first frame.
      guard isLaidOut else {
        isLaidOut = true
        return true
      }
      if let self, self.isOpen, let row = self.list.row(of: index), row.entry?.id == self.menuEntry,
        let frame = row.box.frame(in: self.box)
      {
        self.menu.show(CommandMenus.libraryMenu, at: frame.center, beside: frame)
      }
      return false
    }
    return true
  }

  /// Whether the middle of a row is in view.
  private func isInView(_ row: LibraryRow) -> Bool {
    guard let middle = row.box.frame(in: list.widget)?.center else { return false }
    return list.widget.bounds.contains(middle)
  }

  /// Moves the keyboard to the row that the menu was for: the keys of rows act on it, and that of undo takes back what was
  /// chosen.
  func focusMenuRow() {
    if let menuEntry { focusRow(menuEntry) } else { focusList() }
  }

  /// What a drag of a row takes: all that is selected where it is selected.
  func dragged(with row: LibraryRow) -> [LibraryItem] {
    guard let index = index(of: row), let item = row.item else { return [] }
    return list.selected.contains(index) ? selection : [item]
  }

  func index(of row: LibraryRow?) -> Int? { row?.entry.flatMap { indices[$0.id] } }

  func show(_ entry: LibraryEntry, in row: LibraryRow) {
    let item = entry.item
    let isDrawing = item.kind == .drawing
    row.show(
      entry, title: Library.title(of: item),
      picture: isDrawing ? LibraryThumbnails.shared.texture(for: item) : nil,
      lack: isDrawing ? LibraryThumbnails.shared.lack(of: item) : nil,
      isFavorite: FavoritesFile.shared.favorites.contains(item.path))
    row.box.setClass("current", item.path == current())
    tick(row)
  }

  /// The drawing in the window is another one, or is elsewhere.
  func currentChanged() {
    for row in list.shownRows { row.box.setClass("current", row.item?.path == current()) }
  }
}

import Canvas
import Gtk
import GtkInk
import InkModel
import InkStore
import InkWidgets

/// The panel of all drawings in the library, the one that was drawn on last first.
///
/// A tap opens a drawing instead of the one in the window, or selects one more while “Select Several” is on. What is typed filters by names, and below these are the
/// hits in what is written in drawings. What a pen writes below the last one is a new drawing's name. The list follows
/// what other programs do to the folder.
///
/// Invariant: rows show the folder as it was read last; a command is given paths, never positions.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryPanel: PanelContent {
  static let id = "library"
  var id: String { Self.id }
  let title = tr("Library")
  /// It is about other drawings than the one on the paper.
  let sheetPart = 1.0
  var widget: Widget { Widget(box) }

  /// Opens a drawing, at a hit in it perhaps.
  var onOpen: (String, ShownHit?) -> Void = { _, _ in }
  /// Gives a drawing another name.
  var onRename: (String, _ name: String) -> Void = { _, _ in }
  /// Makes a drawing of a name, in a folder.
  var onNew: (_ name: String, _ folder: String) -> Void = { _, _ in }
  /// Begins a drawing without a name, in a folder.
  var onUntitled: (_ folder: String) -> Void = { _ in }
  /// Brings drawings and folders into a folder.
  var onMove: (_ paths: [String], _ folder: String) -> Void = { _, _ in }
  /// Told when other drawings are selected.
  var onSelection: () -> Void = {}
  /// Gives the keyboard back to the paper.
  var onLeave: () -> Void = {}
  /// The path of the drawing in the window.
  var current: () -> String? = { nil }
  var onDelete: () -> Void = {}

  private let box = Box(.vertical)
  private let back = Button(icon: "go-up-symbolic").styled("flat", "panel-button")
  /// The name of the folder that is shown, where that is one in the library, beside the way out of it.
  private let folderName = Label()
  private let path = Box(.horizontal, spacing: 4).styled("library-path")
  private let byName = ToggleButton().styled("flat", "panel-button")
  private let favoritesOnly = ToggleButton().styled("flat", "panel-button")
  private let several = ToggleButton().styled("flat", "panel-button")
  /// Says that the folder is not there.
  private let gone = Label().styled("library-gone")
  private let search = SearchEntry().styled("library-search")
  private let list: ListView<LibraryRow>
  private let scroller: ScrolledWindow
  private let drag: LibraryDrag
  /// Says that nothing is found, or that there may be more.
  private let note = Label().styled("library-note")
  private let blank = NewItemArea(
    hint: tr("Write a name here for a new drawing"), name: tr("Name of the new drawing"), height: 84
  )
  private let menu: PanelMenu

  /// All in the folder.
  private var items: [LibraryItem] = []
  /// Those whose names have what is searched for, and where it is written.
  private var shown: [LibraryEntry] = [] {
    didSet { indices = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1.id, $0) }) }
  }
  /// Indices in ``shown``, by identity.
  private var indices: [String: Int] = [:]
  private let finder = LibraryFinder()
  private(set) var folder = DrawingFolder(Library.chosen)
  private var isGone = false
  /// A folder that was made and gets its name as soon as it is listed.
  private var unnamed: String?
  /// Checks again whether the folder is there.
  private var waiting: Timer?
  private var monitor: FolderMonitor?
  private var isOpen = false
  private var rest: Timer?
  private var reading: Task<Void, Never>?
  /// Files of favourites that were looked for in all folders and not found.
  private var sought: Set<FileIdentity> = []
  private var subscriptions: [Subscription] = []

  /// Seconds from a change of the folder to its being read again; larger, and pictures lag behind what was drawn.
  private static let restTime = 0.4
  /// Seconds from a row that shows something else to its picture being asked for, with those of all others meanwhile;
  /// less, and it is asked for so often that frames are missed as the list scrolls.
  private static let paintingTime = 0.05
  /// Pictures on either side of the view's middle; fewer, and rows come into view without theirs.
  private static let picturesAround = 100
  /// Seconds between checks for a folder that is gone; larger, and it comes back later.
  private static let waitingTime = 2.0

  init() {
    list = ListView { LibraryRow() }
    scroller = ScrolledWindow(list.widget)
    drag = LibraryDrag(list, in: scroller)
    menu = PanelMenu(over: box, CommandMenus.libraryMenu)
    build()
    connect()
  }

  private func build() {
    let bar = Box(.horizontal, spacing: 2).styled("panel-bar")
    let new = Button(icon: "document-new-symbolic").styled("flat", "panel-button")
    let newFolder = Button(icon: "folder-new-symbolic").styled("flat", "panel-button")
    new.clicked.connect { [weak self] in
      if let self { self.onUntitled(self.destination) }
    }
    new.name(CommandTable["app.new"].title)
    back.name(tr("The Folder Above"))
    byName.iconName = "view-sort-ascending-symbolic"
    byName.name(tr("Sort by Name"))
    byName.isActive = Settings.shared[.libraryOrder] == .name
    favoritesOnly.iconName = "starred-symbolic"
    favoritesOnly.name(tr("Favorites Only"))
    several.iconName = "selection-mode-symbolic"
    several.name(tr("Select Several"))
    gone.wraps = true
    gone.maximumWidthInCharacters = 20
    gone.xAlign = 0
    gone.isVisible = false
    gone.setAccessibleRole(.status)
    newFolder.setAction("win.library-new-folder")
    newFolder.name(CommandTable["win.library-new-folder"].title)
    for button in [
      Widget(new), Widget(newFolder), Widget(byName), Widget(favoritesOnly), Widget(several),
    ] {
      button.focusesOnClick = false
      bar.append(button)
    }
    back.focusesOnClick = false
    folderName.ellipsis = .end
    folderName.maximumWidthInCharacters = 12
    folderName.xAlign = 0
    path.append(back, folderName)
    search.placeholder = tr("Search the library")
    search.setAccessibleName(tr("Search the library"))
    search.widthInCharacters = 8
    search.maximumWidthInCharacters = 8
    list.widget.addClass("library-list")
    list.widget.setAccessibleName(title)
    scroller.propagatesNaturalHeight = true
    blank.box.addClass("library-blank")
    blank.box.expandsVertically = true
    blank.onLeave = { [weak self] in self?.onLeave() }
    blank.onNew = { [weak self] name in
      if let self { self.onNew(name, self.destination) }
    }
    note.isVisible = false
    note.setAccessibleRole(.status)
    note.wraps = true
    note.maximumWidthInCharacters = 20
    note.xAlign = 0
    box.append(bar, path, search, gone, drag.widget, note, blank.box)
    box.expandsVertically = true
    box.expandsHorizontally = false
  }

  private func connect() {
    list.make = { [weak self] in self?.makeRow() ?? LibraryRow() }
    list.bind = { [weak self] row, index in
      guard let self, self.shown.indices.contains(index) else { return }
      self.show(self.shown[index], in: row)
      self.paintSoon()
    }
    list.unbind = { $0.clear() }
    list.onActivate = { [weak self] in
      if let self, !self.several.isActive { self.open($0) }
    }
    finder.onFound = { [weak self] in self?.filter() }
    list.selectionChanged.connect { [weak self] _, _ in self?.onSelection() }
    search.takesKeys(from: list.widget)
    search.searchChanged.connect { [weak self] in self?.filter() }
    search.searchStarted.connect { [weak self] in
      guard let self else { return }
      // So that Escape and Return are the search's; what was typed is selected by that.
      self.search.grabFocus()
      self.search.cursor = -1
    }
    search.searchStopped.connect { [weak self] in self?.stopSearching() }
    search.activated.connect { [weak self] in self?.open(0) }
    byName.toggled.connect { [weak self] in
      guard let self else { return }
      Settings.shared[.libraryOrder] = self.byName.isActive ? .name : .date
      self.read()
    }
    favoritesOnly.toggled.connect { [weak self] in
      self?.sought = []
      self?.read()
    }
    several.toggled.connect { [weak self] in
      guard let self, !self.several.isActive else { return }
      self.list.selectNothing()
      self.onSelection()
    }
    FavoritesFile.shared.listeners.subscribe { [weak self] in self?.favoritesChanged() }
      .store(in: &subscriptions)
    Settings.shared.subscribe(to: .libraryFolder) { [weak self] in
      Library.choose($0)
      self?.enter(Library.chosen)
    }.store(in: &subscriptions)
    back.clicked.connect { [weak self] in
      guard let self else { return }
      self.enter(self.folderAbove)
    }
    let dropAbove = DropTarget([DraggedDrawing.mimeType])
    dropAbove.onDrawings { [weak self] paths, _ in
      if let self { self.onMove(paths, self.folderAbove) }
      return self != nil
    }
    back.add(dropAbove)
    LibraryThumbnails.shared.listeners.subscribe { [weak self] in self?.picturesChanged() }
      .store(in: &subscriptions)
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard let self, !self.isEditing else { return false }
      if key == .escape, self.several.isActive {
        self.several.isActive = false
        return true
      }
      guard key == .delete,
        modifiers.isDisjoint(with: [.control, .alt, .shift])
      else { return false }
      self.onDelete()
      return true
    }
    list.widget.add(keys)
    connectTapBesideActions()
    drag.dragged = { [weak self] in self?.dragged(with: $0) ?? [] }
    drag.onHold = { [weak self] in self?.selectForMenu($0) }
    drag.onMenu = { [weak self] in self?.showMenu(of: $0, at: $1) }
    drag.onDrop = { [weak self] in self?.onMove($0, $1) }
    drag.folderAbove = { [weak self] in
      guard let self, self.path.isVisible else { return nil }
      return (Widget(self.back), self.folderAbove)
    }
    // On anything but a folder's row: files, not the drawings of the list itself.
    let drop = DropTarget([])
    drop.onDrawings { [weak self] paths, isOwn in
      guard let self, !isOwn else { return false }
      // What comes is shown.
      self.favoritesOnly.isActive = false
      self.search.text = ""
      self.onMove(paths, self.destination)
      return true
    }
    box.add(drop)
  }

  /// A tap anywhere beside a row that was swiped hides its buttons, and does nothing else.
  private func connectTapBesideActions() {
    let tap = ClickGesture(phase: .capture)
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

  private func makeRow() -> LibraryRow {
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
    row.onDrop = { [weak self, weak row] paths in
      // With what is dragged, a folder does not come into itself.
      if let folder = row?.item?.path, !paths.contains(folder) { self?.onMove(paths, folder) }
    }
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
  private func selectForMenu(_ row: LibraryRow) {
    guard let index = index(of: row) else { return }
    if several.isActive {
      list.setSelected(index, true)
    } else if !list.selected.contains(index) {
      list.select(index)
    }
    onSelection()
  }

  /// - Parameter point: Of the row's box.
  private func showMenu(of row: LibraryRow, at point: Point) {
    selectForMenu(row)
    if let p = row.box.point(point, in: box) { menu.show(at: p) }
  }

  func showMenuAtFocus() -> Bool {
    guard hasFocus, let row = list.shownRows.first(where: { $0.isFocused }),
      let point = row.box.frame(in: box)?.center
    else { return false }
    selectForMenu(row)
    menu.show(at: point)
    return true
  }

  /// What a drag of a row takes: all that is selected where it is selected.
  private func dragged(with row: LibraryRow) -> [LibraryItem] {
    guard let index = index(of: row), let item = row.item else { return [] }
    return list.selected.contains(index) ? selection : [item]
  }

  // MARK: Opening

  func opened() {
    if !list.widget.grabFocus() { search.grabFocus() }
  }

  func closed() {}

  /// The window goes.
  func end() { finder.find("") }

  /// Searches, where the panel is shown.
  func search(for words: String) {
    guard isOpen, search.text != words else { return }
    search.text = words
    filter()
  }

  /// It came into view or went out of it.
  func setOpen(_ isOpen: Bool) {
    guard isOpen != self.isOpen else { return }
    self.isOpen = isOpen
    unnamed = nil
    if isOpen {
      read()
      watch()
      LibraryReading.shared.changed()
    } else {
      finishRenaming()
      several.isActive = false
      search.text = ""
      finder.find("")
      monitor = nil
      rest = nil
      waiting = nil
      LibraryThumbnails.shared.want([])
    }
  }

  private func watch() {
    guard isOpen else { return }
    monitor = FolderMonitor(folder.path) { [weak self] in
      guard let self, self.rest == nil else { return }
      self.rest = Timer(after: Self.restTime) { [weak self] in
        self?.rest = nil
        self?.read()
      }
    }
  }

  /// The folder that new drawings come into: the one that is shown, if it is there.
  private var destination: String { isGone ? Library.folder : folder.path }

  private var folderAbove: String { FilePaths.split(folder.path).folder }

  private func enter(_ path: String) {
    folder = DrawingFolder(path)
    search.text = ""
    watch()
    read()
  }

  // MARK: Following the folder

  /// Reads the folder again, off the main actor.
  func read() {
    guard isOpen else { return }
    let (folder, order) = (folder, Settings.shared[.libraryOrder])
    let favorites = favoritesOnly.isActive ? FavoritesFile.shared.favorites : nil
    let sought = sought
    reading?.cancel()
    reading = Task { [weak self] in
      let (items, isThere, missing) = await Self.read(folder, order, favorites, besides: sought)
      guard let self, !Task.isCancelled else { return }
      self.items = items
      if let missing { self.sought = missing }
      FavoritesFile.shared.follow(items)
      self.tell(isThere: isThere)
      self.filter()
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
    guard var favorites else { return (folder.items(order), folder.isThere, nil) }
    let missing = favorites.missing
    // Thousands of names, so only where another one is missing.
    if !missing.isSubset(of: sought) {
      _ = favorites.follow(DrawingFolder(Library.chosen).drawings(of: missing))
    }
    let items = DrawingFolder.items(at: favorites.paths, order)
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
      ).filled("folder", folder.path).filled("other", Library.standard)
      if gone.text != sentence { gone.text = sentence }
    }
    waiting = isChosen ? Timer(after: Self.waitingTime) { [weak self] in self?.checkFolder() } : nil
  }

  private func checkFolder() {
    waiting = nil
    let folder = folder
    Task { [weak self] in
      let isThere = await Self.isThere(folder)
      guard let self, self.isOpen, self.folder == folder else { return }
      if isThere == self.isGone {
        self.watch()
        self.read()
      } else if self.waiting == nil {
        self.waiting = Timer(after: Self.waitingTime) { [weak self] in self?.checkFolder() }
      }
    }
  }

  @concurrent nonisolated private static func isThere(_ folder: DrawingFolder) async -> Bool {
    folder.isThere
  }

  private func favoritesChanged() {
    guard isOpen else { return }
    if favoritesOnly.isActive { return read() }
    for row in list.shownRows { if let entry = row.entry { show(entry, in: row) } }
  }

  private func filter() {
    let text = search.text.trimmed.lowercased()
    finder.find(search.text.trimmed)
    let named = text.isEmpty ? items : items.filter { title(of: $0).lowercased().contains(text) }
    // Several system calls for each path, so only where some are compared.
    let paths =
      finder.found.contains { $0.hit == nil }
      ? Set(named.map { FilePaths.canonical($0.path) }) : []
    let favorites = favoritesOnly.isActive ? FavoritesFile.shared.favorites : nil
    shown =
      named.map { LibraryEntry(item: $0) }
      + finder.found.filter {
        ($0.hit != nil || !paths.contains($0.item.path))
          && favorites?.contains($0.item.path) ?? true
      }
    tell()
    guard !list.shownRows.contains(where: \.isRenaming) else { return }
    list.show(shown.map(\.id))
    for row in list.shownRows {
      guard let index = index(of: row) else { continue }
      show(shown[index], in: row)
    }
    path.isVisible = folder.path != Library.chosen && !favoritesOnly.isActive
    let name = FilePaths.split(folder.path).name
    if folderName.text != name { folderName.text = name }
    scroller.isVisible = !shown.isEmpty
    several.isSensitive = several.isActive || shown.count > 1
    paintSoon()
  }

  /// Says whether more may be found.
  private func tell() {
    let isReading = LibraryReading.shared.isReading
    let sentence =
      search.text.trimmed.isEmpty
      ? "" : isReading ? tr("Drawings are being read…") : shown.isEmpty ? tr("Nothing found") : ""
    if note.text != sentence { note.text = sentence }
    note.isVisible = !sentence.isEmpty
  }

  private func stopSearching() {
    if search.text.isEmpty {
      onLeave()
    } else {
      search.text = ""
      list.widget.grabFocus()
    }
  }

  private func index(of row: LibraryRow?) -> Int? { row?.entry.flatMap { indices[$0.id] } }

  private func title(of item: LibraryItem) -> String {
    item.kind == .drawing && Library.isUnnamed(item.path) ? tr("Untitled drawing") : item.name
  }

  private func show(_ entry: LibraryEntry, in row: LibraryRow) {
    let item = entry.item
    row.show(
      entry, title: title(of: item),
      picture: item.kind == .drawing ? LibraryThumbnails.shared.texture(for: item) : nil,
      isFavorite: FavoritesFile.shared.favorites.contains(item.path))
    row.box.setClass("current", item.path == current())
  }

  /// The drawing in the window is another one, or is elsewhere.
  func currentChanged() {
    for row in list.shownRows { row.box.setClass("current", row.item?.path == current()) }
  }

  private func picturesChanged() {
    guard isOpen, let path = LibraryThumbnails.shared.newest?.path else { return }
    for row in list.shownRows where row.item?.path == path {
      if let entry = row.entry { show(entry, in: row) }
    }
  }

  /// Runs until pictures are asked for again.
  private var painting: Timer?

  /// The index of the row in the middle of the view.
  private var middle: Double {
    let height = scroller.contentHeight
    guard height > 0 else { return 0 }
    return (scroller.position + scroller.pageHeight / 2) / height * Double(list.filled)
  }

  /// Has pictures made of what is in view, and then of what is the nearest to that.
  private func paintSoon() {
    guard isOpen, painting == nil else { return }
    painting = Timer(after: Self.paintingTime) { [weak self] in
      self?.painting = nil
      self?.paint()
    }
  }

  private func paint() {
    guard isOpen, !shown.isEmpty else { return }
    let middle = min(Int(middle), shown.count - 1)
    let first = max(middle - Self.picturesAround, 0)
    let near = first..<min(first + 2 * Self.picturesAround, shown.count)
    LibraryThumbnails.shared.want(
      near.sorted { abs($0 - middle) < abs($1 - middle) }.map { shown[$0].item }
        .filter { $0.kind == .drawing })
  }

  // MARK: What commands act on

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
    enter(item.path)
    return true
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

  private func open(_ index: Int) {
    guard shown.indices.contains(index) else { return }
    let entry = shown[index]
    if entry.item.kind == .folder { return enter(entry.item.path) }
    onOpen(entry.item.path, entry.hit.flatMap { ShownHit($0, words: finder.words) })
  }

  private var isEditing: Bool { list.shownRows.contains(where: \.isRenaming) }

  /// Whether a row has the keyboard focus.
  var hasFocus: Bool { list.widget.window?.focus?.isInside(list.widget) ?? false }

  /// Edits the name of the drawing or folder that is selected; false where none is, or several are.
  func renameSelected() -> Bool {
    guard selection.count == 1, let selected = list.selected.first,
      let row = list.shownRows.first(where: { index(of: $0) == selected })
    else { return false }
    // After the press, which gives the focus to nothing else then.
    MainLoop.after(0) { [weak row] in row?.rename() }
    return true
  }

  private func finishRenaming() {
    for row in list.shownRows where row.isRenaming { row.finishRenaming() }
  }
}

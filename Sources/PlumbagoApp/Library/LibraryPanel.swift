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
  /// That name begins to be written.
  var onNameBegin: () -> Void = {}
  /// Begins a drawing without a name, in a folder.
  var onUntitled: (_ folder: String) -> Void = { _ in }
  /// Brings drawings and folders into a folder.
  var onMove: (_ paths: [String], _ folder: String) -> Void = { _, _ in }
  /// Makes a drawing in a folder of what was dropped and is no file.
  var onOther: (BroughtFile.Source, _ folder: String) -> Void = { _, _ in }
  /// Told when other drawings are selected.
  var onSelection: () -> Void = {}
  /// Gives the keyboard back to the paper.
  var onLeave: () -> Void = {}
  /// The path of the drawing in the window.
  var current: () -> String? = { nil }
  var onDelete: () -> Void = {}

  let box = Box(.vertical)
  private let back = Button(icon: "go-up-symbolic").styled("flat", "panel-button")
  /// The name of the folder that is shown, where that is one in the library, beside the way out of it.
  private let folderName = Label()
  private let path = Box(.horizontal, spacing: 4).styled("library-path")
  private let byName = ToggleButton().styled("flat", "panel-button")
  let favoritesOnly = ToggleButton().styled("flat", "panel-button")
  let several = ToggleButton().styled("flat", "panel-button")
  /// Says that the folder is not there.
  let gone = Label().styled("library-gone")
  /// The list is about to get the keyboard back.
  var isKeepingFocus = false
  let search = SearchEntry().styled("library-search")
  let list: ListView<LibraryRow>
  private let scroller: ScrolledWindow
  private let drag: LibraryDrag
  /// Says that nothing is found, that there may be more, why nothing is listed, or why something was not done.
  let note = Label().styled("library-note")
  /// Why something was not done; ``note`` says it until then.
  var refusal: (sentence: String, end: Timer)?
  private let blank = NewItemArea(
    hint: tr("Write a name here for a new drawing"), name: tr("Name of the new drawing"), height: 84
  )
  let menu: PointMenu
  /// The entry whose row the menu was opened for last.
  var menuEntry: String?
  /// Runs until the row that the menu opens for is laid out in view.
  var revealingMenu: FrameTicks?
  let choice = LibraryChoiceBar()
  /// Whether several rows are selected, or are being selected.
  var isChoosing = false

  /// All in the folder.
  var items: [LibraryItem] = []
  /// Those whose names have what is searched for, and where it is written.
  private(set) var shown: [LibraryEntry] = [] {
    didSet { indices = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1.id, $0) }) }
  }
  /// Indices in ``shown``, by identity.
  private(set) var indices: [String: Int] = [:]
  let finder = LibraryFinder()
  private(set) var folder = DrawingFolder(Library.chosen)
  var isGone = false
  /// Whether ``items`` are what is in the folder, or the favourites: not before the first reading.
  var wasRead = false
  /// A folder that was made and gets its name as soon as it is listed.
  var unnamed: String?
  /// What comes into view once it is listed.
  var unrevealed: Unrevealed?
  /// Runs until the list is laid out for that.
  private var revealing: FrameTicks?
  /// Checks again whether the folder is there.
  var waiting: Timer?
  private var monitor: FolderMonitor?
  private(set) var isOpen = false
  private var rest: Timer?
  var reading: Task<Void, Never>?
  /// Files of favourites that were looked for in all folders and not found.
  var sought: Set<FileIdentity> = []
  private var subscriptions: [Subscription] = []

  /// Seconds from a change of the folder to its being read again; larger, and pictures lag behind what was drawn.
  private static let restTime = 0.4
  /// Seconds from a row that shows something else to its picture being asked for, with those of all others meanwhile;
  /// less, and it is asked for so often that frames are missed as the list scrolls.
  private static let paintingTime = 0.05
  /// Pictures on either side of the view's middle; fewer, and rows come into view without theirs.
  private static let picturesAround = 100
  /// Frames until the list has all of its items and their height, at most; fewer, and the drawing in the window is not
  /// scrolled to in a long list.
  private static let revealingFrames = 120
  /// Seconds between checks for a folder that is gone; larger, and it comes back later.
  private static let waitingTime = 2.0

  init() {
    list = ListView { LibraryRow() }
    scroller = ScrolledWindow(list.widget)
    drag = LibraryDrag(list, in: scroller)
    menu = PointMenu(over: box)
    build()
    connect()
  }

  private func build() {
    let bar = Box(.horizontal, spacing: 2).styled("panel-bar")
    let new = Button(icon: "document-new-symbolic").styled("flat", "panel-button")
    let newFolder = Button(panelCommand: "win.library-new-folder", icon: "folder-new-symbolic")
    new.clicked.connect { [weak self] in
      if let self { self.onUntitled(self.destination) }
    }
    new.name(CommandTable["app.new"].title)
    back.name(tr("The Folder Above"))
    byName.iconName = "view-sort-ascending-symbolic"
    byName.name(tr("Sort by Name"))
    byName.isActive = Settings.shared[.libraryOrder] == .name
    showFavoritesOnly()
    favoritesOnly.name(tr("Favorites Only"))
    several.iconName = "selection-mode-symbolic"
    several.name(tr("Select Several"))
    gone.wraps = true
    gone.maximumWidthInCharacters = 20
    gone.xAlign = 0
    gone.isVisible = false
    gone.setAccessibleRole(.status)
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
    blank.scrolls(scroller)
    blank.onLeave = { [weak self] in self?.onLeave() }
    blank.onBegin = { [weak self] in self?.onNameBegin() }
    blank.onNew = { [weak self] name in
      guard let self else { return }
      self.refusal = nil
      self.onNew(name, self.destination)
    }
    note.isVisible = false
    note.setAccessibleRole(.status)
    note.wraps = true
    note.maximumWidthInCharacters = 20
    note.xAlign = 0
    // At the end: no row moves under the finger that has selected it.
    box.append(bar, path, search, gone, drag.widget, note, blank.box, choice.box)
    box.expandsVertically = true
    box.expandsHorizontally = false
  }

  private func showFavoritesOnly() {
    favoritesOnly.iconName = FavoriteStar.icon(isFilled: favoritesOnly.isActive)
  }

  private func connect() {
    connectList()
    menu.onClosed = { [weak self] in self?.focusMenuRow() }
    connectSearch()
    connectButtons()
    connectKeys()
    connectTapBesideActions()
    connectDragging()
    FavoritesFile.shared.listeners.subscribe { [weak self] in self?.favoritesChanged() }
      .store(in: &subscriptions)
    Settings.shared.subscribe(to: .libraryFolder) { [weak self] in
      Library.choose($0)
      self?.enter(Library.chosen)
    }.store(in: &subscriptions)
    LibraryThumbnails.shared.listeners.subscribe { [weak self] in self?.picturesChanged() }
      .store(in: &subscriptions)
  }

  private func connectList() {
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
    list.selectionChanged.connect { [weak self] _, _ in self?.selectionChanged() }
    choice.onDone = { [weak self] in self?.endChoosing() }
  }

  private func connectSearch() {
    finder.onFound = { [weak self] in self?.filter() }
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
  }

  private func connectButtons() {
    byName.toggled.connect { [weak self] in
      guard let self else { return }
      Settings.shared[.libraryOrder] = self.byName.isActive ? .name : .date
      self.read()
    }
    favoritesOnly.toggled.connect { [weak self] in
      self?.showFavoritesOnly()
      self?.sought = []
      self?.read()
    }
    several.toggled.connect { [weak self] in
      guard let self else { return }
      if !self.several.isActive { self.list.selectNothing() }
      self.selectionChanged()
    }
    back.clicked.connect { [weak self] in
      guard let self else { return }
      self.enter(self.folderAbove)
    }
  }

  private func connectKeys() {
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
  }

  /// What is dragged within the list, and what is dropped on the panel.
  private func connectDragging() {
    drag.dragged = { [weak self] in self?.dragged(with: $0) ?? [] }
    drag.onHold = { [weak self] in self?.selectForMenu($0) }
    drag.onMenu = { [weak self] in self?.showMenu(of: $0, at: $1) }
    drag.onDrop = { [weak self] in self?.onMove($0, $1) }
    drag.folderAbove = { [weak self] in
      guard let self, self.path.isVisible else { return nil }
      return (Widget(self.back), self.folderAbove)
    }
    let dropAbove = DropTarget.ofLibrary()
    dropAbove.onDrawings(for: { [weak self] in self?.folderAbove }) {
      [weak self] paths, _, folder in
      self?.onMove(paths, folder)
      return self != nil
    } onOther: { [weak self] source, folder in
      self?.onOther(source, folder)
    }
    back.add(dropAbove)
    // On anything but a folder's row: what comes from elsewhere, not the drawings of the list itself.
    let drop = DropTarget.ofLibrary()
    drop.onDrawings(for: { [weak self] in self?.destination }) { [weak self] paths, isOwn, folder in
      guard let self, !isOwn else { return false }
      self.showAll()
      self.onMove(paths, folder)
      return true
    } onOther: { [weak self] source, folder in
      guard let self else { return }
      self.showAll()
      self.onOther(source, folder)
    }
    box.add(drop)
  }

  /// So that what comes is shown.
  private func showAll() {
    favoritesOnly.isActive = false
    search.text = ""
  }

  // MARK: Opening

  func opened() {
    if !focusList() { search.grabFocus() }
  }

  func closed() {}

  /// The window goes.
  func end() { finder.find("") }

  /// It came into view or went out of it.
  func setOpen(_ isOpen: Bool) {
    guard isOpen != self.isOpen else { return }
    self.isOpen = isOpen
    unnamed = nil
    unrevealed = isOpen ? .current : nil
    revealing = nil
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
      refusal = nil
      LibraryThumbnails.shared.want([])
    }
  }

  /// Follows what other programs do in the folder that is shown.
  func watch() {
    guard isOpen else { return }
    monitor = FolderMonitor(folder.path) { [weak self] in
      guard let self, self.rest == nil else { return }
      self.rest = Timer(after: Self.restTime) { [weak self] in
        self?.rest = nil
        self?.read()
      }
    }
  }

  /// Checks later whether the folder is there.
  func checkFolderLater() {
    waiting = Timer(after: Self.waitingTime) { [weak self] in self?.checkFolder() }
  }

  /// The folder that new drawings come into: the one that is shown, if it is there.
  private var destination: String { isGone ? Library.folder : folder.path }

  var folderAbove: String { FilePaths.split(folder.path).folder }

  /// Has the panel show a folder of the library, instead of the library itself, as it comes into view.
  func begin(in path: String) {
    guard !isOpen, path.hasPrefix(Library.chosen + "/") else { return }
    folder = DrawingFolder(path)
  }

  /// Shows what another window's panel does, as far as folders and favourites go, as it comes into view.
  func begin(as other: LibraryPanel) {
    begin(in: other.folder.path)
    if !isOpen { favoritesOnly.isActive = other.favoritesOnly.isActive }
  }

  /// Shows what is in another folder.
  func enter(_ path: String) {
    folder = DrawingFolder(path)
    search.text = ""
    watch()
    read()
  }

  // MARK: What is shown

  /// Shows what has in its name what is searched for, and where that is written.
  func filter() {
    let focused = hasFocus ? focusedRow?.entry : nil
    let text = search.text.trimmed.lowercased()
    finder.find(search.text.trimmed)
    let named =
      text.isEmpty ? items : items.filter { Library.title(of: $0).lowercased().contains(text) }
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
    let (hadFocus, before) = (hasFocus, list.ids)
    list.show(shown.map(\.id))
    for row in list.shownRows {
      guard let index = index(of: row) else { continue }
      show(shown[index], in: row)
    }
    path.isVisible = folder.path != Library.chosen && !favoritesOnly.isActive
    let name = FilePaths.split(folder.path).name
    if folderName.text != name { folderName.text = name }
    scroller.isVisible = !shown.isEmpty
    focusRowOfList()
    several.isSensitive = several.isActive || shown.count > 1
    if hadFocus {
      keepFocus()
      if let focused, indices[focused.id] == nil { focusHeir(of: focused, in: before) }
    }
    // GTK does not tell that what was selected is gone.
    selectionChanged()
    paintSoon()
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

  /// What the list scrolls to once it is listed and laid out.
  enum Unrevealed: Equatable {
    /// The drawing in the window, where the panel has just come into view: the list begins at its top.
    case current
    /// A drawing or a folder that came; the list stays with what it shows as rows come above that.
    case brought(String)
  }

  /// Scrolls to what is ``unrevealed``, unless something is searched for.
  func reveal() {
    guard let unrevealed else { return }
    self.unrevealed = nil
    let path: String? =
      switch unrevealed {
      case .current: current()
      case .brought(let path): path
      }
    guard let path else { return }
    let begin = scroller.position
    var (frames, height) = (0, 0.0)
    revealing = FrameTicks(on: list.widget) { [weak self] _ in
      frames += 1
      // Who scrolls meanwhile looks for something else.
      guard let self, frames <= Self.revealingFrames, self.search.text.isEmpty,
        unrevealed != .current || self.scroller.position == begin, let index = self.indices[path]
      else { return false }
      // Items come over several frames, and each is laid out in the frame that it comes in.
      let before = height
      height = self.list.filled == self.shown.count ? self.scroller.contentHeight : 0
      guard height > 0, height == before, self.scroller.pageHeight > 0 else { return true }
      self.scroll(to: index)
      return false
    }
  }

  /// Has a row in the middle of the view, if not all of it is in view.
  private func scroll(to index: Int) {
    // All rows are of one height.
    let row = scroller.contentHeight / Double(list.filled)
    let (top, page) = (Double(index) * row, scroller.pageHeight)
    guard top < scroller.position || top + row > scroller.position + page else { return }
    // The keyboard is not to act on a row out of view.
    if hasFocus, !isEditing, list.selected.isEmpty { list.focus(index) }
    scroller.position = top + (row - page) / 2
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
}

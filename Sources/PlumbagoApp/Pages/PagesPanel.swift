import Canvas
import Gtk
import InkModel
import InkRendering
import InkWidgets

/// The panel of pages: pictures of all, which follow the drawing, and commands for those that are selected.
///
/// What a pen writes over a page's label replaces it; below the list it is a new page's label.
///
/// A tap shows a page and selects it; with Ctrl or Shift more are selected. “Select Several” begins with none, and a tap
/// selects one more; while it is on, or several are selected, they have ticks, and a bar says how many.
///
/// Pictures are painted in the background once the drawing has been at rest for a moment, never while a tool is down.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PagesPanel: PanelContent {
  let id = "pages"
  let title = tr("Pages")
  var widget: Widget { Widget(box) }

  /// Shows a page, counted from 0.
  var onShow: (Int) -> Void = { _ in }
  /// Moves pages before the page of an index.
  var onMove: (Set<Int32>, Int) -> Void = { _, _ in }
  /// Gives a page a label.
  var onLabel: (Int32, String) -> Void = { _, _ in }
  /// Adds a page with a label behind the last.
  var onNew: (String) -> Void = { _ in }
  /// Gives the keyboard back to the paper.
  var onLeave: () -> Void = {}
  /// Told when other pages are selected.
  var onSelection: () -> Void = {}

  private let session: CanvasSession
  private let thumbnails: PageThumbnails
  /// The contents of documents, above the pages.
  let outline = OutlineList()
  private let list: PageList
  private let box: Box
  private let several: ToggleButton
  private let delete = Button(panelCommand: "win.delete-pages")
  private let choice = ChoiceBar()
  private let empty: Box
  private let blank = NewItemArea(
    hint: tr("Write a label here for a new page"), name: tr("Label of the new page"), height: 72)
  private let menu: PointMenu
  private(set) var selection = PageSelection()
  /// Whether it is in view; nothing is painted while it is not.
  private var isOpen = false
  private var rest: Timer?
  /// The page in view, by its index and its identity: after undo another page may have the index.
  private var current: Int?
  private var currentID: Int32?
  /// Whether the pages may be others than those of the last ``showCurrent(_:)``.
  private var pagesChanged = false

  /// Seconds without a change after which pictures are painted; larger, and they lag behind what was drawn.
  private static let restTime = 0.35

  /// - Parameter pages: Gives the pixels of documents and pictures.
  init(_ session: CanvasSession, pages: any ForeignPages) {
    self.session = session
    thumbnails = PageThumbnails(session)
    thumbnails.pages = pages
    list = PageList(above: blank)
    let bar = Box.panelBar(["win.add-page", "win.duplicate-pages"])
    bar.append(delete, Button(panelCommand: "win.turn-pages-right"))
    several = ToggleButton().styled("flat", "panel-button")
    several.iconName = "selection-mode-symbolic"
    several.name(tr("Select Several Pages"))
    several.focusesOnClick = false
    bar.append(several)
    let sentence = Label(
      tr("The canvas has no end. Add a page, and the drawing gets pages, one below the other."))
    sentence.wraps = true
    // Else the panel would be as wide as the sentence is long.
    sentence.maximumWidthInCharacters = 22
    let add = Button(mnemonic: CommandTable["win.add-page"].label)
    add.setAction("win.add-page")
    add.horizontalAlign = .center
    empty = Box(.vertical, spacing: 12, sentence, add).styled("panel-empty")
    // At the end: no page moves under the finger that has selected it.
    box = Box(.vertical, bar, outline.widget, empty, list.scroller, choice.box)
    // Not over what scrolls: GTK would scroll to the menu as that gets the focus.
    menu = PointMenu(over: box)
    box.expandsVertically = true
    connect()
    refresh()
  }

  private func connect() {
    blank.box.addClass("page-blank")
    blank.onLeave = { [weak self] in self?.onLeave() }
    blank.onNew = { [weak self] in self?.onNew($0) }
    blank.extend(to: list.content) { [weak list] in list?.isBlank($0) ?? false }
    list.onLabel = { [weak self] in self?.onLabel($0, $1) }
    list.onWritten = { [weak self] in self?.onLeave() }
    thumbnails.onPicture = { [weak self] in self?.list.pictureChanged($0) }
    list.onView = { [weak self] range in
      guard let self, self.isOpen else { return }
      let pages = self.session.pages
      self.thumbnails.want(range.compactMap { pages.indices.contains($0) ? pages[$0].id : nil })
      self.paintSoon()
    }
    list.onTap = { [weak self] index, mode in self?.tap(index, mode) }
    list.dragged = { [weak self] in self?.pages(withTile: $0).count ?? 1 }
    list.onDrop = { [weak self] index, target in
      guard let self, self.session.pages.indices.contains(index) else { return }
      let pages = self.pages(withTile: index)
      // The next command is for the pages that were dragged.
      if !self.selection.ids.contains(self.session.pages[index].id) { self.select(index, .one) }
      self.move(pages, to: target)
    }
    list.onMenu = { [weak self] index, point in
      guard let self, let point = self.list.sheet.point(point, in: self.box) else { return }
      self.showMenu(of: index, at: point)
    }
    // The next key is for the page that the menu was for.
    menu.onClosed = { [weak self] in
      if let self, self.isOpen, let cursor = self.cursor { self.list.focus(cursor) }
    }
    list.onKey = { [weak self] in self?.pressed($0, $1) ?? false }
    connectSeveral()
  }

  private func connectSeveral() {
    several.toggled.connect { [weak self] in
      guard let self, self.several.isActive != self.selection.isOfSeveral else { return }
      if self.several.isActive { self.beginSeveral() } else { self.endSeveral() }
    }
    choice.onDone = { [weak self] in self?.endSeveral() }
    let keys = KeyController()
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard let self, self.selection.isOfSeveral, key == .escape,
        modifiers.isDisjoint(with: .shortcut)
      else { return false }
      self.endSeveral()
      return true
    }
    box.add(keys)
  }

  // MARK: Opening

  func opened() {
    guard let index = cursor ?? current else { return }
    list.focus(index)
  }

  /// It came into view or went out of it.
  func setOpen(_ isOpen: Bool) {
    guard isOpen != self.isOpen else { return }
    self.isOpen = isOpen
    if isOpen {
      // The view may have moved while it was closed.
      followView(hasMoved: true)
      refresh()
      if let current { list.reveal(current) }
    } else {
      thumbnails.pause()
      rest = nil
      if selection.isOfSeveral { endSeveral() }
    }
  }

  func closed() { list.finishLabel() }

  /// Edits the label of a page.
  func editLabel(of index: Int) { list.editLabel(of: index) }

  /// Edits the label of the page that the keyboard is at; false where the list does not have it.
  func editFocusedLabel() -> Bool {
    guard let index = keyboardIndex else { return false }
    list.editLabel(of: index)
    return true
  }

  // MARK: Following the drawing

  /// The drawing has changed.
  func took(_ update: CanvasUpdate) {
    var areas = update.damage + update.appended.map(\.bounds)
    for case .commit(_, let edit) in update.commands { areas.append(edit.damage) }
    thumbnails.changed(in: areas.filter { !$0.isEmpty })
    if update.settingsChanged {
      pagesChanged = true
      thumbnails.settingsChanged()
      refresh()
    }
    paintSoon()
  }

  /// There are pixels of documents and pictures, by page, in its own units.
  func arrived(_ parts: [ForeignPage: Rect?]) {
    thumbnails.arrived(parts)
    if !thumbnails.isFresh { paintSoon() }
  }

  /// A tool comes down: nothing is painted beside it.
  func pause() {
    thumbnails.pause()
    if isOpen { paintSoon() }
  }

  /// Tells the page in view, once the view or the pages have changed.
  func showCurrent(_ index: Int?) {
    let hasMoved = !pagesChanged
    pagesChanged = false
    let id = index.map { session.pages[$0].id }
    guard index != current || id != currentID else { return }
    (current, currentID) = (index, id)
    guard isOpen else { return }
    followView(hasMoved: hasMoved)
    refresh()
  }

  /// Selects the page in view where that is to be selected, see ``PageSelection/follow(_:hasMoved:in:)``.
  private func followView(hasMoved: Bool) {
    guard let current, let id = idInView,
      selection.follow(id, hasMoved: hasMoved, in: order)
    else { return }
    bring(current)
    onSelection()
  }

  /// Has a page in view that was selected; the keyboard comes to it where the list has that.
  private func bring(_ index: Int) {
    if list.focused == nil { list.reveal(index) } else { list.focus(index) }
  }

  var style: PaperStyle {
    get { thumbnails.style }
    set {
      thumbnails.style = newValue
      refresh()
    }
  }

  private func paintSoon() {
    guard isOpen else { return }
    rest = Timer(after: Self.restTime) { [weak self] in
      guard let self, self.isOpen else { return }
      if self.session.isBusy { return self.paintSoon() }
      let scale = self.list.scroller.scaleFactor
      self.thumbnails.size = (148 * scale, 176 * scale)
      self.thumbnails.work()
    }
  }

  private var order: [Int32] { session.pages.map(\.id) }

  /// Shows the pages as they are now.
  func refresh() {
    let pages = session.pages
    if pages.isEmpty, selection.isOfSeveral { return endSeveral() }
    selection.keep(in: order, else: idInView)
    empty.isVisible = pages.isEmpty
    list.scroller.isVisible = !pages.isEmpty
    blank.box.isVisible = !pages.isEmpty && !session.isReadOnly
    list.canLabel = !session.isReadOnly
    several.isSensitive = selection.isOfSeveral || pages.count > 1
    showChoice()
    guard isOpen else { return }
    let settings = session.drawing.settings
    let style = thumbnails.style
    list.show(
      PageList.Contents(
        pages: pages, selected: selection.ids, showsTicks: isChoosing, current: current,
        color: { settings.sheetColor(of: $0, in: style) },
        picture: { [thumbnails] in thumbnails.picture(of: $0) }))
  }

  // MARK: Selecting

  /// The index of the page that the keyboard is at.
  private var cursor: Int? {
    selection.cursor.flatMap { session.drawing.settings.layout.index(of: $0) }
  }

  /// The index of the page that the list's keys act on; `nil` while the list does not have the keyboard.
  ///
  /// The tile that has the focus may be another page's since the list has scrolled.
  private var keyboardIndex: Int? { list.focused.map { cursor ?? $0 } }

  private var idInView: Int32? {
    let pages = session.pages
    return current.flatMap { pages.indices.contains($0) ? pages[$0].id : nil }
  }

  /// Whether several pages are selected, or are being selected.
  private var isChoosing: Bool { selection.isOfSeveral || selection.ids.count > 1 }

  /// Shows the bar of what is selected, and why that cannot be deleted.
  private func showChoice() {
    choice.show(isChoosing ? selection.ids.count : nil)
    let count = session.pages.count
    let areAll = count > 0 && selection.ids.count == count && !session.isReadOnly
    let reason = areAll ? tr("A drawing with pages keeps at least one page") : ""
    let tooltip = areAll ? reason : CommandTable["win.delete-pages"].title
    guard delete.tooltip != tooltip else { return }
    delete.tooltip = tooltip
    delete.setAccessibleDescription(reason)
  }

  private func beginSeveral() {
    selection.beginSeveral()
    refresh()
    onSelection()
  }

  /// Selects the page in view alone; a tap shows a page again.
  private func endSeveral() {
    // The bar goes, and the page that has the keyboard is not where the arrow keys go on from.
    let takesFocus = isOpen && (choice.box.containsFocus || list.focused != nil)
    selection.endSeveral(at: idInView ?? selection.cursor, in: order)
    several.isActive = false
    selectionChanged()
    if takesFocus, let cursor { list.focus(cursor) }
  }

  /// The pages that a drag of a tile moves: the selected ones where it is one of them.
  private func pages(withTile index: Int) -> Set<Int32> {
    let id = session.pages[index].id
    return selection.ids.contains(id) ? selection.ids : [id]
  }

  /// Moves pages; those that are selected stay so wherever they are then, and one of them that was in view stays there.
  private func move(_ ids: Set<Int32>, to target: Int) {
    let (before, shown) = (order, idInView)
    onMove(ids, target)
    guard order != before else { return }
    selection.hold()
    if let shown, ids.contains(shown), let index = order.firstIndex(of: shown) { onShow(index) }
  }

  private func tap(_ index: Int, _ mode: PageSelection.Mode) {
    guard session.pages.indices.contains(index) else { return }
    let mode = mode == .one && selection.isOfSeveral ? .toggle : mode
    select(index, mode)
    if mode == .one { onShow(index) }
  }

  private func select(_ index: Int, _ mode: PageSelection.Mode) {
    selection.select(session.pages[index].id, mode, in: order)
    selectionChanged()
  }

  /// Other pages are selected; the one in view alone is so only as long as it is there.
  private func selectionChanged() {
    if let currentID { _ = selection.follow(currentID, hasMoved: false, in: order) }
    refresh()
    onSelection()
  }

  /// Selects pages that a command has made.
  func select(_ ids: Set<Int32>) {
    let chosen = order.filter { ids.contains($0) }
    for (i, id) in chosen.enumerated() {
      selection.select(id, i == 0 ? .one : .range, in: order)
    }
    selectionChanged()
    if let cursor { bring(cursor) }
  }

  /// - Parameter point: Of ``box``.
  private func showMenu(of index: Int, at point: Point) {
    let id = session.pages[index].id
    if !selection.ids.contains(id) { select(index, .one) }
    menu.show(CommandMenus.pagesMenu, at: point)
  }

  func showMenuAtFocus() -> Bool {
    guard let index = keyboardIndex else { return false }
    list.focus(index)
    guard let point = list.scroller.point(list.middle(of: index), in: box) else { return false }
    showMenu(of: index, at: point)
    return true
  }

  private func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let pages = session.pages
    guard let cursor = cursor ?? current, pages.indices.contains(cursor) else { return false }
    let held = modifiers.intersection([.shift, .control, .alt])
    if held == .alt {
      switch key {
      case .up: if let firstSelected { move(selection.ids, to: firstSelected - 1) }
      case .down: if let lastSelected { move(selection.ids, to: lastSelected + 2) }
      default: return false
      }
      if let cursor = self.cursor { list.focus(cursor) }
      return true
    }
    if held == .control, key.character == "a" {
      selection.selectAll(in: order)
      refresh()
      onSelection()
      return true
    }
    guard held.isEmpty || held == .shift else { return false }
    let target: Int
    switch key {
    case .up, .left: target = cursor - 1
    case .down, .right: target = cursor + 1
    case .home: target = 0
    case .end: target = pages.count - 1
    case .delete:
      return box.activateAction("win.delete-pages")
    default: return false
    }
    guard pages.indices.contains(target) else { return true }
    if held.isEmpty, selection.isOfSeveral {
      // Space and Enter select it, as a tap does.
      selection.move(to: pages[target].id)
    } else {
      select(target, held == .shift ? .range : .one)
      if held.isEmpty { onShow(target) }
    }
    list.focus(target)
    return true
  }

  private var firstSelected: Int? { session.pages.firstIndex { selection.ids.contains($0.id) } }
  private var lastSelected: Int? { session.pages.lastIndex { selection.ids.contains($0.id) } }
}

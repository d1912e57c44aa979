import Canvas
import Glibc
import Gtk
import InkModel
import InkRendering
import InkWidgets

/// All pages of a drawing as pictures to scroll through, to select and to move.
///
/// Tiles are made for the pages in view alone, and are used again as it scrolls: a drawing of 999 pages costs no more than
/// one of ten.
///
/// A drag moves pages: by the mouse at once, by pen and finger once they have rested, as they scroll otherwise. Dragged
/// at its upper or lower edge the list scrolls on.
///
/// Invariants:
/// 1. The tile of a page in view is `tiles[index % tiles.count]`, so that a page keeps its tile while it is in view.
/// 2. ``drag`` exists from a press on a tile to its end; nothing has moved before that.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PageList {
  let scroller: ScrolledWindow
  /// Told of a tap on a page.
  var onTap: (Int, PageSelection.Mode) -> Void = { _, _ in }
  /// Told that a page and those selected with it were dropped before another page, or behind the last.
  var onDrop: (Int, _ target: Int) -> Void = { _, _ in }
  /// Told of a press for the menu of a page, at a point of the list.
  var onMenu: (Int, Point) -> Void = { _, _ in }
  /// Keys that a tile does not take: whether it was one of the list's.
  var onKey: (Key, Modifiers) -> Bool = { _, _ in false }
  /// Told of the pages in view, by their indices.
  var onView: (Range<Int>) -> Void = { _ in }
  /// Told the label that was given to the page of an identity.
  var onLabel: (Int32, String) -> Void = { _, _ in }
  /// A pen has written a label, whose field has the keyboard focus.
  var onWritten: () -> Void = {}
  /// Whether labels can be changed.
  var canLabel = false
  /// The pages that a drag of one would move, for the number beside the picture.
  var dragged: (Int) -> Int = { _ in 1 }

  /// What the list is of.
  struct Contents {
    var pages: [Page] = []
    var selected: Set<Int32> = []
    /// Whether those that are selected have ticks.
    var showsTicks = false
    var current: Int?
    /// Of a page without a picture yet.
    var color: (Page) -> Color = { _ in Color(rgba: 0xFFFF_FFFF) }
    var picture: (Int32) -> PagePicture? = { _ in nil }
  }
  private(set) var contents = Contents()

  /// The widget that has the tiles: ``onMenu`` tells its points.
  let sheet = Overlay()
  private let room = Box(.vertical)
  private let line = Box(.vertical).styled("page-drop")
  private let ghost = PageArt()
  private let card: DragCard
  private var tiles: [PageTile] = []
  private let label = PageLabelField()
  private var grid = PageGrid(count: 0, width: 0)
  /// Of the pages in view.
  private var range = 0..<0
  private var pressModifiers: Modifiers = []
  private var arranging: FrameTicks?
  /// The page that gets the keyboard focus once it is laid out.
  private var wantsFocus: Int?
  /// The page whose label is edited once it is laid out.
  private var wantsLabel: Int?

  /// A press on a tile.
  private struct Drag {
    var index: Int
    var start: Point
    var tip: Point
    var isMouse: Bool
    /// What a pen does until it has rested.
    var swipe: PenSwipe?
    /// A pen or a finger has rested: it moves the page now.
    var isHeld = false
    var hasMoved = false
  }
  private var drag: Drag?
  private let edgeScrolling: EdgeScrolling

  /// Widget points that a press may move before it is a drag.
  private static let slop = 8.0

  /// Widget points from a tile to the edges of its cell.
  private static let margin = 5.0

  /// Below the last page, where the label of a new one is written.
  private let newPage: NewItemArea
  /// Its widget, which takes the room that the pages leave.
  private var blank: Box { newPage.box }
  /// All that scrolls: the pages, and what comes below the last.
  let content: Box

  /// - Parameter newPage: What comes below the last page.
  init(above newPage: NewItemArea) {
    self.newPage = newPage
    let blank = newPage.box
    sheet.setChild(room)
    blank.expandsVertically = true
    content = Box(.vertical, sheet, blank)
    scroller = ScrolledWindow(content)
    scroller.expandsVertically = true
    scroller.expandsHorizontally = true
    edgeScrolling = EdgeScrolling(scroller, edge: 40, step: 12)
    line.isVisible = false
    line.canTarget = false
    ghost.widget.setMinimumSize(width: 84, height: 108)
    card = DragCard([Widget(ghost.widget)])
    label.entry.isVisible = false
    label.onDone = { [weak self] in self?.labelled($0, $1, keepsFocus: $2) }
    sheet.addOverlay(label.entry)
    sheet.addOverlay(line)
    sheet.addOverlay(card.box)
    sheet.onChildPosition { [weak self] in self?.frame(of: $0) }
    scroller.scrolled.connect { [weak self] in self?.arrange() }
    // Within an allocation.
    scroller.heightChanged.connect { [weak self] in self?.arrangeSoon() }
    scroller.pageResized.connect { [weak self] in self?.arrangeSoon() }
    scroller.mapped.connect { [weak self] in self?.arrangeSoon() }
    listen()
  }

  // MARK: What is shown

  /// Shows pages; cheap where little has changed.
  func show(_ contents: Contents) {
    self.contents = contents
    giveUpDragIfGone()
    arrange()
  }

  /// The picture of a page, by its identity, has changed.
  func pictureChanged(_ id: Int32) {
    guard
      let tile = tiles.first(where: {
        $0.index.map { contents.pages.indices.contains($0) && contents.pages[$0].id == id } ?? false
      })
    else { return }
    tile.art.picture = contents.picture(id)
  }

  /// Scrolls as little as shows all of a page.
  func reveal(_ index: Int) {
    let frame = grid.frame(index)
    let height = scroller.pageHeight
    guard height > 0 else { return }
    // With what is below the last one, as far as there is room.
    let isLast = index == contents.pages.count - 1 && blank.isVisible
    let end = isLast ? frame.maxY + Double(blank.measure(.vertical).natural) : frame.maxY
    let bottom = max(min(end, frame.minY + height), frame.maxY)
    if frame.minY < scroller.position {
      scroller.position = frame.minY
    } else if bottom > scroller.position + height {
      scroller.position = bottom - height
    }
  }

  /// Whether a point of ``content`` is below the last page, or the last of its column.
  func isBlank(_ p: Point) -> Bool {
    guard let index = grid.index(at: p) else { return true }
    return isInLastRow(index) && p.y >= grid.frame(index).maxY - Self.margin
  }

  /// Whether a page is the last of its column.
  private func isInLastRow(_ index: Int) -> Bool { index + grid.columns >= grid.count }

  /// Gives the keyboard focus to a page, which comes into view.
  func focus(_ index: Int) {
    wantsFocus = index
    reveal(index)
    arrange()
  }

  /// Gives the keyboard focus to the page that is to have it, once the list is laid out: what it waits for arranges
  /// the list again.
  private func takeFocus() {
    guard let index = wantsFocus, scroller.isMapped, scroller.pageHeight > 0 else { return }
    // Scrolling arranges the list as well, which may have given the focus already.
    reveal(index)
    guard wantsFocus == index, let tile = tiles.first(where: { $0.index == index }) else { return }
    if keepingPosition({ tile.button.grabFocus() }) { wantsFocus = nil }
  }

  /// Moves the keyboard focus; the list stays where it is scrolled to.
  ///
  /// GTK scrolls to what gets the focus, by where that was laid out last: a tile or a field that has just come elsewhere
  /// was at another page, or at the top.
  private func keepingPosition<T>(_ moveFocus: () -> T) -> T {
    let position = scroller.position
    defer { scroller.position = position }
    return moveFocus()
  }

  private func arrangeSoon() {
    arranging = FrameTicks(on: scroller) { [weak self] _ in
      self?.arranging = nil
      self?.arrange()
      return false
    }
  }

  private func arrange() {
    let width = scroller.pageWidth > 0 ? scroller.pageWidth : Double(scroller.width)
    guard width > 1 else { return }
    let next = PageGrid(
      count: contents.pages.count, width: width, isMirrored: sheet.direction == .rightToLeft)
    if next != grid {
      grid = next
      room.setMinimumSize(height: Int(grid.height))
    }
    let height = max(scroller.pageHeight, PageGrid.cellHeight)
    // As many as can be in view at once, wherever it is scrolled to.
    let needed = (Int((height / PageGrid.cellHeight).rounded(.up)) + 1) * grid.columns
    while tiles.count < needed { tiles.append(makeTile()) }
    range = grid.indices(from: scroller.position, to: scroller.position + height)
    var used = Set<Int>()
    for index in range {
      let slot = index % tiles.count
      used.insert(slot)
      let (tile, page) = (tiles[slot], contents.pages[index])
      let isSelected = contents.selected.contains(page.id)
      tile.show(
        index, page, of: contents.pages.count, isSelected: isSelected,
        isTicked: isSelected && contents.showsTicks, isCurrent: index == contents.current)
      tile.canLabel = canLabel
      tile.art.pageSize = page.frameSize
      tile.art.paper = contents.color(page)
      tile.art.picture = contents.picture(page.id)
      if !tile.button.isVisible { tile.button.isVisible = true }
    }
    for (slot, tile) in tiles.enumerated() where !used.contains(slot) {
      tile.index = nil
      guard tile.button.isVisible else { continue }
      if tile.button.hasFocus { keepFocus() }
      tile.button.isVisible = false
    }
    sheet.queueAllocate()
    takeFocus()
    onView(range)
    guard let index = wantsLabel, scroller.isMapped, scroller.pageHeight > 0 else { return }
    wantsLabel = nil
    // Not within the allocation.
    MainLoop.after(0) { [weak self] in self?.editLabel(of: index) }
  }

  /// Gives the keyboard to a tile in view, as the one that has it goes: it stays in the list, whose keys act on what is
  /// selected.
  private func keepFocus() {
    let wanted = wantsFocus.flatMap { range.contains($0) ? $0 : nil }
    guard let index = wanted ?? range.first else { return }
    _ = keepingPosition { tiles[index % tiles.count].button.grabFocus() }
  }

  private func makeTile() -> PageTile {
    let tile = PageTile()
    tile.button.isVisible = false
    tile.button.clicked.connect { [weak self, weak tile] in
      guard let self, let tile, let index = tile.index else { return }
      // GTK has pressed or released it; what is selected decides.
      tile.button.isActive = self.contents.selected.contains(self.contents.pages[index].id)
      let held = self.pressModifiers
      self.onTap(index, held.contains(.shift) ? .range : held.contains(.control) ? .toggle : .one)
    }
    tile.onWrite = { [weak self] index, isBelow in
      guard let self, self.contents.pages.indices.contains(index) else { return nil }
      if isBelow, self.isInLastRow(index), let entry = self.newPage.begin() { return entry }
      // What is written is all of the new label.
      self.label.begin(self.contents.pages[index].id, text: "")
      self.sheet.queueAllocate()
      return self.label.entry
    }
    tile.onWritten = { [weak self] in
      guard let self else { return }
      self.newPage.finish()
      if self.label.entry.containsFocus { self.onWritten() }
      self.label.finish(keepsFocus: false)
    }
    tile.onCrossOut = { [weak self] index in self?.editLabel(of: index, from: "") }
    let double = ClickGesture(phase: .capture)
    double.pressed.connect { [weak self, weak tile] count, _, y in
      guard count == 2, let self, let tile, let index = tile.index,
        y > tile.button.bounds.maxY - PageTile.captionHeight
      else { return }
      // After the press, which gives the focus to nothing else then.
      MainLoop.after(0) { self.editLabel(of: index) }
    }
    tile.button.add(double)
    // Below the field of a label and what a drag shows.
    sheet.addOverlay(tile.button)
    for cover in [Widget(label.entry), Widget(line), Widget(card.box)] {
      let kept = Kept(cover)
      sheet.removeOverlay(cover)
      sheet.addOverlay(kept.object)
    }
    return tile
  }

  /// Makes a tile anew that a drag began on: GTK 4.8 leaves what is below the widget that claims a press pressed for ever.
  ///
  /// - Parameter staysThere: Whether the list stays where it was scrolled to.
  private func replaceTile(of index: Int, staysThere: Bool) {
    let slot = index % max(tiles.count, 1)
    guard tiles.indices.contains(slot) else { return }
    let old = tiles[slot]
    let hadFocus = old.button.hasFocus
    tiles[slot] = makeTile()
    sheet.removeOverlay(old.button)
    arrange()
    guard hadFocus else { return }
    guard staysThere else {
      let moved = contents.pages.firstIndex { contents.selected.contains($0.id) }
      return focus(moved ?? contents.current ?? index)
    }
    if tiles[slot].index != nil { _ = keepingPosition { tiles[slot].button.grabFocus() } }
  }

  private func frame(of child: Widget) -> Rect? {
    if let tile = tiles.first(where: { child.isSame(as: $0.button) }) {
      return tile.index.map { grid.frame($0).outset(by: -Self.margin) } ?? .empty
    }
    if child.isSame(as: label.entry) { return labelFrame }
    guard let drag else { return .empty }
    if child.isSame(as: line) { return grid.dropLine(grid.insertion(at: drag.tip)) }
    if child.isSame(as: card.box) {
      let (width, height) = card.size
      return Rect(x: drag.tip.x - width / 2, y: drag.tip.y + 6, width: width, height: height)
    }
    return nil
  }

  // MARK: Labels

  /// Edits the label of a page.
  ///
  /// - Parameter text: What is in the field instead of the label.
  func editLabel(of index: Int, from text: String? = nil) {
    guard canLabel, contents.pages.indices.contains(index) else { return }
    guard scroller.isMapped, scroller.pageHeight > 0 else {
      // Once it is laid out.
      wantsLabel = index
      return
    }
    wantsFocus = nil
    reveal(index)
    label.begin(contents.pages[index].id, text: text ?? contents.pages[index].label)
    sheet.queueAllocate()
    keepingPosition { label.focus() }
  }

  /// The index of the page whose tile has the keyboard focus: not always that of the page which got it, as tiles are used
  /// again once they are scrolled out of view.
  var focused: Int? { tiles.first { $0.button.hasFocus }?.index }

  /// The middle of a page's tile, in points of ``scroller``; right before what was scrolled is laid out, too.
  func middle(of index: Int) -> Point { grid.frame(index).center - Vector(0, scroller.position) }

  private var labelFrame: Rect {
    guard let id = label.page, let index = contents.pages.firstIndex(where: { $0.id == id }) else {
      return .empty
    }
    let cell = grid.frame(index)
    let height = Double(label.entry.measure(.vertical).natural)
    return Rect(x: cell.minX + 8, y: cell.maxY - height - 4, width: cell.width - 16, height: height)
  }

  private func labelled(_ id: Int32, _ text: String?, keepsFocus: Bool) {
    if keepsFocus, let index = contents.pages.firstIndex(where: { $0.id == id }) { focus(index) }
    if let text { onLabel(id, text) }
  }

  /// What was typed so far is the label.
  func finishLabel() { label.finish(keepsFocus: false) }

  // MARK: Input

  private func listen() {
    let press = ClickGesture(phase: .capture)
    press.pressed.connect { [weak self] _, _, _ in
      self?.wantsFocus = nil
      self?.pressModifiers = press.currentModifiers
    }
    sheet.add(press)
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard let self, self.label.page == nil else { return false }
      self.pressModifiers = modifiers
      return self.onKey(key, modifiers)
    }
    scroller.add(keys)
    let menu = ClickGesture()
    menu.setButton(ClickGesture.secondaryButton)
    menu.pressed.connect { [weak self] _, x, y in
      guard let self, let index = self.grid.index(at: Point(x, y)) else { return }
      menu.claim()
      self.onMenu(index, Point(x, y))
    }
    sheet.add(menu)
    listenToDrags()
  }

  private func listenToDrags() {
    let gesture = DragGesture(phase: .capture)
    gesture.began.connect { [weak self] x, y in
      guard let self, let index = self.grid.index(at: Point(x, y)) else { return gesture.deny() }
      // A pen writes on the label.
      let isPen = gesture.currentEvent?.deviceTool != nil
      let caption = PageTile.captionHeight + Self.margin
      if isPen, self.canLabel, y > self.grid.frame(index).maxY - caption { return gesture.deny() }
      let start = Point(x, y)
      let isTouch = gesture.currentEvent?.type == .touchBegin
      self.drag = Drag(
        index: index, start: start, tip: start, isMouse: !isPen && !isTouch,
        swipe: isPen ? PenSwipe(in: self.scroller, from: self.still(start)) : nil)
    }
    gesture.updated.connect { [weak self] dx, dy in
      guard let self, let drag = self.drag else { return }
      if !drag.hasMoved {
        // A pen or a finger that has not rested scrolls.
        guard drag.isHeld || drag.isMouse else {
          let tip = self.still(drag.start + Vector(dx, dy))
          if drag.swipe?.move(to: tip) ?? false { gesture.claim() }
          return
        }
        guard hypot(dx, dy) > Self.slop else { return }
        gesture.claim()
        self.takeUp()
      }
      self.carry(to: drag.start + Vector(dx, dy))
    }
    gesture.ended.connect { [weak self] _, _ in self?.letGo() }
    gesture.cancelled.connect { [weak self] in self?.giveUpDrag() }
    sheet.add(gesture)
    let hold = LongPressGesture(phase: .capture)
    hold.pressed.connect { [weak self] _, _ in
      guard let self, let drag = self.drag, !drag.isMouse, !(drag.swipe?.isScrolling ?? false)
      else { return }
      self.drag?.isHeld = true
      // Nothing scrolls any more, and the tile is not tapped.
      gesture.claim()
    }
    sheet.add(hold)
  }

  /// A point of ``sheet`` in points of what does not scroll.
  private func still(_ p: Point) -> Point { sheet.point(p, in: scroller) ?? p }

  private func takeUp() {
    guard let index = drag?.index, contents.pages.indices.contains(index) else { return }
    drag?.hasMoved = true
    let page = contents.pages[index]
    ghost.pageSize = page.frameSize
    ghost.paper = contents.color(page)
    ghost.picture = contents.picture(page.id)
    card.show(dragged(index))
    line.isVisible = true
    edgeScrolling.start { [weak self] in
      guard let self, let drag = self.drag else { return nil }
      return drag.tip.y - self.scroller.position
    } onScroll: { [weak self] offset in
      guard let self, let drag = self.drag else { return }
      // What is dragged stays under the tip.
      self.carry(to: drag.tip + Vector(0, offset))
    }
  }

  private func carry(to tip: Point) {
    drag?.tip = tip
    sheet.queueAllocate()
  }

  private func letGo() {
    guard let drag else { return }
    giveUpDrag()
    if drag.hasMoved {
      onDrop(drag.index, grid.insertion(at: drag.tip))
    } else if drag.isHeld {
      onMenu(drag.index, drag.tip)
    }
  }

  /// Ends a drag; nothing moves.
  private func giveUpDrag() {
    if let drag {
      let hasScrolled = drag.swipe?.isScrolling ?? false
      if drag.hasMoved || drag.isHeld || hasScrolled {
        // Once the release has been handled.
        MainLoop.after(0) { [weak self] in
          self?.replaceTile(of: drag.index, staysThere: !drag.hasMoved)
        }
      }
    }
    drag = nil
    edgeScrolling.stop()
    card.hide()
    line.isVisible = false
  }

  private func giveUpDragIfGone() {
    if let drag, !contents.pages.indices.contains(drag.index) { giveUpDrag() }
  }
}

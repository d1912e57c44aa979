import Glibc
import Gtk
import InkModel
import InkStore

/// Drags drawings and folders to folders in the library's list and to the one above, by pen and by finger.
///
/// They take a row up once they have rested, as they scroll otherwise, and swipe along the row. Either opens the menu where
/// it rests and is lifted. Dragged at its upper or lower edge the list scrolls on. The mouse drags to other programs, too
/// (``DraggedDrawing``).
///
/// Invariant: ``drag`` exists from a press on a row to its end; nothing is moved before that.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryDrag {
  /// The list, with what is dragged over it.
  let widget = Overlay()
  /// The drawings and folders that go with that of a row.
  var dragged: (LibraryRow) -> [LibraryItem] = { _ in [] }
  /// A row was rested on.
  var onHold: (LibraryRow) -> Void = { _ in }
  /// Told of a long press on a row, at a point of it.
  var onMenu: (LibraryRow, Point) -> Void = { _, _ in }
  /// Drawings and folders were dropped on a folder.
  var onDrop: (_ paths: [String], _ folder: String) -> Void = { _, _ in }

  /// The folder above, and the widget that stands for it; `nil` where there is none.
  var folderAbove: () -> (widget: Widget, path: String)? = { nil }

  private let list: ListView<LibraryRow>
  private let scroller: ScrolledWindow
  private let picture = Picture()
  private let folder = Image(icon: "folder-symbolic").styled("library-folder")
  private let card: DragCard

  /// A press on a row, in points of the list.
  private struct Drag {
    var row: LibraryRow
    var path: String
    var start: Point
    var tip: Point
    /// What a pen does until it has rested.
    var swipe: PenSwipe?
    var isHeld = false
    /// What is dragged; empty before.
    var items: [LibraryItem] = []
  }
  private var drag: Drag?
  private let edgeScrolling: EdgeScrolling
  /// The folder under the tip, and what shows it.
  private var target: (widget: Widget, path: String)? {
    didSet {
      guard target?.path != oldValue?.path else { return }
      oldValue?.widget.setClass("drop", false)
      target?.widget.setClass("drop", true)
    }
  }

  /// Widget points that a press may move before it is a drag.
  private static let slop = 8.0
  /// Widget points from the tip to the picture.
  private static let distance = 12.0

  init(_ list: ListView<LibraryRow>, in scroller: ScrolledWindow) {
    self.list = list
    self.scroller = scroller
    edgeScrolling = EdgeScrolling(scroller, edge: 30, step: 8)
    let size = LibraryThumbnails.size
    picture.setMinimumSize(width: size.width, height: size.height)
    folder.pixelSize = 32
    folder.setMinimumSize(width: size.width, height: size.height)
    card = DragCard([Widget(picture), Widget(folder)])
    widget.setChild(scroller)
    widget.addOverlay(card.box)
    widget.onChildPosition { [weak self] _ in self?.cardFrame }
    listen()
  }

  private func listen() {
    let gesture = DragGesture(phase: .capture)
    gesture.began.connect { [weak self] x, y in
      guard let self, let event = gesture.currentEvent, let row = self.row(at: Point(x, y)),
        let item = row.item, !row.isRenaming, event.deviceTool != nil || event.touchSequence != nil
      else { return gesture.deny() }
      let start = Point(x, y)
      self.drag = Drag(
        row: row, path: item.path, start: start, tip: start,
        swipe: event.deviceTool == nil ? nil : PenSwipe(in: self.scroller, from: start))
    }
    gesture.updated.connect { [weak self] dx, dy in
      guard let self, let drag = self.drag else { return }
      if drag.items.isEmpty {
        guard drag.isHeld else {
          if drag.swipe?.move(to: drag.start + Vector(dx, dy)) ?? false { gesture.claim() }
          return
        }
        guard hypot(dx, dy) > Self.slop, self.takeUp(drag) else { return }
        gesture.claim()
      }
      self.carry(to: drag.start + Vector(dx, dy))
    }
    gesture.ended.connect { [weak self] _, _ in self?.letGo() }
    gesture.cancelled.connect { [weak self] in self?.giveUp() }
    list.widget.add(gesture)
    let hold = LongPressGesture(phase: .capture)
    hold.pressed.connect { [weak self] x, y in
      guard let self, let row = self.row(at: Point(x, y)), !row.isRenaming else { return }
      guard self.drag != nil else {
        // By the mouse.
        hold.claim()
        return self.showMenu(of: row, at: Point(x, y))
      }
      guard !(self.drag?.swipe?.isScrolling ?? false) else { return }
      self.drag?.isHeld = true
      // Nothing scrolls or swipes any more, and the drawing is not opened.
      gesture.claim()
      self.onHold(row)
    }
    list.widget.add(hold)
  }

  /// The row at a point of the list.
  private func row(at p: Point) -> LibraryRow? {
    list.shownRows.first { $0.widget.frame(in: list.widget)?.contains(p) ?? false }
  }

  private func showMenu(of row: LibraryRow, at p: Point) {
    if let point = list.widget.point(p, in: row.box) { onMenu(row, point) }
  }

  private var cardFrame: Rect? {
    guard let drag, let tip = list.widget.point(drag.tip, in: widget) else { return .empty }
    let (width, height) = card.size
    return Rect(
      x: tip.x + Self.distance, y: tip.y + Self.distance, width: width, height: height)
  }

  /// False where a row has nothing to drag.
  private func takeUp(_ drag: Drag) -> Bool {
    guard drag.row.item?.path == drag.path else { return false }
    let items = dragged(drag.row)
    guard !items.isEmpty else { return false }
    self.drag?.items = items
    let isFolder = drag.row.item?.kind == .folder
    (picture.isVisible, folder.isVisible) = (!isFolder, isFolder)
    picture.setTexture(drag.row.item.flatMap { LibraryThumbnails.shared.texture(for: $0) })
    card.show(items.count)
    edgeScrolling.start { [weak self] in
      self?.drag?.tip.y
    } onScroll: { [weak self] _ in
      guard let self, let drag = self.drag else { return }
      // Another folder may be under the tip.
      self.carry(to: drag.tip)
    }
    return true
  }

  private func carry(to tip: Point) {
    drag?.tip = tip
    target = folder(at: tip)
    widget.queueAllocate()
  }

  /// The folder at a point of the list or beside it, where what is dragged can go.
  private func folder(at tip: Point) -> (widget: Widget, path: String)? {
    if let above = folderAbove(), above.widget.frame(in: list.widget)?.contains(tip) ?? false {
      return above
    }
    guard let row = row(at: tip), let item = row.item, item.kind == .folder,
      !(drag?.items.contains { $0.path == item.path } ?? true)
    else { return nil }
    return (Widget(row.box), item.path)
  }

  private func letGo() {
    guard let drag else { return }
    let folder = target?.path
    giveUp()
    if !drag.items.isEmpty {
      if let folder { onDrop(drag.items.map(\.path), folder) }
    } else if drag.isHeld, drag.row.item?.path == drag.path {
      showMenu(of: drag.row, at: drag.tip)
    }
  }

  /// Ends a drag; nothing is moved.
  private func giveUp() {
    drag = nil
    target = nil
    edgeScrolling.stop()
    card.hide()
  }
}

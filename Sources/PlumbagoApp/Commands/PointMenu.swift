import Gtk
import InkModel

/// A menu at a point of a widget: by a long press, the mouse's other button, or the keyboard.
///
/// What is in it is elsewhere, too: see ``CommandMenus``.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PointMenu {
  private let parent: Widget
  /// It may be out of the parent already: one that is destroyed drops its children first.
  private var popover: Kept<PopoverMenu>?
  /// Takes out what has closed.
  private var removal: Timer?
  /// Told when it has closed, before what was chosen is activated.
  var onClosed: () -> Void = {}
  /// Told before a popover that was shown is taken out of its parent.
  var onRemoval: (PopoverMenu) -> Void = { _ in }

  /// - Parameter parent: A container that lays its children out.
  init(over parent: some WidgetProtocol) {
    self.parent = Widget(parent)
    self.parent.destroyed.connect { [weak self] in self?.remove() }
  }

  /// Opens with commands, by their actions, in sections.
  ///
  /// - Parameter row: The frame of what the commands are for, in the parent: the menu is beside it, or below or above it, and
  ///   hides nothing of it. Without one it begins at the point.
  func show(_ sections: [[String]], at point: Point, beside row: Rect? = nil) {
    show(Menu { $0.sections(sections) }, at: point, beside: row)
  }

  /// - Parameters:
  ///   - point: Of the parent.
  ///   - row: The frame of what it is for, which it does not hide.
  ///   - prepare: Is given the popover before it opens.
  func show(
    _ menu: Menu, at point: Point, beside row: Rect? = nil,
    prepare: (PopoverMenu) -> Void = { _ in }
  ) {
    remove()
    let popover = PopoverMenu(menu)
    self.popover = Kept(popover)
    prepare(popover)
    popover.setParent(parent)
    popover.hasArrow = false
    position(popover, at: point, beside: row)
    popover.closed.connect { [weak self] in
      guard let self, self.popover?.object == popover else { return }
      // What was chosen is activated after this.
      self.removal = Timer(after: Popover.timeForKeys) { [weak self] in self?.remove() }
      // At once: the next key goes to what has the focus then, and that is still an item.
      self.onClosed()
    }
    popover.popUp()
  }

  /// Puts a menu beside what it is for, and where the window is too narrow for that, below or above it; one at a point
  /// so far from the window's edge that it has room.
  private func position(_ popover: PopoverMenu, at point: Point, beside row: Rect?) {
    let isMirrored = parent.direction == .rightToLeft
    let y = (row?.minY ?? point.y).rounded(.down)
    let bottom = (row?.maxY ?? point.y).rounded(.up)
    var line = Rect(x: point.x.rounded(.down), y: y, width: 1, height: max(bottom - y, 1))
    if let room = positionsWithRoom(for: popover, beside: row ?? line) {
      guard row == nil else {
        popover.position = .bottom
        return popover.point(to: line)
      }
      // GTK would only make it narrower, which cuts off the ends of its rows.
      let x = isMirrored ? max(line.minX, room.minX) : min(line.minX, room.maxX)
      line = Rect(x: x.rounded(.down), y: y, width: 1, height: line.height)
    }
    // GTK moves a menu beside something up until all of it is in the window. One below it is made lower, and scrolls.
    popover.position = isMirrored ? .left : .right
    popover.verticalAlign = .start
    popover.point(to: row ?? line)
  }

  /// Points beside the rows of a menu, its padding and border on both sides, with a few to spare.
  private static let aroundRows = 24.0

  /// Where a menu has room in the window, if there is none beside an area of the parent.
  ///
  /// - Returns: `nil` where it has room on the area's left or right. Else two positions on the parent's x axis: a menu
  ///   that ends at `minX` or farther right has room on its left, one that begins at `maxX` or farther left has room on
  ///   its right.
  private func positionsWithRoom(
    for popover: PopoverMenu, beside area: Rect
  ) -> (minX: Double, maxX: Double)? {
    guard let window = parent.window, let frame = parent.frame(in: window) else { return nil }
    // The popover itself measures nothing before it is shown.
    let rows = popover.child?.measure(.horizontal).natural ?? 0
    let width = Double(rows) + Self.aroundRows
    let (left, right) = (frame.minX + area.minX, frame.minX + area.maxX)
    let end = Double(window.width)
    if left >= width || end - right >= width { return nil }
    return (minX: min(width, end) - frame.minX, maxX: max(end - width, 0) - frame.minX)
  }

  func close() { popover?.object.popDown() }

  private func remove() {
    removal = nil
    guard let old = popover else { return }
    popover = nil
    onRemoval(old.object)
    old.object.unparent()
  }
}

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

  /// Puts a menu beside what it is for, and where the window is too narrow for that, below or above it.
  private func position(_ popover: PopoverMenu, at point: Point, beside row: Rect?) {
    let x = point.x.rounded(.down)
    let (top, bottom) = (row?.minY ?? point.y, row?.maxY ?? point.y)
    let y = top.rounded(.down)
    let below = Rect(x: x, y: y, width: 1, height: max(bottom.rounded(.up) - y, 1))
    let beside = row ?? below
    guard hasRoom(for: popover, beside: beside) else {
      popover.position = .bottom
      return popover.point(to: below)
    }
    // GTK moves a menu beside something up until all of it is in the window. One below it is made lower, and scrolls.
    popover.position = parent.direction == .rightToLeft ? .left : .right
    popover.verticalAlign = .start
    popover.point(to: beside)
  }

  /// Whether a menu has room in the window on one side of an area of the parent.
  private func hasRoom(for popover: PopoverMenu, beside area: Rect) -> Bool {
    guard let window = parent.window, let frame = parent.frame(in: window) else { return false }
    // With its shadow.
    let width = Double(popover.measure(.horizontal).natural) + 16
    let (left, right) = (frame.minX + area.minX, frame.minX + area.maxX)
    return left >= width || Double(window.width) - right >= width
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

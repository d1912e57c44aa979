import Gtk
import InkModel

/// The menu of the selected pages in their list, by the mouse's other button or a long press.
///
/// Everything in it is in the window's menu, too (S88).
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PageMenu {
  private let parent: Widget
  private var popover: PopoverMenu?

  /// - Parameter parent: A container that lays its children out.
  init(over parent: some WidgetProtocol) {
    self.parent = Widget(parent)
    self.parent.destroyed.connect { [weak self] in self?.takeAway() }
  }

  /// Opens at a point of the parent.
  func show(at position: Point) {
    takeAway()
    let popover = PopoverMenu(Menu { $0.sections(CommandMenus.pagesMenu) })
    self.popover = popover
    popover.setParent(parent)
    popover.hasArrow = false
    popover.position = .bottom
    popover.point(
      to: Rect(x: position.x.rounded(.down), y: position.y.rounded(.down), width: 1, height: 1))
    popover.closed.connect { [weak self] in
      // What was chosen is activated after this.
      MainLoop.after(0) {
        guard let self, self.popover == popover else { return }
        self.takeAway()
      }
    }
    popover.popUp()
  }

  private func takeAway() {
    popover?.unparent()
    popover = nil
  }
}

import Gtk
import InkModel

/// The menu of what a panel lists: by a long press, the mouse's other button.
///
/// Everything in it is in the window's menu, too (S88).
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PanelMenu {
  private let parent: Widget
  private let sections: [[String]]
  private var popover: PopoverMenu?
  var onClosed: () -> Void = {}

  /// - Parameters:
  ///   - parent: A container that lays its children out.
  ///   - sections: Of commands, by their actions.
  init(over parent: some WidgetProtocol, _ sections: [[String]]) {
    self.parent = Widget(parent)
    self.sections = sections
    parent.destroyed.connect { [weak self] in self?.takeAway() }
  }

  /// Opens at a point of the parent.
  func show(at point: Point) {
    takeAway()
    let popover = PopoverMenu(Menu { $0.sections(sections) })
    self.popover = popover
    popover.setParent(parent)
    popover.hasArrow = false
    popover.point(
      to: Rect(x: point.x.rounded(.down), y: point.y.rounded(.down), width: 1, height: 1))
    popover.closed.connect { [weak self] in
      // What was chosen is activated after this.
      MainLoop.after(0) {
        guard let self else { return }
        if self.popover == popover { self.takeAway() }
        self.onClosed()
      }
    }
    popover.popUp()
  }

  func close() { popover?.popDown() }

  private func takeAway() {
    popover?.unparent()
    popover = nil
  }
}

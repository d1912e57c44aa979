import Gtk
import InkModel

/// The menu of a layer: by a long press, the mouse's other button.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LayerMenu {
  private let parent: Widget
  private var popover: PopoverMenu?
  var onClosed: () -> Void = {}

  init(over parent: some WidgetProtocol) {
    self.parent = Widget(parent)
    parent.destroyed.connect { [weak self] in self?.takeAway() }
  }

  /// Opens at a point of the parent.
  func show(at point: Point) {
    takeAway()
    let popover = PopoverMenu(Menu { $0.sections(CommandMenus.layer) })
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

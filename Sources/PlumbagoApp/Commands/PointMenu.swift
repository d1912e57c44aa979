import Gtk
import InkModel

/// A menu at a point of a widget: by a long press, the mouse's other button, or the keyboard.
///
/// What is in it is elsewhere, too: see ``CommandMenus``.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PointMenu {
  private let parent: Widget
  private var popover: PopoverMenu?
  /// Told when it has closed.
  var onClosed: () -> Void = {}
  /// Told before a popover that was shown is taken out of its parent.
  var onRemoval: (PopoverMenu) -> Void = { _ in }

  /// - Parameter parent: A container that lays its children out.
  init(over parent: some WidgetProtocol) {
    self.parent = Widget(parent)
    self.parent.destroyed.connect { [weak self] in self?.remove() }
  }

  /// Opens with commands, by their actions, in sections.
  func show(_ sections: [[String]], at point: Point) {
    show(Menu { $0.sections(sections) }, at: point)
  }

  /// - Parameters:
  ///   - point: Of the parent.
  ///   - prepare: Is given the popover before it opens.
  func show(_ menu: Menu, at point: Point, prepare: (PopoverMenu) -> Void = { _ in }) {
    remove()
    let popover = PopoverMenu(menu)
    self.popover = popover
    prepare(popover)
    popover.setParent(parent)
    popover.hasArrow = false
    popover.position = .bottom
    popover.point(
      to: Rect(x: point.x.rounded(.down), y: point.y.rounded(.down), width: 1, height: 1))
    popover.closed.connect { [weak self] in
      // What was chosen is activated after this.
      MainLoop.after(0) {
        guard let self else { return }
        if self.popover == popover { self.remove() }
        self.onClosed()
      }
    }
    popover.popUp()
  }

  func close() { popover?.popDown() }

  private func remove() {
    guard let old = popover else { return }
    popover = nil
    onRemoval(old)
    old.unparent()
  }
}

import Canvas
import Gtk
import InkModel
import InkWidgets

/// The menu of the paper or of the selection: by a long press, the mouse's other button, or the keyboard.
///
/// Everything in it is in the window's menu or among the tools, too (S88).
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class ContextMenu {
  private let parent: Widget
  private var popover: PopoverMenu?
  private let zoom = ZoomRow()
  /// The row is in no menu while none is open.
  private let kept: Kept<Box>
  /// Told when it has closed.
  var onClosed: () -> Void = {}
  /// What 100 % is now.
  var scale: () -> Double = { 1 }

  /// - Parameter parent: a container that lays its children out, with its origin at the paper's.
  init(over parent: Widget) {
    self.parent = parent
    kept = Kept(zoom.row)
    parent.destroyed.connect { [weak self] in self?.takeAway() }
  }

  /// Opens at a point of the parent.
  ///
  /// - Parameter ofPicture: The selection is one picture.
  func show(at position: Point, ofSelection: Bool = false, ofPicture: Bool = false) {
    takeAway()
    let popover = PopoverMenu(
      Menu { menu in
        guard !ofSelection else {
          if ofPicture {
            menu.section {
              $0.items(["win.crop"])
              $0.submenu(tr("_Picture")) { $0.sections(CommandMenus.picture) }
            }
          }
          return menu.sections(CommandMenus.selection)
        }
        for (i, actions) in CommandMenus.paper.enumerated() {
          menu.section { s in
            if i == CommandMenus.sectionOfZoom { s.custom(ZoomRow.id) }
            s.items(actions)
          }
        }
      })
    self.popover = popover
    if !ofSelection {
      zoom.show(scale: scale())
      popover.addChild(zoom.row, id: ZoomRow.id)
    }
    popover.setParent(parent)
    popover.hasArrow = false
    popover.horizontalAlign = .start
    popover.position = .bottom
    popover.point(
      to: Rect(x: position.x.rounded(.down), y: position.y.rounded(.down), width: 1, height: 1))
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

  private func takeAway() {
    guard let old = popover else { return }
    popover = nil
    if zoom.row.parent != nil { old.removeChild(zoom.row) }
    old.unparent()
  }
}

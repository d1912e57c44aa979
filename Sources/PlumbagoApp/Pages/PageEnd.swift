import Canvas
import Gtk
import InkModel
import InkWidgets

/// What is below the last page: a button that adds one, and a badge that says what a pull beyond the end does.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PageEnd {
  private let canvas: CanvasWidget
  private weak let overlay: CanvasOverlay?
  private let button = Button(icon: "list-add-symbolic").styled("osd", "circular", "page-end")
  private let hiding: PressSafeHiding
  private let badge = Label().styled("tool-badge")
  private var buttonFrame = Rect.empty

  /// Widget points of the button's side, and from the end of the page to it.
  private static let side = 40.0
  private static let gap = 14.0

  init(over overlay: CanvasOverlay) {
    canvas = overlay.canvas
    self.overlay = overlay
    hiding = PressSafeHiding(button)
    button.setAction("win.add-last-page")
    button.name(CommandTable["win.add-last-page"].title)
    button.focusesOnClick = false
    button.isVisible = false
    badge.isVisible = false
    badge.canTarget = false
    // A screen reader reads a status aloud when its text changes.
    badge.setAccessibleRole(.status)
    overlay.add(button) { [weak self] in self?.buttonFrame }
    overlay.add(badge) { [weak self, weak overlay] in
      guard let self, let overlay else { return nil }
      return self.badgeFrame(below: overlay.coveredArea)
    }
    canvas.coveringWidgets += [Widget(button), Widget(badge)]
    canvas.view.pull.onPull = { [weak self] in self?.show($0) }
  }

  /// The view, the pages, what can be done or what lies over the paper have changed; not to be called within an allocation.
  ///
  /// Tools and the bar of a selection are not mixed with the button: it is there again when they are gone.
  func arrange() {
    let session = canvas.session
    let view = session.viewport
    var frame = Rect.empty
    if let last = session.settings.layout.lastRowFrame, !session.isReadOnly {
      let box = view.widgetFromCanvas(last)
      let candidate = Rect(
        x: (box.center.x - Self.side / 2).rounded(), y: (box.maxY + Self.gap).rounded(),
        width: Self.side, height: Self.side)
      let tools = overlay?.toolFrames ?? []
      if view.clearBounds.contains(candidate), !tools.contains(where: candidate.intersects) {
        frame = candidate
      }
    }
    if frame != buttonFrame {
      buttonFrame = frame
      Widget(button).parent?.queueAllocate()
    }
    if hiding.isShown != !frame.isEmpty { hiding.isShown = !frame.isEmpty }
  }

  private func show(_ progress: Double) {
    // What begins small may be no pull at all.
    guard progress > 0.2 else {
      if badge.isVisible { badge.isVisible = false }
      return
    }
    let text = progress < 1 ? tr("Pull on for another page") : tr("Let go to add a page")
    if badge.text != text { badge.text = text }
    if !badge.isVisible { badge.isVisible = true }
  }

  private func badgeFrame(below tools: Rect) -> Rect {
    let width = Double(badge.measure(.horizontal).natural)
    let height = Double(badge.measure(.vertical).natural)
    let room = canvas.view.clearRoom
    let frame = room.centeredFrame(width: width, height: height, y: room.maxY - height - 36)
    guard frame.intersects(tools) else { return frame }
    return room.centeredFrame(width: width, height: height, y: tools.minY - height - 14)
  }
}

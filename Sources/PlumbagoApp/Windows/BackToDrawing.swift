import Canvas
import Gtk
import InkModel
import InkWidgets

/// A button at the lower edge of the paper that leads back to the drawing, once the view has rested where nothing of that
/// is to be seen.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class BackToDrawing {
  private let canvas: CanvasWidget
  private weak let overlay: CanvasOverlay?
  private let button = Button(tr("Back to the Drawing")).styled("osd", "back-to-drawing")
  private let hiding: PressSafeHiding
  /// The frame of what else may lie at that edge, in the overlay's points.
  private let message: () -> Rect
  private var rest: Timer?

  /// Seconds that the view rests before the button comes; less, and it comes while somebody scrolls by the wheel.
  private static let restTime = 0.5
  /// Widget points to the edge, and to what else lies there.
  private static let margin = 24.0
  private static let gap = 14.0

  init(over overlay: CanvasOverlay, beside message: @escaping () -> Rect) {
    canvas = overlay.canvas
    self.overlay = overlay
    self.message = message
    hiding = PressSafeHiding(button)
    button.focusesOnClick = false
    button.isVisible = false
    let fit = CommandTable["win.zoom-fit"]
    if let keys = fit.keys.first {
      // Translators: a command and the keys that do it, as in “Zoom to Fit (Ctrl+1)”.
      button.tooltip = tr("{command} ({keys})").filled("command", fit.title)
        .filled("keys", Shortcuts.label(keys))
    }
    overlay.add(button) { [weak self] in self?.frame }
    canvas.coveringWidgets.append(Widget(button))
    button.clicked.connect { [weak self] in self?.canvas.view.findDrawing() }
  }

  /// The view, the drawing or what is done to it has changed; not to be called within an allocation.
  func arrange() {
    if hiding.isShown {
      if !canvas.session.isDrawingOutOfView { hide() }
    } else if rest == nil {
      look(after: Self.restTime)
    }
  }

  private func look(after seconds: Double) {
    rest = Timer(after: seconds) { [weak self] in self?.look() }
  }

  private func look() {
    rest = nil
    let left = Self.restTime - canvas.view.restTime
    // Timers count whole milliseconds.
    guard left < 0.001 else { return look(after: left) }
    if canvas.session.isDrawingOutOfView { hiding.isShown = true }
  }

  private func hide() {
    let hadKeyboard = button.hasFocus
    hiding.isShown = false
    if hadKeyboard { overlay?.focusPaper() }
  }

  /// In the middle of the lower edge, above the tools and the message where these are there.
  private var frame: Rect {
    let width = Double(button.measure(.horizontal).natural)
    let height = Double(button.measure(.vertical).natural)
    let room = canvas.view.clearRoom
    func frame(endingAt y: Double) -> Rect {
      room.centeredFrame(width: width, height: height, y: y - height)
    }
    let lowest = frame(endingAt: room.maxY - Self.margin)
    let others = ((overlay?.toolFrames ?? []) + [message()]).filter { !$0.isEmpty }
    // From the lowest up, so that what it moves above is not in its way again.
    let free = others.sorted { $0.maxY > $1.maxY }.reduce(lowest) { found, other in
      found.intersects(other.outset(by: Self.gap)) ? frame(endingAt: other.minY - Self.gap) : found
    }
    return free.minY < room.minY ? lowest : free
  }
}

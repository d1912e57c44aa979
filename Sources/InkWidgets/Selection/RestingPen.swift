import Canvas
import Gtk
import InkModel

/// Opens the menu at a long press of the pen with the selection tool, as a finger's long press does (S10).
///
/// With any other tool a pen that rests draws, and nothing else happens.
final class RestingPen {
  /// Told the position of the long press, in widget points.
  var onRest: (Point) -> Void = { _ in }

  private unowned let canvas: CanvasWidget
  private var timer: Timer?

  init(_ canvas: CanvasWidget) { self.canvas = canvas }

  /// Handles what a tool did, after the session.
  func take(_ input: StylusInput) {
    switch input {
    case .down(let contact, let tip):
      stop()
      // `TouchRecognizer` handles fingers; the mouse opens the menu by a button, the keyboard by a key.
      guard contact.tool.kind != .finger, contact.tool.kind != .mouse,
        contact != VirtualPen.contact,
        canvas.session.restingContact == contact
      else { return }
      timer = Timer(after: DesktopSettings.longPressTime) { [weak self] in
        guard let self, self.canvas.session.restingContact == contact else { return }
        self.canvas.perform { $0.cancelSelecting() }
        self.onRest(tip.position)
      }
    case .move: break
    case .up, .lost, .cancelled: stop()
    }
  }

  private func stop() { timer = nil }
}

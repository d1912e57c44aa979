import Canvas
import Gtk
import InkModel

/// A pen that rests with the tool that selects in the hand opens the menu, as a finger does (S10).
///
/// With any other tool a pen that rests makes its mark and nothing else.
final class RestingPen {
  /// Told where it rests, in widget points.
  var onRest: (Point) -> Void = { _ in }

  private unowned let canvas: CanvasWidget
  private var timer: Timer?

  init(_ canvas: CanvasWidget) { self.canvas = canvas }

  /// Takes what a tool did, after the session has.
  func take(_ input: StylusInput) {
    switch input {
    case .down(let contact, let tip):
      stop()
      // Fingers are told apart elsewhere; a mouse has a button for it, and keys have a key.
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

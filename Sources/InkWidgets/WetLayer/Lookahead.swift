import CGtk
import Gtk
import GtkInk

/// How far ahead of the pen ink is drawn: to where the hand will be when it is seen.
///
/// What is drawn ahead is good for a moment. A pen that stops may send nothing more, so when no
/// report came for ``patience`` seconds, ``onRest`` asks for the ink as it really is.
///
/// Invariant: while a pen is down and ``isResting`` is false, a timer runs.
final class Lookahead {
  /// Told once whenever the pen has come to rest.
  var onRest: () -> Void = {}
  /// Nothing is drawn ahead until the pen moves again.
  private(set) var isResting = true

  /// Seconds ahead for ink that waits for the window's next frame: a frame at 60 Hz.
  static let inFrames = 1.0 / 60
  /// Seconds ahead for ink that goes to the screen at once.
  ///
  /// It is shown with the next refresh, on average half a period later (measured: 7.4 ms).
  static let atOnce = 1.0 / 120
  /// Three reports of the slowest pens.
  static let patience = 0.03

  private var lastMove: gint64 = 0
  private var isTiming = false

  /// A pen reported something.
  func moved() {
    lastMove = g_get_monotonic_time()
    isResting = false
    if !isTiming { wait(Self.patience) }
  }

  /// No pen is down any more.
  func ended() { isResting = true }

  private func wait(_ seconds: Double) {
    isTiming = true
    MainLoop.after(seconds) { [weak self] in self?.timeIsUp() }
  }

  private func timeIsUp() {
    isTiming = false
    guard !isResting else { return }
    let quiet = Double(g_get_monotonic_time() - lastMove) / 1e6
    if quiet >= Self.patience - 0.001 {
      isResting = true
      onRest()
    } else {
      wait(Self.patience - quiet)
    }
  }
}

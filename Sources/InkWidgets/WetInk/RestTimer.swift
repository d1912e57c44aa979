import Canvas
import Gtk
import InkModel
import InkRendering

/// Tells when tools that draw have reported nothing for a while (`TailPrediction.patience`).
///
/// Invariant: while a tool draws and is not at rest, a timer runs.
final class RestTimer: RestTiming {
  /// Told once whenever tools come to rest.
  var onRest: () -> Void = {}

  private var isResting = true
  private var lastMove = 0.0
  private var isTiming = false

  func toolMoved() {
    lastMove = MonotonicClock.system.now
    isResting = false
    if !isTiming { wait(TailPrediction.patience) }
  }

  func stop() { isResting = true }

  private func wait(_ seconds: Double) {
    isTiming = true
    MainLoop.after(seconds) { [weak self] in self?.timeIsUp() }
  }

  private func timeIsUp() {
    isTiming = false
    guard !isResting else { return }
    let quiet = MonotonicClock.system.now - lastMove
    if quiet >= TailPrediction.patience - 0.001 {
      isResting = true
      onRest()
    } else {
      wait(TailPrediction.patience - quiet)
    }
  }
}

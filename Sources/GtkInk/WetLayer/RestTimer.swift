import Gtk
import InkModel
import InkRendering

/// Tells when tools that draw have reported nothing for a while (`TailPrediction.patience`).
///
/// Invariant: while a tool draws and is not at rest, a timer runs.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class RestTimer {
  /// Told once whenever tools come to rest.
  public var onRest: () -> Void = {}

  private var isResting = true
  private var lastMove = 0.0
  private var isTiming = false

  public init() {}

  /// A tool that draws has reported something.
  public func toolMoved() {
    lastMove = MonotonicClock.system.now
    isResting = false
    if !isTiming { wait(TailPrediction.patience) }
  }

  /// No tool draws any more.
  public func stop() { isResting = true }

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

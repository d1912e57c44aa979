import InkModel

/// Whether strokes in progress are shown ahead of the window's frames.
public enum FastInk: String, Sendable {
  /// Where it is possible, and the compositor releases its buffers in time.
  case automatic
  /// Wherever it is possible.
  case on
  case off

  /// Seconds for which ``automatic`` leaves strokes to frames after a layer has been in vain.
  private static let pause = 60.0

  /// Whether a stroke is to be shown ahead of frames now.
  ///
  /// - Parameter wasInVain: When the compositor last kept too many buffers of a layer for too long,
  ///   in seconds; `nil` where it never did.
  public func isWanted(since wasInVain: Double?) -> Bool {
    switch self {
    case .automatic: wasInVain.map { MonotonicClock.system.now - $0 > Self.pause } ?? true
    case .on: true
    case .off: false
    }
  }
}

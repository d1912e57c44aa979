/// Whether strokes in progress are shown ahead of the window's frames.
public enum FastInk: String, Sendable {
  /// Where it is possible, and the compositor releases its buffers in time.
  case automatic
  /// Wherever it is possible.
  case on
  case off
}

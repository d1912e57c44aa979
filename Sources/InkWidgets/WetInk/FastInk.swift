/// Whether strokes in progress are shown ahead of the window's frames.
public enum FastInk: String, Sendable {
  /// Where it is possible and turns out to work well.
  case automatic
  /// Wherever it is possible.
  case on
  case off
}

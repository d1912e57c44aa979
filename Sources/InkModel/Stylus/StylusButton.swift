/// A button on a tool's barrel, by its position.
///
/// The desktop decides which hardware button is which: buttons arrive here as its settings
/// have mapped them.
public enum StylusButton: String, Hashable, Sendable, CaseIterable {
  /// The one nearer to the tip.
  case lower
  case upper
  case third
}

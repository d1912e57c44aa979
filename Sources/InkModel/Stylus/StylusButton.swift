/// A button on a tool's barrel, by where it is.
///
/// Which hardware button comes as which is the desktop's to say: whatever it has made of a button
/// by its settings arrives here as that.
public enum StylusButton: String, Hashable, Sendable, CaseIterable {
  /// The one nearer to the tip.
  case lower
  case upper
  case third
}

import InkModel

/// Which devices show a preview of their mark while they hover (S30, S31, S101).
///
/// A pen hovers over the position that it will mark, and hides it with its own tip; a mouse has a
/// cursor. So pens have a preview, a mouse has one as an option, and a finger, which does not
/// hover, has none.
public enum HoverPolicy: String, Hashable, Sendable, CaseIterable {
  case off
  case pen
  case penAndMouse = "pen-and-mouse"

  /// Whether a tool of this kind has a preview.
  public func shows(_ kind: StylusTool.Kind) -> Bool {
    switch kind {
    case .pen, .eraser, .brush, .pencil, .airbrush: self != .off
    case .mouse, .lens: self == .penAndMouse
    case .finger: false
    }
  }
}

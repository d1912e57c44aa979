/// What the tip of a pen, a finger or the mouse does to the canvas.
///
/// How it does it (which ink, which eraser) is the ``ToolPicker``'s to say.
public enum Tool: Hashable, Sendable {
  /// Draws with the brush family of this name.
  case brush(String)
  /// Takes away what it touches, in the way of the eraser chosen last.
  case eraser
  /// Selects, and moves what is selected.
  case selection
}

extension Tool {
  /// The name of the brush family, where the tool is a brush.
  public var brush: String? {
    if case .brush(let name) = self { name } else { nil }
  }
}

extension Tool: LosslessStringConvertible {
  /// The name by which settings and actions know the tool: `eraser`, `selection`, or a brush's own
  /// name.
  public var description: String {
    switch self {
    case .brush(let name): name
    case .eraser: "eraser"
    case .selection: "selection"
    }
  }

  /// From ``description``; `nil` for text that is no name.
  public init?(_ description: String) {
    guard Self.isName(description) else { return nil }
    switch description {
    case "eraser": self = .eraser
    case "selection": self = .selection
    default: self = .brush(description)
    }
  }

  /// Names are of small letters, digits and hyphens, so that they can stand in any list.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { c in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(c)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(c) || c == UInt8(ascii: "-")
      }
  }
}

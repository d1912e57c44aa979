/// What the tip of a pen, a finger or the mouse does to the canvas: the name of a row of the
/// ``ToolCatalog``, whose ``ToolDefinition`` has everything about it.
///
/// Its settings (which ink, which eraser) are in the ``ToolPicker``.
public struct Tool: Hashable, Sendable {
  private let name: String
  private let isBrush: Bool

  private init(_ name: String, isBrush: Bool = false) {
    self.name = name
    self.isBrush = isBrush
  }

  /// A tool that is no brush.
  static func named(_ name: String) -> Tool { Tool(name) }

  /// Draws with the brush family of this name.
  public static func brush(_ name: String) -> Tool { Tool(name, isBrush: true) }

  /// The name of the brush family, where the tool is a brush.
  public var brush: String? { isBrush ? name : nil }
}

extension Tool: LosslessStringConvertible {
  /// The name by which settings and actions know the tool: a brush's own, or `eraser`, `selection` and
  /// so on.
  public var description: String { name }

  /// From ``description``; `nil` for text that is no name.
  ///
  /// A name that is no other tool's is a brush's: another version may have it.
  public init?(_ description: String) {
    guard Self.isName(description) else { return nil }
    let other = ToolCatalog.tools.first { !$0.isBrush && $0.name == description }
    self = other ?? .brush(description)
  }

  /// Names have small letters, digits and hyphens, so that they can be in any list.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { c in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(c)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(c) || c == UInt8(ascii: "-")
      }
  }
}

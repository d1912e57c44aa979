/// A call of a C function of GTK, GDK, GSK or GLib in a source text.
public struct RawCall: Equatable, Sendable {
  public var function: String
  /// From 1.
  public var line: Int

  public init(function: String, line: Int) {
    self.function = function
    self.line = line
  }

  private static let prefixes = ["gtk_", "gdk_", "gsk_", "g_"]

  /// Every one of a source text, in comments and strings none.
  public static func all(in source: String) -> [RawCall] {
    let tokens = SwiftLexer.tokens(of: source)
    return zip(tokens, tokens.dropFirst()).compactMap { token, next in
      guard token.kind == .word, next.text == "(",
        prefixes.contains(where: { token.text.hasPrefix($0) })
      else { return nil }
      return RawCall(function: token.text, line: token.line)
    }
  }
}

/// One `import` of a source file.
public struct SwiftImport: Equatable, Sendable {
  /// The module's name, without what is imported from it: `Foundation` in `import struct Foundation.URL`.
  public var module: String
  /// From 1.
  public var line: Int

  public init(module: String, line: Int) {
    self.module = module
    self.line = line
  }

  private static let kinds: Set<String> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
  ]

  /// Every import of a source text, in comments and strings none.
  public static func all(in source: String) -> [SwiftImport] {
    let tokens = SwiftLexer.tokens(of: source)
    var found: [SwiftImport] = []
    for (index, token) in tokens.enumerated() where token.kind == .word && token.text == "import" {
      // A name after a dot or an argument label is no keyword.
      if index > 0, tokens[index - 1].text == "." { continue }
      var next = index + 1
      if next + 1 < tokens.count, kinds.contains(tokens[next].text), tokens[next + 1].kind == .word
      {
        next += 1
      }
      guard next < tokens.count, tokens[next].kind == .word, tokens[next].line == token.line else {
        continue
      }
      found.append(SwiftImport(module: tokens[next].text, line: token.line))
    }
    return found
  }
}

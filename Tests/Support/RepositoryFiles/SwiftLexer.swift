/// What a Swift source file is made of, as far as tests of the sources need to know.
public struct SwiftToken: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// A name or a keyword, without the backticks that it may stand in.
    case word
    /// A string literal; `text` is its source between the quotes, with escapes as they are written.
    case string(StringForm)
    /// One character of punctuation, or a number.
    case other
  }

  public struct StringForm: Equatable, Sendable {
    /// Whether the literal has three quotes.
    public var isMultiline = false
    /// Whether the literal has `#` signs.
    public var isRaw = false
    /// Whether it has a `\(…)`; the tokens of the interpolation follow the literal's own.
    public var isInterpolated = false
  }

  public var kind: Kind
  public var text: String
  /// From 1.
  public var line: Int

  public var isString: Bool { if case .string = kind { true } else { false } }
}

/// Cuts Swift source text into tokens, leaving out comments and white space.
///
/// It knows nested comments, raw and multi-line strings and interpolations (whose inner tokens it
/// yields after the literal, between tokens `(` and `)`). It does not know regular-expression
/// literals.
public struct SwiftLexer {
  private let text: [Character]
  private var position = 0
  private var line = 1
  private var tokens: [SwiftToken] = []

  private init(_ source: String) { text = Array(source) }

  public static func tokens(of source: String) -> [SwiftToken] {
    var lexer = SwiftLexer(source)
    lexer.read(untilClosingParenthesis: false)
    return lexer.tokens
  }

  private func peek(_ offset: Int = 0) -> Character? {
    position + offset < text.count ? text[position + offset] : nil
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < text.count {
      if text[position].isNewline { line += 1 }
      position += 1
    }
  }

  private func stands(_ string: String, at offset: Int = 0) -> Bool {
    string.enumerated().allSatisfy { peek(offset + $0.offset) == $0.element }
  }

  private mutating func read(untilClosingParenthesis: Bool) {
    var depth = 0
    while let character = peek() {
      if stands("//") {
        while let next = peek(), !next.isNewline { advance() }
      } else if stands("/*") {
        skipBlockComment()
      } else if character.isWhitespace {
        advance()
      } else if let hashes = stringOpening() {
        readString(hashes: hashes)
      } else if character == "`" || character == "_" || character.isLetter {
        readWord()
      } else {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        tokens.append(SwiftToken(kind: .other, text: String(character), line: line))
        advance()
        if untilClosingParenthesis && depth == 0 { return }
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if stands("/*") {
        depth += 1
        advance(2)
      } else if stands("*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && peek() != nil
  }

  private mutating func readWord() {
    let start = line
    var word = ""
    if peek() == "`" {
      advance()
      while let next = peek(), next != "`" {
        word.append(next)
        advance()
      }
      advance()
    } else {
      while let next = peek(), next == "_" || next.isLetter || next.isNumber {
        word.append(next)
        advance()
      }
    }
    tokens.append(SwiftToken(kind: .word, text: word, line: start))
  }

  /// The number of `#` signs before a quote at this position, or nil where no string begins.
  private func stringOpening() -> Int? {
    var hashes = 0
    while peek(hashes) == "#" { hashes += 1 }
    return peek(hashes) == "\"" ? hashes : nil
  }

  private mutating func readString(hashes: Int) {
    let index = tokens.count
    let sharps = String(repeating: "#", count: hashes)
    var form = SwiftToken.StringForm(isRaw: hashes > 0)
    var content = ""
    let start = line
    advance(hashes)
    form.isMultiline = stands("\"\"\"")
    let quotes = form.isMultiline ? "\"\"\"" : "\""
    advance(quotes.count)
    tokens.append(SwiftToken(kind: .other, text: "", line: start))  // filled in below
    while let next = peek(), !stands(quotes + sharps) {
      if stands("\\" + sharps + "(") {
        form.isInterpolated = true
        advance(1 + hashes)
        read(untilClosingParenthesis: true)
      } else if stands("\\" + sharps) {
        // An escape: the character after it never ends the string.
        for _ in 0..<(2 + hashes) {
          if let character = peek() { content.append(character) }
          advance()
        }
      } else {
        content.append(next)
        advance()
      }
    }
    advance(quotes.count + hashes)
    tokens[index] = SwiftToken(kind: .string(form), text: content, line: start)
  }
}

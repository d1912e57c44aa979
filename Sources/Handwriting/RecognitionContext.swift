/// What the caller knows about the field or the page where the ink was written.
///
/// Everything is a hint: it shifts what is likely and never forbids what is plainly written, except for
/// ``alphabet``, which is kept to, and for spaces in an address (``Kind/isAddress``).
public struct RecognitionContext: Hashable, Sendable {
  /// What kind of text is expected.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Anything, on any number of lines.
    case text
    /// One line of running text.
    case line
    /// One word.
    case word
    /// Digits and the marks that go with them.
    case number
    /// Digits in groups, and the marks of phone numbers.
    case phone
    /// A web address.
    case url
    /// A mail address.
    case email
    /// Words to search for: names and odd words are likelier than in running text, capitals less so.
    case search
    /// One character.
    case character
  }

  /// What numbers are written with.
  public static let digits: Set<Character> = Set("0123456789")

  /// What numbers are written with besides digits.
  ///
  /// The marks of dates, times and amounts, and the space that groups digits.
  public static let numberMarks: Set<Character> = Set("+-.,:/%$()# ")

  /// What phone numbers are written with besides digits.
  public static let phoneMarks: Set<Character> = Set("+-./()*# ")

  public var kind: Kind
  /// The only characters that may come out, or nil for all of the language's.
  public var alphabet: Set<Character>?
  /// Text before the caret: settles whether a sentence or a word begins here.
  public var textBefore: String
  /// Text after the caret.
  public var textAfter: String
  /// Distance of the lines in the ink's unit where the field is ruled, or nil: splits ink into lines.
  public var lineHeight: Double?
  /// Words that this person has chosen before where they were read as others: much likelier than in the language.
  public var favored: [String]
  /// Whether letters are read one by one, as they are written, whatever words the language has.
  public var isLiteral: Bool

  public init(
    _ kind: Kind = .text, alphabet: Set<Character>? = nil, textBefore: String = "",
    textAfter: String = "", lineHeight: Double? = nil, favored: [String] = [],
    isLiteral: Bool = false
  ) {
    self.kind = kind
    self.alphabet = alphabet
    self.textBefore = textBefore
    self.textAfter = textAfter
    self.lineHeight = lineHeight
    self.favored = favored
    self.isLiteral = isLiteral
  }
}

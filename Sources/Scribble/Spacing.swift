import Handwriting

/// How a sign stands beside words: apart from the one before it, from the one behind it, from both or from none.
///
/// All that knows where spaces go between what is written and the text around it. A space comes between two signs where the
/// first one wants it behind and the second one before.
struct Spacing: Hashable, Sendable {
  /// Whether it stands apart from a word before it.
  var before: Bool
  /// Whether a word behind it stands apart.
  var after: Bool

  /// Words, and signs that stand for one.
  static let apart = Spacing(before: true, after: true)
  /// What ends a phrase, closes, or belongs to a number before it.
  static let joining = Spacing(before: false, after: true)
  /// What opens, or belongs to a number or a name behind it.
  static let opening = Spacing(before: true, after: false)
  /// What joins both sides, as within a word, and white space.
  static let inner = Spacing(before: false, after: false)

  /// Marks that end a phrase: they replace a space that stands before them.
  static let phraseEnds = signs(".,;:!?…")
  private static let closing = signs(")]}%”»")
  private static let openers = signs("([{#+“„«‘¿¡")
  /// Quotes of which what is around them says whether they open.
  private static let quotes = signs("\"“«»")
  /// A sign of amounts before a digit, else a joint of words.
  private static let hyphens = signs("-−")

  /// The table: how a sign stands by itself, whatever is around it.
  ///
  /// Apostrophes, hyphens, slashes and all that is not listed join both sides.
  static func usual(of sign: Unicode.Scalar) -> Spacing {
    if sign.isOfWord || sign == "&" || sign == "=" { return .apart }
    if phraseEnds.contains(sign) || closing.contains(sign) { return .joining }
    if openers.contains(sign) || isCurrency(sign) { return .opening }
    return .inner
  }

  /// Whether a space comes between two texts that follow each other.
  ///
  /// Both want one, and the second does not go on with an address that the first ends in.
  ///
  /// - Parameter isParted: Whether the ink has a gap between them: beside a sign of sums that alone counts.
  static func isSpaced(
    _ former: [Unicode.Scalar], _ latter: [Unicode.Scalar], isParted: Bool = false
  ) -> Bool {
    guard let first = latter.first, let last = former.last else { return false }
    if first.isOfWord, AddressProgress(behind: former).isUnfinished { return false }
    if isParted, isOfSum(last), isOfSum(first) { return true }
    return ofEnd(of: former).after && ofBeginning(of: latter, behind: former).before
  }

  /// How the last sign of a text stands.
  private static func ofEnd(of text: [Unicode.Scalar]) -> Spacing {
    guard let last = text.last else { return .inner }
    let former = text.dropLast()
    if quotes.contains(last) {
      guard let neighbor = former.last, !neighbor.properties.isWhitespace,
        usual(of: neighbor) != .opening
      else { return last == "»" && isOpen("«", "»", in: former) ? .joining : .opening }
      return .joining
    }
    // “5 €” is a word and “+” in “2 + 3”, too; before a number alone they belong to that.
    if isCurrency(last) || last == "+", let digit = former.last(where: { $0 != " " }),
      isDigit(digit)
    {
      return .apart
    }
    return usual(of: last)
  }

  /// How the first sign of a text stands behind another one.
  private static func ofBeginning(
    of text: [Unicode.Scalar], behind former: [Unicode.Scalar]
  ) -> Spacing {
    guard let first = text.first else { return .inner }
    let next = text.dropFirst().first
    if quotes.contains(first) {
      return next?.isOfWord == true || opens(first, behind: former) ? .opening : .joining
    }
    if hyphens.contains(first), let next, isDigit(next) || isCurrency(next) {
      // Between digits it is a range, or a part of a long number.
      return former.last.map(isDigit) == true ? .inner : .opening
    }
    if first == "@", next?.isOfWord == true, !isHost(text.dropFirst()) { return .opening }
    return usual(of: first)
  }

  /// Whether a quote by itself opens behind a text.
  private static func opens(_ quote: Unicode.Scalar, behind text: [Unicode.Scalar]) -> Bool {
    switch quote {
    case "“": !isOpen("„", "“", in: text[...])
    case "«": !isOpen("»", "«", in: text[...])
    case "»": false
    default:
      (text.split(separator: "\n", omittingEmptySubsequences: false).last ?? [])
        .count { $0 == quote }.isMultiple(of: 2)
    }
  }

  /// Whether a text has a sign that opens and behind it none that closes.
  private static func isOpen(
    _ opener: Unicode.Scalar, _ closer: Unicode.Scalar, in text: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let opened = text.lastIndex(of: opener) else { return false }
    return text.lastIndex(of: closer).map { $0 < opened } ?? true
  }

  /// Whether a text begins with what stands behind the “@” of a mail address: a dot is within it.
  private static func isHost(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    let host = text.prefix { !$0.properties.isWhitespace }
    return zip(host, host.dropFirst()).contains { $0 == "." && $1.isOfWord }
  }

  private static func isDigit(_ sign: Unicode.Scalar) -> Bool {
    sign.properties.numericType == .decimal
  }

  /// Whether it is a digit or a sign beside one.
  private static func isOfSum(_ sign: Unicode.Scalar) -> Bool {
    Character(sign).isDigit || Character(sign).isSumSign
  }

  private static func isCurrency(_ sign: Unicode.Scalar) -> Bool {
    sign.properties.generalCategory == .currencySymbol
  }

  private static func signs(_ text: String) -> Set<Unicode.Scalar> { Set(text.unicodeScalars) }
}

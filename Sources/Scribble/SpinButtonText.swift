import Handwriting

/// What a spin button shows, and what the pen may write instead.
///
/// A program may format a value itself: as a time, with a unit, as “Off” among numbers, or as the name of a month.
/// What is written replaces all of that, and is taken as what is typed there.
public struct SpinButtonText: Hashable, Sendable {
  public var text: String
  /// Whether it takes digits, a sign and a decimal mark alone, from the keyboard too.
  public var isNumeric = false
  /// Whether its program makes values of texts itself; else these are numbers, whatever it shows.
  public var isReadByProgram = false
  /// Whether it has shown digits before: a word is an exception then.
  public var hasShownDigits = false
  /// Whether it has values below zero.
  public var takesMinus = false
  /// What stands before its decimals; `nil` where it has none.
  public var decimalMark: String?

  public init(_ text: String) {
    self.text = text
  }

  /// Whether it has digits.
  public var hasDigits: Bool {
    text.unicodeScalars.contains { $0.properties.numericType == .decimal }
  }

  /// Whether it shows words instead of numbers, as the names of months, and takes these.
  public var takesWords: Bool {
    !isNumeric && isReadByProgram && !hasShownDigits && !hasDigits
      && text.unicodeScalars.contains { $0.properties.isAlphabetic }
  }

  /// The kind of text that is expected.
  public var kind: RecognitionContext.Kind { takesWords ? .line : .number }

  /// The only characters that the pen writes in it; `nil` for all.
  ///
  /// Besides those of numbers it has the signs that its own text shows, as the colon of a time.
  public var alphabet: Set<Character>? {
    guard !takesWords else { return nil }
    var all = RecognitionContext.digits
    if takesMinus { all.insert("-") }
    if let decimalMark { all.formUnion(decimalMark) }
    guard !isNumeric else { return all }
    if isHexadecimal { all.formUnion(Self.hexadecimalLetters) }
    return all.union(text)
  }

  /// The signs of numbers that it does not take: a number with one of them is none that it can hold.
  public var refused: Set<Character> { alphabet.map { Self.signs.subtracting($0) } ?? [] }

  /// Whether it has taken what was written, as it shows this, or anything but what it showed before.
  ///
  /// What it shows may have decimals, a unit or other letters besides.
  public func hasTaken(_ written: String, insteadOf former: String) -> Bool {
    guard text == former else { return true }
    let parts = parts(of: written)
    return !parts.isEmpty && self.parts(of: text).starts(with: parts)
  }

  /// A number or a word that a text has.
  private enum Part: Equatable {
    case number(Double)
    case word(String)
  }

  private func parts(of text: String) -> [Part] {
    let mark = decimalMark ?? "."
    let all = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && !mark.contains($0) }
    return all.map { part -> Part in
      let number = Double(part.map { mark.contains($0) ? "." : String($0) }.joined())
      return number.map(Part.number) ?? Part.word(part.lowercased())
    }
  }

  /// Whether it shows a number to the base of 16, which may have other letters next.
  private var isHexadecimal: Bool {
    text.split { !$0.isLetter && !$0.isNumber }.contains { $0.lowercased().hasPrefix("0x") }
  }

  private static let hexadecimalLetters = Set<Character>("abcdefABCDEF")
  private static let signs = Set<Character>("+-.,:/")
}

/// Text as it is compared: words without capitals, accents and marks.
public enum SearchTokens {
  /// The words of a text, in order.
  ///
  /// Words end where letters and digits do, but an apostrophe within one leaves no gap. A character of Chinese or Japanese is a
  /// word by itself, since no space tells where words end there.
  public static func of(_ text: some StringProtocol) -> [String] {
    var tokens: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { tokens.append(word) }
      word = ""
    }
    for character in text {
      if character == "'" || character == "’" { continue }
      guard character.isLetter || character.isNumber else {
        end()
        continue
      }
      if isIdeograph(character) {
        end()
        tokens.append(String(character))
      } else if let byte = character.asciiValue {
        word.unicodeScalars.append(Unicode.Scalar(byte | (byte >= 65 && byte <= 90 ? 32 : 0)))
      } else {
        word += folded(character)
      }
    }
    end()
    return tokens
  }

  /// Whether a character is a word by itself.
  public static func isIdeograph(_ c: Character) -> Bool {
    guard let s = c.unicodeScalars.first else { return false }
    // Hiragana, katakana, Han.
    return s.value >= 0x3040 && s.value <= 0x30FF || s.properties.isIdeographic
  }

  /// In small letters, without accents.
  private static func folded(_ character: Character) -> String {
    var out = ""
    for scalar in character.lowercased().unicodeScalars {
      // What combines with the letter before.
      if scalar.properties.canonicalCombiningClass != .notReordered { continue }
      if scalar.value > 0x7F, let plain = plainLetter(scalar) {
        out.unicodeScalars.append(plain)
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// The letter below an accent, which Unicode names: “LATIN SMALL LETTER E WITH ACUTE”.
  private static func plainLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard let name = scalar.properties.name, name.hasPrefix("LATIN SMALL LETTER "),
      let range = name.firstRange(of: " WITH ")
    else { return nil }
    let letter = name[..<range.lowerBound].dropFirst("LATIN SMALL LETTER ".count)
    guard letter.utf8.count == 1, let byte = letter.utf8.first, (65...90).contains(byte) else {
      return nil
    }
    return Unicode.Scalar(byte + 32)
  }

  /// Whether one letter is wrong, missing or too many.
  public static func differByOne(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    guard abs(a.count - b.count) <= 1, a != b else { return false }
    let shorter = min(a.count, b.count)
    var head = 0
    while head < shorter, a[head] == b[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, a[a.count - 1 - tail] == b[b.count - 1 - tail] { tail += 1 }
    return max(a.count, b.count) - head - tail <= 1
  }
}

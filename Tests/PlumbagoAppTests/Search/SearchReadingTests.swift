import Testing

@testable import PlumbagoApp

/// What the search says of what somebody types.
@Suite struct SearchReadingTests {
  @Test(arguments: ["w", " W ", "é", "e\u{301}", "ж", "ß"])
  func `a letter is one letter`(words: String) {
    #expect(SearchReading.isOneLetter(words))
  }

  /// The last is a syllable in two code points.
  @Test(arguments: [
    "", " ", "we", "w e", "7", "²", "?", "+", "€", "語", "あ", "집", "\u{1100}\u{1161}",
  ])
  func `digits, signs, two letters and characters that may be words are not one letter`(
    words: String
  ) {
    #expect(!SearchReading.isOneLetter(words))
  }
}

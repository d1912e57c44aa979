/// The spaces beside straight quotes: none behind one that opens, and none before one that closes.
///
/// The network tells neither from the other, and reads a space on either side of the small gap beside one. Where a quote
/// has a gap on one side alone, that says which it is; else they open and close by turns. Before a sign of sums it is rather
/// a mark of inches. Of 700 recorded words and lines two are read otherwise, both as they were meant.
enum QuoteGaps {
  /// What a quote that opens stands behind without a space.
  private static let openers: Set<Character> = ["(", "[", "{"]
  /// What stands without a space behind one that closes.
  private static let closers = Set(".,;:!?…)]}")

  /// Readings of a line without spaces within quotes, each text once; as they are where the context is no text.
  static func closed(_ candidates: [Candidate], in context: RecognitionContext) -> [Candidate] {
    guard context.kind.isProse else { return candidates }
    let line = context.textBefore.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).last
    let isOpen = line?.count { $0 == "\"" }.isMultiple(of: 2) == false
    var seen: Set<String> = []
    return candidates.map { closed($0, isOpen: isOpen) }.filter { seen.insert($0.text).inserted }
  }

  /// - Parameter isOpen: Whether a quote was opened before the reading.
  private static func closed(_ candidate: Candidate, isOpen: Bool) -> Candidate {
    guard candidate.text.contains("\"") else { return candidate }
    var isOpen = isOpen
    let all = candidate.characters
    var characters: [RecognizedCharacter] = []
    for (i, c) in all.enumerated() {
      if c.character.isWhitespace, isOpen, characters.last?.character == "\"",
        i + 1 < all.count, !all[i + 1].character.isMathSymbol
      {
        continue
      }
      if c.character == "\"" {
        let before = i > 0 ? all[i - 1].character : " "
        let after = i + 1 < all.count ? all[i + 1].character : " "
        let begins = before.isWhitespace || openers.contains(before)
        let ends = after.isWhitespace || closers.contains(after)
        if begins != ends {
          isOpen = begins
        } else if openers.contains(before) != closers.contains(after) {
          // A space on its other side is what the network read within the quotes.
          isOpen = openers.contains(before)
        } else {
          isOpen.toggle()
        }
        while !isOpen, characters.last?.character.isWhitespace == true, characters.count > 1 {
          characters.removeLast()
        }
      }
      characters.append(c)
    }
    guard characters.count < all.count else { return candidate }
    return Candidate(characters, score: candidate.score)
  }
}

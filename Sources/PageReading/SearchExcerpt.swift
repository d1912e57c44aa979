extension SearchQuery {
  /// Characters before the first word found with which it is still among the first that a row of results shows.
  private static let longestLead = 24
  /// Words that stay before it: they say what it is about.
  private static let leadingWords = 2

  /// The text of a line from a little before the first word that is searched for, where that is far into it.
  public func excerpt(of text: String) -> String {
    let words = text.split(separator: " ")
    guard let first = words.firstIndex(where: { has($0) }) else { return text }
    let lead = words[..<first].reduce(0) { $0 + $1.count + 1 }
    guard lead > Self.longestLead else { return text }
    return "…" + words[max(0, first - Self.leadingWords)...].joined(separator: " ")
  }

  private func has(_ word: Substring) -> Bool {
    let tokens = SearchTokens.of(word)
    return terms.enumerated().contains { t, term in
      term.enumerated().contains { k, wanted in
        tokens.contains { token in
          token == wanted || isSimilar(token, to: wanted)
            || isOpen && t == terms.count - 1 && k == term.count - 1 && token.hasPrefix(wanted)
        }
      }
    }
  }
}

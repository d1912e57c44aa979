/// Words that a person has chosen over others, as a tree of prefixes in the letters of a language model.
struct FavoredWords: Sendable {
  private struct Node: Sendable {
    /// By the letter's symbol.
    var children: [Int: Int32] = [:]
    var isWord = false
  }

  private var nodes = [Node()]
  /// The number of words in it.
  private(set) var count = 0

  /// Without regard to capitals; a word with anything but letters and apostrophes is left out.
  init(_ words: [String], _ language: LanguageModel) {
    guard !words.isEmpty else { return }
    var symbols: [Character: Int] = ["'": LanguageModel.apostrophe]
    for s in language.symbols where s.kind == 1 && !s.isCapital { symbols[s.character] = s.symbol }
    for word in words {
      let letters = word.lowercased().map { symbols[$0] }
      guard !letters.isEmpty, !letters.contains(nil) else { continue }
      var node = 0
      for letter in letters.compactMap(\.self) {
        if let next = nodes[node].children[letter] {
          node = Int(next)
        } else {
          nodes[node].children[letter] = Int32(nodes.count)
          node = nodes.count
          nodes.append(Node())
        }
      }
      if !nodes[node].isWord { count += 1 }
      nodes[node].isWord = true
    }
  }

  /// The prefix that is one letter longer; -1 where no word begins so, or the prefix is -1 itself.
  func child(of prefix: Int32, by symbol: Int) -> Int32 {
    prefix < 0 ? -1 : nodes[Int(prefix)].children[symbol] ?? -1
  }

  /// Whether a prefix is a whole word.
  func isWord(_ prefix: Int32) -> Bool { prefix >= 0 && nodes[Int(prefix)].isWord }
}

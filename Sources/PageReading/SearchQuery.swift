import InkModel
import Synchronization

/// What is searched for, and where it is in a line.
public struct SearchQuery: Sendable {
  /// How well a line matches; the smaller, the better.
  public enum Rank: Int, Comparable, Sendable {
    /// As it is written, or read best.
    case exact = 1
    /// By the second or third reading of ink.
    case otherReading = 2
    /// But for one letter.
    case similar = 3

    public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  public struct Match: Hashable, Sendable {
    public var rank: Rank
    /// The index of the term that was found.
    public var term: Int
    /// In the page's space.
    public var box: Rect
  }

  /// Words, each as the tokens that have to follow each other: “well-developed” has two.
  public let terms: [[String]]
  /// The last word may go on: it is being typed.
  public let isOpen: Bool
  private let isKnown: @Sendable (String) -> Bool
  private let known: Known

  /// A word shorter than this is found as it is only: with another letter it would be too many other words.
  public static let leastSimilar = 4

  /// - Parameters:
  ///   - isOpen: Whether words that begin with the last one are found.
  ///   - isKnown: Whether the language has a word, in small letters. Two of its words are different words, though by
  ///     one letter only.
  public init(
    _ text: String, isOpen: Bool = false,
    isKnown: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    terms = text.split(whereSeparator: \.isWhitespace).map { SearchTokens.of($0) }
      .filter { !$0.isEmpty }
    self.isOpen = isOpen
    self.isKnown = isKnown
    known = Known(terms, isKnown)
  }

  /// By term and token: whether it is a word of the language.
  ///
  /// Asked for with the first word that is nearly one of them: it may take loading the language, and most of what is
  /// found is written as it is searched for.
  private final class Known: Sendable {
    private let terms: [[String]]
    private let isKnown: @Sendable (String) -> Bool
    private let found = Mutex<[[Bool]]?>(nil)

    init(_ terms: [[String]], _ isKnown: @escaping @Sendable (String) -> Bool) {
      self.terms = terms
      self.isKnown = isKnown
    }

    subscript(term: Int, token: Int) -> Bool {
      found.withLock { found in
        let all = found ?? terms.map { $0.map(isKnown) }
        found = all
        return all[term][token]
      }
    }
  }

  public var isEmpty: Bool { terms.isEmpty }

  /// Whether a token of a text is taken for one of the query's but for a letter.
  public func isSimilar(_ token: String, to wanted: String) -> Bool {
    isSimilar(token, to: wanted, isKnown: isKnown(wanted))
  }

  private func isSimilar(
    _ token: String, to wanted: String, isKnown: @autoclosure () -> Bool
  ) -> Bool {
    let counts = (token.unicodeScalars.count, wanted.unicodeScalars.count)
    guard min(counts.0, counts.1) >= Self.leastSimilar - 1, counts.1 >= Self.leastSimilar,
      SearchTokens.differByOne(token, wanted)
    else { return false }
    // Singular and plural.
    if token == wanted + "s" || wanted == token + "s" { return true }
    return !(isKnown() && self.isKnown(token))
  }

  /// All matches of terms in a line, from the left, each by its best rank.
  public func matches(in line: TextLine) -> [Match] {
    var found: [Match] = []
    for rank in 0...line.others.count {
      let words = line.reading(rank).flatMap { word in
        SearchTokens.of(word.text).map { (token: $0, at: word.at) }
      }
      for (t, term) in terms.enumerated() {
        let canGoOn = isOpen && t == terms.count - 1
        find(term, t, in: words, canGoOn: canGoOn) { range, isExact in
          let match = Match(
            rank: !isExact ? .similar : rank == 0 ? .exact : .otherReading, term: t,
            box: line.box(of: range))
          if let same = found.firstIndex(where: { $0.term == t && $0.box.intersects(match.box) }) {
            if match.rank < found[same].rank { found[same] = match }
          } else {
            found.append(match)
          }
        }
      }
    }
    return found
  }

  /// Where the query is found: a match of each of its terms on a line, or of some.
  public struct Hit: Hashable, Sendable {
    public var rank: Rank
    /// See ``WrittenPage/number``.
    public var page: Int
    /// Around the words found, in the page's space.
    public var box: Rect
    /// Of the whole line.
    public var text: String
  }

  /// A line's hits; where there are several terms, the first match of each is one hit, and so on.
  public func hits(in line: TextLine, page: Int, most: Rank = .similar) -> [Hit] {
    var groups: [[Match]] = []
    var counts = [Int](repeating: 0, count: terms.count)
    for match in matches(in: line) where match.rank <= most {
      let index = counts[match.term]
      counts[match.term] += 1
      if index < groups.count { groups[index].append(match) } else { groups.append([match]) }
    }
    return groups.map { group in
      Hit(
        rank: group.map(\.rank).max() ?? .similar, page: page,
        box: group.dropFirst().reduce(group[0].box) { $0.joined($1.box) }, text: line.text)
    }
  }

  /// The hits in the lines of a drawing, the best rank first, and those of a rank as they are read.
  ///
  /// Of several words all have to be on the page.
  public func hits(in lines: [(page: Int, line: TextLine)]) -> [Hit] {
    guard !isEmpty else { return [] }
    var found: [(index: Int, page: Int, terms: Set<Int>)] = []
    var termsOfPage: [Int: Set<Int>] = [:]
    for (i, line) in lines.enumerated() {
      let terms = Set(matches(in: line.line).map(\.term))
      guard !terms.isEmpty else { continue }
      found.append((i, line.page, terms))
      termsOfPage[line.page, default: []].formUnion(terms)
    }
    return found.filter { termsOfPage[$0.page]?.count == terms.count }
      .flatMap { hits(in: lines[$0.index].line, page: $0.page) }
      .sorted { a, b in
        if a.rank != b.rank { return a.rank < b.rank }
        return (a.page, a.box.minY, a.box.minX) < (b.page, b.box.minY, b.box.minX)
      }
  }

  private func find(
    _ term: [String], _ t: Int, in words: [(token: String, at: Range<Int>)], canGoOn: Bool,
    _ body: (Range<Int>, Bool) -> Void
  ) {
    guard words.count >= term.count else { return }
    for start in 0...words.count - term.count {
      var isExact = true
      var differences = 0
      for (k, wanted) in term.enumerated() {
        let token = words[start + k].token
        if token == wanted { continue }
        if canGoOn, k == term.count - 1, token.hasPrefix(wanted) { continue }
        isExact = false
        differences +=
          differences == 0 && isSimilar(token, to: wanted, isKnown: known[t, k]) ? 1 : 2
        if differences > 1 { break }
      }
      guard differences <= 1 else { continue }
      let (first, last) = (words[start].at, words[start + term.count - 1].at)
      body(
        min(first.lowerBound, last.lowerBound)..<max(first.upperBound, last.upperBound), isExact)
    }
  }
}

/// Other readings of the words of a line, from other readings of the whole line.
///
/// Readings of a line differ in a word or two, and many in the same ones. How likely another reading of a word is, is the sum of
/// the scores of the lines that have it: the posterior of a word, as of a word lattice (Wessel et al. 2001).
struct WordReadings {
  private let best: [String]
  /// ``best``, as it is searched for.
  private let tokens: [String]
  private var sum = 0.0
  private var found: [Difference: (text: String, score: Double)] = [:]

  private struct Difference: Hashable {
    var replaced: Range<Int>
    var tokens: String
  }

  /// Readings of a word that are kept, the best one included.
  static let kept = 3
  /// The share from which a reading is kept.
  ///
  /// Lower: more words are found, and more that are not there. Without ``leastShareOfShort`` and this, 1 in 100 more of the words
  /// of validation writers are found, and more than twice as many others.
  static let leastShare = 0.03
  /// The share from which a reading of a few letters is kept.
  ///
  /// There are few such words, so that each is soon one that somebody looks for.
  static let leastShareOfShort = 0.3
  /// Letters of such words at the most.
  static let short = 2

  /// - Parameter best: The words of the best reading.
  init(besides best: [String]) {
    self.best = best
    tokens = best.map(Self.tokens)
  }

  private static func tokens(_ text: some StringProtocol) -> String {
    SearchTokens.of(text).joined(separator: " ")
  }

  /// Counts a reading of the whole line; the likeliest come first.
  mutating func add(_ text: String, score: Double) {
    sum += score
    let words = text.split(separator: " ").map(String.init)
    for (replaced, new) in Self.differences(of: words.map(Self.tokens), from: tokens) {
      // One for one, or all together.
      let parts =
        replaced.count == new.count
        ? zip(replaced, new).map { ($0..<$0 + 1, $1..<$1 + 1) } : [(replaced, new)]
      for (replaced, new) in parts {
        let text = words[new].joined(separator: " ")
        let key = Difference(replaced: replaced, tokens: Self.tokens(text))
        guard !key.tokens.isEmpty,
          key.tokens != Self.tokens(best[replaced].joined(separator: " "))
        else { continue }
        found[key, default: (text, 0)].score += score
      }
    }
  }

  /// Those that are likely enough, from the left, and the likeliest of each word first.
  var likely: [TextLine.Reading] {
    Dictionary(grouping: found, by: \.key.replaced).values.flatMap { readings in
      readings.filter { key, reading in
        let least = key.tokens.count > Self.short ? Self.leastShare : Self.leastShareOfShort
        return reading.score >= least * sum
      }
      .sorted { ($1.value.score, $0.key.tokens) < ($0.value.score, $1.key.tokens) }
      .prefix(Self.kept - 1)
    }
    .sorted {
      let (a, b) = ($0.key.replaced, $1.key.replaced)
      return (a.lowerBound, a.upperBound, $1.value.score, $0.key.tokens)
        < (b.lowerBound, b.upperBound, $0.value.score, $1.key.tokens)
    }
    .map { TextLine.Reading(replaced: $0.key.replaced, text: $0.value.text) }
  }

  /// The ranges in which words differ, by the longest common subsequence.
  private static func differences(
    of new: [String], from old: [String]
  ) -> [(replaced: Range<Int>, new: Range<Int>)] {
    let change = new.difference(from: old)
    let removed = Set(change.removals.map(\.offset))
    let inserted = Set(change.insertions.map(\.offset))
    var found: [(Range<Int>, Range<Int>)] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      let (firstOld, firstNew) = (i, j)
      while removed.contains(i) { i += 1 }
      while inserted.contains(j) { j += 1 }
      if i > firstOld || j > firstNew {
        found.append((firstOld..<i, firstNew..<j))
      } else {
        (i, j) = (i + 1, j + 1)
      }
    }
    return found
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

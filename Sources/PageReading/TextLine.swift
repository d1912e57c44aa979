import InkModel

/// A line of text on a page: read from ink, of a text box, or of a document, with where its words are.
///
/// Words of ink have other readings, which are kept as what replaces the best ones.
public struct TextLine: Hashable, Sendable {
  public struct Word: Hashable, Sendable {
    public var text: String
    /// In the page's space; one that is turned lies in the box around it.
    public var box: Rect

    public init(_ text: String, box: Rect) {
      self.text = text
      self.box = box
    }
  }

  /// Another reading: other words in the place of some of the best ones.
  public struct Reading: Hashable, Sendable {
    /// Indices of the best reading's words that it replaces; empty where it adds some.
    public var replaced: Range<Int>
    /// Words, between spaces.
    public var text: String

    public init(replaced: Range<Int>, text: String) {
      self.replaced = replaced
      self.text = text
    }
  }

  /// In the order read; none of them is empty or has a space in it.
  public var words: [Word]
  /// From the left, and of each word its second best before its third best.
  public var others: [Reading]

  public init(_ words: [Word], others: [Reading] = []) {
    self.words = words
    self.others = others
  }

  public var text: String { words.map(\.text).joined(separator: " ") }

  public var box: Rect {
    words.dropFirst().reduce(words.first?.box ?? .empty) { $0.joined($1.box) }
  }

  /// The words of a reading, each with the indices of the best reading's words where it is.
  ///
  /// - Parameter rank: 0 for the best reading, else 1 or more for ``others``.
  func reading(_ rank: Int) -> [(text: Substring, at: Range<Int>)] {
    let best = words.indices.map { (words[$0].text[...], $0..<$0 + 1) }
    guard rank > 0, others.indices.contains(rank - 1) else { return best }
    let other = others[rank - 1]
    let range = other.replaced.clamped(to: 0..<words.count)
    // What it adds is beside the words around it.
    let covered =
      range.isEmpty ? max(0, range.lowerBound - 1)..<min(words.count, range.upperBound + 1) : range
    let new = other.text.split(separator: " ")
    let aligned = new.count == range.count
    return best[..<range.lowerBound]
      + new.enumerated().map {
        ($1, aligned ? range.lowerBound + $0..<range.lowerBound + $0 + 1 : covered)
      } + best[range.upperBound...]
  }

  /// The box around some of the best reading's words.
  func box(of range: Range<Int>) -> Rect {
    let some = words[range.clamped(to: words.indices)]
    return some.dropFirst().reduce(some.first?.box ?? box) { $0.joined($1.box) }
  }
}

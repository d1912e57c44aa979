import Handwriting
import InkModel

/// A word that was written, and stands in the text now.
public struct WrittenWord: Hashable, Sendable {
  /// Its text positions.
  public var range: Range<Int>
  public var text: String
  public var strokes: [WrittenStroke]
  public var context: RecognitionContext
  /// When it was read, in seconds.
  public var time: Double
}

// Words that were written last can be read otherwise.
extension ScribbleSession {
  /// The words that can still be read otherwise, in the order of the text.
  ///
  /// Those of the last ``Settings/memory`` seconds, while no one else has changed the text.
  public func writtenWords(in field: FieldText, at time: Double) -> [WrittenWord] {
    guard words.scalars.isSame(as: field.scalars) else { return [] }
    return words.list.filter { time - $0.time <= settings.memory }
  }

  /// The edit that replaces a word by another reading, which is remembered; `nil` where the word is no longer
  /// there.
  public mutating func choose(
    _ text: String, for word: WrittenWord, in field: FieldText, at time: Double
  ) -> TextEdit? {
    guard let i = words.list.firstIndex(of: word),
      words.scalars.isSame(as: field.scalars)
    else { return nil }
    favored.removeAll { $0 == text }
    favored.append(text)
    if favored.count > Self.mostFavored { favored.removeFirst() }
    let edit = TextEdit(word.range, with: text)
    var chosen = word
    chosen.text = text
    chosen.time = time
    chosen.range = word.range.lowerBound..<word.range.lowerBound + text.unicodeScalars.count
    move(past: edit)
    words.list.insert(chosen, at: i)
    words.scalars.replaceSubrange(edit.replaced, with: edit.text.unicodeScalars)
    written = nil
    placed = PlacedCaret(
      position: chosen.range.upperBound, strokes: chosen.strokes, time: chosen.time)
    return edit
  }

  /// Choices that are remembered at the most.
  private static let mostFavored = 50

  /// Remembers the words that an edit of a field puts into its text.
  mutating func remember(
    _ edit: TextEdit, of field: FieldText, from reading: Reading, _ candidate: Candidate?
  ) {
    if !words.scalars.isSame(as: field.scalars) { words.list = [] }
    words.list.removeAll { reading.time - $0.time > settings.memory }
    move(past: edit)
    words.scalars = field.scalars
    words.scalars.replaceSubrange(edit.replaced, with: edit.text.unicodeScalars)
    guard let candidate, !field.isReplacedWhole else { return }
    // The edit has the last words of the reading, with spaces around them.
    var new: [WrittenWord] = []
    var end = edit.text.unicodeScalars.endIndex
    let scalars = edit.text.unicodeScalars
    for range in candidate.words.reversed() {
      let text = String(candidate.characters[range].map(\.character))
      while end > scalars.startIndex, scalars[scalars.index(before: end)].properties.isWhitespace {
        end = scalars.index(before: end)
      }
      guard scalars[..<end].reversed().starts(with: text.unicodeScalars.reversed()) else { break }
      let count = text.unicodeScalars.count
      let start = scalars.index(end, offsetBy: -count)
      let position =
        edit.replaced.lowerBound
        + scalars.distance(from: scalars.startIndex, to: start)
      let strokes = Set(candidate.characters[range].flatMap(\.ink).map(\.stroke))
      new.append(
        WrittenWord(
          range: position..<position + count, text: text,
          strokes: strokes.sorted().map { reading.strokes[$0] }, context: reading.context,
          time: reading.time))
      end = start
    }
    words.list += new
    words.list.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Moves the words behind an edit, and forgets those that it changes.
  private mutating func move(past edit: TextEdit) {
    let difference = edit.text.unicodeScalars.count - edit.replaced.count
    words.list = words.list.compactMap { word in
      var word = word
      if word.range.lowerBound >= edit.replaced.upperBound {
        word.range =
          word.range.lowerBound + difference..<word.range.upperBound + difference
      } else if word.range.upperBound > edit.replaced.lowerBound {
        return nil
      }
      return word
    }
  }
}

import InkModel

/// The spaces of a phone number: the gaps between its groups of digits, as they were written.
///
/// The network has learned from numbers that are written closely, and seldom reads a space between two digits.
enum DigitGroups {
  /// The least gap between two groups, in heights of a digit.
  ///
  /// If it is less, digits of wide hands are parted; if it is more, groups of narrow hands are joined. Of the gaps between
  /// digits that 13 people wrote in clear groups, 5 in 100 within a group are as wide, and all between two.
  private static let leastGap = 0.7
  /// The same, in gaps within a group: a hand may write all digits far apart.
  private static let leastRatio = 1.6

  /// Readings with single spaces at the gaps, each text once.
  static func spaced(_ candidates: [Candidate], _ strokes: [WrittenStroke]) -> [Candidate] {
    var seen: Set<String> = []
    return candidates.map { spaced($0, strokes) }.filter { seen.insert($0.text).inserted }
  }

  /// A reading with a single space at each gap, besides those that it has.
  static func spaced(_ candidate: Candidate, _ strokes: [WrittenStroke]) -> Candidate {
    let boxes = candidate.characters.map { box(of: $0, strokes) }
    let least = leastGap(between: candidate.characters, boxes)
    var characters: [RecognizedCharacter] = []
    var end = -Double.infinity
    for (character, box) in zip(candidate.characters, boxes) {
      let isSpace = character.character.isWhitespace
      if isSpace, characters.last?.character.isWhitespace != false { continue }
      if let box {
        if let last = characters.last?.character, endsGroup(last),
          beginsGroup(character.character), box.minX - end >= least
        {
          characters.append(RecognizedCharacter(character: " ", ink: []))
        }
        end = max(end, box.maxX)
      }
      characters.append(character)
    }
    return Candidate(
      text: String(characters.map(\.character)), score: candidate.score, characters: characters)
  }

  /// The least gap that parts groups; infinite where there are no digits.
  private static func leastGap(between characters: [RecognizedCharacter], _ boxes: [Rect?])
    -> Double
  {
    let digits = zip(characters, boxes).filter { $0.0.character.isWholeNumber }
    let heights = digits.compactMap { $0.1?.height }
    guard !heights.isEmpty else { return .infinity }
    let known = boxes.compactMap { $0 }
    let height = heights.sorted()[heights.count / 2]
    let gaps = zip(known, known.dropFirst()).map { max($1.minX - $0.maxX, 0) }.sorted()
    // Of the gaps between few groups the smaller ones are within these; a lone gap tells nothing.
    let usual = gaps.count > 1 ? gaps[(gaps.count - 1) / 2] : 0
    return max(leastGap * height, leastRatio * usual)
  }

  /// A dash, a dot and a slash part groups themselves.
  private static func endsGroup(_ c: Character) -> Bool { c.isWholeNumber || c == ")" }
  private static func beginsGroup(_ c: Character) -> Bool { c.isWholeNumber || c == "(" }

  /// The bounds of a character's ink; `nil` where it has none.
  private static func box(of character: RecognizedCharacter, _ strokes: [WrittenStroke]) -> Rect? {
    let points = character.ink.flatMap { strokes[$0.stroke].points[$0.points] }
      .filter(\.isFinite)
    return points.isEmpty ? nil : Rect(around: points)
  }
}

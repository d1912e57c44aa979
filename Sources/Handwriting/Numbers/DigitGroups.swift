import InkModel

/// The spaces of numbers: the gaps between groups of digits, and in running text those around signs, as they were written.
///
/// The network has learned from numbers that are written closely, and seldom reads a space beside a digit.
package struct DigitGroups {
  /// The least gap between two groups, in heights of a digit, whether they are read together or with a pause between.
  ///
  /// If it is less, digits of wide hands are parted; if it is more, groups of narrow hands are joined. Of the gaps between
  /// digits that 13 people wrote in clear groups, 5 in 100 within a group are as wide, and all between two.
  package static let leastGap = 0.7
  /// The same, in gaps within a group: a hand may write all digits far apart.
  private static let leastRatio = 1.6
  /// Both between two digits in running text, where a number that is torn is worse than two that are joined.
  ///
  /// With the smaller ones 10 of 633 recorded lines had a number torn between digits, with these 2.
  private static let leastInText = (gap: 0.9, ratio: 2.5)

  /// Whether the numbers stand among words: their signs stand apart, too, and two digits alone are one number.
  ///
  /// A phone number has dashes, dots and slashes that part its groups themselves.
  private let isInText: Bool
  private let candidate: Candidate
  /// The bounds of each character's ink; `nil` where it has none.
  private let boxes: [Rect?]
  /// The least gap beside a sign.
  private let leastBesideSign: Double
  /// The least gap between two digits.
  private let leastOfDigits: Double

  /// Readings with single spaces at the gaps, each text once; as they are where the context has no such spaces.
  static func spaced(
    _ candidates: [Candidate], _ strokes: [WrittenStroke], in context: RecognitionContext
  ) -> [Candidate] {
    guard context.kind == .phone || context.kind.isProse, context.alphabet?.contains(" ") != false
    else { return candidates }
    var seen: Set<String> = []
    return candidates.map { spaced($0, strokes, in: context.kind) }
      .filter { seen.insert($0.text).inserted }
  }

  /// A reading with a single space at each gap, besides those that it has.
  static func spaced(
    _ candidate: Candidate, _ strokes: [WrittenStroke], in kind: RecognitionContext.Kind
  ) -> Candidate {
    DigitGroups(candidate, strokes, isInText: kind.isProse).spaced()
  }

  private init(_ candidate: Candidate, _ strokes: [WrittenStroke], isInText: Bool) {
    self.candidate = candidate
    self.isInText = isInText
    let boxes = candidate.characters.map { Self.box(of: $0, strokes) }
    self.boxes = boxes
    let heights = zip(candidate.characters, boxes).compactMap { c, box in
      c.character.isDigit ? box?.height : nil
    }.sorted()
    // Without digits there are no numbers.
    let height: Double = heights.isEmpty ? .infinity : heights[heights.count / 2]
    let gaps = Self.gaps(of: candidate.characters, boxes, besideSigns: !isInText)
    // Of the gaps between few groups the smaller ones are within these; a lone gap tells nothing.
    let usual = gaps.count > 1 ? gaps[(gaps.count - 1) / 2] : 0
    leastBesideSign = max(Self.leastGap * height, Self.leastRatio * usual)
    guard isInText else {
      leastOfDigits = leastBesideSign
      return
    }
    let (gap, ratio) = Self.leastInText
    leastOfDigits = gaps.count < 2 ? .infinity : max(gap * height, ratio * usual)
  }

  private func spaced() -> Candidate {
    var characters: [RecognizedCharacter] = []
    var end = -Double.infinity
    for (character, box) in zip(candidate.characters, boxes) {
      let isSpace = character.character.isWhitespace
      if isSpace, characters.last?.character.isWhitespace != false { continue }
      if let box {
        if let least = leastGap(behind: characters, before: character.character),
          box.minX - end >= least
        {
          characters.append(RecognizedCharacter(character: " ", ink: []))
        }
        end = max(end, box.maxX)
      }
      characters.append(character)
    }
    return Candidate(characters, score: candidate.score)
  }

  /// The least gap that parts a character from those before it; `nil` where none does.
  private func leastGap(behind former: [RecognizedCharacter], before next: Character) -> Double? {
    guard let last = former.last?.character else { return nil }
    if last.isDigit, next.isDigit { return leastOfDigits }
    let begins = next.isDigit || next == "(" || isInText && next.isSumSign
    let ends = last.isDigit || last == ")" || isInText && endsNumber(former)
    return begins && ends ? leastBesideSign : nil
  }

  /// Whether a text ends in a sign or a mark that stands apart from a number behind it.
  private func endsNumber(_ text: [RecognizedCharacter]) -> Bool {
    guard let last = text.last?.character else { return false }
    let former = text.dropLast().last?.character
    switch last {
    case ";": return true
    // Between digits these are a decimal mark, that of thousands, and those of a time and a date.
    case ".", ",", ":": return former?.isDigit != true
    // Behind a digit that it is close to it is a joint, as in a range.
    case "-", "−", "–": return former?.isDigit != true
    default: return last.isSumSign
    }
  }

  /// The gaps between characters that follow each other, the least first.
  ///
  /// - Parameter besideSigns: Whether other gaps than those between digits count.
  private static func gaps(
    of characters: [RecognizedCharacter], _ boxes: [Rect?], besideSigns: Bool
  ) -> [Double] {
    let known = zip(characters, boxes).compactMap { c, box in
      box.map { (isDigit: c.character.isDigit, box: $0) }
    }
    return zip(known, known.dropFirst())
      .filter { besideSigns || $0.isDigit && $1.isDigit }
      .map { max($1.box.minX - $0.box.maxX, 0) }
      .sorted()
  }

  /// The bounds of a character's ink; `nil` where it has none.
  private static func box(of character: RecognizedCharacter, _ strokes: [WrittenStroke]) -> Rect? {
    let points = character.ink.flatMap { strokes[$0.stroke].points[$0.points] }
      .filter(\.isFinite)
    return points.isEmpty ? nil : Rect(around: points)
  }
}

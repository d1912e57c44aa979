/// A range of points of one stroke.
public struct StrokeRange: Hashable, Sendable {
  /// Index into the strokes that were passed in.
  public var stroke: Int
  /// Indices into that stroke's points; never empty.
  public var points: Range<Int>

  public init(stroke: Int, points: Range<Int>) {
    self.stroke = stroke
    self.points = points
  }
}

/// One character of a candidate and the ink that it was read from.
public struct RecognizedCharacter: Hashable, Sendable {
  public var character: Character
  /// In the order of the strokes; empty for a space, which is read from a gap.
  public var ink: [StrokeRange]

  public init(character: Character, ink: [StrokeRange]) {
    self.character = character
    self.ink = ink
  }
}

/// One reading of some ink.
public struct Candidate: Hashable, Sendable {
  public var text: String
  /// How likely this reading is, 0 … 1; those of all readings together are at most 1.
  public var score: Double
  /// One for each character of ``text``.
  public var characters: [RecognizedCharacter]

  public init(text: String, score: Double, characters: [RecognizedCharacter]) {
    self.text = text
    self.score = score
    self.characters = characters
  }

  /// The words as ranges of ``characters``: what stands between spaces and line breaks.
  public var words: [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (i, c) in characters.enumerated() {
      if c.character.isWhitespace {
        if let s = start { words.append(s..<i) }
        start = nil
      } else if start == nil {
        start = i
      }
    }
    if let s = start { words.append(s..<characters.count) }
    return words
  }

  /// The ink of some of the characters, joined where it touches: what to select when the text is.
  public func ink(of range: Range<Int>) -> [StrokeRange] {
    var joined: [StrokeRange] = []
    let all = characters[range].flatMap(\.ink).sorted {
      ($0.stroke, $0.points.lowerBound) < ($1.stroke, $1.points.lowerBound)
    }
    for r in all {
      if let last = joined.last, last.stroke == r.stroke,
        last.points.upperBound >= r.points.lowerBound
      {
        joined[joined.count - 1].points =
          last.points.lowerBound..<max(last.points.upperBound, r.points.upperBound)
      } else {
        joined.append(r)
      }
    }
    return joined
  }
}

extension Candidate {
  /// A reading with the text of its characters.
  package init(_ characters: [RecognizedCharacter], score: Double) {
    self.init(
      text: String(characters.map(\.character)), score: score, characters: characters)
  }

  /// Replaces some of the characters, and their text.
  package mutating func replaceCharacters(
    _ range: Range<Int>, with replacement: [RecognizedCharacter]
  ) {
    characters.replaceSubrange(range, with: replacement)
    text = String(characters.map(\.character))
  }
}

extension [Candidate] {
  /// The same readings behind one that is likelier, each text once; as they are where the first has its text.
  ///
  /// - Parameter limit: Of how many at most; one at the least.
  func led(by best: Candidate, limit: Int) -> [Candidate] {
    guard best.text != first?.text else { return self }
    return Array(([best] + filter { $0.text != best.text }).prefix(Swift.max(limit, 1)))
  }
}

/// One written line and its readings, the likeliest first.
public struct RecognizedLine: Hashable, Sendable {
  /// The strokes of the line, in reading order.
  public var strokes: [Int]
  public var candidates: [Candidate]

  public init(strokes: [Int], candidates: [Candidate]) {
    self.strokes = strokes
    self.candidates = candidates
  }
}

/// What was read from some ink.
public struct Recognition: Hashable, Sendable {
  /// From top to bottom; none where there was no ink.
  public var lines: [RecognizedLine]
  /// Readings of the whole, the likeliest first; lines are joined by line breaks.
  public var candidates: [Candidate]

  public init(lines: [RecognizedLine], candidates: [Candidate]) {
    self.lines = lines
    self.candidates = candidates
  }

  /// The likeliest text; empty where there was no ink to read.
  public var text: String { candidates.first?.text ?? "" }
}

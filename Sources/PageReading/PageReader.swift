import Handwriting
import InkModel

/// A line of ink and what was read in it; no words where it is no writing.
public struct InkText: Hashable, Sendable {
  /// Tells this ink from any other: a line with the same key need not be read again.
  public var key: Int64
  /// The elements that its strokes belong to, ascending.
  public var elements: [Int64]
  /// The elements of the strokes that were read as words, one for each stroke, ascending: what the words may stand for.
  public var read: [Int64]
  /// How many parts of the line have no words: a drawing, or what could not be read.
  ///
  /// A line of usual length is one part.
  public var unread = 0
  /// See ``FoundLine``.
  public var angle: Double
  public var height: Double
  /// The box around its ink, in the page's space.
  public var inkBox: Rect
  public var line: TextLine
}

/// Reads lines of ink.
///
/// The same ink always gives the same line.
public struct PageReader: Sendable {
  private let reader: LineReader
  private let known: @Sendable (String) -> Bool

  public init(pack: LanguagePack) {
    reader = LineReader(pack: pack)
    known = { pack.knows($0) }
  }

  /// Reads a line; takes some milliseconds.
  ///
  /// - Parameters:
  ///   - strokes: All of the page.
  ///   - includesUnsure: Takes what may be a drawing for writing where some letters are read in it, for somebody who asks
  ///     for all that is written.
  ///   - check: Called every millisecond or so; what it throws ends the reading.
  public func read(
    _ found: FoundLine, of strokes: [PageStroke], includesUnsure: Bool = false,
    check: () throws(HandwritingError) -> Void = {}
  ) throws(HandwritingError) -> InkText {
    let own = found.strokes.map { strokes[$0] }
    var text = InkText(
      key: Self.key(found, of: strokes), elements: Array(Set(own.map(\.element))).sorted(),
      read: [], angle: found.angle, height: found.height,
      inkBox: Rect(around: own.lazy.flatMap(\.points)),
      line: TextLine([]))
    let turn = AffineTransform.rotation(-found.angle)
    let upright = own.map { WrittenStroke($0.points.map { turn($0) }) }
    var accounted: [Int64] = []
    // A line beyond what can be read at once is read in parts.
    for part in LineSegmenter.lines(of: upright, single: true, lineHeight: nil) {
      let written = part.map { upright[$0] }
      text.unread += 1
      let clarity = try reader.clarity(written, check: check)
      guard includesUnsure || clarity >= LegibleText.leastClarity else { continue }
      let found = try reader.readWithOthers(
        written, line: Array(written.indices), context: RecognitionContext(.line), check: check)
      guard let (best, otherTexts) = found else { continue }
      // A drawing of straight lines, as a house, is read as capitals.
      let isAngular = part.allSatisfy { StrokeShape(own[$0].points)?.isStraight != false }
      let isWriting =
        includesUnsure && LegibleText.mayBeWriting(best.text, clarity: clarity)
        || LegibleText.isWriting(
          best.text, clarity: clarity,
          share: { isAngular ? best.score : Self.share(of: best, besides: otherTexts) },
          knows: known)
      guard isWriting else { continue }
      text.unread -= 1
      accounted += part.map { own[$0].element }
      let start = text.line.words.count
      text.line.words += best.words.map { range in
        TextLine.Word(
          String(best.characters[range].map(\.character)),
          box: Self.box(of: best.ink(of: range), in: part.map { own[$0] }))
      }
      var others = WordReadings(besides: text.line.words[start...].map(\.text))
      others.add(best.text, score: best.score)
      for other in otherTexts { others.add(other.text, score: other.score) }
      text.line.others += others.likely.map { reading in
        let at = reading.replaced
        return TextLine.Reading(
          replaced: at.lowerBound + start..<at.upperBound + start, text: reading.text)
      }
    }
    text.read = accounted.sorted()
    return text
  }

  /// How likely a reading is, whatever its capitals: by itself “sun” may as well be “SUN”.
  private static func share(of best: Candidate, besides others: [LineReader.OtherText]) -> Double {
    let text = best.text.lowercased()
    return others.reduce(best.score) { sum, other in
      other.text.lowercased() == text ? sum + other.score : sum
    }
  }

  private static func box(of ink: [StrokeRange], in strokes: [PageStroke]) -> Rect {
    let box = Rect(around: ink.lazy.flatMap { strokes[$0.stroke].points[$0.points] })
    // A dot has no area.
    return box.outset(by: 0.5)
  }

  /// The key of a line's ink: from what is read of it, and from where.
  public static func key(_ found: FoundLine, of strokes: [PageStroke]) -> Int64 {
    // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/, over words of 64 bits.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ x: Int64) { hash = (hash ^ UInt64(bitPattern: x)) &* 0x100_0000_01b3 }
    // Positions are kept to 1/32 of a point, which no reading depends on.
    func rounded(_ x: Double) -> Int64 { abs(x) < 1e9 ? Int64((x * 32).rounded()) : 0 }
    add(rounded(found.angle * 100))
    for s in found.strokes {
      add(Int64(strokes[s].points.count))
      for p in strokes[s].points {
        add(rounded(p.x))
        add(rounded(p.y))
      }
    }
    // The last steps of FNV mix the high bits little.
    hash ^= hash >> 29
    return Int64(bitPattern: hash &* 0xbf58_476d_1ce4_e5b9)
  }
}

/// Tells writing from drawings by what was read in them.
enum LegibleText {
  /// ``LineReader/clarity(_:check:)`` of drawings is below 0.75, but for such as look like letters; of writing it is above
  /// 0.85, but for a hand that is hard to read.
  static let clear = 0.8
  static let leastClarity = 0.33
  /// Words of the language that only writing has.
  private static let enough = 3

  /// Lines of so many letters are taken for writing only where they are read without much doubt.
  ///
  /// More: words that stand by themselves are left out; of 453 such words of three letters at most 7 are.
  private static let few = 3
  private static let leastShareOfFew = 0.4

  /// What a word by itself that is less clear than ``clear`` has at the least.
  ///
  /// Of 1,711 words by themselves, by 40 writers that the network was not trained on, 56 are less clear. These figures let 20
  /// of them in, 18 as they were written, and one more of 1,517 drawings, a row of loops.
  private static let loneWord = (clarity: 0.6, share: 0.5)
  /// The same for words of ``few`` letters at the most, as which drawings are read more often.
  private static let shortLoneWord = (clarity: 0.7, share: 0.75)

  /// - Parameter share: How likely the text is among all readings, whatever its capitals.
  static func isWriting(
    _ text: String, clarity: Double, share: () -> Double, knows: (String) -> Bool
  ) -> Bool {
    let words = text.split { !($0.isLetter || $0.isNumber) }
    if clarity < clear {
      let known = words.count { $0.count > 1 && knows($0.lowercased()) }
      if known >= enough || clarity > 0.5 && known >= 2 { return true }
      // Circles with lines between them are read as a word with marks.
      guard known == 1, text.allSatisfy(\.isLetter), Set(text.lowercased()).count > 1 else {
        return false
      }
      let least = text.count > few ? loneWord : shortLoneWord
      return clarity >= least.clarity && share() >= least.share
    }
    // Hatching, a row of marks: one character again and again. A letter by itself is rather a circle or a cross.
    guard
      words.contains(where: { Set($0.lowercased()).count > 1 }) || Set(words).count >= enough
    else { return false }
    return words.reduce(0) { $0 + $1.count } > few || share() >= leastShareOfFew
  }

  /// Whether a text is so much that it is rather writing in a hand that is hard to read than a drawing.
  ///
  /// Drawings are read as few letters, or as one again and again.
  static func mayBeWriting(_ text: String, clarity: Double) -> Bool {
    let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
    guard Set(letters).count > 1 else { return false }
    if clarity < leastClarity, !text.contains(where: \.isWhitespace) { return false }
    return letters.count > few || clarity >= clear
  }
}

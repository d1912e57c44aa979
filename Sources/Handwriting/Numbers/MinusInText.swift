import InkModel

// A minus before a number in a text that is no field for numbers.
//
// The network has seen few, and takes the bar for a part of the first digit, or for a digit of its own. So where it reads a
// number, geometry tells whether its ink begins with a minus (``MinusStroke``), and the rest is read once more, as in a field
// for a number.
//
// Of 303 numbers with a dash 6 to 16 points before digits of 36 points, 224 came right without this, and 291 do with it. No
// minus is seen in the 303 without a dash, in 756 single characters, and in 700 recorded words and lines, 201 of these with
// digits.
extension LineReader {
  /// Readings of a line, the likeliest of them with the minuses that its numbers have.
  ///
  /// - Parameter candidates: Those of the text, the likeliest first.
  func readingMinuses(
    in candidates: [Candidate], _ strokes: [WrittenStroke], line: [Int],
    context: RecognitionContext, limit: Int, check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> [Candidate] {
    guard context.kind.isProse, context.alphabet?.contains("-") != false,
      var best = candidates.first
    else { return candidates }
    for range in Self.numbers(in: best).reversed() {
      guard let ink = Self.strokes(of: range, in: best),
        let minus = MinusStroke.index(in: strokes, line: ink)
      else { continue }
      var own = context
      (own.kind, own.textBefore, own.textAfter) = (.number, "-", "")
      let rest = try readInk(
        strokes, line: ink.filter { $0 != minus }, context: own, limit: 1, settings: nil,
        check: check)
      guard let number = rest.first, number.text.first?.isDigit == true else { continue }
      let sign = MinusStroke.character(of: minus, in: strokes)
      best.replaceCharacters(range, with: [sign] + number.characters)
    }
    return candidates.led(by: best, limit: limit)
  }

  /// The numbers of a reading: digits and the marks within them.
  ///
  /// Before each is a space, a bracket, a quote, or a sign of sums that is no dash; or nothing.
  private static func numbers(in candidate: Candidate) -> [Range<Int>] {
    let text = candidate.characters.map(\.character)
    var numbers: [Range<Int>] = []
    var i = 0
    while i < text.count {
      let start = i
      while i < text.count, text[i].isDigit || i > start && ".,:/".contains(text[i]) { i += 1 }
      guard i > start else {
        i += 1
        continue
      }
      let last = start > 0 ? text[start - 1] : " "
      // Behind a dash that is read already there is no second one.
      let isSign = last.isSumSign && !"-−–".contains(last)
      if last.isWhitespace || isSign || "([;\"".contains(last) { numbers.append(start..<i) }
    }
    return numbers
  }

  /// The strokes of some characters of a reading; `nil` where another character has a part of one.
  private static func strokes(of range: Range<Int>, in candidate: Candidate) -> [Int]? {
    func strokes(_ characters: some Sequence<RecognizedCharacter>) -> Set<Int> {
      Set(characters.flatMap(\.ink).map(\.stroke))
    }
    let all = candidate.characters
    let own = strokes(all[range])
    let others = strokes(all[..<range.lowerBound]).union(strokes(all[range.upperBound...]))
    return own.isDisjoint(with: others) ? own.sorted() : nil
  }
}

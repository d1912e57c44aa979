import InkModel

/// Ink that goes to and fro over something to have it gone.
///
/// No letter does so: of those that turn often, m and w go in one direction, z, 3 and S turn twice, and an 8, which turns
/// four times, goes farther down and up than to and fro.
public enum ScratchOut {
  /// Turns in the direction of writing that make a stroke one.
  static let fewestTurns = 4
  /// How much of the whole width each stretch between two turns has at least.
  static let leastStretch = 0.4

  /// How much of a word that is meant whole a stroke passes over on the average, at the least, or covers where it passes over
  /// nothing on the average.
  ///
  /// If it is less, a swing over a short word beside the one that is meant takes that along; if it is more, an uneven hand
  /// over a short word leaves letters of it.
  private static let leastPassed = 1.0 / 3

  /// Whether a stroke scratches.
  public static func isOne(_ points: [Point]) -> Bool {
    guard !points.isEmpty else { return false }
    let box = Rect(around: points)
    let (along, across) = travel(of: points)
    guard box.width > 12, box.width > box.height, along > 1.5 * across else { return false }
    return turns(of: points) >= fewestTurns
  }

  /// How far a stroke goes in all along the line and across it, in both directions.
  static func travel(of points: [Point]) -> (along: Double, across: Double) {
    zip(points, points.dropFirst()).reduce((along: 0, across: 0)) { sum, step in
      (sum.along + abs(step.1.x - step.0.x), sum.across + abs(step.1.y - step.0.y))
    }
  }

  /// How often a stroke turns along the line.
  static func turns(of points: [Point]) -> Int {
    // The first and the last are no turns.
    max(ends(of: points).count - 2, 0)
  }

  /// Where a stroke begins, turns and ends along the line, by turns on one side and on the other.
  private static func ends(of points: [Point]) -> [Double] {
    corners(of: points, atLeast: Rect(around: points).width * leastStretch) { $0.x }.map(\.x)
  }

  /// Where a stroke begins, turns and ends in a direction.
  ///
  /// - Parameters:
  ///   - long: How far it goes between two turns at least.
  ///   - distance: How far a point is in that direction.
  static func corners(
    of points: [Point], atLeast long: Double, along distance: (Point) -> Double
  ) -> [Point] {
    guard let first = points.first else { return [] }
    // The last is the farthest that the tip came in the direction it has now.
    var corners = [first]
    var direction = 0.0
    for p in points {
      let travel = distance(p) - distance(corners[corners.count - 1])
      if travel * direction > 0 {
        corners[corners.count - 1] = p
      } else if abs(travel) >= long {
        direction = travel < 0 ? -1 : 1
        corners.append(p)
      }
    }
    return corners
  }

  /// Where a stroke goes to and fro on the average, along the line.
  ///
  /// A hand swings out now and then: the ink of 17 such strokes by 14 people is by a sixth to two thirds wider than that.
  private static func passes(of points: [Point]) -> ClosedRange<Double>? {
    let ends = ends(of: points)
    guard ends.count > 3 else { return nil }
    func means(of indices: [Int]) -> ClosedRange<Double> {
      func mean(_ side: Int) -> Double {
        let own = indices.filter { $0 % 2 == side }.map { ends[$0] }
        return own.reduce(0, +) / Double(own.count)
      }
      let (a, b) = (mean(0), mean(1))
      return min(a, b)...max(a, b)
    }
    let turns = Array(ends.indices.dropFirst().dropLast())
    // Where a stroke begins or ends between the turns, it has not come to a side.
    let inner = means(of: turns)
    return means(of: ends.indices.filter { turns.contains($0) || !inner.contains(ends[$0]) })
  }

  /// Deletes what a stroke means, see ``edit(by:passing:in:)``.
  static func edit(by stroke: [Point], in field: FieldText) -> TextEdit? {
    edit(by: Rect(around: stroke), passing: passes(of: stroke), in: field)
  }

  /// Deletes what a stroke lies over, in whole words where it is meant so (``meant(by:passed:in:)``), and a space that would
  /// be left double without it; nil where there is nothing.
  ///
  /// The characters are of one line, that which most of the stroke is on. Where that runs in both directions they need not follow
  /// each other in the text: what is between them stays.
  ///
  /// - Parameter passes: Where it goes to and fro on the average; `nil` for all of it.
  static func edit(
    by ink: Rect, passing passes: ClosedRange<Double>? = nil, in field: FieldText
  ) -> TextEdit? {
    func shared(_ caret: Rect) -> Double { min(ink.maxY, caret.maxY) - max(ink.minY, caret.minY) }
    guard let line = field.carets.max(by: { shared($0) < shared($1) }), shared(line) > 0 else {
      return nil
    }
    var (covered, passed): ([Int], [Int]) = ([], [])
    for i in field.carets.indices.dropLast() {
      let (a, b) = (field.carets[i], field.carets[i + 1])
      let position = field.position(ofCaret: i)
      guard FieldText.areOnOneRow(a, line), field.scalars[position] != "\n" else { continue }
      // The last character of a line has the next line's caret after it.
      let isLast = !FieldText.areOnOneRow(a, b) || field.isSkip(behindCaret: i)
      let middle = isLast ? a.minX : field.sides(behindCaret: i).middle
      guard ink.minX <= middle, middle <= ink.maxX else { continue }
      covered.append(position)
      if passes?.contains(middle) != false { passed.append(position) }
    }
    let scratched = meant(by: covered, passed: passed.isEmpty ? covered : passed, in: field)
    guard let first = scratched.first, let last = scratched.last else { return nil }
    let range = first..<last + 1
    let kept = field.sides.isEmpty ? [] : Set(range).subtracting(scratched).sorted()
    guard !kept.isEmpty else { return TextEdit(field.deletion(of: range), with: "") }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: kept.map { field.scalars[$0] })
    return TextEdit(range, with: String(text))
  }

  /// The characters that a hand means which has covered some: it goes a little too far, or not far enough.
  ///
  /// Where it has covered a word, not only as it swung out, that goes whole, and words that it has only grazed stay. A part of
  /// a word that is all that is passed over is meant as it is. Spaces at the ends are not meant, unless nothing else is covered.
  ///
  /// - Parameters:
  ///   - covered: Text positions, in their order.
  ///   - passed: Those of them that it has passed over on the average.
  private static func meant(by covered: [Int], passed: [Int], in field: FieldText) -> [Int] {
    let (own, most) = (Set(covered), Set(passed))
    var words: [Range<Int>] = []
    for position in covered where !field.scalars[position].isSpace {
      if words.last?.contains(position) != true { words.append(field.unbroken(around: position)) }
    }
    // What is written without spaces has no words that could be told here: it is meant as it is covered.
    words.removeAll { word in word.contains { field.scalars[$0].isWithoutSpaces } }
    let whole = words.filter { word in
      isCovered(word, by: own)
        && Double(word.count { most.contains($0) }) >= leastPassed * Double(word.count)
    }
    var meant = most
    if !whole.isEmpty {
      for word in words where isGrazed(word, by: most) { meant.subtract(word) }
      for word in whole { meant.formUnion(word) }
    }
    let positions = meant.sorted()
    func isLetter(_ position: Int) -> Bool { !field.scalars[position].isSpace }
    guard let first = positions.firstIndex(where: isLetter),
      let last = positions.lastIndex(where: isLetter)
    else { return positions }
    return Array(positions[first...last])
  }

  /// Whether a word is meant whole: all of it is covered, of four letters all but one at an end, and of more all but one at
  /// each end.
  private static func isCovered(_ word: Range<Int>, by covered: Set<Int>) -> Bool {
    let missing = word.filter { !covered.contains($0) }
    guard missing.count <= max(0, min(word.count - 3, 2)) else { return false }
    return missing.allSatisfy { $0 == word.lowerBound || $0 == word.upperBound - 1 }
  }

  /// Whether of a word no more is covered than a hand touches that means the next one: a letter, or two of five and more.
  private static func isGrazed(_ word: Range<Int>, by covered: Set<Int>) -> Bool {
    switch word.count(where: { covered.contains($0) }) {
    case 1: word.count > 1
    case 2: word.count > 4
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// A blank, or the end of a line.
  fileprivate var isSpace: Bool { properties.isWhitespace }

  /// Of a script that is written without spaces: Chinese characters, hiragana and katakana.
  var isWithoutSpaces: Bool {
    properties.isIdeographic || (0x3040...0x30FF).contains(value)
  }
}

extension FieldText {
  /// What is written around a text position without a space, a break or a picture.
  func unbroken(around position: Int) -> Range<Int> {
    func goesOn(_ i: Int) -> Bool { !scalars[i].isSpace && scalars[i] != "\u{FFFC}" }
    var (start, end) = (position, position + 1)
    guard goesOn(position) else { return start..<end }
    while start > 0, goesOn(start - 1) { start -= 1 }
    while end < scalars.count, goesOn(end) { end += 1 }
    return start..<end
  }

  /// What goes with a range that is deleted: it, and a space that would be left double without it.
  func deletion(of range: Range<Int>) -> Range<Int> {
    let space: Unicode.Scalar = " "
    let isAfterSpace = range.lowerBound == 0 || scalars[range.lowerBound - 1] == space
    if isAfterSpace, range.upperBound < scalars.count, scalars[range.upperBound] == space {
      return range.lowerBound..<range.upperBound + 1
    }
    if range.upperBound == scalars.count, range.lowerBound > 0, isAfterSpace {
      return range.lowerBound - 1..<range.upperBound
    }
    return range
  }
}

import Glibc
import Handwriting
import InkModel

/// What a single stroke over a field's text does, where it is no writing: S52.
///
/// Shapes are compared with the text under them, in heights of its line: the same stroke beside the text is a letter.
/// A stroke that is one of these is still ink until ``ScribbleSession/Settings/gestureDelay`` has passed without another
/// stroke, since “H” begins with a line and “8” may begin with a loop.
///
/// Scratching out is decided at once (``ScratchOut``): no letter is written so. With fewer turns it is a gesture like
/// the others (``ShortScratch``), and so is one up and down (``SteepScratch``).
public enum TextGesture: Hashable, Sendable {
  /// A circle around characters, round or of a few corners, or a line below them.
  case select(Range<Int>)
  /// A line through words deletes them, and so does one to and fro over them; a line down between two letters of a word
  /// parts it, through a space it joins the words; a line down and then to the left breaks the line, in texts of many
  /// lines.
  case edit(TextEdit)
  /// A line over letters that crosses too little of each word: it is no text and deletes nothing.
  case nothing

  /// The gesture that a stroke makes, `nil` where it is writing.
  public static func of(_ stroke: [Point], in field: FieldText) -> TextGesture? {
    // A number is written whole, and nothing can be pointed at in an empty field.
    guard !field.isReplacedWhole, let shape = StrokeShape(stroke) else { return nil }
    let lines = TextLine.lines(of: field)
    if let edit = ShortScratch.edit(by: stroke, shape, lines, in: field) { return .edit(edit) }
    if let edit = SteepScratch.edit(by: stroke, lines, in: field) { return .edit(edit) }
    if let range = circled(shape, lines, field) { return .select(range) }
    // Where lines are close, what is through the upper part of one is below the one above, too.
    if let edit = struckThrough(shape, lines, field) { return .edit(edit) }
    if let range = underlined(shape, lines, field) { return .select(range) }
    if let gesture = struckInPart(shape, lines, field) { return gesture }
    return (partedOrJoined(shape, lines, field) ?? broken(shape, lines, field)).map { .edit($0) }
  }

  /// The gesture that a stroke over selected text makes, `nil` where it is writing, which replaces that text.
  ///
  /// A line down is a letter there, and a circle around no more than what is selected is an “O”. A line across is a gesture
  /// for what it crosses, selected or not, unless it is as short as a dash over selected letters.
  static func overSelection(_ stroke: [Point], in field: FieldText) -> TextGesture? {
    guard !field.isReplacedWhole, let shape = StrokeShape(stroke) else { return nil }
    let lines = TextLine.lines(of: field)
    if let edit = ShortScratch.edit(by: stroke, shape, lines, in: field) { return .edit(edit) }
    if let edit = SteepScratch.edit(by: stroke, lines, in: field) { return .edit(edit) }
    if let range = circled(shape, lines, field) {
      return range.clamped(to: field.selection) == range ? nil : .select(range)
    }
    if let edit = struckThroughSelection(shape, lines, field) { return .edit(edit) }
    if let range = underlined(shape, lines, field) { return .select(range) }
    return selectionStruckInPart(shape, lines, field)
  }

  // MARK: Circle

  /// How far apart the ends of a circle may be, in its greater side.
  ///
  /// If it is greater, a “c” around text selects; if smaller, a circle closed in haste is ink.
  private static let greatestOpening = 0.4

  private static func circled(
    _ shape: StrokeShape, _ lines: [TextLine], _ field: FieldText
  ) -> Range<Int>? {
    let box = shape.box
    let isCircle =
      shape.isRound && shape.ends <= max(box.width, box.height) * greatestOpening
    // Around the line of text, not on it, where an “o” is written; and around no more than it and its margins.
    guard isCircle || shape.isLoop,
      let line = TextLine.nearest(to: box.center.y, of: lines),
      box.minY <= line.minY + 0.3 * line.height, box.maxY >= line.maxY - 0.3 * line.height,
      box.height <= 2.6 * line.height, box.width >= 0.5 * line.height
    else { return nil }
    let below = line.characters.filter {
      !field.scalars[$0.position].isBlank && box.minX <= $0.middle && $0.middle <= box.maxX
    }
    // Of an angular loop only what it encloses counts, not what is merely in its box.
    let inside =
      isCircle
      ? below : shape.enclosed(of: below, at: (line.minY + line.maxY) / 2)
    guard let span = inside.span else { return nil }
    // What is circled is most of the circle: an “O” that touches the end of the text is not around it.
    guard span.length >= 0.35 * box.width else { return nil }
    return meant(by: inside, in: field)
  }

  // MARK: Underline

  private static func underlined(
    _ shape: StrokeShape, _ lines: [TextLine], _ field: FieldText
  ) -> Range<Int>? {
    let box = shape.box
    guard shape.isStraight, box.height <= 0.25 * box.width else { return nil }
    // Between the baseline, about three quarters down the line, and half a line below it. A dash is above that.
    let y = box.center.y
    guard
      let line = lines.first(where: {
        y >= $0.maxY - 0.28 * $0.height && y <= $0.maxY + 0.4 * $0.height
      }), box.width >= max(0.8 * line.height, 12)
    else { return nil }
    let above = line.characters.filter { box.minX <= $0.middle && $0.middle <= box.maxX }
    let written = above.filter { !field.scalars[$0.position].isBlank }
    guard let span = written.span, span.length >= 0.6 * box.width else { return nil }
    let chosen = Set(written.map(\.position)).union(
      edgesReached(by: box, over: written, of: line, in: field))
    return meant(by: line.characters.filter { chosen.contains($0.position) }, in: field)
  }

  /// How much of a word's first or last letter a line below enters that means the whole word; a line that ends between
  /// two letters means a part.
  private static let leastEntered = 0.1

  /// The first and the last character of the word that a line is below, where it ends within them and is below more than
  /// half of the word's letters.
  private static func edgesReached(
    by box: Rect, over written: [TextLine.Character], of line: TextLine, in field: FieldText
  ) -> Set<Int> {
    let chosen = Set(written.map(\.position))
    guard let first = chosen.min(), let last = chosen.max() else { return [] }
    let word = field.unbroken(around: first)
    let letters = word.filter { field.scalars[$0].isOfWord }
    guard word.contains(last), let start = letters.first, let end = letters.last,
      2 * letters.count(where: { chosen.contains($0) }) > letters.count,
      !word.contains(where: { field.scalars[$0].isWithoutSpaces })
    else { return [] }
    let edges = line.characters.filter { character in
      let entered = min(box.maxX, character.maxX) - max(box.minX, character.minX)
      return [start, end].contains(character.position) && !chosen.contains(character.position)
        && entered > leastEntered * (character.maxX - character.minX)
    }
    return Set(edges.map(\.position))
  }

  // MARK: Words at the edges of a selection

  /// What a circle or a line below means that has some characters of a line, in the order of the
  /// text.
  ///
  /// Within one word it is these. Over more than one word a hand does not end exactly between two
  /// letters: the first and the last word are meant whole where half of their letters are among
  /// these, else not at all. Where no word would be left, these are meant as they are.
  private static func meant(by chosen: [TextLine.Character], in field: FieldText) -> Range<Int>? {
    let positions = chosen.map(\.position)
    guard let first = positions.first, let last = positions.last else { return nil }
    let exact = first..<last + 1
    let (firstWord, lastWord) = (field.unbroken(around: first), field.unbroken(around: last))
    guard firstWord != lastWord else { return exact }
    let left = whole(firstWord, by: positions, in: field)
    let right = whole(lastWord, by: positions, in: field)
    let inner = positions.filter { firstWord.upperBound <= $0 && $0 < lastWord.lowerBound }
    guard let start = left?.lowerBound ?? inner.first ?? right?.lowerBound,
      let end = right?.upperBound ?? inner.last.map({ $0 + 1 }) ?? left?.upperBound
    else { return exact }
    return start..<end
  }

  /// A word at the edge of a selection, from its first letter to its last, with the marks at its
  /// ends that are chosen; `nil` where fewer than half of its letters are.
  ///
  /// What has no letters is selected as it is chosen, and so is what is written without spaces: it
  /// has no words that could be told here.
  private static func whole(
    _ word: Range<Int>, by chosen: [Int], in field: FieldText
  ) -> Range<Int>? {
    func isLetter(_ position: Int) -> Bool { field.scalars[position].isOfWord }
    let own = chosen.filter { word.contains($0) }
    guard let first = own.first, let last = own.last else { return nil }
    let letters = word.filter(isLetter)
    guard let start = letters.first, let end = letters.last,
      !word.contains(where: { field.scalars[$0].isWithoutSpaces })
    else { return first..<last + 1 }
    guard 2 * own.count(where: isLetter) >= letters.count else { return nil }
    return min(first, start)..<max(last, end) + 1
  }

  // MARK: A line through a line of text

  private static func partedOrJoined(
    _ shape: StrokeShape, _ lines: [TextLine], _ field: FieldText
  ) -> TextEdit? {
    let box = shape.box
    guard shape.isStraight, box.width <= 0.35 * box.height,
      let line = TextLine.crossed(from: box.minY, to: box.maxY, nearest: box.center.y, of: lines)
    else { return nil }
    let h = line.height
    // From above the letters to below them.
    guard box.minY <= line.minY + 0.2 * h, box.maxY >= line.maxY - 0.2 * h, box.height <= 2.6 * h
    else { return nil }
    let x = box.center.x
    guard let i = line.characters.firstIndex(where: { $0.minX <= x && x < $0.maxX }) else {
      return nil
    }
    if field.scalars[line.characters[i].position].isBlank { return joined(around: i, line, field) }
    // The nearer edge of the letter.
    let letter = line.characters[i]
    let edge = letter.edge(nearest: x)
    guard edge > line.first, edge <= line.characters.last?.position ?? line.first else {
      return nil
    }
    if field.scalars[edge - 1].isBlank { return joined(around: i - 1, line, field) }
    if field.scalars[edge].isBlank { return joined(around: i + 1, line, field) }
    // Where no space is taken, a line down is a digit.
    guard field.alphabet?.contains(" ") != false else { return nil }
    return TextEdit(edge..<edge, with: " ")
  }

  /// Removes the blanks around one of them, where they part two words of a line.
  private static func joined(around i: Int, _ line: TextLine, _ field: FieldText) -> TextEdit? {
    var range = line.characters[i].position..<line.characters[i].position + 1
    let end = line.first + line.characters.count
    while range.lowerBound > line.first, field.scalars[range.lowerBound - 1].isBlank {
      range = range.lowerBound - 1..<range.upperBound
    }
    while range.upperBound < end, field.scalars[range.upperBound].isBlank {
      range = range.lowerBound..<range.upperBound + 1
    }
    guard range.lowerBound > line.first, range.upperBound < end else { return nil }
    return TextEdit(range, with: "")
  }

  // MARK: Down and to the left

  private static func broken(
    _ shape: StrokeShape, _ lines: [TextLine], _ field: FieldText
  ) -> TextEdit? {
    guard field.kind == .text, let corner = shape.corner,
      let line = TextLine.crossed(
        from: shape.first.y, to: corner.y, nearest: shape.first.y, of: lines), !line.isReversed
    else { return nil }
    let h = line.height
    let down = corner - shape.first
    let left = shape.last - corner
    guard down.dy >= 0.6 * h, down.dy <= 4 * h, abs(down.dx) <= 0.35 * down.dy,
      // Longer than the hook of a “j” or “J”.
      -left.dx >= max(0.8 * down.dy, h), abs(left.dy) <= 0.3 * -left.dx,
      shape.first.y <= line.maxY, shape.first.y >= line.minY - h
    else { return nil }
    let position = line.position(nearest: shape.first.x)
    var range = position..<position
    // The blank between two words becomes the break.
    if position > line.first, field.scalars[position - 1].isBlank {
      range = position - 1..<position
    } else if position < field.scalars.count, field.scalars[position].isBlank {
      range = position..<position + 1
    }
    return TextEdit(range, with: "\n")
  }
}

extension Unicode.Scalar {
  /// A space or a tab: what stands between the words of a line.
  var isBlank: Bool { self == " " || self == "\t" || self == "\u{A0}" }
}

/// A line of a field's text as it is shown.
struct TextLine {
  struct Character {
    /// The text position before it.
    var position: Int
    var sides: FieldText.Sides
    var minX: Double { sides.minX }
    var maxX: Double { sides.maxX }
    var middle: Double { sides.middle }

    /// The text position at the nearer of its sides.
    func edge(nearest x: Double) -> Int { sides.isNearerToEnd(x) ? position + 1 : position }
  }

  var minY: Double
  var maxY: Double
  /// The text position of the line's start.
  var first: Int
  /// In the order of the text, without the break or the blank at which the line ends.
  var characters: [Character]
  /// Whether it runs, or where it runs in both directions begins, from right to left.
  var isReversed = false

  var height: Double { maxY - minY }

  /// The lines that a field's carets are on.
  ///
  /// Those that run in both directions are left out where only carets are known (``FieldText/sides``): where a direction
  /// ends, these do not tell a character's sides.
  static func lines(of field: FieldText) -> [TextLine] {
    var lines: [TextLine] = []
    var i = 0
    let carets = field.carets
    while i < carets.count {
      var end = i + 1
      // From the highest to the lowest of its carets.
      var row = carets[i]
      while end < carets.count, FieldText.areOnOneRow(row, carets[end]),
        !field.isSkip(behindCaret: end - 1)
      {
        row.minY = min(row.minY, carets[end].minY)
        row.maxY = max(row.maxY, carets[end].maxY)
        end += 1
      }
      if row.height > 0 {
        var line = TextLine(
          minY: row.minY, maxY: row.maxY, first: field.position(ofCaret: i), characters: [])
        var (runsRight, runsLeft) = (false, false)
        for k in i..<end - 1 {
          let sides = field.sides(behindCaret: k)
          if sides.start < sides.end { runsRight = true }
          if sides.end < sides.start { runsLeft = true }
          line.characters.append(Character(position: field.position(ofCaret: k), sides: sides))
        }
        let runsBothWays = runsRight && runsLeft
        let first = line.characters.first?.sides
        line.isReversed = runsBothWays ? first.map { $0.end < $0.start } ?? false : runsLeft
        if !(runsBothWays && field.sides.isEmpty), !line.characters.isEmpty { lines.append(line) }
      }
      i = end
    }
    return lines
  }

  /// The line whose middle is nearest to a height.
  static func nearest(to y: Double, of lines: [TextLine]) -> TextLine? {
    lines.min { abs(($0.minY + $0.maxY) / 2 - y) < abs(($1.minY + $1.maxY) / 2 - y) }
  }

  /// How much of its height a stroke goes through of a line that it is for, at the least.
  ///
  /// If it is less, a stroke that begins at the lower edge of the line above is for that one; if it
  /// is more, one that begins in the letters of a line and goes on through the next is for that.
  private static let leastCrossed = 0.6

  /// The line that a stroke down goes through: of several the one that is nearest to a height;
  /// where it goes through none, the one that it enters farthest.
  static func crossed(
    from top: Double, to bottom: Double, nearest y: Double, of lines: [TextLine]
  ) -> TextLine? {
    func rank(_ line: TextLine) -> (Double, Double) {
      let shared = max(min(bottom, line.maxY) - max(top, line.minY), 0)
      let distance = abs((line.minY + line.maxY) / 2 - y)
      return (min(shared / line.height, leastCrossed), -distance)
    }
    return lines.max { rank($0) < rank($1) }
  }

  /// The text position at the nearest edge of a character.
  func position(nearest x: Double) -> Int {
    let nearest = characters.min { $0.sides.distance(to: x) < $1.sides.distance(to: x) }
    return nearest?.edge(nearest: x) ?? first
  }

  /// Whether some of the characters follow each other in the text, with nothing but blanks between them: on a line that
  /// runs in both directions what is beside each other need not.
  func isRun(
    from first: Character, to last: Character, of chosen: [Character], in field: FieldText
  ) -> Bool {
    let own = Set(chosen.map(\.position))
    return (first.position...last.position).allSatisfy {
      own.contains($0) || field.scalars[$0].isBlank
    }
  }
}

extension [TextLine.Character] {
  /// The sides of all of them; `nil` where there are none.
  var span: (minX: Double, maxX: Double, length: Double)? {
    guard let left = map(\.minX).min(), let right = map(\.maxX).max() else { return nil }
    return (left, right, right - left)
  }
}

/// What gestures ask of a stroke's shape.
struct StrokeShape {
  /// At equal distances along the stroke.
  private let points: [Point]
  let box: Rect
  let first: Point
  let last: Point
  private let length: Double

  private static let count = 48

  /// `nil` for what is no longer than a dot.
  init?(_ stroke: [Point]) {
    guard let first = stroke.first, let last = stroke.last else { return nil }
    var length = 0.0
    for (a, b) in zip(stroke, stroke.dropFirst()) { length += a.distance(to: b) }
    guard length >= 8, length.isFinite else { return nil }
    self.first = first
    self.last = last
    self.length = length
    box = Rect(around: stroke)
    var points = [first]
    let step = length / Double(Self.count)
    var walked = 0.0
    for (a, b) in zip(stroke, stroke.dropFirst()) {
      let d = a.distance(to: b)
      while d > 0, points.count < Self.count, Double(points.count) * step <= walked + d {
        points.append(a.lerp(to: b, (Double(points.count) * step - walked) / d))
      }
      walked += d
    }
    points.append(last)
    self.points = points
  }

  /// The distance between its ends.
  var ends: Double { first.distance(to: last) }

  /// Whether it hardly leaves the line between its ends.
  var isStraight: Bool {
    ends >= 0.92 * length
      && points.allSatisfy {
        $0.distance(toSegmentFrom: first, to: last) <= max(0.1 * ends, 1.5)
      }
  }

  /// Whether it goes round in one direction, once or twice: a circle, without loops.
  var isRound: Bool {
    // Over three steps, as ends of a stroke tremble; many begin or end with a hook.
    let reach = 3
    var turns: [Double] = []
    var before: Vector?
    for i in stride(from: 0, to: points.count - reach, by: reach) {
      let step = points[i + reach] - points[i]
      if let before { turns.append(atan2(before.cross(step), before.dot(step))) }
      before = step
    }
    return [(0, 0), (2, 0), (0, 2), (2, 2)].contains { start, end in
      let part = turns.dropFirst(start).dropLast(end)
      let (sum, total) = part.reduce((0.0, 0.0)) { ($0.0 + $1, $0.1 + abs($1)) }
      let around = abs(sum) / (2 * .pi)
      return around >= 0.72 && around <= 2.3 && abs(sum) >= 0.8 * total
    }
  }

  /// How far apart the ends of a loop may be: in half of its box's perimeter, and in its lesser side.
  ///
  /// If they are greater, a “⊂” around text selects; if smaller, a loop closed in haste is ink.
  private static let greatestOpening = (ofPerimeter: 0.2, ofSide: 0.6)
  /// How long a loop is at the most, in perimeters of its box: it may go on behind its beginning.
  private static let greatestLength = 1.35
  /// How much of its box a loop encloses at the least: one of four corners at the middles of its sides has half of it.
  private static let leastArea = 0.4

  /// Whether it goes once around an area, with however few corners.
  ///
  /// ``isRound`` does not find it: its few corners turn as a letter's do, and between the ends it may turn less than a
  /// circle does.
  var isLoop: Bool {
    let half = box.width + box.height
    let opening = Self.greatestOpening
    guard ends <= min(half * opening.ofPerimeter, min(box.width, box.height) * opening.ofSide),
      length <= 2 * half * Self.greatestLength
    else { return false }
    let area = zip(points, points.dropFirst() + points.prefix(1)).reduce(0.0) {
      $0 + ($1.0 - first).cross($1.1 - first) / 2
    }
    return abs(area) >= Self.leastArea * box.width * box.height
  }

  /// The characters of a line whose centres lie in the loop that it makes.
  func enclosed(of characters: [TextLine.Character], at y: Double) -> [TextLine.Character] {
    let loop = SelectionLoop(points)
    return characters.filter { loop.contains(Point($0.middle, y)) }
  }

  /// The point at which a stroke of two straight parts bends; `nil` where it is none.
  var corner: Point? {
    guard ends > 0, let corner = points.max(by: { distance($0) < distance($1) }) else { return nil }
    guard first.distance(to: corner) + corner.distance(to: last) >= 0.88 * length else {
      return nil
    }
    return corner
  }

  private func distance(_ p: Point) -> Double { p.distance(toSegmentFrom: first, to: last) }
}

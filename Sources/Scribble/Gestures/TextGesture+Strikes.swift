import InkModel

// A line through words, see ``TextGesture/edit(_:)``.
extension TextGesture {
  /// The greatest width of a margin before the first word and behind the last one, in heights of the line; if it is
  /// smaller, who strikes a word out with a swing writes a dash.
  private static let greatestMargin = 0.6

  static func struckThrough(
    _ shape: StrokeShape, _ lines: [TextLine], _ field: FieldText
  ) -> TextEdit? {
    guard let (line, struck) = lettersStruck(shape, lines, field) else { return nil }
    let box = shape.box
    guard let first = struck.first, let last = struck.last, last.position > first.position,
      let span = struck.span, line.isRun(from: first, to: last, of: struck, in: field)
    else { return nil }
    // Whole words, from end to end: a dash is written between words, and touches a letter or two of them.
    let end = line.first + line.characters.count
    let margin = greatestMargin * line.height
    guard first.position == line.first || field.scalars[first.position - 1].isBlank,
      last.position + 1 == end || field.scalars[last.position + 1].isBlank,
      box.minX >= span.minX - margin, box.maxX <= span.maxX + margin
    else { return nil }
    return TextEdit(field.deletion(of: first.position..<last.position + 1), with: "")
  }

  /// The line of text that a straight stroke goes through from side to side, and the letters of it that it strikes; `nil`
  /// where it goes through none.
  private static func lettersStruck(
    _ shape: StrokeShape, _ lines: [TextLine], _ field: FieldText
  ) -> (line: TextLine, struck: [TextLine.Character])? {
    let box = shape.box
    guard shape.isStraight else { return nil }
    // Through the letters: above where a line below them would be, and below where one above would be.
    let y = box.center.y
    guard
      let line = lines.first(where: {
        y >= $0.minY + 0.3 * $0.height && y < $0.maxY - 0.28 * $0.height
      }), box.height <= max(0.25 * box.width, 0.35 * line.height)
    else { return nil }
    let struck = line.characters.filter {
      !field.scalars[$0.position].isBlank && box.minX <= $0.middle && $0.middle <= box.maxX
    }
    return (line, struck)
  }

  /// How wide a line over letters is at least that deletes, in letters; over selected ones a narrower one is a dash that
  /// replaces them.
  private static let leastStrike = 1.5

  private static func isWideEnough(_ box: Rect, over struck: [TextLine.Character]) -> Bool {
    let widths = struck.reduce(0.0) { $0 + $1.width }
    return box.width * Double(struck.count) >= leastStrike * widths
  }

  /// A line through whole words, selected or not, deletes these; one through three quarters of the letters that are
  /// selected deletes all that is, and else those words of it that are struck for the most part.
  ///
  /// One that strikes more than a letter beside what is selected is for what it crosses: see ``struckInPart(_:_:_:)``.
  static func struckThroughSelection(
    _ shape: StrokeShape, _ lines: [TextLine], _ field: FieldText
  ) -> TextEdit? {
    guard let (line, struck) = lettersStruck(shape, lines, field) else { return nil }
    guard isWideEnough(shape.box, over: struck) else { return nil }
    if let edit = struckThrough(shape, lines, field) { return edit }
    let selection = field.selection
    guard struck.count(where: { !selection.contains($0.position) }) <= 1 else { return nil }
    let end = line.first + line.characters.count
    // Of a selection that goes on in other lines not most is struck.
    guard line.first <= selection.lowerBound, selection.upperBound <= end else { return nil }
    let letters = line.characters.map(\.position).sorted().filter {
      selection.contains($0) && !field.scalars[$0].isBlank
    }
    let own = Set(struck.map(\.position))
    let count = letters.count { own.contains($0) }
    guard count > 1 else { return nil }
    if count * 4 >= letters.count * 3 {
      return TextEdit(field.deletion(of: selection), with: "")
    }
    var words: [Range<Int>] = []
    for letter in letters {
      if let last = words.last, last.upperBound == letter {
        words[words.count - 1] = last.lowerBound..<letter + 1
      } else {
        words.append(letter..<letter + 1)
      }
    }
    let meant = words.filter { word in 2 * word.count { own.contains($0) } > word.count }
    guard let first = meant.first, let last = meant.last else { return nil }
    return TextEdit(field.deletion(of: first.lowerBound..<last.upperBound), with: "")
  }

  // MARK: A line that ends within words

  /// How much of its width a line lies over letters at least that is never a dash.
  ///
  /// If it is less, a dash that begins or ends in a letter beside empty space is lost; if it is more, a line with a swing
  /// beyond the text types one.
  private static let leastOverLetters = 0.6
  /// How wide a dash between words is at the most, in heights of the line.
  ///
  /// The widest of 37 that people wrote is 0.63 of the height of their writing; those who write half as large again as the
  /// text, in the lines of it, come to one. If it is less, such a dash is lost between narrow spaces; if it is more, a line
  /// through the ends of two words types one.
  private static let greatestDash = 1.25
  /// How much of the middle half of a line is over letters at least where it is no dash between words.
  private static let leastOverMiddle = 0.9
  /// How high such a line is at the most, in its width: steeper strokes are commas and accents.
  private static let greatestSlope = 0.5

  /// What a line does that lies over letters for the most part, and begins or ends within words.
  ///
  /// The words that it crosses by more than half of their width are deleted; where there is none it does nothing, since
  /// nobody writes a dash upon letters. A dash that is written between narrow spaces lies over letters, too: it is short,
  /// and has the space, or the text's end, in its middle.
  static func struckInPart(
    _ shape: StrokeShape, _ lines: [TextLine], _ field: FieldText
  ) -> TextGesture? {
    guard let (line, struck) = lettersStruck(shape, lines, field) else { return nil }
    let box = shape.box
    let letters = line.characters.filter { !field.scalars[$0.position].isBlank }
    guard box.height <= greatestSlope * box.width,
      letters.length(within: box) >= leastOverLetters * box.width,
      !isDash(box, among: letters, of: line)
    else { return nil }
    let margin = greatestMargin * line.height
    guard struck.count > 1, let span = struck.span,
      box.minX >= span.minX - margin, box.maxX <= span.maxX + margin,
      isWideEnough(box, over: struck),
      let range = wordsStruck(by: box, among: letters, in: field)
    else { return .nothing }
    return .edit(TextEdit(field.deletion(of: range), with: ""))
  }

  /// The same over selected text, which a dash replaces: a line as short as one, over nothing but that, is written.
  static func selectionStruckInPart(
    _ shape: StrokeShape, _ lines: [TextLine], _ field: FieldText
  ) -> TextGesture? {
    guard let (line, struck) = lettersStruck(shape, lines, field) else { return nil }
    let isWithin = struck.allSatisfy { field.selection.contains($0.position) }
    if isWithin, shape.box.width <= greatestDash * line.height { return nil }
    return struckInPart(shape, lines, field)
  }

  /// Whether a line over letters is a dash between two words, before the first or behind the last one.
  static func isDash(
    _ box: Rect, among letters: [TextLine.Character], of line: TextLine
  ) -> Bool {
    guard box.width <= greatestDash * line.height else { return false }
    let middle = Rect(
      x: box.center.x - box.width / 4, y: box.minY, width: box.width / 2, height: box.height)
    return letters.length(within: middle) < leastOverMiddle * middle.width
  }

  /// The words of a line that are crossed by more than half of their width, from the first to the last; `nil` where there
  /// is none, or others are between them, as on a line that runs in both directions.
  ///
  /// What is written without spaces has no words that could be told here: each of its characters counts as one.
  private static func wordsStruck(
    by box: Rect, among letters: [TextLine.Character], in field: FieldText
  ) -> Range<Int>? {
    var words: [[TextLine.Character]] = []
    for letter in letters {
      if let before = words.last?.last, before.position + 1 == letter.position,
        !field.scalars[before.position].isWithoutSpaces,
        !field.scalars[letter.position].isWithoutSpaces
      {
        words[words.count - 1].append(letter)
      } else {
        words.append([letter])
      }
    }
    let meant = words.indices.filter { words[$0].isMostlyWithin(box) }
    guard let first = meant.first, let last = meant.last, last - first + 1 == meant.count,
      let start = words[first].first, let end = words[last].last
    else { return nil }
    return start.position..<end.position + 1
  }
}

extension TextLine.Character {
  fileprivate var width: Double { maxX - minX }
}

extension [TextLine.Character] {
  /// How much of their width lies between the sides of a box.
  func length(within box: Rect) -> Double {
    reduce(0.0) { sum, letter in
      let left = Swift.max(box.minX, letter.minX)
      let right = Swift.min(box.maxX, letter.maxX)
      return sum + Swift.max(right - left, 0)
    }
  }

  /// Whether more than half of their width does.
  fileprivate func isMostlyWithin(_ box: Rect) -> Bool {
    2 * length(within: box) > reduce(0.0) { $0 + $1.width }
  }
}

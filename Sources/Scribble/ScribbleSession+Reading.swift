import Handwriting
import InkModel

// Ink that becomes text.
extension ScribbleSession {
  /// The ink to read now; `nil` where there is none, or the pen is down.
  public mutating func reading(of field: FieldText, at time: Double) -> Reading? {
    guard isWaiting, !ink.isEmpty else { return nil }
    return reading(of: ink[...], field, time, isOfWords: false)
  }

  /// The ink of the words before the one that the stroke under the pen begins; `nil` where it begins none.
  ///
  /// To be asked for as a stroke begins. A number, an address and what replaces a field's text is read whole.
  public mutating func readingOfWords(
    of field: @autoclosure () -> FieldText, at time: Double
  ) -> Reading? {
    guard isDown, selecting == nil, let start = ink.last?.first, ink.count > 1 else { return nil }
    let words = ink.dropLast()
    let box = Rect(around: words.joined())
    let height = max(words.map { Rect(around: $0).height }.max() ?? 0, settings.leastHeight)
    guard start.x > box.maxX + height * settings.wordGap,
      box.minY - height < start.y, start.y < box.maxY + height
    else { return nil }
    let field = field()
    guard takesWords(field) else { return nil }
    return reading(of: words, field, time, isOfWords: true)
  }

  /// The ink of all words while more may follow, to find out which of them are finished; `nil` where there is only one
  /// stroke.
  ///
  /// To be asked for as a stroke ends; ``finishedWords(of:in:)`` parts what is read.
  public mutating func readingOfWrittenWords(
    of field: @autoclosure () -> FieldText, at time: Double
  ) -> Reading? {
    guard isWaiting, ink.count > 1 else { return nil }
    let field = field()
    guard takesWords(field) else { return nil }
    return reading(of: ink[...], field, time, isOfWords: true)
  }

  /// The part of a reading that is of finished words: all but the last, where the pen has begun that one.
  ///
  /// - Returns: `nil` where the reading has one word alone, or where the ink of the last word is not all behind that of
  ///   the words before it, in time and to the right: a late dot of an earlier word would be parted from it.
  public func finishedWords(
    of reading: Reading, in candidate: Candidate
  ) -> (reading: Reading, candidate: Candidate)? {
    guard let candidate = Self.part(of: candidate, behind: reading.earlier),
      let last = candidate.words.last, last.lowerBound > 1
    else { return nil }
    func strokes(_ range: Range<Int>) -> [Int] {
      candidate.characters[range].flatMap(\.ink).map(\.stroke)
    }
    let earlier = reading.strokes.count - reading.count
    guard let first = strokes(last).min(), first > earlier,
      (strokes(0..<last.lowerBound).max() ?? first) < first
    else { return nil }
    let before = Rect(around: reading.strokes[earlier..<first].lazy.flatMap(\.points))
    let next = Rect(around: reading.strokes[first...].lazy.flatMap(\.points))
    guard next.minX > before.maxX + before.height * settings.readGap else { return nil }
    var finished = reading
    finished.strokes = Array(reading.strokes[..<first])
    finished.count = first - earlier
    var text = candidate
    text.replaceCharacters(last.lowerBound - 1..<text.characters.count, with: [])
    return (finished, text)
  }

  /// Whether words of a field are read one by one: not while a gesture waits, which comes before them.
  private func takesWords(_ field: FieldText) -> Bool {
    !hasHeldGestures && !field.isReplacedWhole && field.kind.isProse
  }

  private mutating func reading(
    of waiting: ArraySlice<[Point]>, _ field: FieldText, _ time: Double, isOfWords: Bool
  ) -> Reading {
    let box = Rect(around: waiting.lazy.flatMap { field.level($0) })
    let earlier = written.flatMap {
      goesOn($0, with: box, count: waiting.count, in: field, at: time) ? $0 : nil
    }
    let base = earlier?.field ?? field
    let insertion =
      earlier.map { FieldText.Insertion(range: $0.range, beginsLine: $0.beginsLine) }
      ?? field.insertion(
        of: waiting, placed: placedPosition(for: box, in: field, at: time))
    let range = insertion.range
    let context = earlier?.earlier ?? []
    let before = context.flatMap(\.strokes)
    let strokes = before + (earlier?.strokes ?? []) + waiting.map { WrittenStroke($0) }
    // What the recogniser reads again is not in the text before.
    let start = context.first?.start ?? range.lowerBound
    readings += 1
    counting = (readings, isOfWords: isOfWords)
    let beginning = insertion.beginsLine && context.isEmpty ? "\n" : ""
    let surroundings = RecognitionContext(
      base.kind, alphabet: base.alphabet?.union(base.refused),
      textBefore: base.isReplacedWhole
        ? "" : base.string(max(start - settings.mostContext, 0)..<start) + beginning,
      textAfter: base.isReplacedWhole
        ? ""
        : base.string(
          range.upperBound..<min(range.upperBound + settings.mostContext, base.scalars.count)),
      favored: favored)
    return Reading(
      strokes: strokes, context: surroundings, earlier: before.count, number: readings,
      count: waiting.count, present: field, field: base, range: range,
      beginsLine: insertion.beginsLine, time: time, revises: earlier,
      isMark: earlier.map { isMark(box, of: $0.box(in: field)) } ?? false,
      isOfWords: isOfWords)
  }

  /// Makes the text of the field from a reading, given the field as it is now.
  ///
  /// - Parameter candidate: What was read; `nil` where nothing was.
  public mutating func commit(
    _ reading: Reading, as candidate: Candidate?, in field: FieldText
  ) -> CommitResult {
    let own = candidate.flatMap { Self.part(of: $0, behind: reading.earlier) }
      .map { partingNumbers(in: $0, of: reading) }
    if own == nil, candidate != nil, reading.earlier > 0, counting?.number == reading.number {
      // It was read as a part of the words before: on its own it is what it is.
      let isOfWords = counting?.isOfWords == true
      counting = nil
      written?.earlier = []
      return isOfWords ? .void : .again
    }
    if let own, counting?.number == reading.number, !Self.keepsWords(reading, in: own) {
      counting = nil
      written = nil
      return reading.isOfWords ? .void : .again
    }
    let result = commit(reading, text: own?.text ?? "", in: field)
    if case .edit(let edit) = result {
      remember(edit, of: field, from: reading, own)
    }
    return result
  }

  /// The words of a candidate whose ink is behind the first strokes; `nil` where there are none.
  private static func part(of candidate: Candidate, behind count: Int) -> Candidate? {
    guard count > 0 else { return candidate }
    let first = candidate.characters.firstIndex { c in
      !c.ink.isEmpty && c.ink.allSatisfy { $0.stroke >= count }
    }
    guard let first else { return nil }
    var part = candidate
    part.replaceCharacters(0..<first, with: [])
    return part
  }

  /// Whether words that are text keep their order and their lines in a reading of them with more ink.
  private static func keepsWords(_ reading: Reading, in own: Candidate) -> Bool {
    guard let revised = reading.revises else { return true }
    let (characters, words) = (own.characters, own.words)
    let count = reading.strokes.count - reading.count
    func isOld(_ c: RecognizedCharacter) -> Bool { c.ink.contains { $0.stroke < count } }
    func isNew(_ c: RecognizedCharacter) -> Bool { !c.ink.isEmpty && !isOld(c) }
    func isEarlier(_ c: RecognizedCharacter) -> Bool {
      !c.ink.isEmpty && c.ink.allSatisfy { $0.stroke < reading.earlier }
    }
    guard let last = characters.lastIndex(where: isOld) else { return true }
    // The words before those that may be revised were left out, unless they came out behind them.
    if words.contains(where: { characters[$0].allSatisfy(isEarlier) }) { return false }
    let breaks = revised.text.count { $0.isNewline }
    guard characters[..<last].count(where: { $0.character.isNewline }) == breaks else {
      return false
    }
    // Behind a pause no break was written either: new ink that is several lines is so on its own.
    if revised.isSettled, characters[last...].contains(where: { $0.character.isNewline }) {
      return false
    }
    guard !reading.isMark,
      let first = words.firstIndex(where: { characters[$0].allSatisfy(isNew) })
    else { return true }
    return !words[first...].contains { characters[$0].contains(where: isOld) }
  }

  private mutating func commit(
    _ reading: Reading, text: String, in field: FieldText
  ) -> CommitResult {
    guard let counting, reading.number == counting.number else { return .void }
    self.counting = nil
    guard field.hasText(of: reading.present), field.selection == reading.present.selection
    else {
      written = nil
      // The words are read at the pause, with the rest.
      return counting.isOfWords ? .void : .again
    }
    // The same text and selection, of which more is known: what is around the ink.
    let field = reading.present
    ink.removeFirst(reading.count)
    guard !text.isEmpty, field.takes(text) else { return .nothing }
    guard let revised = reading.revises else {
      let edit = TextEdit.insertion(
        of: text, in: field, replacing: reading.range, beginsLine: reading.beginsLine,
        partsWord: beginsGroup(reading, text, in: field))
      remember(edit, reading.strokes, text, in: field, reading, beginsLine: reading.beginsLine)
      return .edit(edit)
    }
    let strokes = Array(reading.strokes[reading.earlier...])
    if let words = Self.words(of: text, after: revised.text), !field.isReplacedWhole {
      let range = revised.inserted.upperBound..<revised.inserted.upperBound
      let edit = TextEdit.insertion(of: words, in: field, replacing: range, partsWord: true)
      remember(edit, strokes.suffix(reading.count), words, in: field, reading)
      let first = Written.Words(
        strokes: strokes.dropLast(reading.count),
        start: revised.inserted.lowerBound + (revised.beginsLine ? 1 : 0))
      let earlier = earlierWords(revised.earlier + [first])
      written?.earlier = earlier
      return .edit(edit)
    }
    let edit = TextEdit.insertion(
      of: text, in: reading.field, replacing: reading.range, beginsLine: reading.beginsLine)
    remember(edit, strokes, text, in: reading.field, reading, beginsLine: reading.beginsLine)
    written?.earlier = revised.earlier
    return .edit(
      TextEdit(
        revised.inserted, with: edit.text,
        former: TextEdit.FormerText(reading.field.scalars, replaced: edit.replaced)))
  }

  /// The last words of a line that a reading of the next ones sees.
  private func earlierWords(_ words: [Written.Words]) -> [Written.Words] {
    var count = 0
    return words.reversed().prefix {
      count += $0.strokes.count
      return count <= settings.mostEarlierStrokes
    }.reversed()
  }

  /// Remembers the edit of a field that a reading became.
  private mutating func remember(
    _ edit: TextEdit, _ strokes: some Sequence<WrittenStroke>, _ text: String,
    in field: FieldText, _ reading: Reading, beginsLine: Bool = false
  ) {
    let length = edit.text.unicodeScalars.count
    var scalars = field.scalars
    scalars.replaceSubrange(edit.replaced, with: edit.text.unicodeScalars)
    let inserted = edit.replaced.lowerBound..<edit.replaced.lowerBound + length
    let ink = Array(strokes)
    written = Written(
      strokes: ink, text: text, field: field, range: edit.replaced,
      beginsLine: beginsLine, scalars: scalars, inserted: inserted, time: reading.time,
      isSettled: !reading.isOfWords)
    placed = PlacedCaret(position: inserted.upperBound, strokes: ink, time: reading.time)
  }

  /// The words that follow what was read before in a text; `nil` where that was read differently.
  private static func words(of text: String, after earlier: String) -> String? {
    guard text.hasPrefix(earlier) else { return nil }
    let rest = text.dropFirst(earlier.count)
    guard rest.first?.isWhitespace == true else { return nil }
    let words = rest.drop { $0 == " " }
    return words.isEmpty ? nil : String(words)
  }

  /// Reports the text that the field has after an edit: it may format a number, or cut what is too long.
  public mutating func settled(as field: FieldText) {
    let isKept = written?.scalars.isSame(as: field.scalars) == true
    words.scalars = field.scalars
    guard written != nil else { return }
    if isKept || field.isReplacedWhole {
      written?.scalars = field.scalars
      if !isKept { written?.inserted = 0..<field.scalars.count }
    } else {
      written = nil
      words.list = []
    }
  }

  /// Whether a stroke that begins beside the field goes on with the line that was written last, however long ago: its
  /// words became a text that is narrower than their ink.
  ///
  /// Not once anything else was done with the text, nor where that is no longer on the line of its ink.
  ///
  /// - Parameter field: With the carets at the end of what was written.
  public func goesOnWithLine(at point: Point, in field: FieldText) -> Bool {
    guard ink.isEmpty, !hasHeldGestures, let written, written.scalars.isSame(as: field.scalars)
    else { return false }
    let end = written.inserted.upperBound
    guard field.selection == end..<end, let last = field.caretIndex(of: end) else { return false }
    let (box, point, carets) = (written.box(in: field), field.level(point), field.leveled.carets)
    let caret = carets[last]
    let height = max(box.height, settings.leastHeight)
    guard caret.center.y > box.minY, caret.center.y < box.maxY,
      point.y > box.minY - height * Self.lineRise, point.y < box.maxY + height * Self.lineFall
    else { return false }
    let before = field.caretIndex(of: end - 1).map { carets[$0] }
    let isReversed = before.map { $0.minX > caret.minX } == true
    let isBehindText = isReversed ? point.x < caret.minX : point.x > caret.minX
    let distance = isReversed ? box.minX - point.x : point.x - box.maxX
    return isBehindText && distance <= height * Self.lineGap
  }

  /// How far above the ink of a line, below it and behind it the next word begins, in heights of the ink.
  ///
  /// If the first is smaller, a tall letter behind low ones begins another text; if one of them is larger, what is written
  /// aside of a text goes into it.
  private static let (lineRise, lineFall, lineGap) = (0.75, 0.2, 2.0)

  /// The text position where the pen has put the caret; `nil` where ink does not go there.
  ///
  /// A phrase is written over the text that follows it: while its line is fresh, what begins over its last ink or close
  /// behind that goes behind its text. Other ink is a word of its own, and a line that has rested for
  /// ``Settings/memory`` seconds is seen as it is by then: such ink goes where it is written.
  ///
  /// - Parameter box: Its bounds along the lines of the field's text.
  func placedPosition(for box: Rect, in field: FieldText, at time: Double) -> Int? {
    guard let placed, !placed.strokes.isEmpty else { return placed?.position }
    guard time - placed.time <= settings.memory else { return nil }
    let old = Rect(around: placed.strokes.lazy.flatMap { field.level($0.points) })
    let height = max(old.height, settings.leastHeight)
    let reach = height * settings.gap
    // Of a line from right to left a phrase goes on to the left.
    if field.leveled.runsLeft, box.maxX <= old.maxX {
      return box.maxX >= old.minX - reach ? placed.position : nil
    }
    // A hand that begins over its last word, which has faded, does not hit its start.
    let isBehind = box.minX >= old.minX - height / 2 && box.minX <= old.maxX + reach
    return isBehind ? placed.position : nil
  }

  /// Whether ink is where it may continue that of an edit: it follows to the right, or is a late mark.
  ///
  /// - Parameter box: Its bounds along the lines of the field's text.
  func isNear(
    _ written: Written, with box: Rect, count: Int, in field: FieldText, at time: Double
  ) -> Bool {
    guard time - written.time <= settings.memory, written.scalars.isSame(as: field.scalars),
      field.isReplacedWhole
        || field.selection == written.inserted.upperBound..<written.inserted.upperBound,
      written.strokes.count + count <= settings.mostStrokes
    else { return false }
    let old = written.box(in: field)
    let height = max(old.height, 12)
    guard box.minY < old.maxY + height / 2, box.maxY > old.minY - height / 2 else { return false }
    // Not by more than a letter over what has faded: a line that rises is higher than its letters.
    let heights = written.strokes.map { Rect(around: field.level($0.points)).height }
    let letter = max(heights.max() ?? 0, 12)
    let follows =
      box.minX > old.maxX - letter * 0.3 && box.minX < old.maxX + height * settings.gap
    return follows || isMark(box, of: old)
  }

  /// Whether ink is a small stroke over that of an edit, as a late dot or bar.
  private func isMark(_ box: Rect, of old: Rect) -> Bool {
    let height = max(old.height, 12)
    return box.height < height * 0.4 && box.width < height * 1.2
      && box.minX >= old.minX - height * 0.2 && box.maxX <= old.maxX + height * 0.6
  }

  /// Whether ink continues that of an edit: it is near, and on its line.
  private func goesOn(
    _ written: Written, with box: Rect, count: Int, in field: FieldText, at time: Double
  ) -> Bool {
    guard isNear(written, with: box, count: count, in: field, at: time) else { return false }
    let old = written.box(in: field)
    let (low, tall) = (min(box.height, old.height), max(box.height, old.height))
    // A dash, a comma and a quote stand beside letters or at their edge.
    guard low >= tall * 0.4 else { return true }
    return min(box.maxY, old.maxY) - max(box.minY, old.minY) >= low * 0.25
  }
}

extension ScribbleSession.Written {
  /// The bounds of the ink along the lines of a field's text.
  fileprivate func box(in field: FieldText) -> Rect {
    Rect(around: strokes.lazy.flatMap { field.level($0.points) })
  }
}

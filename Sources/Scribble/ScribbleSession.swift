import Handwriting
import InkModel

/// Turns a pen's strokes into edits of one text field, without a clock or a screen of its own.
///
/// 1. ``begin(at:)``, ``move(to:)`` and ``end(at:in:)`` take a stroke; the last returns what it was: a tap, a gesture
///    that edits, or ink to be read. A lone stroke that may be a gesture (``mayBeGesture``) is decided by
///    ``takeGesture(at:in:)``, when none has followed for ``Settings/gestureDelay``. A tool that rests where it came down
///    selects from then on (``rest(in:)``); if it lifts there, between two words, a gap opens to write in. Where
///    ``holdsGestures`` is set, and behind a gesture that waits, gestures wait for the pause and act by
///    ``takeHeldGesture(in:)``, before what was written is read.
/// 2. When nothing was written for ``Settings/pause``, ``reading(of:at:)`` gives the ink to read and
///    ``commit(_:as:in:)`` makes an edit of its text. Ink that comes meanwhile makes the reading void: all of
///    it is read together then.
/// 3. When the next word begins, ``readingOfWords(of:at:)`` gives the ink of those before it, which is read and
///    committed while the pen goes on: at the pause only the last word waits. Where a hand writes so closely that the gap
///    alone does not tell, the recogniser does: as each stroke ends, ``readingOfWrittenWords(of:at:)`` gives all ink, and
///    ``finishedWords(of:in:)`` the words before the last in what was read.
/// 4. Ink that continues where the last edit's ink ended, while the text is still as that left it, is read
///    together with it. Where that reads the earlier ink as before, the new words are inserted behind; otherwise the new
///    edit replaces the earlier one: a pause in the middle of a word does no harm, nor does a wide gap in one. The
///    recogniser sees the words before them on the line, too, which stay as they are. Words that are text keep their
///    order and their lines: ink above or below them, and ink with which a reading would put them elsewhere, is read on
///    its own.
///
/// Times are seconds of any monotonic clock; points are of one space that the caller chooses (see ``FieldText``).
///
/// Invariants:
/// 1. A stroke is in ``ink`` from its first point until a reading of it is committed, a gesture used it up or it is one
///    that waits, it became a selection, or ``cancel()``: ink that was not read is neither lost nor read twice.
/// 2. There is at most one reading that counts, and while the pen is down none but that of earlier words.
public struct ScribbleSession: Sendable {
  public struct Settings: Hashable, Sendable {
    /// Seconds without ink after which it is read.
    ///
    /// If it is shorter, words are read before they are finished; if it is longer, people wait for their text.
    public var pause = 0.6
    /// Seconds after a lone stroke in which a further one makes it a letter's part instead of a gesture.
    ///
    /// Less than ``pause``. If it is shorter, slow hands part words with the first stroke of an “H”; if it is longer,
    /// gestures seem not to have worked.
    public var gestureDelay = 0.25
    /// Seconds for which a tool rests on text before it selects what it passes over.
    public var restTime = 0.4
    /// The gap that opens where a tool rests between words, in points.
    ///
    /// Room for a word of a large hand. If it is less, ink lies over the words behind; if it is more, those leave the field.
    public var gapWidth = 140.0
    /// Seconds after which a gap closes in which nothing was written.
    public var gapTime = 4.0
    /// How far a tap may move, in points.
    public var tapReach = 5.0
    /// Seconds and points within which one tap follows another.
    public var tapAgain = 0.4
    public var tapAgainReach = 12.0
    /// Seconds after an edit in which a dot near its ink is a dot and no tap.
    public var dotTime = 1.5
    /// Seconds for which the ink of an edit is remembered.
    public var memory = 8.0
    /// Strokes that are read together at the most.
    public var mostStrokes = 120
    /// Strokes of words before that a reading sees at the most.
    ///
    /// If they are fewer, words of a hand with wide gaps in them are parted; if they are more, reading takes longer.
    public var mostEarlierStrokes = 60
    /// The gap to the next letter or word, in heights of the ink, in which a stroke continues it.
    ///
    /// If it is smaller, broad gaps between words end the writing; if it is larger, ink draws in what is written farther
    /// to the right.
    public var gap = 3.0
    /// How far above the ink a tall letter begins that follows low ones, in heights of the ink.
    ///
    /// If it is smaller, “note” is parted before its “t”; if it is larger, what is written above at
    /// once is part of the same text. Of a hundred words by 36 people, 50 points high, 7 are parted
    /// at 0.5, 2 at 1.2, and none at 1.5.
    public var rise = 1.5
    /// The gap behind all ink, in heights of the ink, from which on a stroke begins the next word.
    ///
    /// If it is smaller, words are read in parts more often, to be read again with their rest; if it is larger, all words
    /// of a hand that writes closely wait for the pause. Of a hundred words by 36 people, 24 to 36 points high, 22 to 28
    /// are parted at 0.5, and 6 to 10 at 0.8.
    public var wordGap = 0.8
    /// The gap in front of a word that was read as one, in heights of the ink before it, from which on the words before
    /// it are finished.
    ///
    /// If it is smaller, words are parted and joined again before people's eyes; if it is larger, more words wait for the
    /// pause. Of 161 words in 30 lines by 13 people, 101 are text before the pause without such a reading, and 114 at
    /// 0.3. The closest of those hands leaves 0.2 to 0.3 between words, but at 0.2 the lines are read worse: 132 of 162
    /// words right where whole lines have 137.
    public var readGap = 0.3
    /// The gap between two numbers of a text, in heights of their ink, from which on the second one is no more of the first.
    ///
    /// If it is smaller, a number is parted in which the pen has paused; if it is larger, a date is joined to the one before.
    /// Of the gaps between digits that 13 people wrote in groups, 2 in 100 within a group are as wide, and all between two.
    public var numberGap = 0.8
    /// The least height of ink that ``gap`` and ``rise`` are counted in, in points: a dash and a dot
    /// have none.
    public var leastHeight = 16.0
    /// The height that a field has while a pen is near it, in points; 0 leaves fields as they are.
    ///
    /// If it is less, tall letters leave low fields; if it is more, forms move when a pen comes near.
    public var leastFieldHeight = 48.0
    /// Characters around the caret that a reading gets as context at the most.
    public var mostContext = 200

    public init() {}
  }

  /// What a stroke was.
  public enum Outcome: Hashable, Sendable {
    /// Ink, or a gesture that waits: when the pause is over it is read, or acts.
    case ink
    /// A tap at a text position, the first, second, … of several.
    case tap(position: Int, count: Int)
    /// A gesture that edits; waiting ink still waits.
    case edit(TextEdit)
    /// Waiting ink was removed, by a gesture.
    case withdrawn
    /// A tool that had rested lifts: what it passed over is selected.
    case selection(Range<Int>)
    /// A tool rested and lifted without moving, at a text position.
    case rest(position: Int)
    /// So it did between two words: a gap opens at a text position, behind the first of them.
    case gap(position: Int)
  }

  /// How a stroke would continue the ink that waits, by the position where it begins.
  public enum Continuation: Hashable, Sendable {
    /// The ink waits for nothing there.
    case none
    /// The next letter or word may begin there; a tap there is no writing.
    case letter
    /// A letter, or a mark without extent: a dot of an i, a full stop.
    case mark
  }

  /// What a commit of a reading does.
  public enum CommitResult: Hashable, Sendable {
    /// The text of the field changes; report ``settled(as:)`` the text that the field has then.
    case edit(TextEdit)
    /// The ink was read as no text, and is gone.
    case nothing
    /// There is more ink by now, which will be read with it.
    case void
    /// The text is not what it was: read anew, now.
    case again
  }

  /// Ink to be read.
  public struct Reading: Hashable, Sendable {
    /// What the recogniser gets: those of words before, whose text stays as it is, and those that become text.
    public var strokes: [WrittenStroke]
    public var context: RecognitionContext
    /// How many of ``strokes`` are of words before.
    var earlier = 0
    var number: Int
    /// The strokes that wait which are read, the first ones of ``ScribbleSession/ink``.
    var count: Int
    /// The field as it was when this was asked for.
    var present: FieldText
    /// The field that the text goes into: the present one, or that before the edit which this revises.
    var field: FieldText
    var range: Range<Int>
    /// Whether the text begins a line there, behind the last one.
    var beginsLine = false
    var time: Double
    var revises: Written?
    /// Whether the strokes that wait are a late mark of words that are text: a dot, a bar.
    var isMark = false
    /// Whether more ink may follow without a pause.
    var isOfWords = false
  }

  /// A caret that the pen has put somewhere.
  struct PlacedCaret: Hashable, Sendable {
    /// A text position.
    var position: Int
    /// The strokes behind whose text it stands; none where a tap, a rest or a gesture has put it.
    var strokes: [WrittenStroke] = []
    /// When they were read.
    var time = 0.0
  }

  /// Ink that became text.
  struct Written: Hashable, Sendable {
    struct Words: Hashable, Sendable {
      var strokes: [WrittenStroke]
      /// The text position where they begin.
      var start: Int
    }

    var strokes: [WrittenStroke]
    /// What they were read as.
    var text: String
    /// The field before, and the range of its text that was replaced.
    var field: FieldText
    var range: Range<Int>
    /// Whether it began a line there, behind the last one.
    var beginsLine = false
    /// The text that the edit gives the field.
    var scalars: FieldScalars
    var inserted: Range<Int>
    var time: Double
    /// Whether a pause came before they were read.
    var isSettled: Bool
    /// The words before them on the line, in the order written.
    ///
    /// With them the recogniser sees how wide this hand's gaps are, and how tall its letters.
    var earlier: [Words] = []
  }

  public var settings: Settings
  /// Whether gestures wait for the pause, since they would change more of the field than its text: its focus and what it
  /// is shown as.
  ///
  /// Where others wait already a gesture waits in any case (``hasHeldGestures``).
  public var holdsGestures = false
  /// Gestures that wait, in the order drawn, and the text that they are of.
  var held: (list: [HeldGesture], scalars: FieldScalars) = ([], FieldScalars())
  /// Whether ink lies over a text that is not known yet: what may be a gesture there is ink until ``see(_:)``.
  public var awaitsText = false
  /// All strokes that are neither text nor gesture yet, the one under the pen last.
  public internal(set) var ink: [[Point]] = []
  public private(set) var isDown = false
  var written: Written?
  /// Whether the stroke under the pen began while ink waited: it is no tap, though that ink became text meanwhile.
  private var continues = false
  private var lastTap: (point: Point, time: Double, count: Int)?
  /// The reading that counts, and whether it is one of earlier words.
  var counting: (number: Int, isOfWords: Bool)?
  var readings = 0
  /// Whether the only stroke, which has ended, may be a gesture.
  public internal(set) var mayBeGesture = false
  /// Where a tool rested that now selects, the text position there, and whether it has moved.
  var selecting: (start: Point, anchor: Int, hasMoved: Bool)?
  /// The text position where a tool rested last, to write there.
  private var rested: Int?
  /// Where the pen has put the caret last.
  var placed: PlacedCaret?
  /// The words that were written last, in the order of the text, and the text that they are of.
  var words: (list: [WrittenWord], scalars: FieldScalars) = ([], FieldScalars())
  /// Words that were chosen before where they were read as others; readings know them.
  public var favored: [String] = []

  /// - Parameter ink: Strokes that wait, each of them with a point at least.
  public init(_ settings: Settings = .init(), waiting ink: [[Point]] = []) {
    self.settings = settings
    self.ink = ink
  }

  /// Whether there is ink that was not read yet, or a gesture that has not acted.
  public var isWaiting: Bool { (!ink.isEmpty || hasHeldGestures) && !isDown }

  /// Where it needs the carets of the field's text: around all ink and the last stroke, or where a tool rested that
  /// selects.
  public var areas: [Rect] {
    if let selecting { return [Rect(center: selecting.start, radius: 0)] }
    guard let last = ink.last else { return [] }
    return ink.count == 1
      ? [Rect(around: last)] : [Rect(around: ink.joined()), Rect(around: last)]
  }

  // MARK: A stroke

  /// The pen comes down.
  public mutating func begin(at point: Point) {
    if counting?.isOfWords == false { counting = nil }
    mayBeGesture = false
    isDown = true
    continues = !ink.isEmpty
    if ink.isEmpty { awaitsText = false }
    ink.append([point])
  }

  /// Strokes that were drawn elsewhere are the start of the word that the stroke under the pen goes on with.
  public mutating func adopt(_ strokes: [[Point]]) {
    guard isDown, selecting == nil else { return }
    ink.insert(contentsOf: strokes.filter { !$0.isEmpty }, at: ink.count - 1)
    continues = true
  }

  /// The pen moves on, point by point.
  public mutating func move(to points: [Point]) {
    guard isDown, selecting == nil else { return }
    ink[ink.count - 1] += points.filter { $0.x.isFinite && $0.y.isFinite }
  }

  /// Whether the stroke under the pen is more than a tap by now.
  public var isWriting: Bool { ink.count > 1 || (ink.last.map { strays($0) } ?? false) }

  /// Whether the stroke under the pen is no more than a tap by now.
  public var isTap: Bool {
    isDown && selecting == nil && (ink.last.map { !strays($0) } ?? false)
  }

  /// Whether the stroke under the pen goes on with no other.
  public var beginsInk: Bool { isDown && selecting == nil && !continues && ink.count == 1 }

  /// Whether the stroke under the pen, which goes on with no other, is a ``Flick`` by now.
  public func isFlick(lasting seconds: Double, along direction: Vector) -> Bool {
    guard beginsInk else { return false }
    return Flick.isOne(ink[0], lasting: seconds, along: direction)
  }

  /// How a stroke that begins at a point would continue the ink that waits.
  public func continuation(at point: Point) -> Continuation {
    guard isWaiting, !ink.isEmpty else { return .none }
    let box = Rect(around: ink.joined())
    let height = max(ink.map { Rect(around: $0).height }.max() ?? 0, settings.leastHeight)
    let letters = Rect(
      minX: box.minX - height, minY: box.minY - height / 2,
      maxX: box.maxX + height * settings.gap, maxY: box.maxY + height / 2)
    // Not over the whole ink: what begins above its start is no next letter.
    let tall = Rect(
      minX: box.maxX - height, minY: box.minY - height * settings.rise, maxX: letters.maxX,
      maxY: letters.maxY)
    guard letters.contains(point) || tall.contains(point) else { return .none }
    let marks = Rect(
      minX: box.minX, minY: box.minY - height / 2, maxX: box.maxX + height * 0.6,
      maxY: box.maxY + height * 0.4)
    return marks.contains(point) ? .mark : .letter
  }

  /// Removes the stroke under the pen, which was no writing; the ink before it still waits.
  public mutating func withdrawStroke() {
    guard isDown else { return }
    isDown = false
    ink.removeLast()
  }

  /// The pen lifts.
  ///
  /// - Parameter point: Where it does.
  public mutating func end(at time: Double, in field: FieldText, lifting point: Point? = nil)
    -> Outcome
  {
    if let selecting {
      isDown = false
      let range = selection(to: point ?? .zero, in: field)
      let hasMoved = self.selecting?.hasMoved == true
      self.selecting = nil
      written = nil
      guard hasMoved, point != nil, let range else {
        let gap = point == nil ? nil : field.gap(at: selecting.start)
        rested = gap ?? selecting.anchor
        placed = rested.map { PlacedCaret(position: $0) }
        return gap.map { .gap(position: $0) } ?? .rest(position: selecting.anchor)
      }
      return .selection(range)
    }
    guard isDown, let stroke = ink.last, let first = stroke.first else { return .withdrawn }
    isDown = false
    // However long it lasts: a contact that does not move is no letter.
    if ink.count == 1, !continues, !strays(stroke), !isDot(first, at: time, in: field) {
      ink = []
      return tap(at: first, time, in: field)
    }
    lastTap = nil
    let expected = expected(field)
    let level = expected.level(stroke)
    let isScratch = ScratchOut.isOne(level)
    // Ink that waits is scratched out before text.
    let (below, rest) = waitingInk(under: level, in: expected)
    if isScratch ? !below.isEmpty : isShortScratch(level, over: below) {
      ink = rest
      counting = nil
      return .withdrawn
    }
    guard isScratch else {
      mayBeGesture = gesture(at: time, in: losesSight(of: field) ? field : expected) != nil
      return .ink
    }
    if awaitsText { return .ink }
    ink.removeLast()
    // No letter and no digit is written so: where there is nothing to delete it is not read as one. What is written anew
    // as a whole has no part that could be deleted.
    guard !field.isReplacedWhole, let edit = ScratchOut.edit(by: level, in: expected.leveled)
    else { return .withdrawn }
    // To and fro in an empty gap joins no words.
    if let rested, expected.selection == rested..<rested,
      expected.isBlank(edit.replaced, around: rested)
    {
      return .withdrawn
    }
    written = nil
    counting = nil
    if willHold {
      hold(.edit(edit), by: stroke, in: field)
      return .ink
    }
    placed = PlacedCaret(position: edit.caret)
    return .edit(edit)
  }

  /// The strokes that wait, parted by whether the last one lies over most of their width: those that it does, along the
  /// lines of the field's text, and the others as they are.
  ///
  /// - Parameter stroke: Along these lines.
  private func waitingInk(
    under stroke: [Point], in field: FieldText
  ) -> (below: [[Point]], rest: [[Point]]) {
    let box = Rect(around: stroke)
    func isBelow(_ other: [Point]) -> Bool {
      // A second stroke to and fro over the same word means that word.
      if awaitsText, ScratchOut.isOne(other) { return false }
      let own = Rect(around: other)
      let shared = own.outset(by: 1).intersection(box)
      return !shared.isEmpty && shared.width * 2 >= own.width
    }
    var (below, rest): ([[Point]], [[Point]]) = ([], [])
    for other in ink.dropLast() {
      let level = field.level(other)
      if isBelow(level) { below.append(level) } else { rest.append(other) }
    }
    return (below, rest)
  }

  /// Whether a stroke of few turns scratches out ink that waits.
  ///
  /// Over a text that is not known yet, what it lies over may be such a stroke as well: then both mean the text.
  private func isShortScratch(_ stroke: [Point], over below: [[Point]]) -> Bool {
    if awaitsText, below.contains(where: ShortScratch.goesToAndFro) { return false }
    return ShortScratch.isAcross(below, by: stroke)
  }

  /// The gesture that the only stroke is, where it may be one.
  ///
  /// What goes on with written words, and what is written over a selection to replace it, is writing: fewer strokes are
  /// gestures there (``TextGesture/overSelection(_:in:)``).
  private func gesture(at time: Double, in field: FieldText) -> TextGesture? {
    guard ink.count == 1, !isDown else { return nil }
    let box = Rect(around: field.level(ink[0]))
    if let written, isNear(written, with: box, count: 1, in: field, at: time) { return nil }
    let (stroke, level) = (field.level(ink[0]), field.leveled)
    if field.hasFocus, level.touches(Rect(around: stroke), field.selection) {
      return TextGesture.overSelection(stroke, in: level)
    }
    let gesture = TextGesture.of(stroke, in: level)
    // A letter in the space where the tool rested.
    if case .edit(let edit) = gesture, let rested, field.selection == rested..<rested,
      edit.replaced.lowerBound <= rested, rested <= edit.replaced.upperBound
    {
      return nil
    }
    return gesture
  }

  /// Uses up the only stroke for the gesture that it is: no other has followed.
  ///
  /// `nil` where it is writing, where the gesture waits from now on (``holdsGestures``, or behind
  /// others), and where it is withdrawn: it is not known where the text is seen that those before it
  /// leave.
  public mutating func takeGesture(at time: Double, in field: FieldText) -> TextGesture? {
    guard mayBeGesture else { return nil }
    mayBeGesture = false
    let isUnseen = losesSight(of: field)
    guard let stroke = ink.first,
      let gesture = gesture(at: time, in: isUnseen ? field : expected(field))
    else { return nil }
    ink = []
    counting = nil
    written = nil
    // What it would act on is not known, and it is no letter.
    if isUnseen { return nil }
    if gesture == .nothing { return gesture }
    if willHold {
      hold(gesture, by: stroke, in: field)
      return nil
    }
    if case .edit(let edit) = gesture {
      placed = PlacedCaret(position: edit.caret)
    }
    return gesture
  }

  /// Forgets all ink: none of it becomes text.
  public mutating func cancel() {
    ink = []
    held.list = []
    isDown = false
    counting = nil
    mayBeGesture = false
    selecting = nil
    awaitsText = false
  }

  private func strays(_ stroke: [Point]) -> Bool {
    guard let first = stroke.first else { return false }
    return stroke.contains { $0.distance(to: first) > settings.tapReach }
  }

  /// Whether a touch belongs to ink that has just become text: the dot of an i, a full stop.
  public func isDot(_ point: Point, at time: Double, in field: FieldText) -> Bool {
    guard let written, time - written.time <= settings.dotTime,
      written.scalars.isSame(as: field.scalars)
    else { return false }
    let box = Rect(around: written.strokes.lazy.flatMap(\.points))
    return Rect(
      x: box.minX, y: box.minY - box.height / 2, width: box.width + box.height / 2,
      height: box.height * 1.5
    ).contains(point)
  }

  private mutating func tap(at point: Point, _ time: Double, in field: FieldText) -> Outcome {
    var count = 1
    if let lastTap, time - lastTap.time <= settings.tapAgain,
      point.distance(to: lastTap.point) <= settings.tapAgainReach
    {
      count = lastTap.count + 1
    }
    lastTap = (point, time, count)
    written = nil
    let position = field.position(nearest: point)
    placed = PlacedCaret(position: position)
    return .tap(position: position, count: count)
  }

  // MARK: Resting on text

  /// The tool has rested since it came down: from now on it selects, where it is on text and neither ink nor a gesture
  /// waits.
  public mutating func rest(in field: FieldText) -> Bool {
    guard isTap, ink.count == 1, !hasHeldGestures, !field.isReplacedWhole,
      let point = ink[0].first,
      field.isText(at: point)
    else { return false }
    ink = []
    selecting = (point, field.position(nearest: point), false)
    return true
  }

  /// What a tool that had rested selects now; `nil` where it does not select.
  public mutating func selection(to point: Point, in field: FieldText) -> Range<Int>? {
    guard let (start, anchor, hasMoved) = selecting, anchor <= field.scalars.count else {
      return nil
    }
    let position = field.position(nearest: point)
    // A space is narrow: a hand that trembles there still opens a gap.
    if !hasMoved, position != anchor, point.distance(to: start) <= settings.tapReach,
      field.gap(at: start) != nil
    {
      return anchor..<anchor
    }
    if position != anchor { selecting?.hasMoved = true }
    return min(anchor, position)..<max(anchor, position)
  }

  /// Whether a tool that had rested selects.
  public var isSelecting: Bool { selecting != nil }
}

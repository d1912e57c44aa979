import Handwriting
import InkModel

/// The content of a text field, and the positions of its characters on the screen, at one moment.
///
/// A text position is the number of Unicode scalars before it, as GTK counts. All rectangles and points
/// are in one space, which the caller chooses: that of the window's widget, y downwards.
public struct FieldText: Hashable, Sendable {
  public var scalars: FieldScalars
  /// The selected text positions; empty at the caret.
  public var selection: Range<Int>
  /// Whether the field has the keyboard focus: its caret is used then.
  public var hasFocus: Bool
  /// The text position of the first of ``carets``: what is scrolled away has none.
  public var firstCaret: Int
  /// The caret's frame at each text position from ``firstCaret`` on, but those of ``skips``; empty where it is not known.
  public var carets: [Rect]
  /// Text positions without a caret between those that have one, in the order of the text: of long lines only the parts
  /// that a question is about have carets.
  public var skips: [Skip] = []
  /// The text positions of the lines on the screen of which only a part has carets.
  public var longRows: [ClosedRange<Int>] = []
  /// The sides of the character behind each of ``carets`` but the last; empty where the carets tell them, as they do on
  /// lines that run in one direction.
  public var sides: [Sides] = []
  /// The lines as they are level, where they are turned on the screen: ``carets`` are the upright bounds of carets then.
  public var turned: TurnedLines?
  /// The kind of text that is expected.
  public var kind: RecognitionContext.Kind
  /// The only characters that the field takes, or nil for all.
  public var alphabet: Set<Character>?
  /// Characters besides those of ``alphabet`` that are read, to be known: of a text that has one nothing is taken.
  ///
  /// Kept to the alphabet alone, the recogniser would take a sign for a digit.
  public var refused: Set<Character> = []
  /// Whether new text replaces all of the old, as in a field for a number, or for a word that stands
  /// for one.
  public var isReplacedWhole: Bool

  public init(
    _ text: String, selection: Range<Int>? = nil, hasFocus: Bool = false, firstCaret: Int = 0,
    carets: [Rect] = [], kind: RecognitionContext.Kind = .line, alphabet: Set<Character>? = nil,
    isReplacedWhole: Bool = false
  ) {
    self.init(
      FieldScalars(text.unicodeScalars), selection: selection, hasFocus: hasFocus,
      firstCaret: firstCaret, carets: carets, kind: kind, alphabet: alphabet,
      isReplacedWhole: isReplacedWhole)
  }

  public init(
    _ scalars: FieldScalars, selection: Range<Int>? = nil, hasFocus: Bool = false,
    firstCaret: Int = 0, carets: [Rect] = [], kind: RecognitionContext.Kind = .line,
    alphabet: Set<Character>? = nil, isReplacedWhole: Bool = false
  ) {
    self.scalars = scalars
    self.selection = selection ?? scalars.count..<scalars.count
    self.hasFocus = hasFocus
    self.firstCaret = firstCaret
    self.carets = carets
    self.kind = kind
    self.alphabet = alphabet
    self.isReplacedWhole = isReplacedWhole
  }

  /// Whether it is for numbers, or for words that stand for one: what is written in it may be none.
  public var isForNumbers: Bool { isReplacedWhole || alphabet != nil }

  /// Whether it takes a reading, which has nothing that is ``refused``.
  func takes(_ reading: String) -> Bool { refused.isDisjoint(with: reading) }

  /// What is known of the text.
  public var text: String { string(0..<scalars.count) }

  /// Whether another field has the same text, see ``FieldScalars/revision``.
  public func hasText(of other: FieldText) -> Bool { scalars.isSame(as: other.scalars) }

  /// Text positions without a caret.
  public struct Skip: Hashable, Sendable {
    /// The index of the first caret behind them.
    public var caret: Int
    /// How many they are.
    public var count: Int

    public init(caret: Int, count: Int) {
      self.caret = caret
      self.count = count
    }
  }

  /// The text position of one of ``carets``.
  func position(ofCaret i: Int) -> Int {
    skips.reduce(firstCaret + i) { $1.caret <= i ? $0 + $1.count : $0 }
  }

  /// The index of a text position's caret; `nil` where it has none.
  func caretIndex(of position: Int) -> Int? {
    var i = position - firstCaret
    for skip in skips where i >= skip.caret {
      i -= skip.count
      if i < skip.caret { return nil }
    }
    return carets.indices.contains(i) ? i : nil
  }

  /// Whether the next caret is not that of the next text position.
  func isSkip(behindCaret i: Int) -> Bool { skips.contains { $0.caret == i + 1 } }

  /// Where a character begins and ends on its line, as it is read: from right to left the end is at the left.
  public struct Sides: Hashable, Sendable {
    public var start: Double
    public var end: Double

    public init(from start: Double, to end: Double) {
      self.start = start
      self.end = end
    }

    var minX: Double { min(start, end) }
    var maxX: Double { max(start, end) }
    var middle: Double { (start + end) / 2 }

    /// How far a point of its line is from it; 0 within it.
    func distance(to x: Double) -> Double { max(minX - x, x - maxX, 0) }

    /// Whether its end is nearer than its start.
    func isNearerToEnd(_ x: Double) -> Bool { abs(end - x) < abs(start - x) }
  }

  /// Whether two carets are on the same line of the screen.
  ///
  /// Each is as high as the font of its character: where a line has two scripts, their carets begin
  /// at different heights.
  static func areOnOneRow(_ a: Rect, _ b: Rect) -> Bool {
    func isBeside(_ y: Double, _ caret: Rect) -> Bool { caret.minY <= y && y <= caret.maxY }
    return isBeside(a.center.y, b) || isBeside(b.center.y, a)
  }

  /// Whether some of a line runs from right to left: ``sides`` tell more than the carets then.
  public var runsLeft: Bool {
    zip(carets, carets.dropFirst()).contains {
      Self.areOnOneRow($0, $1) && $1.minX < $0.minX
    }
  }

  /// The sides of the character behind one of ``carets`` but the last.
  func sides(behindCaret i: Int) -> Sides {
    sides.indices.contains(i) ? sides[i] : Sides(from: carets[i].minX, to: carets[i + 1].minX)
  }

  /// A part of the text, as far as it is known.
  func string(_ range: Range<Int>) -> String { scalars.known(in: range) }

  /// The text position whose caret is nearest to a point: the nearest on the nearest line.
  ///
  /// Takes time in proportion to ``carets``.
  public func position(nearest point: Point) -> Int {
    guard turned == nil else { return leveled.position(nearest: level(point)) }
    func distance(_ caret: Rect) -> (Double, Double) {
      (max(caret.minY - point.y, point.y - caret.maxY, 0), abs(caret.minX - point.x))
    }
    guard let first = carets.indices.min(by: { distance(carets[$0]) < distance(carets[$1]) }) else {
      return scalars.count
    }
    func isOnRow(_ i: Int) -> Bool { Self.areOnOneRow(carets[i], carets[first]) }
    // A point beside a low caret of the line may be within a tall one that is farther away.
    let best =
      carets.indices.filter(isOnRow).min {
        abs(carets[$0].minX - point.x) < abs(carets[$1].minX - point.x)
      } ?? first
    guard !sides.isEmpty else { return position(ofCaret: best) }
    // Where a direction ends, two text positions have a caret at the same point: that of the character there is meant.
    let characters = carets.indices.dropLast().filter {
      isOnRow($0) && isOnRow($0 + 1) && !isSkip(behindCaret: $0)
    }
    let nearest = characters.min {
      sides(behindCaret: $0).distance(to: point.x) < sides(behindCaret: $1).distance(to: point.x)
    }
    guard let nearest else { return position(ofCaret: best) }
    let isEnd = sides(behindCaret: nearest).isNearerToEnd(point.x)
    return position(ofCaret: nearest) + (isEnd ? 1 : 0)
  }

  /// The same text with the carets that lie between two sides of a field of one line, which skips none; with all where
  /// none does.
  ///
  /// A selection that ends at another caret would scroll the field.
  public func inSight(from minX: Double, to maxX: Double) -> FieldText {
    func isSeen(_ caret: Rect) -> Bool { minX <= caret.minX && caret.minX <= maxX }
    guard let first = carets.firstIndex(where: isSeen), let last = carets.lastIndex(where: isSeen)
    else { return self }
    var seen = self
    seen.firstCaret += first
    seen.carets = Array(carets[first...last])
    if !sides.isEmpty { seen.sides = Array(sides[first..<last]) }
    return seen
  }

  /// The frames of a range's characters, one for each line on the screen; none where they are scrolled away.
  public func frames(of range: Range<Int>) -> [Rect] {
    var frames: [Rect] = []
    for i in carets.indices.dropLast() where range.contains(position(ofCaret: i)) {
      let (start, end) = (carets[i], carets[i + 1])
      let isBroken =
        end.minY >= start.maxY || end.maxY <= start.minY || isSkip(behindCaret: i)
      let own = sides(behindCaret: i)
      let box =
        isBroken
        ? start
        : Rect(minX: own.minX, minY: start.minY, maxX: own.maxX, maxY: start.maxY)
      if let last = frames.last, last.minY < box.maxY, box.minY < last.maxY {
        frames[frames.count - 1] = last.union(box)
      } else {
        frames.append(box)
      }
    }
    return frames
  }

  /// Whether a point is on a line of text, within a few points of its characters.
  func isText(at point: Point) -> Bool {
    guard turned == nil else { return leveled.isText(at: level(point)) }
    return TextLine.lines(of: self).contains { line in
      guard let span = line.characters.span else { return false }
      return Rect(minX: span.minX, minY: line.minY, maxX: span.maxX, maxY: line.maxY)
        .outset(by: 4).contains(point)
    }
  }

  /// Whether a rectangle reaches over a character of a range.
  func touches(_ box: Rect, _ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    return TextLine.lines(of: self).contains { line in
      line.minY < box.maxY && box.minY < line.maxY
        && line.characters.contains {
          range.contains($0.position) && $0.minX < box.maxX && box.minX < $0.maxX
        }
    }
  }

  /// The text positions of the line that a position is on, its end included.
  func line(of position: Int) -> ClosedRange<Int> {
    let before = scalars[..<position].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let after = scalars[position...].firstIndex(of: "\n") ?? scalars.count
    return before...after
  }

  /// What taps at a text position select: one nothing, two the word, three and more the line, which is all of a field of
  /// one line.
  public func tapped(at position: Int, count: Int) -> Range<Int> {
    switch count {
    case ...1: return position..<position
    case 2: return word(at: position)
    default:
      guard kind == .text else { return 0..<scalars.count }
      let line = line(of: position)
      return line.lowerBound..<line.upperBound
    }
  }

  /// The word around a text position: letters and digits, else one character.
  public func word(at position: Int) -> Range<Int> {
    guard !scalars.isEmpty else { return 0..<0 }
    func isLetter(_ i: Int) -> Bool { scalars[i].isOfWord }
    var start = min(position, scalars.count - 1)
    if !isLetter(start), position > 0, isLetter(position - 1) { start = position - 1 }
    guard isLetter(start) else { return start..<start + 1 }
    var end = start
    while start > 0, isLetter(start - 1) { start -= 1 }
    while end < scalars.count, isLetter(end) { end += 1 }
    return start..<end
  }
}

extension Unicode.Scalar {
  /// Letters, digits, and what is put onto letters.
  var isOfWord: Bool {
    properties.isAlphabetic || properties.numericType == .decimal
      || properties.generalCategory == .nonspacingMark
  }
}

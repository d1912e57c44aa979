import Handwriting
import InkModel

/// What a text field holds, and where on the screen, at one moment.
///
/// A place in the text is the number of Unicode scalars before it, as GTK counts. All rectangles and points
/// are in one space, which the caller chooses: that of the window's widget, y downwards.
public struct FieldText: Hashable, Sendable {
  public var scalars: [Unicode.Scalar]
  /// What is selected; empty at the caret.
  public var selection: Range<Int>
  /// Whether the keyboard is the field's: its caret counts then.
  public var hasFocus: Bool
  /// The place of the first of ``carets``: what is scrolled away has none.
  public var firstCaret: Int
  /// Where the caret would stand, place by place, line by line; empty where nobody knows.
  public var carets: [Rect]
  /// What is expected here.
  public var kind: RecognitionContext.Kind
  /// The only characters that the field takes, or nil for all.
  public var alphabet: Set<Character>?
  /// Whether what is written stands in place of all that was there, as a number does.
  public var isReplacedWhole: Bool

  public init(
    _ text: String, selection: Range<Int>? = nil, hasFocus: Bool = false, firstCaret: Int = 0,
    carets: [Rect] = [], kind: RecognitionContext.Kind = .line, alphabet: Set<Character>? = nil,
    isReplacedWhole: Bool = false
  ) {
    scalars = Array(text.unicodeScalars)
    self.selection = selection ?? scalars.count..<scalars.count
    self.hasFocus = hasFocus
    self.firstCaret = firstCaret
    self.carets = carets
    self.kind = kind
    self.alphabet = alphabet
    self.isReplacedWhole = isReplacedWhole
  }

  public var text: String { string(0..<scalars.count) }

  /// A part of the text.
  func string(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range])
    return String(text)
  }

  /// The place of the caret that is nearest to a point: of the nearest line's, the nearest.
  ///
  /// Takes time in proportion to ``carets``.
  public func place(nearest point: Point) -> Int {
    func distance(_ caret: Rect) -> (Double, Double) {
      (max(caret.minY - point.y, point.y - caret.maxY, 0), abs(caret.minX - point.x))
    }
    guard let best = carets.indices.min(by: { distance(carets[$0]) < distance(carets[$1]) }) else {
      return scalars.count
    }
    return firstCaret + best
  }

  /// The places of the line that a place is on, its end included.
  func line(of place: Int) -> ClosedRange<Int> {
    let before = scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let after = scalars[place...].firstIndex(of: "\n") ?? scalars.count
    return before...after
  }

  /// What belongs together around a place: the letters and digits of a word, else one character.
  public func word(at place: Int) -> Range<Int> {
    guard !scalars.isEmpty else { return 0..<0 }
    func isLetter(_ i: Int) -> Bool { scalars[i].isOfWord }
    var start = min(place, scalars.count - 1)
    if !isLetter(start), place > 0, isLetter(place - 1) { start = place - 1 }
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

import Handwriting
import InkModel

/// Where ink goes in the text.
extension FieldText {
  /// Where ink goes.
  struct Insertion: Hashable, Sendable {
    /// The range of the text that it replaces; empty where it is inserted.
    var range: Range<Int>
    /// Whether it begins a line there, behind the last one.
    var beginsLine = false
  }

  /// Where ink goes in the text.
  ///
  /// 1. It replaces all of a field that is replaced whole.
  /// 2. Below the last line of a text it goes to the end, from half that line's height on. From a
  ///    whole height on it begins a line there, unless the last one is empty. Not where it is close
  ///    below what is selected there, whose handles lie there.
  /// 3. It replaces the selection of a field that has the focus where it lies over selected text of
  ///    its line, or close below it, and wherever it is where all of the text is selected, as when a
  ///    name is to be given anew.
  /// 4. It goes to the caret on the line that it is on, if it begins within half its height of it,
  ///    or if the pen has put the caret there, for ink that goes on with what the pen did.
  /// 5. It goes to the edge of a word on the line that it is on, the nearest to where it begins:
  ///    before the first word, between two, or behind the last.
  ///
  /// - Parameters:
  ///   - ink: Its strokes.
  ///   - placed: The text position where the pen has put the caret for it: by a tap, by resting, or by an edit.
  func insertion(of ink: ArraySlice<[Point]>, placed: Int?) -> Insertion {
    if isReplacedWhole { return Insertion(range: 0..<scalars.count) }
    guard turned == nil else {
      return leveled.insertion(of: ArraySlice(ink.map { level($0) }), placed: placed)
    }
    let box = Rect(around: ink.joined())
    guard let row = row(nearest: box.center) else {
      return Insertion(range: hasFocus ? selection : scalars.count..<scalars.count)
    }
    return insertion(of: ink, below: row, placed)
      ?? Insertion(range: range(of: box, on: row, placed))
  }

  /// The text positions of a line on the screen, those that have no carets too.
  private func whole(_ row: ClosedRange<Int>) -> ClosedRange<Int> {
    let positions = position(ofCaret: row.lowerBound)...position(ofCaret: row.upperBound)
    return longRows.first { $0.overlaps(positions) } ?? positions
  }

  /// Where ink goes that lies below the last line of a text of many lines; `nil` where it does not.
  private func insertion(
    of ink: ArraySlice<[Point]>, below row: ClosedRange<Int>, _ placed: Int?
  ) -> Insertion? {
    let whole = whole(row)
    guard kind == .text, whole.upperBound == scalars.count,
      let top = carets[row].map(\.minY).min(), let bottom = carets[row].map(\.maxY).max()
    else { return nil }
    let height = bottom - top
    let box = Rect(around: ink.joined())
    guard height > 0, box.maxY >= bottom + height / 2,
      let middle = Self.middle(ofFirstLineOf: ink), middle >= bottom + height / 2
    else { return nil }
    if middle < bottom + height, isAlongSelection(box, on: row) { return nil }
    // A hand much taller than the text, at the caret, or in a gap.
    if hasFocus, selection.isEmpty, whole.contains(selection.lowerBound),
      box.minY < (top + bottom) / 2, isAtCaret(box, on: row, placed)
    {
      return nil
    }
    return Insertion(
      range: scalars.count..<scalars.count,
      beginsLine: whole.count > 1 && middle >= bottom + height)
  }

  /// Whether ink begins or ends along the selected text of a line, or reaches over it, over it or below it.
  private func isAlongSelection(_ box: Rect, on row: ClosedRange<Int>) -> Bool {
    guard hasFocus, !selection.isEmpty else { return false }
    let edges = row.filter {
      (selection.lowerBound...selection.upperBound).contains(position(ofCaret: $0))
    }
    .map { carets[$0].minX }
    guard let left = edges.min(), let right = edges.max(), left < right else { return false }
    return box.minX < right && box.maxX > left
  }

  /// The height around which half of the ink of its first line is: a long loop of one letter does
  /// not move it.
  private static func middle(ofFirstLineOf ink: ArraySlice<[Point]>) -> Double? {
    let strokes = ink.map { WrittenStroke($0) }
    let lines = LineSegmenter.lines(of: strokes, single: false, lineHeight: nil)
    guard let first = lines.first, !first.isEmpty else { return nil }
    let heights = first.flatMap { strokes[$0].points.map(\.y) }.sorted()
    return heights[heights.count / 2]
  }

  /// The range that ink in a box replaces on the line that it is on; empty where it is inserted.
  private func range(of box: Rect, on row: ClosedRange<Int>, _ placed: Int?) -> Range<Int> {
    func distance(_ i: Int) -> Double { self.distance(from: box, to: i, on: row) }
    let positions = position(ofCaret: row.lowerBound)...position(ofCaret: row.upperBound)
    if hasFocus {
      if isAlongSelection(box, on: row) || selection.count == scalars.count && !selection.isEmpty {
        return selection
      }
      if selection.isEmpty, whole(row).contains(selection.lowerBound),
        isAtCaret(box, on: row, placed)
      {
        return selection
      }
    }
    let edges = row.filter { isEdgeOfWord(position(ofCaret: $0)) }
    // Of two at the same distance the later one: behind a word comes its space.
    if let nearest = edges.min(by: { (distance($0), -$0) < (distance($1), -$1) }) {
      let position = position(ofCaret: nearest)
      return position..<position
    }
    // In a long word of which only a part has carets.
    if hasFocus, !isEdgeOfWord(positions.upperBound) {
      return selection.upperBound..<selection.upperBound
    }
    return positions.upperBound..<positions.upperBound
  }

  /// How far along a line ink begins from a caret.
  private func distance(from box: Rect, to caret: Int, on row: ClosedRange<Int>) -> Double {
    // From right to left, ink begins at its right edge.
    let isReversed = carets[row.upperBound].minX < carets[row.lowerBound].minX
    return abs(carets[caret].minX - (isReversed ? box.maxX : box.minX))
  }

  /// Whether ink on a line goes to the field's caret there: the pen has put it, or the ink begins close to it.
  private func isAtCaret(_ box: Rect, on row: ClosedRange<Int>, _ placed: Int?) -> Bool {
    guard placed != selection.lowerBound else { return true }
    return caretIndex(of: selection.lowerBound).map {
      distance(from: box, to: $0, on: row) <= box.height / 2
    } ?? false
  }

  /// The carets of the line on the screen that is nearest to a point; `nil` where none are known.
  private func row(nearest point: Point) -> ClosedRange<Int>? {
    guard let nearest = caretIndex(of: position(nearest: point)) else { return nil }
    func isOnRow(_ i: Int) -> Bool { Self.areOnOneRow(carets[i], carets[nearest]) }
    var (first, last) = (nearest, nearest)
    while first > 0, isOnRow(first - 1), !isSkip(behindCaret: first - 1) { first -= 1 }
    while last + 1 < carets.count, isOnRow(last + 1), !isSkip(behindCaret: last) { last += 1 }
    return first...last
  }

  /// Whether a position is not inside a word.
  private func isEdgeOfWord(_ position: Int) -> Bool {
    guard position > 0, position < scalars.count else { return true }
    return !(scalars[position - 1].isOfWord && scalars[position].isOfWord)
  }
}

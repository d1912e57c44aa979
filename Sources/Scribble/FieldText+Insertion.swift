import InkModel

/// Where ink in a box goes in the text.
extension FieldText {
  /// The range of the text that ink replaces; empty where it is inserted.
  ///
  /// 1. All of a field that is replaced whole.
  /// 2. The selection of a field that has the focus, unless the ink is on a line without selected text.
  /// 3. The caret on the line that the ink is on, if the ink begins within half its height of it, or if the pen has put
  ///    it there.
  /// 4. On the line that the ink is on, the edge of a word that is nearest to where the ink begins: before the first
  ///    word, between two, or behind the last.
  ///
  /// - Parameters:
  ///   - box: The ink's bounds.
  ///   - placed: The text position where the pen has put the caret last: by a tap, by resting, or by an edit.
  func insertion(of box: Rect, placed: Int?) -> Range<Int> {
    if isReplacedWhole { return 0..<scalars.count }
    guard let row = row(nearest: box.center) else {
      return hasFocus ? selection : scalars.count..<scalars.count
    }
    // From right to left, ink begins at its right edge.
    let isReversed = carets[row.upperBound].minX < carets[row.lowerBound].minX
    let start = isReversed ? box.maxX : box.minX
    func distance(_ i: Int) -> Double { abs(carets[i].minX - start) }
    let positions = position(ofCaret: row.lowerBound)...position(ofCaret: row.upperBound)
    if hasFocus {
      // What is selected may be on the part of it that has no carets.
      let whole = longRows.first { $0.overlaps(positions) } ?? positions
      if !selection.isEmpty {
        if selection.overlaps(whole.lowerBound..<whole.upperBound + 1) { return selection }
      } else if whole.contains(selection.lowerBound),
        placed == selection.lowerBound
          || caretIndex(of: selection.lowerBound).map({ distance($0) <= box.height / 2 }) == true
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
    if hasFocus, !isEdgeOfWord(positions.upperBound) { return selection }
    return positions.upperBound..<positions.upperBound
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

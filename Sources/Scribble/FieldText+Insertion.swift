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
      let end = line(of: scalars.count).upperBound
      return hasFocus ? selection : end..<end
    }
    // From right to left, ink begins at its right edge.
    let isReversed = caret(at: row.upperBound).minX < caret(at: row.lowerBound).minX
    let start = isReversed ? box.maxX : box.minX
    if hasFocus {
      if !selection.isEmpty {
        if selection.overlaps(row.lowerBound..<row.upperBound + 1) { return selection }
      } else if row.contains(selection.lowerBound),
        placed == selection.lowerBound
          || abs(caret(at: selection.lowerBound).minX - start) <= box.height / 2
      {
        return selection
      }
    }
    let edges = row.filter { isEdgeOfWord($0) }
    // Of two at the same distance the later one: behind a word comes its space.
    let nearest = edges.min {
      (abs(caret(at: $0).minX - start), -$0) < (abs(caret(at: $1).minX - start), -$1)
    }
    if let nearest { return nearest..<nearest }
    // In a long word of which only a part has carets.
    if hasFocus, !isEdgeOfWord(row.upperBound) { return selection }
    return row.upperBound..<row.upperBound
  }

  /// The caret's frame at a text position that has one.
  private func caret(at position: Int) -> Rect { carets[position - firstCaret] }

  /// The text positions of the line on the screen that is nearest to a point; `nil` where no carets are known.
  private func row(nearest point: Point) -> ClosedRange<Int>? {
    guard !carets.isEmpty else { return nil }
    let nearest = position(nearest: point)
    let middle = caret(at: nearest).center.y
    func isOnRow(_ position: Int) -> Bool {
      let caret = caret(at: position)
      return caret.minY <= middle && middle <= caret.maxY
    }
    var (first, last) = (nearest, nearest)
    while first > firstCaret, isOnRow(first - 1) { first -= 1 }
    while last + 1 < firstCaret + carets.count, isOnRow(last + 1) { last += 1 }
    return first...last
  }

  /// Whether a position is not inside a word.
  private func isEdgeOfWord(_ position: Int) -> Bool {
    guard position > 0, position < scalars.count else { return true }
    return !(scalars[position - 1].isOfWord && scalars[position].isOfWord)
  }
}

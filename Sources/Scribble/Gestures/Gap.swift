import InkModel

/// Holding between words: S52.
extension FieldText {
  /// How far from a space a tool may rest to open a gap there, in heights of the line.
  ///
  /// About half a letter: a space is narrower than a pen's tip comes down exactly.
  private static let gapReach = 0.35

  /// The text position at which a tool that rests at a point opens a gap to write in; `nil` where none opens.
  ///
  /// It is between two words of a line on the screen, before the first of the spaces that part them: behind the last word
  /// is room, and before the first and within a word nothing is there that can be widened.
  ///
  /// Takes time in proportion to ``carets``.
  func gap(at point: Point) -> Int? {
    guard turned == nil else { return leveled.gap(at: level(point)) }
    var best: (position: Int, distance: Double)?
    for i in carets.indices.dropLast()
    where scalars[self.position(ofCaret: i)].isBlank && !isSkip(behindCaret: i) {
      let (start, end) = (carets[i], carets[i + 1])
      guard start.minY - 4 <= point.y, point.y <= start.maxY + 4, Self.areOnOneRow(start, end)
      else { continue }
      let distance = sides(behindCaret: i).distance(to: point.x)
      guard distance <= Self.gapReach * start.height, distance < best?.distance ?? .infinity,
        let position = partedWords(around: i)
      else { continue }
      best = (position, distance)
    }
    return best?.position
  }

  /// The text position before the spaces around a caret, where words of the same line are on both sides of them.
  private func partedWords(around i: Int) -> Int? {
    /// Whether a character has both its edges on the line.
    func isOnRow(_ k: Int) -> Bool {
      k >= 0 && k + 1 < carets.count && !isSkip(behindCaret: k)
        && [k, k + 1].allSatisfy { Self.areOnOneRow(carets[$0], carets[i]) }
    }
    func isBlank(_ k: Int) -> Bool { isOnRow(k) && scalars[position(ofCaret: k)].isBlank }
    var (start, end) = (i, i + 1)
    while isBlank(start - 1) { start -= 1 }
    while isBlank(end) { end += 1 }
    guard isOnRow(start - 1), isOnRow(end) else { return nil }
    return position(ofCaret: start)
  }

  /// Whether a range is nothing but spaces, those at a text position among them.
  func isBlank(_ range: Range<Int>, around position: Int) -> Bool {
    range.lowerBound <= position && position <= range.upperBound
      && scalars[range].allSatisfy(\.isBlank)
  }
}

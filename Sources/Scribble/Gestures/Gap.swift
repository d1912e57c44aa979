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
    var best: (position: Int, distance: Double)?
    for i in carets.indices.dropLast() where scalars[firstCaret + i].isBlank {
      let (start, end) = (carets[i], carets[i + 1])
      guard start.minY - 4 <= point.y, point.y <= start.maxY + 4, abs(end.minY - start.minY) < 1
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
    func isOnRow(_ k: Int) -> Bool {
      carets.indices.contains(k) && abs(carets[k].minY - carets[i].minY) < 1
    }
    var (start, end) = (i, i + 1)
    while start > 0, isOnRow(start - 1), scalars[firstCaret + start - 1].isBlank { start -= 1 }
    while firstCaret + end < scalars.count, isOnRow(end + 1), scalars[firstCaret + end].isBlank {
      end += 1
    }
    // A character that is not a space has its right edge on this line.
    guard start > 0, isOnRow(start - 1), firstCaret + end < scalars.count, isOnRow(end + 1) else {
      return nil
    }
    return firstCaret + start
  }

  /// Whether a range is nothing but spaces, those at a text position among them.
  func isBlank(_ range: Range<Int>, around position: Int) -> Bool {
    range.lowerBound <= position && position <= range.upperBound
      && scalars[range].allSatisfy(\.isBlank)
  }
}

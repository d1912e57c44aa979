import InkModel

/// Ink that goes up and down over text while it moves along it, with too little to and fro to be a ``ScratchOut``.
///
/// By its shape it may be a “w”, an “m”, or a word of such letters. What tells it from these is that it has more legs than a
/// letter, that they are straight and of one height, and that it lies over letters, where nobody writes any.
enum SteepScratch {
  /// How many legs it has at least.
  ///
  /// Of 1935 strokes of letters, words and lines that people wrote 3 have so many legs that are as straight and as even, none
  /// of them of a letter alone. If it is 5, 8 letters are such: an “m” that begins or ends with a hook.
  private static let fewestLegs = 6
  /// How high each leg is at least, in the height of all.
  ///
  /// If it is less, words of low and tall letters delete; if it is more, an uneven hand writes “m”.
  private static let leastLeg = 0.6
  /// How long it is at most, in the lengths of its legs if they were straight: arches are longer.
  private static let greatestBend = 1.1
  /// How high it is at least and at most, in heights of the line.
  private static let heights = 0.5...1.6
  /// How much of its width is over letters at least.
  private static let leastCovered = 0.6

  /// What a stroke deletes that goes up and down over the letters of a line; `nil` where it does not.
  static func edit(
    by stroke: [Point], _ lines: [TextLine], in field: FieldText
  ) -> TextEdit? {
    let box = Rect(around: stroke)
    guard let line = TextLine.nearest(to: box.center.y, of: lines),
      line.minY < box.center.y, box.center.y < line.maxY,
      heights.contains(box.height / line.height), isZigzag(stroke, box)
    else { return nil }
    let letters = line.characters.filter { !field.scalars[$0.position].isBlank }
    guard letters.length(within: box) >= leastCovered * box.width else { return nil }
    return ScratchOut.edit(by: box, in: field)
  }

  /// Whether a stroke has straight legs up and down, each of whose turns lies farther along the line than the one before it
  /// on its side.
  private static func isZigzag(_ stroke: [Point], _ box: Rect) -> Bool {
    let corners = ScratchOut.corners(of: stroke, atLeast: box.height * leastLeg) { $0.y }
    guard let first = corners.first, let last = corners.last, corners.count > fewestLegs else {
      return false
    }
    func length(_ points: [Point]) -> Double {
      zip(points, points.dropFirst()).reduce(0.0) { $0 + $1.0.distance(to: $1.1) }
    }
    guard length(stroke) <= greatestBend * length(corners) else { return false }
    let direction = last.x - first.x
    return zip(corners, corners.dropFirst(2)).allSatisfy { ($1.x - $0.x) * direction > 0 }
  }
}

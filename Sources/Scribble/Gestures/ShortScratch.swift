import InkModel

/// Ink that goes to and fro over text with too few turns to be a ``ScratchOut`` wherever it is drawn.
///
/// By its shape it may be a “z”, a “Z” or a dash. What tells it from these is that it is flat and lies over letters, where
/// nobody writes one.
enum ShortScratch {
  /// How wide it is at least, in its own height.
  ///
  /// If it is less, a wide “z” over text deletes; if it is more, a hand that comes down a line with each turn scratches
  /// nothing out.
  private static let leastFlatness = 2.2
  /// How far it goes along the line at least, for what it goes across: an oval around a word goes up and down more.
  private static let leastTravel = 4.0
  /// How much of its width is over letters at least; of a stroke that turns but once, which is a dash with a long hook
  /// elsewhere, and of others.
  private static let leastCovered = (turningOnce: 0.6, turningMore: 0.35)

  /// How high what goes round is at the most to be a scratch, in heights of the line.
  ///
  /// A hand that turns to the same side at both ends goes round as well, but only within the letters.
  private static let greatestRound = 0.6
  /// How far apart the ends of what goes round once are at least, in its width; those of an “o” meet.
  private static let leastEnds = 0.4

  /// What a stroke deletes that goes to and fro over the letters of a line; `nil` where it does not.
  static func edit(
    by stroke: [Point], _ shape: StrokeShape, _ lines: [TextLine], in field: FieldText
  ) -> TextEdit? {
    let turns = ScratchOut.turns(of: stroke)
    guard turns >= 1 else { return nil }
    let box = shape.box
    let (along, across) = ScratchOut.travel(of: stroke)
    guard let line = TextLine.nearest(to: box.center.y, of: lines),
      isThroughLetters(box.center.y, of: line), box.height <= line.height,
      box.width >= max(0.8 * line.height, 12), box.width >= leastFlatness * box.height,
      along >= leastTravel * across
    else { return nil }
    // There and back on one line: with more between them it is a “<” or the corner of a letter.
    if turns == 1, box.height > max(0.25 * box.width, 0.35 * line.height) { return nil }
    if goesRound(shape, turns: turns, in: line) { return nil }
    let covered = line.characters.filter {
      !field.scalars[$0.position].isBlank && box.minX <= $0.middle && $0.middle <= box.maxX
    }
    let least = turns == 1 ? leastCovered.turningOnce : leastCovered.turningMore
    guard covered.count > 1, let span = covered.span, span.length >= least * box.width else {
      return nil
    }
    return ScratchOut.edit(by: stroke, in: field)
  }

  /// Whether a stroke is a circle or an “o”, however flat.
  private static func goesRound(_ shape: StrokeShape, turns: Int, in line: TextLine) -> Bool {
    guard shape.isRound || shape.isLoop else { return false }
    return shape.box.height > greatestRound * line.height
      || (turns < 3 && shape.ends < leastEnds * shape.box.width)
  }

  /// Whether a height is that of a line's letters, not of a line above or below them.
  private static func isThroughLetters(_ y: Double, of line: TextLine) -> Bool {
    line.minY + 0.2 * line.height <= y && y <= line.maxY - 0.2 * line.height
  }
}

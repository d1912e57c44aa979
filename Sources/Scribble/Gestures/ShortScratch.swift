import InkModel

/// Ink that goes to and fro over text with too few turns to be a ``ScratchOut`` wherever it is drawn.
///
/// By its shape it may be a “z”, a “Z” or a dash. What tells it from these is that it is flat and lies over letters, where
/// nobody writes one: those of a text (``edit(by:_:_:in:)``), or ink that waits to be read (``isAcross(_:by:)``).
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
  /// How wide one is at least that is over a single letter, in heights of the line.
  ///
  /// If it is more, a narrow letter cannot be scratched out alone; if it is less, what a pen does at rest deletes.
  private static let leastOverLetter = 0.3
  /// How often one turns at least that is over a single letter.
  ///
  /// Of 1855 strokes of letters, words and lines that people wrote two at the most do that over a letter, and 6 to 10 turn
  /// once as flatly: dashes that were drawn there and back.
  private static let fewestTurnsOverLetter = 2

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
      box.width >= leastFlatness * box.height, along >= leastTravel * across
    else { return nil }
    // There and back on one line: with more between them it is a “<” or the corner of a letter.
    if turns == 1, box.height > max(0.25 * box.width, 0.35 * line.height) { return nil }
    let letters = line.characters.filter { !field.scalars[$0.position].isBlank }
    // Some people draw a dash there and back.
    if turns == 1, TextGesture.isDash(box, among: letters, of: line) { return nil }
    if goesRound(shape, turns: turns, in: line) { return nil }
    let covered = line.characters.filter {
      !field.scalars[$0.position].isBlank && box.minX <= $0.middle && $0.middle <= box.maxX
    }
    let least = turns == 1 ? leastCovered.turningOnce : leastCovered.turningMore
    guard let span = covered.span, span.length >= least * box.width else { return nil }
    if covered.count == 1 || box.width < max(0.8 * line.height, 12) {
      guard turns >= fewestTurnsOverLetter, box.width >= leastOverLetter * line.height else {
        return nil
      }
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

  // MARK: Over ink

  /// How wide one over ink is at least, in points.
  private static let leastWidthOverInk = 6.0
  /// How wide it is at least, in its own height, and how far it goes along the line, for what it goes across.
  ///
  /// The ink that it crosses tells more than its shape, so these ask for less than ``leastFlatness`` and ``leastTravel``: 98
  /// in 100 strokes to and fro of people's hands pass, where those keep 60.
  private static let leastFlatnessOverInk = (turningOnce: 1.5, turningMore: 1.2)
  private static let leastTravelOverInk = 2.0
  /// How often it crosses the ink at least.
  ///
  /// If it is less, the bar of a “t” with a hook may take its stem along; if it is more, two legs do not delete a word of
  /// few strokes. Of 1208 strokes that people wrote over or behind others of the same word, none crosses these so.
  private static let fewestCrossings = 3

  /// A sign whose bars may be drawn in one stroke, as those of “#”, “€”, “H” and “tt”: of how many strokes it is without them
  /// at most, and how wide with them, in its height.
  ///
  /// If one of them is less, such signs vanish as they are written; if it is more, two and three legs delete no short word.
  /// Of 100 recorded words, drawn over by 20 synthetic hands each, these keep one in 40 from two legs: “go”, “to” and “it”.
  private static let mostStrokesOfSign = 2
  private static let greatestWidthOfSign = 1.25
  /// How often such bars turn at most: there and back, or as a “Z”.
  private static let mostTurnsOfBars = 2
  /// How wide a “Z” of two bars is at most, in its own height: what is flatter goes to and fro on one height.
  private static let greatestFlatnessOfBars = 4.0
  /// How many lines of a sign each leg of its bars crosses at most: the two stems of “H”, the two legs of “A”.
  private static let mostLinesOfSign = 2

  /// Whether a stroke goes to and fro across ink, however few times.
  ///
  /// - Parameter ink: The strokes that it lies over for the most part.
  static func isAcross(_ ink: [[Point]], by stroke: [Point]) -> Bool {
    guard !ink.isEmpty, goesToAndFro(stroke) else { return false }
    // What may be bars is a scratch only where no sign has so many lines.
    let fewest =
      mayBeBars(stroke, of: ink)
      ? mostLinesOfSign * (ScratchOut.turns(of: stroke) + 1) + 1 : fewestCrossings
    var crossings = 0
    for other in ink {
      crossings += Self.crossings(of: stroke, with: other)
      if crossings >= fewest { return true }
    }
    return false
  }

  /// Whether a stroke over ink may be the bars of a sign.
  private static func mayBeBars(_ stroke: [Point], of ink: [[Point]]) -> Bool {
    let turns = ScratchOut.turns(of: stroke)
    guard ink.count <= mostStrokesOfSign, turns <= mostTurnsOfBars else { return false }
    let (bars, sign) = (Rect(around: stroke), Rect(around: ink.joined()))
    if turns > 1, bars.width >= greatestFlatnessOfBars * bars.height { return false }
    return max(bars.width, sign.width) <= greatestWidthOfSign * sign.height
  }

  /// Whether a stroke has the shape of one over ink.
  static func goesToAndFro(_ stroke: [Point]) -> Bool {
    let turns = ScratchOut.turns(of: stroke)
    guard turns >= 1 else { return false }
    let box = Rect(around: stroke)
    let (along, across) = ScratchOut.travel(of: stroke)
    let flatness =
      turns == 1 ? leastFlatnessOverInk.turningOnce : leastFlatnessOverInk.turningMore
    return box.width >= leastWidthOverInk && box.width >= flatness * box.height
      && along >= leastTravelOverInk * across
  }

  /// How often two strokes cross each other.
  private static func crossings(of stroke: [Point], with other: [Point]) -> Int {
    // A step without extent intersects nothing.
    let area = Rect(around: other).outset(by: 1)
    var count = 0
    for (a, b) in zip(stroke, stroke.dropFirst())
    where Rect(around: [a, b]).outset(by: 1).intersects(area) {
      for (c, d) in zip(other, other.dropFirst()) where areCrossed(a, b, c, d) { count += 1 }
    }
    return count
  }

  /// Whether the segments ab and cd cross; one that ends on the other does so on one side of it alone.
  private static func areCrossed(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    let (step, other) = (b - a, d - c)
    return (step.cross(c - a) > 0) != (step.cross(d - a) > 0)
      && (other.cross(a - c) > 0) != (other.cross(b - c) > 0)
  }
}

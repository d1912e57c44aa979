import Glibc
import Handwriting
import InkModel

/// Strokes of a page that stand in one line, and how that line is turned.
public struct FoundLine: Hashable, Sendable {
  /// Indices of the strokes, ascending, which is in the order written.
  public var strokes: [Int]
  /// From the page's x axis to where the writing runs, in radians, clockwise as seen.
  public var angle: Double
  /// The height of its letters, ascenders and descenders left out of account.
  public var height: Double
}

/// Finds what may be lines of writing among the strokes of a page, whatever their direction.
///
/// 1. Strokes much larger than those written about the same time, long straight ones and rectangles are no letters: frames,
///    arrows, underlining, boxes to tick.
/// 2. Strokes written one after another, close together, make a *run*. Writing proceeds in its own direction, so
///    the steps within a run tell how it is turned, upside down included (``WritingDirection``).
/// 3. Strokes of one direction are turned upright and put in lines by their heights near each other; a wide gap ends
///    a line, so columns and margins stand apart (``LineGrouping``).
///
/// What is left out as too large is looked at by itself, as a page of its own: it may be a title, whose letters are large
/// beside the notes below it.
///
/// What is found may still be a drawing: ``LegibleText`` says so of what was read.
public enum LineFinder {
  /// Strokes that are larger than so many times those around them are no letters.
  ///
  /// Larger: small drawings within a text are read with it. Smaller: capitals and long words are left out.
  private static let largest = 4.0
  /// Straight strokes longer than so many letters are rules and arrows.
  private static let longestStraight = 4.5
  /// Strokes before and after from which the usual size is taken.
  private static let neighbours = 12

  /// The lines in the order in which they are read.
  public static func lines(of strokes: [PageStroke]) -> [FoundLine] {
    let all = strokes.indices.compactMap { i in
      StrokeShape(strokes[i].points).map { SizedStroke(index: i, shape: $0, unit: 0) }
    }
    let written = letters(among: all)
    guard written.count < all.count else { return lines(written, of: strokes) }
    let isLarge = largeOnes(all, besides: written)
    let large = all.indices.filter { isLarge[$0] }.map { all[$0] }
    let straight = Set(large.filter { $0.shape.isStraight }.map(\.index))
    let largeNumbers = Set(large.map(\.index))
    let small = written.filter { !largeNumbers.contains($0.index) }
    // Rules alone are no title.
    let titles = lines(letters(among: large), of: strokes)
      .filter { line in !line.strokes.allSatisfy(straight.contains) }
    let others = lines(small, of: strokes)
    return top(of: large) <= top(of: small) ? titles + others : others + titles
  }

  private static func top(of strokes: [SizedStroke]) -> Double {
    strokes.map(\.shape.box.minY).min() ?? .infinity
  }

  /// The lines of what may be letters.
  private static func lines(
    _ written: [SizedStroke], of strokes: [PageStroke]
  ) -> [FoundLine] {
    guard !written.isEmpty else { return [] }
    var lines: [FoundLine] = []
    for (angle, members) in WritingDirection.groups(of: written) {
      let turn = AffineTransform.rotation(-angle)
      let upright = members.map { s -> UprightStroke in
        let points = strokes[s.index].points
        let box = angle == 0 ? s.shape.box : Rect(around: points.lazy.map { turn($0) })
        return UprightStroke(
          index: s.index, box: box, unit: s.unit, isStraight: s.shape.isStraight)
      }
      lines += LineGrouping.lines(of: upright).map {
        FoundLine(strokes: $0.strokes, angle: angle, height: $0.height)
      }
    }
    return lines
  }

  /// For each stroke whether it is left out of the letters, or is a letter of such a size written next to one left out.
  private static func largeOnes(_ all: [SizedStroke], besides written: [SizedStroke]) -> [Bool] {
    let kept = Set(written.map(\.index))
    var isLarge = all.map { !kept.contains($0.index) }
    for i in all.indices where !kept.contains(all[i].index) {
      let shape = all[i].shape
      guard !shape.isFrame, !shape.isStraight else { continue }
      for step in [-1, 1] {
        var k = i + step
        while all.indices.contains(k), isLarge[k] || isNext(all[k], to: all[k - step], of: shape) {
          isLarge[k] = true
          k += step
        }
      }
    }
    return isLarge
  }

  /// Whether a stroke beside another may belong to the word of a large one.
  private static func isNext(
    _ stroke: SizedStroke, to last: SizedStroke, of large: StrokeShape
  ) -> Bool {
    isAlike(stroke.shape.unit, large.unit)
      && stroke.shape.box.distance(to: last.shape.box) < 1.5 * large.unit
  }

  /// Those that may be letters, with the usual size of letters around each.
  private static func letters(among all: [SizedStroke]) -> [SizedStroke] {
    // Twice, since what is too large makes the usual size larger.
    var left = all
    for _ in 0..<2 {
      let units = usualUnits(left.map(\.shape))
      left = left.indices.compactMap { i in
        var stroke = left[i]
        stroke.unit = units[i]
        let shape = stroke.shape
        let isRule = shape.isStraight && shape.length > longestStraight * units[i]
        return shape.unit > largest * units[i] || isRule || shape.isFrame ? nil : stroke
      }
    }
    return restored(left, among: all)
  }

  /// Strokes before or after one, in the order written, that tell how large the letters of its word are.
  private static let besides = 5
  /// A capital or an ascender is so many times as large as the largest letter beside it at most.
  ///
  /// Larger: marks about writing are read with it.
  private static let tallest = 3.0

  /// With the size of their word for those that stand in one and are no larger than its tall letters, be they left out
  /// or taken for letters of another size.
  ///
  /// The usual size is that of small round letters; a capital of straight strokes is far above it by its length and lack of
  /// turns.
  private static func restored(
    _ kept: [SizedStroke], among all: [SizedStroke]
  ) -> [SizedStroke] {
    let byNumber = Dictionary(kept.map { ($0.index, $0) }) { a, _ in a }
    var written = all.map { byNumber[$0.index] }
    let places = Array(all.indices)
    // From either side, as a word may begin or end with it.
    for (order, step) in [(places.reversed(), 1), (places, -1)] {
      for i in order where all.indices.contains(i + step) {
        guard let next = written[i + step] else { continue }
        let side = step > 0 ? i + 1..<min(all.count, i + besides + 1) : max(0, i - besides)..<i
        let bent = side.compactMap { written[$0] }.filter { !$0.shape.isStraight }
        let word = bent.map(\.unit).median()
        let unit = written[i]?.unit ?? .infinity
        guard unit > word, !isAlike(unit, word) else { continue }
        let letters = bent.filter { isAlike($0.unit, word) }.map(\.shape)
        if stands(all[i].shape, in: letters, next: next.shape) {
          written[i] = SizedStroke(index: all[i].index, shape: all[i].shape, unit: word)
        }
      }
    }
    return written.compactMap { $0 }
  }

  /// Whether a stroke may be of the same word as some letters, the next stroke of which it is close to.
  private static func stands(
    _ shape: StrokeShape, in letters: [StrokeShape], next: StrokeShape
  ) -> Bool {
    // A joined word is long, its letters are not.
    let size = letters.map { min($0.size, 2 * $0.unit) }.max() ?? 0
    guard letters.count > 1, !shape.isFrame, shape.size <= tallest * size,
      shape.box.distance(to: next.box) < size
    else { return false }
    guard shape.isStraight else { return true }
    // What runs along the letters is a rule: they would stand beside the stem of another.
    let axis = shape.end - shape.start
    let along = letters.map { ($0.center - .zero).dot(axis) }
    let across = letters.map { ($0.center - .zero).dot(axis.perpendicular) }
    return (across.max() ?? 0) - (across.min() ?? 0) > (along.max() ?? 0) - (along.min() ?? 0)
  }

  /// For each stroke the middle size of those written about the same time and of about its size: a drawing beside the
  /// writing has a size of its own.
  private static func usualUnits(_ shapes: [StrokeShape]) -> [Double] {
    let sizes = shapes.map(\.unit)
    // A word may be one stroke and its dots.
    let least = shapes.count < fewStrokes ? unitOfMostInk(shapes) : 0
    return sizes.indices.map { i in
      let near = sizes[max(0, i - neighbours)..<min(sizes.count, i + neighbours + 1)]
      let alike = near.filter { isAlike($0, sizes[i]) }
      if alike.count >= fewestAlike { return alike.median() }
      // Dots and bars say little of the size of letters.
      let middle = max(near.median(), least)
      return near.filter { $0 > 0.3 * middle }.median()
    }
  }

  /// The middle size, each stroke counted by its length; straight ones, which may be rules, say nothing.
  private static func unitOfMostInk(_ shapes: [StrokeShape]) -> Double {
    let shapes = shapes.filter { !$0.isStraight }
    let half = shapes.reduce(0) { $0 + $1.length } / 2
    var length = 0.0
    for shape in shapes.sorted(by: { $0.unit < $1.unit }) {
      length += shape.length
      if length >= half { return shape.unit }
    }
    return 0
  }

  /// A page of fewer strokes has a word or two, or a drawing.
  private static let fewStrokes = 8
  /// Strokes of one size that stand for themselves.
  private static let fewestAlike = 4

  /// Whether two sizes can be those of letters in one line.
  static func isAlike(_ a: Double, _ b: Double) -> Bool { max(a, b) <= 3 * min(a, b) }
}

/// A stroke with the usual size of letters around it.
struct SizedStroke {
  var index: Int
  var shape: StrokeShape
  var unit: Double
}

/// A stroke in a frame in which its line runs to the right.
struct UprightStroke {
  var index: Int
  var box: Rect
  var unit: Double
  var isStraight = false
}

import InkModel

/// A minus before a number: a short flat bar to the left of the digits, at about the middle of their height.
///
/// The network takes such a bar for a part of the first digit, or leaves it out. So geometry tells what it is, before the
/// network reads the digits alone. A bar that belongs to a digit lies over it, at its edge, or touches it: in 11,000 digits
/// by 241 people, and in 20,000 pairs of these, none is taken for a minus; of 675 dashes before a digit 95 in 100 are.
enum MinusStroke {
  /// A stroke and its bounds.
  private struct Part {
    var index: Int
    var points: [Point]
    var box: Rect

    /// Whether it goes once or twice along a line that is all but level: a hand hooks its bar, or draws it again.
    var isBar: Bool {
      let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
      return box.width > 0 && box.height <= box.width * MinusStroke.mostSlope
        && length <= box.width * MinusStroke.mostLength
    }
  }

  /// The height of a minus in its widths.
  ///
  /// If it is less, rising bars are not taken for a minus; if it is more, a 1 that lies is taken for one.
  private static let mostSlope = 0.45
  /// Its length in its widths: a rising one that is drawn twice has a little more than two.
  private static let mostLength = 2.25
  /// Its width in heights of the first digit: a dot has less, an underline and a line of a table more.
  private static let widths = 0.15...1.25
  /// Where its middle lies, in heights of the first digit, from the top.
  ///
  /// If this is wider, the bar over a 5 or a 7 and an underline are taken for a minus; if it is narrower, those of hands
  /// that rise or fall are not.
  private static let levels = 0.25...0.75
  /// Above and below its middle, in heights of the first digit, no ink of a digit may lie over it.
  private static let clearance = 0.2
  /// A stroke at least as high, in heights of the tallest one, is of a digit and no mark.
  private static let digitHeight = 0.5

  /// The minus that a stroke is.
  static func character(of stroke: Int, in strokes: [WrittenStroke]) -> RecognizedCharacter {
    let bar = StrokeRange(stroke: stroke, points: strokes[stroke].points.indices)
    return RecognizedCharacter(character: "-", ink: [bar])
  }

  /// The stroke that is a minus before all other ink; `nil` where none is.
  ///
  /// - Parameter line: indices of the strokes of a line, in any order.
  static func index(in strokes: [WrittenStroke], line: [Int]) -> Int? {
    let parts = line.compactMap { i -> Part? in
      let points = strokes[i].points.filter(\.isFinite)
      return points.isEmpty ? nil : Part(index: i, points: points, box: Rect(around: points))
    }
    guard let bar = parts.min(by: { $0.box.minX < $1.box.minX }), bar.isBar else { return nil }
    let digits = parts.filter { $0.index != bar.index }
    guard let first = firstDigit(of: digits), first.height > 0,
      widths.contains(bar.box.width / first.height),
      levels.contains((bar.box.center.y - first.minY) / first.height),
      digits.allSatisfy({ $0.box.minX >= bar.box.center.x })
    else { return nil }
    // A slanted digit may reach below or above the bar.
    let reach = clearance * first.height
    let band = bar.box.center.y - reach...bar.box.center.y + reach
    return digits.allSatisfy { leftmost(of: $0.points, in: band) >= bar.box.maxX } ? bar.index : nil
  }

  /// The bounds of the first digit from the left, as far as its strokes are no marks; `nil` without ink.
  private static func firstDigit(of parts: [Part]) -> Rect? {
    let tallest = parts.map(\.box.height).max() ?? 0
    let tall = parts.map(\.box).filter { $0.height >= tallest * digitHeight }
    guard let first = tall.min(by: { $0.minX < $1.minX }) else { return nil }
    return Rect(
      around: tall.filter { $0.minX <= first.maxX }.flatMap {
        [Point($0.minX, $0.minY), Point($0.maxX, $0.maxY)]
      })
  }

  /// The least x that a stroke has between two heights, between its points too; infinite where it has none there.
  private static func leftmost(of points: [Point], in band: ClosedRange<Double>) -> Double {
    var least = Double.infinity
    for (p, q) in zip([points[0]] + points, points) {
      let (a, b) = p.y <= q.y ? (p, q) : (q, p)
      guard a.y <= band.upperBound, b.y >= band.lowerBound else { continue }
      let height = b.y - a.y
      for y in [max(band.lowerBound, a.y), min(band.upperBound, b.y)] {
        least = min(least, height > 0 ? a.lerp(to: b, (y - a.y) / height).x : min(a.x, b.x))
      }
    }
    return least
  }
}

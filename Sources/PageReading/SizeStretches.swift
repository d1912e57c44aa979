import InkModel

/// Strokes written one after another until the pen goes elsewhere and writes in another size.
///
/// What is written before and after says how large the letters around a stroke are. Where notes, marks or a title of another
/// size stand apart, they must not: the strokes of one word would be taken for letters of several sizes.
enum SizeStretches {
  /// Strokes on either side of one, in the order written, that say how large it is written there.
  static let strokesOnEachSide = 5
  /// The larger size is so many times the smaller one at the least.
  ///
  /// Larger: more words over notes that are a little smaller are not found.
  private static let leastRatio = 1.4
  /// The gap between them in letters of the smaller size, at the least.
  private static let leastGap = 1.0

  /// The strokes from one change to the next, ascending, all of them together.
  static func ranges(of shapes: [StrokeShape]) -> [Range<Int>] {
    let gaps = shapes.indices.map { change(at: $0, in: shapes) }
    // The strokes around a change see it as well, by smaller gaps.
    let starts = shapes.indices.filter { k in
      guard let gap = gaps[k] else { return false }
      let before = gaps[max(0, k - strokesOnEachSide)..<k].compactMap { $0 }
      let after = gaps[k...].prefix(strokesOnEachSide + 1).dropFirst().compactMap { $0 }
      return before.allSatisfy { $0 < gap } && after.allSatisfy { $0 <= gap }
    }
    return zip([0] + starts, starts + [shapes.count]).map { $0..<$1 }
  }

  /// How far a stroke is from those before it, where the size changes and it is far; else `nil`.
  private static func change(at k: Int, in shapes: [StrokeShape]) -> Double? {
    let before = shapes[max(0, k - strokesOnEachSide)..<k]
    guard let first = before.first else { return nil }
    let sides = [before, shapes[k...].prefix(strokesOnEachSide)]
    let bent = sides.map { LineFinder.unitOfMostInk($0) }
    // Ticks and dashes have a size, but long straight strokes are rules, which say nothing.
    let sizes = zip(sides, bent).map { $1 > 0 ? $1 : $0.map(\.unit).median() }
    guard let small = sizes.min(), let large = bent.max(), small > 0, large >= leastRatio * small
    else { return nil }
    let box = before.dropFirst().reduce(first.box) { $0.joined($1.box) }
    let gap = box.distance(to: shapes[k].box)
    return gap > leastGap * small ? gap : nil
  }
}

import InkModel

/// Puts strokes that run to the right into lines.
///
/// Strokes are taken in the order written. Each is added to the line whose ink near it is at its height; one that is
/// near none begins a line. Dots and bars go to the nearest line, once all lines are known. Letters that are as low as
/// these, beside larger words, lead on to the next tall letter of their word. A line that was begun anew below its own
/// words is two.
struct LineGrouping {
  /// Gaps wider than so many letter heights end a line: the next column, a note in the margin.
  private static let widestGap = 4.5
  /// Between letters of one word there are so many letter heights at most.
  private static let widestLetterGap = 1.0
  /// Of the strokes nearest to a stroke, from so many a line's level there is taken.
  private static let levelStrokes = 6
  /// Of the lower of two words one below the other, the share of its height at most that lies beside the other.
  ///
  /// More: parts of words in which strokes cross become lines.
  private static let mostBeside = 0.4
  /// Of the narrower of them, the share of its width from which it is below the other, not behind it.
  private static let leastBelow = 0.5
  /// Strokes of a line that is searched for a second one: a page of scribble must not cost its square.
  private static let mostSeparated = 400
  /// Lines that a stroke is compared with, those written to last: a page of scribble must not cost its square.
  private static let mostLines = 48

  private struct Line {
    var members: [Int]
    var box: Rect
    var last = 0
    /// The usual size of its letters.
    var unit: Double
  }

  private let strokes: [UprightStroke]
  /// By stroke: the usual height of the solid strokes written about the same time.
  private let heights: [Double]
  private var lines: [Line] = []

  static func lines(of strokes: [UprightStroke]) -> [(strokes: [Int], height: Double)] {
    var grouping = LineGrouping(strokes)
    grouping.place()
    grouping.separate()
    grouping.join()
    return grouping.inReadingOrder().map { line in
      (line.members.map { strokes[$0].index }.sorted(), grouping.height(of: line))
    }
  }

  private init(_ strokes: [UprightStroke]) {
    self.strokes = strokes
    let tall = strokes.map(\.box.height)
    heights = strokes.indices.map { i in
      let near = (max(0, i - 20)..<min(strokes.count, i + 21))
        .filter { LineFinder.isAlike(strokes[$0].unit, strokes[i].unit) }.map { tall[$0] }.sorted()
      let tallest = near[near.count * 9 / 10]
      let solid = near.filter { $0 > 0.25 * tallest }
      let middle = solid.isEmpty ? 0 : solid[solid.count / 2]
      return max(middle, 0.6 * strokes[i].unit, 1e-6)
    }
  }

  private func isSolid(_ i: Int) -> Bool { strokes[i].box.height > 0.45 * heights[i] }

  private func height(of line: Line) -> Double { line.members.map { heights[$0] }.median() }

  private mutating func place() {
    var waiting: [Int] = []
    for i in strokes.indices {
      guard isSolid(i) else {
        waiting.append(i)
        continue
      }
      if let l = line(for: i) {
        add(i, to: l)
      } else {
        lines.append(Line(members: [i], box: strokes[i].box, last: i, unit: strokes[i].unit))
      }
    }
    let solidLines = lines
    for i in waiting {
      let box = strokes[i].box
      let near = solidLines.indices.min {
        solidLines[$0].box.distance(to: box) < solidLines[$1].box.distance(to: box)
      }
      // By the strokes themselves where several lines are near.
      let close = solidLines.indices.filter { solidLines[$0].box.distance(to: box) < heights[i] }
      let best =
        close.count < 2
        ? near
        : close.min {
          distance(of: box, to: solidLines[$0]) < distance(of: box, to: solidLines[$1])
        }
      if let best, solidLines[best].box.distance(to: box) < 1.5 * heights[i] {
        add(i, to: best)
      } else if strokes[i].box.width > heights[i] {
        lines.append(Line(members: [i], box: box, last: i, unit: strokes[i].unit))
      }
    }
  }

  private func distance(of box: Rect, to line: Line) -> Double {
    line.members.lazy.map { strokes[$0].box.distance(to: box) }.min() ?? .infinity
  }

  private mutating func add(_ i: Int, to l: Int) {
    lines[l].members.append(i)
    lines[l].box = lines[l].box.joined(strokes[i].box)
    lines[l].last = i
  }

  /// The line that a stroke continues.
  private func line(for i: Int) -> Int? {
    let box = strokes[i].box
    let h = heights[i]
    let slack = 0.5 * max(0, box.height - h)
    let latest =
      lines.count <= Self.mostLines
      ? Array(lines.indices)
      : Array(lines.indices.sorted { lines[$0].last > lines[$1].last }.prefix(Self.mostLines))
    var best: (line: Int, distance: Double)?
    for l in latest {
      let line = lines[l]
      guard LineFinder.isAlike(line.unit, strokes[i].unit) else { continue }
      let isOneWord = isBridged(from: line.last, to: i)
      guard
        isOneWord
          || line.box.outset(by: Self.widestGap * h).intersects(box.outset(by: 0.01 * h))
      else { continue }
      let near = nearest(to: box, in: line)
      guard let level = near.level, isOneWord || near.gap <= Self.widestGap * h else { continue }
      let d = abs(box.center.y - level)
      if d < 1.15 * h + slack, d < best?.distance ?? .infinity { best = (l, d) }
    }
    return best?.line
  }

  /// Whether low letters alone were written between two strokes, each beside the one before: they are of one word.
  ///
  /// Low letters are in no line yet, so that the gap between the line and the next tall letter has them in it.
  private func isBridged(from last: Int, to i: Int) -> Bool {
    guard last + 1 < i, !(last + 1..<i).contains(where: isSolid) else { return false }
    return (last..<i).allSatisfy { k in
      strokes[k].box.distance(to: strokes[k + 1].box) < Self.widestLetterGap * heights[i]
    }
  }

  /// The height of a line's ink near a box, and the gap between them along the line.
  private func nearest(to box: Rect, in line: Line) -> (level: Double?, gap: Double) {
    let latest = line.members.suffix(64)
    var near = latest.map { m -> (gap: Double, apart: Double, y: Double) in
      let b = strokes[m].box
      return (
        max(0, max(b.minX - box.maxX, box.minX - b.maxX)), abs(b.center.x - box.center.x),
        b.center.y
      )
    }
    near.sort { $0.apart < $1.apart }
    let some = near.prefix(Self.levelStrokes)
    let gap = near.map(\.gap).min() ?? .infinity
    return (some.isEmpty ? nil : some.reduce(0) { $0 + $1.y } / Double(some.count), gap)
  }

  /// Separates words that were written one below the other.
  ///
  /// A joined word is as high as its tallest letters, so that the next line's middle is within reach of its own.
  private mutating func separate() {
    lines = lines.flatMap { parts(of: $0) }
  }

  private func parts(of line: Line) -> [Line] {
    let solid = line.members.filter { isSolid($0) }.sorted()
    guard solid.count <= Self.mostSeparated, let start = secondLine(in: solid) else {
      return [line]
    }
    var halves = [Array(solid[..<start]), Array(solid[start...])]
    let cores = halves.map { half in half.map { strokes[$0].box } }
    for i in line.members where !isSolid(i) {
      let gaps = cores.map { boxes in
        boxes.lazy.map { $0.distance(to: strokes[i].box) }.min() ?? .infinity
      }
      halves[gaps[0] < gaps[1] ? 0 : 1].append(i)
    }
    return halves.flatMap { half in
      let members = half.sorted()
      let boxes = members.map { strokes[$0].box }
      return parts(
        of: Line(
          members: members, box: boxes.dropFirst().reduce(boxes[0]) { $0.joined($1) },
          last: members[members.count - 1], unit: line.unit))
    }
  }

  /// Where in the order written a line begins anew above or below all before: index into the strokes.
  ///
  /// Only between strokes that may be joined letters: what has straight ones alone on one side is rather a drawing.
  private func secondLine(in solid: [Int]) -> Int? {
    let bent = solid.indices.filter { !strokes[solid[$0]].isStraight }
    guard let first = bent.first, let last = bent.last, first < last else { return nil }
    var after = solid.map { strokes[$0].box }
    for k in after.indices.dropLast().reversed() { after[k] = after[k].joined(after[k + 1]) }
    var before = strokes[solid[0]].box
    var best: (start: Int, beside: Double)?
    for k in 1..<solid.count {
      defer { before = before.joined(strokes[solid[k]].box) }
      guard first < k, k <= last else { continue }
      let (a, b) = (before, after[k])
      let width = min(a.width, b.width)
      let below = min(a.maxX, b.maxX) - max(a.minX, b.minX)
      let beside =
        (min(a.maxY, b.maxY) - max(a.minY, b.minY)) / max(min(a.height, b.height), 1e-9)
      if width > heights[solid[k]], below > Self.leastBelow * width, beside < Self.mostBeside,
        beside < best?.beside ?? .infinity
      {
        best = (k, beside)
      }
    }
    return best?.start
  }

  /// Joins lines that turn out to be one: words were added between others.
  private mutating func join() {
    guard lines.count <= 400 else { return }
    var a = 0
    while a < lines.count {
      var b = a + 1
      while b < lines.count {
        if continues(lines[a], lines[b]) {
          lines[a].members += lines[b].members
          lines[a].box = lines[a].box.joined(lines[b].box)
          lines.remove(at: b)
          b = a + 1
        } else {
          b += 1
        }
      }
      a += 1
    }
  }

  private func continues(_ a: Line, _ b: Line) -> Bool {
    let (left, right) = a.box.minX <= b.box.minX ? (a, b) : (b, a)
    let (h, k) = (height(of: a), height(of: b))
    guard max(h, k) < 1.8 * min(h, k) else { return false }
    let gap = right.box.minX - left.box.maxX
    guard gap < 0.8 * Self.widestGap * min(h, k), gap > -3 * min(h, k) else { return false }
    let near = level(of: left, near: left.box.maxX)
    return abs(near - level(of: right, near: right.box.minX)) < 0.6 * min(h, k)
  }

  private func level(of line: Line, near x: Double) -> Double {
    let near = line.members.filter { isSolid($0) }
      .sorted { abs(strokes[$0].box.center.x - x) < abs(strokes[$1].box.center.x - x) }
      .prefix(Self.levelStrokes)
    guard !near.isEmpty else { return line.box.center.y }
    return near.reduce(0) { $0 + strokes[$1].box.center.y } / Double(near.count)
  }

  private func inReadingOrder() -> [Line] {
    ReadingOrder.indices(
      of: lines.map { ReadingOrder.Piece(box: $0.box, height: height(of: $0)) }
    ).map { lines[$0] }
  }
}

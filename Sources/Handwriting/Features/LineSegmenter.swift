/// Assigns strokes to lines, and cuts lines that are too long to be read at once.
///
/// Strokes are taken in the order written. Each is added to the line whose ink near its x is at its height; a
/// stroke of some size that is near none begins a line. Lines are returned from top to bottom.
package struct LineSegmenter {
  /// Ink longer than this many letter heights is cut into parts at its widest gaps.
  static let longest = 160.0
  /// More strokes than this in one part are cut too.
  static let mostStrokes = 600

  private struct Box {
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double
    var centerX: Double { 0.5 * (minX + maxX) }
    var centerY: Double { 0.5 * (minY + maxY) }
    var width: Double { maxX - minX }
    var height: Double { maxY - minY }

    mutating func extend(by other: Box) {
      minX = min(minX, other.minX)
      minY = min(minY, other.minY)
      maxX = max(maxX, other.maxX)
      maxY = max(maxY, other.maxY)
    }
  }

  /// Indices of strokes by line, each in the order written; strokes without finite points are left out.
  /// - Parameters:
  ///   - single: everything is one line.
  ///   - lineHeight: distance of the lines where it is known.
  package static func lines(
    of strokes: [WrittenStroke], single: Bool, lineHeight: Double?
  ) -> [[Int]] {
    let all = FlatInk(strokes, taking: strokes.indices)
    guard all.count > 0 else { return [] }
    let boxes = (0..<all.count).map { i -> Box in
      let b = all.box(i)
      return Box(minX: b.minX, minY: b.minY, maxX: b.maxX, maxY: b.maxY)
    }
    let lines = single ? [Array(boxes.indices)] : grouped(boxes, lineHeight: lineHeight)
    return lines.flatMap { parts($0, boxes, all) }.map { $0.map { all.strokes[$0] } }
  }

  private static func grouped(_ boxes: [Box], lineHeight: Double?) -> [[Int]] {
    let height = lineHeight.map { 0.5 * $0 } ?? usualHeight(boxes)
    guard height > 0 else { return [Array(boxes.indices)] }
    var lines: [[Int]] = []
    var waiting: [Int] = []
    for i in boxes.indices {
      let b = boxes[i]
      let isSolid = b.height > 0.45 * height
      var best: (line: Int, distance: Double)?
      for l in lines.indices.suffix(40) {
        let d = abs(b.centerY - level(of: lines[l], near: b.centerX, boxes, height))
        if d < best?.distance ?? .infinity { best = (l, d) }
      }
      // Tall strokes extend up or down from their line by half of their excess height.
      let slack = 0.5 * max(0, b.height - height)
      if let best, best.distance < (isSolid ? 1.25 : 1.6) * height + slack {
        lines[best.line].append(i)
      } else if isSolid || lines.isEmpty {
        lines.append([i])
      } else {
        waiting.append(i)
      }
    }
    let heightsOfLines = lines.map { mean($0, boxes) }
    let byHeight = lines.indices.sorted { heightsOfLines[$0] < heightsOfLines[$1] }
    for i in waiting {
      let b = boxes[i]
      // Lines far above and below are not asked, so that many dots on many lines cost their sum.
      let next = firstIndex(in: byHeight) { heightsOfLines[$0] >= b.centerY }
      let near = byHeight[max(0, next - 20)..<min(byHeight.count, next + 20)].min {
        abs(b.centerY - level(of: lines[$0], near: b.centerX, boxes, height))
          < abs(b.centerY - level(of: lines[$1], near: b.centerX, boxes, height))
      }
      lines[near ?? 0].append(i)
    }
    for l in lines.indices { lines[l].sort() }
    return lines.sorted { mean($0, boxes) < mean($1, boxes) }
  }

  /// The height of an ordinary stroke: the median of those that are not dots or bars, nor a word's few quotes.
  private static func usualHeight(_ boxes: [Box]) -> Double {
    let heights = boxes.map(\.height).sorted()
    let tallest = heights[heights.count * 9 / 10]
    let solid = boxes.filter { $0.height > 0.25 * tallest }
      .map { (width: $0.width, height: $0.height) }
      .sorted { $0.height < $1.height }
    let letters = solid.dropFirst(QuoteMarks.count(among: solid)).map(\.height)
    return letters.isEmpty ? 0 : letters[letters.count / 2]
  }

  /// The first index whose element meets a condition that all after it meet too; the end where none does.
  private static func firstIndex(in sorted: [Int], where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(sorted[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The height of a line's ink near `x`: of its six nearest solid strokes.
  private static func level(of line: [Int], near x: Double, _ boxes: [Box], _ height: Double)
    -> Double
  {
    // The latest are enough, and keep a page of scribble from costing the square of it.
    let latest = line.suffix(48)
    var near = latest.filter { boxes[$0].height > 0.45 * height }
    if near.isEmpty { near = Array(latest) }
    near.sort { abs(boxes[$0].centerX - x) < abs(boxes[$1].centerX - x) }
    let six = near.prefix(6)
    return six.reduce(0) { $0 + boxes[$1].centerY } / Double(six.count)
  }

  private static func mean(_ line: [Int], _ boxes: [Box]) -> Double {
    line.reduce(0) { $0 + boxes[$1].centerY } / Double(line.count)
  }

  /// A line in parts that can be read in bounded time, cut where the gaps are widest.
  private static func parts(_ line: [Int], _ boxes: [Box], _ ink: FlatInk) -> [[Int]] {
    let solid = line.map { boxes[$0].height }.sorted()
    let height = max(solid[solid.count * 3 / 4] * 0.5, 1e-9)
    var whole = boxes[line[0]]
    for i in line { whole.extend(by: boxes[i]) }
    let tooWide = line.count > 1 && whole.width > longest * height * 1.5
    guard tooWide || line.count > mostStrokes else { return [line] }
    let sorted = line.sorted { boxes[$0].centerX < boxes[$1].centerX }
    var reach = boxes[sorted[0]].maxX
    var cut = sorted.count / 2
    var widest = -Double.infinity
    for k in 1..<sorted.count {
      // Among the middle half, so that parts shrink whatever the gaps are.
      if k * 4 >= sorted.count, k * 4 <= sorted.count * 3 || sorted.count < 4 {
        let gap = boxes[sorted[k]].minX - reach
        if gap > widest {
          widest = gap
          cut = k
        }
      }
      reach = max(reach, boxes[sorted[k]].maxX)
    }
    return parts(sorted[..<cut].sorted(), boxes, ink) + parts(sorted[cut...].sorted(), boxes, ink)
  }
}

import ReaderProtocol

/// A path as pieces of straight lines, in points.
struct LinePath {
  typealias Point = (x: Double, y: Double)

  /// Each with one point at least.
  private(set) var pieces: [[Point]] = []
  private(set) var pointCount = 0
  /// The next line begins a piece of its own.
  private var isClosed = true
  private var start: Point = (0, 0)

  /// How far a line may be from the curve that it stands for.
  private static let tolerance = 0.05
  /// Lines of one curve.
  private static let mostSteps = 500.0

  mutating func move(to point: Point) {
    start = point
    isClosed = true
  }

  mutating func line(to point: Point) {
    begin()
    append(point)
  }

  /// By as many lines as keep to the tolerance: a line is off by at most an eighth of the greatest second derivative
  /// times the square of its step.
  mutating func curve(_ b: Point, _ c: Point, to d: Point) {
    begin()
    let a = pieces[pieces.count - 1].last ?? start
    func bend(_ a: Point, _ b: Point, _ c: Point) -> Double {
      let (x, y) = (a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
      return (x * x + y * y).squareRoot()
    }
    let steps = (6 * max(bend(a, b, c), bend(b, c, d)) / (8 * Self.tolerance)).squareRoot()
    // Not a number fails the comparison.
    let count = steps < Self.mostSteps ? max(Int(steps.rounded(.up)), 1) : Int(Self.mostSteps)
    for i in 1...count {
      let t = Double(i) / Double(count)
      let s = 1 - t
      let (u, v, w, z) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      append(
        (u * a.x + v * b.x + w * c.x + z * d.x, u * a.y + v * b.y + w * c.y + z * d.y))
    }
  }

  mutating func close() {
    guard !isClosed else { return }
    append(start)
    isClosed = true
  }

  private mutating func begin() {
    guard isClosed else { return }
    isClosed = false
    pieces.append([])
    append(start)
  }

  private mutating func append(_ point: Point) {
    pieces[pieces.count - 1].append(point)
    pointCount += 1
  }

  /// Whether a piece encloses nothing: all of it lies on one line.
  static func isFlat(_ piece: [Point]) -> Bool {
    guard let first = piece.first else { return true }
    return zip(piece, piece.dropFirst()).allSatisfy { a, b in
      abs((a.x - first.x) * (b.y - first.y) - (a.y - first.y) * (b.x - first.x)) < flatness
    }
  }

  /// Twice the area of a triangle that nobody sees.
  private static let flatness = 1e-2

  /// Empty where there are no points.
  var box: LineBox {
    var box = LineBox(x0: .infinity, y0: .infinity, x1: -.infinity, y1: -.infinity)
    for piece in pieces {
      for p in piece {
        box.x0 = min(box.x0, p.x)
        box.y0 = min(box.y0, p.y)
        box.x1 = max(box.x1, p.x)
        box.y1 = max(box.y1, p.y)
      }
    }
    return box
  }

  /// The parts of a line that dashes leave of it; `nil` where it has none, or dashes that nobody sees.
  ///
  /// - Parameters:
  ///   - pattern: Lengths on and off in turn.
  ///   - offset: Where in the pattern the line begins.
  ///   - least: The shortest pattern that is seen.
  static func dashes(
    of line: [Point], _ pattern: [Double], offset: Double, least: Double = leastDash
  ) -> [[Point]]? {
    // An odd number of lengths changes its parts each time.
    let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    let whole = lengths.reduce(0, +)
    guard whole > least, whole.isFinite, lengths.allSatisfy({ $0 >= 0 }), offset.isFinite,
      line.count > 1
    else { return nil }
    var index = 0
    var left = offset.truncatingRemainder(dividingBy: whole)
    if left < 0 { left += whole }
    while left >= lengths[index] {
      left -= lengths[index]
      index = (index + 1) % lengths.count
    }
    // Until the pattern changes.
    left = lengths[index] - left
    var parts: [[Point]] = []
    var part: [Point] = index % 2 == 0 ? [line[0]] : []
    for (a, b) in zip(line, line.dropFirst()) {
      let length = distance(a, b)
      guard length.isFinite else { return nil }
      var done = 0.0
      while length - done > left {
        done += left
        let point = (a.x + (b.x - a.x) * done / length, a.y + (b.y - a.y) * done / length)
        if index % 2 == 0 {
          parts.append(part + [point])
          part = []
        } else {
          part = [point]
        }
        index = (index + 1) % lengths.count
        left = lengths[index]
        guard parts.count <= mostDashes else { return nil }
      }
      left -= length - done
      if index % 2 == 0 { part.append(b) }
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  /// A line without so much at both its ends; its middle where there is no more.
  static func trimmed(_ line: [Point], by length: Double) -> [Point] {
    let whole = zip(line, line.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
    guard whole.isFinite, whole > 0 else { return line }
    let (from, to) = (min(length, whole / 2), max(whole - length, whole / 2))
    var trimmed: [Point] = []
    var at = 0.0
    for (a, b) in zip(line, line.dropFirst()) {
      let step = distance(a, b)
      defer { at += step }
      guard step > 0, at + step >= from, at <= to else { continue }
      func point(_ position: Double) -> Point {
        let t = min(max((position - at) / step, 0), 1)
        return (a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
      }
      if trimmed.isEmpty { trimmed.append(point(from)) }
      trimmed.append(point(min(at + step, to)))
    }
    return trimmed.isEmpty ? line : trimmed
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
  }

  /// Lengths that all dashes of a pattern have together, at least.
  static let leastDash = 0.5
  /// Of one line.
  private static let mostDashes = 10_000
}

/// A rectangle; empty where its right edge is left of its left one.
struct LineBox {
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double

  init(x0: Double, y0: Double, x1: Double, y1: Double) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }

  init(_ box: ForeignBox) {
    self.init(x0: box.x, y0: box.y, x1: box.x + box.width, y1: box.y + box.height)
  }

  func intersection(_ other: LineBox) -> LineBox {
    LineBox(
      x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
  }

  func contains(_ other: LineBox) -> Bool {
    x0 <= other.x0 && y0 <= other.y0 && x1 >= other.x1 && y1 >= other.y1
  }

  /// The parts of a line that are inside (Liang and Barsky, “A New Concept and Method for Line Clipping”, 1984).
  func parts(of line: [LinePath.Point]) -> [[LinePath.Point]] {
    guard line.count > 1 else {
      return line.allSatisfy { $0.x >= x0 && $0.x <= x1 && $0.y >= y0 && $0.y <= y1 } ? [line] : []
    }
    var parts: [[LinePath.Point]] = []
    var isOpen = false
    for (a, b) in zip(line, line.dropFirst()) {
      guard let (from, to) = inside(a, b) else {
        isOpen = false
        continue
      }
      func point(_ t: Double) -> LinePath.Point { (a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t) }
      if !isOpen { parts.append([from > 0 ? point(from) : a]) }
      parts[parts.count - 1].append(to < 1 ? point(to) : b)
      isOpen = to == 1
    }
    return parts
  }

  /// Which fractions of the way from one point to another are inside.
  private func inside(_ a: LinePath.Point, _ b: LinePath.Point) -> (Double, Double)? {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    var (from, to) = (0.0, 1.0)
    for (p, q) in [(-dx, a.x - x0), (dx, x1 - a.x), (-dy, a.y - y0), (dy, y1 - a.y)] {
      if p == 0 {
        if q < 0 { return nil }
      } else if p < 0 {
        from = max(from, q / p)
      } else {
        to = min(to, q / p)
      }
    }
    // What only touches the edge is outside.
    return from < to || dx == 0 && dy == 0 ? (from, to) : nil
  }
}

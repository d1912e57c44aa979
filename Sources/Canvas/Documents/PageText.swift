import InkModel

/// What a page of a document says and where, and where it leads; all in the page's own units.
public struct PageText: Hashable, Sendable {
  /// Width and height of the page.
  public let size: Vector
  public let links: [PageLink]
  private let scalars: [Unicode.Scalar]
  /// As many as ``scalars``.
  private let boxes: [Rect]
  let lines: [Line]

  /// What stands on one line.
  struct Line: Hashable, Sendable {
    var range: Range<Int>
    var box: Rect
  }

  /// - Parameter boxes: One for each Unicode scalar of the text; a text without has nothing to select.
  public init(size: Vector, text: String, boxes: [Rect], links: [PageLink]) {
    self.size = size
    self.links = links
    let scalars = Array(text.unicodeScalars)
    guard boxes.count == scalars.count else {
      (self.scalars, self.boxes, lines) = ([], [], [])
      return
    }
    self.scalars = scalars
    self.boxes = boxes
    var lines: [Line] = []
    var start = 0
    for i in 0...scalars.count where i == scalars.count || scalars[i] == "\n" {
      let box = (start..<i).reduce(Rect.empty) {
        scalars[$1].properties.isWhitespace ? $0 : $0.union(boxes[$1])
      }
      if !box.isEmpty { lines.append(Line(range: start..<i, box: box)) }
      start = i + 1
    }
    self.lines = lines
  }

  public var isEmpty: Bool { lines.isEmpty }

  /// How many Unicode scalars there are.
  public var count: Int { scalars.count }

  /// The text of a stretch.
  public func text(in range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range.clamped(to: 0..<count)])
    return String(text)
  }

  /// The character at a point; `nil` beside all.
  ///
  /// - Parameter reach: How far from it, along a line and across.
  func character(at p: Point, reach: Double = 0) -> Int? {
    for line in lines where line.box.outset(by: reach).contains(p) {
      if let i = line.range.first(where: { covers($0, p.x, in: line) }) { return i }
      guard let last = line.range.last else { continue }
      return p.x < line.box.center.x ? line.range.lowerBound : last
    }
    return nil
  }

  /// Whether the box of a character has this x coordinate.
  private func covers(_ i: Int, _ x: Double, in line: Line) -> Bool {
    boxes[i].minX <= x && x < boxes[i].maxX
  }

  /// The position between two characters that is nearest to a point, 0 … ``count``.
  func position(near p: Point) -> Int {
    guard let line = lines.min(by: { $0.box.distance(to: p) < $1.box.distance(to: p) }) else {
      return 0
    }
    // Left of a character's middle is before the character, right of it behind.
    return line.range.first { boxes[$0].center.x > p.x } ?? line.range.upperBound
  }

  /// The word that a character belongs to; the character alone where it belongs to none.
  func word(at index: Int) -> Range<Int> {
    guard scalars.indices.contains(index) else { return index..<index }
    guard isOfWord(index) else { return index..<index + 1 }
    var (low, high) = (index, index + 1)
    while low > 0, isOfWord(low - 1) { low -= 1 }
    while high < count, isOfWord(high) { high += 1 }
    return low..<high
  }

  private func isOfWord(_ i: Int) -> Bool {
    let scalar = scalars[i]
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark || scalar == "'" || scalar == "’"
  }

  /// The line of a character.
  func line(at index: Int) -> Range<Int> {
    lines.first { $0.range.contains(index) }?.range ?? index..<index
  }

  /// What a stretch covers, a box for each line.
  func boxes(of range: Range<Int>) -> [Rect] {
    lines.compactMap { line in
      let part = line.range.clamped(to: range)
      let box = part.reduce(Rect.empty) { $0.union(boxes[$1]) }
      guard !part.isEmpty, box.width > 0 else { return nil }
      return Rect(minX: box.minX, minY: line.box.minY, maxX: box.maxX, maxY: line.box.maxY)
    }
  }

  /// The characters of a line that a stretch of it covers by half or more, without white space at its ends.
  func characters(of line: Line, from low: Double, to high: Double) -> Range<Int>? {
    let covered = line.range.filter {
      let middle = boxes[$0].center.x
      return middle >= low && middle <= high && !scalars[$0].properties.isWhitespace
    }
    guard let first = covered.first, let last = covered.last else { return nil }
    return first..<last + 1
  }
}

/// A part of a page that leads somewhere.
public struct PageLink: Hashable, Sendable {
  public enum Target: Hashable, Sendable {
    /// A page of the same document, counted from 0.
    case page(Int)
    case address(String)
  }

  /// In the page's own units.
  public var box: Rect
  public var target: Target

  public init(box: Rect, target: Target) {
    self.box = box
    self.target = target
  }
}

/// Where a link leads that was tapped.
public enum FollowedLink: Hashable, Sendable {
  /// A page of the drawing, by its identity.
  case page(Int32)
  case address(String)
}

extension Rect {
  /// From a point; 0 inside.
  ///
  /// The horizontal distance counts for a quarter: beside lines of different lengths a point means the
  /// line at its own height.
  fileprivate func distance(to p: Point) -> Double {
    let dx = max(minX - p.x, p.x - maxX, 0)
    let dy = max(minY - p.y, p.y - maxY, 0)
    return Vector(dx / 4, dy).length
  }
}

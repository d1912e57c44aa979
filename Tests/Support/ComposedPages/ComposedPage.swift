import Handwriting
import InkModel
import PageReading
import RecordedHands
import RepositoryFiles

/// A page on which lines of people's hands and drawings are put together.
public struct ComposedPage: Sendable {
  public private(set) var strokes: [PageStroke] = []
  /// What is written on it, in the order written.
  public private(set) var texts: [String] = []
  /// What is drawn on it, each with its strokes.
  public private(set) var drawings: [Range<Int>] = []

  public init() {}

  /// Writes a line from a point on, turned, and returns the box around its ink.
  @discardableResult public mutating func write(
    _ line: RecordedWriting, at p: Point, scale: Double = 0.2, angle: Double = 0
  ) -> Rect {
    texts.append(line.text)
    let t = AffineTransform.translation(p - .zero) * .rotation(angle) * .scale(scale)
    return add(line.strokes.map { $0.map { t($0) } })
  }

  /// Draws what is no writing.
  public mutating func draw(_ ink: [[Point]]) {
    let start = strokes.count
    add(ink)
    drawings.append(start..<strokes.count)
  }

  @discardableResult private mutating func add(_ ink: [[Point]]) -> Rect {
    for points in ink {
      strokes.append(PageStroke(element: Int64(strokes.count + 1), points: points))
    }
    return Rect(around: ink.joined())
  }

  /// Moves a point of a stroke.
  public mutating func move(stroke: Int, point: Int, by v: Vector) {
    strokes[stroke].points[point] = strokes[stroke].points[point] + v
  }

  /// The same page with nothing drawn on it.
  public var withoutDrawings: ComposedPage {
    var page = self
    let drawn = Set(drawings.joined())
    page.strokes = strokes.indices.filter { !drawn.contains($0) }.map { strokes[$0] }
    page.drawings = []
    return page
  }

  /// The same page, its drawings made before anything was written.
  public var withDrawingsFirst: ComposedPage {
    var page = self
    let drawn = Set(drawings.joined())
    let (first, rest) = (drawn.sorted(), strokes.indices.filter { !drawn.contains($0) })
    page.strokes = (first + rest).map { strokes[$0] }
    var start = 0
    page.drawings = drawings.map { range in
      defer { start += range.count }
      return start..<start + range.count
    }
    return page
  }

  /// What is read on it.
  public func read(_ reader: PageReader) throws -> [InkText] {
    try LineFinder.lines(of: strokes).map { try reader.read($0, of: strokes) }
  }

  public static func reader() throws -> PageReader { PageReader(pack: try pack()) }

  public static func pack() throws -> LanguagePack {
    try LanguagePack(.english, at: Repository.url("data/recognition/en").path)
  }
}

extension ComposedPage {
  /// Directions in which each five lines are written, in degrees.
  private static let turns = [0.0, 5, -12, 30, 90, 180]

  /// Each five of the lines on seven pages: six with nothing else, turned, and one with drawings.
  ///
  /// Lines that make no five are left out.
  public static func pages(of lines: [RecordedWriting]) -> [ComposedPage] {
    stride(from: 0, to: lines.count / 5 * 5, by: 5).flatMap { first in
      let five = Array(lines[first..<first + 5])
      return [mixed(five, number: first / 5)] + turns.map { plain(five, degrees: $0) }
    }
  }

  /// Lines one below the other, turned.
  public static func plain(_ lines: [RecordedWriting], degrees: Double) -> ComposedPage {
    var page = ComposedPage()
    let angle = degrees * .pi / 180
    for (k, line) in lines.enumerated() {
      let corner = AffineTransform.rotation(angle)(Point(60, 80 + 46 * Double(k)))
      page.write(line, at: corner, scale: 0.22, angle: angle)
    }
    return page
  }

  /// Five lines upright, slanted and in the margin, with drawings between them.
  private static func mixed(_ lines: [RecordedWriting], number: Int) -> ComposedPage {
    var page = ComposedPage()
    let sketches = Sketch.allCases
    let first = page.write(lines[0], at: Point(50, 60))
    let second = page.write(lines[1], at: Point(50, 100))
    page.draw(sketches[number % 6].ink(at: Point(60, 150), size: 120))
    let margin = max(900, max(first.maxX, second.maxX) + 30)
    page.write(lines[2], at: Point(margin, 60), angle: .pi / 2)
    page.write(lines[3], at: Point(260, 180), scale: 0.15, angle: -0.3)
    page.draw(sketches[(number + 3) % 6].ink(at: Point(260, 400), size: 60))
    page.write(lines[4], at: Point(50, 700), scale: 0.25)
    return page
  }
}

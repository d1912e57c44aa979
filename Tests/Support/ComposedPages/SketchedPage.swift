import Foundation
import InkModel
import RecordedHands

/// A page of writing with one sketch, or with marks that belong to the writing.
public struct SketchedPage: Sendable {
  /// What is drawn and where, for messages.
  public let name: String
  public let page: ComposedPage
  /// Whether it is a sketch as high as the writing on whose line it stands.
  public let isOnLine: Bool

  /// Where a sketch stands with lines of writing.
  public enum Position: CaseIterable, Sendable {
    /// Under two lines, with another under it.
    case between
    case right
    case left
    /// Close below the last line.
    case below
    /// Drawn first, with the lines close below it.
    case above
    /// On a line, about as high as it, behind what is written.
    case amid
  }

  /// What people draw to words that they write.
  public enum Mark: CaseIterable, Sendable {
    case underline
    case doubleUnderline
    case wavyUnderline
    case boxes
    case rings
    case arrowBetween
    case arrowToMargin
    case brace
    case checkBoxes
    case ruledTable
    case flowChart
    case labelledMap
    case mindMap
    case dividingLine
  }

  /// Three lines with a sketch.
  ///
  /// - Parameters:
  ///   - size: The sketch's; on a line it is as high as the writing whatever this is.
  ///   - seed: The same number gives the same hand.
  public init(
    _ sketch: Sketch, size: Double, _ position: Position, lines: [RecordedWriting], seed: Int
  ) {
    var page = ComposedPage()
    let hand = { (p: Point, s: Double) in sketch.ink(at: p, size: s).byHand(seed: seed) }
    /// Draws with the left upper corner of the ink at a point, and returns the box around it.
    func draw(_ corner: Point, _ size: Double) -> Rect {
      let ink = hand(corner, size)
      let box = Rect(around: ink.joined())
      page.draw(ink.map { $0.map { $0 + (corner - Point(box.minX, box.minY)) } })
      return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
    }
    func write(_ count: Int, at corner: Point) -> Rect {
      var box = Rect(x: corner.x, y: corner.y, width: 0, height: 0)
      for (k, line) in lines.prefix(count).enumerated() {
        let ink = page.write(line, at: Point(corner.x, corner.y + 40 * Double(k)))
        box.maxX = max(box.maxX, ink.maxX)
        box.maxY = max(box.maxY, ink.maxY)
      }
      return box
    }
    let corner = Point(50, 60)
    let gap = 8 + Double(seed % 4) * 6
    switch position {
    case .between:
      let box = write(2, at: corner)
      let drawn = draw(Point(70, box.maxY + gap), size)
      // On lines of a ruling, so that the same words stand on the same heights.
      page.write(lines[2], at: Point(50, (drawn.maxY / 20).rounded(.up) * 20 + 10))
    case .right:
      let box = write(3, at: corner)
      _ = draw(Point(box.maxX + gap, max(40, box.center.y - size / 2)), size)
    case .left:
      _ = draw(Point(40 - gap - hand(.zero, size).joined().map(\.x).max()!, 70), size)
      _ = write(3, at: corner)
    case .below:
      let box = write(2, at: corner)
      _ = draw(Point(60 + 40 * Double(seed % 5), box.maxY + 3), size)
    case .above:
      _ = draw(Point(60, 52 - hand(.zero, size).joined().map(\.y).max()!), size)
      _ = write(2, at: corner)
    case .amid:
      let first = page.write(lines[0], at: corner)
      _ = draw(Point(first.maxX + 8, first.minY), max(16, first.height))
      page.write(lines[1], at: Point(50, 100))
    }
    isOnLine = position == .amid
    name = isOnLine ? "\(sketch) \(position)" : "\(sketch) of \(Int(size)) \(position)"
    self.page = page
  }

  /// A page with marks about words.
  ///
  /// - Parameters:
  ///   - words: Six.
  ///   - scale: Points of the page for a unit of the recording.
  public init(_ mark: Mark, words: [RecordedWriting], scale: Double = 0.22, seed: Int) {
    var page = ComposedPage()
    var drawn: [[Point]] = []
    /// A pen whose units are points of the page.
    let pen = SketchPen(origin: .zero, size: 1)
    func row(_ range: Range<Int>, at p: Point) -> [Rect] {
      var x = p.x
      return range.map { k in
        let line = RecordedWriting.row(of: [words[k]])
        let box = page.write(line, at: Point(x, p.y), scale: scale)
        x = box.maxX + 60 * scale
        return box
      }
    }
    func frame(_ b: Rect, _ margin: Double) -> [Point] {
      pen.box(
        b.minX - margin, b.minY - margin, b.width + 2 * margin, b.height + 2 * margin)
    }
    func arrow(_ a: Point, _ b: Point) {
      let back = (a - b) * (7 / max(a.distance(to: b), 1))
      let side = Vector(-back.dy, back.dx) * 0.6
      let (l, r) = (b + back + side, b + back - side)
      drawn.append(pen.line((a.x, a.y), (b.x, b.y)))
      drawn.append(pen.path([(l.x, l.y), (b.x, b.y), (r.x, r.y)]))
    }
    func under(_ b: Rect, _ dy: Double, _ wave: Double = 0) {
      drawn.append(
        pen.curve(40) { t in
          (b.minX + b.width * t, b.maxY + dy + wave * sin(t * b.width / 2.5))
        })
    }
    switch mark {
    case .underline, .doubleUnderline, .wavyUnderline:
      let boxes = row(0..<3, at: Point(50, 60))
      let b = boxes[seed % 3]
      under(b, 3, mark == .wavyUnderline ? 1.5 : 0)
      if mark == .doubleUnderline { under(b, 6) }
      _ = row(3..<6, at: Point(50, 105))
    case .boxes, .rings:
      let boxes = row(0..<3, at: Point(50, 60))
      let b = boxes[seed % 3]
      drawn.append(
        mark == .boxes
          ? frame(b, 4)
          : pen.oval(b.center.x, b.center.y, b.width * 0.62 + 4, b.height * 0.62 + 4))
      _ = row(3..<6, at: Point(50, 115))
    case .arrowBetween:
      let y = 60.0
      var x = 50.0
      for k in 0..<3 {
        let b = row(k..<k + 1, at: Point(x, y))[0]
        if k < 2 { arrow(Point(b.maxX + 8, b.center.y), Point(b.maxX + 42, b.center.y)) }
        x = b.maxX + 52
      }
      _ = row(3..<6, at: Point(50, 105))
    case .arrowToMargin:
      let b = row(0..<3, at: Point(50, 60))[2]
      let note = row(3..<4, at: Point(b.maxX + 90, 120))[0]
      arrow(Point(note.minX - 5, note.center.y), Point(b.maxX + 6, b.maxY + 4))
      _ = row(4..<6, at: Point(50, 105))
    case .brace:
      let boxes = (0..<3).map { k in
        row(2 * k..<2 * k + 2, at: Point(50, 60 + 38 * Double(k))).last!
      }
      let x = boxes.map(\.maxX).max()! + 8
      let (top, bottom) = (boxes[0].minY, boxes[2].maxY)
      let middle = (top + bottom) / 2
      drawn.append(
        pen.curve(20) { (x + 8 * sin($0 * .pi / 2), top + (middle - 4 - top) * $0) }
          + pen.line((x + 8, middle - 4), (x + 14, middle))
          + pen.line((x + 14, middle), (x + 8, middle + 4))
          + pen.curve(20) { (x + 8 * cos($0 * .pi / 2), middle + 4 + (bottom - middle - 4) * $0) })
    case .checkBoxes:
      for k in 0..<3 {
        let b = row(2 * k..<2 * k + 2, at: Point(80, 60 + 40 * Double(k)))[0]
        drawn.append(pen.box(54, b.center.y - 8, 16, 16))
      }
    case .ruledTable:
      for k in 0..<6 {
        let corner = Point(60 + 130 * Double(k % 2), 66 + 40 * Double(k / 2))
        _ = row(k..<k + 1, at: corner)
      }
      for k in 0...3 {
        drawn.append(pen.line((50, 56 + 40 * Double(k)), (310, 56 + 40 * Double(k))))
      }
      for k in 0...2 {
        drawn.append(pen.line((50 + 130 * Double(k), 56), (50 + 130 * Double(k), 176)))
      }
    case .flowChart:
      var last: Rect?
      for k in 0..<4 {
        let at = Point(100 + 40 * Double(k % 2), 60 + 80 * Double(k))
        let b = row(k..<k + 1, at: at)[0]
        drawn.append(frame(b, 9))
        if let last { arrow(Point(last.center.x, last.maxY + 11), Point(b.center.x, b.minY - 11)) }
        last = b
      }
    case .labelledMap:
      let map = Sketch.map.ink(at: Point(50, 50), size: 300).byHand(seed: seed)
      drawn += map
      for (k, p) in [Point(160, 125), Point(240, 185), Point(255, 275)].enumerated() {
        _ = row(k..<k + 1, at: p)
      }
      _ = row(3..<6, at: Point(50, 380))
    case .mindMap:
      let center = row(0..<1, at: Point(260, 200))[0]
      drawn.append(
        pen.oval(center.center.x, center.center.y, center.width * 0.65 + 6, center.height * 0.7 + 6)
      )
      for (k, p) in [Point(60, 90), Point(430, 80), Point(50, 310), Point(440, 320)].enumerated() {
        let b = row(k + 1..<k + 2, at: p)[0]
        let isLeft = b.center.x < center.center.x
        let start = Point(isLeft ? b.maxX + 5 : b.minX - 5, b.center.y)
        let end = Point(
          center.center.x + (isLeft ? -0.5 : 0.5) * center.width,
          b.center.y < center.center.y ? center.minY - 12 : center.maxY + 12)
        drawn.append(pen.line((start.x, start.y), (end.x, end.y)))
      }
    case .dividingLine:
      let b = row(0..<3, at: Point(50, 60))
      let y = b.map(\.maxY).max()! + 8
      drawn.append(pen.curve(60) { (40 + 360 * $0, y + 1.5 * sin($0 * 9)) })
      _ = row(3..<6, at: Point(50, y + 12))
    }
    if mark != .labelledMap { drawn = drawn.map { [$0].byHand(seed: seed)[0] } }
    page.draw(drawn)
    name = "\(mark)"
    isOnLine = false
    // What is filled in, and what is labelled, may be drawn before.
    let isFilledIn = [.checkBoxes, .ruledTable, .flowChart, .labelledMap, .mindMap].contains(mark)
    self.page = isFilledIn && seed % 2 == 1 ? page.withDrawingsFirst : page
  }
}

extension SketchedPage {
  /// Sizes of sketches on the page, from two lines of writing to half a page, in points.
  private static let sizes = [36.0, 60, 90, 140, 220, 320]

  /// Every sketch in every position, in turns of size, and every mark, each with other writing.
  ///
  /// - Parameters:
  ///   - words: Six or more; as many of one hand as can be stand together.
  ///   - rounds: So often, each time with other sizes and other writing.
  public static func all(
    lines: [RecordedWriting], words: [RecordedWriting], rounds: Int
  ) -> [SketchedPage] {
    let byHand = words.enumerated().sorted {
      ($0.element.writer, $0.offset) < ($1.element.writer, $1.offset)
    }
    .map(\.element)
    let sixes = stride(from: 0, to: byHand.count / 6 * 6, by: 6).map {
      Array(byHand[$0..<$0 + 6])
    }
    var pages: [SketchedPage] = []
    for round in 0..<rounds {
      for (s, sketch) in Sketch.allCases.enumerated() {
        for (p, position) in Position.allCases.enumerated() {
          let seed = round * 131 + s * 7 + p
          let first = (round * 7 + s + 3 * p) % max(1, lines.count / 3) * 3
          pages.append(
            SketchedPage(
              sketch, size: sizes[(s + p + round) % sizes.count], position,
              lines: Array(lines[first..<first + 3]), seed: seed))
        }
      }
      guard !sixes.isEmpty else { continue }
      for (m, mark) in Mark.allCases.enumerated() {
        // As many of each mark as of each sketch.
        for k in 0..<Position.allCases.count {
          let six = sixes[(round * 11 + m + 2 * k) % sixes.count]
          pages.append(SketchedPage(mark, words: six, seed: round * 17 + m * 3 + k))
        }
      }
    }
    return pages
  }
}

import CCairo
import InkModel

/// A part of a paper's pattern that repeats: a few marks, and the area over which they come again and again.
///
/// For exports of more marks than are written one by one.
struct PaperCell: Hashable, Sendable {
  /// What the cells cover, in canvas points.
  var area: Rect
  /// One cell, in canvas points; others lie beside it without gaps.
  var cell: Rect
  /// The marks in it, in canvas points from its corner; of what reaches across its edges, all parts that are within.
  var lines: [PaperLine]

  /// Cells that begin at the upper left corner of an area.
  init(area: Rect, width: Double, height: Double, start: Point, end: Point) {
    self.area = area
    cell = Rect(x: area.minX, y: area.minY, width: width, height: height)
    lines = [PaperLine(start, end)]
  }

  init(area: Rect, cell: Rect, lines: [PaperLine]) {
    self.area = area
    self.cell = cell
    let offset = Point.zero - Point(cell.minX, cell.minY)
    self.lines = lines.map { PaperLine($0.start + offset, $0.end + offset, $0.weight) }
  }

  /// The marks of a weight, finest first.
  var weights: [(weight: PaperLine.Weight, lines: [PaperLine])] {
    PaperLine.Weight.allCases.compactMap { weight in
      let own = lines.filter { $0.weight == weight }
      return own.isEmpty ? nil : (weight, own)
    }
  }
}

extension PaperRules {
  /// The marks of an export that are written one by one; where there are more, one is written that repeats.
  ///
  /// Larger: time and file grow with them, 999 pages of dots to hundreds of megabytes. Smaller: programs that
  /// show what repeats as a picture of their own sharpness do so sooner.
  static let mostMarks = 200_000

  /// How many lines or dots there are.
  func marks(of pattern: PaperPattern) -> Int {
    pattern == .dots ? rows.count * columns.count : rows.count + columns.count + lineCount
  }

  /// The same marks as cells, of which there are at most six; none for a form on a page, which does not repeat.
  func cells(of paper: Paper) -> [PaperCell] {
    let spacing = paper.spacing
    if let cell = lineCell { return [cell] }
    if paper.pattern == .dots {
      guard let left = columns.first, let top = rows.first else { return [] }
      let middle = Point(spacing / 2, spacing / 2)
      let area = Rect(
        x: left - spacing / 2, y: top - spacing / 2, width: spacing * Double(columns.count),
        height: spacing * Double(rows.count))
      return [
        PaperCell(area: area, width: spacing, height: spacing, start: middle, end: middle)
      ]
    }
    // The five lines of a staff are evenly spaced each, from staff to staff.
    let (group, step) =
      paper.pattern == .music ? (5, spacing * PaperRules.staffPitch) : (1, spacing)
    let lying = (0..<group).compactMap { i -> PaperCell? in
      guard rows.indices.contains(i) else { return nil }
      let first = rows[i]
      let count = Double((rows.count - i + group - 1) / group)
      return PaperCell(
        area: Rect(x: reach.minX, y: first - step / 2, width: reach.width, height: step * count),
        width: reach.width, height: step, start: Point(0, step / 2),
        end: Point(reach.width, step / 2))
    }
    guard let left = columns.first else { return lying }
    let area = Rect(
      x: left - step / 2, y: reach.minY, width: step * Double(columns.count), height: reach.height)
    return lying + [
      PaperCell(
        area: area, width: step, height: reach.height, start: Point(step / 2, 0),
        end: Point(step / 2, reach.height))
    ]
  }
}

extension PaperRules {
  /// The ``lines`` as one cell.
  private var lineCell: PaperCell? {
    let origin = page.map { Point($0.minX, $0.minY) } ?? .zero
    let (spacing, h) = (paper.spacing, PaperGrids.triangleHeight)
    var area = reach
    let cell: Rect
    switch paper.pattern {
    case .plain, .ruled, .grid, .dots, .music: return nil
    case .isometric:
      cell = Rect(x: origin.x, y: origin.y, width: 2 * h * spacing, height: spacing)
    case .hexagons:
      cell = Rect(x: origin.x, y: origin.y, width: 2 * h * spacing, height: 3 * spacing)
    case .logLog:
      let (step, frame) = PaperGrids.decades(spacing, on: page, in: reach)
      let corner = page == nil ? Point.zero : Point(frame.minX, frame.minY)
      cell = Rect(x: corner.x, y: corner.y, width: step, height: step)
      // The lines on its edges whole.
      if page != nil { area = frame.outset(by: PaperLine.Weight.strong.width / 2) }
    case .cornell, .toDo, .week, .storyboard:
      guard page == nil else { return nil }
      let size = PaperForm.endless
      cell = Rect(x: 0, y: 0, width: size.width, height: size.height)
    }
    // The pattern repeats from the origin of the canvas in the same cells; numbers of decades grow upwards from it.
    let first = paper.pattern == .logLog ? Vector(0, -cell.height) : Vector(0, 0)
    // A little more, for the half of a line that belongs to the next one.
    let around = Rect(x: 0, y: first.dy, width: cell.width, height: cell.height).outset(by: 2)
    let offset = Point(cell.minX, cell.minY) - (Point.zero + first)
    let lines =
      paper.pattern == .logLog
      ? PaperGrids.logLog(cell.width, on: nil, in: around)
      : PaperRules(paper, in: around, page: nil).lines
    return PaperCell(
      area: area, cell: cell,
      lines: lines.map { PaperLine($0.start + offset, $0.end + offset, $0.weight) })
  }
}

extension PaperCell {
  /// Paints the cells as shapes that repeat, in canvas space.
  func paint(_ color: Color, on cr: OpaquePointer, isDot: Bool) {
    // What is repeated has a whole number of units to a side.
    let side = 1024.0
    var extents = cairo_rectangle_t(x: 0, y: 0, width: side, height: side)
    guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents) else {
      return
    }
    defer { cairo_surface_destroy(surface) }
    guard let tile = cairo_create(surface) else { return }
    defer { cairo_destroy(tile) }
    let (kx, ky) = (side / cell.width, side / cell.height)
    cairo_scale(tile, kx, ky)
    if isDot {
      cairo_set_source(tile, color)
      cairo_set_line_cap(tile, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_width(tile, PaperRules.dotDiameter)
      for line in lines {
        cairo_move_to(tile, line.start.x, line.start.y)
        cairo_line_to(tile, line.end.x, line.end.y)
      }
      cairo_stroke(tile)
    } else {
      lines.paint(color, on: tile, thinnest: 0)
    }
    guard let pattern = cairo_pattern_create_for_surface(surface) else { return }
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    var matrix = cairo_matrix_t(
      xx: kx, yx: 0, xy: 0, yy: ky, x0: -cell.minX * kx, y0: -cell.minY * ky)
    cairo_pattern_set_matrix(pattern, &matrix)
    CCairo.cairo_set_source(cr, pattern)
    cairo_rectangle(cr, area.minX, area.minY, area.width, area.height)
    cairo_fill(cr)
  }
}

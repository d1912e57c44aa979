import CCairo
import InkModel

/// A part of a paper's pattern that repeats: one mark, and the area over which it comes again and again.
///
/// For exports of more marks than are written one by one.
struct PaperCell: Hashable, Sendable {
  /// What the cells cover, beginning with a whole one at its upper left corner, in canvas points.
  var area: Rect
  /// One cell's width and height.
  var width: Double
  var height: Double
  /// The mark's ends within the cell, in canvas points from its corner; both are one where it is a dot.
  var start: Point
  var end: Point
}

extension PaperRules {
  /// The marks of an export that are written one by one; where there are more, one is written that repeats.
  ///
  /// Larger: time and file grow with them, 999 pages of dots to hundreds of megabytes. Smaller: programs that
  /// show what repeats as a picture of their own sharpness do so sooner.
  static let mostMarks = 200_000

  /// How many lines or dots there are.
  func marks(of pattern: PaperPattern) -> Int {
    pattern == .dots ? rows.count * columns.count : rows.count + columns.count
  }

  /// The same marks as cells, of which there are at most six.
  func cells(of paper: Paper) -> [PaperCell] {
    let spacing = paper.spacing
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
    cairo_scale(tile, side / width, side / height)
    cairo_set_source(tile, color)
    cairo_set_line_cap(tile, isDot ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    cairo_set_line_width(tile, isDot ? PaperRules.dotDiameter : PaperRules.lineWidth)
    cairo_move_to(tile, start.x, start.y)
    cairo_line_to(tile, end.x, end.y)
    cairo_stroke(tile)
    guard let pattern = cairo_pattern_create_for_surface(surface) else { return }
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    var matrix = cairo_matrix_t(
      xx: side / width, yx: 0, xy: 0, yy: side / height, x0: -area.minX * side / width,
      y0: -area.minY * side / height)
    cairo_pattern_set_matrix(pattern, &matrix)
    CCairo.cairo_set_source(cr, pattern)
    cairo_rectangle(cr, area.minX, area.minY, area.width, area.height)
    cairo_fill(cr)
  }
}

import Glibc
import InkModel

/// Patterns of slanted lines and of uneven distances, which repeat all over a sheet.
///
/// Each gives the lines within `reach`, cut off at its edges: what a part shows does not depend on the part.
enum PaperGrids {
  /// The height of an equilateral triangle of side 1.
  static let triangleHeight = 3.0.squareRoot() / 2

  /// Triangles with an upright side, one corner of which is at `origin`.
  static func isometric(_ side: Double, from origin: Point, in reach: Rect) -> [PaperLine] {
    let width = side * triangleHeight
    var lines: [PaperLine] = []
    // Upright ones; none on the edges of the sheet, where half of it would be.
    for i in steps(width, from: origin.x, reach.minX, reach.maxX) {
      let x = origin.x + Double(i) * width
      guard x > reach.minX, x < reach.maxX else { continue }
      lines.append(PaperLine(Point(x, reach.minY), Point(x, reach.maxY)))
    }
    for slope in [0.5 / triangleHeight, -0.5 / triangleHeight] {
      // Where a line is at the origin's x, of all lines that cross the rectangle.
      let (a, b) = (slope * (reach.minX - origin.x), slope * (reach.maxX - origin.x))
      for i in steps(side, from: origin.y, reach.minY - max(a, b), reach.maxY - min(a, b)) {
        let y = origin.y + Double(i) * side
        let line = PaperLine(Point(reach.minX, y + a), Point(reach.maxX, y + b))
        if let shown = line.clipped(to: reach) { lines.append(shown) }
      }
    }
    return lines
  }

  /// Hexagons, point up, whose upright sides are a quarter of their width from `origin`.
  static func hexagons(_ side: Double, from origin: Point, in reach: Rect) -> [PaperLine] {
    let width = side * triangleHeight * 2
    let pitch = side * 1.5
    var lines: [PaperLine] = []
    for row in steps(pitch, from: origin.y, reach.minY - side, reach.maxY + side) {
      let y = origin.y + Double(row) * pitch
      let left = origin.x + (row & 1 == 0 ? 0.25 : 0.75) * width
      for column in steps(width, from: left, reach.minX - width, reach.maxX + width) {
        let x = left + Double(column) * width
        // Its upright side, and the two that rise to and fall from its upper corner.
        let (corner, top) = (Point(x, y - side / 2), Point(x + width / 2, y - side))
        for (a, b) in [
          (corner, Point(x, y + side / 2)), (corner, top), (top, Point(x + width, y - side / 2)),
        ] {
          if let shown = PaperLine(a, b).clipped(to: reach) { lines.append(shown) }
        }
      }
    }
    return lines
  }

  /// The lines of a decade: the number, and how strong its line is.
  static let decade: [(number: Double, weight: PaperLine.Weight)] =
    [(1, .strong)] + (2...9).map { (Double($0), .usual) }
    + [1.2, 1.4, 1.6, 1.8, 2.5, 3.5, 4.5].map { ($0, .fine) }

  /// The least length of a decade, in canvas points: shorter ones have no room for their lines.
  static let shortestDecade = 36.0

  /// The decades of a sheet: as many whole ones as fit a page within its margins, of one length in both directions,
  /// so that powers are straight lines of their slope.
  static func decades(_ length: Double, on page: Rect?, in reach: Rect) -> (
    step: Double, frame: Rect
  ) {
    let length = max(length, shortestDecade)
    guard let page else { return (length, reach) }
    let room = page.insetForMargins
    let (across, down) = (
      max((room.width / length).rounded(.down), 1), max((room.height / length).rounded(.down), 1)
    )
    let step = min(room.width / across, room.height / down)
    let (width, height) = (step * across, step * down)
    return (
      step,
      Rect(
        x: page.center.x - width / 2, y: page.center.y - height / 2, width: width, height: height)
    )
  }

  static func logLog(_ length: Double, on page: Rect?, in reach: Rect) -> [PaperLine] {
    let (step, frame) = decades(length, on: page, in: reach)
    let origin = page == nil ? Point.zero : Point(frame.minX, frame.maxY)
    let shown = frame.intersection(reach)
    guard !shown.isEmpty else { return [] }
    var lines: [PaperLine] = []
    // A line on the far edge is the next decade's first.
    let slack = step * 1e-9
    for i in steps(step, from: origin.x, shown.minX - step, shown.maxX) {
      for (number, weight) in decade {
        let x = origin.x + (Double(i) + log10(number)) * step
        guard x >= shown.minX - slack, x <= shown.maxX + slack else { continue }
        lines.append(PaperLine(Point(x, shown.minY), Point(x, shown.maxY), weight))
      }
    }
    // Numbers grow upwards.
    for i in steps(step, from: -origin.y, -shown.maxY - step, -shown.minY) {
      for (number, weight) in decade {
        let y = origin.y - (Double(i) + log10(number)) * step
        guard y >= shown.minY - slack, y <= shown.maxY + slack else { continue }
        lines.append(PaperLine(Point(shown.minX, y), Point(shown.maxX, y), weight))
      }
    }
    return lines
  }

  /// The whole numbers of steps from an origin that lead into a range; at least one.
  private static func steps(
    _ step: Double, from origin: Double, _ low: Double, _ high: Double
  ) -> ClosedRange<Int> {
    let first = Int(((low - origin) / step).rounded(.up))
    // What is beside the range is cut off by the callers.
    return first...max(first, Int(((high - origin) / step).rounded(.down)))
  }
}

extension Rect {
  /// What is within the margins of a page: half an inch, less on small pages.
  var insetForMargins: Rect {
    let margin = min(36, min(width, height) / 12)
    return Rect(
      minX: minX + margin, minY: minY + margin, maxX: maxX - margin, maxY: maxY - margin)
  }
}

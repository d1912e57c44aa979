import InkModel

/// Where the tiles of a list of pages are: rows of equal cells, as many beside each other as there is room for.
struct PageGrid: Equatable {
  /// Of all pages.
  var count: Int
  /// Of the list, in widget points.
  var width: Double
  /// The first cell of a row is at the right.
  var isMirrored = false

  /// The least width of a cell, in widget points.
  static let leastWidth = 150.0
  static let cellHeight = 216.0

  var columns: Int { max(Int(width / Self.leastWidth), 1) }
  var rows: Int { (count + columns - 1) / columns }
  var height: Double { Double(rows) * Self.cellHeight }
  private var cellWidth: Double { width / Double(columns) }

  func frame(_ index: Int) -> Rect {
    let (row, column) = (index / columns, index % columns)
    let shown = isMirrored ? columns - 1 - column : column
    return Rect(
      x: (Double(shown) * cellWidth).rounded(), y: Double(row) * Self.cellHeight,
      width: cellWidth.rounded(), height: Self.cellHeight)
  }

  /// The pages in rows that meet a span of the list from top to bottom.
  func indices(from top: Double, to bottom: Double) -> Range<Int> {
    let first = max(Int((top / Self.cellHeight).rounded(.down)), 0) * columns
    let last = max(Int((bottom / Self.cellHeight).rounded(.up)), 0) * columns
    return min(first, count)..<min(max(last, first), count)
  }

  /// The page at a point of the list.
  func index(at p: Point) -> Int? {
    guard p.x >= 0, p.x < width, p.y >= 0, p.y < height else { return nil }
    let index = row(p.y) * columns + column(p.x)
    return index < count ? index : nil
  }

  /// Before which page something that is dropped at a point comes to lie, 0 … ``count``.
  func insertion(at p: Point) -> Int {
    let row = row(p.y)
    if columns == 1 {
      return min(Int((p.y / Self.cellHeight).rounded()), count)
    }
    var along = p.x / cellWidth
    if isMirrored { along = Double(columns) - along }
    return min(row * columns + min(max(Int(along.rounded()), 0), columns), count)
  }

  /// The line before a page at which something would be dropped.
  func dropLine(_ index: Int) -> Rect {
    if columns == 1 {
      return Rect(
        x: 16, y: min(max(Double(index) * Self.cellHeight - 1.5, 0), height - 3), width: width - 32,
        height: 3)
    }
    // At the end of the row before, rather than at the start of the next, where it was the last.
    let isEnd = index == count && index > 0
    let cell = frame(isEnd ? index - 1 : index)
    let x = isEnd != isMirrored ? cell.maxX : cell.minX
    return Rect(
      x: min(max(x - 1.5, 0), width - 3), y: cell.minY + 10, width: 3, height: cell.height - 20)
  }

  private func row(_ y: Double) -> Int { min(max(Int(y / Self.cellHeight), 0), max(rows - 1, 0)) }

  private func column(_ x: Double) -> Int {
    let column = min(max(Int(x / cellWidth), 0), columns - 1)
    return isMirrored ? columns - 1 - column : column
  }
}

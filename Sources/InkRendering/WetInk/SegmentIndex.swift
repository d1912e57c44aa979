import InkModel

/// Which segments of a stroke may reach where, by the cells of a coarse grid.
///
/// A segment is named by the index of the node it ends at. A crowded cell stops taking
/// segments and is marked: then neither memory nor search grows with the length of a stroke
/// that is scribbled over one area.
struct SegmentIndex {
  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  private let area: Rect
  private let side: Double
  private var cells: [Cell: [Int32]] = [:]

  /// Segments that one cell lists.
  private static let crowd = 96

  /// For segments within `view` whose nodes reach as far as `reach` pixels.
  init(within view: PixelBox, reach: Double) {
    area = view.rect.outset(by: 4)
    side = max(32, reach * 4)
  }

  private func forEachCell(_ box: Rect, _ body: (Cell) -> Void) {
    let part = box.intersection(area)
    guard !part.isEmpty else { return }
    for row in Int((part.minY / side).rounded(.down))...Int((part.maxY / side).rounded(.down)) {
      for column in Int((part.minX / side).rounded(.down))...Int((part.maxX / side).rounded(.down))
      {
        body(Cell(column: column, row: row))
      }
    }
  }

  mutating func insert(_ segment: Int, _ box: Rect) {
    var touched: [Cell] = []
    forEachCell(box) { touched.append($0) }
    for cell in touched where cells[cell, default: []].count <= Self.crowd {
      cells[cell, default: []].append(Int32(segment))
    }
  }

  /// The segments whose boxes meet `box`, ascending; `nil` where there are more than `most`, or
  /// where a cell is crowded.
  func segments(near box: Rect, most: Int, in nodes: ContiguousArray<LineNode>) -> [Int]? {
    var found: [Int] = []
    var isCrowded = false
    forEachCell(box) { cell in
      guard let list = cells[cell], !isCrowded else { return }
      if list.count > Self.crowd {
        isCrowded = true
        return
      }
      for i in list where nodes[Int(i) - 1].box(with: nodes[Int(i)]).intersects(box) {
        found.append(Int(i))
      }
    }
    guard !isCrowded else { return nil }
    found.sort()
    var unique: [Int] = []
    for i in found where unique.last != i { unique.append(i) }
    return unique.count <= most ? unique : nil
  }
}

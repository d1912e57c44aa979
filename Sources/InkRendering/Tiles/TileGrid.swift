import InkModel

/// A tile: a square of ``TileGrid/side`` device pixels of the canvas, at one scale, in one turn
/// and on one paper.
///
/// Column 0, row 0 has the canvas's origin in its top left corner.
public struct TileKey: Hashable, Sendable {
  /// The grid that it is one of.
  public var grid: TileGrid
  public var column: Int
  public var row: Int

  public init(_ grid: TileGrid, column: Int, row: Int) {
    self.grid = grid
    self.column = column
    self.row = row
  }

  public init(paper: PaperStyle, scale: Double, rotation: Double = 0, column: Int, row: Int) {
    self.init(
      TileGrid(paper: paper, scale: scale, rotation: rotation), column: column, row: row)
  }

  /// Ink has other colours on other paper.
  public var paper: PaperStyle { grid.paper }
  /// Device pixels for one canvas point, above 0.
  public var scale: Double { grid.scale }

  /// The square in pixels of its grid.
  public var gridRect: Rect {
    let side = Double(TileGrid.side)
    return Rect(
      minX: Double(column) * side, minY: Double(row) * side, maxX: Double(column + 1) * side,
      maxY: Double(row + 1) * side)
  }

  /// The bounds of the square in canvas space; the square itself where the grid is not turned.
  public var canvasRect: Rect {
    guard grid.rotation != 0 else {
      let side = Double(TileGrid.side) / scale
      return Rect(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
    }
    return grid.canvasFromGrid(gridRect)
  }

  /// The part of the canvas whose ink may have pixels in the tile.
  ///
  /// One pixel around, the margin that painting leaves for simplification and rounding.
  public var reach: Rect { canvasRect.outset(by: 1 / scale) }

  /// Takes canvas points to pixels of the tile.
  public var tileFromCanvas: AffineTransform {
    let side = Double(TileGrid.side)
    return .translation(Vector(-Double(column) * side, -Double(row) * side)) * grid.gridFromCanvas
  }
}

/// The tiles of one scale, one turn and one paper.
///
/// The grid's own space is the canvas turned about its origin and scaled to device pixels. A view
/// of the same scale and turn that puts the canvas's origin on a whole device pixel shows its tiles
/// pixel by pixel; any other view has to scale or turn the finished tiles.
public struct TileGrid: Hashable, Sendable {
  /// Device pixels along each side of a tile.
  public static let side = 256

  public let paper: PaperStyle
  /// Device pixels for one canvas point, above 0.
  public let scale: Double
  /// Radians, from +x towards +y, by which the canvas is turned.
  public let rotation: Double

  public init(paper: PaperStyle, scale: Double, rotation: Double = 0) {
    precondition(scale > 0 && scale.isFinite, "a tile's scale is above 0 and finite")
    self.paper = paper
    self.scale = scale
    self.rotation = rotation
  }

  public var gridFromCanvas: AffineTransform {
    rotation == 0 ? .scale(scale) : .scale(scale) * .rotation(rotation)
  }

  public var canvasFromGrid: AffineTransform {
    rotation == 0 ? .scale(1 / scale) : .rotation(-rotation) * .scale(1 / scale)
  }

  /// The tiles that meet a rectangle in canvas space, row by row; none for one that is empty or
  /// not finite.
  public func keys(covering area: Rect) -> [TileKey] { keys(covering: Quad(area)) }

  /// The tiles that meet an area in canvas space, row by row; none for one that is empty or not
  /// finite.
  public func keys(covering area: Quad) -> [TileKey] {
    keys(meeting: area.mapped(by: gridFromCanvas))
  }

  /// The tiles within `margin` pixels of an area in canvas space, row by row.
  public func keys(around area: Quad, margin: Double) -> [TileKey] {
    // Only rows and columns are needed here, so the bounds are enough.
    keys(meeting: Quad(area.mapped(by: gridFromCanvas).bounds.outset(by: margin)))
  }

  private func keys(meeting area: Quad) -> [TileKey] {
    let k = 1 / Double(Self.side)
    let box = area.bounds
    let span = [box.minX, box.minY, box.maxX, box.maxY].map { $0 * k }
    guard !box.isEmpty, span.allSatisfy({ abs($0) < 1e9 }) else { return [] }
    // What rounding adds to an edge is no reason for another row.
    let slack = 1e-9 * (1 + (span.map(abs).max() ?? 0))
    func tiles(_ low: Double, _ high: Double) -> Range<Int> {
      let first = Int((low + slack).rounded(.down))
      return first..<max(Int((high - slack).rounded(.up)), first + 1)
    }
    let columns = tiles(span[0], span[2])
    let isUpright = area.corners == box.corners
    return tiles(span[1], span[3]).flatMap { row in
      columns.compactMap { column in
        let key = TileKey(self, column: column, row: row)
        return isUpright || area.intersects(key.gridRect) ? key : nil
      }
    }
  }
}

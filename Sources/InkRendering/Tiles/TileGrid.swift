import InkModel

/// Which tile: a square of ``TileGrid/side`` device pixels of the canvas, at one scale and on one
/// paper.
///
/// Column 0, row 0 has the canvas's origin in its top left corner.
public struct TileKey: Hashable, Sendable {
  /// Ink has other colours on other paper.
  public var paper: PaperStyle
  /// Device pixels for one canvas point, above 0.
  public var scale: Double
  public var column: Int
  public var row: Int

  public init(paper: PaperStyle, scale: Double, column: Int, row: Int) {
    self.paper = paper
    self.scale = scale
    self.column = column
    self.row = row
  }

  /// The square in canvas space.
  public var canvasRect: Rect {
    let side = Double(TileGrid.side) / scale
    return Rect(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
  }

  /// Takes canvas points to pixels of the tile.
  public var tileFromCanvas: AffineTransform {
    let side = Double(TileGrid.side)
    return AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: -Double(column) * side, ty: -Double(row) * side)
  }
}

/// The tiles of one scale and one paper, without turn: a rotated view turns the finished tiles.
///
/// A view that wants pixels to be sharp puts the canvas's origin on a whole device pixel.
public struct TileGrid: Hashable, Sendable {
  /// Device pixels along each side of a tile.
  public static let side = 256

  public let paper: PaperStyle
  /// Device pixels for one canvas point, above 0.
  public let scale: Double

  public init(paper: PaperStyle, scale: Double) {
    precondition(scale > 0 && scale.isFinite, "a tile's scale is above 0 and finite")
    self.paper = paper
    self.scale = scale
  }

  /// The tiles that meet a rectangle in canvas space, row by row; none for one that is empty or
  /// not finite.
  public func keys(covering area: Rect) -> [TileKey] {
    let k = scale / Double(Self.side)
    let span = [area.minX, area.minY, area.maxX, area.maxY].map { $0 * k }
    guard !area.isEmpty, span.allSatisfy({ abs($0) < 1e9 }) else { return [] }
    let columns = Int(span[0].rounded(.down))..<Int(span[2].rounded(.up))
    let rows = Int(span[1].rounded(.down))..<Int(span[3].rounded(.up))
    return rows.flatMap { row in
      columns.map { TileKey(paper: paper, scale: scale, column: $0, row: row) }
    }
  }
}

import InkModel

/// Which pages come out on which sheets of paper, and where on them, as GTK prints them.
///
/// Arithmetic alone: ``PrintOperation/Preview`` reads from the dialog what was asked for. Each page
/// is painted on an area of its own, whose upper left corner is the origin. Lengths are points.
nonisolated public struct PrintedSheets: Hashable, Sendable {
  /// Which of the sheets come out, where the first is odd.
  nonisolated public enum Parity: Hashable, Sendable {
    case all, odd, even

    /// Whether a sheet comes out, counted from 0.
    fileprivate func takes(_ sheet: Int) -> Bool {
      switch self {
      case .all: true
      case .odd: sheet % 2 == 0
      case .even: sheet % 2 == 1
      }
    }
  }

  /// In which order pages fill a sheet, as the pages are read.
  nonisolated public struct Order: Hashable, Sendable {
    /// Whether a column is full before the next one begins, rather than a row.
    public var isByColumns: Bool
    public var isFromRight: Bool
    public var isFromBottom: Bool

    public init(byColumns: Bool = false, fromRight: Bool = false, fromBottom: Bool = false) {
      isByColumns = byColumns
      isFromRight = fromRight
      isFromBottom = fromBottom
    }
  }

  /// What the dialog was answered.
  nonisolated public struct Choice: Hashable, Sendable {
    /// The pages, counted from 0; `nil` for all.
    public var ranges: [ClosedRange<Int>]?
    /// 1, 2, 4, 6, 9 or 16; a count that GTK has no grid for is taken as 1.
    public var pagesPerSide = 1
    public var order = Order()
    public var parity = Parity.all
    /// Whether the last sheet comes out first.
    public var isReversed = false
    /// Of all that is on a page, from the corner of its area; 1 leaves it.
    public var scale = 1.0

    public init() {}
  }

  /// A sheet of paper, as it lies.
  nonisolated public struct Paper: Hashable, Sendable {
    public var width: Double
    public var height: Double
    /// The margins that the paper has while it stands upright.
    public var margins: Margins
    public var isAcross: Bool
    /// Whether it comes out upside down.
    public var isTurned: Bool

    public init(
      width: Double, height: Double, margins: Margins, isAcross: Bool, isTurned: Bool = false
    ) {
      self.width = width
      self.height = height
      self.margins = margins
      self.isAcross = isAcross
      self.isTurned = isTurned
    }

    /// Width and height of what a page is painted on, before it is made smaller for several a side.
    public var area: Vector {
      let beside = margins.left + margins.right
      let aboveAndBelow = margins.top + margins.bottom
      return isAcross
        ? Vector(width - aboveAndBelow, height - beside)
        : Vector(width - beside, height - aboveAndBelow)
    }

    /// Where the printer reaches, from the upper left corner.
    public var printable: Rect {
      Rect(
        x: isAcross ? margins.bottom : margins.left, y: isAcross ? margins.left : margins.top,
        width: area.dx, height: area.dy)
    }
  }

  nonisolated public struct Margins: Hashable, Sendable {
    public var top: Double
    public var bottom: Double
    public var left: Double
    public var right: Double

    public init(top: Double, bottom: Double, left: Double, right: Double) {
      self.top = top
      self.bottom = bottom
      self.left = left
      self.right = right
    }
  }

  /// The pages of each sheet, in the order in which the sheets come out; pages are counted from 0.
  public let sheets: [[Int]]
  private let choice: Choice
  /// Of paper that stands upright, as its pages are read.
  private let grid: Grid

  /// - Parameter count: How many pages there are; one at least.
  public init(_ choice: Choice, of count: Int) {
    let grid = Grid.perSide[choice.pagesPerSide] ?? Grid(columns: 1, rows: 1)
    let whole = 0...max(count - 1, 0)
    let ranges = (choice.ranges ?? [whole]).filter { $0.overlaps(whole) }
    let pages = ranges.flatMap { Array($0.clamped(to: whole)) }
    let starts = Array(stride(from: 0, to: pages.count, by: grid.count))
    let all = starts.map { Array(pages[$0..<min($0 + grid.count, pages.count)]) }
    let kept = all.indices.filter { choice.parity.takes($0) }.map { all[$0] }
    sheets = choice.isReversed ? Array(kept.reversed()) : kept
    self.choice = choice
    self.grid = grid
  }

  /// From a page's area to the sheet that it is on, whose upper left corner is the origin.
  ///
  /// - Parameters:
  ///   - index: Which of the sheet's pages it is, counted from 0.
  ///   - paper: As it would lie for this page.
  public func placing(_ index: Int, on paper: Paper) -> AffineTransform {
    let scaled = upright(index, on: paper) * .scale(choice.scale)
    guard paper.isTurned else { return scaled }
    let turn = AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: paper.width, ty: paper.height)
    return turn * scaled
  }

  /// The same before the sheet is turned, in the size as it is.
  private func upright(_ index: Int, on paper: Paper) -> AffineTransform {
    let printable = paper.printable
    guard grid.count > 1 else {
      // Seen from the corner that is the upper left one once the sheet is turned.
      return .translation(
        paper.isTurned
          ? Vector(paper.width - printable.maxX, paper.height - printable.maxY)
          : Vector(printable.minX, printable.minY))
    }
    // GTK goes by these margins for several a side, even where for one it goes by others.
    let corner = Point(
      paper.isAcross ? paper.margins.top : paper.margins.left,
      paper.isAcross ? paper.margins.left : paper.margins.top)
    let lying = paper.isAcross ? Grid(columns: grid.rows, rows: grid.columns) : grid
    let cell = lying.cell(index, in: choice.order)
    return grid.columns == grid.rows
      ? straight(cell, of: lying, on: paper, from: corner)
      : aside(cell, of: lying, on: paper, from: corner)
  }

  /// Into a cell that lies as the sheet does.
  private func straight(
    _ cell: (column: Int, row: Int), of grid: Grid, on paper: Paper, from corner: Point
  ) -> AffineTransform {
    let area = paper.area
    let step = Vector(area.dx / Double(grid.columns), area.dy / Double(grid.rows))
    // Each cell holds a small sheet with its margins.
    let k = min(step.dx / paper.width, step.dy / paper.height)
    let margins = paper.margins
    let atLeft = Self.share(margins.left, margins.right) * (step.dx - k * area.dx)
    let above = Self.share(margins.top, margins.bottom) * (step.dy - k * area.dy)
    return AffineTransform(
      a: k, b: 0, c: 0, d: k, tx: corner.x + Double(cell.column) * step.dx + atLeft,
      ty: corner.y + Double(cell.row) * step.dy + above)
  }

  /// Into a cell for which the sheet is turned a quarter to the right to be read.
  ///
  /// What is at the left of a page is at the bottom of the sheet then.
  private func aside(
    _ cell: (column: Int, row: Int), of grid: Grid, on paper: Paper, from corner: Point
  ) -> AffineTransform {
    let area = paper.area
    // As many as there are small sheets with their margins beside each other, and below.
    let widths = Double(grid.columns) * paper.width
    let heights = Double(grid.rows) * paper.height
    let k = min(area.dy / widths, area.dx / heights)
    let before = (area.dx - k * heights) / 2 + k * paper.margins.top
    let after = (area.dy - k * widths) / 2 - k * paper.margins.right
    return AffineTransform(
      a: 0, b: -k, c: k, d: 0, tx: corner.x + k * Double(cell.row) * paper.height + before,
      ty: corner.y + k * Double(grid.columns - cell.column) * paper.width + after)
  }

  /// How much of what is left over goes to the first of two margins.
  private static func share(_ first: Double, _ second: Double) -> Double {
    first + second > 0 ? first / (first + second) : 0.5
  }

  nonisolated private struct Grid: Hashable {
    var columns: Int
    var rows: Int

    var count: Int { columns * rows }

    static let perSide = [
      2: Grid(columns: 2, rows: 1), 4: Grid(columns: 2, rows: 2), 6: Grid(columns: 3, rows: 2),
      9: Grid(columns: 3, rows: 3), 16: Grid(columns: 4, rows: 4),
    ]

    func cell(_ index: Int, in order: Order) -> (column: Int, row: Int) {
      let column = order.isByColumns ? index / rows : index % columns
      let row = order.isByColumns ? index % rows : index / columns
      return (
        column: order.isFromRight ? columns - 1 - column : column,
        row: order.isFromBottom ? rows - 1 - row : row
      )
    }
  }
}

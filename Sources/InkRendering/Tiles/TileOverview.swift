import InkModel

/// The whole drawing, painted small and always kept: the stand-in where there is no better one.
///
/// One for a view. It has its own grid, as fine as ``byteLimit`` allows, that stays until the
/// drawing outgrows it or it is much too coarse. Only tiles with something in them are kept.
///
/// Invariants:
/// 1. ``byteCount`` is at most ``byteLimit``, and the margin that ``append(_:version:)`` needs
///    until the next ``update(for:paper:version:)``.
/// 2. Every tile of ``grid`` that any element meets is wanted, or known.
public struct TileOverview {
  /// Most bytes of pixels, if all of every tile has ink.
  public static let byteLimit = 24 * TileGrid.side * TileGrid.side * 4
  private static let tileLimit = byteLimit / (TileGrid.side * TileGrid.side * 4)
  /// Finer than this nothing is gained over the tiles of the view.
  private static let finest = 0.5

  private var cache = TileCache(budget: byteLimit)
  /// `nil` as long as there is nothing to show.
  public private(set) var grid: TileGrid?
  private var keys: Set<TileKey> = []
  /// The drawing has something that the grid was not chosen for, or is not known yet.
  private var isOutgrown = true

  public init() {}

  public var byteCount: Int { cache.byteCount }
  /// The number of tiles that are kept.
  public var count: Int { cache.count }

  /// Fits the grid to the drawing and returns what is to be painted.
  public mutating func update(
    for drawing: Drawing, paper: PaperStyle, version: Int
  ) -> [TileRequest] {
    let known = grid
    if known?.paper != paper || isOutgrown || keys.count > Self.tileLimit {
      guard let (grid, keys) = Self.choose(for: drawing, paper: paper) else {
        grid = nil
        keys = []
        isOutgrown = false
        return []
      }
      self.grid = grid
      self.keys = keys
      isOutgrown = false
    }
    return cache.requests(visible: keys.sorted(by: Self.order), margin: [], version: version)
      .map { TileRequest(key: $0.key, version: version, isRough: true) }
  }

  private static func order(_ a: TileKey, _ b: TileKey) -> Bool {
    (a.row, a.column) < (b.row, b.column)
  }

  /// The finest grid of which few enough tiles have something in them.
  private static func choose(
    for drawing: Drawing, paper: PaperStyle
  ) -> (TileGrid, Set<TileKey>)? {
    guard !drawing.isEmpty || drawing.settings.layout.pages.contains(where: \.isForeign) else {
      return nil
    }
    var scale = finest
    // Far beyond any drawing that could be drawn.
    while scale > 1e-9 {
      let grid = TileGrid(paper: paper, scale: scale)
      if let keys = keys(of: grid, under: drawing) { return (grid, keys) }
      scale /= 2
    }
    return nil
  }

  /// `nil` where they are too many.
  private static func keys(of grid: TileGrid, under drawing: Drawing) -> Set<TileKey>? {
    var keys: Set<TileKey> = []
    let layout = drawing.settings.layout
    for (i, page) in layout.pages.enumerated() where page.isForeign {
      for key in Self.keys(of: grid, under: layout.frame(i) ?? .empty) { keys.insert(key) }
      if keys.count > tileLimit * 3 / 4 { return nil }
    }
    for element in drawing.elements {
      for key in Self.keys(of: grid, under: element.bounds) { keys.insert(key) }
      // Some room to grow, so that new ink at the edge does not change the grid at once.
      if keys.count > tileLimit * 3 / 4 { return nil }
    }
    return keys
  }

  private static func keys(of grid: TileGrid, under bounds: Rect) -> [TileKey] {
    // An overview has rotation 0.
    let k = grid.scale / Double(TileGrid.side)
    let b = bounds.outset(by: 1 / grid.scale)
    func tile(_ v: Double) -> Int { Int(max(min((v * k).rounded(.down), 1e9), -1e9)) }
    let (left, top, right, bottom) = (tile(b.minX), tile(b.minY), tile(b.maxX), tile(b.maxY))
    if left == right, top == bottom { return [TileKey(grid, column: left, row: top)] }
    // One element in very many tiles is stopped at the limit.
    guard Double(right - left + 1) * Double(bottom - top + 1) <= Double(4 * tileLimit) else {
      return (0...tileLimit).map { TileKey(grid, column: left + $0, row: top) }
    }
    return (top...bottom).flatMap { row in
      (left...right).map { TileKey(grid, column: $0, row: row) }
    }
  }

  /// Whether a tile is one of these.
  public func contains(_ key: TileKey) -> Bool { keys.contains(key) }

  public mutating func insert(_ image: TileImage) { cache.insert(image) }

  /// Adds new ink on top of everything, painted at once where the overview is up to date.
  public mutating func append(_ element: Element, version: Int) {
    guard let grid else {
      isOutgrown = true
      return
    }
    for key in Self.keys(of: grid, under: element.bounds) where keys.insert(key).inserted {
      // Nothing was there but paper.
      cache.insert(
        TileImage(
          key: key, version: version - 1, inkBounds: .empty, surface: nil,
          statistics: RenderStatistics()))
    }
    _ = cache.requests(visible: Array(keys), margin: [], version: version)
    _ = cache.append(element, version: version)
  }

  /// A change of the drawing within `area` (canvas space), from `version` on.
  public mutating func invalidate(_ area: Rect, version: Int) {
    guard let grid else {
      isOutgrown = true
      return
    }
    for key in Self.keys(of: grid, under: area) { keys.insert(key) }
    cache.invalidate(area, version: version)
  }

  /// The pictures that show an area of the canvas; where there is none, the paper is bare, or
  /// nothing is known yet.
  public func images(covering area: Quad) -> [TileImage] {
    guard let grid else { return [] }
    return grid.keys(covering: area).compactMap { cache.image(for: $0) }
  }

  /// Whether all of the drawing is shown as it is now.
  public var isComplete: Bool { !isOutgrown && keys.allSatisfy { cache.isFresh($0) } }

  /// Whether an area of the canvas is shown as it is now.
  public func isFresh(_ area: Quad) -> Bool {
    guard let grid, !isOutgrown else { return false }
    return grid.keys(covering: area).allSatisfy { !keys.contains($0) || cache.isFresh($0) }
  }
}

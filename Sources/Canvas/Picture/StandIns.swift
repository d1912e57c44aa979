import InkModel
import InkRendering

/// Finds stand-ins for parts of a widget that have no exact tiles.
///
/// A part is shown by one grid that covers all of it; where there is none, its quarters are
/// tried one by one. So parts neither overlap, which would show translucent ink twice, nor leave
/// holes. Pictures that are up to date are preferred to others, then the nearest scale; where
/// no grid covers a part, the overview is used.
struct StandIns {
  private let wish: PictureTiles.Wish
  private let cache: TileCache
  private let overview: TileOverview
  private let grids: [TileGrid]

  /// Widget points; a part this small is not divided any more.
  private static let smallest = 96.0

  /// Grids beyond the nearest few are no better than the overview.
  private static let most = 8

  init(_ wish: PictureTiles.Wish, _ cache: TileCache, _ overview: TileOverview) {
    self.wish = wish
    self.cache = cache
    self.overview = overview
    let level = wish.levelGrid
    let exact = wish.exactGrid
    grids =
      (wish.isMoving ? [exact, level] : [exact])
      + cache.grids(standingInFor: exact).prefix(Self.most)
      .filter { !(wish.isMoving && $0 == level) }
  }

  /// The part of the widget that shows a tile of the exact grid, on whole device pixels.
  func box(of key: TileKey) -> Rect {
    let k = wish.deviceScale
    let r = key.gridRect
    let corner = wish.view.widgetFromCanvas(key.grid.canvasFromGrid(Point(r.minX, r.minY)))
    let (x, y) = ((corner.x * k).rounded(), (corner.y * k).rounded())
    return Rect(x: x / k, y: y / k, width: r.width / k, height: r.height / k)
      .intersection(wish.view.widgetBounds)
  }

  func tiles(in box: Rect) -> [PictureLayers.Tile] {
    guard !box.isEmpty else { return [] }
    var found: [PictureLayers.Tile] = []
    cover(box, with: grids, into: &found)
    return found
  }

  private func cover(
    _ box: Rect, with candidates: [TileGrid], into found: inout [PictureLayers.Tile]
  ) {
    let area = Quad(box).mapped(by: wish.view.canvasFromWidget)
    func show(_ images: [TileImage]) {
      for image in images where !image.isEmpty { found.append(.init(image: image, clip: box)) }
    }
    for grid in candidates {
      if let images = cache.images(of: grid, covering: area, fresh: true) { return show(images) }
    }
    let partial = candidates.filter { cache.hasImage(of: $0, in: area) }
    guard !partial.isEmpty, max(box.width, box.height) > Self.smallest else {
      if overview.isFresh(area) { return show(overview.images(covering: area)) }
      for grid in candidates {
        if let images = cache.images(of: grid, covering: area, fresh: false) {
          return show(images)
        }
      }
      return show(overview.images(covering: area))
    }
    for quarter in quarters(of: box) { cover(quarter, with: partial, into: &found) }
  }

  /// Cut on whole device pixels.
  private func quarters(of box: Rect) -> [Rect] {
    let k = wish.deviceScale
    let x = (box.center.x * k).rounded() / k
    let y = (box.center.y * k).rounded() / k
    return [
      Rect(minX: box.minX, minY: box.minY, maxX: x, maxY: y),
      Rect(minX: x, minY: box.minY, maxX: box.maxX, maxY: y),
      Rect(minX: box.minX, minY: y, maxX: x, maxY: box.maxY),
      Rect(minX: x, minY: y, maxX: box.maxX, maxY: box.maxY),
    ].filter { !$0.isEmpty }
  }
}

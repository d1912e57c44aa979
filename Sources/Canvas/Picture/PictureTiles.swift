import InkModel
import InkRendering

/// The tiles of a picture: which are wanted for a view, and which are shown until they are painted.
///
/// A view at rest shows tiles of its own scale and turn, pixel by pixel. One that is being zoomed
/// or turned shows upright tiles of the nearest ``levels(for:)`` instead, scaled and turned, so
/// that the painters have something to finish; those serve every frame until the next level.
/// Whatever is missing has a stand-in, in the last resort the ``TileOverview`` of the whole
/// drawing: there is never a hole where ink should be.
@MainActor final class PictureTiles {
  /// What the view is to show.
  struct Wish: Equatable {
    var view: Viewport
    var deviceScale: Double
    var paper: PaperStyle
    /// The scale or the turn is changing from frame to frame.
    var isMoving: Bool

    /// The tiles that need no scaling.
    var exactGrid: TileGrid {
      TileGrid(paper: paper, scale: view.scale * deviceScale, rotation: view.rotation)
    }

    /// Upright, at the nearest power of two.
    var levelGrid: TileGrid {
      TileGrid(paper: paper, scale: PictureTiles.level(for: view.scale * deviceScale))
    }

    var visible: Quad { Quad(view.widgetBounds).mapped(by: view.canvasFromWidget) }
  }

  /// Called when tiles came that a frame should show.
  var onTiles: () -> Void = {}
  /// Called when nothing is being painted any more and something is still wanted.
  var onWanting: () -> Void = {}
  /// Called when all that the view shows is up to date.
  var onComplete: () -> Void = {}

  /// Where pages and pictures get their pixels from.
  var pages: (any ForeignPages)? {
    get { painter.pages }
    set { painter.pages = newValue }
  }

  private var cache = TileCache(budget: TileCache.budget(forPixels: 0))
  private var overview = TileOverview()
  private let painter = TilePainter()
  private var version = 0
  private var target: TileGrid?
  private var visible: [TileKey] = []
  private var isMoving = false
  /// What frames show while the view's own tiles are all there, and the cache's ``TileCache/pictureCount``.
  private var whole: (tiles: [PictureLayers.Tile], pictures: Int)?
  /// There was no memory for a tile: what is there stays; the next change tries again.
  private var hasFailed = false
  /// Something that was wanted is still being painted.
  private var isPainting = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init() {
    Task { [weak self, events = painter.events] in
      for await event in events { self?.take(event) }
    }
  }

  /// Takes the pictures of another one's tiles, but for those that meet `area` (canvas space).
  convenience init(like other: PictureTiles, except area: Rect) {
    self.init()
    version = other.version
    pages = other.pages
    cache.budget = other.cache.budget
    for key in other.visible where !key.reach.intersects(area) && other.cache.isFresh(key) {
      if let image = other.cache.image(for: key) { cache.insert(image) }
    }
  }

  deinit { painter.stop() }

  /// The scale of the level for a view of so many device pixels a canvas point.
  nonisolated static func level(for scale: Double) -> Double {
    var level = 1.0
    while level * 1.4142 < scale { level *= 2 }
    while level > scale * 1.4142 { level /= 2 }
    return level
  }

  /// Memory of all pictures.
  var byteCount: Int { cache.byteCount + overview.byteCount }

  // MARK: Changes

  /// New ink on top: shown at once where tiles are fresh.
  func append(_ element: Element) {
    version += 1
    overview.append(element, version: version)
    cache.append(element, version: version)
  }

  func invalidate(_ area: Rect) {
    version += 1
    overview.invalidate(area, version: version)
    cache.invalidate(area, version: version)
  }

  /// The overview of an area is to be painted again, since it can be more exact now.
  func invalidateStandIns(_ area: Rect) {
    version += 1
    overview.invalidate(area, version: version)
  }

  /// Whether all visible tiles that meet an area (canvas space) show it as it is.
  func isFresh(in area: Rect) -> Bool { cache.isFresh(in: area) }

  // MARK: Wanting

  /// Has the tiles painted that the view wants.
  ///
  /// `drawing` is the latest, after all changes that were reported.
  ///
  /// - Parameters:
  ///   - isBusy: A tool is down: nothing is painted in advance, and one processor stays free.
  ///   - isFirst: There is no window yet: only what it waits for is painted, so that its construction gets
  ///     the processors soon. Where the view shows but a part of the drawing, that is the overview before all.
  func want(_ wish: Wish, of drawing: Drawing, isBusy: Bool, isFirst: Bool = false) {
    hasFailed = false
    let view = wish.view
    guard view.width > 0, view.height > 0 else { return }
    let budget = TileCache.budget(
      forPixels: Int(view.width * view.height * wish.deviceScale * wish.deviceScale))
    // Pixels of pages and pictures are kept within the same budget; the view and what is around it need half of it.
    cache.budget = max(budget - (pages?.byteCount ?? 0), budget / 2)
    let exact = wish.exactGrid
    let area = wish.visible
    isMoving = wish.isMoving
    whole = nil
    let isThere = cache.images(of: exact, covering: area, fresh: true) != nil
    let grid = wish.isMoving && !isThere ? wish.levelGrid : exact
    target = grid
    let requests = cache.requests(
      visible: area, grid: grid, version: version, withMargin: !wish.isMoving && !isBusy && !isFirst
    )
    visible = grid.keys(covering: area)
    let shown = Set(visible)
    let isEnough = isFirst && isReadySharp(wish, drawing)
    let ahead =
      isBusy || isEnough ? [] : overview.update(for: drawing, paper: wish.paper, version: version)
    let here = requests.filter { shown.contains($0.key) }
    let all =
      (isFirst ? ahead + here : here + ahead) + requests.filter { !shown.contains($0.key) }
    isPainting = true
    painter.want(
      all, of: drawing, workers: isBusy ? 1 : TilePainter.processors, asksWhole: !wish.isMoving)
  }

  /// Waits until nothing that has ink would be shown blank: wherever the view moves, or in the view of
  /// `wish`, where that holds the whole drawing and is not too much to wait for.
  ///
  /// Or until nothing is painted any more, so that it always returns.
  func prepare(_ wish: Wish, of drawing: Drawing) async {
    while !hasFailed, isPainting, !overview.isComplete,
      !isComplete || !isReadySharp(wish, drawing)
    {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// The most tiles that a window waits for, where they are the whole drawing: those of 4 million pixels.
  private static let mostAwaited = 64

  /// Whether the tiles of a wanted view show all of a drawing, and are few enough to be waited for.
  private func isReadySharp(_ wish: Wish, _ drawing: Drawing) -> Bool {
    visible.count <= Self.mostAwaited
      && (drawing.isEmpty
        || wish.view.widgetBounds.contains(wish.view.widgetFromCanvas(drawing.bounds)))
  }

  /// All visible tiles are there and show the latest version.
  var isComplete: Bool { target != nil && visible.allSatisfy { cache.isFresh($0) } }

  /// Whether there is something to show wherever the view moves, and all is sharp where it rests.
  ///
  /// Or there is no memory for that.
  var isPresentable: Bool {
    target != nil && (hasFailed || (overview.isComplete && (isComplete || isMoving)))
  }

  private func take(_ event: TilePainter.Event) {
    defer {
      for someone in waiting { someone.resume() }
      waiting = []
    }
    switch event {
    case .painted(let image):
      var isSeen = false
      if overview.contains(image.key) {
        overview.insert(image)
        isSeen = !isComplete
      }
      // A rough one is no tile of the view, even at the same scale.
      if !image.isRough { isSeen = cache.insert(image) || isSeen }
      if isSeen { onTiles() }
      if isComplete { onComplete() }
    case .failed:
      isPainting = false
      hasFailed = true
      onTiles()
    case .idle:
      isPainting = false
      // What changed while it was painted is requested again.
      if isComplete { onComplete() } else if !hasFailed { onWanting() }
    }
  }

  // MARK: Showing

  /// The tiles of a frame; each with its part of the widget, unless it is an exact one.
  func tiles(for wish: Wish) -> [PictureLayers.Tile] {
    let exact = wish.exactGrid
    if target == exact {
      if let whole, whole.pictures == cache.pictureCount { return whole.tiles }
      // The usual case: everything is there, or all but a few.
      var tiles: [PictureLayers.Tile] = []
      var missing: [TileKey] = []
      for key in visible {
        if let image = cache.image(for: key) {
          if !image.isEmpty { tiles.append(.init(image: image, clip: nil)) }
        } else {
          missing.append(key)
        }
      }
      if missing.isEmpty { whole = (tiles, cache.pictureCount) }
      if missing.count < visible.count {
        let standIns = StandIns(wish, cache, overview)
        return missing.reduce(into: tiles) { $0 += standIns.tiles(in: standIns.box(of: $1)) }
      }
    }
    let standIns = StandIns(wish, cache, overview)
    return standIns.tiles(in: wish.view.widgetBounds)
  }
}

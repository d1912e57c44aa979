import InkModel
import InkRendering

/// What a frame shows, bottom first; the shell turns it into whatever its toolkit paints.
public struct PictureLayers {
  /// A tile, or a piece of one that stands in for a tile still being painted.
  public struct Tile {
    public var image: TileImage
    /// The piece to show, in canvas space; `nil` for the whole tile at its own scale.
    public var part: Rect?
  }

  /// A piece of wet ink; the same tile with the same serial looks the same as before.
  public struct Wet {
    public var tile: WetTile
    public var serial: Int
  }

  /// What lies below all ink.
  public var paper: PaperPicture
  public var tiles: [Tile]
  public var wet: [Wet]
  /// The ends of wet strokes, good for this frame.
  public var tails: [WetTail]
  /// Where erasers are, in widget points, and how far they reach.
  public var erasers: [Point]
  public var eraserRadius: Double
}

/// The picture of a session: which tiles, which wet ink, painted by whom and when.
///
/// Wet ink is in device space of the view it was drawn in; tiles are in canvas space. When a
/// stroke is done its tiles show it before its wet ink goes, so that nothing blinks: at once
/// where the tiles were fresh, else when the workers have caught up.
///
/// Invariants:
/// 1. Each contact of the session that is wet has a wet renderer, and each ink that dries has
///    one until its tiles are fresh.
/// 2. At most one task paints tiles.
@MainActor public final class CanvasPicture {
  /// Told when tiles came that a frame should show.
  public var onTiles: () -> Void = {}
  /// Told when all that the view shows has been painted, as often as that comes about.
  public var onComplete: () -> Void = {}

  /// Wet strokes that somebody else shows, ahead of the frames: ``layers()`` leaves them out.
  public var shownElsewhere: Set<ContactID> = []
  /// Seconds that frames look ahead of the pen: what lies between a frame's painting and its showing.
  public var lookahead = 1.0 / 60

  /// Device pixels for a widget point.
  public var deviceScale = 1.0 {
    didSet { if deviceScale != oldValue { viewChanged() } }
  }

  /// A stroke's wet ink, and how often each piece of it changed.
  private struct WetInk {
    var renderer: WetInkRenderer
    /// Points of the stroke's path that are painted.
    var painted = 0
    var serials: [WetTileKey: Int] = [:]
    /// The pieces in the order in which ink came to them.
    ///
    /// A renderer that compares two frames in order finds each piece in its old place, and new
    /// ones at the end.
    var order: [WetTileKey] = []

    mutating func note(_ changed: Set<WetTileKey>) {
      for key in changed {
        if serials[key] == nil { order.append(key) }
        serials[key, default: 0] += 1
      }
    }
  }

  private struct Drying {
    var ink: WetInk
    var area: Rect
  }

  private let session: CanvasSession
  /// How the app looks; the drawing may be on other paper.
  private var style = PaperStyle.light
  /// The paper that ink is resolved for.
  private var paper: PaperStyle { session.settings.paperStyle(in: style) }
  private var cache = TileCache(budget: TileCache.budget(forPixels: 0))
  private let renderer = TileRenderer()
  private var version = 0
  private var visible: [TileKey] = []
  private var wet: [ContactID: WetInk] = [:]
  private var drying: [Drying] = []
  private var painter: Task<Void, Never>?
  private var needsTiles = true

  public init(_ session: CanvasSession) {
    self.session = session
  }

  /// All visible tiles show the latest version.
  public var isComplete: Bool { !needsTiles && painter == nil }

  public func setPaper(_ style: PaperStyle) {
    self.style = style
    viewChanged()
  }

  /// The view moved, or is another size.
  public func viewChanged() {
    needsTiles = true
    painter?.cancel()
    // Wet ink is in the old view's pixels: paint it again in the new one's.
    drying = []
    for (contact, stroke) in session.wet { restart(contact, stroke) }
  }

  // MARK: Changes

  /// Takes up what changed.
  ///
  /// - Returns: The contacts whose wet ink became dry; their renderers then hold all of it.
  @discardableResult
  public func take(_ update: CanvasUpdate) -> Set<ContactID> {
    // Ink may have other colours now; where it has not, its tiles are all there.
    if update.settingsChanged { viewChanged() }
    for area in update.damage {
      version += 1
      cache.invalidate(area, version: version)
      needsTiles = true
    }
    var ended = update.wet.filter { session.wet[$0] == nil }
      .compactMap { contact in wet.removeValue(forKey: contact).map { (contact, $0) } }
    var dried: Set<ContactID> = []
    for element in update.appended {
      version += 1
      let result = cache.append(element, version: version)
      if case .stroke(let stroke) = element.kind,
        let i = ended.firstIndex(where: { $0.1.painted <= stroke.path.points.count })
      {
        var (contact, ink) = ended.remove(at: i)
        dried.insert(contact)
        guard !result.pending.isEmpty || shownElsewhere.contains(contact) else { continue }
        if let changed = try? ink.renderer.finish(with: stroke.path.points[ink.painted...]) {
          ink.note(changed)
        }
        if !result.pending.isEmpty { drying.append(Drying(ink: ink, area: element.bounds)) }
      }
    }
    if !update.appended.isEmpty { needsTiles = true }
    for contact in update.wet {
      if let stroke = session.wet[contact] { grow(contact, stroke) }
    }
    return dried
  }

  /// What paints a wet stroke; another one after the view has changed.
  public func wetRenderer(of contact: ContactID) -> WetInkRenderer? { wet[contact]?.renderer }

  /// The end of a wet stroke, from the last point that is painted to where the pen is, or is
  /// expected `ahead` seconds after its last report.
  public func wetTail(of contact: ContactID, ahead: Double) -> WetTail? {
    guard let stroke = session.wet[contact] else { return nil }
    // The first point of a tail is the last that is painted, where any is.
    return wet[contact]?.renderer.tail(
      stroke.tail(ahead: ahead).dropFirst(stroke.path.points.isEmpty ? 0 : 1))
  }

  private func grow(_ contact: ContactID, _ stroke: WetStroke) {
    guard var ink = wet[contact] else { return restart(contact, stroke) }
    // Without memory for its pixels a stroke shows its tail alone until it is dry.
    if let changed = try? ink.renderer.append(stroke.path.points[ink.painted...]) {
      ink.note(changed)
    }
    ink.painted = stroke.path.points.count
    wet[contact] = ink
  }

  private func restart(_ contact: ContactID, _ stroke: WetStroke) {
    let view = session.viewport
    let visible = PixelBox(
      x: 0, y: 0, width: Int((view.width * deviceScale).rounded(.up)),
      height: Int((view.height * deviceScale).rounded(.up)))
    guard
      let renderer = try? WetInkRenderer(
        ink: stroke.ink, paper: paper, deviceFromCanvas: deviceFromCanvas, visible: visible)
    else { return }
    wet[contact] = WetInk(renderer: renderer)
    grow(contact, stroke)
  }

  private var deviceFromCanvas: AffineTransform {
    .scale(deviceScale) * session.viewport.widgetFromCanvas
  }

  // MARK: Frames

  /// What to show now.
  ///
  /// Starts the workers where something is missing.
  public func layers() -> PictureLayers {
    if needsTiles { wantTiles() }
    drying.removeAll { cache.isFresh(in: $0.area) }
    var tiles: [PictureLayers.Tile] = []
    for key in visible {
      if let image = cache.image(for: key) {
        if !image.isEmpty { tiles.append(.init(image: image, part: nil)) }
      } else {
        tiles += cache.standIns(for: key).map { .init(image: $0.image, part: $0.part) }
      }
    }
    var pieces: [PictureLayers.Wet] = []
    let shown = wet.filter { !shownElsewhere.contains($0.key) }
    for ink in drying.map(\.ink) + shown.values {
      for key in ink.order {
        guard let tile = ink.renderer.tiles[key] else { continue }
        pieces.append(.init(tile: tile, serial: ink.serials[key] ?? 0))
      }
    }
    let tails = shown.keys.compactMap { wetTail(of: $0, ahead: lookahead) }
    return PictureLayers(
      paper: paperPicture, tiles: tiles, wet: pieces, tails: tails, erasers: session.erasers,
      eraserRadius: session.eraserRadius)
  }

  private var paperPicture: PaperPicture {
    let view = session.viewport
    return PaperPicture(
      settings: session.settings, style: style, deviceFromCanvas: deviceFromCanvas,
      width: Int((view.width * deviceScale).rounded()),
      height: Int((view.height * deviceScale).rounded()), deviceScale: deviceScale)
  }

  private func wantTiles() {
    needsTiles = false
    let view = session.viewport
    guard view.width > 0, view.height > 0 else { return }
    let grid = TileGrid(paper: paper, scale: view.scale * deviceScale)
    cache.budget = TileCache.budget(
      forPixels: Int(view.width * view.height * deviceScale * deviceScale))
    let area = view.visibleCanvas
    visible = grid.keys(covering: area)
    let requests = cache.requests(visible: area, grid: grid, version: version)
    guard !requests.isEmpty else {
      if painter?.isCancelled ?? true { onComplete() }
      return
    }
    if let painter, !painter.isCancelled {
      // It brings what it has begun; what is still wanted then is asked for again.
      needsTilesAfterPainter = true
      return
    }
    paint(requests)
  }

  private var needsTilesAfterPainter = false

  private func paint(_ requests: [TileRequest]) {
    let drawing = session.drawing
    painter = Task { [weak self, renderer] in
      do {
        for try await image in renderer.images(for: requests, of: drawing) {
          guard let self, !Task.isCancelled else { return }
          if self.cache.insert(image) { self.onTiles() }
        }
      } catch {
        // No memory for a tile: what is there stays; the next change of view asks again.
      }
      guard let self, !Task.isCancelled else { return }
      self.painter = nil
      if self.needsTilesAfterPainter || !self.drying.isEmpty {
        self.needsTilesAfterPainter = false
        self.needsTiles = true
        self.onTiles()
      } else {
        self.onComplete()
      }
    }
  }
}

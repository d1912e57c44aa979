import InkModel
import InkRendering

/// What a frame shows, bottom first; the shell turns it into whatever its toolkit paints.
public struct PictureLayers {
  /// A tile, as it is or as a stand-in.
  public struct Tile {
    public var image: TileImage
    /// The part of the widget that the tile is to be seen in, in widget points and on whole device
    /// pixels, the tile being scaled and turned to the view; `nil` for a tile of the view's own
    /// scale and turn, shown whole and pixel by pixel.
    public var clip: Rect?
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
/// Invariant: each contact of the session that is wet has a wet renderer, and each ink that dries
/// has one until its tiles are fresh.
@MainActor public final class CanvasPicture {
  /// Told when tiles came that a frame should show.
  public var onTiles: () -> Void = {}
  /// Told when all that the view shows has been painted, as often as that comes about.
  public var onComplete: () -> Void = {}
  /// The view is being zoomed or turned, from frame to frame; set back when it comes to rest.
  public var isMoving = false {
    didSet { if isMoving != oldValue { needsTiles = true } }
  }

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
    var element: Element
  }

  private let session: CanvasSession
  /// How the app looks; the drawing may be on other paper.
  private var style = PaperStyle.light
  /// The paper that ink is resolved for.
  private var paper: PaperStyle { session.settings.paperStyle(in: style) }
  private let tiles: PictureTiles
  private var wet: [ContactID: WetInk] = [:]
  private var drying: [Drying] = []
  private var needsTiles = true
  private var wasBusy = false

  /// - Parameter overview: The drawing painted small beforehand, to be shown from the first frame.
  public init(_ session: CanvasSession, overview: TileOverview = TileOverview()) {
    self.session = session
    tiles = PictureTiles(overview)
    tiles.onTiles = { [weak self] in self?.onTiles() }
    tiles.onComplete = { [weak self] in self?.onComplete() }
    tiles.onWanting = { [weak self] in
      self?.needsTiles = true
      self?.onTiles()
    }
  }

  /// All visible tiles show the latest version.
  public var isComplete: Bool { !needsTiles && tiles.isComplete }

  /// Memory of all tiles, in bytes.
  public var tileBytes: Int { tiles.byteCount }

  public func setPaper(_ style: PaperStyle) {
    self.style = style
    viewChanged()
  }

  /// The view moved, or is another size.
  public func viewChanged() {
    needsTiles = true
    // Wet ink is in the old view's pixels: paint it again in the new one's.
    drying = drying.compactMap { old in
      guard case .stroke(let stroke) = old.element.kind, var ink = wetInk(stroke.ink) else {
        return nil
      }
      if let changed = try? ink.renderer.finish(with: stroke.path.points[...]) { ink.note(changed) }
      return Drying(ink: ink, element: old.element)
    }
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
    if wasBusy != session.isBusy {
      wasBusy = session.isBusy
      needsTiles = true
    }
    for area in update.damage {
      tiles.invalidate(area)
      needsTiles = true
    }
    var ended = update.wet.filter { session.wet[$0] == nil }
      .compactMap { contact in wet.removeValue(forKey: contact).map { (contact, $0) } }
    var dried: Set<ContactID> = []
    for element in update.appended {
      let isPending = tiles.append(element)
      if case .stroke(let stroke) = element.kind,
        let i = ended.firstIndex(where: { $0.1.painted <= stroke.path.points.count })
      {
        var (contact, ink) = ended.remove(at: i)
        dried.insert(contact)
        guard isPending || shownElsewhere.contains(contact) else { continue }
        if let changed = try? ink.renderer.finish(with: stroke.path.points[ink.painted...]) {
          ink.note(changed)
        }
        if isPending { drying.append(Drying(ink: ink, element: element)) }
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
    let isHeld = session.held.contains(contact)
    return wet[contact]?.renderer.tail(
      stroke.tail(ahead: isHeld ? 0 : ahead).dropFirst(stroke.path.points.isEmpty ? 0 : 1))
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
    guard let ink = wetInk(stroke.ink) else { return }
    wet[contact] = ink
    grow(contact, stroke)
  }

  /// Nothing yet, in the pixels of the view; `nil` where that cannot be.
  private func wetInk(_ ink: Ink) -> WetInk? {
    let view = session.viewport
    let visible = PixelBox(
      x: 0, y: 0, width: Int((view.width * deviceScale).rounded(.up)),
      height: Int((view.height * deviceScale).rounded(.up)))
    return
      (try? WetInkRenderer(
        ink: ink, paper: paper, deviceFromCanvas: deviceFromCanvas, visible: visible)).map {
        WetInk(renderer: $0)
      }
  }

  private var deviceFromCanvas: AffineTransform {
    .scale(deviceScale) * session.viewport.widgetFromCanvas
  }

  // MARK: Frames

  /// What to show now.
  ///
  /// Starts the workers where something is missing.
  public func layers() -> PictureLayers {
    let wish = PictureTiles.Wish(
      view: session.viewport, deviceScale: deviceScale, paper: paper, isMoving: isMoving)
    if needsTiles {
      needsTiles = false
      tiles.want(wish, of: session.drawing, isBusy: session.isBusy)
    }
    drying.removeAll { tiles.isFresh(in: $0.element.bounds) }
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
      paper: paperPicture, tiles: tiles.tiles(for: wish), wet: pieces, tails: tails,
      erasers: session.erasers, eraserRadius: session.eraserRadius)
  }

  private var paperPicture: PaperPicture {
    let view = session.viewport
    return PaperPicture(
      settings: session.settings, style: style, deviceFromCanvas: deviceFromCanvas,
      width: Int((view.width * deviceScale).rounded()),
      height: Int((view.height * deviceScale).rounded()), deviceScale: deviceScale)
  }
}

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
  /// Ink on its way, above the other, and the view that it is seen by.
  public var lifted: [Tile] = []
  public var liftedView = Viewport()
  public var wet: [Wet]
  /// The ends of wet strokes, good for this frame.
  public var tails: [WetTail]
  /// Where erasers are, in widget points, and what they are.
  public var erasers: [Point]
  public var eraser: Eraser
}

/// The picture of a session: which tiles, which wet ink, painted by whom and when.
///
/// Wet ink is in device space of the view it was drawn in; tiles are in canvas space. When a
/// stroke is done its tiles show it before its wet ink goes, so that nothing blinks: at once
/// where the tiles were fresh, else when the workers have caught up.
///
/// When ink gets other colours, because the app turns light or dark or the drawing is to keep its
/// colours, the picture stays as it is, paper and all, until what the view shows is painted in the
/// new ones; it then changes whole.
///
/// Invariants:
/// 1. Each contact of the session that is wet has a wet renderer, and each ink that dries has one
///    until its tiles are fresh.
/// 2. Paper, tiles and wet ink of a frame are of one ``PictureLook``.
@MainActor public final class CanvasPicture {
  /// Told when tiles came that a frame should show.
  public var onTiles: () -> Void = {}
  /// Told when all that the view shows has been painted, as often as that comes about once a frame was
  /// asked for.
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
    didSet {
      guard deviceScale != oldValue else { return }
      session.deviceScale = deviceScale
      viewChanged()
    }
  }

  private struct Drying {
    var ink: WetInk
    var element: Element
  }

  private let session: CanvasSession
  /// How the app looks; the drawing may be on other paper.
  private var style = PaperStyle.light
  /// What frames show.
  private var look: PictureLook
  private var tiles: PictureTiles
  /// What they are going to show, once its tiles are there.
  private var coming: (look: PictureLook, tiles: PictureTiles)?
  private var hasBeenSeen = false
  private var wet: [ContactID: WetInk] = [:]
  private var drying: [Drying] = []
  private var needsTiles = true
  private var wasBusy = false
  /// The selection, ready to be moved.
  private var lift: LiftedInk?
  /// Frames show ``lift``, and not the drawing's own tiles.
  private var isLifted = false
  /// A selection that was let go, shown where it is until the drawing's own tiles show it there.
  private var landing: (lift: LiftedInk, motion: AffineTransform, areas: [Rect])?

  public init(_ session: CanvasSession) {
    self.session = session
    tiles = PictureTiles()
    look = PictureLook(style: style, settings: session.settings)
    listen(to: tiles)
  }

  private func listen(to tiles: PictureTiles) {
    tiles.onTiles = { [weak self, weak tiles] in
      guard let self else { return }
      if tiles === self.tiles { self.onTiles() } else { self.changeLookIfReady() }
    }
    tiles.onComplete = { [weak self, weak tiles] in
      guard let self else { return }
      if tiles !== self.tiles {
        self.changeLookIfReady()
      } else if self.coming == nil, self.hasBeenSeen {
        self.onComplete()
      }
    }
    tiles.onWanting = { [weak self] in
      self?.needsTiles = true
      self?.onTiles()
    }
  }

  /// All visible tiles show the latest version, in the colours that are wanted.
  public var isComplete: Bool { !needsTiles && coming == nil && tiles.isComplete }

  /// Memory of all tiles, in bytes.
  public var tileBytes: Int { tiles.byteCount + (coming?.tiles.byteCount ?? 0) }

  /// Sets how the app looks; what frames show follows as soon as it can do so whole.
  public func setPaper(_ style: PaperStyle) {
    self.style = style
    wantLook()
  }

  private func wantLook() {
    let wanted = PictureLook(style: style, settings: session.settings)
    guard hasBeenSeen, wanted.paper != look.paper else {
      // Nothing to wait for: no ink has another colour, or none is seen yet.
      coming = nil
      look = wanted
      viewChanged()
      if let preparation, preparation.paper != look.paper {
        prepare(for: preparation.view, deviceScale: preparation.deviceScale)
      }
      return
    }
    if coming?.look.paper != wanted.paper {
      let tiles = PictureTiles()
      listen(to: tiles)
      coming = (wanted, tiles)
    } else {
      coming?.look = wanted
    }
    needsTiles = true
  }

  private func changeLookIfReady() {
    guard let next = coming, !needsTiles, next.tiles.isPresentable else { return }
    coming = nil
    (look, tiles) = next
    viewChanged()
    onTiles()
    if tiles.isComplete { onComplete() }
  }

  /// The view moved, or is another size.
  public func viewChanged() {
    needsTiles = true
    // What is selected is made ready again when the view is at rest.
    if !isLifted { lift = nil }
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
    if update.settingsChanged { wantLook() }
    takeSelection(update)
    if wasBusy != session.isBusy {
      wasBusy = session.isBusy
      needsTiles = true
    }
    for area in update.damage {
      tiles.invalidate(area)
      coming?.tiles.invalidate(area)
      needsTiles = true
    }
    var ended: [(ContactID, WetInk)] = []
    for contact in update.wet where !session.isWet(contact) {
      if let ink = wet.removeValue(forKey: contact) { ended.append((contact, ink)) }
    }
    var dried: Set<ContactID> = []
    for element in update.appended {
      let isPending = tiles.append(element)
      _ = coming?.tiles.append(element)
      if lift != nil || landing != nil { putDown() }
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
      session.withWet(contact) { grow(contact, $0) }
    }
    return dried
  }

  /// Device pixels by which the end of a wet stroke, which is there for a frame, may stray from its curve.
  private static let tailFlatness = 0.08

  /// What paints a wet stroke; another one after the view has changed.
  public func wetRenderer(of contact: ContactID) -> WetInkRenderer? { wet[contact]?.renderer }

  /// The end of a wet stroke, from the last point that is painted to where the pen is, or is
  /// expected `ahead` seconds after its last report.
  ///
  /// - Parameter isCoverage: To be looked at more than once.
  public func wetTail(
    of contact: ContactID, ahead: Double, isCoverage: Bool = false
  ) -> WetTail? {
    guard let ink = wet[contact] else { return nil }
    let isHeld = session.isProvisional(contact)
    let points = session.withWet(contact) {
      $0.tail(
        ahead: isHeld ? 0 : ahead, after: ink.painted,
        flatness: Self.tailFlatness / ink.renderer.deviceFromCanvas.meanScale)
    }
    return points.flatMap { ink.renderer.tail($0[...], isCoverage: isCoverage) }
  }

  private func grow(_ contact: ContactID, _ stroke: WetStroke) {
    guard let i = wet.index(forKey: contact) else { return restart(contact, stroke) }
    wet.values[i].grow(stroke.path.points)
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
        ink: ink, paper: look.paper, deviceFromCanvas: deviceFromCanvas, visible: visible)).map {
        WetInk(renderer: $0)
      }
  }

  private var deviceFromCanvas: AffineTransform {
    .scale(deviceScale) * session.viewport.widgetFromCanvas
  }

  // MARK: Opening

  /// What is painted before anybody sees it.
  private var preparation: PictureTiles.Wish?

  /// Begins to paint what a view will show, while there is no window yet.
  public func prepare(for view: Viewport, deviceScale: Double) {
    self.deviceScale = deviceScale
    var wish = wish(look)
    wish.view = view
    preparation = wish
    tiles.want(wish, of: session.drawing, isBusy: false, isFirst: true)
  }

  /// Waits until the first frame will not show bare paper where there is ink.
  ///
  /// A view that is another than was prepared for may still do so, for a moment.
  public func prepared() async {
    guard let wish = preparation, !hasBeenSeen else { return }
    await tiles.prepare(wish, of: session.drawing)
    preparation = nil
  }

  // MARK: Frames

  /// What to show now.
  ///
  /// Starts the workers where something is missing.
  public func layers() -> PictureLayers {
    let wish = wish(look)
    if needsTiles {
      needsTiles = false
      tiles.want(wish, of: session.drawing, isBusy: session.isBusy)
      if let coming {
        coming.tiles.want(self.wish(coming.look), of: session.drawing, isBusy: session.isBusy)
      }
    }
    if !wish.view.widgetBounds.isEmpty { hasBeenSeen = true }
    let lifted = lifted(wish)
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
    var layers = PictureLayers(
      paper: paperPicture, tiles: (lifted?.lift.ground ?? tiles).tiles(for: wish), wet: pieces,
      tails: tails, erasers: session.erasers, eraser: session.picker.eraser)
    if let lifted {
      layers.lifted = lifted.lift.ink.tiles(for: lifted.wish)
      layers.liftedView = lifted.wish.view
    }
    return layers
  }

  // MARK: The selection

  private func takeSelection(_ update: CanvasUpdate) {
    guard update.selectionChanged || session.selectionMotion == nil else { return }
    if let motion = update.landed, let lift, isLifted {
      landing = (lift, motion, update.damage)
      self.lift = nil
    } else if update.selectionChanged || !update.damage.isEmpty || !update.appended.isEmpty {
      putDown()
    }
    if session.selectionMotion == nil { isLifted = false }
  }

  /// The drawing's own tiles are shown again, as far as they are painted.
  private func putDown() {
    lift = nil
    landing = nil
    isLifted = false
  }

  /// What is shown in place of the drawing's own tiles, if anything is.
  private func lifted(
    _ wish: PictureTiles.Wish
  ) -> (lift: LiftedInk, wish: PictureTiles.Wish)? {
    if let now = landing {
      guard !now.areas.allSatisfy({ tiles.isFresh(in: $0) }) else {
        landing = nil
        return lifted(wish)
      }
      now.lift.want(wish, motion: now.motion, isMoving: false)
      return (now.lift, now.lift.inkWish(wish, now.motion, isMoving: false))
    }
    guard let selection = session.selection else {
      putDown()
      return nil
    }
    if lift == nil, isComplete, !isMoving {
      lift = LiftedInk(selection.elements, of: session.drawing, tiles: tiles) { [weak self] in
        self?.onTiles()
      }
    }
    guard let lift else { return nil }
    let motion = session.selectionMotion ?? .identity
    let turns = motion.meanScale != 1 || motion.angle != 0
    lift.want(wish, motion: motion, isMoving: turns)
    // From the first frame that can show all of it.
    if session.selectionMotion != nil, lift.isReady { isLifted = true }
    return isLifted ? (lift, lift.inkWish(wish, motion, isMoving: turns)) : nil
  }

  private func wish(_ look: PictureLook) -> PictureTiles.Wish {
    PictureTiles.Wish(
      view: session.viewport, deviceScale: deviceScale, paper: look.paper, isMoving: isMoving)
  }

  private var paperPicture: PaperPicture {
    let view = session.viewport
    return PaperPicture(
      settings: look.settings(session.settings), style: look.style,
      deviceFromCanvas: deviceFromCanvas,
      width: Int((view.width * deviceScale).rounded()),
      height: Int((view.height * deviceScale).rounded()), deviceScale: deviceScale)
  }
}

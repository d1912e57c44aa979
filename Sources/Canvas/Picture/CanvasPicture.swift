import InkModel
import InkRendering

/// The picture of a session's dry ink: its tiles, and when they are painted.
///
/// Ink in progress is shown over it by ``WetInk``.
///
/// When ink gets other colours, because the app turns light or dark or the drawing is to keep its
/// colours, the picture stays as it is, paper included, until what the view shows is painted in the
/// new ones; then all of it changes in one frame.
///
/// Invariant: paper and tiles of a frame are of one ``PictureAppearance``, whose paper ``pixels`` tells.
@MainActor public final class CanvasPicture: DryPicture {
  /// Called when tiles came that a frame should show.
  public var onTiles: () -> Void = {}
  /// Called when all that the view shows has been painted, each time that this is so after a frame was
  /// requested.
  public var onComplete: () -> Void = {}
  /// The view is being zoomed or turned, from frame to frame; reset when it comes to rest.
  public var isMoving = false {
    didSet { if isMoving != oldValue { needsTiles = true } }
  }

  /// Device pixels for a widget point.
  public var deviceScale = 1.0 {
    didSet {
      guard deviceScale != oldValue else { return }
      session.deviceScale = deviceScale
      viewChanged()
    }
  }

  /// Where pages of documents and pictures get their pixels from.
  public var pages: (any ForeignPages)? {
    didSet {
      tiles.pages = pages
      coming?.tiles.pages = pages
    }
  }

  private let session: CanvasSession
  /// The pages that tiles show something of below the ink.
  private var foreignFrames: Set<ForeignFrame>
  /// The style of the app; the drawing may be on other paper.
  private var style = PaperStyle.light
  /// What frames show.
  private var appearance: PictureAppearance
  private var tiles: PictureTiles
  /// The appearance that frames change to, once its tiles are painted.
  private var coming: (appearance: PictureAppearance, tiles: PictureTiles)?
  private var hasBeenSeen = false
  private var needsTiles = true
  private var wasBusy = false
  /// The selection, ready to be moved.
  private var lift: LiftedInk?
  /// Frames show ``lift``, and not the drawing's own tiles.
  private var isLifted = false
  /// A selection that was dropped, shown by its own tiles until those of the drawing show it.
  private var landing: (lift: LiftedInk, motion: AffineTransform, areas: [Rect])?

  public init(_ session: CanvasSession) {
    self.session = session
    foreignFrames = session.drawing.settings.foreignFrames
    tiles = PictureTiles()
    appearance = PictureAppearance(style: style, settings: session.settings)
    listen(to: tiles)
  }

  private func listen(to tiles: PictureTiles) {
    tiles.onTiles = { [weak self, weak tiles] in
      guard let self else { return }
      if tiles === self.tiles { self.onTiles() } else { self.changeAppearanceIfReady() }
    }
    tiles.onComplete = { [weak self, weak tiles] in
      guard let self else { return }
      if tiles !== self.tiles {
        self.changeAppearanceIfReady()
      } else if self.coming == nil, self.hasBeenSeen {
        self.onComplete()
      }
    }
    tiles.onWanting = { [weak self] in
      self?.needsTiles = true
      self?.onTiles()
    }
  }

  /// All visible tiles show the latest version, in the wanted colours.
  public var isComplete: Bool { !needsTiles && coming == nil && tiles.isComplete }

  /// Memory of all tiles, in bytes.
  public var tileBytes: Int { tiles.byteCount + (coming?.tiles.byteCount ?? 0) }

  /// Sets the style of the app; frames change to it as soon as all of it is painted.
  public func setPaper(_ style: PaperStyle) {
    self.style = style
    updateAppearance()
  }

  private func updateAppearance() {
    let wanted = PictureAppearance(style: style, settings: session.settings)
    guard hasBeenSeen, wanted.paper != appearance.paper else {
      // Nothing to wait for: no ink has another colour, or none has been shown yet.
      coming = nil
      appearance = wanted
      viewChanged()
      if let preparation, preparation.paper != appearance.paper {
        prepare(for: preparation.view, deviceScale: preparation.deviceScale)
      }
      return
    }
    if coming?.appearance.paper != wanted.paper {
      let tiles = PictureTiles()
      tiles.pages = pages
      listen(to: tiles)
      coming = (wanted, tiles)
    } else {
      coming?.appearance = wanted
    }
    needsTiles = true
  }

  private func changeAppearanceIfReady() {
    guard let next = coming, !needsTiles, next.tiles.isPresentable else { return }
    coming = nil
    (appearance, tiles) = next
    viewChanged()
    onTiles()
    if tiles.isComplete { onComplete() }
  }

  /// The view moved, or is another size.
  public func viewChanged() {
    needsTiles = true
    // The selection is prepared again when the view is at rest.
    if !isLifted { lift = nil }
    pixelsSerial += 1
  }

  /// Incremented whenever ``pixels`` may have changed.
  public private(set) var pixelsSerial = 0

  /// The pixels of a frame, in which wet ink is painted.
  public var pixels: PicturePixels {
    let view = session.viewport
    return PicturePixels(
      deviceFromCanvas: deviceFromCanvas,
      visible: PixelBox(
        x: 0, y: 0, width: Int((view.width * deviceScale).rounded(.up)),
        height: Int((view.height * deviceScale).rounded(.up))), paper: appearance.paper)
  }

  // MARK: Changes

  /// Applies what changed.
  public func take(_ update: CanvasUpdate) {
    // Ink may have other colours now; where it has not, all its tiles are there.
    if update.settingsChanged {
      updateAppearance()
      let frames = session.drawing.settings.foreignFrames
      for changed in frames.symmetricDifference(foreignFrames) {
        tiles.invalidate(changed.frame)
        coming?.tiles.invalidate(changed.frame)
        needsTiles = true
      }
      foreignFrames = frames
    }
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
    for element in update.appended {
      tiles.append(element)
      coming?.tiles.append(element)
      if lift != nil || landing != nil { putDown() }
    }
    if !update.appended.isEmpty { needsTiles = true }
  }

  /// There are other pixels for parts of pages than those that were painted: they are painted anew.
  ///
  /// - Parameter parts: By page, in its own units; `nil` for all of it.
  public func take(_ parts: [ForeignPage: Rect?]) {
    let drawing = session.shownDrawing
    for (page, part) in parts {
      for area in drawing.areas(showing: page, part, size: pages?.size(of: page)) {
        tiles.invalidate(area)
        coming?.tiles.invalidate(area)
      }
    }
    needsTiles = true
    lift = isLifted ? lift : nil
    onTiles()
  }

  /// There is a coarse picture of a page now, for stand-ins.
  public func takeStandIn(for page: ForeignPage) {
    for area in session.drawing.areas(showing: page, nil, size: nil) {
      tiles.invalidateStandIns(area)
      coming?.tiles.invalidateStandIns(area)
    }
    needsTiles = true
    onTiles()
  }

  /// Whether frames show an area (canvas space) as it is, or as much of it as is visible.
  public func isFresh(in area: Rect) -> Bool { tiles.isFresh(in: area) }

  private var deviceFromCanvas: AffineTransform {
    .scale(deviceScale) * session.viewport.widgetFromCanvas
  }

  // MARK: Opening

  /// What is painted before the first frame.
  private var preparation: PictureTiles.Wish?

  /// Begins to paint what a view will show, while there is no window yet.
  public func prepare(for view: Viewport, deviceScale: Double) {
    self.deviceScale = deviceScale
    var wish = wish(appearance)
    wish.view = view
    preparation = wish
    tiles.want(wish, of: session.shownDrawing, isBusy: false, isFirst: true)
  }

  /// Waits until the first frame will not show bare paper where there is ink.
  ///
  /// A view other than the prepared one may still do so, for a moment.
  public func prepared() async {
    guard let wish = preparation, !hasBeenSeen else { return }
    await tiles.prepare(wish, of: session.shownDrawing)
    preparation = nil
  }

  // MARK: Frames

  /// The dry ink to show now.
  ///
  /// Starts the workers where something is missing.
  public func layers() -> PictureLayers {
    let wish = wish(appearance)
    if needsTiles {
      needsTiles = false
      tiles.want(wish, of: session.shownDrawing, isBusy: session.isBusy)
      if let coming {
        coming.tiles.want(
          self.wish(coming.appearance), of: session.shownDrawing, isBusy: session.isBusy)
      }
    }
    if !wish.view.widgetBounds.isEmpty { hasBeenSeen = true }
    let lifted = lifted(wish)
    var layers = PictureLayers(
      view: wish.view, deviceScale: deviceScale, paper: paperPicture,
      tiles: (lifted?.lift.ground ?? tiles).tiles(for: wish), erasers: session.erasers,
      eraser: session.picker.eraser)
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

  /// What is shown instead of the drawing's own tiles, if anything is.
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
    if lift == nil, isComplete, !isMoving, !session.isTryingPicture {
      lift = LiftedInk(selection.elements, of: session.shownDrawing, tiles: tiles) { [weak self] in
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

  private func wish(_ appearance: PictureAppearance) -> PictureTiles.Wish {
    PictureTiles.Wish(
      view: session.viewport, deviceScale: deviceScale, paper: appearance.paper, isMoving: isMoving)
  }

  private var paperPicture: PaperPicture {
    let view = session.viewport
    return PaperPicture(
      settings: appearance.settings(session.settings), style: appearance.style,
      deviceFromCanvas: deviceFromCanvas,
      width: Int((view.width * deviceScale).rounded()),
      height: Int((view.height * deviceScale).rounded()), deviceScale: deviceScale)
  }
}

import CGtk
import Canvas
import GtkInk
import InkModel
import InkRendering

/// Shows strokes in progress on a surface of their own, committed with every report of the pen.
///
/// Between the pen and the screen stands no frame of the window then: the stroke goes over the canvas
/// on an ``OverlaySurface``, and into the picture below when the pen has lifted. Where there can be no
/// such surface (X11, a compositor without subsurfaces), and for a stroke during which the window
/// changes its size, the window's frames show the stroke as ever.
///
/// A stroke on the layer is a sheet: the same coverage masks that frames would show
/// (``WetInkRenderer``), and the tail of the moment.
///
/// Invariants, at every commit of either surface:
/// 1. Each stroke shows exactly once: a contact is in ``CanvasPicture/shownElsewhere`` as long as it
///    has a sheet that does not leave, and frames leave it out; a sheet that leaves goes in the very
///    commit that brings the first frame with its stroke.
/// 2. A sheet shows what frames would: same masks, same colour, same place.
/// 3. Nothing shows where a widget of the window lies over the canvas.
// Said again, since the optimizer forgets the default isolation of another module (Swift 6.3).
@MainActor
final class WetLayer {
  var mode = FastInk.automatic {
    didSet { if mode == .off { leaveAll() } }
  }
  /// Asks for a frame.
  var onNeedsFrame: () -> Void = {}
  /// Widgets of the window over the canvas, for whoever lies there.
  var coveringWidgets: [UnsafeMutablePointer<GtkWidget>] = [] {
    didSet {
      // One that steps aside in the midst of a stroke leaves its place to the ink.
      if coveringWidgets != oldValue, !sheets.isEmpty, let place = place() { updateCovers(place) }
    }
  }

  private struct Sheet {
    let contact: ContactID
    let renderer: WetInkRenderer
    var tail: WetTail?
    /// The next frame shows its stroke.
    var isLeaving = false
    /// All that it ever painted, in device pixels of the canvas.
    var area = PixelBox.empty
  }

  /// Where the canvas is in its window.
  private struct Place: Equatable {
    var shape: OverlaySurface.Shape
    /// The canvas, in buffer pixels.
    var canvas: PixelBox
  }

  private let session: CanvasSession
  private let picture: CanvasPicture
  private let widget: UnsafeMutablePointer<GtkWidget>
  private let lookahead = Lookahead()
  private var surface: OverlaySurface?
  private var sheets: [Sheet] = []
  /// Contacts whose strokes are in the window's frames.
  private var inFrames: Set<ContactID> = []
  /// Where the canvas was in the window's last frame.
  private var framed: Place?
  /// What is cut out, in buffer pixels.
  private var covers: [PixelBox] = []
  private var clock: GObjectReference?
  private var clockSignal: UInt = 0
  private var lastUse: gint64 = 0
  private var isGoingToHide = false
  private var isPrimed = false
  /// The compositor does not do its part.
  private var isInVain = false

  init(
    _ session: CanvasSession, _ picture: CanvasPicture, on widget: UnsafeMutablePointer<GtkWidget>
  ) {
    self.session = session
    self.picture = picture
    self.widget = widget
    lookahead.onRest = { [weak self] in self?.rest() }
    let motion = gtk_event_controller_motion_new()!
    for signal in ["enter", "motion"] {
      Signal.connectPosition(motion, signal) { [weak self] _, _ in self?.pointerIsNear() }
    }
    Signal.connect(motion, "leave") { [weak self] in self?.prime(false) }
    gtk_widget_add_controller(widget, motion)
  }

  /// The window's surface goes away.
  func remove() {
    leaveAll()
    sheets = []
    disconnectClock()
    surface = nil
    framed = nil
  }

  private var isWanted: Bool {
    switch mode {
    case .automatic: !isInVain
    case .on: true
    case .off: false
    }
  }

  // MARK: Strokes

  /// Shows what changed of the wet strokes, as far as they are on the layer.
  ///
  /// - Parameter dried: The contacts whose ink is in the picture from its next frame on.
  /// - Returns: Whether a frame is needed for the others.
  func take(_ update: CanvasUpdate, dried: Set<ContactID>) -> Bool {
    guard !update.wet.isEmpty else { return false }
    lookahead.moved()
    picture.lookahead = Lookahead.inFrames
    let place = place()
    if !sheets.isEmpty, place != framed { leaveAll() }
    var dirty = BoxList()
    var needsFrame = false
    for contact in update.wet {
      guard session.wet[contact] != nil else {
        if let i = index(of: contact) {
          end(i, isDry: dried.contains(contact), &dirty)
        } else {
          needsFrame = true
        }
        inFrames.remove(contact)
        continue
      }
      if index(of: contact) == nil, !inFrames.contains(contact) { begin(contact, at: place) }
      if let i = index(of: contact), sheets[i].renderer === picture.wetRenderer(of: contact) {
        grow(i, &dirty)
      } else {
        leave(contact)
        needsFrame = true
      }
    }
    if session.wet.isEmpty { lookahead.ended() }
    show(dirty)
    return needsFrame
  }

  private func index(of contact: ContactID) -> Int? {
    sheets.firstIndex { $0.contact == contact && !$0.isLeaving }
  }

  /// Gives a stroke a sheet, where it can have one.
  private func begin(_ contact: ContactID, at place: Place?) {
    // What lies below the dry ink cannot be on a surface above it: it is shown in frames.
    guard isWanted, let place, place == framed, let renderer = picture.wetRenderer(of: contact),
      renderer.place == .above, let surface = surface(for: place)
    else {
      inFrames.insert(contact)
      return
    }
    if sheets.isEmpty { surface.isEmptyNow() }
    updateCovers(place)
    sheets.append(Sheet(contact: contact, renderer: renderer))
    picture.shownElsewhere.insert(contact)
  }

  private func grow(_ i: Int, _ dirty: inout BoxList) {
    if let old = sheets[i].tail { dirty.add(old.bounds) }
    let tail = picture.wetTail(
      of: sheets[i].contact, ahead: lookahead.isResting ? 0 : Lookahead.atOnce)
    sheets[i].tail = tail
    let painted = sheets[i].renderer.takePainted()
    dirty.add(painted)
    if let tail { dirty.add(tail.bounds) }
    sheets[i].area = sheets[i].area.union(painted).union(tail?.bounds ?? .empty)
  }

  private func end(_ i: Int, isDry: Bool, _ dirty: inout BoxList) {
    let contact = sheets[i].contact
    picture.shownElsewhere.remove(contact)
    if isDry {
      // As it is going to look, at once; nothing that was foretold stays.
      if let old = sheets[i].tail { dirty.add(old.bounds) }
      let painted = sheets[i].renderer.takePainted()
      dirty.add(painted)
      sheets[i].area = sheets[i].area.union(painted)
      sheets[i].tail = nil
      sheets[i].isLeaving = true
    } else {
      dirty.add(sheets.remove(at: i).area)
    }
    // GTK takes the flag away when the pen lifts; the next stroke shall find it there.
    if isPrimed { prime(true) }
  }

  /// Hands a stroke over to the window's frames.
  private func leave(_ contact: ContactID) {
    inFrames.insert(contact)
    guard let i = index(of: contact) else { return }
    sheets[i].isLeaving = true
    picture.shownElsewhere.remove(contact)
  }

  private func leaveAll() {
    let live = sheets.filter { !$0.isLeaving }.map(\.contact)
    guard !live.isEmpty else { return }
    for contact in live { leave(contact) }
    onNeedsFrame()
  }

  /// The pen stands still: nothing is drawn ahead of it.
  private func rest() {
    picture.lookahead = 0
    var dirty = BoxList()
    for i in sheets.indices where !sheets[i].isLeaving { grow(i, &dirty) }
    show(dirty)
    if !inFrames.isEmpty { onNeedsFrame() }
  }

  // MARK: Frames

  /// A frame of the canvas is being painted, and committed right after.
  ///
  /// Before the picture is asked what it shows.
  func frameIsPainted() {
    let place = place()
    for sheet in sheets where !sheet.isLeaving {
      if place != framed || sheet.renderer !== picture.wetRenderer(of: sheet.contact) {
        leave(sheet.contact)
      }
    }
    if place != framed { surface?.invalidate(surface?.bounds ?? .empty) }
    framed = place
    if surface == nil, place != nil {
      // Now, because it becomes part of the window with the window's next commit (wlroots keeps to
      // that), and a frame in which nothing changed has none.
      surface = OverlaySurface(over: widget)
      if surface != nil { connectClock() }
    }
    guard let surface, let place else { return }
    let leaving = sheets.filter(\.isLeaving)
    guard !leaving.isEmpty || surface.shape != place.shape else { return }
    sheets.removeAll(where: \.isLeaving)
    var dirty = BoxList()
    for sheet in leaving { dirty.add(sheet.area) }
    invalidate(dirty)
    if sheets.isEmpty {
      surface.reshape(place.shape)
      covers = []
    }
    if !surface.presentWithParent({ [weak self] in self?.paint($0, $1) }) {
      // Without memory for it, better a blink than a stroke that shows twice for good.
      surface.hide()
    }
    if sheets.isEmpty { hideSoon() }
  }

  private func show(_ dirty: BoxList) {
    guard !dirty.isEmpty, let surface else { return }
    invalidate(dirty)
    surface.present { [weak self] in self?.paint($0, $1) }
    if surface.isStarved { isInVain = true }
  }

  private func invalidate(_ dirty: BoxList) {
    guard let canvas = framed?.canvas else { return }
    for box in dirty.boxes {
      let b = PixelBox(
        x: box.x + canvas.x, y: box.y + canvas.y, width: box.width, height: box.height)
      surface?.invalidate(b.intersection(canvas))
    }
  }

  private func paint(_ cr: OpaquePointer, _ box: PixelBox) {
    guard let canvas = framed?.canvas else { return }
    cairo_save(cr)
    cairo_translate(cr, Double(canvas.x), Double(canvas.y))
    let part = PixelBox(
      x: box.x - canvas.x, y: box.y - canvas.y, width: box.width, height: box.height)
    for sheet in sheets {
      WetSheet(renderer: sheet.renderer, tail: sheet.tail).paint(on: cr, in: part)
    }
    cairo_restore(cr)
    guard !covers.isEmpty else { return }
    cairo_set_operator(cr, CAIRO_OPERATOR_CLEAR)
    for cover in covers {
      cairo_rectangle(
        cr, Double(cover.x), Double(cover.y), Double(cover.width), Double(cover.height))
    }
    cairo_fill(cr)
    cairo_set_operator(cr, CAIRO_OPERATOR_OVER)
  }

  // MARK: The surface

  private func place() -> Place? {
    guard gtk_widget_get_mapped(widget) != 0, let shape = OverlaySurface.shape(of: widget),
      let box = surfaceBox(of: widget, shape.scale)
    else { return nil }
    return Place(shape: shape, canvas: box)
  }

  /// A widget's box on the window's surface, in buffer pixels.
  private func surfaceBox(
    of other: UnsafeMutablePointer<GtkWidget>, _ scale: Int
  ) -> PixelBox? {
    guard let native = gtk_widget_get_native(widget) else { return nil }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(other, native.widget, &bounds) != 0 else { return nil }
    var (dx, dy) = (0.0, 0.0)
    gtk_native_get_surface_transform(native, &dx, &dy)
    let k = Double(scale)
    let r = Rect(
      x: (Double(bounds.origin.x) + dx) * k, y: (Double(bounds.origin.y) + dy) * k,
      width: Double(bounds.size.width) * k, height: Double(bounds.size.height) * k
    ).roundedOut
    return PixelBox(x: Int(r.minX), y: Int(r.minY), width: Int(r.width), height: Int(r.height))
  }

  private func updateCovers(_ place: Place) {
    let boxes = coveringWidgets.filter { gtk_widget_get_mapped($0) != 0 }
      .compactMap { surfaceBox(of: $0, place.shape.scale)?.intersection(place.canvas) }
      .filter { !$0.isEmpty }
    guard boxes != covers else { return }
    for box in covers + boxes { surface?.invalidate(box) }
    covers = boxes
  }

  private func surface(for place: Place) -> OverlaySurface? {
    guard let surface, surface.shape != place.shape else { return self.surface }
    guard sheets.isEmpty else { return nil }
    surface.reshape(place.shape)
    return surface
  }

  private func connectClock() {
    disconnectClock()
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    self.clock = GObjectReference(clock)
    clockSignal = Signal.connect(clock, "after-paint") { [weak self] in
      self?.surface?.parentIsDone()
    }
  }

  private func disconnectClock() {
    if let clock { Signal.disconnect(clock.pointer, clockSignal) }
    clock = nil
  }

  isolated deinit { disconnectClock() }

  // MARK: Between strokes

  /// Seconds without a stroke after which the layer goes.
  private static let idle = 3.0

  private func hideSoon() {
    lastUse = g_get_monotonic_time()
    if !isGoingToHide { hide(after: Self.idle) }
  }

  private func hide(after seconds: Double) {
    isGoingToHide = true
    MainLoop.after(seconds) { [weak self] in
      guard let self else { return }
      self.isGoingToHide = false
      guard self.sheets.isEmpty else { return }
      let rest = Self.idle - Double(g_get_monotonic_time() - self.lastUse) / 1e6
      if rest > 0.01 { self.hide(after: rest) } else { self.surface?.hide() }
    }
  }

  private func pointerIsNear() {
    guard isWanted else { return }
    let place = place()
    if place != framed {
      // Moved within its window, by a header that grew, the canvas was not painted anew.
      onNeedsFrame()
    } else if session.wet.isEmpty, sheets.isEmpty, let place, let surface = surface(for: place),
      !surface.isMapped
    {
      // The first ink shall not have to wait for it.
      surface.map()
      hideSoon()
    }
    prime(true)
  }

  /// Gives the canvas and what holds it the state of something pressed, before it is.
  ///
  /// When the pen touches, GTK sets that state itself, works out the style of all these widgets anew,
  /// and until that is done holds back the pen's motions (two frames, measured). Set beforehand,
  /// there is nothing to be done.
  private func prime(_ on: Bool) {
    guard on || (isPrimed && session.wet.isEmpty) else { return }
    isPrimed = on
    var next: UnsafeMutablePointer<GtkWidget>? = widget
    while let w = next {
      if on {
        gtk_widget_set_state_flags(w, GTK_STATE_FLAG_ACTIVE, 0)
      } else {
        gtk_widget_unset_state_flags(w, GTK_STATE_FLAG_ACTIVE)
      }
      next = gtk_widget_get_parent(w)
    }
  }
}

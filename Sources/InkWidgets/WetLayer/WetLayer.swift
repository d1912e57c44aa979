import CGtk
import Canvas
import Gtk
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
/// The mark that a hovering tool would make is shown here too where it can be (``hover(_:inStep:)``): then no
/// frame of the window is on its way when the tool touches, in which GDK would hold back its motions.
///
/// A stroke on the layer is a sheet: the same coverage masks that frames would show
/// (``WetInkRenderer``), and the tail of the moment. A sheet below the dry ink shows along with it all
/// that the window's last frame shows in the same pixels (``FrameGround``); where that cannot be, the
/// stroke is shown in frames.
///
/// Invariants, at every commit of either surface:
/// 1. Each stroke shows exactly once: a contact is in ``CanvasPicture/shownElsewhere`` as long as it
///    has a sheet that does not leave, and frames leave it out; a sheet that leaves goes in the very
///    commit that brings the first frame with its stroke.
/// 2. A sheet shows what frames would: same masks, same colour, same place.
/// 3. Nothing shows where a widget of the window lies over the canvas.
/// 4. What a sheet below the dry ink shows of the frame is that of the last frame, at its commit.
// Said again, since the optimizer forgets the default isolation of another module (Swift 6.3).
@MainActor
final class WetLayer {
  var mode = FastInk.automatic {
    didSet {
      guard mode == .off else { return }
      leaveAll()
      if preview != nil { onNeedsFrame() }
    }
  }
  /// Asks for a frame.
  var onNeedsFrame: () -> Void = {}
  /// Widgets of the window over the canvas, for whoever lies there.
  var coveringWidgets: [UnsafeMutablePointer<GtkWidget>] = [] {
    didSet {
      // One that steps aside in the midst of a stroke leaves its place to the ink.
      if coveringWidgets != oldValue, !isEmpty, let place = place() { updateCovers(place) }
    }
  }

  struct Sheet {
    let contact: ContactID
    let renderer: WetInkRenderer
    var tail: WetTail?
    /// The next frame shows its stroke.
    var isLeaving = false
    /// All that it ever painted, in device pixels of the canvas.
    var area = PixelBox.empty

    var isBelow: Bool { renderer.place == .below }
    var look: WetSheet { WetSheet(renderer: renderer, tail: tail) }
  }

  /// Where the canvas is in its window.
  struct Place: Equatable {
    var shape: OverlaySurface.Shape
    /// The canvas, in buffer pixels.
    var canvas: PixelBox
  }

  let session: CanvasSession
  let picture: CanvasPicture
  let widget: UnsafeMutablePointer<GtkWidget>
  private let lookahead = Lookahead()
  var surface: OverlaySurface?
  // Unchecked: on the way of each report, all on the main thread.
  @exclusivity(unchecked)
  var sheets: [Sheet] = []
  /// The mark to come, where it is shown here, and its box in device pixels of the canvas.
  var preview: (picture: PreviewPicture, area: PixelBox)?
  let previewPainter = PreviewPainter()
  /// Something was declared invalid and is not shown yet.
  var isPending = false
  /// Strokes wait for ``showPending()``: what belongs to one moment makes one picture.
  var isGathering = false
  /// Contacts whose strokes are in the window's frames.
  var inFrames: Set<ContactID> = []
  /// Where the canvas was in the window's last frame.
  var framed: Place?
  /// Where the canvas is, while no frame has been made since that was found out.
  var known: Place?
  /// What that frame shows, where it can be painted again.
  var ground: FrameGround?
  /// What is cut out, in buffer pixels.
  var covers: [PixelBox] = []
  var clock: GObjectReference?
  var clockSignal: UInt = 0
  var lastUse: gint64 = 0
  var isGoingToHide = false
  var isPrimed = false
  /// When the compositor last was found not to do its part, in microseconds.
  var wasInVain: gint64?

  init(
    _ session: CanvasSession, _ picture: CanvasPicture, on widget: UnsafeMutablePointer<GtkWidget>
  ) {
    self.session = session
    self.picture = picture
    self.widget = widget
    lookahead.onRest = { [weak self] in self?.rest() }
    let motion = gtk_event_controller_motion_new()!
    for signal in ["enter", "motion"] {
      RawSignal.connectPosition(motion, signal) { [weak self] _, _ in self?.pointerIsNear() }
    }
    RawSignal.connect(motion, "leave") { [weak self] in self?.prime(false) }
    gtk_widget_add_controller(widget, motion)
  }

  /// The window's surface goes away.
  func remove() {
    leaveAll()
    sheets = []
    preview = nil
    isPending = false
    disconnectClock()
    surface = nil
    framed = nil
    ground = nil
  }

  /// Nothing is shown here.
  var isEmpty: Bool { sheets.isEmpty && preview == nil }

  /// Microseconds in which a layer that was in vain is not tried again: it may have been a busy moment.
  private static let pause: gint64 = 60_000_000

  var isWanted: Bool {
    switch mode {
    case .automatic: wasInVain.map { g_get_monotonic_time() - $0 > Self.pause } ?? true
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
      guard session.isWet(contact) else {
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
        if isInShadow(i) {
          leave(contact)
          needsFrame = true
        }
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
    for i in sheets.indices where !sheets[i].isLeaving && sheets[i].contact == contact { return i }
    return nil
  }

  /// Gives a stroke a sheet, where it can have one.
  private func begin(_ contact: ContactID, at place: Place?) {
    guard isWanted, let place, place == framed, let renderer = picture.wetRenderer(of: contact),
      renderer.place == .above || ground?.deviceFromCanvas == renderer.deviceFromCanvas,
      let surface = surface(for: place)
    else {
      inFrames.insert(contact)
      return
    }
    if isEmpty { surface.isEmptyNow() }
    updateCovers(place)
    sheets.append(Sheet(contact: contact, renderer: renderer))
    picture.shownElsewhere.insert(contact)
  }

  private func grow(_ i: Int, _ dirty: inout BoxList) {
    if let old = sheets[i].tail?.bounds { dirty.add(old) }
    let tail = picture.wetTail(
      of: sheets[i].contact, ahead: lookahead.isResting ? 0 : Lookahead.atOnce, isCoverage: true)
    sheets[i].tail = tail
    let painted = sheets[i].renderer.takePainted()
    dirty.add(painted)
    if let tail { dirty.add(tail.bounds) }
    sheets[i].area = sheets[i].area.union(painted).union(tail?.bounds ?? .empty)
  }

  /// Whether a stroke has come to where it can be painted below the dry ink, but not below the shadow
  /// of a widget.
  private func isInShadow(_ i: Int) -> Bool {
    guard sheets[i].isBelow else { return false }
    let area = sheets[i].area
    return shadows.contains { !$0.intersection(area).isEmpty }
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
  func leave(_ contact: ContactID) {
    inFrames.insert(contact)
    guard let i = index(of: contact) else { return }
    sheets[i].isLeaving = true
    picture.shownElsewhere.remove(contact)
  }

  func leaveAll() {
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

  isolated deinit { disconnectClock() }
}

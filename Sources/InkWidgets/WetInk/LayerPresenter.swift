import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// Shows strokes in progress on a surface of their own, committed with every report of the pen.
///
/// Between the pen and the screen stands no frame of the window then: the stroke goes over the canvas
/// on an ``OverlaySurface``. There can be no such surface on X11, nor with a compositor without subsurfaces.
/// ``Canvas/WetInk`` says what is shown here and for how long, and what the presenter has to keep to.
///
/// The mark that a hovering tool would make is shown here too where it can be: then no frame of the window is on its
/// way when the tool touches, in which GDK would hold back its motions.
///
/// A stroke on the layer is a sheet: the same coverage masks that frames would show (``WetInkRenderer``), and the
/// tail of the moment. A sheet below the dry ink shows along with it all that the window's last frame shows in the
/// same pixels (``FrameGround``), and nothing where the shadow of a widget falls; where that cannot be, it is refused.
// Said again, since the optimizer forgets the default isolation of another module (Swift 6.3).
@MainActor
final class LayerPresenter: LayerPresenting {
  var mode = FastInk.automatic {
    didSet { if mode == .off, oldValue != .off { onUnwanted() } }
  }
  /// Told that nothing is to be shown here any more.
  var onUnwanted: () -> Void = {}
  /// Told that the surface went, with all that it showed.
  var onGone: () -> Void = {}
  /// Told that a tool is over the canvas, or that none is any more.
  var onTool: (_ isNear: Bool) -> Void = { _ in }
  /// Widgets of the window over the canvas, for whoever lies there.
  var coveringWidgets: [UnsafeMutablePointer<GtkWidget>] = [] {
    didSet {
      // One that steps aside in the midst of a stroke leaves its part of the canvas to the ink.
      if coveringWidgets != oldValue, !isEmpty, let geometry = geometry() { updateCovers(geometry) }
    }
  }

  struct Sheet {
    let id: WetStrokeID
    let renderer: WetInkRenderer
    /// As coverage.
    var tail: WetTail?
    /// All that it ever painted, in device pixels of the canvas.
    var area = PixelBox.empty

    var isBelow: Bool { renderer.band == .below }
    var picture: WetSheet { WetSheet(renderer: renderer, tail: tail) }
  }

  /// Where the canvas is in its window.
  struct Geometry: Equatable {
    var shape: OverlaySurface.Shape
    /// The canvas, in buffer pixels.
    var canvas: PixelBox
  }

  let widget: UnsafeMutablePointer<GtkWidget>
  let frames: FramePresenter
  var surface: OverlaySurface?
  // Unchecked here and below: on the path of each report, all on the main thread.
  @exclusivity(unchecked)
  var sheets: [Sheet] = []
  /// The mark to come, where it is shown here, and its box in device pixels of the canvas.
  var preview: (picture: PreviewPicture, area: PixelBox)?
  let previewPainter = PreviewPainter()
  /// What changed of the sheets since the last commit, in device pixels of the canvas.
  @exclusivity(unchecked)
  var dirty = BoxList()
  /// Something was declared invalid and is not shown yet.
  @exclusivity(unchecked)
  var isPending = false
  /// Where the canvas was in the window's last frame.
  var framed: Geometry?
  /// Where the canvas is, while no frame has been made since that was found out.
  var known: Geometry?
  /// What that frame shows, where it can be painted again.
  var ground: FrameGround?
  /// What is cut out, in buffer pixels.
  var covers: [PixelBox] = []
  var clock: GObjectReference?
  var clockSignal: UInt = 0
  var lastUse = 0.0
  var isGoingToHide = false
  var isPrimed = false
  /// When the compositor last was found not to do its part, in seconds.
  private var wasInVain: Double?

  /// - Parameter frames: Paints the frames that the layer lies over.
  init(on widget: UnsafeMutablePointer<GtkWidget>, over frames: FramePresenter) {
    self.widget = widget
    self.frames = frames
    let motion = gtk_event_controller_motion_new()!
    for signal in ["enter", "motion"] {
      RawSignal.connectPosition(motion, signal) { [weak self] _, _ in self?.onTool(true) }
    }
    RawSignal.connect(motion, "leave") { [weak self] in self?.onTool(false) }
    gtk_widget_add_controller(widget, motion)
  }

  /// The window's surface goes away.
  func remove() {
    sheets = []
    preview = nil
    dirty.removeAll()
    isPending = false
    disconnectClock()
    surface = nil
    framed = nil
    ground = nil
    onGone()
  }

  /// Nothing is shown here.
  var isEmpty: Bool { sheets.isEmpty && preview == nil }

  /// Seconds in which a layer that the compositor did not show in time is not tried again.
  private static let pause = 60.0

  var isWanted: Bool {
    switch mode {
    case .automatic: wasInVain.map { MonotonicClock.system.now - $0 > Self.pause } ?? true
    case .on: true
    case .off: false
    }
  }

  // MARK: Strokes

  var isAligned: Bool { geometry() == framed }

  func add(_ stroke: WetStrokeID, _ renderer: WetInkRenderer) -> Bool {
    guard isWanted, let geometry = geometry(), geometry == framed,
      renderer.band == .above || ground?.deviceFromCanvas == renderer.deviceFromCanvas,
      let surface = surface(for: geometry)
    else { return false }
    if isEmpty { surface.isEmptyNow() }
    updateCovers(geometry)
    sheets.append(Sheet(id: stroke, renderer: renderer))
    return true
  }

  private func index(of stroke: WetStrokeID) -> Int? {
    for i in sheets.indices where sheets[i].id == stroke { return i }
    return nil
  }

  func update(_ stroke: WetStrokeID, tail: WetTail?) -> Bool {
    guard let i = index(of: stroke) else { return false }
    change(i, tail)
    return !isInShadow(i)
  }

  private func change(_ i: Int, _ tail: WetTail?) {
    if let old = sheets[i].tail?.bounds { dirty.add(old) }
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

  func finish(_ stroke: WetStrokeID) {
    guard let i = index(of: stroke) else { return }
    change(i, nil)
    // GTK takes the flag away when the pen lifts; the next stroke shall find it there.
    if isPrimed { prime(true) }
  }

  func remove(_ stroke: WetStrokeID) {
    guard let i = index(of: stroke) else { return }
    dirty.add(sheets.remove(at: i).area)
    if isPrimed { prime(true) }
    if isEmpty { hideSoon() }
  }

  func commit() {
    guard !dirty.isEmpty || isPending, let surface else { return }
    invalidateDirty()
    isPending = false
    surface.present { [weak self] in self?.paint($0) }
    if surface.isStarved {
      wasInVain = MonotonicClock.system.now
      surface.startAnew()
    }
  }

  isolated deinit { disconnectClock() }
}

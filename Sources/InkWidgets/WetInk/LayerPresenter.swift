import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// Shows strokes in progress on a surface of their own, committed with every report of the pen.
///
/// Such a stroke does not wait for a frame of the window: it is on an ``OverlaySurface`` over the canvas. There is
/// none on X11, nor with a compositor without subsurfaces. ``Canvas/WetInk`` decides what is shown here and for how
/// long, and states the presenter's invariants.
///
/// The preview of a hovering tool is shown here too where possible: then no frame of the window is pending when the
/// tool touches, for which GDK would delay its motions.
///
/// A stroke on the layer is a sheet: the same coverage masks that frames would show (``WetInkRenderer``), and the
/// current tail. A sheet below the dry ink also shows what the window's last frame shows in the same pixels
/// (``FrameGround``), and nothing in the shadow of a widget; where that is impossible the stroke is refused.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class LayerPresenter: LayerPresenting {
  var mode = FastInk.automatic {
    didSet { if mode == .off, oldValue != .off { onUnwanted() } }
  }
  /// Told that ``mode`` was turned off.
  var onUnwanted: () -> Void = {}
  /// Told that the surface was removed, with all strokes on it.
  var onGone: () -> Void = {}
  /// Told that a tool entered the canvas, or that the last one left.
  var onTool: (_ isNear: Bool) -> Void = { _ in }
  /// Widgets of the window that lie over the canvas; their boxes are cut out of the layer.
  var coveringWidgets: [Widget] = [] {
    didSet {
      // When a widget steps aside during a stroke, the ink under it appears.
      if coveringWidgets != oldValue, !isEmpty, let geometry = geometry() { updateCovers(geometry) }
    }
  }

  struct Sheet {
    let id: WetStrokeID
    let renderer: WetInkRenderer
    /// The tail's coverage mask.
    var tail: WetTail?
    /// The bounds of all that it ever painted, in device pixels of the canvas.
    var area = PixelBox.empty

    var isBelow: Bool { renderer.band == .below }
    var picture: WetSheet { WetSheet(renderer: renderer, tail: tail) }
  }

  /// The canvas's box in its window.
  struct Geometry: Equatable {
    var shape: OverlaySurface.Shape
    /// The canvas, in buffer pixels.
    var canvas: PixelBox
  }

  let widget: Widget
  let frames: FramePresenter
  var surface: OverlaySurface?
  // Unchecked here and below: on the path of each report, all on the main thread.
  @exclusivity(unchecked)
  var sheets: [Sheet] = []
  /// The preview, if it is shown here, and its box in device pixels of the canvas.
  var preview: (picture: PreviewPicture, area: PixelBox)?
  let previewPainter = PreviewPainter()
  /// What changed of the sheets since the last commit, in device pixels of the canvas.
  @exclusivity(unchecked)
  var dirty = BoxList()
  /// Something was declared invalid and is not committed yet.
  @exclusivity(unchecked)
  var isPending = false
  /// The geometry in the window's last frame.
  var framed: Geometry?
  /// The current geometry, cached until the next frame.
  var known: Geometry?
  /// What the last frame shows, if it can be painted again.
  var ground: FrameGround?
  /// The boxes of covering widgets, cut out, in buffer pixels.
  var covers: [PixelBox] = []
  /// To the end of each frame.
  var framesPainted: Subscription?
  var lastUse = 0.0
  var isGoingToHide = false
  var isPrimed = false
  /// When the compositor last kept too many buffers for too long, in seconds.
  private var wasInVain: Double?

  /// - Parameter frames: Paints the frames that the layer lies over.
  init(on widget: Widget, over frames: FramePresenter) {
    self.widget = widget
    self.frames = frames
    let motion = MotionController()
    // `enter` and `motion` come with every report, and the typed signal costs more.
    for signal in ["enter", "motion"] {
      DirectSignal.connectPosition(motion, signal) { [weak self] _, _ in self?.onTool(true) }
    }
    motion.left.connect { [weak self] in self?.onTool(false) }
    widget.add(motion)
  }

  /// Removes the surface: that of the window is about to be destroyed.
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

  /// Whether nothing is shown here.
  var isEmpty: Bool { sheets.isEmpty && preview == nil }

  var isWanted: Bool { mode.isWanted(since: wasInVain) }

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

  /// Whether a stroke below the dry ink has reached the shadow of a widget, below which it cannot be painted.
  private func isInShadow(_ i: Int) -> Bool {
    guard sheets[i].isBelow else { return false }
    let area = sheets[i].area
    return shadows.contains { !$0.intersection(area).isEmpty }
  }

  func finish(_ stroke: WetStrokeID) {
    guard let i = index(of: stroke) else { return }
    change(i, nil)
    // GTK unsets the flag when the pen lifts; it is set again for the next stroke.
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

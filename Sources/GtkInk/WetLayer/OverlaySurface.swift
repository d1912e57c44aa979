import CGtk
import CWayland
import Gtk
import InkModel
import InkRendering

/// A transparent picture over a window or a part of it, committed independently of its frames.
///
/// A desynchronised `wl_subsurface`, usually at the window's top left corner and as large as the
/// window's surface with its shadow, so that a fractional scale rounds both alike. Its input region
/// is empty, so that input goes to the window; popovers are popups and stack above.
///
/// 1. ``invalidate(_:)`` declares parts invalid, ``present(_:)`` paints and commits them.
/// 2. ``presentWithParent(_:)`` has the picture change in the same commit as the window's next frame;
///    ``parentIsDone()`` after that frame.
/// 3. ``hide()`` when there is nothing to show for a while.
///
/// Invariants:
/// 1. A buffer that the compositor reads is never written.
/// 2. The screen shows what the last painter painted, except for what waits for a buffer.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class OverlaySurface {
  /// Paints a part of the picture.
  public typealias Painter = (LayerTarget) -> Void

  /// The part of its parent that this is over, and the parent's scale.
  public struct Shape: Hashable {
    /// The left side on the parent's surface, with its shadow, in logical pixels.
    public var x = 0
    /// The top there.
    public var y = 0
    /// The width in logical pixels.
    public var width: Int
    /// The height in logical pixels.
    public var height: Int
    /// Buffer pixels for a logical pixel.
    public var scale: Int
  }

  public private(set) var shape: Shape
  // Unchecked here and below: on the path of each report, all on the main thread, and painters are not reentrant.
  /// Commits so far, for tests.
  @exclusivity(unchecked)
  public private(set) var commitCount = 0

  /// Buffers at the most: a fast pen commits four between two frames of a compositor that releases a buffer
  /// only after the next frame.
  static let most = 4

  private let globals: WaylandGlobals
  @exclusivity(unchecked)
  private var layer: ink_layer
  @exclusivity(unchecked)
  private var buffers: [LayerBuffer] = []
  /// Buffers of another shape that the compositor has not released.
  private var retired: [LayerBuffer] = []
  /// Paints and commits as soon as a buffer is released; set while there is none.
  @exclusivity(unchecked)
  private var waiting: Painter?
  /// Whether a buffer is attached, even a transparent one.
  @exclusivity(unchecked)
  public private(set) var isMapped = false
  /// The bounds of what may be painted in any buffer.
  @exclusivity(unchecked)
  private var painted = PixelBox.empty
  /// What changed since the last commit.
  @exclusivity(unchecked)
  private var changed = BoxList()
  @exclusivity(unchecked)
  private var isInStep = false

  /// Asks the compositor for what layers on a widget's display need, once.
  ///
  /// Its answer is waited for: do this before the first layer is made in the middle of a frame.
  public static func prepare(for widget: some WidgetProtocol) {
    if let display = gtk_widget_get_display(widget.widget) { _ = WaylandGlobals.of(display) }
  }

  /// On the window of a widget that is mapped; `nil` where there cannot be one.
  ///
  /// - Parameter part: What it is over; `nil` for all of the window's surface.
  public init?(over widget: some WidgetProtocol, part: Shape? = nil) {
    guard let native = gtk_widget_get_native(widget.widget),
      let gdkSurface = gtk_native_get_surface(native),
      let globals = WaylandGlobals.of(gdk_surface_get_display(gdkSurface)),
      let parent = plumbago_wayland_surface(gdkSurface), let shape = part ?? Self.shape(of: widget)
    else { return nil }
    self.globals = globals
    self.shape = shape
    var offered = globals.offered
    layer = ink_layer_create(&offered, parent)
    if shape.x != 0 || shape.y != 0 { ink_layer_move(&layer, Int32(shape.x), Int32(shape.y)) }
  }

  isolated deinit {
    // The surface first, so that its buffers are no longer in use.
    ink_layer_destroy(&layer)
    ink_display_flush(globals.display)
  }

  /// The shape of a layer over all of a widget's window, now.
  public static func shape(of widget: some WidgetProtocol) -> Shape? {
    guard let native = gtk_widget_get_native(widget.widget),
      let surface = gtk_native_get_surface(native)
    else { return nil }
    return Shape(
      width: Int(gdk_surface_get_width(surface)), height: Int(gdk_surface_get_height(surface)),
      scale: Int(gdk_surface_get_scale_factor(surface)))
  }

  /// Buffer pixels.
  public var bounds: PixelBox {
    PixelBox(x: 0, y: 0, width: shape.width * shape.scale, height: shape.height * shape.scale)
  }

  /// Takes another shape; the next commit removes what was shown.
  ///
  /// Where its corner is another one, that commit has to be the one with the window's next frame,
  /// and the whole picture has to be declared invalid for it.
  public func reshape(_ new: Shape) {
    guard new != shape else { return }
    if (new.x, new.y) != (shape.x, shape.y) { ink_layer_move(&layer, Int32(new.x), Int32(new.y)) }
    shape = new
    retired += buffers.filter(\.isShown)
    for buffer in retired {
      buffer.onRelease = { [weak self, weak buffer] in self?.retired.removeAll { $0 === buffer } }
    }
    buffers = []
    waiting = nil
    painted = .empty
    changed.removeAll()
  }

  /// Declares a part invalid.
  public func invalidate(_ box: PixelBox) {
    let part = box.intersection(bounds)
    painted = painted.union(part)
    changed.add(part)
    for buffer in buffers { buffer.stale.add(part) }
  }

  /// Declares the picture empty, after all that was in it was declared invalid.
  public func isEmptyNow() { painted = .empty }

  /// One bit for each of the last pictures: whether it had to wait for a buffer.
  @exclusivity(unchecked)
  private var recent: UInt64 = 0

  /// Whether most of the last pictures had to wait: the compositor keeps the buffers for too long, and the
  /// layer gains nothing.
  public var isStarved: Bool { recent.nonzeroBitCount > 48 }

  /// Resets ``isStarved``.
  public func startAnew() { recent = 0 }

  // MARK: Presenting

  /// Paints what is invalid and commits, now or as soon as there is a buffer.
  public func present(_ paint: @escaping Painter) {
    recent = recent &<< 1
    guard let buffer = freeBuffer(most: Self.most) else {
      recent |= 1
      waiting = paint
      return
    }
    show(buffer, paint)
    ink_display_flush(globals.display)
  }

  /// Paints what is invalid, to be shown together with the window's frame that is being made.
  ///
  /// - Returns: False where there is no memory; then nothing has changed.
  @discardableResult
  public func presentWithParent(_ paint: Painter) -> Bool {
    guard isMapped else { return true }
    // One buffer more than usual, since this cannot wait.
    guard let buffer = freeBuffer(most: Self.most + 1) else { return false }
    isInStep = true
    ink_layer_wait_for_parent(&layer)
    show(buffer, paint)
    return true
  }

  /// The window's frame is committed.
  public func parentIsDone() {
    guard isInStep else { return }
    isInStep = false
    ink_layer_go_alone(&layer)
    ink_display_flush(globals.display)
  }

  /// Attaches a transparent buffer, so that the surface is mapped before the first ink.
  ///
  /// Without damage: a compositor repaints a newly mapped surface as a whole.
  public func map() {
    guard !isMapped, let buffer = freeBuffer(most: Self.most) else { return }
    show(buffer) { $0.clear() }
    ink_display_flush(globals.display)
  }

  /// Unmaps the surface; a fullscreen window may then be scanned out without composition.
  public func hide() {
    waiting = nil
    guard isMapped else { return }
    isMapped = false
    ink_layer_attach(&layer, nil, Int32(shape.scale))
    commit()
    ink_display_flush(globals.display)
  }

  private func freeBuffer(most: Int) -> LayerBuffer? {
    // The one with the fewest stale pixels.
    var best: (buffer: LayerBuffer, stale: Int)?
    for buffer in buffers where !buffer.isShown {
      let stale = buffer.stale.bounds.count
      if stale < best?.stale ?? .max { best = (buffer, stale) }
    }
    if let best { return best.buffer }
    guard buffers.count < most else { return nil }
    let size = bounds
    guard let new = LayerBuffer(globals, width: size.width, height: size.height) else {
      return nil
    }
    // It is transparent, also where the others are painted.
    new.stale.add(painted)
    new.onRelease = { [weak self] in self?.released() }
    buffers.append(new)
    return new
  }

  private func released() {
    guard let paint = waiting else { return }
    waiting = nil
    present(paint)
  }

  private func show(_ buffer: LayerBuffer, _ paint: Painter) {
    waiting = nil
    ink_layer_attach(&layer, buffer.handle, Int32(shape.scale))
    for box in buffer.stale.boxes {
      let part = box.intersection(buffer.bounds)
      if !part.isEmpty { paint(LayerTarget(buffer: buffer, box: part)) }
    }
    buffer.stale.removeAll()
    // Not the stale boxes: those of a buffer that was not used for a while are more than changed on the screen.
    for box in changed.boxes {
      ink_layer_damage(&layer, Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height))
    }
    changed.removeAll()
    buffer.markShown()
    isMapped = true
    commit()
  }

  private func commit() {
    commitCount += 1
    ink_layer_commit(&layer)
  }
}

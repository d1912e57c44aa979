import CGtk
import Gtk
import GtkInk
import InkModel
import InkRendering

/// The stroke under the pen, ahead of the frames of its window or popover.
///
/// On an ``GtkInk/OverlaySurface`` over the field and what is around it, or over all of the window
/// or popover once ink goes beyond that. It is made when a stroke is first to be shown here, and
/// goes with the ink. A surface appears, moves and changes its size only with a frame, so a stroke
/// that needs one of these waits for it:
///
/// 1. ``show(_:isNew:tail:)`` with each report of the pen. Where it returns false, a frame has to
///    be painted.
/// 2. ``beginFrame(with:tail:)`` in each frame, before ink is painted in it. The frame leaves out
///    what the layer ``shows(_:)`` from then on.
///
/// Invariants, at every commit of the layer or its window:
/// 1. It shows one stroke at most, and each stroke shows once: what begins or ends to be here does
///    so in the very commit of the frame that ends or begins to show it. Only a stroke that no
///    frame has shown begins here without one; and where the layer has to go, since its window is
///    between pixels from now on or there is no memory, a stroke ends here at once, which may be
///    before the frame that shows it.
/// 2. It shows the pixels that frames would; where it cannot, on X11, without memory, between
///    pixels, or where the compositor keeps its buffers for too long (``FastInk/automatic``),
///    frames show the stroke.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class FieldLayer {
  /// What it is over.
  private struct Geometry: Equatable {
    var shape: OverlaySurface.Shape
    /// Its left side, in device pixels of the window or popover.
    var x: Int
    /// Its top, in the same.
    var y: Int

    /// What it is over, in device pixels of the window or popover.
    var box: PixelBox {
      PixelBox(x: x, y: y, width: shape.width * shape.scale, height: shape.height * shape.scale)
    }
  }

  /// The stroke that is shown; in device pixels of the window or popover.
  private struct Sheet {
    let renderer: WetInkRenderer
    /// As coverage.
    var tail: WetTail?
    /// The bounds of all that it ever painted.
    var area: PixelBox
  }

  /// Points around the field that ink may go to without a larger layer.
  private static let reach = 100.0
  /// Logical pixels that its corners are multiples of.
  ///
  /// At scales of quarters, too, these are whole pixels of the device.
  private static let step = 4.0

  private let native: Kept<Widget>
  /// The part of the window or popover that ink is expected in, in its points; `nil` for all of it.
  private var area: Rect?
  private var surface: OverlaySurface?
  /// As of the last frame that has changed the layer.
  private var framed: Geometry?
  private var sheet: Sheet?
  /// To the end of each frame.
  private var frames: Subscription?
  /// When the compositor last kept too many buffers for too long, in any field, in seconds.
  private static var wasInVain: Double?

  /// - Parameters:
  ///   - native: The window or popover.
  ///   - field: The field's frame, in its points.
  init(on native: UnsafeMutablePointer<GtkWidget>, over field: Rect) {
    self.native = Kept(Widget(native))
    area = field.isEmpty ? nil : field.outset(by: Self.reach)
    // Where no pen has hovered before. Not in the frame that makes the layer.
    if isWanted { OverlaySurface.prepare(for: self.native.object) }
  }

  /// Whether it shows a stroke.
  func shows(_ stroke: WetInkRenderer) -> Bool { sheet?.renderer === stroke }

  private var isWanted: Bool { ScribbleController.fastInk().isWanted(since: Self.wasInVain) }

  // MARK: With each report

  /// Shows a stroke at once, as it is now.
  ///
  /// - Parameters:
  ///   - isNew: No frame has shown it.
  ///   - tail: Its end, as coverage.
  /// - Returns: False where that needs a frame, if only for a part of it.
  func show(_ stroke: WetInkRenderer, isNew: Bool, tail: @autoclosure () -> WetTail?) -> Bool {
    guard isWanted, let surface, surface.isMapped, let framed, geometry() == framed,
      shows(stroke) || isNew && sheet == nil
    else { return false }
    if sheet == nil { surface.isEmptyNow() }
    let end = tail()
    let painted = stroke.takePainted()
    let new = end?.bounds ?? .empty
    let old = sheet?.tail?.bounds ?? .empty
    let whole = (sheet?.area ?? .empty).union(painted).union(new)
    sheet = Sheet(renderer: stroke, tail: end, area: whole)
    for box in [painted, old, new] { invalidate(box) }
    surface.present { [weak self] in self?.paint($0) }
    if surface.isStarved {
      surface.startAnew()
      Self.wasInVain = ScribbleController.now
    }
    guard area != nil, !framed.box.contains(whole) else { return isWanted }
    area = nil
    return false
  }

  // MARK: With a frame

  /// Shows a stroke, as it is now, from the frame on that is being painted; `nil` for none.
  ///
  /// - Parameter tail: Its end, as coverage.
  /// - Returns: Whether the layer changes with that frame, which has to be committed then: one that
  ///   shows what the last one showed is not.
  func beginFrame(with stroke: WetInkRenderer?, tail: @autoclosure () -> WetTail?) -> Bool {
    let stroke = isWanted ? stroke : nil
    guard surface != nil || stroke != nil else { return false }
    guard let geometry = geometry(), let surface = surface ?? makeSurface(geometry) else {
      remove()
      return false
    }
    guard geometry != framed || sheet?.renderer !== stroke else { return false }
    let hasMoved = surface.shape != geometry.shape
    let former = sheet
    if hasMoved { surface.reshape(geometry.shape) }
    // With nothing in it: what is declared invalid before would not be committed with the frame.
    surface.map()
    if let former, !hasMoved { invalidate(former.area) }
    framed = geometry
    if hasMoved { surface.invalidate(surface.bounds) }
    sheet = nil
    if let stroke {
      let end = tail()
      // All that it has painted, since it may have been in frames.
      _ = stroke.takePainted()
      var area = end?.bounds ?? .empty
      for tile in stroke.tiles.values { area = area.union(tile.bounds) }
      sheet = Sheet(renderer: stroke, tail: end, area: area)
      invalidate(area)
    }
    guard surface.isMapped, surface.presentWithParent({ [weak self] in self?.paint($0) }) else {
      // Without memory for a buffer; the frame shows what the layer showed.
      remove()
      return false
    }
    return true
  }

  private func makeSurface(_ geometry: Geometry) -> OverlaySurface? {
    guard let new = OverlaySurface(over: native.object, part: geometry.shape) else { return nil }
    surface = new
    frames = native.object.frameClock?.painted.subscribe { [weak self] in
      self?.surface?.parentIsDone()
    }
    return new
  }

  private func remove() {
    frames = nil
    surface = nil
    framed = nil
    sheet = nil
  }

  // MARK: Geometry

  /// What it is to be over; `nil` where it cannot be shown.
  private func geometry() -> Geometry? {
    let native = native.object
    guard native.isMapped, var shape = OverlaySurface.shape(of: native) else { return nil }
    let k = Double(shape.scale)
    var (dx, dy) = (0.0, 0.0)
    gtk_native_get_surface_transform(native.opaque, &dx, &dy)
    // Where the window begins between two pixels, so does all that is in its frames.
    guard (dx * k).rounded() == dx * k, (dy * k).rounded() == dy * k else { return nil }
    let all = Rect(
      x: 0, y: 0, width: Double(gtk_widget_get_width(native.widget)),
      height: Double(gtk_widget_get_height(native.widget)))
    let part = all.intersection(area ?? all)
    func low(_ side: Double) -> Int { Int(max((side / Self.step).rounded(.down) * Self.step, 0)) }
    func high(_ side: Double, _ limit: Int) -> Int {
      min(Int((side / Self.step).rounded(.up) * Self.step), limit)
    }
    shape.x = low(part.minX + dx)
    shape.y = low(part.minY + dy)
    shape.width = high(part.maxX + dx, shape.width) - shape.x
    shape.height = high(part.maxY + dy, shape.height) - shape.y
    guard !part.isEmpty, shape.width > 0, shape.height > 0 else { return nil }
    return Geometry(
      shape: shape, x: Int((Double(shape.x) - dx) * k),
      y: Int((Double(shape.y) - dy) * k))
  }

  // MARK: Painting

  /// Declares a box, in device pixels of the window or popover, invalid.
  private func invalidate(_ box: PixelBox) {
    guard let framed else { return }
    surface?.invalidate(
      PixelBox(x: box.x - framed.x, y: box.y - framed.y, width: box.width, height: box.height))
  }

  private func paint(_ target: LayerTarget) {
    guard let sheet, let framed else { return target.clear() }
    let box = target.box
    sheet.renderer.write(
      sheet.tail,
      in: PixelBox(x: box.x + framed.x, y: box.y + framed.y, width: box.width, height: box.height),
      to: target.pixels, stride: target.stride)
  }
}

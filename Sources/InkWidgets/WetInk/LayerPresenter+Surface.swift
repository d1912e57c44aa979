import CGtk
import Gtk
import GtkInk
import InkModel
import InkRendering

/// The geometry of the layer's surface, and when it is mapped.
extension LayerPresenter {
  func geometry() -> Geometry? {
    guard widget.isMapped, let shape = OverlaySurface.shape(of: widget) else {
      return nil
    }
    if let known, known.shape == shape { return known }
    guard let box = surfaceBox(of: widget, shape.scale) else { return nil }
    let geometry = Geometry(shape: shape, canvas: box)
    // Widgets move only within a cycle of the frame clock.
    if framesPainted != nil { known = geometry }
    return geometry
  }

  /// A widget's box on the window's surface, in buffer pixels.
  private func surfaceBox(
    of other: Widget, _ scale: Int
  ) -> PixelBox? {
    guard let frame = other.frameOnSurface else { return nil }
    let k = Double(scale)
    let r = Rect(
      x: frame.minX * k, y: frame.minY * k, width: frame.width * k, height: frame.height * k
    ).roundedOut
    return PixelBox(x: Int(r.minX), y: Int(r.minY), width: Int(r.width), height: Int(r.height))
  }

  func updateCovers(_ geometry: Geometry) {
    let boxes = coveringWidgets.filter(\.isMapped)
      .compactMap { surfaceBox(of: $0, geometry.shape.scale)?.intersection(geometry.canvas) }
      .filter { !$0.isEmpty }
    guard boxes != covers else { return }
    // Only where there is something to cut out or to show again: the rest of the layer is transparent either way.
    let canvas = framed?.canvas ?? geometry.canvas
    for area in sheets.map(\.area) + (preview.map { [$0.area] } ?? []) {
      let shown = PixelBox(
        x: area.x + canvas.x, y: area.y + canvas.y, width: area.width, height: area.height)
      for box in covers + boxes { surface?.invalidate(box.intersection(shown)) }
    }
    covers = boxes
  }

  /// How far the shadow of a widget over the canvas may extend, in widget points.
  private static let shadowReach = 44

  /// The boxes of covering widgets with their shadows, in device pixels of the canvas.
  var shadows: [PixelBox] {
    guard let framed else { return [] }
    let reach = Self.shadowReach * framed.shape.scale
    return covers.map {
      PixelBox(
        x: $0.x - framed.canvas.x - reach, y: $0.y - framed.canvas.y - reach,
        width: $0.width + 2 * reach, height: $0.height + 2 * reach)
    }
  }

  func surface(for geometry: Geometry) -> OverlaySurface? {
    guard let surface, surface.shape != geometry.shape else { return self.surface }
    guard sheets.isEmpty else { return nil }
    surface.reshape(geometry.shape)
    return surface
  }

  func connectClock() {
    disconnectClock()
    framesPainted = widget.frameClock?.painted.subscribe { [weak self] in
      self?.known = nil
      self?.surface?.parentIsDone()
    }
  }

  func disconnectClock() {
    framesPainted = nil
    known = nil
  }

  // MARK: Between strokes

  /// Seconds without a stroke after which the layer is hidden.
  private static let idle = 3.0

  func hideSoon() {
    lastUse = MonotonicClock.system.now
    if !isGoingToHide { hide(after: Self.idle) }
  }

  private func hide(after seconds: Double) {
    isGoingToHide = true
    MainLoop.after(seconds) { [weak self] in
      guard let self else { return }
      self.isGoingToHide = false
      guard self.isEmpty else { return }
      let rest = Self.idle - (MonotonicClock.system.now - self.lastUse)
      // The timer may come a little early.
      if rest > 0.01 { self.hide(after: rest) } else { self.surface?.hide() }
    }
  }

  func prepare() -> Bool {
    guard isWanted else { return true }
    prime(true)
    let geometry = geometry()
    // A canvas that moved within its window, by a header that grew, was not painted anew.
    guard geometry == framed else { return false }
    if isEmpty, let geometry, let surface = surface(for: geometry), !surface.isMapped {
      // Mapped beforehand, so that the first ink does not wait for it.
      surface.map()
      hideSoon()
    }
    return true
  }

  func standDown() { prime(false) }

  /// Sets the state flag `ACTIVE` of the canvas and its ancestors before a press does.
  ///
  /// When the pen touches, GTK sets that flag itself, recomputes the style of all these widgets, and delays
  /// the pen's motions until that is done (two frames, measured). Set beforehand, it costs nothing then.
  func prime(_ on: Bool) {
    guard on || isPrimed else { return }
    isPrimed = on
    var next: Widget? = widget
    while let current = next {
      current.setActive(on)
      next = current.parent
    }
  }
}

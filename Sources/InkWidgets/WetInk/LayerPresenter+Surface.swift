import CGtk
import Gtk
import GtkInk
import InkModel
import InkRendering

/// Where the layer's surface is, and when it is there at all.
extension LayerPresenter {
  func geometry() -> Geometry? {
    guard gtk_widget_get_mapped(widget) != 0, let shape = OverlaySurface.shape(of: widget) else {
      return nil
    }
    if let known, known.shape == shape { return known }
    guard let box = surfaceBox(of: widget, shape.scale) else { return nil }
    let geometry = Geometry(shape: shape, canvas: box)
    // Widgets move in the frame clock's cycles alone.
    if clock != nil { known = geometry }
    return geometry
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

  func updateCovers(_ geometry: Geometry) {
    let boxes = coveringWidgets.filter { gtk_widget_get_mapped($0) != 0 }
      .compactMap { surfaceBox(of: $0, geometry.shape.scale)?.intersection(geometry.canvas) }
      .filter { !$0.isEmpty }
    guard boxes != covers else { return }
    for box in covers + boxes { surface?.invalidate(box) }
    covers = boxes
  }

  /// How far the shadow of a widget over the canvas may reach, in widget points.
  private static let shadowReach = 44

  /// What is cut out and where shadows of it fall, in device pixels of the canvas.
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
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    self.clock = GObjectReference(clock)
    clockSignal = RawSignal.connect(clock, "after-paint") { [weak self] in
      self?.known = nil
      self?.surface?.parentIsDone()
    }
  }

  func disconnectClock() {
    if let clock { RawSignal.disconnect(clock.pointer, clockSignal) }
    clock = nil
    known = nil
  }

  // MARK: Between strokes

  /// Seconds without a stroke after which the layer goes.
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
      if rest > 0.01 { self.hide(after: rest) } else { self.surface?.hide() }
    }
  }

  func prepare() -> Bool {
    guard isWanted else { return true }
    prime(true)
    let geometry = geometry()
    // Moved within its window, by a header that grew, the canvas was not painted anew.
    guard geometry == framed else { return false }
    if isEmpty, let geometry, let surface = surface(for: geometry), !surface.isMapped {
      // The first ink shall not have to wait for it.
      surface.map()
      hideSoon()
    }
    return true
  }

  func standDown() { prime(false) }

  /// Gives the canvas and what holds it the state of something pressed, before it is.
  ///
  /// When the pen touches, GTK sets that state itself, works out the style of all these widgets anew,
  /// and until that is done holds back the pen's motions (two frames, measured). Set beforehand,
  /// there is nothing to be done.
  func prime(_ on: Bool) {
    guard on || isPrimed else { return }
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

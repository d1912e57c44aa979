import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// Painting the layer, and keeping it in step with the window's frames.
extension LayerPresenter {
  func beginFrame() -> Bool {
    known = nil
    let geometry = geometry()
    defer { framed = geometry }
    guard geometry != framed else { return true }
    surface?.invalidate(surface?.bounds ?? .empty)
    return false
  }

  func endFrame(removing strokes: [WetStrokeID]) {
    if surface == nil, framed != nil {
      // Within a frame: a new subsurface takes effect with the parent's next commit (wlroots enforces
      // that), and a frame in which nothing changed makes none.
      surface = OverlaySurface(over: widget)
      if surface != nil { connectClock() }
    }
    let old = ground
    ground = frames.ground
    let isOther = ground.flatMap { new in old.map { !$0.hasSamePixels(as: new) } } ?? true
    for sheet in sheets where strokes.contains(sheet.id) || (sheet.isBelow && isOther) {
      dirty.add(sheet.area)
    }
    sheets.removeAll { strokes.contains($0.id) }
    guard let surface, let framed else {
      // Without a mapped widget it cannot change in the frame's commit, so it is hidden.
      self.surface?.hide()
      return
    }
    guard !strokes.isEmpty || !dirty.isEmpty || surface.shape != framed.shape || isPending else {
      return
    }
    invalidateDirty()
    if isEmpty {
      surface.reshape(framed.shape)
      covers = []
    }
    isPending = false
    if !surface.presentWithParent({ [weak self] in self?.paint($0) }) {
      // Without memory for a buffer the layer blinks; otherwise the stroke would stay visible twice.
      surface.hide()
    }
    if isEmpty { hideSoon() }
  }

  /// Paints the strokes below the dry ink, together with the frame's contents under them.
  private func paintBelow(on cr: OpaquePointer, in box: PixelBox) {
    let below = sheets.filter(\.isBelow).map(\.picture)
    let boxes = below.flatMap { $0.boxes(in: box) }
    guard let ground, !boxes.isEmpty else { return }
    cairo_save(cr)
    for box in boxes {
      cairo_rectangle(cr, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
    }
    cairo_clip(cr)
    ground.paint(on: cr, in: boxes.reduce(.empty) { $0.union($1) }, below: below)
    // The shadows of widgets over the canvas stay those of the window.
    cairo_set_operator(cr, CAIRO_OPERATOR_CLEAR)
    for box in shadows {
      cairo_rectangle(cr, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
    }
    cairo_fill(cr)
    cairo_restore(cr)
  }

  /// Declares ``dirty`` invalid.
  func invalidateDirty() {
    for box in dirty.boxes { invalidate(box) }
    dirty.removeAll()
  }

  /// Declares a box, in device pixels of the canvas, invalid.
  func invalidate(_ box: PixelBox) {
    guard let canvas = framed?.canvas else { return }
    let b = PixelBox(
      x: box.x + canvas.x, y: box.y + canvas.y, width: box.width, height: box.height)
    surface?.invalidate(b.intersection(canvas))
  }

  func paint(_ target: LayerTarget) {
    guard let canvas = framed?.canvas else { return target.clear() }
    let box = target.box
    let part = PixelBox(
      x: box.x - canvas.x, y: box.y - canvas.y, width: box.width, height: box.height)
    guard !paintPixels(target, part) else { return }
    target.paint { cr in
      cairo_save(cr)
      cairo_translate(cr, Double(canvas.x), Double(canvas.y))
      paintBelow(on: cr, in: part)
      for sheet in sheets where !sheet.isBelow { sheet.picture.paint(on: cr, in: part) }
      paintPreview(on: cr, in: part)
      cairo_restore(cr)
      guard !covers.isEmpty else { return }
      cairo_set_operator(cr, CAIRO_OPERATOR_CLEAR)
      for cover in covers {
        cairo_rectangle(
          cr, Double(cover.x), Double(cover.y), Double(cover.width), Double(cover.height))
      }
      cairo_fill(cr)
    }
  }

  /// Writes the pixels of a part in which there is at most one stroke and nothing else: the usual case.
  ///
  /// - Returns: False where there is more, and nothing was painted.
  ///
  /// - Parameter part: The target's box in device pixels of the canvas.
  private func paintPixels(_ target: LayerTarget, _ part: PixelBox) -> Bool {
    // Without a closure for the standard library, which would check which thread it is on, with each report.
    for cover in covers where !cover.intersection(target.box).isEmpty { return false }
    guard preview?.area.intersection(part).isEmpty ?? true else { return false }
    var only: Int?
    for i in sheets.indices where !sheets[i].area.intersection(part).isEmpty {
      guard only == nil else { return false }
      only = i
    }
    guard let only else {
      target.clear()
      return true
    }
    guard !sheets[only].isBelow else { return false }
    sheets[only].renderer.write(
      sheets[only].tail, in: part, to: target.pixels, stride: target.stride)
    return true
  }
}

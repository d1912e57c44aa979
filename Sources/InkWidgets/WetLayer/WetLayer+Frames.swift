import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// What becomes of the layer when the window paints a frame, and how it is painted itself.
extension WetLayer {
  /// A frame of the canvas is going to be painted: before the picture is asked what it shows.
  func frameBegins() {
    known = nil
    let place = place()
    for sheet in sheets where !sheet.isLeaving {
      if place != framed || sheet.renderer !== picture.wetRenderer(of: sheet.contact) {
        leave(sheet.contact)
      }
    }
    if place != framed { surface?.invalidate(surface?.bounds ?? .empty) }
    framed = place
  }

  /// Hands strokes below the dry ink over to a frame that cannot be painted again.
  ///
  /// - Returns: Whether there are any, so that the frame is another one.
  func yieldBelow() -> Bool {
    let contacts = sheets.filter { $0.isBelow && !$0.isLeaving }.map(\.contact)
    for contact in contacts { leave(contact) }
    return !contacts.isEmpty
  }

  /// A frame of the canvas is painted, and committed right after.
  ///
  /// - Parameter new: What it shows, where it can be painted again.
  func frameIsPainted(_ new: FrameGround?) {
    let place = framed
    if surface == nil, place != nil {
      // Now, because it becomes part of the window with the window's next commit (wlroots keeps to
      // that), and a frame in which nothing changed has none.
      surface = OverlaySurface(over: widget)
      if surface != nil { connectClock() }
    }
    let old = ground
    ground = new
    guard let surface, let place else { return }
    let isOther = new.flatMap { new in old.map { !$0.looksLike(new) } } ?? true
    let changed = sheets.filter { $0.isLeaving || ($0.isBelow && isOther) }
    guard !changed.isEmpty || surface.shape != place.shape || isPending else { return }
    sheets.removeAll(where: \.isLeaving)
    var dirty = BoxList()
    for sheet in changed { dirty.add(sheet.area) }
    invalidate(dirty)
    if isEmpty {
      surface.reshape(place.shape)
      covers = []
    }
    isPending = false
    if !surface.presentWithParent({ [weak self] in self?.paint($0) }) {
      // Without memory for it, better a blink than a stroke that shows twice for good.
      surface.hide()
    }
    if isEmpty { hideSoon() }
  }

  func show(_ dirty: BoxList) {
    guard !dirty.isEmpty || isPending, let surface else { return }
    invalidate(dirty)
    isPending = isGathering
    guard !isGathering else { return }
    surface.present { [weak self] in self?.paint($0) }
    if surface.isStarved {
      wasInVain = g_get_monotonic_time()
      surface.startAnew()
    }
  }

  /// Paints the strokes below the dry ink, and all that the frame shows where they are.
  private func paintBelow(on cr: OpaquePointer, in box: PixelBox) {
    let below = sheets.filter(\.isBelow).map(\.look)
    let boxes = below.flatMap { $0.boxes(in: box) }
    guard let ground, !boxes.isEmpty else { return }
    cairo_save(cr)
    for box in boxes {
      cairo_rectangle(cr, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
    }
    cairo_clip(cr)
    ground.paint(on: cr, in: boxes.reduce(.empty) { $0.union($1) }, below: below)
    // The shadows of widgets are not the canvas's to paint.
    cairo_set_operator(cr, CAIRO_OPERATOR_CLEAR)
    for box in shadows {
      cairo_rectangle(cr, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
    }
    cairo_fill(cr)
    cairo_restore(cr)
  }

  private func invalidate(_ dirty: BoxList) {
    for box in dirty.boxes { invalidate(box) }
  }

  /// Says that a box, in device pixels of the canvas, looks different.
  func invalidate(_ box: PixelBox) {
    guard let canvas = framed?.canvas else { return }
    let b = PixelBox(
      x: box.x + canvas.x, y: box.y + canvas.y, width: box.width, height: box.height)
    surface?.invalidate(b.intersection(canvas))
  }

  private func paint(_ target: LayerTarget) {
    guard let canvas = framed?.canvas else { return target.clear() }
    let box = target.box
    let part = PixelBox(
      x: box.x - canvas.x, y: box.y - canvas.y, width: box.width, height: box.height)
    guard !paintPixels(target, part) else { return }
    target.paint { cr in
      cairo_save(cr)
      cairo_translate(cr, Double(canvas.x), Double(canvas.y))
      paintBelow(on: cr, in: part)
      for sheet in sheets where !sheet.isBelow { sheet.look.paint(on: cr, in: part) }
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

  /// Paints a part where no more than one stroke is, and nothing else: nearly always.
  ///
  /// - Parameter part: The target's box in device pixels of the canvas.
  private func paintPixels(_ target: LayerTarget, _ part: PixelBox) -> Bool {
    guard !covers.contains(where: { !$0.intersection(target.box).isEmpty }),
      preview?.area.intersection(part).isEmpty ?? true
    else { return false }
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

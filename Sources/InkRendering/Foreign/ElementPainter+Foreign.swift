import CCairo
import InkModel

/// Painting over pages of documents and pictures, where no colour is adapted: beside them the same ink has the colours of
/// the paper.
extension ElementPainter {
  /// Has pixels waited for, as exports do.
  func waitingForPages(_ source: ForeignSource?) -> ElementPainter {
    foreign = ForeignPainting(pages: source?.pages, patience: .all)
    return self
  }

  /// Calls `paint` with this painter for what lies beside `frames`, and with one for light paper for what lies over
  /// them, each with a clip.
  ///
  /// - Parameters:
  ///   - frames: In canvas space.
  ///   - userFromCanvas: To the context's user space.
  func overAndBeside<Failure: Error>(
    _ frames: [Rect], _ element: Element, on cr: OpaquePointer, _ userFromCanvas: AffineTransform,
    onPixels: Bool, paint: (ElementPainter) throws(Failure) -> Void
  ) throws(Failure) {
    guard paper != .light else { return try paint(self) }
    let met = frames.filter { $0.intersects(element.bounds) }
    guard !met.isEmpty else { return try paint(self) }
    overForeign.foreign = foreign
    if met.contains(where: { $0.contains(element.bounds) }) { return try paint(overForeign) }
    func addFrames() {
      for frame in met {
        if onPixels, userFromCanvas.isSquare {
          let box = userFromCanvas(frame).rounded
          cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
        } else {
          for corner in frame.corners.map({ userFromCanvas($0) }) {
            cairo_line_to(cr, corner.x, corner.y)
          }
          cairo_close_path(cr)
        }
      }
    }
    cairo_save(cr)
    defer { cairo_restore(cr) }
    cairo_save(cr)
    addFrames()
    cairo_clip(cr)
    do throws(Failure) {
      try paint(overForeign)
    } catch {
      cairo_restore(cr)
      throw error
    }
    cairo_restore(cr)
    let all = userFromCanvas(element.bounds.outset(by: 2)).outset(by: 2)
    cairo_rectangle(cr, all.minX, all.minY, all.width, all.height)
    cairo_clip(cr)
    // The frames are all around the part that is left out; what lies outside of them is inside once.
    let around = met.reduce(all) { $0.union(userFromCanvas($1)) }.outset(by: 2)
    cairo_rectangle(cr, around.minX, around.minY, around.width, around.height)
    addFrames()
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD)
    cairo_clip(cr)
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
    try paint(self)
  }
}

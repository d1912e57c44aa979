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

  /// Calls `paint` with this painter for what lies beside some areas, and with one for light paper for what lies over
  /// them, each with a clip.
  ///
  /// - Parameter userFromCanvas: To the context's user space.
  func overAndBeside<Failure: Error>(
    _ areas: [ForeignArea], _ element: Element, on cr: OpaquePointer,
    _ userFromCanvas: AffineTransform, onPixels: Bool,
    paint: (ElementPainter) throws(Failure) -> Void
  ) throws(Failure) {
    guard paper != .light else { return try paint(self) }
    let met = areas.filter { $0.quad.intersects(element.bounds) }
    guard !met.isEmpty else { return try paint(self) }
    overForeign.foreign = foreign
    if met.contains(where: { area in element.bounds.corners.allSatisfy { area.quad.contains($0) } })
    {
      return try paint(overForeign)
    }
    let shapes = met.map { $0.corners(after: userFromCanvas, onPixels: onPixels) }
    cairo_save(cr)
    defer { cairo_restore(cr) }
    cairo_save(cr)
    for shape in shapes { Self.add(shape, to: cr) }
    cairo_clip(cr)
    do throws(Failure) {
      try paint(overForeign)
    } catch {
      cairo_restore(cr)
      throw error
    }
    cairo_restore(cr)
    let all = shapes.joined().reduce(userFromCanvas(element.bounds)) {
      $0.union(Rect(center: $1, radius: 1))
    }.outset(by: 2)
    // One by one: where two lie over each other is beside neither.
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD)
    for shape in shapes {
      cairo_rectangle(cr, all.minX, all.minY, all.width, all.height)
      Self.add(shape, to: cr)
      cairo_clip(cr)
    }
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
    try paint(self)
  }

  private static func add(_ corners: [Point], to cr: OpaquePointer) {
    for corner in corners { cairo_line_to(cr, corner.x, corner.y) }
    cairo_close_path(cr)
  }
}

/// A part of the canvas that shows a page or a picture, over which no colour is adapted.
struct ForeignArea: Hashable {
  /// In canvas space.
  var quad: Quad
  /// A page, whose edges are on whole pixels where it is not turned.
  var isSheet: Bool

  init(sheet frame: Rect) {
    quad = Quad(frame)
    isSheet = true
  }

  /// Clockwise, whatever is mirrored.
  func corners(after t: AffineTransform, onPixels: Bool) -> [Point] {
    if onPixels, isSheet, t.isSquare { return t(quad.bounds).rounded.corners }
    let corners = quad.mapped(by: t).corners
    let turn = (corners[1] - corners[0]).cross(corners[2] - corners[1])
    return turn < 0 ? corners.reversed() : corners
  }
}

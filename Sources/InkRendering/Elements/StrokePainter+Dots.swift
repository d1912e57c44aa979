import CCairo
import InkModel

extension StrokePainter {
  /// Strokes up to this size are painted as dots, in device pixels.
  static let largestDot = 2.5

  /// Paints a stroke so small that its shape hardly shows as a rectangle with as much ink, for a picture
  /// that is replaced by a better one soon.
  ///
  /// Ten times as fast as the outline. Position and mean darkness are those of the ink.
  ///
  /// - Parameter box: The bounds of all that the stroke may paint, in device space.
  /// - Returns: False where the stroke is larger or not even ink; then nothing is painted.
  func paintDot(
    _ stroke: Stroke, on cr: OpaquePointer, deviceFromElement t: AffineTransform, box: Rect
  ) -> Bool {
    guard stroke.spans.isEmpty, stroke.trails.isEmpty else { return false }
    guard max(box.width, box.height) <= Self.largestDot, !box.isEmpty else { return false }
    // A few points give the length of the line, near enough.
    let points = stroke.path.points
    let step = max(points.count / 12, 1)
    var length = 0.0
    var last: Point?
    for i in stride(from: 0, to: points.count, by: step) {
      let p = points[i].position
      if let last { length += p.distance(to: last) }
      last = p
    }
    let scale = t.meanScale
    let width = stroke.ink.size * scale
    let area = length * scale * width + width * width * 0.785
    var color = color(of: stroke.ink)
    // Ink that crosses itself is no darker for it, but covers less.
    let part = area / (box.width * box.height)
    let coverage =
      (part < 0.5 ? part : 1 - 0.25 / part) * StockBrushes.family(of: stroke.ink).medium.cover
    color.alpha = UInt8((Double(color.alpha) * min(max(coverage, 0), 1)).rounded())
    cairo_set_source(cr, color)
    cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
    cairo_fill(cr)
    return true
  }
}

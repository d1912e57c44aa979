import CCairo
import InkModel
import InkRendering

extension Card: PaintedElement {
  public func paint(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?, paper: PaperStyle
  ) {
    let c = fill.resolved(on: paper)
    cairo_set_source_rgba(
      cr, Double(c.red) / 255, Double(c.green) / 255, Double(c.blue) / 255, Double(c.alpha) / 255)
    for p in bounds.corners.map({ deviceFromElement($0) }) { cairo_line_to(cr, p.x, p.y) }
    cairo_close_path(cr)
    cairo_fill(cr)
  }

  public func svg(canvasFromElement: AffineTransform, paper: PaperStyle) -> String? {
    // Where it shows through, pixels do: a kind need not say everything in words.
    guard fill.alpha == 255 else { return nil }
    let hex = String(0x100_0000 | fill.resolved(on: paper).rgba >> 8, radix: 16).dropFirst()
    let corners = bounds.corners.map { p in
      let q = canvasFromElement(p)
      return "\(q.x),\(q.y)"
    }
    return "<polygon fill=\"#\(hex)\" points=\"\(corners.joined(separator: " "))\"/>\n"
  }
}

import CCairo
import InkModel

/// Paints what lies below the ink.
public struct PaperRenderer: Sendable {
  public let paper: PaperStyle

  public init(_ paper: PaperStyle) {
    self.paper = paper
  }

  /// Covers `area`, in whatever space the context is in.
  public func paint(on cr: OpaquePointer, area: Rect) {
    cairo_save(cr)
    cairo_set_source(cr, paper.color)
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE)
    cairo_rectangle(cr, area.minX, area.minY, area.width, area.height)
    cairo_fill(cr)
    cairo_restore(cr)
  }
}

import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// The edge of an eraser's disc, seen on any ground: dark within, light without.
enum EraserRing {
  /// Widget points around the disc that belong to the picture.
  static let margin = PreviewPicture.ringMargin

  /// Paints the ring of a disc of `radius` around `position`, in widget points.
  static func paint(_ kind: Eraser.Kind, at position: Point, radius: Double, on cr: OpaquePointer) {
    if kind == .area {
      // What it covers, and nothing else, is rubbed away.
      cairo_arc(cr, position.x, position.y, radius, 0, 2 * .pi)
      cr.fill(Color.white.with(alpha: 0.28))
    }
    cairo_new_sub_path(cr)
    cairo_arc(cr, position.x, position.y, radius, 0, 2 * .pi)
    cairo_set_source_rgba(cr, 1, 1, 1, 0.85)
    cairo_set_line_width(cr, 3)
    cairo_stroke_preserve(cr)
    cairo_set_source_rgba(cr, 0.2, 0.2, 0.25, 0.9)
    cairo_set_line_width(cr, 1)
    cairo_stroke(cr)
  }

  static func append(
    _ kind: Eraser.Kind, at position: Point, radius: Double, to snapshot: OpaquePointer
  ) {
    RenderNode.painted(in: Rect(center: position, radius: radius + margin)) {
      paint(kind, at: position, radius: radius, on: $0)
    }?.append(to: snapshot)
  }
}

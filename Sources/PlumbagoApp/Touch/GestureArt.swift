import CGtk
import Canvas
import Glibc
import Gtk
import GtkInk
import InkModel

/// An icon of a gesture: a dot for each finger, and arrows along their movement.
final class GestureArt: WidgetPainter {
  private(set) var widget: PaintedWidget!
  private let gesture: Gesture

  /// Widget points.
  private static let size = (width: 64.0, height: 48.0)

  init(_ gesture: Gesture) {
    self.gesture = gesture
    widget = PaintedWidget(self, role: .presentation)
    widget.setMinimumSize(width: Int(Self.size.width), height: Int(Self.size.height))
    widget.verticalAlign = .center
  }

  func snapshot(_ snapshot: OpaquePointer) {
    // Raw: `Gtk` does not wrap the theme's colors.
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget.widget), &color)
    let bounds = Rect(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
    let node = RenderNode.painted(in: bounds) { cr in
      gdk_cairo_set_source_rgba(cr, &color)
      cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
      cairo_set_line_width(cr, 2)
      paint(on: cr)
    }
    node?.append(to: snapshot)
  }

  private func paint(on cr: OpaquePointer) {
    let middle = Point(Self.size.width / 2, Self.size.height / 2)
    /// The fingers in a row, on a slight arc.
    func row(_ center: Point) -> [Point] {
      let n = gesture.fingers
      return (0..<n).map { i in
        let x = Double(i) - Double(n - 1) / 2
        return center + Vector(x * 13, abs(x) * 5)
      }
    }
    switch gesture.movement {
    case .tap, .doubleTap, .hold:
      for p in row(middle) {
        finger(p, cr)
        if gesture.movement != .tap { ring(p, 9, cr) }
        if gesture.movement == .doubleTap { ring(p, 14, cr) }
      }
    case .drag:
      for p in row(middle + Vector(-14, 4)) { finger(p, cr) }
      let start = middle + Vector(gesture.fingers == 1 ? -4 : 4, 4)
      cairo_move_to(cr, start.x, start.y)
      cairo_curve_to(
        cr, start.x + 8, start.y - 12, start.x + 14, start.y + 8, start.x + 22, start.y - 6)
      cairo_stroke(cr)
      head(at: start + Vector(22, -6), towards: Vector(0.6, -0.8), cr)
    case .swipeLeft, .swipeRight:
      let side = gesture.movement == .swipeLeft ? 1.0 : -1.0
      for p in row(middle + Vector(12 * side, 2)) { finger(p, cr) }
      arrow(from: middle + Vector(-8 * side, 2), to: middle + Vector(-27 * side, 2), cr)
    case .pinch:
      let (a, b) = (middle + Vector(-12, 9), middle + Vector(12, -9))
      finger(a, cr)
      finger(b, cr)
      arrow(from: a + Vector(-5, 4), to: a + Vector(-13, 10), cr)
      arrow(from: b + Vector(5, -4), to: b + Vector(13, -10), cr)
      cairo_arc(cr, middle.x, middle.y, 17, 0.25, 1.25)
      cairo_stroke(cr)
      head(at: middle + Vector(angle: 1.25) * 17, towards: Vector(angle: 1.25 + .pi / 2), cr)
    case .pinchIn, .pinchOut:
      for turn in [-Double.pi / 2, .pi / 6, 5 * .pi / 6] {
        let ray = Vector(angle: turn)
        let (near, far) = (middle + ray * 7, middle + ray * 17)
        if gesture.movement == .pinchIn {
          finger(middle + ray * 19, cr)
          arrow(from: middle + ray * 13, to: near, cr)
        } else {
          finger(near, cr)
          arrow(from: middle + ray * 13, to: far + ray * 3, cr)
        }
      }
    }
  }

  private func finger(_ p: Point, _ cr: OpaquePointer) {
    cairo_arc(cr, p.x, p.y, 4.5, 0, 2 * .pi)
    cairo_fill(cr)
  }

  private func ring(_ p: Point, _ radius: Double, _ cr: OpaquePointer) {
    cairo_arc(cr, p.x, p.y, radius, 0, 2 * .pi)
    cairo_save(cr)
    cairo_set_line_width(cr, 1.5)
    cairo_stroke(cr)
    cairo_restore(cr)
  }

  private func arrow(from a: Point, to b: Point, _ cr: OpaquePointer) {
    cairo_move_to(cr, a.x, a.y)
    cairo_line_to(cr, b.x, b.y)
    cairo_stroke(cr)
    let direction = b - a
    head(at: b, towards: direction * (1 / max(direction.length, 1)), cr)
  }

  private func head(at p: Point, towards direction: Vector, _ cr: OpaquePointer) {
    let angle = atan2(direction.dy, direction.dx)
    for turn in [2.5, -2.5] {
      let end = p + Vector(angle: angle + turn) * 5
      cairo_move_to(cr, p.x, p.y)
      cairo_line_to(cr, end.x, end.y)
    }
    cairo_stroke(cr)
  }
}

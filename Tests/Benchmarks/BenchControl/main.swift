import CGtk
import Glibc
import Gtk
import GtkInk
import InkModel

// The least that a GTK 4 program must do to show a pen's line: what everything else is held against.
// A bare window; the points of GtkGestureStylus with their backlog; a line of even width, painted by
// cairo into one small render node for each batch of points, kept from frame to frame.

final class Line: WidgetPainter {
  private var nodes: [RenderNode] = []
  private var last: Point?
  private(set) var widget: PaintedWidget!

  init() {
    widget = PaintedWidget(self)
    let gesture = gtk_gesture_stylus_new()!
    DirectSignal.connectPosition(gesture, "down") { [weak self] x, y in
      self?.last = nil
      self?.add([Point(x, y)])
    }
    DirectSignal.connectPosition(gesture, "motion") { [weak self] x, y in
      self?.add(Self.backlog(of: gesture) + [Point(x, y)])
    }
    gtk_widget_add_controller(widget.cast(), gesture)
  }

  private static func backlog(of gesture: OpaquePointer) -> [Point] {
    var list: UnsafeMutablePointer<GdkTimeCoord>?
    var count: UInt32 = 0
    guard gtk_gesture_stylus_get_backlog(gesture, &list, &count) != 0, let list else { return [] }
    defer { g_free(list) }
    return (0..<Int(count)).map { i in
      withUnsafeBytes(of: list[i].axes) { bytes in
        let axes = bytes.bindMemory(to: Double.self)
        return Point(axes[Int(GDK_AXIS_X.rawValue)], axes[Int(GDK_AXIS_Y.rawValue)])
      }
    }
  }

  private func add(_ points: [Point]) {
    let line = (last.map { [$0] } ?? []) + points
    last = line.last
    var box = Rect.empty
    for p in line { box = box.union(Rect(center: p, radius: 2)) }
    let node = RenderNode.painted(in: box) { cr in
      cairo_set_line_width(cr, 2)
      cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
      cairo_move_to(cr, line[0].x, line[0].y)
      for p in line { cairo_line_to(cr, p.x, p.y) }
      cairo_stroke(cr)
    }
    if let node { nodes.append(node) }
    widget.queueDraw()
  }

  func snapshot(_ snapshot: OpaquePointer) {
    var paper = Color.white.gdk
    var all = widget.bounds.graphene
    gtk_snapshot_append_color(snapshot, &paper, &all)
    for node in nodes { node.append(to: snapshot) }
  }

  func resized(width: Int, height: Int) {}
  func realized() {}
  func unrealized() {}
}

guard gtk_init_check() != 0 else {
  let complaint = "bench-control: there is no display to open a window on\n"
  _ = write(2, complaint, complaint.utf8.count)
  exit(1)
}
let line = Line()
let window = gtk_window_new()!
gtk_window_set_title(window.cast(), "Control")
gtk_window_set_child(window.cast(), line.widget.cast())
gtk_window_set_default_size(window.cast(), 1280, 800)
gtk_window_maximize(window.cast())
gtk_window_present(window.cast())
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
  g_main_context_iteration(nil, 1)
}

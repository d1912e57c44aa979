import CGtk
import Glibc
import Gtk
import GtkInk
import InkModel

/// A curve to be bent by its two handles: force of the hand to the right, force of the brush up.
final class ForceCurveEditor: WidgetPainter {
  /// Told while a handle moves.
  var onChange: (ForceCurve) -> Void = { _ in }

  var curve: ForceCurve {
    didSet { if curve != oldValue { gtk_widget_queue_draw(widget) } }
  }
  private(set) var widget: UnsafeMutablePointer<GtkWidget>!

  private enum Handle {
    case low
    case high
  }

  private var chosen = Handle.low
  private var grip = Vector.zero
  private var (width, height) = (0.0, 0.0)

  init(_ curve: ForceCurve) {
    self.curve = curve
    widget = PaintedWidget.make(self)
    gtk_widget_set_size_request(widget, 148, 148)
    gtk_widget_set_focusable(widget, 1)
    gtk_widget_add_css_class(widget, "force-curve")
    gtk_widget_set_cursor_from_name(widget, "grab")
    Accessible.name(widget, tr("Force curve"))
    Accessible.describe(widget, tr("Arrow keys move a handle, Space takes the other one."))
    listenToDragging()
    listenToKeys()
  }

  func resized(width: Int, height: Int) {
    (self.width, self.height) = (Double(width), Double(height))
  }
  func realized() {}
  func unrealized() {}

  // MARK: Moving handles

  private func listenToDragging() {
    let drag = gtk_gesture_drag_new()!
    RawSignal.connectPosition(drag, "drag-begin") { [weak self] x, y in
      guard let self else { return }
      gtk_widget_grab_focus(self.widget)
      let p = Point(x, y)
      let (low, high) = (self.place(of: .low), self.place(of: .high))
      self.chosen = p.distance(to: low) <= p.distance(to: high) ? .low : .high
      let handle = self.place(of: self.chosen)
      // Near a handle it keeps its distance to the finger; elsewhere it comes to it.
      self.grip = p.distance(to: handle) < 24 ? handle - p : .zero
      self.start = p
      self.move(to: p + self.grip)
    }
    RawSignal.connectPosition(drag, "drag-update") { [weak self] dx, dy in
      guard let self else { return }
      self.move(to: self.start + Vector(dx, dy) + self.grip)
    }
    gtk_widget_add_controller(widget, drag)
  }

  private var start = Point.zero

  private func listenToKeys() {
    let keys = gtk_event_controller_key_new()!
    RawSignal.connectKey(keys, "key-pressed") { [weak self] key, _ in
      guard let self else { return false }
      let step = 0.02
      switch Int32(bitPattern: key) {
      case GDK_KEY_Left: self.nudge(-step, 0)
      case GDK_KEY_Right: self.nudge(step, 0)
      case GDK_KEY_Up: self.nudge(0, step)
      case GDK_KEY_Down: self.nudge(0, -step)
      case GDK_KEY_space:
        self.chosen = self.chosen == .low ? .high : .low
        gtk_widget_queue_draw(self.widget)
      default: return false
      }
      return true
    }
    gtk_widget_add_controller(widget, keys)
  }

  private func nudge(_ dx: Double, _ dy: Double) {
    let h = chosen == .low ? curve.low : curve.high
    set(.init(h.x + dx, h.y + dy))
  }

  private func move(to p: Point) {
    let box = plot
    set(.init((p.x - box.minX) / box.width, (box.maxY - p.y) / box.height))
  }

  private func set(_ handle: ResponseCurve.Handle) {
    let inside = ResponseCurve.Handle(min(max(handle.x, 0), 1), min(max(handle.y, 0), 1))
    let next: ForceCurve
    switch chosen {
    case .low:
      // The lower handle stops at the upper one instead of pushing it.
      let most = curve.high
      next = ForceCurve(
        low: .init(min(inside.x, most.x - ForceCurve.leastGap), min(inside.y, most.y)), high: most)
    case .high:
      let least = curve.low
      next = ForceCurve(low: least, high: .init(inside.x, max(inside.y, least.y)))
    }
    guard next != curve else { return }
    curve = next
    onChange(next)
  }

  // MARK: Painting

  private var plot: Rect { Rect(x: 0, y: 0, width: width, height: height).outset(by: -10) }

  private func place(_ x: Double, _ y: Double) -> Point {
    Point(plot.minX + x * plot.width, plot.maxY - y * plot.height)
  }

  private func place(of handle: Handle) -> Point {
    let h = handle == .low ? curve.low : curve.high
    return place(h.x, h.y)
  }

  func snapshot(_ snapshot: OpaquePointer) {
    guard width > 24, height > 24 else { return }
    let ink: Double = Appearance.shared.isDark ? 1 : 0
    let isFocused = gtk_widget_has_visible_focus(widget) != 0
    let node = RenderNode.painted(in: Rect(x: 0, y: 0, width: width, height: height)) { cr in
      cairo_set_line_width(cr, 1)
      cairo_set_source_rgba(cr, ink, ink, ink, 0.12)
      for i in 0...4 {
        let (a, b) = (place(Double(i) / 4, 0), place(0, Double(i) / 4))
        cairo_move_to(cr, a.x.rounded() + 0.5, plot.minY)
        cairo_line_to(cr, a.x.rounded() + 0.5, plot.maxY)
        cairo_move_to(cr, plot.minX, b.y.rounded() + 0.5)
        cairo_line_to(cr, plot.maxX, b.y.rounded() + 0.5)
      }
      cairo_stroke(cr)
      cairo_set_source_rgba(cr, ink, ink, ink, 0.85)
      cairo_set_line_width(cr, 2)
      for i in 0...64 {
        let x = Double(i) / 64
        let p = place(x, Double(curve(Float(x))))
        cairo_line_to(cr, p.x, p.y)
      }
      cairo_stroke(cr)
      for handle in [Handle.low, .high] {
        let p = place(of: handle)
        cairo_arc(cr, p.x, p.y, 6.5, 0, 2 * .pi)
        let blue = handle == chosen && isFocused
        cairo_set_source_rgb(cr, blue ? 0.11 : 0.21, blue ? 0.44 : 0.52, 0.89)
        cairo_fill_preserve(cr)
        cairo_set_source_rgba(cr, 1, 1, 1, 0.95)
        cairo_set_line_width(cr, blue ? 3 : 2)
        cairo_stroke(cr)
      }
    }
    node?.append(to: snapshot)
  }
}

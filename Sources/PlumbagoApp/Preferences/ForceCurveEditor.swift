import CGtk
import Gtk
import GtkInk
import InkModel

/// Edits a force curve by its two handles: input force 0 … 1 to the right, resulting force 0 … 1 up.
final class ForceCurveEditor: WidgetPainter {
  /// Called while a handle is dragged or nudged.
  var onChange: (ForceCurve) -> Void = { _ in }

  var curve: ForceCurve {
    didSet { if curve != oldValue { widget.queueDraw() } }
  }
  private(set) var widget: PaintedWidget!

  private enum Handle {
    case low
    case high
  }

  private var chosen = Handle.low
  /// From the pointer to the handle that is dragged, and where the pointer was pressed; points of the widget.
  private var offset = Vector.zero
  private var start = Point.zero
  private var (width, height) = (0.0, 0.0)

  init(_ curve: ForceCurve) {
    self.curve = curve
    widget = PaintedWidget(self)
    widget.setMinimumSize(width: 148, height: 148)
    widget.isFocusable = true
    widget.addClass("force-curve")
    widget.setCursor(named: "grab")
    widget.setAccessibleName(tr("Force curve"))
    widget.setAccessibleDescription(tr("Arrow keys move a handle, Space takes the other one."))
    listenToDragging()
    listenToKeys()
  }

  func resized(width: Int, height: Int) {
    (self.width, self.height) = (Double(width), Double(height))
  }

  // MARK: Handles

  private func listenToDragging() {
    let drag = DragGesture()
    drag.began.connect { [weak self] x, y in
      guard let self else { return }
      widget.grabFocus()
      let p = Point(x, y)
      let (low, high) = (position(of: .low), position(of: .high))
      chosen = p.distance(to: low) <= p.distance(to: high) ? .low : .high
      let handle = position(of: chosen)
      // A press within 24 points of a handle keeps its offset; elsewhere the handle jumps to the pointer.
      offset = p.distance(to: handle) < 24 ? handle - p : .zero
      start = p
      move(to: p + offset)
    }
    drag.updated.connect { [weak self] dx, dy in
      guard let self else { return }
      move(to: start + Vector(dx, dy) + offset)
    }
    widget.add(drag)
  }

  private func listenToKeys() {
    let keys = KeyController()
    keys.pressed.connect { [weak self] key, _, _ in
      guard let self else { return false }
      let step = 0.02
      switch key {
      case .left: nudge(-step, 0)
      case .right: nudge(step, 0)
      case .up: nudge(0, step)
      case .down: nudge(0, -step)
      case .space:
        chosen = chosen == .low ? .high : .low
        widget.queueDraw()
      default: return false
      }
      return true
    }
    widget.add(keys)
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

  private func position(_ x: Double, _ y: Double) -> Point {
    Point(plot.minX + x * plot.width, plot.maxY - y * plot.height)
  }

  private func position(of handle: Handle) -> Point {
    let h = handle == .low ? curve.low : curve.high
    return position(h.x, h.y)
  }

  func snapshot(_ snapshot: OpaquePointer) {
    guard width > 24, height > 24 else { return }
    let ink: Double = Appearance.shared.isDark ? 1 : 0
    let isFocused = widget.hasVisibleFocus
    let node = RenderNode.painted(in: Rect(x: 0, y: 0, width: width, height: height)) { cr in
      cairo_set_line_width(cr, 1)
      cairo_set_source_rgba(cr, ink, ink, ink, 0.12)
      for i in 0...4 {
        let (a, b) = (position(Double(i) / 4, 0), position(0, Double(i) / 4))
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
        let p = position(x, Double(curve(Float(x))))
        cairo_line_to(cr, p.x, p.y)
      }
      cairo_stroke(cr)
      for handle in [Handle.low, .high] {
        let p = position(of: handle)
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

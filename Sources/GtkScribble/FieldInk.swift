import CGtk
import Gtk
import InkModel
import InkRendering

/// Ink above all contents of a window or a popover, painted in its frames.
///
/// A widget of its own, the last child of the window, or of the popover's contents, over their whole area: GTK
/// paints children in order, and the layout of the other children does not depend on it. It takes no input and no
/// focus, and is not exposed to screen readers.
///
/// Each stroke is painted as it grows: a report of the pen paints the segments that are new, and a frame shows the
/// nodes of all other pixels as they were.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class FieldInk: WidgetPainter {
  /// A stroke and the part of it that is painted.
  private struct InkStroke {
    var wet: WetStroke
    var renderer: WetInkRenderer?
    /// Points of the path that are painted.
    var painted = 0
    /// In the order in which ink came to them, so that GSK finds each in its old position.
    var tiles: [WetTileKey] = []
    var nodes: [WetTileKey: RenderNode] = [:]
    /// The unsettled end; `nil` where it has to be painted anew.
    var tail: RenderNode?
  }

  /// The width of the ink in points: that of a fine pen, legible in a field of one line.
  private static let width = 2.4

  private let native: Kept<Object>
  private let color: Color
  private var strokes: [InkStroke] = []
  private var widget: Kept<PaintedWidget>?
  /// Device pixels for a point, at which the strokes are painted.
  private var scale = 1.0

  /// - Parameters:
  ///   - native: the window or popover; the strokes are in its own points.
  ///   - color: that of the field's text.
  init(on native: UnsafeMutablePointer<GtkWidget>, color: Color) {
    self.native = Kept(Object(native))
    self.color = color
    let widget = PaintedWidget(self, role: .presentation)
    self.widget = Kept(widget)
    widget.canTarget = false
    widget.canFocus = false
    if native.isA(gtk_popover_get_type()), let contents = gtk_widget_get_first_child(native) {
      // Its layout gives each child its whole area.
      widget.setParent(Widget(contents))
    } else {
      widget.setParent(Widget(native))
      allocate()
      guard let surface = gtk_native_get_surface(native.opaque) else { return }
      layout = Signal<Void, Int, Int>(surface, "layout").subscribe { [weak self] _, _ in
        self?.allocate()
      }
    }
  }

  /// To the surface's layout: a window allocates only its own child, so this widget is allocated here.
  private var layout: Subscription?

  private func allocate() {
    guard let widget = widget?.object.widget else { return }
    let window = native.object.widget
    gtk_widget_allocate(
      widget, gtk_widget_get_width(window), gtk_widget_get_height(window), -1, nil)
  }

  // MARK: Strokes

  func begin(_ sample: StylusSample, _ tool: StylusTool) {
    var ink = Ink.standard
    (ink.color, ink.size) = (color, Self.width)
    strokes.append(InkStroke(wet: WetStroke(tool: tool, ink: ink, seed: 1)))
    move([sample])
  }

  func move(_ samples: [StylusSample]) {
    guard !strokes.isEmpty else { return }
    strokes[strokes.count - 1].wet.move(samples, tip: nil)
    paintNew(strokes.count - 1)
    queueDraw()
  }

  /// Keeps the strokes that begin at these positions and removes the others.
  func keep(starts: [Point]) {
    strokes.removeAll { stroke in
      stroke.wet.samples.first.map { !starts.contains($0.position) } ?? true
    }
    queueDraw()
  }

  /// Removes the widget, for good.
  func end() {
    layout = nil
    guard let widget = widget?.object.widget else { return }
    self.widget = nil
    gtk_widget_unparent(widget)
  }

  private func queueDraw() {
    if let widget = widget?.object.widget { gtk_widget_queue_draw(widget) }
  }

  // MARK: Painting

  func resized(width: Int, height: Int) { repaint() }
  func realized() { repaint() }
  func unrealized() {}

  /// Paints all strokes anew, since the scale or the size may have changed.
  private func repaint() {
    for i in strokes.indices {
      strokes[i] = InkStroke(wet: strokes[i].wet)
      paintNew(i)
    }
  }

  private func paintNew(_ i: Int) {
    if strokes[i].renderer == nil { strokes[i].renderer = renderer(for: strokes[i].wet.ink) }
    guard let renderer = strokes[i].renderer else { return }
    let points = strokes[i].wet.path.points
    // Without memory for its pixels only the stroke's tail is shown; the whole stroke is recognised.
    for key in (try? renderer.append(points[strokes[i].painted...])) ?? [] {
      strokes[i].nodes[key] = nil
      if !strokes[i].tiles.contains(key) { strokes[i].tiles.append(key) }
    }
    strokes[i].painted = points.count
    strokes[i].tail = nil
  }

  private func renderer(for ink: Ink) -> WetInkRenderer? {
    let window = native.object.widget
    scale = Double(gtk_widget_get_scale_factor(window))
    let visible = PixelBox(
      x: 0, y: 0, width: Int(Double(gtk_widget_get_width(window)) * scale),
      height: Int(Double(gtk_widget_get_height(window)) * scale))
    return try? WetInkRenderer(
      ink: ink, paper: .light, deviceFromCanvas: .scale(scale), visible: visible)
  }

  func snapshot(_ snapshot: OpaquePointer) {
    guard let widget = widget?.object.widget else { return }
    if scale != Double(gtk_widget_get_scale_factor(widget)) { repaint() }
    var zero = graphene_point_t()
    var corner = graphene_point_t()
    guard gtk_widget_compute_point(native.object.widget, widget, &zero, &corner) != 0 else {
      return
    }
    let origin = Point(Double(corner.x), Double(corner.y))
    for i in strokes.indices {
      guard let renderer = strokes[i].renderer else { continue }
      for key in strokes[i].tiles {
        guard let tile = renderer.tiles[key] else { continue }
        let node = strokes[i].nodes[key] ?? node(tile.bounds) { tile.paint(on: $0) }
        strokes[i].nodes[key] = node
        node?.append(to: snapshot, at: origin)
      }
      if strokes[i].tail == nil {
        let points = strokes[i].wet.tail(after: strokes[i].painted)
        strokes[i].tail = renderer.tail(points[...]).flatMap { node($0.bounds, $0.paint) }
      }
      strokes[i].tail?.append(to: snapshot, at: origin)
    }
  }

  /// A node of what is painted in device pixels, in points.
  private func node(_ box: PixelBox, _ paint: (OpaquePointer) -> Void) -> RenderNode? {
    let (r, k) = (box.rect, 1 / scale)
    return RenderNode.painted(
      in: Rect(x: r.minX * k, y: r.minY * k, width: r.width * k, height: r.height * k)
    ) { cr in
      cairo_scale(cr, k, k)
      paint(cr)
    }
  }
}

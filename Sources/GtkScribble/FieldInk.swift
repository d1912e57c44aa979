import CGtk
import Gtk
import InkModel
import InkRendering

/// Ink above all contents of a window or a popover, painted in its frames.
///
/// Each stroke is painted as it grows: a report of the pen paints the segments that are new, and a frame shows the
/// nodes of all other pixels as they were. Ink that has become text fades.
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

  /// Seconds for which ink fades whose text has come.
  ///
  /// If it is longer, ink lies over its own text; if it is shorter, it seems to be lost.
  private static let fadingTime = 0.15

  private let color: Color
  private var strokes: [InkStroke] = []
  private var cover: Cover?
  /// Device pixels for a point, at which the strokes are painted.
  private var scale = 1.0
  /// What is left of ink that fades, and how much of it shows, 0 … 1.
  private var faded: [(nodes: [RenderNode], opacity: Double)] = []
  private var fading: FrameAnimation?
  private var isEnding = false

  /// - Parameters:
  ///   - native: the window or popover; the strokes are in its own points.
  ///   - color: that of the field's text.
  init(on native: UnsafeMutablePointer<GtkWidget>, color: Color) {
    self.color = color
    cover = Cover(over: native, painter: self)
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
    cover?.queueDraw()
  }

  /// Keeps the strokes that begin at these positions; the others fade.
  func keep(starts: [Point]) {
    let isKept = { (stroke: InkStroke) in
      stroke.wet.samples.first.map { starts.contains($0.position) } ?? false
    }
    let gone = strokes.filter { !isKept($0) }
    guard !gone.isEmpty else { return }
    strokes.removeAll { !isKept($0) }
    let nodes = gone.flatMap { stroke in
      stroke.tiles.compactMap { stroke.nodes[$0] } + [stroke.tail].compactMap(\.self)
    }
    faded.append((nodes, 1))
    cover?.queueDraw()
    guard let widget = cover?.widget?.object else { return }
    fading = FrameAnimation(on: widget, duration: Self.fadingTime) { [weak self] progress in
      self?.fade(progress)
    }
  }

  private func fade(_ progress: Double) {
    for i in faded.indices { faded[i].opacity = 1 - progress }
    cover?.queueDraw()
    guard progress == 1 else { return }
    faded = []
    if isEnding { removeCover() }
  }

  /// Removes all ink, for good: it fades, or is gone at once.
  func end(fades: Bool = true) {
    isEnding = true
    guard fades else {
      cover?.end()
      cover = nil
      return
    }
    keep(starts: [])
    if faded.isEmpty { removeCover() }
  }

  private func removeCover() {
    // Later, since this may be in the middle of its frame.
    let cover = cover
    self.cover = nil
    MainLoop.after(0) { cover?.end() }
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
    guard let window = cover?.native.object.widget, let deviceScale = cover?.scale else {
      return nil
    }
    scale = deviceScale
    let visible = PixelBox(
      x: 0, y: 0, width: Int(Double(gtk_widget_get_width(window)) * scale),
      height: Int(Double(gtk_widget_get_height(window)) * scale))
    return try? WetInkRenderer(
      ink: ink, paper: .light, deviceFromCanvas: .scale(scale), visible: visible)
  }

  func snapshot(_ snapshot: OpaquePointer) {
    guard let cover, let origin = cover.origin else { return }
    if scale != cover.scale { repaint() }
    for (nodes, opacity) in faded {
      gtk_snapshot_push_opacity(snapshot, opacity)
      for node in nodes { node.append(to: snapshot, at: origin) }
      gtk_snapshot_pop(snapshot)
    }
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

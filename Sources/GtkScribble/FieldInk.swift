import CGtk
import Gtk
import GtkInk
import InkModel
import InkRendering

/// Ink above all contents of a window or a popover.
///
/// The stroke under the pen is shown ahead of frames where that is possible (``FieldLayer``), once
/// it is more than a tap; all other ink in frames. Each stroke is painted as it grows: a report of
/// the pen paints the segments that are new, and a frame shows the nodes of all other pixels as
/// they were. The end of the stroke under the pen is drawn ahead of it (`TailPrediction`) until the
/// pen rests or lifts. Ink that has become text fades.
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
    /// A frame has shown it.
    var wasInFrames = false
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
  /// The last stroke is under the pen.
  private var isDrawing = false
  /// It is no more than a tap by now: no layer is made for it.
  private var isTap = false
  /// Nothing is drawn ahead of the pen until it moves again.
  private var isResting = true
  private let rest = RestTimer()
  /// `nil` once all ink is gone.
  private var layer: FieldLayer?

  /// - Parameters:
  ///   - native: the window or popover; the strokes are in its own points.
  ///   - field: the field's frame, in the same.
  ///   - color: that of the field's text.
  init(on native: UnsafeMutablePointer<GtkWidget>, over field: Rect, color: Color) {
    self.color = color
    layer = FieldLayer(on: native, over: field)
    cover = Cover(over: native, painter: self)
    rest.onRest = { [weak self] in self?.penRests() }
  }

  // MARK: Strokes

  /// - Parameter isTap: Whether the stroke may yet be a tap: not where ink that waits comes before it.
  func begin(_ sample: StylusSample, _ tool: StylusTool, isTap: Bool) {
    var ink = Ink.standard
    (ink.color, ink.size) = (color, Self.width)
    strokes.append(InkStroke(wet: WetStroke(tool: tool, ink: ink, seed: 1)))
    isDrawing = true
    self.isTap = isTap
    move([sample], isTap: isTap)
  }

  /// Adds strokes that were drawn elsewhere before the one under the pen.
  func insert(_ earlier: [[StylusSample]]) {
    guard isDrawing, let drawing = strokes.last?.wet else { return }
    for samples in earlier {
      var wet = WetStroke(tool: drawing.tool, ink: drawing.ink, seed: 1)
      wet.move(samples, tip: nil)
      strokes.insert(InkStroke(wet: wet), at: strokes.count - 1)
      paintNew(strokes.count - 2)
    }
    cover?.queueDraw()
  }

  /// - Parameter isTap: Whether the stroke is no more than a tap by now.
  func move(_ samples: [StylusSample], isTap: Bool) {
    guard isDrawing, let i = strokes.indices.last else { return }
    // What was more than a tap stays so when the words before it have become text.
    self.isTap = self.isTap && isTap
    strokes[i].wet.move(samples, tip: nil)
    paintNew(i)
    isResting = false
    rest.toolMoved()
    show(i)
  }

  /// The pen has lifted: the next frame shows the stroke as it is kept.
  func lift() {
    guard isDrawing, let i = strokes.indices.last else { return }
    endPrediction(i)
    show(i)
    isDrawing = false
    cover?.queueDraw()
  }

  private func penRests() {
    guard isDrawing, let i = strokes.indices.last else { return }
    endPrediction(i)
    show(i)
  }

  private func endPrediction(_ i: Int) {
    rest.stop()
    isResting = true
    strokes[i].tail = nil
  }

  /// Shows a stroke under the pen as it is now: at once, or in the next frame.
  private func show(_ i: Int) {
    if let layer, let renderer = strokes[i].renderer,
      layer.show(
        renderer, isNew: !strokes[i].wasInFrames, tail: coverage(ofTail: i, renderer))
    {
      return
    }
    cover?.queueDraw()
  }

  /// Keeps the strokes that begin at these positions; the others fade.
  func keep(starts: [Point]) {
    let isKept = { (stroke: InkStroke) in
      stroke.wet.samples.first.map { starts.contains($0.position) } ?? false
    }
    let gone = strokes.indices.filter { !isKept(strokes[$0]) }
    guard let last = gone.last else { return }
    if isDrawing, last == strokes.count - 1 {
      endPrediction(last)
      isDrawing = false
    }
    var left: [RenderNode] = []
    for i in gone { left += nodes(i) }
    strokes.removeAll { !isKept($0) }
    faded.append((left, 1))
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
      rest.stop()
      layer = nil
      cover?.end()
      cover = nil
      return
    }
    keep(starts: [])
    if faded.isEmpty { removeCover() }
  }

  private func removeCover() {
    rest.stop()
    layer = nil
    // Later, since this may be in the middle of its frame.
    let cover = cover
    self.cover = nil
    MainLoop.after(0) { cover?.end() }
  }

  // MARK: Painting

  func resized(width: Int, height: Int) { repaint() }
  func realized() { repaint() }

  /// Paints all strokes anew, since the scale or the size may have changed.
  private func repaint() {
    for i in strokes.indices {
      let old = strokes[i]
      strokes[i] = InkStroke(wet: old.wet, wasInFrames: old.wasInFrames)
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
    let changesLayer = beginLayerFrame()
    for (nodes, opacity) in faded {
      gtk_snapshot_push_opacity(snapshot, opacity)
      for node in nodes { node.append(to: snapshot, at: origin) }
      gtk_snapshot_pop(snapshot)
    }
    for i in strokes.indices {
      if let renderer = strokes[i].renderer, layer?.shows(renderer) == true { continue }
      for node in nodes(i) { node.append(to: snapshot, at: origin) }
    }
    // An empty node: a frame without any change is not committed, and the layer waits for the commit.
    guard changesLayer else { return }
    let mark = RenderNode.painted(in: Rect(x: 0, y: 0, width: 1, height: 1)) { _ in }
    mark?.append(to: snapshot, at: Point(0, 0))
  }

  /// Has the layer show the stroke under the pen, where that is more than a tap, and no other, from
  /// the frame on that is painted.
  ///
  /// - Returns: Whether the layer waits for the frame's commit.
  private func beginLayerFrame() -> Bool {
    guard let layer else { return false }
    guard isDrawing, !isTap, let i = strokes.indices.last, let renderer = strokes[i].renderer
    else {
      return layer.beginFrame(with: nil, tail: nil)
    }
    return layer.beginFrame(with: renderer, tail: coverage(ofTail: i, renderer))
  }

  /// The nodes of a stroke, as frames show it.
  private func nodes(_ i: Int) -> [RenderNode] {
    guard let renderer = strokes[i].renderer else { return [] }
    strokes[i].wasInFrames = true
    var found: [RenderNode] = []
    for key in strokes[i].tiles {
      guard let tile = renderer.tiles[key] else { continue }
      let kept = strokes[i].nodes[key] ?? node(tile.bounds) { tile.paint(on: $0) }
      strokes[i].nodes[key] = kept
      if let kept { found.append(kept) }
    }
    if strokes[i].tail == nil {
      let points = tail(i, ahead: TailPrediction.aheadInFrames)
      strokes[i].tail = renderer.tail(points[...]).flatMap { node($0.bounds, $0.paint) }
    }
    if let tail = strokes[i].tail { found.append(tail) }
    return found
  }

  /// The unsettled end of a stroke; that of one under a pen that moves is drawn ahead of it.
  ///
  /// - Parameter seconds: How far ahead that is.
  private func tail(_ i: Int, ahead seconds: Double) -> [StrokePoint] {
    let isMoving = isDrawing && !isResting && i == strokes.count - 1
    return strokes[i].wet.tail(
      ahead: isMoving ? seconds : 0, after: strokes[i].painted,
      flatness: isMoving ? TailPrediction.flatness / scale : 0)
  }

  /// The same as the layer shows it.
  private func coverage(ofTail i: Int, _ renderer: WetInkRenderer) -> WetTail? {
    renderer.tail(tail(i, ahead: TailPrediction.aheadOnLayer)[...], isCoverage: true)
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

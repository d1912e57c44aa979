import CCairo
import InkModel

/// Paints strokes with cairo: even ink as one filled outline, other media as a mask of what they leave at
/// each pixel.
///
/// Keeps scratch memory between strokes: make one for each worker and use it from there alone. Elements
/// of a drawing are painted by an ``ElementPainter``.
public final class StrokePainter {
  /// How far a point may lie from the line that is painted without it, in device pixels.
  ///
  /// Less than a tenth, so that leaving it out shifts no edge visibly; much more than 0,
  /// because most points of a page seen small are within it.
  public static let tolerance = 0.08

  /// The paper whose colours are painted.
  public let paper: PaperStyle
  /// The statistics of the strokes painted so far.
  public private(set) var statistics = RenderStatistics()

  private var nodes: ContiguousArray<LineNode> = []
  /// The parts of ``nodes`` that are painted: one for a whole stroke.
  private var runs: [Range<Int>] = []
  private var traced: TracedLine?
  private var outline = StrokeOutline()
  private var fields = FieldPainter()
  private var resolved: [Tint: Color] = [:]
  /// The line of a whole stroke is kept, too, for the next tile that the stroke is painted on.
  private let keepsLines: Bool

  /// What the colour of an ink depends on.
  private struct Tint: Hashable {
    var color: Color
    var brush: String
  }

  /// - Parameter keepsLines: For painting one stroke on many tiles, and not many on one.
  public init(paper: PaperStyle, keepsLines: Bool = false) {
    self.paper = paper
    self.keepsLines = keepsLines
  }

  /// Paints a stroke.
  ///
  /// - Parameters:
  ///   - cr: A cairo context in device pixels, without a transform of its own.
  ///   - t: From element space.
  ///   - box: The bounds of all that the stroke may paint, in device space.
  ///   - clip: The part of device space that is needed.
  func paint(
    _ stroke: Stroke, on cr: OpaquePointer, deviceFromElement t: AffineTransform, box: Rect,
    clip: Rect?
  ) {
    rubbing(stroke.trails, of: box, t, on: cr, clip: clip) {
      let medium = StockBrushes.family(of: stroke.ink).medium
      if medium == .ink {
        paint(stroke, on: cr, deviceFromElement: t, clip: clip)
      } else {
        paint(stroke, of: medium, on: cr, deviceFromElement: t, clip: clip)
      }
    }
  }

  private func paint(
    _ stroke: Stroke, on cr: OpaquePointer, deviceFromElement t: AffineTransform, clip: Rect?
  ) {
    outline.removeAll()
    build(stroke, deviceFromElement: t, clip: clip, tolerance: Self.tolerance)
    guard !outline.isEmpty else { return }
    statistics.vertices += outline.vertices.count
    cairo_set_source(cr, color(of: stroke.ink))
    outline.addPath(to: cr)
    cairo_fill(cr)
  }

  /// The colour that `ink` has on this paper.
  public func color(of ink: Ink) -> Color {
    let tint = Tint(color: ink.color, brush: ink.brush)
    if let known = resolved[tint] { return known }
    let c = ink.color(on: paper)
    resolved[tint] = c
    return c
  }

  /// The outline of a whole stroke after `t`, with no point farther off than `tolerance`.
  ///
  /// A brush whose medium is no even ink has one too: what its marks sweep.
  public func outline(
    of stroke: Stroke, deviceFromElement t: AffineTransform, tolerance: Double = tolerance
  ) -> StrokeOutline {
    outline.removeAll()
    build(stroke, deviceFromElement: t, clip: nil, tolerance: tolerance)
    return outline
  }

  /// Paints what a stroke leaves at each pixel.
  private func paint(
    _ stroke: Stroke, of medium: BrushMedium, on cr: OpaquePointer,
    deviceFromElement t: AffineTransform, clip: Rect?
  ) {
    guard let medium = t.inverse.flatMap({ FieldMedium(medium, elementFromDevice: $0) }) else {
      return
    }
    // What the context would clip anyway is not computed.
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cr, &left, &top, &right, &bottom)
    var area = Rect(minX: left, minY: top, maxX: right, maxY: bottom)
    if let clip { area = area.intersection(clip) }
    area = area.intersection(t(stroke.bounds).outset(by: 2)).roundedOut
    guard !area.isEmpty, let box = PixelBox(exactly: area) else { return }
    collect(stroke, t, Self.tolerance)
    statistics.nodes += fields.paint(
      nodes, runs, isBeginning: stroke.isBeginning, medium, in: box,
      color: color(of: stroke.ink), on: cr)
    statistics.pixels += box.count
  }

  private func build(
    _ stroke: Stroke, deviceFromElement t: AffineTransform, clip: Rect?, tolerance: Double
  ) {
    // A map that keeps circles round is applied to the nodes. Any other is applied to the
    // outline, built at the element's own size, so that a stroke scaled unevenly has uneven ends.
    let round = t.keepsCircles
    let work = round ? t : .scale(t.greatestStretch)
    collect(stroke, work, tolerance)
    guard !nodes.isEmpty else { return }
    if round {
      cut(to: clip)
      return
    }
    guard work.a > 0, let back = work.inverse else { return }
    let deviceFromWork = t * back
    cut(to: clip.flatMap { c in deviceFromWork.inverse.map { $0(c) } })
    outline.map(deviceFromWork)
  }

  /// Fills ``nodes`` with the simplified line and ``runs`` with what is painted of it.
  private func collect(_ stroke: Stroke, _ t: AffineTransform, _ tolerance: Double) {
    if stroke.spans.isEmpty, !keepsLines {
      trace(stroke, t, tolerance)
      runs = nodes.isEmpty ? [] : [0..<nodes.count]
      return
    }
    // The fragments of a stroke are neighbours in the drawing and share its whole line, and so do
    // its tiles, but for their positions.
    let isKnown = traced?.move(onto: t, asLineOf: stroke, tolerance) ?? false
    if !isKnown {
      trace(stroke, t, tolerance)
      traced = TracedLine(stroke, t, tolerance, nodes)
    }
    if stroke.spans.isEmpty {
      if isKnown, let traced { nodes = traced.nodes }
      runs = nodes.isEmpty ? [] : [0..<nodes.count]
      return
    }
    let family = StockBrushes.family(of: stroke.ink)
    let scale = t.meanScale
    nodes.removeAll(keepingCapacity: true)
    runs = []
    for span in stroke.spans {
      let start = nodes.count
      traced?.nodes.appendPart(span, to: &nodes) { parameter in
        let p = stroke.path.point(at: parameter)
        let mark = family.mark(stroke.ink, on: stroke.path, at: parameter)
        return LineNode(p, mark, t, scale: scale)
      }
      if nodes.count > start { runs.append(start..<nodes.count) }
    }
  }

  /// Fills ``nodes`` with the whole line.
  private func trace(_ stroke: Stroke, _ t: AffineTransform, _ tolerance: Double) {
    var hand = BrushHand(stroke.ink, along: stroke.path)
    let scale = t.meanScale
    nodes.removeAll(keepingCapacity: true)
    var tracer = LineTracer(scale: scale, tolerance: tolerance)
    statistics.points += stroke.path.points.count
    for (i, p) in stroke.path.points.enumerated() {
      var n = LineNode(p, hand.mark(p), t, scale: scale)
      n.parameter = Double(i)
      if n.isFinite { tracer.add(n, into: &nodes) }
    }
    tracer.finish(into: &nodes)
  }

  private func cut(to clip: Rect?) {
    nodes.withUnsafeBufferPointer { nodes in
      for run in runs {
        statistics.nodes += outline.append(UnsafeBufferPointer(rebasing: nodes[run]), near: clip)
      }
    }
  }
}

extension LineNode {
  init(_ p: StrokePoint, _ mark: BrushMark, _ t: AffineTransform, scale: Double) {
    let position = t(p.position)
    self.init(
      x: position.x, y: position.y, radius: mark.radius * scale,
      edge: mark.edge == .zero ? .zero : t(mark.edge), flow: mark.flow)
  }

  var isFinite: Bool {
    x.isFinite && y.isFinite && radius.isFinite && edge.dx.isFinite && edge.dy.isFinite
      && flow.isFinite
  }

  /// The most that the mark reaches from its middle.
  var reach: Double { radius + edge.length }

  var box: Rect {
    let (w, h) = (radius + abs(edge.dx), radius + abs(edge.dy))
    return Rect(minX: x - w, minY: y - h, maxX: x + w, maxY: y + h)
  }

  /// The bounds of everything painted between two nodes.
  func box(with q: LineNode) -> Rect {
    let r = max(radius, q.radius)
    let (w, h) = (r + max(abs(edge.dx), abs(q.edge.dx)), r + max(abs(edge.dy), abs(q.edge.dy)))
    return Rect(
      minX: min(x, q.x) - w, minY: min(y, q.y) - h, maxX: max(x, q.x) + w, maxY: max(y, q.y) + h)
  }

  func blended(with q: LineNode, _ t: Double) -> LineNode {
    LineNode(
      x: x + (q.x - x) * t, y: y + (q.y - y) * t, radius: radius + (q.radius - radius) * t,
      edge: edge + (q.edge - edge) * t, flow: flow + (q.flow - flow) * t,
      parameter: parameter + (q.parameter - parameter) * t)
  }
}

import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// Broad nibs: the outline of a bar from node to node.
@Suite struct `Bar outline` {
  /// Lines of bars that turn, grow and double back, some faster than they move.
  private static func line(_ seed: UInt64) -> [LineNode] {
    var g = SeededGenerator(seed: seed)
    func within(_ r: ClosedRange<Double>) -> Double { Double.random(in: r, using: &g) }
    var n = LineNode(
      x: 60, y: 60, radius: within(0.5...3), edge: Vector(angle: within(0...6.3)) * within(0...9))
    var direction = within(0...6.3)
    var nodes = [n]
    let wild = seed % 3 == 0
    for _ in 0..<Int(within(1...24)) {
      direction += wild ? within(-2...2) : within(-0.5...0.5)
      let step = wild ? within(0...9) : within(1...7)
      n.x += step * cos(direction)
      n.y += step * sin(direction)
      n.radius = min(max(n.radius + within(-0.3...0.3), 0.4), 4)
      let turn = wild ? within(-0.8...0.8) : within(-0.1...0.1)
      let e = n.edge
      n.edge = Vector(
        e.dx * cos(turn) - e.dy * sin(turn), e.dx * sin(turn) + e.dy * cos(turn))
      nodes.append(n)
    }
    return nodes
  }

  /// How far a point lies within what the bar covers, from many bars along the segment.
  private static func depth(_ p: Point, _ nodes: [LineNode]) -> Double {
    func depth(_ n: LineNode) -> Double {
      let (dx, dy) = (p.x - n.x, p.y - n.y)
      let l = n.edge.lengthSquared
      let t = l > 0 ? min(max((dx * n.edge.dx + dy * n.edge.dy) / l, -1), 1) : 0
      return n.radius - hypot(dx - n.edge.dx * t, dy - n.edge.dy * t)
    }
    var most = depth(nodes[0])
    for (a, b) in zip(nodes, nodes.dropFirst()) {
      for i in 1...24 { most = max(most, depth(a.blended(with: b, Double(i) / 24))) }
    }
    return most
  }

  @Test(arguments: 0..<240 as Range<UInt64>)
  func `it covers what the bar covers, without a hole, and hardly more`(seed: UInt64) {
    let nodes = Self.line(seed)
    let outline = StrokeOutline(nodes)
    let pixels = Pixels(120, 120)
    // As in a view of 4 pixels a unit around the line.
    let box = outline.bounds
    let k = 110 / max(box.width, box.height)
    cairo_translate(pixels.cr, 5, 5)
    cairo_scale(pixels.cr, k, k)
    cairo_translate(pixels.cr, -box.minX, -box.minY)
    outline.addPath(to: pixels.cr)
    cairo_set_source_rgba(pixels.cr, 0, 0, 0, 1)
    cairo_fill(pixels.cr)
    let values = pixels.values
    // What a hull covers beyond what a turning bar sweeps: a sagitta of its turn.
    var spare = 0.0
    for (a, b) in zip(nodes, nodes.dropFirst()) {
      let turn = abs(atan2(a.edge.cross(b.edge), a.edge.dot(b.edge)))
      spare = max(spare, a.edge.length * (1 - cos(turn / 2)) + (a.edge - b.edge).length * 0.5)
    }
    for y in 0..<120 {
      for x in 0..<120 {
        let p = Point(
          (Double(x) + 0.5 - 5) / k + box.minX, (Double(y) + 0.5 - 5) / k + box.minY)
        let depth = Self.depth(p, nodes)
        let alpha = values[y * 120 + x] >> 24
        if depth > 0.9 / k + 0.05 { #expect(alpha > 240, "hole at \(p), depth \(depth)") }
        if depth < -(0.9 / k + 0.1 + spare) { #expect(alpha < 16, "stray at \(p), \(depth)") }
      }
    }
  }

  @Test func `bars are outlined with less than three times the corners of a round nib`() {
    // A fountain pen's line of writing, its azimuth as steady as a hand's.
    var path = SyntheticInk.word(
      at: Point(30, 100), width: 300, height: 60, loops: 8, samples: 500)
    for i in path.points.indices {
      path.points[i].azimuth = 0.8 + 0.1 * sin(Float(i) / 90)
      path.points[i].barrel = path.points[i].azimuth
    }
    func vertices(_ ink: Ink) -> Int {
      let element = SyntheticInk.element(1, path, ink: ink)
      guard case .stroke(let stroke) = element.kind else { return 0 }
      return StrokePainter(paper: .light).outline(
        of: stroke, deviceFromElement: .identity
      ).vertices.count
    }
    let pen = vertices(Ink(StockBrushes.pen, .ink, size: 3))
    for family in [StockBrushes.fountainPen, StockBrushes.marker] {
      #expect(vertices(Ink(family, .ink, size: 4)) < 3 * pen)
    }
  }
}

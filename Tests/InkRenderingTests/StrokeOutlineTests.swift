import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// What a round nib covers between two nodes, computed point by point: slow and obvious.
private struct Capsule {
  var a: LineNode
  var b: LineNode

  /// Whether a point lies in the convex hull of the two marks.
  ///
  /// Along the segment the best position for the nib is where its edge reaches farthest towards the
  /// point.
  func covers(_ x: Double, _ y: Double) -> Bool {
    let (dx, dy, dr) = (b.x - a.x, b.y - a.y, b.radius - a.radius)
    let l2 = dx * dx + dy * dy
    let (px, py) = (x - a.x, y - a.y)
    func depth(_ t: Double) -> Double {
      let (ex, ey) = (px - dx * t, py - dy * t)
      return a.radius + dr * t - (ex * ex + ey * ey).squareRoot()
    }
    if max(depth(0), depth(1)) >= 0 { return true }
    guard l2 > dr * dr else { return false }
    let along = (px * dx + py * dy) / l2
    let across = abs(px * dy - py * dx) / l2.squareRoot()
    let t = along + dr / l2.squareRoot() * across / (l2 - dr * dr).squareRoot()
    return depth(min(max(t, 0), 1)) >= 0
  }
}

@Suite struct `Stroke outlines` {
  private static let side = 48

  /// Lines of all the awkward kinds.
  private static func line(_ seed: UInt64) -> [LineNode] {
    var g = SeededGenerator(seed: seed)
    func within(_ r: ClosedRange<Double>) -> Double { Double.random(in: r, using: &g) }
    var nodes = [
      LineNode(x: within(12...36), y: within(12...36), radius: within(0.4...5))
    ]
    var heading = within(0...2 * .pi)
    for _ in 0..<Int.random(in: 1...12, using: &g) {
      var n = nodes[nodes.count - 1]
      switch Int.random(in: 0..<8, using: &g) {
      case 0: break  // once more at the same position
      case 1: n.radius = within(0.3...6)  // pressed in place
      case 2:  // straight back
        heading += .pi
        let l = within(1...10)
        n.x += cos(heading) * l
        n.y += sin(heading) * l
      case 3:  // anywhere, any width
        n = LineNode(x: within(8...40), y: within(8...40), radius: within(0.3...6))
      default:  // on in a bend, often tighter than the nib is wide
        heading += within(-1...1)
        let l = within(0.1...3)
        n.x += cos(heading) * l
        n.y += sin(heading) * l
        n.radius = min(max(n.radius + within(-0.4...0.4), 0.3), 6)
      }
      nodes.append(n)
    }
    return nodes
  }

  private static func truth(_ nodes: [LineNode]) -> [Double] {
    let samples = 5
    var capsules = zip(nodes, nodes.dropFirst()).map { Capsule(a: $0, b: $1) }
    if capsules.isEmpty { capsules = [Capsule(a: nodes[0], b: nodes[0])] }
    var coverage = [Double](repeating: 0, count: side * side)
    for i in coverage.indices {
      let (x, y) = (Double(i % side), Double(i / side))
      let near = capsules.filter {
        $0.a.box(with: $0.b).intersects(Rect(x: x, y: y, width: 1, height: 1))
      }
      guard !near.isEmpty else { continue }
      var hits = 0
      for s in 0..<samples * samples {
        let (u, v) = (Double(s % samples), Double(s / samples))
        let (px, py) = (x + (u + 0.5) / Double(samples), y + (v + 0.5) / Double(samples))
        if near.contains(where: { $0.covers(px, py) }) { hits += 1 }
      }
      coverage[i] = Double(hits) / Double(samples * samples)
    }
    return coverage
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `an outline is the union of what the nib covers, without holes or spikes`(
    seed: UInt64
  ) throws {
    let nodes = Self.line(seed)
    let picture = Pixels(Self.side, Self.side)
    StrokeOutline(nodes).addPath(to: picture.cr)
    cairo_fill(picture.cr)
    let truth = Self.truth(nodes)
    var worst = 0.0
    for (i, v) in picture.values.enumerated() {
      worst = max(worst, abs(Double(v >> 24) / 255 - truth[i]))
    }
    // 25 samples a pixel tell coverage within about 0.1.
    #expect(worst < 0.17, "\(nodes)")
  }

  @Test(arguments: [0.3, 1, 2.5, 4, 4.9])
  func `a curl tighter than its nib is wide has no hole`(bend: Double) {
    for turns in [0.5, 1, 2.3] {
      let count = Int(turns * 40)
      let nodes = (0...count).map { i in
        let angle = Double(i) / 40 * 2 * .pi
        return LineNode(x: 24 + bend * cos(angle), y: 24 + bend * sin(angle), radius: 5)
      }
      for line in [nodes, nodes.reversed()] {
        let picture = Pixels(Self.side, Self.side)
        StrokeOutline(line).addPath(to: picture.cr)
        cairo_fill(picture.cr)
        let worst =
          zip(picture.values, Self.truth(line))
          .map { abs(Double($0 >> 24) / 255 - $1) }.max() ?? 1
        #expect(worst < 0.17)
      }
    }
  }

  @Test func `S12 a single point is a dot of its own size`() {
    for radius in [0.2, 0.5, 1, 2, 7.5, 40] {
      let picture = Pixels(100, 100)
      StrokeOutline([LineNode(x: 50.3, y: 49.8, radius: radius)]).addPath(to: picture.cr)
      cairo_fill(picture.cr)
      let area = Double.pi * radius * radius
      #expect(abs(picture.area - area) < area * 0.02 + 0.02)
      // Within one pixel nobody can tell where a dot is.
      let slack = radius < 1 ? 0.5 : 0.05
      #expect(abs(picture.centroid.x - 50.3) < slack)
      #expect(abs(picture.centroid.y - 49.8) < slack)
    }
  }

  @Test func `the bounds hold every vertex`() {
    for seed in 0..<100 as Range<UInt64> {
      let outline = StrokeOutline(Self.line(seed))
      let room = outline.bounds.outset(by: 0.1)
      #expect(outline.vertices.allSatisfy { room.contains($0) })
    }
  }

  @Test func `every polygon has the same sense`() {
    for seed in 0..<100 as Range<UInt64> {
      let outline = StrokeOutline(Self.line(seed))
      var start = 0
      for end in outline.ends {
        var area = 0.0
        for i in start..<end {
          let (p, q) = (outline.vertices[i], outline.vertices[i + 1 < end ? i + 1 : start])
          area += p.x * q.y - q.x * p.y
        }
        #expect(area < 0)
        start = end
      }
    }
  }
}

@Suite struct `Line simplification` {
  private func simplified(_ nodes: [LineNode], tolerance: Double) -> [LineNode] {
    var simplifier = LineSimplifier(tolerance: tolerance)
    var kept: ContiguousArray<LineNode> = []
    for n in nodes { simplifier.add(n, into: &kept) }
    simplifier.finish(into: &kept)
    return Array(kept)
  }

  private func random(_ seed: UInt64) -> [LineNode] {
    var g = SeededGenerator(seed: seed)
    func within(_ r: ClosedRange<Double>) -> Double { Double.random(in: r, using: &g) }
    var n = LineNode(x: 0, y: 0, radius: 1)
    var heading = within(0...6)
    let wildness = within(0...0.5)
    let pace = within(0.01...2)
    return (0..<200).map { i in
      if g.once(in: 20) { heading += within(-3.2...3.2) }
      heading += within(-wildness...wildness)
      n.x += cos(heading) * pace
      n.y += sin(heading) * pace
      n.radius = min(max(n.radius + within(-0.05...0.05), 0.1), 3)
      return n
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `no dropped point lies farther off than the tolerance, in position or width`(seed: UInt64) {
    let nodes = random(seed)
    for tolerance in [0.02, 0.1, 1] {
      let kept = simplified(nodes, tolerance: tolerance)
      #expect(kept.first == nodes.first)
      var at = 0
      for (a, b) in zip(kept, kept.dropFirst()) {
        let from = at
        while at < nodes.count && (at == from || nodes[at] != b) { at += 1 }
        guard at < nodes.count else {
          Issue.record("a kept node is not one of the line's")
          return
        }
        let v = Vector(b.x - a.x, b.y - a.y)
        for n in nodes[from..<at] {
          let w = Vector(n.x - a.x, n.y - a.y)
          let t = v.lengthSquared > 0 ? min(max(w.dot(v) / v.lengthSquared, 0), 1) : 0
          let off = (w - v * t).length
          #expect(off <= tolerance * 1.01)
          let radius = a.radius + (b.radius - a.radius) * t
          // Widths are compared at equal distance from the start, not at the nearest point.
          let slack = abs(b.radius - a.radius) / max(v.length, 1e-9) * tolerance
          #expect(abs(n.radius - radius) <= tolerance * 1.01 + slack)
        }
      }
      // What is left at the end is within the tolerance of the last node kept.
      for n in nodes[at...] {
        #expect(hypot(n.x - kept[kept.count - 1].x, n.y - kept[kept.count - 1].y) <= tolerance)
      }
    }
  }

  @Test func `a straight even line keeps its ends and one node every so often`() {
    let nodes = (0...1000).map { LineNode(x: Double($0) * 0.5, y: Double($0) * 0.25, radius: 1) }
    let kept = simplified(nodes, tolerance: 0.08)
    #expect(kept.count <= Int(1000 * 0.56 / (LineSimplifier.longestMerge - 1)) + 2)
    #expect(kept.last == nodes.last)
  }

  @Test func `the tip of a hairpin is kept`() {
    let there = (0...100).map { LineNode(x: Double($0) * 0.3, y: 0, radius: 1) }
    let kept = simplified(there + there.reversed(), tolerance: 0.08)
    #expect(kept.contains { $0.x == 30 })
    #expect(kept.last?.x == 0)
  }
}

@Suite struct `Line tracing` {
  /// Nodes of a path at some scale, with its points handed over in one go.
  private func nodes(_ path: StrokePath, scale: Double) -> ContiguousArray<LineNode> {
    var tracer = LineTracer(scale: scale, tolerance: StrokePainter.tolerance)
    var nodes: ContiguousArray<LineNode> = []
    for p in path.points {
      tracer.add(
        LineNode(x: Double(p.x) * scale, y: Double(p.y) * scale, radius: scale), into: &nodes)
    }
    tracer.finish(into: &nodes)
    return nodes
  }

  private static let curve = SyntheticInk.path(samples: 24) { t in
    Point(20 + 160 * t, 50 + 30 * sin(t * 9))
  }

  @Test(arguments: [8, 16, 32, 64])
  func `a line seen closely turns in small steps`(scale: Double) {
    // Chords of 3 pixels and more whose corners turn by several degrees would show.
    func worst(_ nodes: ContiguousArray<LineNode>) -> Double {
      var worst = 0.0
      for i in 1..<nodes.count - 1 {
        let u = Vector(nodes[i].x - nodes[i - 1].x, nodes[i].y - nodes[i - 1].y)
        let v = Vector(nodes[i + 1].x - nodes[i].x, nodes[i + 1].y - nodes[i].y)
        let turn = atan2(abs(u.cross(v)), u.dot(v))
        // How far the chords stray from the arc through their ends.
        worst = max(worst, min(u.length, v.length) * turn / 8)
      }
      return worst
    }
    #expect(worst(nodes(Self.curve, scale: scale)) < 0.2)
  }

  @Test(arguments: [1, 8, 64])
  func `a line seen closely is the same line`(scale: Double) {
    // No node strays from the modelled polyline by more than the modeler's own allowance.
    for n in nodes(Self.curve, scale: scale) {
      let p = Point(n.x / scale, n.y / scale)
      let points = Self.curve.points.map(\.position)
      let off = zip(points, points.dropFirst()).map { a, b in
        let v = b - a
        let t = min(max((p - a).dot(v) / max(v.lengthSquared, 1e-12), 0), 1)
        return p.distance(to: a + v * t)
      }.min()
      #expect((off ?? 1) < LineTracer.chordStray)
    }
  }

  @Test func `corners stay corners, and dots and doubled points stay where they are`() {
    let corner = StrokePath(
      [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)].map { StrokePoint(x: $0.0, y: $0.1) })
    let kept = nodes(corner, scale: 64)
    #expect(kept.contains { $0.x == 128 && $0.y == 0 })
    #expect(kept.allSatisfy { abs($0.y) < 0.1 || abs($0.x - 128) < 0.1 })
    let dot = StrokePath([StrokePoint(x: 3, y: 4)])
    #expect(nodes(dot, scale: 64).map(\.x) == [192])
    let doubled = StrokePath(
      [(0, 0), (1, 0), (1, 0), (2, 0), (2, 0)].map { StrokePoint(x: $0.0, y: $0.1) })
    #expect(nodes(doubled, scale: 64).last?.x == 128)
    #expect(nodes(doubled, scale: 64).allSatisfy { $0.y == 0 })
  }

  @Test func `a copy that is finished leads to the last point, whenever it is made`() {
    for scale in [1, 32.0] {
      var tracer = LineTracer(scale: scale, tolerance: StrokePainter.tolerance)
      var nodes: ContiguousArray<LineNode> = []
      for p in Self.curve.points {
        let n = LineNode(x: Double(p.x) * scale, y: Double(p.y) * scale, radius: 1)
        tracer.add(n, into: &nodes)
        var (copy, line) = (tracer, nodes)
        copy.finish(into: &line)
        let end = line[line.count - 1]
        #expect(hypot(end.x - n.x, end.y - n.y) <= StrokePainter.tolerance)
      }
    }
  }
}

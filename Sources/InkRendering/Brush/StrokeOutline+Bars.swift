import Glibc
import InkModel

extension StrokeOutline {
  /// Adds the outline of what a bar with round ends covers from node to node.
  ///
  /// What it covers between two nodes is the convex hull of four discs, the ends of either mark. On
  /// each side of the segment one end of the bar leads, and where the same end leads on and both ends
  /// go forward, the sides run on from segment to segment like those of a round nib: a *run*, one
  /// polygon around the ends' own paths and around the whole bar at its first and last node. Where
  /// the ends change sides (the bar turns through the direction of travel), where one end goes
  /// back (the bar turns faster than it moves), at a sharp corner and where the bar lies nearly
  /// along the segment (then what an inner corner subtracts twice might not have been added twice), a new run
  /// begins with the whole bar, so that nothing is left open; a segment that is no run is the hull
  /// itself. All polygons have the same sense, so that the nonzero rule makes the union of them.
  mutating func appendBars(_ nodes: UnsafeBufferPointer<LineNode>) {
    guard nodes.count > 1 else {
      if let dot = nodes.first { hull(dot, dot) }
      return
    }
    var i = 0
    while i + 1 < nodes.count {
      guard let first = BarSide(nodes[i], nodes[i + 1]), first.isAcross else {
        hull(nodes[i], nodes[i + 1])
        i += 1
        continue
      }
      back.removeAll(keepingCapacity: true)
      include(nodes[i])
      startCap(nodes[i], first)
      var side = first
      var j = i + 1
      while j + 1 < nodes.count, let next = BarSide(nodes[j], nodes[j + 1]), side.runs(on: next) {
        include(nodes[j])
        let (a, b) = nodes[j].ends(side.sign)
        Self.corner(
          a, side.a.a, next.a.a, sense: -1, min(side.a.length, next.a.length) / 2, into: &vertices)
        Self.corner(
          b, side.b.b, next.b.b, sense: 1, min(side.b.length, next.b.length) / 2, into: &back)
        side = next
        j += 1
      }
      include(nodes[j])
      endCap(nodes[j], side)
      for p in back.reversed() { vertices.append(p) }
      ends.append(vertices.count)
      i = j
    }
  }

  /// Around the back of the bar at the start of a run, from side b to side a.
  private mutating func startCap(_ n: LineNode, _ side: BarSide) {
    let (a, b) = n.ends(side.sign)
    guard let turn = n.normal(against: side.forward) else {
      Self.arc(b, from: side.b.b, angle: Self.backwards(side.b.b, side.a.a), into: &vertices)
      return
    }
    Self.arc(b, from: side.b.b, angle: Self.backwards(side.b.b, turn), into: &vertices)
    Self.arc(a, from: turn, angle: Self.backwards(turn, side.a.a), into: &vertices)
  }

  /// Around the front of the bar at the end of a run, from side a to side b.
  private mutating func endCap(_ n: LineNode, _ side: BarSide) {
    let (a, b) = n.ends(side.sign)
    guard let turn = n.normal(against: -side.forward) else {
      Self.arc(a, from: side.a.a, angle: Self.backwards(side.a.a, side.b.b), into: &vertices)
      return
    }
    Self.arc(a, from: side.a.a, angle: Self.backwards(side.a.a, turn), into: &vertices)
    Self.arc(b, from: turn, angle: Self.backwards(turn, side.b.b), into: &vertices)
  }

  /// Radians from one normal to another against the direction from +x to +y; a tiny angle in the other
  /// direction counts as 0.
  private static func backwards(_ u: Vector, _ v: Vector) -> Double {
    let angle = atan2(u.cross(v), u.dot(v))
    return angle <= 0 ? angle : angle < 0.5 ? 0 : angle - 2 * .pi
  }

  /// The convex hull of two marks, with the same sense as every other polygon.
  private mutating func hull(_ p: LineNode, _ q: LineNode) {
    include(p)
    include(q)
    var discs = [p.ends(1).0]
    if p.edge != .zero { discs.append(p.ends(1).1) }
    if p != q {
      discs.append(q.ends(1).0)
      if q.edge != .zero { discs.append(q.ends(1).1) }
    }
    let (dx, dy) = (q.x - p.x, q.y - p.y)
    let rise = q.radius - p.radius
    // Where the discs grow by much along the segment, their tangents are not at right angles to it.
    if rise * rise > 0.01 * (dx * dx + dy * dy), rise * rise > 1e-4 {
      discs = discs.flatMap { n -> [LineNode] in
        let steps = max(Self.steps(n.radius, 2 * .pi), 8)
        let turn = 2 * Double.pi / Double(steps)
        let r = n.radius * Self.swell(turn)
        return (0..<steps).map { i in
          let w = Vector(angle: turn * Double(i)) * r
          return LineNode(x: n.x + w.dx, y: n.y + w.dy, radius: 0)
        }
      }
    }
    // Andrew's monotone chain; A. M. Andrew, "Another efficient algorithm for convex hulls", 1979.
    discs.sort { ($0.x, $0.y) < ($1.x, $1.y) }
    var line: [LineNode] = []
    func chain(_ points: some Sequence<LineNode>) {
      let start = line.count
      for n in points {
        while line.count > start + 1 {
          let (a, b) = (line[line.count - 2], line[line.count - 1])
          guard (b.x - a.x) * (n.y - b.y) - (b.y - a.y) * (n.x - b.x) >= 0 else { break }
          line.removeLast()
        }
        if line.count == start || line[line.count - 1].x != n.x || line[line.count - 1].y != n.y {
          line.append(n)
        }
      }
      if line.count > start + 1 { line.removeLast() }
    }
    chain(discs)
    chain(discs.reversed())
    if line.count == 2, line[0].x == line[1].x, line[0].y == line[1].y { line.removeLast() }
    guard line.count > 1 else {
      dot(line[0])
      return
    }
    func normal(_ i: Int) -> Vector {
      let (a, b) = (line[i % line.count], line[(i + 1) % line.count])
      return Vector(b.x - a.x, b.y - a.y).perpendicular.normalized ?? .zero
    }
    var before = normal(line.count - 1)
    for i in line.indices {
      let after = normal(i)
      if line[i].radius > 0 {
        Self.arc(line[i], from: before, angle: Self.backwards(before, after), into: &vertices)
      } else {
        vertices.append(Point(line[i].x, line[i].y))
      }
      before = after
    }
    ends.append(vertices.count)
  }

  /// The two sides of what a bar covers between two nodes.
  private struct BarSide {
    /// The end at `edge` times this leads on the side a quarter turn on from the direction of travel.
    let sign: Double
    let forward: Vector
    /// The capsules of the ends that lead on either side.
    let a: Side
    let b: Side

    /// Whether the bar stands well across the segment at both nodes, and hardly turns in between.
    let isAcross: Bool

    /// Whether one polygon can go on around the next segment.
    func runs(on next: BarSide) -> Bool {
      sign == next.sign && isAcross && next.isAcross && a.forward.dot(next.a.forward) > 0.7
        && b.forward.dot(next.b.forward) > 0.7 && a.isMild(to: next.a) && b.isMild(to: next.b)
    }

    /// `nil` where the ends do not go forward, each on its own side.
    init?(_ p: LineNode, _ q: LineNode) {
      let d = Vector(q.x - p.x, q.y - p.y)
      let (u, v) = (d.cross(p.edge), d.cross(q.edge))
      guard u * v >= 0 else { return nil }
      sign = u + v >= 0 ? 1 : -1
      let length = d.lengthSquared
      let turn = q.edge - p.edge
      let drift = turn.dot(d)
      let rise = q.radius - p.radius
      // Each end moves by at least a fifth of the segment, and by more than its disc grows.
      guard length > 1e-12, abs(drift) < 0.8 * length,
        rise * rise * 25 * 0.9 < length
      else { return nil }
      let (pa, pb) = p.ends(sign)
      let (qa, qb) = q.ends(sign)
      forward = d * (1 / length.squareRoot())
      isAcross =
        Self.isAcross(u, p, length) && Self.isAcross(v, q, length)
        && turn.lengthSquared <= 0.04 * min(p.edge.lengthSquared, q.edge.lengthSquared) + 0.01
      a = Side(pa, qa)
      b = Side(pb, qb)
    }

    /// By 8 degrees or more, or so short that it is round.
    private static func isAcross(_ cross: Double, _ n: LineNode, _ length: Double) -> Bool {
      let e = n.edge.lengthSquared
      return cross * cross > 0.02 * e * length || e < 0.04 * n.radius * n.radius
    }
  }
}

extension LineNode {
  /// The round ends of a bar, the one at `edge` times `sign` first.
  fileprivate func ends(_ sign: Double) -> (LineNode, LineNode) {
    let (dx, dy) = (edge.dx * sign, edge.dy * sign)
    return (
      LineNode(x: x + dx, y: y + dy, radius: radius),
      LineNode(x: x - dx, y: y - dy, radius: radius)
    )
  }

  /// The unit normal of the bar's long side that faces away from `forward`, `nil` for a round mark.
  fileprivate func normal(against forward: Vector) -> Vector? {
    guard let across = edge.perpendicular.normalized else { return nil }
    return across.dot(forward) > 0 ? -across : across
  }
}

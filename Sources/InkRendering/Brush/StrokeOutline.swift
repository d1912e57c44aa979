import Glibc
import InkModel

/// The shape of a stroke as closed polygons, to be filled with the nonzero rule.
///
/// The shape is the union of what a nib covers from node to node, its mark changing
/// linearly between two. What follows is about round nibs, a chain of tapered capsules; for bars see
/// ``appendBars(_:)``. One polygon runs along one side,
/// around the end, back along the other side and around the start; where a nib swallows its
/// neighbour whole, a new polygon begins.
///
/// Why the nonzero rule finds no holes, however the stroke crosses itself, turns sharply or curls
/// tighter than its nib is wide: going around a line at the nib's distance, forth on one side and
/// back on the other, winds around a point once for each separate stretch of the line whose nib
/// covers the point. (Where the nib arrives at the point and where it leaves it each count half,
/// from both sides: the Euler characteristic of those stretches.) That number is never below 0,
/// and above 0 just where ink is. An inner corner cut straight instead of in an arc adds to it.
public struct StrokeOutline: Equatable, Sendable {
  /// The corners of all polygons, one polygon after another; each closes by itself.
  public internal(set) var vertices: ContiguousArray<Point> = []
  /// For each polygon the index after its last vertex.
  public internal(set) var ends: ContiguousArray<Int> = []
  /// The bounds of the parts of each polygon, as built: every node's mark lies inside.
  public internal(set) var bounds = Rect.empty

  /// How far a chord may stray from the arc it stands for, in the unit of the nodes.
  ///
  /// The corners of chords lie a little outside the arc, so that its area is right.
  public static let arcTolerance = 0.03

  /// Scratch: the side of a run that is built from start to end and walked back.
  var back: ContiguousArray<Point> = []

  public init() {}

  public init(_ nodes: some Collection<LineNode>) {
    ContiguousArray(nodes).withUnsafeBufferPointer { append($0) }
  }

  public var isEmpty: Bool { vertices.isEmpty }

  public mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    bounds = .empty
  }

  /// Adds the outline of one line.
  ///
  /// Nodes must be finite.
  mutating func append(_ nodes: UnsafeBufferPointer<LineNode>) {
    if nodes.contains(where: { $0.edge != .zero }) {
      appendBars(nodes)
      return
    }
    var i = 0
    while i < nodes.count {
      var j = i
      while j + 1 < nodes.count && !Self.swallows(nodes[j], nodes[j + 1]) { j += 1 }
      if j > i {
        run(UnsafeBufferPointer(rebasing: nodes[i...j]))
      } else if !Self.isCovered(i, in: nodes) {
        dot(nodes[i])
      }
      i = j + 1
    }
  }

  /// Moves every vertex through a transform.
  mutating func map(_ t: AffineTransform) {
    for i in vertices.indices { vertices[i] = t(vertices[i]) }
    bounds = t(bounds)
  }

  /// True where one of the two marks lies within the other, so that they share no tangent.
  private static func swallows(_ a: LineNode, _ b: LineNode) -> Bool {
    let (dx, dy, dr) = (b.x - a.x, b.y - a.y, b.radius - a.radius)
    return dx * dx + dy * dy <= dr * dr * 1.000_001
  }

  /// Whether a mark that stands alone lies within the one before or after it.
  ///
  /// Of equal marks the first counts as the larger.
  private static func isCovered(_ i: Int, in nodes: UnsafeBufferPointer<LineNode>) -> Bool {
    if i > 0, nodes[i - 1].radius >= nodes[i].radius, swallows(nodes[i - 1], nodes[i]) {
      return true
    }
    return i + 1 < nodes.count && nodes[i + 1].radius > nodes[i].radius
      && swallows(nodes[i], nodes[i + 1])
  }

  mutating func include(_ n: LineNode) {
    bounds = bounds.union(n.box)
  }

  /// What the tangents of one tapered capsule are.
  struct Side {
    /// Unit direction of travel.
    var forward: Vector
    /// Unit normals, pointing outwards: `a` on the side a quarter turn on from the direction of
    /// travel, `b` on the other.
    var a: Vector
    var b: Vector
    /// The length of each tangent between the two marks.
    var length: Double
    /// Cosine of the angle between either normal and the direction of travel, -1 … 1.
    var lean: Double

    init(_ p: LineNode, _ q: LineNode) {
      let d = Vector(q.x - p.x, q.y - p.y)
      let l = d.length
      forward = d * (1 / l)
      lean = min(max((p.radius - q.radius) / l, -1), 1)
      let c = (1 - lean * lean).squareRoot()
      let along = forward * lean
      let across = forward.perpendicular * c
      a = along + across
      b = along - across
      length = l * c
    }

    /// Radians by which normal `a` turns from here to the next capsule, from +x towards +y; normal
    /// `b` turns by the same bend less the same change of lean.
    ///
    /// Both can be more than half a turn, where a narrowing line doubles back.
    func bend(to next: Side) -> (bend: Double, lean: Double) {
      (atan2(forward.cross(next.forward), forward.dot(next.forward)), asin(lean) - asin(next.lean))
    }

    /// Whether the line continues so smoothly that a normal's turn is less than half a turn.
    func isMild(to next: Side) -> Bool {
      forward.dot(next.forward) > 0 && abs(lean - next.lean) < 1
    }
  }

  private mutating func run(_ nodes: UnsafeBufferPointer<LineNode>) {
    let last = nodes.count - 1
    back.removeAll(keepingCapacity: true)
    var side = Side(nodes[0], nodes[1])
    // Around the start, from b to a.
    Self.arc(nodes[0], from: side.b, angle: -2 * acos(-side.lean), into: &vertices)
    include(nodes[0])
    for i in 1..<last {
      let n = nodes[i]
      include(n)
      let next = Side(n, nodes[i + 1])
      if side.isMild(to: next) {
        let room = min(side.length, next.length) / 2
        Self.corner(n, side.a, next.a, sense: -1, room, into: &vertices)
        Self.corner(n, side.b, next.b, sense: 1, room, into: &back)
      } else {
        let turn = side.bend(to: next)
        Self.cusp(n, side.a, next.a, turn: turn.bend + turn.lean, sense: -1, into: &vertices)
        Self.cusp(n, side.b, next.b, turn: turn.bend - turn.lean, sense: 1, into: &back)
      }
      side = next
    }
    include(nodes[last])
    Self.arc(nodes[last], from: side.a, angle: -2 * acos(side.lean), into: &vertices)
    // The other side was built from start to end and is walked from end to start.
    for p in back.reversed() { vertices.append(p) }
    ends.append(vertices.count)
  }

  /// A mild corner of one side at a node, from normal `u` to normal `v`.
  ///
  /// On the outside of a bend the normals turn by `sense`: 1 from +x towards +y, -1 against it.
  /// `room` is how much of either tangent an inner corner may cut off.
  @inline(__always)
  static func corner(
    _ n: LineNode, _ u: Vector, _ v: Vector, sense: Double, _ room: Double,
    into list: inout ContiguousArray<Point>
  ) {
    let along = u.dot(v)
    let turn = u.cross(v) * sense
    let isOuter = turn >= 0
    let meets =
      isOuter
      ? n.radius * (1 - along) <= 4 * arcTolerance
      : along > 0 && -turn * n.radius <= room * (1 + along)
    if meets {
      // Where the two tangents cross.
      let k = n.radius / (1 + along)
      list.append(Point(n.x + (u.dx + v.dx) * k, n.y + (u.dy + v.dy) * k))
    } else if isOuter {
      arc(n, from: u, angle: atan2(turn, along) * sense, into: &list)
    } else {
      cut(n, u, v, into: &list)
    }
  }

  /// A sharp corner of one side, whose normal turns by `turn` radians.
  static func cusp(
    _ n: LineNode, _ u: Vector, _ v: Vector, turn: Double, sense: Double,
    into list: inout ContiguousArray<Point>
  ) {
    if turn * sense >= 0 {
      arc(n, from: u, angle: turn, into: &list)
    } else {
      cut(n, u, v, into: &list)
    }
  }

  /// An inner corner that the tangents are too short for: from one's end to the other's start.
  private static func cut(
    _ n: LineNode, _ u: Vector, _ v: Vector, into list: inout ContiguousArray<Point>
  ) {
    list.append(Point(n.x + u.dx * n.radius, n.y + u.dy * n.radius))
    list.append(Point(n.x + v.dx * n.radius, n.y + v.dy * n.radius))
  }

  /// Points on a mark's edge from normal `u`, turning by `angle` radians from +x towards +y, both
  /// ends included.
  static func arc(
    _ n: LineNode, from u: Vector, angle: Double, into list: inout ContiguousArray<Point>
  ) {
    let steps = steps(n.radius, angle)
    let turn = angle / Double(steps)
    let (s, c) = (sin(turn), cos(turn))
    list.append(Point(n.x + u.dx * n.radius, n.y + u.dy * n.radius))
    var w = u * (n.radius * swell(turn))
    for _ in 1..<max(steps, 1) {
      w = Vector(w.dx * c - w.dy * s, w.dx * s + w.dy * c)
      list.append(Point(n.x + w.dx, n.y + w.dy))
    }
    let (e, f) = (sin(angle), cos(angle))
    list.append(
      Point(n.x + (u.dx * f - u.dy * e) * n.radius, n.y + (u.dx * e + u.dy * f) * n.radius))
  }

  mutating func dot(_ n: LineNode) {
    include(n)
    let steps = max(Self.steps(n.radius, 2 * .pi), 8)
    let turn = -2 * .pi / Double(steps)
    let (s, c) = (sin(turn), cos(turn))
    var w = Vector(n.radius * Self.swell(turn), 0)
    for _ in 0..<steps {
      vertices.append(Point(n.x + w.dx, n.y + w.dy))
      w = Vector(w.dx * c - w.dy * s, w.dx * s + w.dy * c)
    }
    ends.append(vertices.count)
  }

  /// Into how many chords to cut an arc: one of angle t strays by r (1 - cos(t / 2)).
  static func steps(_ radius: Double, _ angle: Double) -> Int {
    let step = 2 * acos(max(1 - arcTolerance / radius, 0))
    let count = (abs(angle) / step).rounded(.up)
    // On the largest circles no chord strays, and its angle is 0.
    return count.isNaN ? 1 : Int(min(max(count, 1), 4096))
  }

  /// How much farther out the corners lie, so that chords of this angle hold the arc's own area.
  static func swell(_ turn: Double) -> Double { 1 + turn * turn / 12 }
}

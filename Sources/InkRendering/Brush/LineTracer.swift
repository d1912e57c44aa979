import InkModel

/// Turns the points of a path into the nodes that are painted, one by one: more of them where the
/// view is near, fewer where it is far.
///
/// 1. ``add(_:into:)`` takes the next point and appends the nodes it settles.
/// 2. ``finish(into:)`` appends the rest; on a copy, for one frame.
///
/// A modeler cuts its curve into chords. Where those are enlarged so far that corners show,
/// chords are rounded again before they are simplified.
struct LineTracer {
  /// How far a modeler's chords may stray from its curve, in canvas points.
  ///
  /// The same for all generations of the modeler, so it is a constant of this type.
  static let chordStray = 0.02

  private let chords: Int
  private var simplifier: LineSimplifier
  /// The last three points taken, oldest first, while a chord waits for the point after it.
  private var before: LineNode?
  private var from: LineNode?
  private var to: LineNode?

  /// - Parameters:
  ///   - scale: Units of the nodes for one canvas point.
  ///   - tolerance: See ``LineSimplifier``.
  init(scale: Double, tolerance: Double) {
    simplifier = LineSimplifier(tolerance: tolerance)
    // Cutting a chord in n makes it stray by 1/n² as much. Less than an eighth of a pixel is not
    // visible.
    let stray = scale * Self.chordStray
    chords = stray <= 0.125 ? 1 : min(Int((stray / 0.06).squareRoot().rounded(.up)), 8)
  }

  mutating func add(_ node: LineNode, into nodes: inout ContiguousArray<LineNode>) {
    guard chords > 1 else {
      simplifier.add(node, into: &nodes)
      return
    }
    // At the same position only the width can change; it has no direction.
    if let to, to.x == node.x, to.y == node.y {
      bend(after: nil, into: &nodes)
      (before, from, self.to) = (nil, nil, node)
      simplifier.add(node, into: &nodes)
      return
    }
    guard to != nil else {
      to = node
      simplifier.add(node, into: &nodes)
      return
    }
    bend(after: node, into: &nodes)
    (before, from, to) = (from, to, node)
  }

  mutating func finish(into nodes: inout ContiguousArray<LineNode>) {
    if chords > 1 { bend(after: nil, into: &nodes) }
    (before, from, to) = (nil, nil, nil)
    simplifier.finish(into: &nodes)
  }

  /// Appends the chord from ``from`` to ``to``, bent.
  private mutating func bend(after next: LineNode?, into nodes: inout ContiguousArray<LineNode>) {
    guard let p = from, let q = to else { return }
    let v = Vector(q.x - p.x, q.y - p.y)
    let length = v.length
    let start = Self.tangent(before, p, q, arriving: false)
    let end = Self.tangent(p, q, next, arriving: true)
    for i in 1..<chords {
      // Cubic Hermite; https://en.wikipedia.org/wiki/Cubic_Hermite_spline
      let t = Double(i) / Double(chords)
      let (a, b) = (t * (1 - t) * (1 - t) * length, -t * t * (1 - t) * length)
      let k = t * t * (3 - 2 * t)
      simplifier.add(
        LineNode(
          x: p.x + v.dx * k + start.dx * a + end.dx * b,
          y: p.y + v.dy * k + start.dy * a + end.dy * b,
          radius: p.radius + (q.radius - p.radius) * t, edge: p.edge + (q.edge - p.edge) * t,
          flow: p.flow + (q.flow - p.flow) * t,
          parameter: p.parameter + (q.parameter - p.parameter) * t), into: &nodes)
    }
    simplifier.add(q, into: &nodes)
  }

  /// The direction of the line at `q`, between its neighbours: a circle's through all three where
  /// it runs on, the chord's own at an end or a corner.
  private static func tangent(
    _ p: LineNode?, _ q: LineNode, _ r: LineNode?, arriving: Bool
  ) -> Vector {
    let into = p.map { Vector(q.x - $0.x, q.y - $0.y) }
    let out = r.map { Vector($0.x - q.x, $0.y - q.y) }
    guard let into, let out else { return (into ?? out)?.normalized ?? .zero }
    let (l, m) = (into.length, out.length)
    guard l > 0, m > 0 else { return (arriving ? into : out).normalized ?? .zero }
    let (u, w) = (into * (1 / l), out * (1 / m))
    // A turn of more than 40° is a corner that somebody drew.
    if u.dot(w) < 0.766 { return arriving ? u : w }
    return (u * m + w * l) * (1 / (l + m))
  }
}

import InkModel

/// A point on the middle line of a stroke: the nib's position, size and direction.
///
/// In the space an outline is built in, which is device pixels for everything on screen.
public struct LineNode: Hashable, Sendable {
  public var x: Double
  public var y: Double
  /// Half the width of a round mark, and the radius of a bar's ends; above 0.
  public var radius: Double
  /// From here to the middle of either end of a bar; zero for a round mark.
  public var edge: Vector
  /// The amount of colour, for brushes with a texture.
  public var flow: Double
  /// Where on the stroke's path the node is, as a ``InkModel/PathSpan`` counts; only for cutting.
  public var parameter: Double

  public init(
    x: Double, y: Double, radius: Double, edge: Vector = .zero, flow: Double = 1,
    parameter: Double = 0
  ) {
    self.x = x
    self.y = y
    self.radius = radius
    self.edge = edge
    self.flow = flow
    self.parameter = parameter
  }
}

/// Drops the points of a line that change nothing, one by one.
///
/// 1. ``add(_:into:)`` takes the next node and appends those that are settled by it.
/// 2. ``pending`` is the node that waits to be settled.
/// 3. ``finish(into:)`` appends the last one.
///
/// What is appended is a subsequence of what was taken, first and last node included. Every
/// dropped node lies within ``tolerance`` of the line that remains, and the radius there is right
/// within ``tolerance`` too; a bar's ends lie within ``longestTurn``, the flow within
/// ``mostFlow``. From the last kept node a sleeve of directions is narrowed by each
/// node, and a second one of slopes of the radius; a node that leaves a sleeve, or that turns
/// back, settles the one before it. (The sleeve: Zhao and Saalfeld, "Linear-time sleeve-fitting
/// polyline simplification algorithms", Auto-Carto 13, 1997.) Deciding needs the past alone, so
/// wet and dry ink keep the same nodes, however the points were batched.
struct LineSimplifier {
  /// The same unit as the nodes.
  let tolerance: Double
  /// A straight line is settled at least this often, so that the disposable end of a wet stroke
  /// stays short.
  ///
  /// The same unit as the nodes.
  static let longestMerge = 48.0
  /// How far a bar's end may turn before its node is kept, in the unit of the nodes.
  static let longestTurn = 0.3
  /// How much the flow may change before its node is kept.
  static let mostFlow = 0.02

  private var anchor: LineNode?
  private(set) var pending: LineNode?
  /// How far the pending node is from the anchor; those before it are nearer.
  private var reach = 0.0
  /// The sleeve's two edges, of any length; every direction from `low` turned towards `high`.
  private var low = Vector.zero
  private var high = Vector.zero
  private var steepest = Double.infinity
  private var flattest = -Double.infinity

  init(tolerance: Double) {
    self.tolerance = tolerance
  }

  mutating func add(_ node: LineNode, into nodes: inout ContiguousArray<LineNode>) {
    guard let from = anchor else {
      anchor = node
      nodes.append(node)
      return
    }
    let v = Vector(node.x - from.x, node.y - from.y)
    let length = v.length
    guard pending != nil else {
      begin(node, v, length, into: &nodes)
      return
    }
    let slope = (node.radius - from.radius) / length
    if length >= reach && length <= Self.longestMerge
      && low.cross(v) >= 0 && v.cross(high) >= 0 && slope <= steepest && slope >= flattest
      && isAlike(node, from)
    {
      narrow(node, v, length)
      return
    }
    settle(into: &nodes)
    add(node, into: &nodes)
  }

  mutating func finish(into nodes: inout ContiguousArray<LineNode>) {
    settle(into: &nodes)
    anchor = nil
  }

  private mutating func settle(into nodes: inout ContiguousArray<LineNode>) {
    guard let p = pending else { return }
    nodes.append(p)
    anchor = p
    pending = nil
  }

  /// The first node after the anchor.
  private mutating func begin(
    _ node: LineNode, _ v: Vector, _ length: Double, into nodes: inout ContiguousArray<LineNode>
  ) {
    guard length > tolerance else {
      // Only the force grew: the anchor's mark grows, the line has not moved.
      if let from = anchor,
        abs(node.radius - from.radius) > tolerance || !isAlike(node, from)
      {
        nodes.append(node)
        anchor = node
      }
      return
    }
    reach = 0
    steepest = .infinity
    flattest = -.infinity
    (low, high) = edges(v, length)
    narrow(node, v, length)
  }

  private mutating func narrow(_ node: LineNode, _ v: Vector, _ length: Double) {
    let (l, h) = edges(v, length)
    if low.cross(l) > 0 { low = l }
    if high.cross(h) < 0 { high = h }
    let rise = node.radius - (anchor?.radius ?? node.radius)
    steepest = min(steepest, (rise + tolerance) / length)
    flattest = max(flattest, (rise - tolerance) / length)
    reach = length
    pending = node
  }

  /// Whether two nodes' marks are turned and coloured so nearly alike that those between may go.
  private func isAlike(_ a: LineNode, _ b: LineNode) -> Bool {
    (a.edge - b.edge).lengthSquared <= Self.longestTurn * Self.longestTurn
      && abs(a.flow - b.flow) <= Self.mostFlow
  }

  /// The two directions that just pass a node at `v` within the tolerance.
  private func edges(_ v: Vector, _ length: Double) -> (low: Vector, high: Vector) {
    let s = min(tolerance / length, 1)
    let c = (1 - s * s).squareRoot()
    return (
      Vector(v.dx * c + v.dy * s, v.dy * c - v.dx * s),
      Vector(v.dx * c - v.dy * s, v.dy * c + v.dx * s)
    )
  }
}

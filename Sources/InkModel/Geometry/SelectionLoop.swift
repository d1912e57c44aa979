/// An area that a line was drawn around; the line is closed.
///
/// What the line encloses more than once is inside as well, so a loop that crosses itself loses
/// nothing.
public struct SelectionLoop: Sendable {
  /// The bounds of the line, in the space of its points.
  public let bounds: Rect

  private struct Edge {
    var low: Point
    var high: Point
    /// 1 where the line runs downwards, else -1.
    var turn: Int
  }

  /// The edges that cross each of some bands of equal height, from the top.
  ///
  /// A long line is tested at many points: each test reads a few edges only.
  private let bands: [[Edge]]
  private let bandHeight: Double

  /// - Parameter line: Points of the line, in any space.
  public init(_ line: [Point]) {
    let points = line.filter(\.isFinite)
    bounds = Rect(around: points)
    let count = max(min(points.count / 4, 256), 1)
    bandHeight = bounds.isEmpty ? 1 : bounds.height / Double(count)
    var bands = [[Edge]](repeating: [], count: count)
    for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where a.y != b.y {
      let edge = a.y < b.y ? Edge(low: a, high: b, turn: 1) : Edge(low: b, high: a, turn: -1)
      let first = Int((edge.low.y - bounds.minY) / bandHeight)
      let last = Int((edge.high.y - bounds.minY) / bandHeight)
      for i in min(first, count - 1)...min(last, count - 1) { bands[i].append(edge) }
    }
    self.bands = bands
  }

  public func contains(_ p: Point) -> Bool {
    guard bounds.contains(p) else { return false }
    var winding = 0
    for edge in bands[min(Int((p.y - bounds.minY) / bandHeight), bands.count - 1)]
    where p.y >= edge.low.y && p.y < edge.high.y {
      let t = (p.y - edge.low.y) / (edge.high.y - edge.low.y)
      if edge.low.x + (edge.high.x - edge.low.x) * t > p.x { winding += edge.turn }
    }
    return winding != 0
  }
}

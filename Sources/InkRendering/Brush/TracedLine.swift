import InkModel

/// The simplified line of a whole stroke, kept while fragments of it are painted, or tiles that it meets.
struct TracedLine {
  private(set) var nodes: ContiguousArray<LineNode>
  /// Retained, so that its storage is not used for another path.
  private let path: StrokePath
  private let ink: Ink
  private var transform: AffineTransform
  private let tolerance: Double

  init(
    _ stroke: Stroke, _ transform: AffineTransform, _ tolerance: Double,
    _ nodes: ContiguousArray<LineNode>
  ) {
    self.nodes = nodes
    path = stroke.path
    ink = stroke.ink
    self.transform = transform
    self.tolerance = tolerance
  }

  /// Moves the line by the difference between two transforms, if it is that stroke's and they differ by a translation alone; a
  /// stroke whose path is equal but stored elsewhere counts as another.
  ///
  /// - Returns: Whether it is the stroke's line under that transform now.
  mutating func move(
    onto t: AffineTransform, asLineOf stroke: Stroke, _ tolerance: Double
  ) -> Bool {
    let isSame =
      t.a == transform.a && t.b == transform.b && t.c == transform.c && t.d == transform.d
      && self.tolerance == tolerance && ink == stroke.ink
      && path.points.withUnsafeBufferPointer { a in
        stroke.path.points.withUnsafeBufferPointer { b in
          a.baseAddress == b.baseAddress && a.count == b.count
        }
      }
    guard isSame else { return false }
    let (dx, dy) = (t.tx - transform.tx, t.ty - transform.ty)
    guard dx != 0 || dy != 0 else { return true }
    transform = t
    for i in nodes.indices {
      nodes[i].x += dx
      nodes[i].y += dy
    }
    return true
  }
}

extension ContiguousArray<LineNode> {
  /// Appends the part of this line between two parameters.
  ///
  /// Nodes of the line stay exactly where they are, and its two ends come to lie on the chords
  /// that the whole line has there: so a fragment covers what it covered as part of the whole, up to
  /// its very ends.
  ///
  /// - Parameter exact: The line's node at a parameter as it was before it was simplified.
  func appendPart(
    _ span: PathSpan, to list: inout ContiguousArray<LineNode>, exact: (Double) -> LineNode
  ) {
    guard let first, let last else { return }
    var i = firstIndex(after: span.lowerBound)
    if span.lowerBound <= first.parameter {
      list.append(first)
    } else if i == count {
      list.append(last)
    } else {
      list.append(cut(i, exact(span.lowerBound)))
    }
    while i < count, self[i].parameter <= span.upperBound {
      list.append(self[i])
      i += 1
    }
    guard i < count, i > 0, span.upperBound > span.lowerBound, span.upperBound > first.parameter
    else { return }
    let end = cut(i, exact(span.upperBound))
    // Where both ends lie on one chord they keep their order.
    if let before = list.last, end.parameter > before.parameter { list.append(end) }
  }

  /// The index of the first node after a parameter.
  private func firstIndex(after parameter: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let mid = (low + high) / 2
      if self[mid].parameter <= parameter { low = mid + 1 } else { high = mid }
    }
    return low
  }

  /// The point nearest to `node` on the chord that ends at `i`, with the chord's own width there.
  private func cut(_ i: Int, _ node: LineNode) -> LineNode {
    let (p, q) = (self[i - 1], self[i])
    let (dx, dy) = (q.x - p.x, q.y - p.y)
    let l = dx * dx + dy * dy
    let t = l > 0 ? ((node.x - p.x) * dx + (node.y - p.y) * dy) / l : 0
    return p.blended(with: q, Swift.min(Swift.max(t, 0), 1))
  }
}

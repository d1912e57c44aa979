import InkModel

extension StrokeOutline {
  /// Segments longer than this are trimmed, in the unit of the nodes: cairo computes in 24 bits
  /// and wraps around beyond 8 million pixels.
  private static let longestSegment = 8192.0

  /// Adds the outlines of those stretches of a line that meet `area`.
  ///
  /// Within it, they cover what the whole line covers; `nil` adds the line whole.
  ///
  /// - Returns: How many nodes were outlined.
  mutating func append(_ nodes: UnsafeBufferPointer<LineNode>, near area: Rect?) -> Int {
    guard let area else {
      append(nodes)
      return nodes.count
    }
    // A margin for the corners of neighbours that are left out.
    let near = area.outset(by: 2)
    guard nodes.count > 1 else {
      guard let dot = nodes.first, dot.box.intersects(near) else { return 0 }
      append(nodes)
      return 1
    }
    var taken = 0
    var start = 0
    func flush(_ outline: inout StrokeOutline, through end: Int) {
      guard end > start else { return }
      taken += end - start + 1
      outline.append(UnsafeBufferPointer(rebasing: nodes[start...end]))
    }
    for i in 0..<nodes.count - 1 {
      let (p, q) = (nodes[i], nodes[i + 1])
      if !p.box(with: q).intersects(near) {
        flush(&self, through: i)
        start = i + 1
      } else if max(abs(q.x - p.x), abs(q.y - p.y)) > Self.longestSegment {
        flush(&self, through: i)
        start = i + 1
        if let (a, b) = Self.trimmed(p, q, to: near) {
          taken += 2
          withUnsafeTemporaryAllocation(of: LineNode.self, capacity: 2) { segment in
            segment.initializeElement(at: 0, to: a)
            segment.initializeElement(at: 1, to: b)
            append(UnsafeBufferPointer(segment))
          }
        }
      }
    }
    flush(&self, through: nodes.count - 1)
    return taken
  }

  /// The stretch of a segment whose marks can reach `area`, and a bit.
  private static func trimmed(
    _ p: LineNode, _ q: LineNode, to area: Rect
  ) -> (LineNode, LineNode)? {
    let wide = area.outset(by: max(p.reach, q.reach) + 64)
    var (from, to) = (0.0, 1.0)
    for (start, delta, low, high) in [
      (p.x, q.x - p.x, wide.minX, wide.maxX), (p.y, q.y - p.y, wide.minY, wide.maxY),
    ] {
      if delta == 0 {
        if start < low || start > high { return nil }
        continue
      }
      let (a, b) = ((low - start) / delta, (high - start) / delta)
      from = max(from, min(a, b))
      to = min(to, max(a, b))
    }
    return from < to ? (p.blended(with: q, from), p.blended(with: q, to)) : nil
  }
}

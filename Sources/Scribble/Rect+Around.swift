import InkModel

extension Rect {
  /// The smallest that reaches from the first to the last of some points on both axes; level ink has no height,
  /// and is nevertheless where it is.
  init(around points: some Sequence<Point>) {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for p in points {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    guard low.x <= high.x else {
      self = .empty
      return
    }
    self.init(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }
}

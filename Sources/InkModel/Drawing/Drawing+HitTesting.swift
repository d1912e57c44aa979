extension Drawing {
  /// The elements that a round eraser of `radius` touches on its way from `start` to `end`, in
  /// canvas space.
  ///
  /// A stroke is touched where its ink, at its width there, meets the eraser.
  public func elements(touchedFrom start: Point, to end: Point, radius: Double) -> [Element] {
    let swept = Rect(center: start, radius: radius).union(Rect(center: end, radius: radius))
    return elements(in: swept).filter { $0.isTouched(from: start, to: end, radius: radius) }
  }
}

extension Element {
  func isTouched(from start: Point, to end: Point, radius: Double) -> Bool {
    switch kind {
    case .stroke(let stroke):
      let family = StockBrushes.family(of: stroke.ink)
      let scale = canvasFromElement.meanScale
      var previous: Point?
      for p in stroke.path.points {
        let here = canvasFromElement(p.position)
        let reach = radius + family.mark(stroke.ink, at: p).radius * scale
        if segmentDistance(previous ?? here, here, start, end) <= reach { return true }
        previous = here
      }
      return false
    }
  }
}

/// The least distance between the segments ab and cd; either may be a point.
func segmentDistance(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Double {
  let u = b - a
  let v = d - c
  let w = c - a
  let k = u.cross(v)
  if k != 0 {
    let s = w.cross(v) / k
    let t = w.cross(u) / k
    if (0...1).contains(s) && (0...1).contains(t) { return 0 }
  }
  return min(
    pointDistance(a, c, d), pointDistance(b, c, d), pointDistance(c, a, b), pointDistance(d, a, b))
}

private func pointDistance(_ p: Point, _ a: Point, _ b: Point) -> Double {
  let v = b - a
  let l = v.lengthSquared
  guard l > 0 else { return p.distance(to: a) }
  let t = min(max((p - a).dot(v) / l, 0), 1)
  return p.distance(to: a + v * t)
}

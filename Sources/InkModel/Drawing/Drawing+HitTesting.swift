extension Drawing {
  /// The elements whose ink a round eraser of `radius` touches on its way from `start` to `end`,
  /// in canvas space.
  ///
  /// A stroke is touched where its ink, at its width there, meets the eraser.
  public func elements(touchedFrom start: Point, to end: Point, radius: Double) -> [Element] {
    let disc = SweptDisc(from: start, to: end, radius: radius)
    return elements(in: disc.bounds).filter { $0.isTouched(by: disc) }
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

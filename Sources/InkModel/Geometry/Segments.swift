extension Point {
  /// The least distance to a point of the segment from `a` to `b`, which may be one point.
  @inlinable
  public func distance(toSegmentFrom a: Point, to b: Point) -> Double {
    let v = b - a
    let l = v.lengthSquared
    guard l > 0 else { return distance(to: a) }
    let t = min(max((self - a).dot(v) / l, 0), 1)
    return distance(to: a + v * t)
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
    a.distance(toSegmentFrom: c, to: d), b.distance(toSegmentFrom: c, to: d),
    c.distance(toSegmentFrom: a, to: b), d.distance(toSegmentFrom: a, to: b))
}

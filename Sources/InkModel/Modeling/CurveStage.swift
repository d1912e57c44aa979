/// The last stage: a smooth curve through what the stages before it made, as a dense polyline.
///
/// The curve is the uniform quadratic B-spline whose control points come one by one: it starts
/// at the first, runs through the middle of each pair, and ends at the last. Each point depends
/// on three neighbours alone, so nothing that was emitted ever changes. Axes are blended
/// as positions are; the azimuth along the shorter arc.
struct CurveStage: Sendable {
  /// How far the polyline may stray from the curve, in canvas points: 1/50 of a pixel at 100 %,
  /// about a pixel at the closest zoom.
  static let flatness = 0.02
  /// The same for this curve; larger for a tail, which is valid for one frame.
  var flatness = Self.flatness
  /// Control points nearer than this to the last one, at the same force, add nothing.
  static let leastStep = 0.05

  private(set) var last: StrokePoint?
  private var middle: StrokePoint?

  mutating func add(_ next: StrokePoint, into points: inout [StrokePoint]) {
    guard let control = last else {
      last = next
      middle = next
      points.append(next)
      return
    }
    if (next.position - control.position).lengthSquared < Self.leastStep * Self.leastStep
      && abs(next.force - control.force) < 1 / 256
    {
      return
    }
    let end = control.blended(with: next, 0.5)
    append(from: middle ?? control, control: control, to: end, into: &points)
    middle = end
    last = next
  }

  /// Appends the end of the curve, from the last middle to the last control point and on to `end`.
  mutating func finish(at end: StrokePoint, into points: inout [StrokePoint]) {
    guard let control = last else { return }
    if control != middle { points.append(control) }
    if control.x != end.x || control.y != end.y { points.append(end) }
    last = nil
    middle = nil
  }

  /// The quadratic Bézier from `a` to `b`, flattened, without its first point.
  private func append(
    from a: StrokePoint, control c: StrokePoint, to b: StrokePoint,
    into points: inout [StrokePoint]
  ) {
    // A quadratic strays from its chord by at most a quarter of its second difference, and by
    // 1/n² of that once cut into n.
    let bend = ((a.position - c.position) + (b.position - c.position)).length / 4
    let n = min(max(Int((bend / flatness).squareRoot().rounded(.up)), 1), 32)
    for i in 1..<n {
      let t = Float(i) / Float(n)
      points.append(a.blended(with: c, t).blended(with: c.blended(with: b, t), t))
    }
    points.append(b)
  }
}

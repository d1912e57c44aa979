/// The third stage: the other axes at the modelled tip.
///
/// The modelled tip trails the tool, so pressure and tilt of the newest sample belong to a position
/// that it has not reached. The tip's position is projected onto the line of the last samples and the axes
/// are blended there.
struct StylusStateModeler: Sendable {
  /// How many samples back the tip may be: 40 ms at 360 Hz and some, for the standard spring.
  private let reach: Int

  private var samples: [StrokePoint] = []
  /// The segment the tip was on last: it never goes back, even where a loop is narrow.
  private var stretch = 0

  init(_ parameters: StrokeModelerParameters) {
    let standard = StrokeModelerParameters.standard.springMass
    let slowness = (parameters.springMass / standard).squareRoot()
    reach = Int((16 * min(max(slowness, 1), 9)).rounded(.up))
  }

  /// A sample, as a point: the position from the wobble smoother, the axes of the sample.
  mutating func add(_ point: StrokePoint) {
    samples.append(point)
    if samples.count > reach {
      samples.removeFirst()
      stretch = max(stretch - 1, 0)
    }
  }

  /// The axes at the tip.
  mutating func state(at tip: Point, time: Float) -> StrokePoint {
    var best = samples.last ?? StrokePoint(x: 0, y: 0)
    var least = Double.infinity
    var (found, along) = (stretch, 1.0)
    for i in stretch..<max(samples.count - 1, stretch) {
      let (a, b) = (samples[i], samples[i + 1])
      let v = b.position - a.position
      let t =
        v.lengthSquared > 0
        ? min(max((tip - a.position).dot(v) / v.lengthSquared, 0), 1) : 1
      let d = tip.distance(to: a.position + v * t)
      // Of equal distances the later segment is used: the axes of a tool that rests are its latest.
      if d <= least {
        (least, found, along) = (d, i, t)
      }
    }
    if found + 1 < samples.count {
      best = samples[found].blended(with: samples[found + 1], Float(along))
    }
    stretch = found
    best.x = Float(tip.x)
    best.y = Float(tip.y)
    best.timeOffset = time
    return best
  }
}

import Glibc
import InkModel

/// How strokes are turned, by the direction in which they follow each other.
enum WritingDirection {
  /// Radians up to which writing counts as upright: the engine reads slopes of more.
  private static let level = 6 * Double.pi / 180
  /// Radians by which the directions of a group differ at most from its first.
  private static let alike = 15 * Double.pi / 180
  /// Letters between strokes that belong to one run.
  private static let reach = 4.5
  /// Letters that a step within a run counts for at most: one to the next line is longer.
  private static let longestStep = 3.0
  /// Letters along which a run tells its direction for certain.
  private static let certain = 24.0
  /// Letters from a longer run within which a shorter one takes over its direction.
  private static let near = 12.0
  /// Radians by which the direction of a few words may err.
  private static let slack = 40 * Double.pi / 180
  /// The same for many words.
  private static let littleSlack = 9 * Double.pi / 180

  private struct Run {
    var strokes: [SizedStroke]
    var unit: Double
    var box: Rect
    /// `nil` where too little is written to tell.
    var angle: Double?
    /// How far it runs.
    var extent = 0.0

    /// Some words tell more than one whose letters rise or fall.
    var isCertain: Bool { extent > certain * unit && strokes.count >= 8 }
  }

  /// Strokes by their directions (radians).
  static func groups(of strokes: [SizedStroke]) -> [(angle: Double, strokes: [SizedStroke])] {
    var runs = runs(of: strokes)
    let known = runs.filter { $0.angle != nil }
    for i in runs.indices {
      let run = runs[i]
      // A word by itself is turned as what is written near it.
      let near = known.filter { $0.extent > run.extent }
        .min { $0.box.distance(to: run.box) < $1.box.distance(to: run.box) }
      runs[i].angle = settled(run, near)
    }
    var groups: [(angle: Double, strokes: [SizedStroke])] = []
    // Long runs tell directions best, so groups are named after them.
    for run in runs.sorted(by: { $0.strokes.count > $1.strokes.count }) {
      let angle = run.angle ?? 0
      if let g = groups.firstIndex(where: { difference($0.angle, angle) <= alike }) {
        groups[g].strokes += run.strokes
      } else {
        groups.append((angle, run.strokes))
      }
    }
    return groups.map { ($0.angle, $0.strokes.sorted { $0.index < $1.index }) }
  }

  /// The direction of a run of few strokes, beside the run nearest to it that is certain.
  private static func settled(_ run: Run, _ near: Run?) -> Double {
    let other = near?.angle ?? 0
    guard let angle = run.angle else { return other }
    let slack = run.isCertain ? littleSlack : slack
    if let near, near.box.distance(to: run.box) < Self.near * run.unit,
      difference(angle, other) < slack
    {
      return other
    }
    return !run.isCertain && difference(angle, 0) < slack ? 0 : angle
  }

  private static func difference(_ a: Double, _ b: Double) -> Double {
    abs(remainder(a - b, 2 * .pi))
  }

  private static func runs(of strokes: [SizedStroke]) -> [Run] {
    var runs: [Run] = []
    for stroke in strokes {
      if var run = runs.last, let last = run.strokes.last,
        LineFinder.isAlike(last.unit, stroke.unit),
        last.shape.box.distance(to: stroke.shape.box) < reach * last.unit
      {
        run.strokes.append(stroke)
        run.box = run.box.joined(stroke.shape.box)
        runs[runs.count - 1] = run
      } else {
        runs.append(Run(strokes: [stroke], unit: stroke.unit, box: stroke.shape.box))
      }
    }
    for i in runs.indices {
      runs[i].unit = runs[i].strokes.map(\.unit).median()
      runs[i].angle = angle(of: runs[i])
      if let angle = runs[i].angle {
        runs[i].extent = extent(of: runs[i], angle)
      }
    }
    return runs
  }

  /// The direction of a run.
  private static func angle(of run: Run) -> Double? {
    let unit = run.unit
    guard unit > 0 else { return nil }
    var sum = Vector.zero
    var walked = 0.0
    var before: StrokeShape?
    for stroke in run.strokes {
      let shape = stroke.shape
      // Joined letters run on within the stroke; an “l” does not.
      let own = shape.end - shape.start
      if shape.straightness < 0.7, shape.size > 2.5 * unit, own.length > 1.5 * unit {
        sum = sum + own
        walked += own.length
      }
      // Dots and bars go back to what is written already.
      guard shape.size > 0.4 * unit else { continue }
      if let last = before {
        let step = shape.center - last.center
        // A return to the next line counts no more than a letter.
        let counted = step * min(1, longestStep * unit / max(step.length, 1e-9))
        sum = sum + counted
        walked += counted.length
      }
      before = shape
    }
    guard sum.length > 3 * unit, sum.length > 0.35 * walked else { return nil }
    let rough = atan2(sum.dy, sum.dx)
    let angle = fitted(run, rough) ?? rough
    let along = extent(of: run, angle)
    return along < 4 * unit ? nil : abs(angle) <= level ? 0 : angle
  }

  private static func extent(of run: Run, _ angle: Double) -> Double {
    let direction = Vector(angle: angle)
    let ways = run.strokes.map { ($0.shape.center - .zero).dot(direction) }
    return (ways.max() ?? 0) - (ways.min() ?? 0)
  }

  /// The direction of the straight line through the strokes; `nil` where they lie on no such line.
  private static func fitted(_ run: Run, _ rough: Double) -> Double? {
    let (x, y) = (Vector(angle: rough), Vector(angle: rough).perpendicular)
    var (w, sx, sy, sxx, sxy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    let origin = run.box.center
    for stroke in run.strokes {
      let v = stroke.shape.center - origin
      let (px, py, k) = (v.dot(x), v.dot(y), max(stroke.shape.length, 1e-9))
      w += k
      sx += k * px
      sy += k * py
      sxx += k * px * px
      sxy += k * px * py
      syy += k * py * py
    }
    guard w > 0 else { return nil }
    let (mx, my) = (sx / w, sy / w)
    let (vx, vxy, vy) = (sxx / w - mx * mx, sxy / w - mx * my, syy / w - my * my)
    guard vx > 4 * run.unit * run.unit else { return nil }
    let slope = vxy / vx
    guard abs(slope) < 0.7, vy - slope * vxy < 0.7 * run.unit * run.unit else { return nil }
    return rough + atan(slope)
  }
}

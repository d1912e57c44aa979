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
  /// Letters beyond which a step that does not go in the direction of the others leads to the next line, and begins
  /// another stretch of its run.
  private static let longestStep = 3.0
  /// The cosine of the angle between the direction of a run and a long step in it, at the least.
  private static let forward = 0.7
  /// Letters of a stretch that says how a run is turned: a shorter one has a capital or an ascender at one end, and so
  /// seems to fall or rise.
  private static let longStretch = 10.0
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
    /// How far its long stretches run, together.
    var evidence = 0.0

    /// Some words tell more than one whose letters rise or fall, and than many of one each below each other.
    var isCertain: Bool { evidence > certain * unit && strokes.count >= 8 }
  }

  /// Strokes by their directions (radians).
  static func groups(of strokes: [SizedStroke]) -> [(angle: Double, strokes: [SizedStroke])] {
    var runs = runs(of: strokes)
    let known = runs.filter(\.isCertain)
    for i in runs.indices {
      let run = runs[i]
      // A word by itself is turned as the lines written near it.
      let near = known.filter { $0.extent > run.extent }
        .min { $0.box.distance(to: run.box) < $1.box.distance(to: run.box) }
      runs[i].angle = settled(run, near)
    }
    var groups: [(angle: Double, strokes: [SizedStroke])] = []
    // Long runs tell directions best, so groups are named after them.
    for run in runs.sorted(by: { $0.strokes.count > $1.strokes.count }) {
      let angle = run.angle ?? 0
      if let g = groups.firstIndex(where: { isAlike($0.angle, angle) }) {
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

  /// Whether two directions are that of one group.
  static func isAlike(_ a: Double, _ b: Double) -> Bool { difference(a, b) <= alike }

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
        runs[i].extent = extent(of: runs[i].strokes, angle)
        runs[i].evidence = stretches(of: runs[i], along: Vector(angle: angle)).map {
          extent(of: $0, angle)
        }
        .filter { $0 > longStretch * runs[i].unit }.reduce(0, +)
      }
    }
    return runs
  }

  /// The direction of a run.
  private static func angle(of run: Run) -> Double? {
    let unit = run.unit
    guard unit > 0 else { return nil }
    // What the letters and the short steps between them say tells which of the long steps are returns.
    let first = travel(of: [run.strokes], unit, shortOnly: true)
    let stretches = stretches(of: run, along: first.sum)
    let (sum, length) = travel(of: stretches, unit, shortOnly: false)
    guard sum.length > 3 * unit, sum.length > 0.35 * length else { return nil }
    let rough = atan2(sum.dy, sum.dx)
    let angle = fitted(stretches, unit, rough) ?? rough
    let along = extent(of: run.strokes, angle)
    return along < 4 * unit ? nil : abs(angle) <= level ? 0 : angle
  }

  /// From the beginning of stretches to their end, all together, and the length of the path there.
  private static func travel(
    of stretches: [[SizedStroke]], _ unit: Double, shortOnly: Bool
  ) -> (sum: Vector, length: Double) {
    var sum = Vector.zero
    var length = 0.0
    for stretch in stretches {
      var before: StrokeShape?
      for shape in stretch.map(\.shape) {
        // Joined letters run on within the stroke; an “l” does not.
        let own = shape.end - shape.start
        if shape.straightness < 0.7, shape.size > 2.5 * unit, own.length > 1.5 * unit {
          sum = sum + own
          length += own.length
        }
        guard isSolid(shape, unit) else { continue }
        if let last = before {
          let step = shape.center - last.center
          if !shortOnly || step.length <= longestStep * unit {
            // One of joined words is as long as they are, and these count already.
            let counted = step * min(1, longestStep * unit / max(step.length, 1e-9))
            sum = sum + counted
            length += counted.length
          }
        }
        before = shape
      }
    }
    return (sum, length)
  }

  /// Whether a stroke tells where the writing goes: dots and bars go back to what is written already.
  private static func isSolid(_ shape: StrokeShape, _ unit: Double) -> Bool {
    shape.size > 0.4 * unit
  }

  /// The strokes of a run from one return to the next.
  ///
  /// Where one short line stands below another, the returns go as far down as the letters go on.
  private static func stretches(of run: Run, along direction: Vector) -> [[SizedStroke]] {
    var stretches: [[SizedStroke]] = []
    var last: StrokeShape?
    for stroke in run.strokes {
      let shape = stroke.shape
      let isNext =
        last.map { last in
          let step = shape.center - last.center
          return step.length <= longestStep * run.unit
            || step.dot(direction) > forward * step.length * direction.length
        } ?? false
      if stretches.isEmpty || !isNext && isSolid(shape, run.unit) && last != nil {
        stretches.append([stroke])
      } else {
        stretches[stretches.count - 1].append(stroke)
      }
      if isSolid(shape, run.unit) { last = shape }
    }
    return stretches
  }

  private static func extent(of strokes: [SizedStroke], _ angle: Double) -> Double {
    let direction = Vector(angle: angle)
    let offsets = strokes.map { ($0.shape.center - .zero).dot(direction) }
    return (offsets.max() ?? 0) - (offsets.min() ?? 0)
  }

  /// The direction of straight lines, all of one slope, through the strokes of each stretch; `nil` where they lie on no
  /// such lines.
  private static func fitted(
    _ stretches: [[SizedStroke]], _ unit: Double, _ rough: Double
  ) -> Double? {
    let (x, y) = (Vector(angle: rough), Vector(angle: rough).perpendicular)
    var (all, vx, vxy, vy) = (0.0, 0.0, 0.0, 0.0)
    for stretch in stretches {
      guard let origin = stretch.first?.shape.center else { continue }
      var (w, sx, sy, sxx, sxy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
      for stroke in stretch {
        let v = stroke.shape.center - origin
        let (px, py, k) = (v.dot(x), v.dot(y), max(stroke.shape.length, 1e-9))
        w += k
        sx += k * px
        sy += k * py
        sxx += k * px * px
        sxy += k * px * py
        syy += k * py * py
      }
      all += w
      vx += sxx - sx * sx / w
      vxy += sxy - sx * sy / w
      vy += syy - sy * sy / w
    }
    guard all > 0 else { return nil }
    (vx, vxy, vy) = (vx / all, vxy / all, vy / all)
    guard vx > 4 * unit * unit else { return nil }
    let slope = vxy / vx
    guard abs(slope) < 0.7, vy - slope * vxy < 0.7 * unit * unit else { return nil }
    return rough + atan(slope)
  }
}

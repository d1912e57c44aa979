import InkModel

/// Strokes as flat arrays, cleaned, for computing features.
///
/// Each point has the index that it came from, so that text can be mapped back to ink.
struct FlatInk: Sendable {
  var xs: [Double] = []
  var ys: [Double] = []
  /// Stroke i is the points `offsets[i] ..< offsets[i + 1]`.
  var offsets: [Int] = [0]
  /// Index of the caller's stroke.
  var strokes: [Int] = []
  /// Index of the point within the caller's stroke.
  var origins: [Int] = []

  var count: Int { strokes.count }

  /// More points in one stroke than this are thinned evenly: no pen writes that many, and time must be bounded.
  static let mostPointsInStroke = 4096

  /// Takes the finite points of some strokes; strokes without any are left out.
  init(_ all: [WrittenStroke], taking indices: some Sequence<Int>) {
    for s in indices {
      let points = all[s].points
      let every = max(1, (points.count + Self.mostPointsInStroke - 1) / Self.mostPointsInStroke)
      let before = xs.count
      var i = 0
      while i < points.count {
        let p = points[i]
        // Beyond this, squares would overflow.
        if abs(p.x) < 1e12, abs(p.y) < 1e12 {
          xs.append(p.x)
          ys.append(p.y)
          origins.append(i)
        }
        i += every
      }
      if xs.count > before {
        // The end of a stroke is more important than the point before it.
        if let last = points.last, every > 1, abs(last.x) < 1e12, abs(last.y) < 1e12 {
          xs[xs.count - 1] = last.x
          ys[ys.count - 1] = last.y
          origins[origins.count - 1] = points.count - 1
        }
        offsets.append(xs.count)
        strokes.append(s)
      }
    }
  }

  /// The points of stroke `i`.
  func range(_ i: Int) -> Range<Int> { offsets[i]..<offsets[i + 1] }

  /// The bounds of stroke `i`.
  func box(_ i: Int) -> (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    let r = range(i)
    var (minX, minY, maxX, maxY) = (
      xs[r.lowerBound], ys[r.lowerBound], xs[r.lowerBound], ys[r.lowerBound]
    )
    for k in r {
      minX = min(minX, xs[k])
      minY = min(minY, ys[k])
      maxX = max(maxX, xs[k])
      maxY = max(maxY, ys[k])
    }
    return (minX, minY, maxX, maxY)
  }
}

import Glibc

/// The input of the network: one row of ``width`` numbers for each point of evenly resampled ink.
///
/// 0, 1 the step from the point before, in steps; 2 pen down; 3 a stroke begins; 4 it ends; 5 height over
/// the middle of the line, y down; 6, 7 sine and cosine of the turn; 8, 9 how far above and below other strokes
/// have ink (3 letter heights are 1); 10 straightness; 11 size of the stroke. Mirrors `extract` of
/// training/features.py; tests compare both with golden files.
struct InkFeatures: Sendable {
  static let width = 12
  /// Distance of the resampled points in letter heights (``InkNormalization``).
  static let step = 0.16
  /// Longer ink gets fewer points a stroke: time must be bounded whatever is scribbled.
  static let mostPoints = 12_000

  /// ``width`` numbers a point.
  var rows: [Float] = []
  /// For each point: index of the stroke in the flat ink, or -1 between strokes.
  var owners: [Int] = []
  /// For each point: index of the nearest point of the flat ink at or before it.
  var sources: [Int] = []
  /// For each point: normalised x, in letter heights.
  var xs: [Double] = []

  var count: Int { owners.count }

  /// `ink` must be normalised.
  init(_ ink: FlatInk) {
    guard ink.count > 0 else { return }
    var trace = Trace(ink)
    trace.smoothAndMark()
    owners = trace.owners
    sources = trace.sources
    xs = trace.xs
    rows = trace.rows()
  }
}

/// Strokes in reading order: late ones (dots, bars) move to the letters that they belong to.
func writingOrder(of ink: FlatInk) -> [Int] {
  let boxes = (0..<ink.count).map { ink.box($0) }
  var order: [Int] = []
  var reach = -Double.infinity
  for s in 0..<ink.count {
    let center = 0.5 * (boxes[s].minX + boxes[s].maxX)
    var index = order.count
    if center < reach - 1 {
      index = 0
      for k in order.indices.reversed() {
        let b = boxes[order[k]]
        if 0.5 * (b.minX + b.maxX) <= center || (b.minX <= center && center <= b.maxX) {
          index = k + 1
          break
        }
      }
    }
    order.insert(s, at: index)
    reach = max(reach, boxes[s].maxX)
  }
  return order
}

/// The resampled pen, on paper and in the air.
private struct Trace {
  var xs: [Double] = []
  var ys: [Double] = []
  var owners: [Int] = []
  var sources: [Int] = []
  /// First and last point of each stroke, in reading order.
  var spans: [ClosedRange<Int>] = []
  /// Half the binary logarithm of the stroke's extent, by stroke of the flat ink.
  var sizes: [Float]

  init(_ ink: FlatInk) {
    let step = InkFeatures.step
    sizes = .init(repeating: 0, count: ink.count)
    var lengths: [Double] = []
    for s in 0..<ink.count {
      var length = 0.0
      for i in ink.range(s).dropFirst() {
        let dx = ink.xs[i] - ink.xs[i - 1]
        let dy = ink.ys[i] - ink.ys[i - 1]
        length += (dx * dx + dy * dy).squareRoot()
      }
      lengths.append(length)
      let b = ink.box(s)
      sizes[s] = Float(0.5 * log(max(b.maxX - b.minX, b.maxY - b.minY) + 0.1) / log(2))
    }
    let whole = lengths.reduce(0, +) / step
    let thin = max(1, whole / Double(InkFeatures.mostPoints))
    for s in writingOrder(of: ink) {
      let range = ink.range(s)
      let a = range.lowerBound
      let e = range.upperBound
      if let ox = xs.last, let oy = ys.last {
        let gx = ink.xs[a] - ox
        let gy = ink.ys[a] - oy
        let gap = (gx * gx + gy * gy).squareRoot()
        let hops = max(1, min(6, Int(min(gap / (2 * step) + 0.5, 6))))
        for h in 0..<hops {
          let t = (Double(h) + 1) / (Double(hops) + 1)
          append(ox + gx * t, oy + gy * t, owner: -1, source: a)
        }
      }
      let parts = max(2, Int(lengths[s] / step / thin + 0.5))
      let distance = lengths[s] / Double(parts)
      let first = xs.count
      var i = a
      var walked = 0.0
      var segment = a + 1 < e ? ink.distance(a) : 0
      for p in 0...parts {
        let want = Double(p) * distance
        while i < e - 2, walked + segment < want {
          walked += segment
          i += 1
          segment = ink.distance(i)
        }
        let t = segment > 0 ? min(1, (want - walked) / segment) : 0
        let j = min(i + 1, e - 1)
        append(
          ink.xs[i] + (ink.xs[j] - ink.xs[i]) * t, ink.ys[i] + (ink.ys[j] - ink.ys[i]) * t,
          owner: s, source: t > 0.5 ? j : i)
      }
      spans.append(first...(xs.count - 1))
    }
  }

  private mutating func append(_ x: Double, _ y: Double, owner: Int, source: Int) {
    xs.append(x)
    ys.append(y)
    owners.append(owner)
    sources.append(source)
  }

  /// Coarse tablets show steps: one pass of a binomial filter within each stroke.
  mutating func smoothAndMark() {
    for span in spans where span.count > 2 {
      var bx = xs[span.lowerBound]
      var by = ys[span.lowerBound]
      for q in (span.lowerBound + 1)..<span.upperBound {
        let (cx, cy) = (xs[q], ys[q])
        xs[q] = 0.25 * bx + 0.5 * cx + 0.25 * xs[q + 1]
        ys[q] = 0.25 * by + 0.5 * cy + 0.25 * ys[q + 1]
        (bx, by) = (cx, cy)
      }
    }
  }

  func rows() -> [Float] {
    let n = xs.count
    let width = InkFeatures.width
    let step = InkFeatures.step
    let columns = InkColumns(xs: xs, ys: ys, owners: owners)
    var out = [Float](repeating: 0, count: n * width)
    for i in 0..<n {
      let (h, j) = (max(0, i - 1), min(n - 1, i + 1))
      let (ax, ay) = (xs[i] - xs[h], ys[i] - ys[h])
      let (bx, by) = (xs[j] - xs[i], ys[j] - ys[i])
      let o = i * width
      out[o] = Float(max(-5, min(5, ax / step)))
      out[o + 1] = Float(max(-5, min(5, ay / step)))
      out[o + 2] = owners[i] >= 0 ? 1 : 0
      out[o + 5] = Float(max(-4, min(4, ys[i])))
      let la = (ax * ax + ay * ay).squareRoot()
      let lb = (bx * bx + by * by).squareRoot()
      if la > 1e-6, lb > 1e-6 {
        out[o + 6] = Float((ax * by - ay * bx) / (la * lb))
        out[o + 7] = Float((ax * bx + ay * by) / (la * lb))
      }
      if owners[i] >= 0 {
        let (above, below) = columns.neighbours(x: xs[i], y: ys[i], of: owners[i])
        out[o + 8] = Float(above / 3)
        out[o + 9] = Float(below / 3)
        out[o + 11] = sizes[owners[i]]
      }
      let (h4, j4) = (max(0, i - 4), min(n - 1, i + 4))
      let (cx, cy) = (xs[j4] - xs[h4], ys[j4] - ys[h4])
      out[o + 10] = Float(min(2, (cx * cx + cy * cy).squareRoot() / (8 * step)))
    }
    for span in spans {
      out[span.lowerBound * width + 3] = 1
      out[span.upperBound * width + 4] = 1
    }
    return out
  }
}

/// The highest and the lowest ink in columns a quarter of a letter height wide, of two strokes each:
/// so that each point can exclude its own stroke.
private struct InkColumns {
  private struct Extremes {
    var top = 1e9
    var secondTop = 1e9
    var topOwner = -1
    var bottom = -1e9
    var secondBottom = -1e9
    var bottomOwner = -1
  }

  private var columns: [Extremes]
  private var x0: Double

  init(xs: [Double], ys: [Double], owners: [Int]) {
    let low = xs.min() ?? 0
    let high = xs.max() ?? 0
    x0 = low
    let count = Int(min((high - low) * 4, 65535)) + 1
    columns = .init(repeating: Extremes(), count: min(count, 65536))
    for i in xs.indices where owners[i] >= 0 {
      let (s, y) = (owners[i], ys[i])
      let c0 = Int(min((xs[i] - x0) * 4, 1e6))
      for c in max(0, min(columns.count, c0 - 1))..<min(columns.count, c0 + 2) {
        if s == columns[c].topOwner {
          columns[c].top = min(columns[c].top, y)
        } else if y < columns[c].top {
          columns[c].secondTop = columns[c].top
          columns[c].top = y
          columns[c].topOwner = s
        } else if y < columns[c].secondTop {
          columns[c].secondTop = y
        }
        if s == columns[c].bottomOwner {
          columns[c].bottom = max(columns[c].bottom, y)
        } else if y > columns[c].bottom {
          columns[c].secondBottom = columns[c].bottom
          columns[c].bottom = y
          columns[c].bottomOwner = s
        } else if y > columns[c].secondBottom {
          columns[c].secondBottom = y
        }
      }
    }
  }

  /// How far other strokes have ink above and below a point of stroke `owner`, 0 … 3 letter heights.
  func neighbours(x: Double, y: Double, of owner: Int) -> (above: Double, below: Double) {
    let c = columns[max(0, min(columns.count - 1, Int(min((x - x0) * 4, 1e6))))]
    let top = c.topOwner == owner ? c.secondTop : c.top
    let bottom = c.bottomOwner == owner ? c.secondBottom : c.bottom
    return (
      top < 1e8 ? max(0, min(3, y - top)) : 0, bottom > -1e8 ? max(0, min(3, bottom - y)) : 0
    )
  }
}

extension FlatInk {
  /// From point `i` to the next.
  fileprivate func distance(_ i: Int) -> Double {
    let dx = xs[i + 1] - xs[i]
    let dy = ys[i + 1] - ys[i]
    return (dx * dx + dy * dy).squareRoot()
  }
}

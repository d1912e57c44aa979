import Glibc

/// Brings ink of any size and slope to one height and one baseline.
///
/// After it one *letter height* is 1: 2.4 standard deviations of the ink in y, about the height of a small
/// letter in running text, found without having to draw lines through it. Wide ink gets its height and
/// its baseline locally, because both drift along a line. Mirrors `normalize` of training/features.py.
enum InkNormalization {
  static func apply(to ink: inout FlatInk) {
    let n = ink.xs.count
    guard n > 0 else { return }
    var x0 = ink.xs[0]
    var x1 = x0
    var meanY = 0.0
    for i in 0..<n {
      x0 = min(x0, ink.xs[i])
      x1 = max(x1, ink.xs[i])
      meanY += ink.ys[i]
    }
    meanY /= Double(n)
    for i in 0..<n {
      ink.xs[i] -= x0
      ink.ys[i] -= meanY
    }
    var width = x1 - x0
    var extents = (0..<ink.count).map { i in
      let b = ink.box(i)
      return max(b.maxX - b.minX, b.maxY - b.minY)
    }
    extents.sort()
    let middle = extents[ink.count / 2]
    var (mean, sigma, length) = spread(of: ink, slope: 0)
    var slope = 0.0
    let unit0 = 2.4 * sigma
    if unit0 > 0, width > 4 * unit0 {
      slope = baselineSlope(of: ink, length: length)
      // A letter or two have no baseline: the correction fades in with the width.
      slope *= min(1, (width / unit0 - 4) / 4)
      slope = max(-0.5, min(0.5, slope))
      (mean, sigma, length) = spread(of: ink, slope: slope)
    }
    var unit = max(2.4 * sigma, 0.1 * middle)
    if unit <= 1e-9 { unit = max(1, 0.1 * width) }
    for i in 0..<n {
      ink.ys[i] = (ink.ys[i] - slope * ink.xs[i] - mean) / unit
      ink.xs[i] /= unit
    }
    width /= unit
    if width > 12, length > 0 { evenOut(&ink, width: width, sigma: sigma / unit) }
  }

  /// Mean and standard deviation of y - slope · x, weighted by the length of ink, and that length.
  private static func spread(of ink: FlatInk, slope: Double) -> (Double, Double, Double) {
    var (w, wy, wyy) = (0.0, 0.0, 0.0)
    for s in 0..<ink.count {
      for i in ink.range(s).dropFirst() {
        let dx = ink.xs[i] - ink.xs[i - 1]
        let dy = ink.ys[i] - ink.ys[i - 1]
        let length = (dx * dx + dy * dy).squareRoot()
        let y = 0.5 * (ink.ys[i] + ink.ys[i - 1]) - slope * 0.5 * (ink.xs[i] + ink.xs[i - 1])
        w += length
        wy += length * y
        wyy += length * (y * y + (dy - slope * dx) * (dy - slope * dx) / 12)
      }
    }
    guard w > 0 else { return (0, 0, 0) }
    let mean = wy / w
    return (mean, max(0, wyy / w - mean * mean).squareRoot(), w)
  }

  /// The slope of the line through the ink, by least squares.
  private static func baselineSlope(of ink: FlatInk, length: Double) -> Double {
    var (sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0)
    for s in 0..<ink.count {
      for i in ink.range(s).dropFirst() {
        let dx = ink.xs[i] - ink.xs[i - 1]
        let dy = ink.ys[i] - ink.ys[i - 1]
        let w = (dx * dx + dy * dy).squareRoot()
        let mx = 0.5 * (ink.xs[i] + ink.xs[i - 1])
        let my = 0.5 * (ink.ys[i] + ink.ys[i - 1])
        sx += w * mx
        sy += w * my
        sxx += w * mx * mx
        sxy += w * mx * my
      }
    }
    let variance = sxx / length - (sx / length) * (sx / length)
    guard variance > 0 else { return 0 }
    return (sxy / length - (sx / length) * (sy / length)) / variance
  }

  /// Takes out drifts of height and baseline along a line: Gaussian windows of four letter heights.
  private static func evenOut(_ ink: inout FlatInk, width: Double, sigma: Double) {
    let bins = Int(min(width, 4095)) + 1 > 4096 ? 4096 : Int(min(width, 4095)) + 1
    let binWidth = width / Double(bins)
    var sums = [SIMD4<Double>](repeating: .zero, count: bins)  // weight, w·y, w·y²
    for s in 0..<ink.count {
      for i in ink.range(s).dropFirst() {
        let dx = ink.xs[i] - ink.xs[i - 1]
        let dy = ink.ys[i] - ink.ys[i - 1]
        let w = (dx * dx + dy * dy).squareRoot()
        let y = 0.5 * (ink.ys[i] + ink.ys[i - 1])
        let b = max(0, min(bins - 1, Int(0.5 * (ink.xs[i] + ink.xs[i - 1]) / binWidth)))
        sums[b] += SIMD4(w, w * y, w * (y * y + dy * dy / 12), 0)
      }
    }
    let kernel = (0..<13).map { exp(-0.5 * (Double($0) / 4) * (Double($0) / 4)) }
    var base = [Double](repeating: 0, count: bins)
    var scale = base
    for b in 0..<bins {
      // Four letter heights of virtual ink keep stretches with little ink at the line's own values.
      var sum = SIMD4(4, 0, 4 * sigma * sigma, 0)
      for k in max(0, b - 12)..<min(bins, b + 13) { sum += kernel[abs(k - b)] * sums[k] }
      let mean = sum.y / sum.x
      base[b] = mean
      scale[b] = max(0.5, min(2, 2.4 * max(0, sum.z / sum.x - mean * mean).squareRoot()))
    }
    // x is stretched by the local height too: its integral, linear within a bin.
    var starts = [Double](repeating: 0, count: bins + 1)
    for b in 0..<bins { starts[b + 1] = starts[b] + binWidth / scale[b] }
    for i in ink.xs.indices {
      let p = ink.xs[i] / binWidth
      let b = max(0, min(bins - 1, Int(p)))
      let centered = p - 0.5
      let low = max(0, min(bins - 1, Int(floor(centered))))
      let high = min(bins - 1, low + 1)
      let t = max(0, min(1, centered - Double(low)))
      let mean = base[low] + (base[high] - base[low]) * t
      let height = scale[low] + (scale[high] - scale[low]) * t
      ink.ys[i] = (ink.ys[i] - mean) / height
      ink.xs[i] = starts[b] + (p - Double(b)) * (starts[b + 1] - starts[b])
    }
  }
}

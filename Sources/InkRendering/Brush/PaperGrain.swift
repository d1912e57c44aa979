import InkModel

/// The single tooth of the paper (``BrushTexture/Tooth``): a height for each position, the same on every
/// machine and in every version.
///
/// Noise of one wavelength (white noise, blurred a little, less itself blurred more) with finer noise on it,
/// levelled so that each height is as frequent as any other: then the share of the paper that is higher than
/// `1 - p` is just `p`, and shading is as dark as intended whatever the grain. It repeats after ``period``
/// grains, which is not noticed because no part of it stands out.
enum PaperGrain {
  /// Texels along each side; a power of two.
  static let side = 512
  /// Texels from one grain to the next.
  static let texelsPerGrain = 6.0
  /// After how many grains the paper repeats.
  static var period: Double { Double(side) / texelsPerGrain }

  static let paper = HeightMap(side: side, heights: heights())

  private static func heights() -> [UInt8] {
    let n = side
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var white = [Float](repeating: 0, count: n * n)
    for i in white.indices {
      // SplitMix64; Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      z ^= z >> 31
      white[i] = Float(z >> 40) / Float(1 << 24)
    }
    let fine = blurred(white, 1)
    let middle = blurred(blurred(fine, 2), 1)
    let broad = blurred(blurred(middle, 4), 4)
    // Their deviations are about 0.1, 0.05 and 0.02.
    let values = white.indices.map { (middle[$0] - broad[$0]) * 20 + (fine[$0] - middle[$0]) * 4 }
    // Levelled: the rank in the sorted order is the height.
    let order = values.indices.sorted { values[$0] < values[$1] }
    var heights = [UInt8](repeating: 0, count: n * n)
    for (rank, i) in order.enumerated() { heights[i] = UInt8(rank * 256 / (n * n)) }
    return heights
  }

  /// The mean of the square of 2 · `reach` + 1 texels around each, round the edges.
  private static func blurred(_ v: [Float], _ reach: Int) -> [Float] {
    let n = side
    let k = 1 / Float(2 * reach + 1)
    func pass(_ v: [Float], _ step: Int, _ line: Int) -> [Float] {
      var out = v
      v.withUnsafeBufferPointer { v in
        for i in 0..<n {
          let start = i * line
          var sum: Float = 0
          for j in -reach...reach { sum += v[start + ((j + n) & (n - 1)) * step] }
          for j in 0..<n {
            out[start + j * step] = sum * k
            sum += v[start + ((j + reach + 1) & (n - 1)) * step]
            sum -= v[start + ((j - reach + n) & (n - 1)) * step]
          }
        }
      }
      return out
    }
    return pass(pass(v, 1, n), n, 1)
  }
}

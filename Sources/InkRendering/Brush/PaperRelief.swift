import InkModel

/// The layered tooth of the paper (``BrushTexture/Tooth``): a relief with features of many widths.
///
/// Of a relief that is seen small the fine features vanish and the broad ones stay where they are. Each level
/// of the relief leaves out one octave more, from the finest on, and is levelled anew: the share of it that
/// is higher than `1 - p` is `p`, so shading is as dark at any zoom. A level is sampled where its finest
/// features are two device pixels wide or more: the grain is never lost, and never finer than a pixel.
enum PaperRelief {
  /// Texels along each side of the finest level; each further level has half as many, on the same square.
  private static let side = 1024
  /// Levels, each with an octave of its own.
  private static let octaves = 6
  /// How strong the octaves are, the finest first.
  ///
  /// The second is the strongest: its wavelength is the grain.
  private static let strengths: [Float] = [0.7, 1, 0.4, 0.2, 0.15, 0.1]
  /// Texels of its level from one feature of an octave to the next.
  private static let wavelength = 5.0
  /// Texels of the finest level from one grain to the next.
  static let texelsPerGrain = 2 * wavelength
  /// The least device pixels from one feature of a level to the next.
  ///
  /// Less than two features would fall between the pixels. A little less than 2, so that the usual scales lie
  /// well within one level.
  private static let leastWavelength = 1.8

  /// The relief of a device: the finest level that its pixels can show.
  ///
  /// - Parameters:
  ///   - grain: The distance from one grain to the next, in units of the paper's space.
  ///   - t: From device pixels to that space; scales evenly.
  static func sampler(grain: Double, elementFromDevice t: AffineTransform) -> HeightSampler {
    var wavelength = grain / 2 / max(t.meanScale, 1e-9)
    var level = 0
    while wavelength < leastWavelength, level < levels.count - 1 {
      wavelength *= 2
      level += 1
    }
    return HeightSampler(
      levels[level], density: texelsPerGrain / grain / Double(1 << level), elementFromDevice: t)
  }

  /// From the finest to the broadest.
  static let levels: [HeightMap] = {
    var levels: [HeightMap] = []
    var broader: [Float] = []
    for octave in (0..<octaves).reversed() {
      let n = side >> octave
      var relief = noise(n, seed: UInt64(octave))
      for i in relief.indices { relief[i] *= strengths[octave] }
      if !broader.isEmpty {
        let broad = doubled(broader, n / 2)
        for i in relief.indices { relief[i] += broad[i] }
      }
      levels.insert(HeightMap(side: n, heights: levelled(relief)), at: 0)
      broader = relief
    }
    return levels
  }()

  /// Noise of one octave with a mean of 0 and a deviation of 1, `n` texels along each side.
  private static func noise(_ n: Int, seed: UInt64) -> [Float] {
    var state = 0x9E37_79B9_7F4A_7C15 &* (seed &+ 2)
    let white = [Float](unsafeUninitializedCapacity: n * n) { white, count in
      for i in 0..<n * n {
        // SplitMix64; Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        z ^= z >> 31
        white[i] = Float(z >> 40) / Float(1 << 24) - 0.5
      }
      count = n * n
    }
    // Neither the finest features nor those of the octaves above.
    let fine = blurred(blurred(white, n, 1), n, 1)
    let broad = blurred(blurred(fine, n, 2), n, 2)
    var band = fine
    var square = 0.0
    for i in band.indices {
      band[i] -= broad[i]
      square += Double(band[i] * band[i])
    }
    let k = Float(1 / (square / Double(n * n)).squareRoot())
    for i in band.indices { band[i] *= k }
    return band
  }

  /// The mean of the square of 2 · `reach` + 1 texels around each, round the edges.
  private static func blurred(_ v: [Float], _ n: Int, _ reach: Int) -> [Float] {
    let k = 1 / Float((2 * reach + 1) * (2 * reach + 1))
    // A row of sums down the columns, and what it continues with on both sides.
    var sums = [Float](repeating: 0, count: n + 2 * reach)
    return [Float](unsafeUninitializedCapacity: n * n) { out, count in
      v.withUnsafeBufferPointer { v in
        sums.withUnsafeMutableBufferPointer { sums in
          for row in 0..<n {
            for i in 0..<n { sums[reach + i] = 0 }
            for other in (row - reach)...(row + reach) {
              let from = ((other + n) & (n - 1)) * n
              for i in 0..<n { sums[reach + i] += v[from + i] }
            }
            for i in 0..<reach {
              sums[i] = sums[n + i]
              sums[n + reach + i] = sums[reach + i]
            }
            for i in 0..<n {
              var sum: Float = 0
              for j in 0...2 * reach { sum += sums[i + j] }
              out[row * n + i] = sum * k
            }
          }
        }
      }
      count = n * n
    }
  }

  /// The same square with twice the texels along each side, each old one at the even positions.
  ///
  /// Between them is the cubic through the four around.
  private static func doubled(_ v: [Float], _ n: Int) -> [Float] {
    @inline(__always)
    func between(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Float {
      (9 * (b + c) - a - d) / 16
    }
    let m = 2 * n
    return [Float](unsafeUninitializedCapacity: m * m) { out, count in
      v.withUnsafeBufferPointer { v in
        for y in 0..<n {
          let row = v.baseAddress! + y * n
          for x in 0..<n {
            out[2 * y * m + 2 * x] = row[x]
            out[2 * y * m + 2 * x + 1] = between(
              row[(x + n - 1) & (n - 1)], row[x], row[(x + 1) & (n - 1)], row[(x + 2) & (n - 1)])
          }
        }
      }
      for y in 0..<n {
        let (a, b) = (2 * ((y + n - 1) & (n - 1)) * m, 2 * y * m)
        let (c, d) = (2 * ((y + 1) & (n - 1)) * m, 2 * ((y + 2) & (n - 1)) * m)
        for x in 0..<m {
          out[b + m + x] = between(out[a + x], out[b + x], out[c + x], out[d + x])
        }
      }
      count = m * m
    }
  }

  /// Heights in the same order, each as frequent as any other.
  private static func levelled(_ v: [Float]) -> [UInt8] {
    let bins = 1 << 14
    let (low, high) = v.reduce((Float.infinity, -Float.infinity)) { (min($0.0, $1), max($0.1, $1)) }
    let k = Float(bins - 1) / max(high - low, 1e-6)
    var counts = [Int](repeating: 0, count: bins)
    for value in v { counts[Int((value - low) * k)] += 1 }
    var heights = [UInt8](repeating: 0, count: bins)
    var below = 0
    for i in counts.indices {
      heights[i] = UInt8((below + counts[i] / 2) * 256 / v.count)
      below += counts[i]
    }
    return v.map { heights[Int(($0 - low) * k)] }
  }
}

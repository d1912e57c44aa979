import InkModel

/// The tooth of the paper: a height for each position, the same on every machine and in every version.
///
/// Noise of one wavelength (white noise, blurred a little, less itself blurred more) with finer
/// noise on it, levelled so that each height is as frequent as any other: then the share of the paper that is higher than
/// `1 - p` is just `p`, and shading is as dark as intended whatever the grain. It
/// repeats after ``period`` grains, which is not noticed because no part of it stands out.
struct PaperGrain: Sendable {
  /// Texels along each side; a power of two.
  static let side = 512
  /// Texels from one grain to the next.
  static let texelsPerGrain = 6.0
  /// After how many grains the paper repeats.
  static var period: Double { Double(side) / texelsPerGrain }

  static let paper = PaperGrain()

  /// 0 the lowest … 255 the highest, row by row.
  let heights: [UInt8]

  private init() {
    let n = Self.side
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
    let fine = Self.blurred(white, 1)
    let middle = Self.blurred(Self.blurred(fine, 2), 1)
    let broad = Self.blurred(Self.blurred(middle, 4), 4)
    // Their deviations are about 0.1, 0.05 and 0.02.
    let values = white.indices.map { (middle[$0] - broad[$0]) * 20 + (fine[$0] - middle[$0]) * 4 }
    // Levelled: the rank in the sorted order is the height.
    let order = values.indices.sorted { values[$0] < values[$1] }
    var heights = [UInt8](repeating: 0, count: n * n)
    for (rank, i) in order.enumerated() { heights[i] = UInt8(rank * 256 / (n * n)) }
    self.heights = heights
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

/// How much of a dry colour shows at each device pixel: its amount there against the paper's
/// height.
struct GrainTransfer {
  let texture: BrushTexture
  /// Takes device pixels to texels of ``PaperGrain``, in units of 1/2³² texel.
  private let origin: (u: Double, v: Double)
  private let across: (u: Int64, v: Int64)
  private let down: (u: Double, v: Double)
  /// How much the grain decides at this scale.
  private let roughness: Float
  private let softness: Float
  private static let one = 4_294_967_296.0

  /// - Parameter elementFromDevice: Even scaling; the grain belongs to the space the stroke was
  ///   drawn in.
  init(_ texture: BrushTexture, elementFromDevice t: AffineTransform) {
    self.texture = texture
    let k = PaperGrain.texelsPerGrain / texture.grain * Self.one
    let wrap = Double(PaperGrain.side) * Self.one
    // The middle of pixel (0, 0).
    let middle = t(Point(0.5, 0.5))
    origin = (
      (middle.x * k).truncatingRemainder(dividingBy: wrap),
      (middle.y * k).truncatingRemainder(dividingBy: wrap)
    )
    across = (Int64((t.a * k).rounded()), Int64((t.b * k).rounded()))
    down = (t.c * k, t.d * k)
    // Pixels for one grain. Below two the grain cannot be seen and its mean is shown: then the
    // coverage is just the amount.
    let pixels = texture.grain / max(t.meanScale, 1e-9)
    let seen = min(max((pixels - 0.8) / 1.0, 0), 1)
    roughness = Float(texture.roughness * seen * seen * (3 - 2 * seen))
    // Enlarged, a grain's edge stays sharp.
    softness = Float(texture.softness * min(max(2.2 / pixels, 0.3), 1.2))
  }

  /// The share of the paper that an amount covers, by 1/256 of the amount: what one passage leaves
  /// free the next covers in the same proportion.
  private static let shares: [Float] = (0...2048).map { i in
    Float(1 - expApproximation(-Double(i) / 256))
  }

  private static func expApproximation(_ x: Double) -> Double {
    // exp(x) by squaring: exact to a millionth for 0 … -8, and the same on every machine.
    var y = 1 + x / 4_194_304
    for _ in 0..<22 { y *= y }
    return y
  }

  /// Added to a float from 0 to 2²¹, this leaves the nearest whole number in the lowest bits.
  private static let wholePart: Float = 12_582_912

  /// Turns a row of amounts into coverage, 0 … 255.
  ///
  /// - Parameters:
  ///   - x: The device pixel of the first amount; `y` its row.
  func cover(
    _ amounts: UnsafePointer<Float>, _ out: UnsafeMutablePointer<UInt8>, count: Int, x: Int, y: Int
  ) {
    let wrap = Double(PaperGrain.side) * Self.one
    let (dx, dy) = (Double(x), Double(y))
    var u = Int64(
      (origin.u + dy * down.u + dx * Double(across.u)).truncatingRemainder(dividingBy: wrap))
    var v = Int64(
      (origin.v + dy * down.v + dx * Double(across.v)).truncatingRemainder(dividingBy: wrap))
    let full = Float(texture.strength * 255)
    let (rough, even) = (roughness * full, (1 - roughness) * full)
    let (gain, slope) = (1 + softness, 1 / softness)
    Self.shares.withUnsafeBufferPointer { shares in
      PaperGrain.paper.heights.withUnsafeBufferPointer { heights in
        withUnsafeTemporaryAllocation(of: SIMD8<Float>.self, capacity: 2) { lanes in
          let share = UnsafeMutableRawPointer(lanes.baseAddress!).assumingMemoryBound(
            to: Float.self)
          let height = share + 8
          var i = 0
          while i < count {
            // Eight at a time: a branch for each pixel costs more, and most of a box is bare.
            var block = SIMD8<Float>.zero
            let lanes = min(count - i, 8)
            if lanes == 8 {
              block = UnsafeRawPointer(amounts + i).loadUnaligned(as: SIMD8<Float>.self)
            } else {
              for l in 0..<lanes { block[l] = amounts[i + l] }
            }
            defer {
              i += 8
              u &+= across.u &* 8
              v &+= across.v &* 8
            }
            guard block != .zero else {
              (out + i).update(repeating: 0, count: lanes)
              continue
            }
            let amount = block * 256
            let most = SIMD8<Float>(repeating: 2048)
            let shifted =
              amount.replacing(with: most, where: amount .> most)
              + SIMD8(repeating: Self.wholePart - 0.499)
            let numbers = unsafeBitCast(shifted, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0xFFFF)
            for l in 0..<8 {
              share[l] = shares[Int(numbers[l])]
              height[l] = Self.height(
                heights, u &+ across.u &* Int64(l), v &+ across.v &* Int64(l))
            }
            let p = UnsafeRawPointer(share).load(as: SIMD8<Float>.self)
            let h = UnsafeRawPointer(height).load(as: SIMD8<Float>.self)
            let above = p * gain - SIMD8(repeating: 1) + h
            // No paper is higher than 1: where the amount is 0, this is 0 and so is all of it.
            var s = above * slope
            s.replace(with: 0, where: s .< 0)
            s.replace(with: 1, where: s .> 1)
            let smooth = s * s * (SIMD8(repeating: 3) - s - s)
            let covered = p * even + smooth * rough + SIMD8(repeating: Self.wholePart)
            let bytes = SIMD8<UInt8>(
              truncatingIfNeeded: unsafeBitCast(covered, to: SIMD8<UInt32>.self))
            if lanes == 8 {
              UnsafeMutableRawPointer(out + i).storeBytes(of: bytes, as: SIMD8<UInt8>.self)
            } else {
              for l in 0..<lanes { out[i + l] = bytes[l] }
            }
          }
        }
      }
    }
  }

  /// The paper's height at a position in units of 1/2³² texel, 0 … 1: bilinear; eight bits of the
  /// fraction are enough.
  @inline(__always)
  private static func height(
    _ heights: UnsafeBufferPointer<UInt8>, _ u: Int64, _ v: Int64
  ) -> Float {
    let side = PaperGrain.side
    let (c, r) = (Int(truncatingIfNeeded: u >> 32), Int(truncatingIfNeeded: v >> 32))
    let fu = Int32(truncatingIfNeeded: u >> 24 & 255)
    let fv = Int32(truncatingIfNeeded: v >> 24 & 255)
    let (c0, c1) = (c & (side - 1), (c &+ 1) & (side - 1))
    let (r0, r1) = ((r & (side - 1)) &* side, ((r &+ 1) & (side - 1)) &* side)
    let top = Int32(heights[r0 &+ c0]) &* (256 &- fu) &+ Int32(heights[r0 &+ c1]) &* fu
    let bottom = Int32(heights[r1 &+ c0]) &* (256 &- fu) &+ Int32(heights[r1 &+ c1]) &* fu
    return Float(top &* (256 &- fv) &+ bottom &* fv) * (1 / (65_536 * 255))
  }
}

import InkModel

/// How much of a dry colour shows at each device pixel: its amount there against the paper's
/// height.
struct GrainTransfer {
  let texture: BrushTexture
  private let paper: HeightSampler
  /// How much the grain decides at this scale.
  private let roughness: Float
  private let softness: Float
  /// How far colour is drawn out, in texels, for a step of one device pixel to the right and down.
  private let drag: (right: SIMD2<Float>, down: SIMD2<Float>)

  /// - Parameter t: From device pixels to the space the stroke was drawn in, to which the grain belongs;
  ///   scales evenly.
  init(_ texture: BrushTexture, elementFromDevice t: AffineTransform) {
    self.texture = texture
    let pixels = texture.grain / max(t.meanScale, 1e-9)
    switch texture.tooth {
    case .single:
      paper = HeightSampler(
        PaperGrain.paper, density: PaperGrain.texelsPerGrain / texture.grain, elementFromDevice: t)
      // Below two pixels the grain cannot be seen and its mean is shown: then the coverage is just the
      // amount.
      let seen = min(max((pixels - 0.8) / 1.0, 0), 1)
      roughness = Float(texture.roughness * seen * seen * (3 - 2 * seen))
      // Enlarged, a grain's edge stays sharp.
      softness = Float(texture.softness * min(max(2.2 / pixels, 0.3), 1.2))
    case .layered:
      paper = PaperRelief.sampler(grain: texture.grain, elementFromDevice: t)
      // From afar the relief is fainter.
      roughness = Float(texture.roughness * min(max(0.4 + 0.4 * pixels, 0), 1))
      softness = Float(texture.softness)
    }
    // A unit of the drag, in device pixels.
    let reach = Float(texture.drag / max(t.meanScale, 1e-9) / HeightSampler.one)
    drag = (
      SIMD2(Float(paper.across.u), Float(paper.across.v)) * reach,
      SIMD2(Float(paper.down.u), Float(paper.down.v)) * reach
    )
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

  /// Turns a row of amounts into coverage, 0 … 255.
  ///
  /// - Parameters:
  ///   - turns: The directions of the amounts, as ``DepositField`` adds them up; `nil` where nothing is
  ///     drawn out.
  ///   - x: The device pixel of the first amount; `y` its row.
  func cover(
    _ amounts: UnsafePointer<Float>,
    turns: (cosines: UnsafePointer<Float>, sines: UnsafePointer<Float>)? = nil,
    _ out: UnsafeMutablePointer<UInt8>, count: Int, x: Int, y: Int
  ) {
    var (u, v) = paper.position(x: x, y: y)
    let (across, side) = (paper.across, paper.map.side)
    let full = Float(texture.strength * 255)
    let relief = Float(texture.relief)
    let (rough, even) = (roughness * full, (1 - roughness) * full)
    let (gain, slope) = (1 + softness, 1 / softness)
    Self.shares.withUnsafeBufferPointer { shares in
      paper.map.heights.withUnsafeBufferPointer { heights in
        withUnsafeTemporaryAllocation(of: SIMD8<Float>.self, capacity: 2) { lanes in
          let share = UnsafeMutableRawPointer(lanes.baseAddress!).assumingMemoryBound(
            to: Float.self)
          let height = share + 8
          var i = 0
          while i < count {
            // Eight at a time: a branch for each pixel costs more, and most of a box is bare.
            let lanes = min(count - i, 8)
            let block = SIMD8<Float>(first: lanes, of: amounts + i)
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
              + SIMD8(repeating: SIMD8.wholePart - 0.499)
            let numbers = unsafeBitCast(shifted, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0xFFFF)
            for l in 0..<8 {
              share[l] = shares[Int(numbers[l])]
              height[l] = HeightSampler.height(
                heights, side: side, u &+ across.u &* Int64(l), v &+ across.v &* Int64(l))
            }
            let p = UnsafeRawPointer(share).load(as: SIMD8<Float>.self)
            var h = UnsafeRawPointer(height).load(as: SIMD8<Float>.self)
            if let turns {
              h = drawnOut(
                h, block, SIMD8(first: lanes, of: turns.cosines + i),
                SIMD8(first: lanes, of: turns.sines + i),
                heights, u, v)
            }
            let above = p * gain - SIMD8(repeating: 1) + h
            // No paper is higher than 1: where the amount is 0, this is 0 and so is all of it.
            let s = (above * slope).limited(to: 1)
            let smooth = s * s * (SIMD8(repeating: 3) - s - s)
            var covered: SIMD8<Float> = p * even + smooth * rough
            if relief > 0 { covered -= covered * (SIMD8<Float>(repeating: 1) - h) * relief }
            covered.writeCoverage(to: out + i, count: lanes)
          }
        }
      }
    }
  }

  /// Heights as soft colour finds them that is drawn out: the mean of the position and of those before and
  /// after it along the stroke.
  ///
  /// Where strokes of several directions meet, they are drawn out less.
  @inline(__always)
  private func drawnOut(
    _ height: SIMD8<Float>, _ amount: SIMD8<Float>, _ cosine: SIMD8<Float>, _ sine: SIMD8<Float>,
    _ heights: UnsafeBufferPointer<UInt8>, _ u: Int64, _ v: Int64
  ) -> SIMD8<Float> {
    let (across, side) = (paper.across, paper.map.side)
    // Half of twice the angle: its sign does not matter.
    let length = (cosine * cosine + sine * sine).squareRoot()
    let share = SIMD8<Float>(repeating: 0.5) / amount.replacing(with: 1e-6, where: amount .< 1e-6)
    func root(_ square: SIMD8<Float>) -> SIMD8<Float> {
      square.limited(to: 1).squareRoot()
    }
    let x = root((length + cosine) * share)
    var y = root((length - cosine) * share)
    y.replace(with: -y, where: sine .< 0)
    let du = x * drag.right.x + y * drag.down.x
    let dv = x * drag.right.y + y * drag.down.y
    var sum = height
    for l in 0..<8 {
      let (cu, cv) = (u &+ across.u &* Int64(l), v &+ across.v &* Int64(l))
      let su = Int64(du[l] * Float(HeightSampler.one))
      let sv = Int64(dv[l] * Float(HeightSampler.one))
      sum[l] +=
        HeightSampler.height(heights, side: side, cu &+ su, cv &+ sv)
        + HeightSampler.height(heights, side: side, cu &- su, cv &- sv)
    }
    // Means gather around the middle: this makes each height about as frequent as any other again.
    let middle: Float = 0.5 - 0.5 * 1.35
    let spread: SIMD8<Float> = sum * (1.35 / 3) + SIMD8<Float>(repeating: middle)
    let h = spread.limited(to: 1)
    return h * h * (SIMD8<Float>(repeating: 3) - h - h)
  }
}

extension SIMD8<Float> {
  /// Added to a float from 0 to 2²¹, this leaves the nearest whole number in the lowest bits.
  static let wholePart: Float = 12_582_912

  /// The first `count` values in memory, 8 at the most, and zeros.
  @inline(__always)
  init(first count: Int, of values: UnsafePointer<Float>) {
    if count == 8 {
      self = UnsafeRawPointer(values).loadUnaligned(as: Self.self)
    } else {
      self = .zero
      for l in 0..<count { self[l] = values[l] }
    }
  }

  /// Within 0 … `most`.
  ///
  /// The standard library's `clamped` and `pointwiseMin` take one lane after the other.
  @inline(__always)
  func limited(to most: SIMD8<Float>) -> SIMD8<Float> {
    let risen = replacing(with: 0, where: self .< 0)
    return risen.replacing(with: most, where: risen .> most)
  }

  /// Within 0 … `most`.
  @inline(__always)
  func limited(to most: Float) -> SIMD8<Float> { limited(to: SIMD8(repeating: most)) }

  /// Writes the first `count` values as bytes: from 0 … 255, to the nearest whole number.
  @inline(__always)
  func writeCoverage(to out: UnsafeMutablePointer<UInt8>, count: Int) {
    let bytes = SIMD8<UInt8>(
      truncatingIfNeeded: unsafeBitCast(
        self + SIMD8(repeating: Self.wholePart), to: SIMD8<UInt32>.self))
    if count == 8 {
      UnsafeMutableRawPointer(out).storeBytes(of: bytes, as: SIMD8<UInt8>.self)
    } else {
      for l in 0..<count { out[l] = bytes[l] }
    }
  }
}

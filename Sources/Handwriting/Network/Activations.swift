/// e to the power of each lane, within 2 units in the last place of what matters here (relative error
/// below 3e-7), for lanes clamped to -87 … 87.
///
/// 2^n from the exponent bits, the rest by a polynomial; rounding through a large number, because the
/// x86-64 baseline has no rounding instruction and `rounded()` would call a function for every lane.
@inline(__always)
func exponential(_ x: SIMD8<Float>) -> SIMD8<Float> {
  let limit = SIMD8<Float>(repeating: 87)
  let v = x.clamped(lowerBound: -limit, upperBound: limit)
  let magic: Float = 12_582_912  // 1.5 · 2^23: adding it leaves the nearest integer in the low bits
  let shifted = v * 1.442_695_040_9 + magic
  let n = shifted - magic
  // ln 2 in two parts keeps the remainder exact (Cody and Waite).
  let r = (v - n * 0.693_359_375) - n * -2.121_944_4e-4
  // Coefficients of Cephes' expf.
  var p = r * 1.987_569_150_0e-4 + 1.398_199_950_7e-3
  p = p * r + 8.333_451_907_3e-3
  p = p * r + 4.166_579_589_4e-2
  p = p * r + 1.666_666_545_9e-1
  p = p * r + 5.000_000_120_1e-1
  p = p * r * r + r + 1
  let bits = unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- 0x4B40_0000
  let power = (bits &+ 127) &<< 23
  return p * unsafeBitCast(power, to: SIMD8<Float>.self)
}

/// 1 / (1 + e^-x).
@inline(__always)
func sigmoid(_ x: SIMD8<Float>) -> SIMD8<Float> {
  1 / (1 + exponential(-x))
}

/// Hyperbolic tangent.
@inline(__always)
func hyperbolicTangent(_ x: SIMD8<Float>) -> SIMD8<Float> {
  1 - 2 / (exponential(x + x) + 1)
}

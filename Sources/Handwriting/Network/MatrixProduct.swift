/// A weight matrix laid out for multiplying rows by it: for each 8 outputs in turn, their weights of every input.
///
/// So the kernels read it from start to end; row by row, every 32 bytes of a column would come from another line of the
/// cache, and of few sets of it. Outputs are padded with zeros to a multiple of 8, so that nobody asks where they end. The
/// memory is the matrix's own, 64-byte aligned.
///
/// `@unchecked Sendable`: written while it is made, only read afterwards.
final class WeightMatrix: @unchecked Sendable {
  let inputs: Int
  let outputs: Int
  /// Outputs with their padding.
  let stride: Int
  let values: UnsafeMutablePointer<Float>

  /// `value(output, input)` gives each weight.
  init(outputs: Int, inputs: Int, value: (Int, Int) -> Float) {
    self.inputs = inputs
    self.outputs = outputs
    stride = (outputs + 7) / 8 * 8
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(64, inputs * stride * 4), alignment: 64)
    values = bytes.bindMemory(to: Float.self, capacity: max(16, inputs * stride))
    for i in 0..<inputs {
      for o in 0..<stride {
        values[(o / 8 * inputs + i) * 8 + o % 8] = o < outputs ? value(o, i) : 0
      }
    }
  }

  deinit { values.deallocate() }
}

/// `out[r] = bias + sum over i of rows[r][i] · weights[i]`, for `count` rows.
///
/// Multiply, then add: the baseline of x86-64 has no fused instruction, and `addProduct` would call a
/// library function for every number (measured: 16 times slower). Four rows by eight outputs stay in
/// registers, so that each weight loaded serves four rows.
/// - Parameters:
///   - rows: row r starts at `rows + r * rowStride` and has `weights.inputs` numbers. Rows may overlap.
///   - bias: `weights.stride` numbers.
///   - out: row r starts at `out + r * outStride`; `weights.stride` numbers are written.
func multiply(
  _ rows: UnsafePointer<Float>, rowStride: Int, count: Int, by weights: WeightMatrix,
  bias: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, outStride: Int
) {
  let inputs = weights.inputs
  let stride = weights.stride
  let base = UnsafeRawPointer(weights.values)
  var r = 0
  while r + 4 <= count {
    let a0 = rows + r * rowStride
    let a1 = a0 + rowStride
    let a2 = a1 + rowStride
    let a3 = a2 + rowStride
    var o = 0
    while o < stride {
      let b = UnsafeRawPointer(bias + o).loadUnaligned(as: SIMD8<Float>.self)
      var (s0, s1, s2, s3) = (b, b, b, b)
      var w = base + o * inputs * 4
      for i in 0..<inputs {
        let v = w.loadUnaligned(as: SIMD8<Float>.self)
        s0 += v * a0[i]
        s1 += v * a1[i]
        s2 += v * a2[i]
        s3 += v * a3[i]
        w += 32
      }
      let d = UnsafeMutableRawPointer(out + r * outStride + o)
      d.storeBytes(of: s0, as: SIMD8<Float>.self)
      (d + outStride * 4).storeBytes(of: s1, as: SIMD8<Float>.self)
      (d + outStride * 8).storeBytes(of: s2, as: SIMD8<Float>.self)
      (d + outStride * 12).storeBytes(of: s3, as: SIMD8<Float>.self)
      o += 8
    }
    r += 4
  }
  while r < count {
    multiplyRow(rows + r * rowStride, by: weights, adding: bias, into: out + r * outStride)
    r += 1
  }
}

/// `out = start + row · weights` for one row; `out` may be `start`.
func multiplyRow(
  _ row: UnsafePointer<Float>, by weights: WeightMatrix, adding start: UnsafePointer<Float>,
  into out: UnsafeMutablePointer<Float>
) {
  let inputs = weights.inputs
  let stride = weights.stride
  let base = UnsafeRawPointer(weights.values)
  var o = 0
  while o + 32 <= stride {
    let b = UnsafeRawPointer(start + o)
    var s0 = b.loadUnaligned(as: SIMD8<Float>.self)
    var s1 = (b + 32).loadUnaligned(as: SIMD8<Float>.self)
    var s2 = (b + 64).loadUnaligned(as: SIMD8<Float>.self)
    var s3 = (b + 96).loadUnaligned(as: SIMD8<Float>.self)
    var w = base + o * inputs * 4
    let next = inputs * 32
    for i in 0..<inputs {
      let a = row[i]
      s0 += w.loadUnaligned(as: SIMD8<Float>.self) * a
      s1 += (w + next).loadUnaligned(as: SIMD8<Float>.self) * a
      s2 += (w + 2 * next).loadUnaligned(as: SIMD8<Float>.self) * a
      s3 += (w + 3 * next).loadUnaligned(as: SIMD8<Float>.self) * a
      w += 32
    }
    let d = UnsafeMutableRawPointer(out + o)
    d.storeBytes(of: s0, as: SIMD8<Float>.self)
    (d + 32).storeBytes(of: s1, as: SIMD8<Float>.self)
    (d + 64).storeBytes(of: s2, as: SIMD8<Float>.self)
    (d + 96).storeBytes(of: s3, as: SIMD8<Float>.self)
    o += 32
  }
  while o < stride {
    var s = UnsafeRawPointer(start + o).loadUnaligned(as: SIMD8<Float>.self)
    var w = base + o * inputs * 4
    for i in 0..<inputs {
      s += w.loadUnaligned(as: SIMD8<Float>.self) * row[i]
      w += 32
    }
    UnsafeMutableRawPointer(out + o).storeBytes(of: s, as: SIMD8<Float>.self)
    o += 8
  }
}

import Glibc

/// A batch of one: `count` time steps of `width` numbers.
struct Sequence2D: Sendable {
  var width: Int
  var count: Int
  var values: [Float]

  init(width: Int, count: Int) {
    self.width = width
    self.count = count
    values = .init(repeating: 0, count: width * count)
  }

  init(width: Int, values: [Float]) {
    self.width = width
    self.values = values
    count = values.count / width
  }
}

/// What each stage of the network does.
protocol Layer: Sendable {
  /// Numbers a time step that it wants.
  var inputWidth: Int { get }
  var outputWidth: Int { get }
  /// - Parameter check: called now and then; throws to stop.
  func callAsFunction(
    _ input: Sequence2D, check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> Sequence2D
}

/// A convolution over time followed by max(0, ·); zeros stand before and after the ink.
struct ConvolutionLayer: Layer {
  let inputWidth: Int
  let outputWidth: Int
  let kernel: Int
  let stride: Int
  let padding: Int
  /// Inputs: `kernel` times `inputWidth`, the earliest step first.
  let weights: WeightMatrix
  let bias: [Float]

  func callAsFunction(
    _ input: Sequence2D, check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> Sequence2D {
    let count = (input.count + 2 * padding - kernel) / stride + 1
    var padded = [Float](repeating: 0, count: (input.count + 2 * padding) * inputWidth)
    padded.replaceSubrange(
      padding * inputWidth..<(padding + input.count) * inputWidth, with: input.values)
    // One row of the product is `kernel` steps in a row: no copying, the rows overlap.
    var wide = [Float](repeating: 0, count: count * weights.stride)
    padded.withUnsafeBufferPointer { rows in
      bias.withUnsafeBufferPointer { bias in
        wide.withUnsafeMutableBufferPointer { out in
          multiply(
            rows.baseAddress!, rowStride: stride * inputWidth, count: count, by: weights,
            bias: bias.baseAddress!, into: out.baseAddress!, outStride: weights.stride)
          for i in 0..<out.count where out[i] < 0 { out[i] = 0 }
        }
      }
    }
    try check()
    return narrowed(wide, count: count, stride: weights.stride, width: outputWidth)
  }
}

/// A fully connected layer, without activation.
struct LinearLayer: Layer {
  let weights: WeightMatrix
  let bias: [Float]
  var inputWidth: Int { weights.inputs }
  var outputWidth: Int { weights.outputs }

  func callAsFunction(
    _ input: Sequence2D, check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> Sequence2D {
    var wide = [Float](repeating: 0, count: input.count * weights.stride)
    input.values.withUnsafeBufferPointer { rows in
      bias.withUnsafeBufferPointer { bias in
        wide.withUnsafeMutableBufferPointer { out in
          multiply(
            rows.baseAddress!, rowStride: inputWidth, count: input.count, by: weights,
            bias: bias.baseAddress!, into: out.baseAddress!, outStride: weights.stride)
        }
      }
    }
    try check()
    return narrowed(wide, count: input.count, stride: weights.stride, width: outputWidth)
  }
}

/// Long short-term memory read forwards and backwards; the outputs of both stand side by side.
///
/// Gates in PyTorch's order: input, forget, cell, output.
struct BidirectionalLSTMLayer: Layer {
  struct Direction: Sendable {
    let inputWeights: WeightMatrix
    let stateWeights: WeightMatrix
    /// Of both products together.
    let bias: [Float]
  }

  let inputWidth: Int
  /// A multiple of 8.
  let hidden: Int
  let forwards: Direction
  let backwards: Direction
  var outputWidth: Int { 2 * hidden }

  func callAsFunction(
    _ input: Sequence2D, check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> Sequence2D {
    var out = Sequence2D(width: 2 * hidden, count: input.count)
    try run(forwards, input, from: 0, by: 1, offset: 0, into: &out, check: check)
    try run(
      backwards, input, from: input.count - 1, by: -1, offset: hidden, into: &out, check: check)
    return out
  }

  private func run(
    _ direction: Direction, _ input: Sequence2D, from start: Int, by step: Int, offset: Int,
    into out: inout Sequence2D, check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) {
    let gates = 4 * hidden
    var given = [Float](repeating: 0, count: input.count * gates)
    input.values.withUnsafeBufferPointer { rows in
      direction.bias.withUnsafeBufferPointer { bias in
        given.withUnsafeMutableBufferPointer { given in
          multiply(
            rows.baseAddress!, rowStride: inputWidth, count: input.count,
            by: direction.inputWeights, bias: bias.baseAddress!, into: given.baseAddress!,
            outStride: gates)
        }
      }
    }
    var state = [Float](repeating: 0, count: hidden)
    var cell = [Float](repeating: 0, count: hidden)
    var t = start
    for n in 0..<input.count {
      if n % 64 == 0 { try check() }
      given.withUnsafeMutableBufferPointer { given in
        state.withUnsafeMutableBufferPointer { state in
          cell.withUnsafeMutableBufferPointer { cell in
            out.values.withUnsafeMutableBufferPointer { out in
              let g = given.baseAddress! + t * gates
              multiplyRow(state.baseAddress!, by: direction.stateWeights, adding: g, into: g)
              advance(
                gates: UnsafeRawPointer(g), state: UnsafeMutableRawPointer(state.baseAddress!),
                cell: UnsafeMutableRawPointer(cell.baseAddress!),
                out: UnsafeMutableRawPointer(out.baseAddress! + t * 2 * hidden + offset))
            }
          }
        }
      }
      t += step
    }
  }

  /// One step of time: the gates decide what the cell forgets, takes in and shows.
  private func advance(
    gates g: UnsafeRawPointer, state: UnsafeMutableRawPointer, cell: UnsafeMutableRawPointer,
    out: UnsafeMutableRawPointer
  ) {
    typealias Lane = SIMD8<Float>
    let gate = hidden * 4  // bytes
    for k in stride(from: 0, to: gate, by: 32) {
      let input = sigmoid((g + k).loadUnaligned(as: Lane.self))
      let forget = sigmoid((g + gate + k).loadUnaligned(as: Lane.self))
      let fresh = hyperbolicTangent((g + 2 * gate + k).loadUnaligned(as: Lane.self))
      let show = sigmoid((g + 3 * gate + k).loadUnaligned(as: Lane.self))
      let c = forget * (cell + k).loadUnaligned(as: Lane.self) + input * fresh
      (cell + k).storeBytes(of: c, as: Lane.self)
      let h = show * hyperbolicTangent(c)
      (state + k).storeBytes(of: h, as: Lane.self)
      (out + k).storeBytes(of: h, as: Lane.self)
    }
  }
}

/// Drops the padding of each row.
private func narrowed(_ wide: [Float], count: Int, stride: Int, width: Int) -> Sequence2D {
  if stride == width { return Sequence2D(width: width, values: wide) }
  var out = Sequence2D(width: width, count: count)
  for t in 0..<count {
    for i in 0..<width { out.values[t * width + i] = wide[t * stride + i] }
  }
  return out
}

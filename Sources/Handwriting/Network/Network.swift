import Glibc

/// The trained network: features of ink in, log probabilities of characters over time out.
///
/// Class 0 means *nothing new here* (the blank of connectionist temporal classification, Graves 2006); class
/// k is character k - 1 of the pack's alphabet.
struct Network: Sendable {
  let layers: [any Layer]
  /// Classes, with the blank.
  var classes: Int { layers.last?.outputWidth ?? 0 }
  /// Points of ink that one time step of the output stands for.
  let pointsPerFrame: Int

  init(layers: [any Layer], pointsPerFrame: Int) {
    self.layers = layers
    self.pointsPerFrame = pointsPerFrame
  }

  /// Points of nothing at the end, as what it learned from mostly had: it reads the last letters better for them.
  private static let silence = 8

  /// Natural logarithms of the probabilities, ``classes`` numbers a frame.
  /// - Parameter rows: ``InkFeatures/rows``; at least one point.
  func callAsFunction(
    _ rows: [Float], check: () throws(HandwritingError) -> Void = {}
  ) throws(HandwritingError) -> Sequence2D {
    let width = InkFeatures.width
    let count = (rows.count / width + pointsPerFrame - 1) / pointsPerFrame
    var x = Sequence2D(
      width: width, values: rows + [Float](repeating: 0, count: Self.silence * width))
    for layer in layers { x = try layer(x, check: check) }
    x = Sequence2D(width: x.width, values: Array(x.values.prefix(count * x.width)))
    logSoftmax(&x)
    return x
  }

  /// The output of every layer, for tests against what the training side computed.
  func outputs(of rows: [Float]) throws(HandwritingError) -> [Sequence2D] {
    var x = Sequence2D(width: InkFeatures.width, values: rows)
    var all: [Sequence2D] = []
    for layer in layers {
      x = try layer(x, check: {})
      all.append(x)
    }
    return all
  }

  private func logSoftmax(_ x: inout Sequence2D) {
    let width = x.width
    x.values.withUnsafeMutableBufferPointer { v in
      for t in 0..<x.count {
        let row = t * width
        var top = -Float.infinity
        for i in 0..<width { top = max(top, v[row + i]) }
        var sum: Float = 0
        for i in 0..<width { sum += expf(v[row + i] - top) }
        let all = top + logf(sum)
        for i in 0..<width { v[row + i] -= all }
      }
    }
  }
}

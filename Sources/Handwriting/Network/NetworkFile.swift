/// Reads `network.bin` of a language pack.
///
/// After magic, version and sum: points a frame, number of layers, then each layer: kind (1 convolution, 2 bidirectional LSTM,
/// 3 linear), its shape, its matrices. A matrix is `outputs` scales (float), then `outputs` × `inputs` signed bytes,
/// padded to four: weight = scale of its output × byte. Biases are floats. All little endian.
/// Written by training/export.py.
enum NetworkFile {
  static let version: UInt32 = 1

  static func read(_ file: MappedFile) throws(HandwritingError) -> Network {
    var r = try FileReader(file, magic: "PLUMNETW", version: version)
    let pointsPerFrame = try r.count(1...64, of: "points a frame")
    let features = try r.count(1...256, of: "features")
    guard features == InkFeatures.width else { throw r.damaged("\(features) features a point") }
    var layers: [any Layer] = []
    var width = features
    for _ in 0..<(try r.count(1...64, of: "layers")) {
      let layer = try readLayer(&r, width: width)
      width = layer.outputWidth
      layers.append(layer)
    }
    guard layers.last is LinearLayer else { throw r.damaged("the last layer is not linear") }
    return Network(layers: layers, pointsPerFrame: pointsPerFrame)
  }

  private static func readLayer(
    _ r: inout FileReader, width: Int
  ) throws(HandwritingError) -> any Layer {
    switch try r.integer() {
    case 1:
      let outputs = try r.count(8...1024, of: "channels")
      let kernel = try r.count(1...15, of: "steps in a kernel")
      let stride = try r.count(1...8, of: "steps in a stride")
      let padding = try r.count(kernel / 2...kernel / 2, of: "steps of padding")
      let weights = try matrix(&r, outputs: outputs, inputs: kernel * width)
      return ConvolutionLayer(
        inputWidth: width, outputWidth: outputs, kernel: kernel, stride: stride, padding: padding,
        weights: weights, bias: try bias(&r, for: weights))
    case 2:
      let hidden = try r.count(8...1024, of: "cells")
      guard hidden % 8 == 0 else { throw r.damaged("\(hidden) cells") }
      let forwards = try direction(&r, hidden: hidden, width: width)
      let backwards = try direction(&r, hidden: hidden, width: width)
      return BidirectionalLSTMLayer(
        inputWidth: width, hidden: hidden, forwards: forwards, backwards: backwards)
    case 3:
      let weights = try matrix(&r, outputs: try r.count(2...8192, of: "classes"), inputs: width)
      return LinearLayer(weights: weights, bias: try bias(&r, for: weights))
    case let kind:
      throw r.damaged("a layer of kind \(kind)")
    }
  }

  private static func direction(
    _ r: inout FileReader, hidden: Int, width: Int
  ) throws(HandwritingError) -> BidirectionalLSTMLayer.Direction {
    let input = try matrix(&r, outputs: 4 * hidden, inputs: width)
    let state = try matrix(&r, outputs: 4 * hidden, inputs: hidden)
    return .init(inputWeights: input, stateWeights: state, bias: try bias(&r, for: input))
  }

  private static func matrix(
    _ r: inout FileReader, outputs: Int, inputs: Int
  ) throws(HandwritingError) -> WeightMatrix {
    let scales = try r.floats(outputs)
    guard scales.allSatisfy(\.isFinite) else { throw r.damaged("a weight is not a number") }
    let bytes = try r.take(outputs * inputs)
    try r.align()
    return WeightMatrix(outputs: outputs, inputs: inputs) { o, i in
      scales[o] * Float(Int8(bitPattern: bytes[o * inputs + i]))
    }
  }

  private static func bias(
    _ r: inout FileReader, for weights: WeightMatrix
  ) throws(HandwritingError) -> [Float] {
    let values = try r.floats(weights.outputs)
    guard values.allSatisfy(\.isFinite) else { throw r.damaged("a bias is not a number") }
    return values + [Float](repeating: 0, count: weights.stride - weights.outputs)
  }
}

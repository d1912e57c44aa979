import FoundationEssentials
import Glibc
import InkModel
import Testing

@testable import Handwriting

/// The engine against what the training side computed for the same ink and the same small network
/// (training/export.py --goldens).
struct GoldenTests {
  struct Golden: Decodable, Sendable {
    struct Layer: Decodable, Sendable {
      var width: Int
      var count: Int
      var first: [Float]
      var last: [Float]
    }
    var strokes: [[Double]]
    var points: Int
    var features: [Float]
    var layers: [Layer]
    /// Log probabilities, with what stands behind the ink in training.
    var whole: Layer

    init(named name: String) throws {
      let bytes = Files.bytes(Files.goldens + "/\(name).json")
      self = try JSONDecoder().decode(Golden.self, from: Data(bytes))
    }

    var ink: FlatInk {
      let strokes = strokes.map { s in
        WrittenStroke(stride(from: 0, to: s.count, by: 2).map { Point(s[$0], s[$0 + 1]) })
      }
      var flat = FlatInk(strokes, taking: strokes.indices)
      InkNormalization.apply(to: &flat)
      return flat
    }
  }

  static let names = ["loops", "late-dots", "prints", "line", "dot", "dash"]

  @Test(arguments: names)
  func `the features of ink are those that the network was trained on`(name: String) throws {
    let golden = try Golden(named: name)
    let features = InkFeatures(golden.ink)
    #expect(features.count == golden.points)
    try #require(features.rows.count == golden.features.count && !golden.features.isEmpty)
    let worst = zip(features.rows, golden.features).map { abs($0 - $1) }.max() ?? 0
    #expect(worst < 1e-4)
  }

  @Test(arguments: names)
  func `every layer computes what the training side computes`(name: String) throws {
    let golden = try Golden(named: name)
    let network = try NetworkFile.read(MappedFile(path: Files.goldens + "/network.bin"))
    let outputs = try network.outputs(of: InkFeatures(golden.ink).rows)
    try #require(outputs.count == golden.layers.count && !golden.layers.isEmpty)
    for (output, layer) in zip(outputs, golden.layers) { try expect(output, layer) }
  }

  @Test(arguments: names)
  func `ink read by itself is read as in a batch of training`(name: String) throws {
    let golden = try Golden(named: name)
    let network = try NetworkFile.read(MappedFile(path: Files.goldens + "/network.bin"))
    try expect(try network(InkFeatures(golden.ink).rows), golden.whole)
  }

  private func expect(_ output: Sequence2D, _ layer: Golden.Layer) throws {
    try #require(output.width == layer.width && output.count == layer.count)
    try #require(!layer.first.isEmpty && !layer.last.isEmpty)
    let first =
      zip(output.values.prefix(layer.first.count), layer.first).map { abs($0 - $1) }.max() ?? 0
    let last =
      zip(output.values.suffix(layer.last.count), layer.last).map { abs($0 - $1) }.max() ?? 0
    #expect(max(first, last) < 2e-4)
  }

  @Test func `probabilities of each frame add up to one`() throws {
    let network = try NetworkFile.read(MappedFile(path: Files.goldens + "/network.bin"))
    let output = try network(InkFeatures(try Golden(named: "line").ink).rows)
    #expect(output.count > 10)
    for t in 0..<output.count {
      let sum = output.values[t * output.width..<(t + 1) * output.width].reduce(0) { $0 + exp($1) }
      #expect(abs(sum - 1) < 1e-4)
    }
  }
}

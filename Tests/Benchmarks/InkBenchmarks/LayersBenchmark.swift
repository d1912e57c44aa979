import Glibc
import InkModel
import InkStore
import TabletCompositor

/// What layers cost: the full page on ten layers of one tenth of its strokes each, beside the same page on one, in turns.
struct LayersBenchmark {
  static let layers: Int32 = 10
  /// How many times as long as on one layer a sample may take to the next picture, and a frame of a moving view.
  static let limit = 1.2

  /// From a sample to the next picture near it, on ten layers, in seconds.
  var latency: Spread
  /// Of that, how many times as long as on one: the median over the rounds, each with either.
  var latencyRatio: Double
  /// Of a frame while the view moves: likewise.
  var frame: Spread
  var frameRatio: Double

  static func run(
    _ page: Page, scribble: Scribble, at bench: Workbench, rounds: Int
  ) async throws -> LayersBenchmark {
    let layered = bench.folder + "/layers.plumbago"
    defer { unlink(layered) }
    try await page.write(plumbago: layered)
    try await spread(layered)
    guard let plain = bench.page(.full, for: .plumbago) else {
      throw BenchmarkError("there is no full page")
    }
    var (latencies, latencyRatios): ([Double], [Double]) = ([], [])
    var (frames, frameRatios): ([Double], [Double]) = ([], [])
    for round in 0..<rounds {
      var results: [String: (latency: Double, frame: Double)] = [:]
      for path in round % 2 == 0 ? [layered, plain] : [plain, layered] {
        let drawn = try scribble.run(.plumbago, .full, file: path, at: bench)
        results[path] = (drawn.answer.median, try moving(path, at: bench))
      }
      guard let ten = results[layered], let one = results[plain] else { continue }
      latencies.append(ten.latency)
      latencyRatios.append(ten.latency / one.latency)
      frames.append(ten.frame)
      frameRatios.append(ten.frame / one.frame)
    }
    guard let latency = Spread(latencies), let frame = Spread(frames),
      let latencyRatio = latencyRatios.median, let frameRatio = frameRatios.median
    else { throw BenchmarkError("nothing was drawn on layers") }
    return LayersBenchmark(
      latency: latency, latencyRatio: latencyRatio, frame: frame, frameRatio: frameRatio)
  }

  /// The median time of a frame while two fingers move the view there and back, in seconds.
  private static func moving(_ path: String, at bench: Workbench) throws -> Double {
    let stage = try bench.start(.plumbago, path: path)
    let screen = stage.screen
    defer { screen.close() }
    _ = try screen.waitForWindow()
    try screen.waitUntilStill(for: 0.7)
    screen.mouse.move(to: Point(640, 430))
    let (spread, _) = try Viewing.frames(on: screen) {
      for way in [Vector(700, 400), Vector(-700, -400)] {
        screen.touchpad.scroll(by: way, duration: 1, rate: 120)
      }
    }
    try stage.program.expectQuiet()
    return spread.median
  }

  /// Moves the strokes of a page to ten layers, one after the other, the last ones to the topmost.
  private static func spread(_ path: String) async throws {
    let store = try await DocumentStore.open(path, kinds: .complete)
    let contents = try await store.load()
    let drawing = contents.drawing
    var after = drawing.settings
    var order = OrderKey.first
    after.layers = (0..<layers).map { id in
      defer { order = order.next }
      return Layer(id: id, order: order)
    }
    let old = Array(drawing.elements)
    let part = max((old.count + Int(layers) - 1) / Int(layers), 1)
    let new = old.enumerated().map { i, element in
      element.version(
        ElementID(contents.nextElementID.number + Int64(i)), layer: Int32(i / part),
        order: element.order)
    }
    let edit = DrawingEdit(
      label: .moveToLayer, removed: old, inserted: new,
      settings: SettingsChange(before: drawing.settings, after: after))
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
    try await store.close()
  }

  var json: JSON {
    .object([
      ("next_picture_ms", latency.json(scale: 1e3)), ("next_picture_ratio", .number(latencyRatio)),
      ("panning_frame_ms", frame.json(scale: 1e3)), ("panning_frame_ratio", .number(frameRatio)),
    ])
  }
}

import CCairo
import Glibc
import InkModel
import InkRendering
import InkStore

/// What single steps of the line from pen to disk cost, without any program around them.
struct MicroBenchmarks {
  /// Microseconds for each sample that a wet stroke takes up.
  var modelerPerSample: Spread
  /// Microseconds for each segment of a path that is painted whole, by brush; the pen comes first.
  var rasterizer: [(brush: String, cost: Spread)]
  /// Milliseconds for a tile of 256 × 256 of the full page, by zoom.
  var tiles: [(zoom: Double, cost: Spread)]
  /// Milliseconds until a finished stroke is on the disk.
  var save: Spread
  /// What erasing costs.
  var erasing: ErasingBenchmark

  static func run(page: Page, folder: String, repetitions: Int) async throws -> MicroBenchmarks {
    MicroBenchmarks(
      modelerPerSample: try modeler(repetitions), rasterizer: try rasterizer(repetitions),
      tiles: try [0.25, 1, 4].map { ($0, try tile(page, zoom: $0)) },
      save: try await save(folder, count: max(repetitions * 5, 50)),
      erasing: try ErasingBenchmark.run())
  }

  private static func samples(_ count: Int) -> [StylusSample] {
    (0..<count).map { i in
      let t = Double(i) / 240
      return StylusSample(
        position: Point(300 + 250 * sin(2.1 * t), 300 + 250 * sin(3.3 * t)), time: t,
        force: Float(0.5 + 0.4 * sin(t)), altitude: 1, azimuth: 0.8)
    }
  }

  private static func stroke(_ samples: [StylusSample]) -> WetStroke {
    var stroke = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
    for sample in samples { stroke.append([sample]) }
    return stroke
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return now() - start
  }

  private static func spread(_ values: [Double]) throws -> Spread {
    guard let spread = Spread(values) else { throw BenchmarkError("nothing was measured") }
    return spread
  }

  private static func modeler(_ repetitions: Int) throws -> Spread {
    let samples = samples(1000)
    var points = 0
    let times = (0..<repetitions).map { _ in
      seconds { points += stroke(samples).path.points.count } / Double(samples.count) * 1e6
    }
    guard points > 0 else { throw BenchmarkError("the modeler made no points") }
    return try spread(times)
  }

  /// Brushes take turns, so that what else the machine does hits all alike, and all have the pen's
  /// size, so that brushes are compared and not how broad they are.
  private static func rasterizer(
    _ repetitions: Int
  ) throws -> [(brush: String, cost: Spread)] {
    guard let content = stroke(samples(1000)).finished(id: ContentID(1)) else {
      throw BenchmarkError("the modeler made no stroke")
    }
    let elements = StockBrushes.inks.map { ink in
      var ink = ink
      ink.size = Ink.standard.size
      return Element(
        id: ElementID(1), order: .first,
        kind: .stroke(
          Stroke(content: content.id, ink: ink, path: content.path, seed: content.seed)))
    }
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 600, 600) else {
      throw BenchmarkError("there is no memory for a picture")
    }
    defer { cairo_surface_destroy(surface) }
    guard let cr = cairo_create(surface) else {
      throw BenchmarkError("there is no memory for a picture")
    }
    defer { cairo_destroy(cr) }
    let painter = ElementPainter(paper: .light)
    var times = elements.map { _ in [Double]() }
    // The first round, which makes the grain of the paper, does not count.
    for round in 0...repetitions {
      for (i, element) in elements.enumerated() {
        let time =
          seconds { painter.paint(element, on: cr, deviceFromCanvas: .identity) }
          / Double(content.path.points.count - 1) * 1e6
        if round > 0 { times[i].append(time) }
      }
    }
    return try zip(StockBrushes.inks, times).map { ($0.brush, try spread($1)) }
  }

  private static func tile(_ page: Page, zoom: Double) throws -> Spread {
    let elements = page.commands.flatMap { command -> [Element] in
      guard case .commit(_, let edit) = command else { return [] }
      return edit.inserted
    }
    let drawing = Drawing(elements)
    let painter = ElementPainter(paper: .light)
    let grid = TileGrid(paper: .light, scale: zoom)
    let all = grid.keys(covering: Rect(x: 0, y: 0, width: Page.width, height: Page.height))
    // At a close zoom a page has hundreds of tiles: some of all over it do.
    let keys = stride(from: 0, to: all.count, by: max(all.count / 24, 1)).map { all[$0] }
    return try spread(
      try keys.map { key in
        try seconds {
          _ = try TileRenderer.paint(
            TileRequest(key: key, version: 1), of: drawing, with: painter)
        } * 1e3
      })
  }

  private static func save(_ folder: String, count: Int) async throws -> Spread {
    let path = folder + "/saving.plumbago"
    let store = try await DocumentStore.open(path, mode: .readWrite)
    var times: [Double] = []
    for command in Page(strokes: count).commands {
      let start = now()
      try await store.perform([command])
      times.append((now() - start) * 1e3)
    }
    try await store.close()
    unlink(path)
    return try spread(times)
  }

  var json: JSON {
    .object([
      ("modeler_us_per_sample", modelerPerSample.json(scale: 1)),
      (
        "rasterizer_us_per_segment",
        .object(rasterizer.map { ($0.brush, $0.cost.json(scale: 1)) })
      ),
      (
        "tile_ms",
        .object(tiles.map { ("zoom_\(Int($0.zoom * 100))_percent", $0.cost.json(scale: 1)) })
      ),
      ("save_stroke_ms", save.json(scale: 1)), ("erasing_5000_strokes", erasing.json),
    ])
  }
}

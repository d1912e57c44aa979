import Canvas
import Glibc
import InkModel
import InkRendering
import InkStore

/// What erasing costs on the main thread, without any program around it: a sweep over 5,000 strokes,
/// sample by sample, each followed by finding out which tiles a frame would have painted anew.
struct ErasingBenchmark {
  struct Sweep {
    var kind: Eraser.Kind
    /// Milliseconds for each sample of the sweep.
    var sample: Spread
    /// Milliseconds for lifting the eraser, which ends the step.
    var lift: Double
    /// Tiles that each sample makes out of date, of those on the screen.
    var tiles: Spread
  }

  var sweeps: [Sweep]

  /// Strokes like words, 8 × 12 points, on a page of 100 columns.
  static let strokes = 5000

  static func run() throws -> ErasingBenchmark {
    ErasingBenchmark(sweeps: try Eraser.Kind.allCases.map(sweep))
  }

  private static func page() -> DocumentContents {
    let elements = (0..<strokes).map { i in
      let (x, y) = (Double(i / 50) * 12, Double(i % 50) * 16)
      let points = (0..<60).map { j -> StrokePoint in
        let t = Double(j) / 59
        return StrokePoint(
          x: Float(x + 8 * t), y: Float(y + 6 + 5 * sin(t * 20)),
          force: Float(0.5 + 0.3 * sin(t * 9)),
          timeOffset: Float(j) / 180)
      }
      return Element(
        id: ElementID(Int64(i + 1)), order: .first,
        kind: .stroke(
          Stroke(
            content: ContentID(Int64(i + 1)), ink: .standard, path: StrokePath(points),
            seed: UInt32(i))))
    }
    return DocumentContents(
      elements: elements, nextElementID: ElementID(Int64(strokes + 1)),
      nextContentID: ContentID(Int64(strokes + 1)))
  }

  /// Up and down the page's columns, 12 points a sample, until all of it has been swept.
  private static func sweep(_ kind: Eraser.Kind) throws -> Sweep {
    let session = CanvasSession(page())
    session.viewport.width = 1280
    session.viewport.height = 800
    session.picker.select(kind)
    session.picker.setSize(18)
    var cache = TileCache(budget: TileCache.budget(forPixels: 1280 * 800))
    let grid = TileGrid(paper: .light, scale: 1)
    let view = session.viewport.visibleCanvas
    let painter = ElementPainter(paper: .light)
    for request in cache.requests(visible: view, grid: grid, version: 0) {
      if let image = try TileRenderer.paint(request, of: session.drawing, with: painter) {
        cache.insert(image)
      }
    }
    let visible = grid.keys(covering: view)
    let contact = ContactID(StylusTool(.eraser))
    var version = 0
    var (times, tiles): ([Double], [Double]) = ([], [])
    func take(_ input: StylusInput) {
      let start = now()
      let update = session.handle(input)
      for area in update.damage {
        version += 1
        cache.invalidate(area, version: version)
      }
      times.append((now() - start) * 1e3)
      let stale = visible.filter { key in update.damage.contains { $0.intersects(key.canvasRect) } }
      tiles.append(Double(stale.count))
    }
    func at(_ x: Double, _ y: Double) -> StylusSample {
      StylusSample(position: Point(x, y), time: Double(times.count) / 240, force: 0.5)
    }
    take(.down(contact, tip: at(0, 0)))
    for column in stride(from: 0.0, through: 1200, by: 12) {
      for row in stride(from: 0.0, through: 800, by: 12) {
        let isDown = Int(column / 12).isMultiple(of: 2)
        take(.move(contact, settled: [at(column, isDown ? row : 800 - row)], tip: nil))
      }
    }
    let start = now()
    _ = session.handle(.up(contact, settled: []))
    let lift = (now() - start) * 1e3
    guard let sample = Spread(times), let stale = Spread(tiles) else {
      throw BenchmarkError("nothing was erased")
    }
    return Sweep(kind: kind, sample: sample, lift: lift, tiles: stale)
  }

  func rows(_ text: (Spread) -> String) -> [String] {
    sweeps.flatMap { sweep in
      [
        "| a sample of an eraser over \(Self.strokes) strokes (\(sweep.kind.rawValue)), ms "
          + "| \(text(sweep.sample)) |",
        "| lifting that eraser, ms | \((sweep.lift * 10).rounded() / 10) | |",
        "| tiles that such a sample makes out of date | \(text(sweep.tiles)) |",
      ]
    }
  }

  var json: JSON {
    .object(
      sweeps.map { sweep in
        (
          sweep.kind.rawValue,
          .object([
            ("sample_ms", sweep.sample.json(scale: 1)), ("lift_ms", .number(sweep.lift)),
            ("tiles", sweep.tiles.json(scale: 1)),
          ])
        )
      })
  }
}

import Glibc
import InkModel
import TabletCompositor

/// What looking at a large drawing costs: opening it, moving it, zooming it.
struct ViewingResult {
  var strokes: Int
  /// Seconds from the start of the process to the first picture with ink, and to the picture that
  /// then no longer changed.
  var firstInk: Double
  var opened: Double
  /// Seconds from a refresh to the commit that answers it, while it moves and while it zooms.
  var panning: Spread
  var zooming: Spread
  /// The part of the refreshes that something new was there for, 0…1.
  var panned: Double
  var zoomed: Double
  /// Seconds until the picture was sharp again after zooming out over everything.
  var sharpened: Double
  /// Bytes at the peak.
  var peakMemory: Int
}

/// Two seconds of two fingers on a touchpad, there and back; then as long of zooming out and in.
enum Viewing {
  /// Drawings of this many strokes.
  static let sizes = [1000, 10_000, 100_000]
  private static let rate = 120.0
  private static let duration = 2.0

  static func run(_ strokes: Int, at bench: Workbench) async throws -> ViewingResult {
    let path = "\(bench.folder)/viewing.plumbago"
    // The drawing before had other strokes.
    unlink(path)
    defer { unlink(path) }
    try await Page(strokes: strokes, scattered: true).write(plumbago: path)
    let stage = try bench.start(.plumbago, path: path) {
      $0.watch(PixelBox(x: 100, y: 140, width: 1080, height: 590))
    }
    let screen = stage.screen
    defer { screen.close() }
    _ = try screen.waitForWindow(timeout: 120)
    try screen.waitUntilStill(for: 1.5, timeout: 120)
    let captures = screen.captures
    guard let last = captures.last,
      let inked = captures.first(where: { !$0.picture.pixels { $0.green < 240 }.isEmpty })
    else { throw BenchmarkError("the drawing of \(strokes) strokes was not shown") }
    let done = captures.reversed().prefix { $0.picture == last.picture }.last ?? last
    screen.watch(nil)

    screen.mouse.move(to: Point(640, 430))
    let (panning, panned) = try frames(on: screen) {
      for way in [Vector(900, 500), Vector(-900, -500)] {
        screen.touchpad.scroll(by: way, duration: duration / 2, rate: rate)
      }
    }
    let (zooming, zoomed) = try frames(on: screen) {
      for factor in [0.12, 1 / 0.12] {
        screen.touchpad.pinch(scale: factor, duration: duration / 2, rate: rate)
      }
    }
    screen.touchpad.pinch(scale: 0.12, duration: 0.3, rate: rate)
    let stopped = now()
    try screen.waitUntilStill(for: 1.5, timeout: 120)
    let ended = screen.commits.last { !$0.changed.isEmpty }?.time ?? stopped
    try stage.program.expectQuiet()
    return ViewingResult(
      strokes: strokes, firstInk: inked.time - stage.started, opened: done.time - stage.started,
      panning: panning, zooming: zooming, panned: panned, zoomed: zoomed,
      sharpened: max(ended - stopped, 0), peakMemory: stage.program.peakMemory)
  }

  /// For each refresh during `body`, the time until the window's answer, where it came in time for
  /// the next one.
  static func frames(
    on screen: Screen, _ body: () -> Void
  ) throws -> (Spread, answered: Double) {
    try screen.waitUntilStill(for: 1.2, timeout: 120)
    screen.clearLog()
    body()
    let surfaces = Set(screen.windows.compactMap(\.surface))
    var commits = screen.commits.filter { surfaces.contains($0.surface) && !$0.changed.isEmpty }
      .map(\.time)[...]
    let refreshes = screen.refreshTimes
    var work: [Double] = []
    for (begin, end) in zip(refreshes, refreshes.dropFirst()) {
      while let first = commits.first, first < begin { commits.removeFirst() }
      if let first = commits.first, first < end { work.append(first - begin) }
    }
    guard let spread = Spread(work), refreshes.count > 10 else {
      throw BenchmarkError("nothing moved")
    }
    return (spread, Double(work.count) / Double(refreshes.count - 1))
  }
}

extension ViewingResult {
  static let tableHead = [
    "| Drawing | First ink, ms | First full picture, ms | Panning a frame, ms: median / p99 | Refreshes met | Zooming a frame, ms: median / p99 | Refreshes met | Sharp again, ms | Peak memory, MiB |",
    "|---|---|---|---|---|---|---|---|---|",
  ]

  var tableRow: String {
    func ms(_ v: Double) -> String { "\((v * 10_000).rounded() / 10)" }
    func part(_ v: Double) -> String { "\(Int((v * 100).rounded())) %" }
    return "| \(strokes) strokes | \(ms(firstInk)) | \(ms(opened)) "
      + "| \(ms(panning.median)) / \(ms(panning.p99)) | \(part(panned)) "
      + "| \(ms(zooming.median)) / \(ms(zooming.p99)) | \(part(zoomed)) "
      + "| \(ms(sharpened)) | \(peakMemory >> 20) |"
  }

  var json: JSON {
    .object([
      ("strokes", .number(Double(strokes))), ("first_ink_ms", .number(firstInk * 1e3)),
      ("first_full_picture_ms", .number(opened * 1e3)),
      ("panning_frame_ms", panning.json(scale: 1e3)),
      ("panning_refreshes_met", .number(panned)),
      ("zooming_frame_ms", zooming.json(scale: 1e3)),
      ("zooming_refreshes_met", .number(zoomed)),
      ("sharp_again_ms", .number(sharpened * 1e3)),
      ("peak_memory_bytes", .number(Double(peakMemory))),
    ])
  }
}

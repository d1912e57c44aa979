import InkModel
import TabletCompositor

/// How long a program took to show a page.
struct OpeningResult {
  /// Seconds from the start of the process to the first picture that then no longer changed.
  var time: Double
  /// Seconds to the first picture of any kind.
  var first: Double
  /// Bytes at the peak by then.
  var peakMemory: Int
}

enum Opening {
  static func run(_ contestant: Contestant, _ kind: PageKind, at bench: Workbench) throws
    -> OpeningResult
  {
    try run(contestant, kind, path: bench.page(kind, for: contestant), at: bench)
  }

  /// The same with another file that shows what the page of a kind shows.
  static func run(
    _ contestant: Contestant, _ kind: PageKind, path: String?, at bench: Workbench
  ) throws -> OpeningResult {
    let a = Scribble.area
    let box = PixelBox(
      x: Int(a.minX), y: Int(a.minY), width: Int(a.width), height: Int(a.height))
    let stage = try bench.start(contestant, path: path) { $0.watch(box) }
    let screen = stage.screen
    defer { screen.close() }
    _ = try screen.waitForWindow()
    try screen.waitUntilStill(for: 1)
    let captures = screen.captures
    guard let last = captures.last else {
      throw BenchmarkError("\(contestant.title) showed nothing")
    }
    // The page's ink covers a good part of it; without that the wrong thing was timed.
    let inked = last.picture.pixels { $0.green < 240 }.count
    guard (inked > last.picture.width * last.picture.height / 100) == (kind == .full) else {
      throw BenchmarkError("\(contestant.title) did not show the \(kind.rawValue) page")
    }
    let done = captures.reversed().prefix { $0.picture == last.picture }.last ?? last
    return OpeningResult(
      time: done.time - stage.started, first: captures[0].time - stage.started,
      peakMemory: stage.program.peakMemory)
  }
}

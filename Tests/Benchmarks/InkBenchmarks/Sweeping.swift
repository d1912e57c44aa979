import Canvas
import Glibc
import InkModel
import InkStore
import TabletCompositor

/// What the app shows while one sweep of an eraser takes a whole page of strokes away.
struct SweepingResult {
  var kind: Eraser.Kind
  /// Seconds from a refresh to the commit that answers it.
  var frame: Spread
  /// The part of the refreshes that something new was there for, 0…1.
  var met: Double
  /// Strokes that are left, and steps back to the full page.
  var left: Int
  var steps: Int
}

/// Two and a half seconds of an eraser, row by row over a page of 5,000 strokes, without lifting.
enum Sweeping {
  static let strokes = 5000
  private static let rate = 240.0
  /// Points from a sample to the next, rows apart, the eraser's size.
  private static let step = 36.0
  private static let row = 32.0
  private static let size = 44

  static func run(_ kind: Eraser.Kind, at bench: Workbench) async throws -> SweepingResult {
    let path = "\(bench.folder)/sweeping.plumbago"
    defer { unlink(path) }
    try await Page(strokes: strokes).write(plumbago: path)
    let name = kind.rawValue
    let stage = try bench.start(
      .plumbago, path: path, tools: "tool=pen eraser=\(name) eraser.\(name)=\(size)")
    let screen = stage.screen
    defer { screen.close() }
    _ = try screen.waitForWindow(timeout: 60)
    try screen.waitUntilStill(for: 1, timeout: 60)
    // Below the header.
    let area = Rect(minX: 6, minY: 72, maxX: 1270, maxY: 700)
    let eraser = screen.makeTool(.eraser, serial: 9)
    var points: [Point] = []
    for (i, y) in stride(from: area.minY, through: area.maxY, by: row).enumerated() {
      let xs = Array(stride(from: area.minX, through: area.maxX, by: step))
      points += (i.isMultiple(of: 2) ? xs : xs.reversed()).map { Point($0, y) }
    }
    let (frame, met) = try Viewing.frames(on: screen) {
      eraser.down(at: points[0])
      eraser.move(along: Array(points.dropFirst()), rate: rate)
      eraser.up()
    }
    eraser.proximityOut()
    try screen.waitUntilStill(for: 1, timeout: 60)
    let file = screen.folder.home + "/page.plumbago"
    let left = try await DocumentStore.inspect(file).strokes
    var steps = 0
    while try await DocumentStore.inspect(file).strokes < strokes, steps < 5 {
      try screen.keyboard.press("z", [.control])
      try screen.waitUntilStill(for: 1, timeout: 60)
      steps += 1
    }
    try stage.program.expectQuiet()
    return SweepingResult(kind: kind, frame: frame, met: met, left: left, steps: steps)
  }
}

extension SweepingResult {
  static let tableHead = [
    "| Eraser over \(Sweeping.strokes) strokes | A frame, ms: median / p99 | Refreshes met | Strokes left | Steps back |",
    "|---|---|---|---|---|",
  ]

  var tableRow: String {
    func ms(_ v: Double) -> String { "\((v * 10_000).rounded() / 10)" }
    return "| \(kind.rawValue) | \(ms(frame.median)) / \(ms(frame.p99)) "
      + "| \(Int((met * 100).rounded())) % | \(left) | \(steps) |"
  }

  var json: JSON {
    .object([
      ("eraser", .text(kind.rawValue)), ("frame_ms", frame.json(scale: 1e3)),
      ("refreshes_met", .number(met)), ("strokes_left", .number(Double(left))),
      ("steps_back", .number(Double(steps))),
    ])
  }
}

import Glibc
import InkModel
import InkStore
import TabletCompositor

/// Looking back through a drawing of 10,000 steps: from a press on the slider to the picture of that moment, anywhere.
struct HistoryBenchmark {
  static let steps = 10_000
  /// Every tenth step erases what the fourth before it drew.
  private static let erasing = 10
  /// Seconds from the press to the picture: longer, and a dragged slider lags behind the hand.
  static let mostTime = 0.2
  private static let moments = 24

  /// Seconds from the press on the slider to the last change of the picture.
  var shown: Spread
  /// The longest of all.
  var longest: Double
  /// Seconds from the key to the bar, with the history read.
  var opened: Spread

  static func run(at bench: Workbench, rounds: Int) async throws -> HistoryBenchmark {
    let path = bench.folder + "/history.plumbago"
    defer { unlink(path) }
    try await write(path)
    var (shown, opened): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      let stage = try bench.start(.plumbago, path: path)
      let screen = stage.screen
      defer { screen.close() }
      _ = try screen.waitForWindow()
      try screen.waitUntilStill(for: 1)
      let all = PixelBox(x: 0, y: 0, width: screen.size.width, height: screen.size.height)
      screen.watch(all)
      let pressed = now()
      try screen.keyboard.press("h", [.control])
      try screen.waitUntilStill(for: 1)
      guard let bar = screen.captures.last else { throw BenchmarkError("there was no bar") }
      opened.append(bar.time - pressed)
      // Of the paper only: the bar's own slider and label follow at once.
      let paper = PixelBox(x: 150, y: 120, width: 1000, height: 540)
      for i in 0..<moments {
        screen.watch(paper)
        // Far from the one before, and not twice.
        let part = Double((i * 7) % moments) / Double(moments)
        let clicked = now()
        screen.mouse.click(at: Point(90 + part * 1100, sliderY(screen)))
        try screen.waitUntilStill(for: 0.6)
        guard let last = screen.captures.last else { continue }
        shown.append(last.time - clicked)
      }
      screen.watch(nil)
      try stage.program.expectQuiet()
    }
    guard let spread = Spread(shown), let longest = shown.max(), let first = Spread(opened) else {
      throw BenchmarkError("no moment was shown")
    }
    return HistoryBenchmark(shown: spread, longest: longest, opened: first)
  }

  /// The middle of the slider, in the upper row of the bar.
  private static func sliderY(_ screen: Screen) -> Double { Double(screen.size.height) - 66 }

  private static func write(_ path: String) async throws {
    let strokes = Page(strokes: steps).strokes
    var commands: [StoreCommand] = []
    var order = OrderKey.first
    var drawn: [Element] = []
    for (i, content) in strokes.enumerated() {
      let step = i + 1
      if step % erasing == 0, drawn.count > 4 {
        let old = drawn.remove(at: drawn.count - 4)
        commands.append(
          .commit(step: step, edit: DrawingEdit(label: .erase, removed: [old])))
        continue
      }
      let element = Element(
        id: ElementID(Int64(step)), order: order,
        kind: .stroke(
          Stroke(content: content.id, ink: Page.ink, path: content.path, seed: content.seed)))
      order = order.next
      drawn.append(element)
      commands.append(
        .commit(
          step: step, edit: DrawingEdit(label: .draw, inserted: [element], contents: [content])))
    }
    let store = try await DocumentStore.open(path, mode: .readWrite)
    try await store.perform(commands)
    try await store.close()
  }

  var json: JSON {
    .object([
      ("shown_ms", shown.json(scale: 1e3)), ("longest_ms", .number(longest * 1e3)),
      ("opened_ms", opened.json(scale: 1e3)),
    ])
  }
}

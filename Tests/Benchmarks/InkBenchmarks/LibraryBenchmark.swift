import Glibc
import InkModel
import TabletCompositor

/// What 10,000 drawings in the library cost, beside ten: from the key to the list of them, scrolling, memory.
struct LibraryBenchmark {
  static let drawings = 10_000
  private static let control = 10
  /// Seconds from the key to the list: longer, and people wait for it.
  static let mostTime = 0.3
  /// Bytes at the peak above the library of ten.
  static let mostMemory = 40 << 20
  /// The part of the refreshes that may go without an answer while it scrolls.
  static let mostMissed = 0.02

  /// Seconds from the key to the first picture with rows in it.
  var shown: Spread
  /// How many times as long as with ten.
  var shownRatio: Double
  /// Seconds from a refresh to the answer while the list scrolls.
  var frame: Spread
  /// The part of the refreshes that were answered in time.
  var answered: Double
  /// Bytes at the peak above the library of ten; the median over the rounds.
  var memory: Double

  private struct Round {
    var shown: Double
    var frame: Double
    var answered: Double
    var memory: Double
  }

  static func run(at bench: Workbench, rounds: Int) throws -> LibraryBenchmark {
    var many: [Round] = []
    var few: [Round] = []
    for i in 0..<rounds {
      for count in i % 2 == 0 ? [drawings, control] : [control, drawings] {
        let round = try round(count, at: bench)
        if count == drawings { many.append(round) } else { few.append(round) }
      }
    }
    guard let shown = Spread(many.map(\.shown)), let frame = Spread(many.map(\.frame)),
      let ratio = zip(many, few).map({ $0.shown / $1.shown }).median,
      let answered = many.map(\.answered).median,
      let memory = zip(many, few).map({ $0.memory - $1.memory }).median
    else { throw BenchmarkError("no library was shown") }
    return LibraryBenchmark(
      shown: shown, shownRatio: ratio, frame: frame, answered: answered, memory: memory)
  }

  private static func round(_ count: Int, at bench: Workbench) throws -> Round {
    guard let page = bench.page(.empty, for: .plumbago) else {
      throw BenchmarkError("there is no empty page")
    }
    // Within the panel, below its buttons and its field.
    let list = PixelBox(x: 1070, y: 190, width: 190, height: 560)
    let stage = try bench.start(.plumbago, path: page) { screen in
      let folder = screen.folder.home + "/Documents/Plumbago"
      mkdir(screen.folder.home + "/Documents", 0o700)
      mkdir(folder, 0o700)
      // Links to one file: a listing, and a picture of each, cost what they do for files of their own.
      for i in 0..<count { link(page, "\(folder)/Drawing \(i).plumbago") }
    }
    let screen = stage.screen
    defer { screen.close() }
    _ = try screen.waitForWindow()
    try screen.waitUntilStill(for: 1)
    screen.watch(list)
    let pressed = now()
    try screen.keyboard.press("l", [.control])
    try screen.waitUntilStill(for: 2, timeout: 120)
    let rows = screen.captures.first { $0.picture.pixels { $0.luma < 0.4 }.count > 200 }
    guard let rows else { throw BenchmarkError("the library showed nothing") }
    screen.watch(nil)
    screen.mouse.move(to: Point(1160, 500))
    let (frames, answered) = try Viewing.frames(on: screen) {
      for way in [Vector(0, 4000), Vector(0, -2000)] {
        screen.touchpad.scroll(by: way, duration: 1.5, rate: 120)
      }
    }
    try stage.program.expectQuiet()
    return Round(
      shown: rows.time - pressed, frame: frames.median, answered: answered,
      memory: Double(stage.program.peakMemory))
  }

  var json: JSON {
    .object([
      ("shown_ms", shown.json(scale: 1e3)), ("shown_ratio_to_ten", .number(shownRatio)),
      ("scrolling_frame_ms", frame.json(scale: 1e3)), ("refreshes_met", .number(answered)),
      ("memory_above_ten_bytes", .number(memory)),
    ])
  }
}

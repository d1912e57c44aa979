import Glibc
import InkModel
import InkStore

/// What reading the full page from its file costs, and how much of that is looking at its numbers: an element is
/// taken only where all of them are finite and within ``InkModel/ElementLimits``.
struct LoadingBenchmark {
  /// Milliseconds of processor time for the store to read the page.
  var load: Spread
  /// Milliseconds of that for looking at the numbers of all its elements.
  ///
  /// Within the load an element has just been made and is in the processor's caches. So each is looked at once, and in
  /// a second pass twice; what that takes longer is the cost of one look at what is at hand.
  var check: Spread
  /// How many times as long reading takes as it would without looking at numbers: the median over the rounds, each
  /// with a load and a look of its own.
  var ratio: Double

  static func run(_ page: Page, folder: String, repetitions: Int) async throws -> LoadingBenchmark {
    let path = folder + "/loading.plumbago"
    defer { unlink(path) }
    try await page.write(plumbago: path)
    let store = try await DocumentStore.open(path, mode: .readOnly)
    var (loads, checks, ratios): ([Double], [Double], [Double]) = ([], [], [])
    // The first round, which finds the file's pages in no cache, does not count.
    for round in 0...repetitions {
      let start = processorTime()
      let elements = try await store.load().elements
      let loaded = processorTime()
      var sound = look(at: elements, times: 1)
      let once = processorTime()
      sound += look(at: elements, times: 2)
      let twice = processorTime()
      guard sound == 3 * page.strokes.count else {
        throw BenchmarkError("the page was not read whole")
      }
      guard round > 0 else { continue }
      let (load, check) = (loaded - start, max((twice - once) - (once - loaded), 0))
      loads.append(load * 1e3)
      checks.append(check * 1e3)
      ratios.append(load / max(load - check, 1e-9))
    }
    try await store.close()
    guard let load = Spread(loads), let check = Spread(checks), let ratio = ratios.median else {
      throw BenchmarkError("nothing was loaded")
    }
    return LoadingBenchmark(load: load, check: check, ratio: ratio)
  }

  /// Seconds that this process has spent on a processor: what else the machine does is not in them.
  private static func processorTime() -> Double {
    var t = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t)
    return Double(t.tv_sec) + Double(t.tv_nsec) * 1e-9
  }

  /// How many looks found an element sound.
  private static func look(at elements: [Element], times: Int) -> Int {
    var sound = 0
    for element in elements {
      for _ in 0..<times where element.isWithinLimits { sound += 1 }
    }
    return sound
  }

  func rows(_ text: (Spread) -> String) -> [String] {
    [
      "| reading the full page from its file, ms | \(text(load)) |",
      "| of that, looking at its numbers, ms | \(text(check)) |",
    ]
  }

  var json: JSON {
    .object([
      ("load_ms", load.json(scale: 1)), ("check_ms", check.json(scale: 1)),
      ("ratio", .number(ratio)),
    ])
  }
}

import Glibc
import Handwriting
import InkModel
import InkTestSupport

/// What reading handwriting costs with the English pack as shipped: on ink that is drawn here, because ink of
/// people is in no repository.
struct Recognition {
  /// Milliseconds to open the pack.
  var load: Spread
  /// Milliseconds to read a word of five letters and a line of forty characters.
  var word: Spread
  var line: Spread
  /// Bytes that opening and reading added to the process at their highest.
  var memory: Double

  /// - Parameter folder: the language pack.
  static func run(folder: String, repetitions: Int) throws -> Recognition {
    let before = try Memory.now()
    try Memory.forgetPeak()
    let loads = try (0..<max(5, repetitions / 10)).map { _ in
      try milliseconds { _ = try LanguagePack(.english, at: folder) }
    }
    let reader = LineReader(pack: try LanguagePack(.english, at: folder))
    func reading(_ text: String, _ kind: RecognitionContext.Kind, _ count: Int) throws -> Spread {
      guard let strokes = DrawnLetters().draw(text) else {
        throw BenchmarkError("no letters for \(text)")
      }
      let ink = strokes.map { WrittenStroke($0) }
      let times = try (0..<count).map { _ in
        try milliseconds {
          let found = try reader.read(
            ink, line: Array(ink.indices), context: RecognitionContext(kind), limit: 5)
          guard !found.isEmpty else { throw BenchmarkError("\(text) was read as nothing") }
        }
      }
      guard let spread = Spread(times) else { throw BenchmarkError("nothing was measured") }
      return spread
    }
    let word = try reading("noted", .word, repetitions)
    let line = try reading("tell me the one who can mend it a little", .line, repetitions)
    guard let load = Spread(loads) else { throw BenchmarkError("nothing was measured") }
    return Recognition(load: load, word: word, line: line, memory: try Memory.peak() - before)
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return (now() - start) * 1e3
  }

  /// The most milliseconds that each may take, and bytes.
  private static let most = (load: 50.0, word: 8.0, line: 40.0, memory: 40.0 * 1_048_576)

  var goals: [Goal] {
    [
      Goal(
        name: "opening the English handwriting data, median, to 50 ms",
        ratio: load.median / Self.most.load, limit: 1),
      Goal(
        name: "reading a word of 5 letters, median, to 8 ms", ratio: word.median / Self.most.word,
        limit: 1),
      Goal(
        name: "reading a line of 40 characters, median, to 40 ms",
        ratio: line.median / Self.most.line, limit: 1),
      Goal(
        name: "memory that reading takes, to 40 MiB", ratio: memory / Self.most.memory, limit: 1),
    ]
  }

  var json: JSON {
    .object([
      ("load_ms", load.json(scale: 1)), ("word_ms", word.json(scale: 1)),
      ("line_of_40_characters_ms", line.json(scale: 1)), ("memory_bytes", .number(memory)),
    ])
  }

  /// Rows of the table of steps, each with its limit.
  func rows(_ both: (Spread) -> String) -> [String] {
    [
      "| opening the English handwriting data, ms (at most 50) | \(both(load)) |",
      "| reading a word of 5 letters, ms (at most 8) | \(both(word)) |",
      "| reading a line of 40 characters, ms (at most 40) | \(both(line)) |",
      "| memory that it takes, MiB (at most 40) | \(Int((memory / 1_048_576).rounded())) | |",
    ]
  }
}

/// The memory of this process that is its own or mapped, as the kernel counts it.
private enum Memory {
  static func now() throws -> Double { try value("VmRSS:") }
  static func peak() throws -> Double { try value("VmHWM:") }

  /// The peak is counted from here on.
  static func forgetPeak() throws {
    guard let file = fopen("/proc/self/clear_refs", "we") else {
      throw BenchmarkError("the peak of memory cannot be set back")
    }
    fputs("5", file)
    fclose(file)
  }

  private static func value(_ name: String) throws -> Double {
    guard let file = fopen("/proc/self/status", "re") else {
      throw BenchmarkError("this process's memory is unknown")
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let text = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      if let kib = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Double($0)
      }) {
        return kib * 1024
      }
    }
    throw BenchmarkError("this process's memory is unknown")
  }
}

import Glibc
import InkModel
import InkStore
import InkTestSupport

/// Finding words in a library of a thousand drawings of 500 words each, from the start of `plumbago search` to the first
/// line of what it found.
struct SearchBenchmark {
  static let drawings = 1000
  private static let lines = 50
  private static let wordsOfLine = 10
  /// Seconds to the first line: longer, and a word that is typed lags behind the hand.
  static let mostTime = 0.1
  /// Bytes of the index for a million letters.
  static let mostBytes = 5.0 * 1024 * 1024

  /// Seconds to the first line.
  var found: Spread
  /// Bytes of the index for a million letters.
  var room: Double

  static func run(at bench: Workbench, rounds: Int) async throws -> SearchBenchmark {
    guard let program = bench.programs[.plumbago] else {
      throw BenchmarkError("there is no app")
    }
    let folder = bench.folder + "/searched"
    let cache = bench.folder + "/cache"
    mkdir(folder, 0o700)
    defer {
      for i in 0..<drawings { unlink("\(folder)/\(i).plumbago") }
      rmdir(folder)
    }
    let (vocabulary, letters) = try await write(to: folder)
    func command(_ arguments: String) -> String {
      "XDG_CACHE_HOME='\(cache)' '\(program)' \(arguments) --folder '\(folder)'"
    }
    _ = try first(command("index"))
    let index = cache + "/plumbago/index.db"
    var info = stat()
    guard stat(index, &info) == 0 else { throw BenchmarkError("there is no index") }
    let room = Double(info.st_size) / Double(letters) * 1e6
    var times: [Double] = []
    // Frequent words, rare ones, two at once.
    let words = [
      vocabulary[0], vocabulary[7], vocabulary[19_000], vocabulary[500] + " " + vocabulary[3],
    ]
    for _ in 0..<rounds {
      for word in words {
        let start = now()
        guard let end = try first(command("search --json " + word)) else {
          throw BenchmarkError("“\(word)” was not found")
        }
        times.append(end - start)
      }
    }
    guard let found = Spread(times) else { throw BenchmarkError("nothing was searched for") }
    return SearchBenchmark(found: found, room: room)
  }

  /// Runs a command of the shell; when its first line came, `nil` where none did.
  private static func first(_ command: String) throws -> Double? {
    guard let output = popen(command, "re") else { throw BenchmarkError("there is no shell") }
    var time: Double?
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, CInt(line.count), output) != nil {
      if time == nil { time = now() }
    }
    guard pclose(output) == 0 else { throw BenchmarkError("\(command) failed") }
    return time
  }

  /// Writes the drawings, each with a text box; the words and how many letters there are in all.
  private static func write(
    to folder: String
  ) async throws -> (vocabulary: [String], letters: Int) {
    var random = SeededGenerator(seed: 7)
    let words = RandomWords(using: &random)
    var letters = 0
    for i in 0..<drawings {
      let text = (0..<lines).map { _ in
        (0..<wordsOfLine).map { _ in
          let word = words.next(using: &random)
          letters += word.count
          return word
        }.joined(separator: " ")
      }.joined(separator: "\n")
      let box = TextBox(
        [TextRun(text, family: "Sans", size: 18)],
        extent: Rect(x: 0, y: 0, width: 600, height: 22 * Double(lines)))
      let element = Element(id: ElementID(1), order: .first, kind: .other(box))
      let store = try await DocumentStore.open("\(folder)/\(i).plumbago", mode: .readWrite)
      try await store.perform([
        .commit(step: 1, edit: DrawingEdit(label: .draw, inserted: [element]))
      ])
      try await store.close()
    }
    return (words.vocabulary, letters)
  }

  var json: JSON {
    .object([
      ("first_line_ms", found.json(scale: 1e3)), ("bytes_for_a_million_letters", .number(room)),
    ])
  }
}

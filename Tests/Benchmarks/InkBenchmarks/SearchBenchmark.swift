import Glibc
import InkModel
import InkStore
import InkTestSupport
import PageReading
import SearchIndex

/// Finding words in a library of a thousand drawings of 500 words each, from the start of `plumbago search` to the first
/// line of what it found.
///
/// Once with the words in text boxes, and once with the same words as lines that were read from ink, with other readings.
/// No ink is read for these: the lines are put into the index as reading leaves them there, and the drawings are empty.
struct SearchBenchmark {
  static let drawings = 1000
  private static let lines = 50
  private static let wordsOfLine = 10
  /// Other readings for each word of ink: 0.25 on lines of people's hands, 0.46 in rows of single words.
  static let othersOfWord = 0.3
  /// Seconds to the first line: longer, and a word that is typed lags behind the hand.
  static let mostTime = 0.1
  /// Bytes of the index for a million letters.
  static let mostBytes = 5.0 * 1024 * 1024

  var typed: Figures
  /// Half of the words searched for are in other readings only.
  var written: Figures

  struct Figures {
    /// Seconds to the first line.
    var found: Spread
    /// Bytes of the index for a million letters; those of other readings do not count as letters.
    var room: Double
  }

  static func run(at bench: Workbench, rounds: Int) async throws -> SearchBenchmark {
    guard let program = bench.programs[.plumbago], let empty = bench.page(.empty, for: .plumbago)
    else { throw BenchmarkError("there is no app") }
    var random = SeededGenerator(seed: 7)
    let text = Text(using: &random)
    let typed = try Shelf("typed", program, bench)
    defer { typed.remove() }
    let written = try Shelf("written", program, bench)
    defer { written.remove() }
    try await typed.write(text)
    let readings = try await written.link(to: empty, read: text)
    // Frequent words, rare ones, two at once.
    let v = text.vocabulary
    let words = [v[0], v[7], v[19_000], v[500] + " " + v[3]]
    let misread = (0..<4).map { readings[$0 * (readings.count - 1) / 3] }
    var (typedTimes, writtenTimes): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      for word in words {
        typedTimes.append(try typed.seconds(toFind: word))
        writtenTimes.append(try written.seconds(toFind: word))
      }
      for word in misread { writtenTimes.append(try written.seconds(toFind: word)) }
    }
    return SearchBenchmark(
      typed: try typed.figures(typedTimes, text), written: try written.figures(writtenTimes, text))
  }

  /// What is written in all drawings.
  private struct Text {
    var vocabulary: [String]
    /// By drawings and lines.
    var words: [[[String]]]
    var letters = 0

    init(using random: inout SeededGenerator) {
      let source = RandomWords(using: &random)
      vocabulary = source.vocabulary
      words = []
      for _ in 0..<drawings {
        var page: [[String]] = []
        for _ in 0..<lines {
          var line: [String] = []
          for _ in 0..<wordsOfLine { line.append(source.next(using: &random)) }
          page.append(line)
        }
        words.append(page)
      }
      for line in words.joined() { for word in line { letters += word.count } }
    }
  }

  /// A folder of drawings, and a cache with the index of it.
  private struct Shelf {
    let folder: String
    private let program: String
    private let cache: String
    private var index: String { cache + "/plumbago/index.db" }

    init(_ name: String, _ program: String, _ bench: Workbench) throws {
      folder = "\(bench.folder)/\(name)"
      cache = "\(bench.folder)/\(name)-cache"
      self.program = program
      guard mkdir(folder, 0o700) == 0 else {
        throw BenchmarkError("\(folder) cannot be made")
      }
    }

    func remove() {
      for i in 0..<drawings { unlink(path(i)) }
      rmdir(folder)
      for suffix in ["", "-wal", "-shm"] { unlink(index + suffix) }
      rmdir(cache + "/plumbago")
      rmdir(cache)
    }

    private func path(_ number: Int) -> String { "\(folder)/\(number).plumbago" }

    private func command(_ arguments: String) -> String {
      "XDG_CACHE_HOME='\(cache)' '\(program)' \(arguments) --folder '\(folder)'"
    }

    /// Writes the drawings, each with a text box, and has the app index them.
    func write(_ text: Text) async throws {
      for (number, lines) in text.words.enumerated() {
        let words = lines.map { $0.joined(separator: " ") }.joined(separator: "\n")
        let box = TextBox(
          [TextRun(words, family: "Sans", size: 18)],
          extent: Rect(x: 0, y: 0, width: 600, height: 22 * Double(lines.count)))
        let element = Element(id: ElementID(1), order: .first, kind: .other(box))
        let store = try await DocumentStore.open(path(number), mode: .readWrite)
        try await store.perform([
          .commit(step: 1, edit: DrawingEdit(label: .draw, inserted: [element]))
        ])
        try await store.close()
      }
      _ = try first(command("index"))
    }

    /// Makes links to a drawing without ink, and an index in which all of them have been read.
    ///
    /// - Returns: Other readings that are no word's best one.
    func link(to drawing: String, read text: Text) async throws -> [String] {
      for number in 0..<drawings {
        guard Glibc.link(drawing, path(number)) == 0 else {
          throw BenchmarkError("\(path(number)) cannot be made")
        }
      }
      var random = SeededGenerator(seed: 8)
      var readings: [String] = []
      let known = Set(text.vocabulary)
      let search = try SearchIndex(at: index)
      let items = try await search.outdated(in: folder)
      guard items.count == text.words.count else {
        throw BenchmarkError("\(folder) has \(items.count) drawings")
      }
      for (item, words) in zip(items, text.words) {
        var lines: [(page: Int, line: TextLine)] = []
        for (row, best) in words.enumerated() {
          let read = line(of: best, row: row, using: &random)
          readings += read.others.map(\.text).filter { !known.contains($0) }
          lines.append((page: 0, line: read))
        }
        try await search.put(lines, asReadFrom: item)
      }
      guard !readings.isEmpty else { throw BenchmarkError("there are no other readings") }
      return readings
    }

    /// A line of ink with other readings of some words, each a letter off: a word that the index has nowhere else, as a rule.
    private func line(
      of best: [String], row: Int, using random: inout SeededGenerator
    ) -> TextLine {
      var line = TextLine([])
      var x = 20 + Double.random(in: 0..<8, using: &random)
      for (i, word) in best.enumerated() {
        let width = Double(word.count) * Double.random(in: 9..<11, using: &random)
        let y = Double(row) * 30 + Double.random(in: 0..<4, using: &random)
        let height = Double.random(in: 14..<22, using: &random)
        line.words.append(
          TextLine.Word(word, box: Rect(x: x, y: y, width: width, height: height)))
        x += width + 8
        guard Double.random(in: 0..<1, using: &random) < othersOfWord else { continue }
        line.others.append(
          TextLine.Reading(replaced: i..<i + 1, text: misread(word, using: &random)))
      }
      return line
    }

    private func misread(_ word: String, using random: inout SeededGenerator) -> String {
      var letters = Array(word)
      let index = Int.random(in: 0..<letters.count, using: &random)
      let right = letters[index]
      let others = "etaoinshrdlucmfwypvbgkjqxz".filter { $0 != right }
      letters[index] = others.randomElement(using: &random) ?? right
      return String(letters)
    }

    func seconds(toFind words: String) throws -> Double {
      let start = now()
      guard let end = try first(command("search --json " + words)) else {
        throw BenchmarkError("“\(words)” was not found")
      }
      return end - start
    }

    /// The figures of all searches; the index is as large as the searches left it.
    func figures(_ times: [Double], _ text: Text) throws -> Figures {
      var info = stat()
      guard stat(index, &info) == 0 else { throw BenchmarkError("there is no index") }
      guard let found = Spread(times) else { throw BenchmarkError("nothing was searched for") }
      return Figures(found: found, room: Double(info.st_size) / Double(text.letters) * 1e6)
    }
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

  var table: [String] {
    func row(_ name: String, _ f: Figures) -> String {
      let times = [f.found.median, f.found.p95].map { "\(($0 * 10_000).rounded() / 10)" }
      return "| \(name) | \(times.joined(separator: " / ")) "
        + "| \((f.room / 1_048_576 * 100).rounded() / 100) |"
    }
    return [
      "| \(Self.drawings) drawings of 500 words | First line found, ms: median / p95 "
        + "| Index for a million letters, MiB |", "|---|---|---|", row("Typed", typed),
      row("Written, with \(Self.othersOfWord) other readings a word", written),
    ]
  }

  var json: JSON {
    func json(_ f: Figures) -> JSON {
      .object([
        ("first_line_ms", f.found.json(scale: 1e3)),
        ("bytes_for_a_million_letters", .number(f.room)),
      ])
    }
    return .object([
      ("typed", json(typed)), ("written", json(written)),
      ("other_readings_of_a_word", .number(Self.othersOfWord)),
    ])
  }
}

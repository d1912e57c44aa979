import Canvas
import Glibc
import InkModel
import TabletCompositor

// Measures the app in the headless compositor, beside a bare GTK 4 window and, where it is installed,
// Xournal++. scripts/bench builds everything and runs this, by the program of BenchmarkCommand.

func say(_ text: String) {
  let line = text + "\n"
  _ = line.withCString { write(2, $0, strlen($0)) }
}

func writeText(_ text: String, to path: String) throws {
  guard let file = fopen(path, "we") else { throw BenchmarkError("\(path) cannot be written") }
  fputs(text, file)
  guard fclose(file) == 0 else { throw BenchmarkError("\(path) cannot be written") }
}

/// The app with each brush on each page, half as long as otherwise.
func scribbleWithBrushes(_ options: Options, _ bench: Workbench, _ report: inout Report) throws {
  var scribble = options.scribble
  scribble.strokes = max(scribble.strokes / 2, 1)
  for brush in Set(StockBrushes.all.map(\.name)).sorted() {
    for page in PageKind.allCases where options.pages.contains(page) {
      for contestant in [Contestant.plumbago, .frames] where bench.programs[contestant] != nil {
        let result = try scribble.run(contestant, page, brush: brush, at: bench)
        let key = Report.BrushKey(contestant: contestant, page: page, brush: brush)
        report.brushes[key, default: []].append(result)
        say("\(contestant.title), \(brush), \(page.rawValue) page")
      }
    }
  }
}

/// Measures, writes and prints.
func measure(_ options: Options) async throws -> Report {
  func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
  var programs: [Contestant: String] = [:]
  for (contestant, name) in [
    (Contestant.plumbago, "PLUMBAGO_BINARY"), (.frames, "PLUMBAGO_BINARY"),
    (.control, "BENCH_CONTROL"),
    (.xournal, "BENCH_XOURNALPP"),
  ] where options.only.contains(contestant) {
    if let path = variable(name), !path.isEmpty { programs[contestant] = path }
  }
  if options.only.contains(.xournal), programs[.xournal] == nil {
    say("Xournal++ is not installed, so there is nothing to compare with but the bare window.")
  }
  var template = Array(((variable("TMPDIR") ?? "/tmp") + "/ink-benchmarks-XXXXXX").utf8CString)
  guard mkdtemp(&template) != nil else {
    throw BenchmarkError("there is no folder for temporary files")
  }
  let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer {
    for kind in PageKind.allCases {
      for suffix in ["plumbago", "xopp"] { unlink("\(folder)/\(kind.rawValue).\(suffix)") }
    }
    rmdir(folder)
  }
  let bench = Workbench(programs: programs, folder: folder)
  try await bench.prepare(strokes: options.strokes)
  var report = Report(
    strokes: options.strokes, rate: options.scribble.rate, rounds: options.rounds,
    isShort: options.isShort)
  for round in 1...options.rounds {
    for page in PageKind.allCases where options.pages.contains(page) {
      // Another one begins each round.
      let all = Contestant.allCases.filter { programs[$0] != nil && $0.shows(page) }
      guard !all.isEmpty else { continue }
      let turn = round % all.count
      for contestant in all[turn...] + all[..<turn] {
        let key = Report.Key(contestant: contestant, page: page)
        // By frames it opens no faster or slower.
        if options.parts.contains("open"), contestant != .frames {
          let result = try Opening.run(contestant, page, at: bench)
          report.openings[key, default: []].append(result)
        }
        if options.parts.contains("scribble") {
          let result = try options.scribble.run(contestant, page, at: bench)
          report.scribbles[key, default: []].append(result)
        }
        say("round \(round) of \(options.rounds): \(contestant.title), \(page.rawValue) page")
      }
    }
    if options.parts.contains("brushes") { try scribbleWithBrushes(options, bench, &report) }
  }
  if options.parts.contains("view"), programs[.plumbago] != nil {
    for strokes in Viewing.sizes where !options.isShort || strokes == Viewing.sizes[0] {
      report.viewings.append(try await Viewing.run(strokes, at: bench))
      say("looking at \(strokes) strokes")
    }
  }
  if options.parts.contains("layers"), programs[.plumbago] != nil {
    report.layers = try await LayersBenchmark.run(
      Page(strokes: options.strokes), scribble: options.scribble, at: bench, rounds: options.rounds)
    say("drawing on ten layers")
  }
  if options.parts.contains("library"), programs[.plumbago] != nil {
    report.library = try await LibraryBenchmark.run(at: bench, rounds: options.rounds)
    say("a library of \(LibraryBenchmark.drawings) drawings")
  }
  if options.parts.contains("documents"), programs[.plumbago] != nil {
    report.documents = try DocumentsBenchmark.run(
      scribble: options.scribble, at: bench, rounds: options.rounds)
    say("\(DocumentsBenchmark.pages) pages of a PDF document")
  }
  if options.parts.contains("history"), programs[.plumbago] != nil {
    report.history = try await HistoryBenchmark.run(at: bench, rounds: options.rounds)
    say("looking back through \(HistoryBenchmark.steps) steps")
  }
  if options.parts.contains("search"), programs[.plumbago] != nil {
    report.search = try await SearchBenchmark.run(at: bench, rounds: options.rounds)
    say("searching \(SearchBenchmark.drawings) drawings")
  }
  if options.parts.contains("sweep"), programs[.plumbago] != nil {
    for kind in Eraser.Kind.allCases {
      report.sweepings.append(try await Sweeping.run(kind, at: bench))
      say("erasing \(Sweeping.strokes) strokes by \(kind.rawValue)")
    }
  }
  if options.parts.contains("steps") {
    report.micro = try await MicroBenchmarks.run(
      page: Page(strokes: options.strokes), folder: folder,
      repetitions: options.isShort ? 20 : 200)
  }
  if options.parts.contains("load") {
    report.loading = try await LoadingBenchmark.run(
      Page(strokes: options.strokes), folder: folder, repetitions: options.isShort ? 5 : 41)
    if programs[.plumbago] != nil, !options.isShort {
      report.pictures = try await PicturesBenchmark.run(
        Page(strokes: options.strokes), at: bench, rounds: options.rounds)
      say("opening a file with pictures")
    }
  }
  if options.parts.contains("large-picture"), programs[.plumbago] != nil {
    report.largePicture = try LargePictureBenchmark.run(at: bench, rounds: options.rounds)
    say("a picture of 100 megapixels")
  }
  if options.parts.contains("reading") {
    guard let share = variable("PLUMBAGO_DATA_DIR") else {
      throw BenchmarkError("PLUMBAGO_DATA_DIR is not set: there is no handwriting data")
    }
    report.recognition = try Recognition.run(
      folder: share + "/plumbago/recognition/en", repetitions: options.isShort ? 20 : 200)
  }
  if !options.parts.isDisjoint(with: ["scribble-fields", "scribble-turns"]) {
    guard let program = variable("BENCH_FIELDS") else {
      throw BenchmarkError("BENCH_FIELDS is not set: there is no field to write in")
    }
    if options.parts.contains("scribble-fields") {
      report.writing = try WritingInFields.run(program, share: options.isShort ? 0.1 : 1)
      say("writing in a field")
    }
    if options.parts.contains("scribble-turns") {
      report.turns = try MainLoopTurns.run(program, isShort: options.isShort)
      say("turns of the main loop")
    }
  }
  if let path = variable("BENCH_MODULE_COST") { report.moduleCost = try readText(path) }
  if let path = options.json {
    let text = report.json().text() + "\n"
    if path == "-" { print(text, terminator: "") } else { try writeText(text, to: path) }
  }
  if let path = options.report { try writeText(report.page(of: .here()), to: path) }
  if options.json != "-" { print(report.table()) }
  return report
}

/// Measures what the arguments ask for, and writes and prints what comes out.
///
/// - Returns: The exit status.
public func runBenchmarks(_ arguments: [String]) async -> CInt {
  if arguments.contains("--help") {
    print(Options.help)
    return 0
  }
  do {
    let options = try Options(arguments)
    if let path = options.writePage {
      try await Page(strokes: options.strokes).write(plumbago: path)
      return 0
    }
    let report = try await measure(options)
    for line in report.misses { say("bench: missed: \(line)") }
    return report.status(isStrict: options.isStrict)
  } catch {
    say("bench: \(error)")
    return 1
  }
}

import Canvas
import Glibc
import InkModel
import TabletCompositor

// Measures the app in the headless compositor, beside a bare GTK 4 window and, where it is installed,
// Xournal++. scripts/bench builds everything and runs this.

struct Options {
  var json: String?
  var report: String?
  var rounds = 5
  var strokes = 10_000
  var scribble = Scribble()
  var writePage: String?
  var isShort = false
  var withMicro = true
  var only: Set<Contestant> = Set(Contestant.allCases)
  var pages: Set<PageKind> = Set(PageKind.allCases)
  var parts: Set<String> = [
    "scribble", "brushes", "open", "view", "layers", "library", "documents", "history", "search",
    "sweep",
    "steps", "load", "large-picture", "reading", "scribble-fields", "scribble-turns",
  ]

  static let help = """
    usage: scripts/bench [--report] [--json OUT] [--short] [--rounds N] [--strokes N] [--rate HZ]
                         [--only plumbago,plumbago-frames,control,xournalpp]
                         [--pages empty,full]
                         [--parts scribble,brushes,open,view,layers,library,documents,history,search,sweep,
                          steps,load,large-picture,reading,scribble-fields,scribble-turns]

    --report     also writes docs/benchmarks.md: what is measured and how, and the tables
    --json OUT   also writes everything that was measured as JSON ("-" for standard output)
    --short      two minutes: one round of two strokes and a page of 500, without Xournal++;
                 says whether measuring works, not how fast anything is
    --rounds N   programs take turns N times; each figure is the median over the rounds (5)
    --strokes N  strokes on the full page (10000)
    --rate HZ    samples a second from the pen (237)
    --write-page FILE
                 only writes the full page as a drawing
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ option: String) throws -> String {
      guard let v = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
      return v
    }
    func number(_ option: String) throws -> Int {
      guard let n = Int(try value(option)), n > 0 else {
        throw BenchmarkError("\(option) takes a whole number above 0")
      }
      return n
    }
    func choices<T: RawRepresentable & Hashable>(_ option: String, _: T.Type) throws -> Set<T>
    where T.RawValue == String {
      Set(
        try value(option).split(separator: ",").map {
          guard let v = T(rawValue: String($0)) else {
            throw BenchmarkError("\(option) does not know \($0)")
          }
          return v
        })
    }
    while let word = rest.popFirst() {
      switch word {
      case "--json": json = try value(word)
      case "--report": report = try value(word)
      case "--write-page": writePage = try value(word)
      case "--short":
        isShort = true
        rounds = 1
        strokes = 500
        scribble.strokes = 2
        only = [.plumbago, .frames, .control]
        parts = ["scribble", "open", "steps", "load", "scribble-fields", "scribble-turns"]
      case "--rounds": rounds = try number(word)
      case "--strokes": strokes = try number(word)
      case "--rate":
        scribble.rate = Double(try number(word))
        guard scribble.rate >= 60, scribble.rate <= 1000 else {
          throw BenchmarkError("--rate takes 60 to 1000")
        }
      case "--only": only = try choices(word, Contestant.self)
      case "--pages": pages = try choices(word, PageKind.self)
      case "--parts": parts = Set(try value(word).split(separator: ",").map(String.init))
      default: throw BenchmarkError("\(word) is unknown")
      }
    }
  }
}

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

func measure(_ options: Options) async throws {
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
    strokes: options.strokes, rate: options.scribble.rate, rounds: options.rounds)
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
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") {
  print(Options.help)
  exit(0)
}
do {
  let options = try Options(arguments)
  if let path = options.writePage {
    try await Page(strokes: options.strokes).write(plumbago: path)
  } else {
    try await measure(options)
  }
} catch {
  say("bench: \(error)")
  exit(1)
}

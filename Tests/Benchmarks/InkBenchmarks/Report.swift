/// Everything that was measured, and what it looks like.
struct Report {
  struct Key: Hashable {
    var contestant: Contestant
    var page: PageKind
  }

  struct BrushKey: Hashable {
    var contestant: Contestant
    var page: PageKind
    var brush: String
  }

  var strokes: Int
  var rate: Double
  var rounds: Int
  /// Whether measured in short, with too little of some things for their goals.
  var isShort = false
  var scribbles: [Key: [ScribbleResult]] = [:]
  /// Of the app with each of its brushes.
  var brushes: [BrushKey: [ScribbleResult]] = [:]
  var openings: [Key: [OpeningResult]] = [:]
  var viewings: [ViewingResult] = []
  var sweepings: [SweepingResult] = []
  var micro: MicroBenchmarks?
  var loading: LoadingBenchmark?
  var pictures: PicturesBenchmark?
  var largePicture: LargePictureBenchmark?
  var layers: LayersBenchmark?
  var library: LibraryBenchmark?
  var documents: DocumentsBenchmark?
  var history: HistoryBenchmark?
  var search: SearchBenchmark?
  var recognition: Recognition?
  var writing: WritingInFields?
  var turns: MainLoopTurns?
  /// What the input-method module costs other programs: the table of `scripts/im-cost`.
  var moduleCost: String?

  private static var keys: [Key] {
    PageKind.allCases.flatMap { page in
      Contestant.allCases.filter { $0.shows(page) }.map { Key(contestant: $0, page: page) }
    }
  }

  // MARK: Figures

  private func scribble(_ key: Key, _ figure: (ScribbleResult) -> Double) -> Double? {
    scribbles[key]?.map(figure).median
  }

  private func opening(_ key: Key, _ figure: (OpeningResult) -> Double) -> Double? {
    openings[key]?.map(figure).median
  }

  /// How many times the other one thing takes; two that take no time at all are alike.
  private static func ratio(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return nil }
    return a == b ? 1 : a / b
  }

  /// All that is to be true, known or not.
  ///
  /// What a run in short has too little of lacks it. The longest turn of the main loop is none of that: a turn that is
  /// too long is so however few there were.
  var goals: [Goal] {
    var goals = isShort ? pageGoals.map { $0.lacking("strokes") } : pageGoals
    goals += partGoals
    goals += recognition?.goals ?? []
    goals += writing?.goals(isShort: isShort) ?? []
    goals += turns?.goals ?? []
    return goals
  }

  /// The goals that are missed, each with its ratio and its limit.
  var misses: [String] {
    goals.filter { $0.isMet == false }.map {
      "\($0.name), \(Self.decimal($0.ratio, 2)) of at most \(Self.decimal($0.limit, 2))"
    }
  }

  /// The exit status of a run with this report: 1 where a goal is missed and that is a failure.
  func status(isStrict: Bool) -> CInt { isStrict && !misses.isEmpty ? 1 : 0 }

  /// What is measured on the page of strokes, which is small in short, and with a scribble.
  private var pageGoals: [Goal] {
    let ours = Key(contestant: .plumbago, page: .empty)
    let oursFull = Key(contestant: .plumbago, page: .full)
    let framed = Key(contestant: .frames, page: .empty)
    let framedFull = Key(contestant: .frames, page: .full)
    let theirs = Key(contestant: .xournal, page: .empty)
    let theirsFull = Key(contestant: .xournal, page: .full)
    let bare = Key(contestant: .control, page: .empty)
    func ratio(_ a: Double?, _ b: Double?) -> Double? { Self.ratio(a, b) }
    typealias Figure = (ScribbleResult) -> Double
    func compare(_ name: String, _ a: Key, _ b: Key, _ limit: Double, _ f: Figure) -> Goal {
      Goal(name: name, ratio: ratio(scribble(a, f), scribble(b, f)), limit: limit)
    }
    let median: Figure = { $0.latency.median }
    let p95: Figure = { $0.latency.p95 }
    let p99: Figure = { $0.latency.p99 }
    let gap: Figure = { $0.gap.median }
    let answer: Figure = { $0.answer.median }
    let cpu: Figure = { $0.processorTime }
    return [
      compare("latency median, to Xournal++", ours, theirs, 0.05, median),
      compare("latency p99, to Xournal++", ours, theirs, 0.2, p99),
      Goal(
        name: "next picture, median, to Xournal++'s ink",
        ratio: ratio(scribble(ours, answer), scribble(theirs, median)), limit: 0.05),
      Goal(
        name: "next picture, p99, to Xournal++'s ink",
        ratio: ratio(scribble(ours) { $0.answer.p99 }, scribble(theirs, p99)), limit: 0.2),
      compare("behind the pen, median, to Xournal++", ours, theirs, 0.15, gap),
      compare("CPU, to Xournal++", ours, theirs, 0.6, cpu),
      compare("latency median, full page, to Xournal++", oursFull, theirsFull, 0.05, median),
      compare("latency p99, full page, to Xournal++", oursFull, theirsFull, 0.2, p99),
      compare("CPU, full page, to Xournal++", oursFull, theirsFull, 0.6, cpu),
      compare("by frames: latency median, to Xournal++", framed, theirs, 1, median),
      compare("by frames: latency p95, to Xournal++", framed, theirs, 1.1, p95),
      compare("by frames: CPU, to Xournal++", framed, theirs, 0.6, cpu),
      compare(
        "by frames: latency median, full page, to Xournal++", framedFull, theirsFull, 1, median),
      compare("by frames: latency p95, full page, to Xournal++", framedFull, theirsFull, 1.1, p95),
      compare("latency median, full page to empty", oursFull, ours, 1.05, median),
      compare("next picture, median, full page to empty", oursFull, ours, 1.05, answer),
      compare("CPU, full page to empty", oursFull, ours, 1.05, cpu),
      compare("by frames: latency median, full page to empty", framedFull, framed, 1.05, median),
      compare(
        "by frames: next picture, median, full page to empty", framedFull, framed, 1.05, answer),
      compare("by frames: CPU, full page to empty", framedFull, framed, 1.05, cpu),
      Goal(
        name: "opening the full page, to Xournal++",
        ratio: ratio(opening(oursFull) { $0.time }, opening(theirsFull) { $0.time }), limit: 0.6),
      Goal(
        name: "peak memory of opening it, to Xournal++",
        ratio: ratio(
          opening(oursFull) { Double($0.peakMemory) }, opening(theirsFull) { Double($0.peakMemory) }
        ), limit: 1.5),
      Goal(
        name: "reading the full page, to reading it without looking at its numbers",
        ratio: loading?.ratio, limit: 1.07),
      Goal(
        name: "first picture of a file with 100 MB of pictures, to one without",
        ratio: pictures?.ratio, limit: 1.2),
      Goal(
        name: "peak memory of that above one without, in 64 MiB",
        ratio: pictures.map { $0.memory / Double(PicturesBenchmark.mostMemory) }, limit: 1),
      // What a bare window costs is the floor; how far above it we are has no limit of its own.
      compare("by frames: latency median, to the bare window", framed, bare, .infinity, median),
      compare("CPU, to the bare window", ours, bare, .infinity, cpu),
    ] + brushGoals
  }

  /// What is measured by parts of their own, each with what it needs.
  private var partGoals: [Goal] {
    [
      Goal(
        name: "a picture of 100 megapixels, pasted, to all of it sharp, in a second",
        ratio: largePicture.map { $0.inserted.median / LargePictureBenchmark.mostTime }, limit: 1),
      Goal(
        name: "the same zoomed to its pixels, in a second",
        ratio: largePicture.map { $0.zoomed.median / LargePictureBenchmark.mostTime }, limit: 1),
      Goal(
        name: "peak memory of that, to a picture of 1 megapixel in the same view",
        ratio: largePicture?.memory, limit: LargePictureBenchmark.mostMemory),
      Goal(
        name: "next picture, ten layers to one", ratio: layers?.latencyRatio,
        limit: LayersBenchmark.limit),
      Goal(
        name: "panning a frame, ten layers to one", ratio: layers?.frameRatio,
        limit: LayersBenchmark.limit),
      Goal(
        name: "10,000 drawings with ink in the library, from Ctrl+L to rows, in 300 ms",
        ratio: library.map { $0.shown.median / LibraryBenchmark.mostTime }, limit: 1),
      Goal(
        name: "the same at the start with nothing open, from the window's first frame, in 300 ms",
        ratio: library.map { $0.shownAtStart.median / LibraryBenchmark.mostTime }, limit: 1),
      Goal(
        name: "peak memory of that above an empty library, in 40 MiB",
        ratio: library.map { $0.memory / Double(LibraryBenchmark.mostMemory) }, limit: 1),
      Goal(
        name: "refreshes missed while it scrolls and makes pictures, in 2 %",
        ratio: library.map { (1 - $0.fresh.answered) / LibraryBenchmark.mostMissed }, limit: 1),
      Goal(
        name: "refreshes missed while it scrolls and has all pictures, in 2 %",
        ratio: library.map { (1 - $0.known.answered) / LibraryBenchmark.mostMissed }, limit: 1),
      Goal(
        name: "next picture, on a PDF page of text to empty paper", ratio: documents?.textRatio,
        limit: DocumentsBenchmark.mostLatency),
      Goal(
        name: "next picture, on a PDF page of one photograph to empty paper",
        ratio: documents?.photographRatio, limit: DocumentsBenchmark.mostLatency),
      Goal(
        name: "first of 300 PDF pages, to Xournal++", ratio: documents?.firstRatio,
        limit: DocumentsBenchmark.mostFirst),
      Goal(
        name: "refreshes missed while they scroll, in 2 %",
        ratio: documents.map { (1 - $0.answered) / DocumentsBenchmark.mostMissed }, limit: 1),
      Goal(
        name: "peak memory of 300 PDF pages, to Xournal++", ratio: documents?.memoryRatio,
        limit: DocumentsBenchmark.mostMemory),
      Goal(
        name: "any moment of 10,000 steps, in 200 ms",
        ratio: history.map { $0.longest / HistoryBenchmark.mostTime }, limit: 1),
      Goal(
        name: "first line found in 1,000 drawings of 500 typed words, p95, in 100 ms",
        ratio: search.map { $0.typed.found.p95 / SearchBenchmark.mostTime }, limit: 1),
      Goal(
        name: "the same of written words with other readings",
        ratio: search.map { $0.written.found.p95 / SearchBenchmark.mostTime }, limit: 1),
      Goal(
        name: "index for a million typed letters, in 5 MiB",
        ratio: search.map { $0.typed.room / SearchBenchmark.mostBytes }, limit: 1),
      Goal(
        name: "index for a million written letters with other readings, in 5 MiB",
        ratio: search.map { $0.written.room / SearchBenchmark.mostBytes }, limit: 1),
    ]
  }

  private func brush(_ key: BrushKey, _ figure: (ScribbleResult) -> Double) -> Double? {
    brushes[key]?.map(figure).median
  }

  private var brushKeys: [BrushKey] {
    func sortKey(_ key: BrushKey) -> (String, String, String) {
      (key.brush, key.page.rawValue, key.contestant.rawValue)
    }
    return brushes.keys.sorted { sortKey($0) < sortKey($1) }
  }

  /// No brush is to be much slower than the pen on the same page.
  ///
  /// By the next picture: ink that is foretold is late with none of them.
  private var brushGoals: [Goal] {
    brushKeys.filter { $0.brush != "pen" }.map { key in
      var pen = key
      pen.brush = "pen"
      return Goal(
        name: "next picture, median, \(key.brush) to pen, \(key.contestant.title), "
          + "\(size(key.page)) page",
        ratio: Self.ratio(brush(key) { $0.answer.median }, brush(pen) { $0.answer.median }),
        limit: 1.5)
    }
  }

  private func size(_ page: PageKind) -> String { page == .empty ? "empty" : "full" }

  // MARK: Table

  private static func decimal(_ v: Double?, _ digits: Int) -> String {
    guard let v else { return "–" }
    let k = [1.0, 10, 100][digits]
    let n = Int((v * k).rounded())
    return digits == 0
      ? "\(n)" : "\(n / Int(k))." + String(String(n % Int(k) + Int(k)).dropFirst())
  }

  /// The tables as Markdown.
  func table() -> String {
    func decimal(_ v: Double?, _ digits: Int = 1) -> String { Self.decimal(v, digits) }
    func three(_ key: Key, _ f: (ScribbleResult) -> Spread) -> String {
      guard let s = scribbles[key].flatMap({ Spread(rounds: $0.map(f)) }) else { return "–" }
      let digits = s.median < 1e-3 ? 2 : 1
      return [s.median, s.p95, s.p99, s.max].map { decimal($0 * 1e3, digits) }
        .joined(separator: " / ")
    }
    func two(_ key: Key, _ f: (ScribbleResult) -> Spread) -> String {
      let s = scribbles[key].flatMap { Spread(rounds: $0.map(f)) }
      return "\(decimal(s.map { $0.median * 1e3 })) / \(decimal(s.map { $0.p95 * 1e3 }))"
    }
    func size(_ page: PageKind) -> String { page == .empty ? "empty" : "\(strokes) strokes" }
    func three(_ s: Spread) -> String {
      [s.median, s.p95, s.p99].map { decimal($0 * 1e3, 2) }.joined(separator: " / ")
    }
    var rows = [
      "| Page | Program | Ink latency, ms: median / p95 / p99 / max | Next picture, ms: median / p95 / p99 / max | To the screen, ms: median / p95 | Behind the pen, ms: median / p95 | Frames/s | CPU, ms | Peak memory, MiB |",
      "|---|---|---|---|---|---|---|---|---|",
    ]
    for key in Self.keys where scribbles[key] != nil {
      let gap = scribbles[key].flatMap { Spread(rounds: $0.map(\.gap)) }
      rows.append(
        "| \(size(key.page)) | \(key.contestant.title) | \(three(key) { $0.latency }) "
          + "| \(three(key) { $0.answer }) | \(two(key) { $0.toScreen }) "
          + "| \(decimal(gap.map { $0.median * 1e3 })) / \(decimal(gap.map { $0.p95 * 1e3 })) "
          + "| \(decimal(scribble(key) { $0.frames }, 0)) "
          + "| \(decimal(scribble(key) { $0.processorTime * 1e3 }, 0)) "
          + "| \(decimal(scribble(key) { Double($0.peakMemory) / 1_048_576 }, 0)) |")
    }
    if !brushes.isEmpty {
      rows += [
        "",
        "| Brush | Page | Program | Ink latency, ms: median / p95 / p99 | Next picture, ms: median / p95 / p99 | CPU, ms |",
        "|---|---|---|---|---|---|",
      ]
      for key in brushKeys {
        guard let results = brushes[key], let latency = Spread(rounds: results.map(\.latency)),
          let answer = Spread(rounds: results.map(\.answer))
        else { continue }
        rows.append(
          "| \(key.brush) | \(size(key.page)) | \(key.contestant.title) | \(three(latency)) "
            + "| \(three(answer)) | \(decimal(brush(key) { $0.processorTime * 1e3 }, 0)) |")
      }
    }
    rows += [
      "", "| Opening | Program | First full picture, ms | Peak memory, MiB |", "|---|---|---|---|",
    ]
    for key in Self.keys where openings[key] != nil {
      rows.append(
        "| \(size(key.page)) | \(key.contestant.title) "
          + "| \(decimal(opening(key) { $0.time * 1e3 }, 0)) "
          + "| \(decimal(opening(key) { Double($0.peakMemory) / 1_048_576 }, 0)) |")
    }
    if !viewings.isEmpty { rows += [""] + ViewingResult.tableHead + viewings.map(\.tableRow) }
    if !sweepings.isEmpty { rows += [""] + SweepingResult.tableHead + sweepings.map(\.tableRow) }
    if let largePicture { rows += [""] + largePicture.table }
    if let library { rows += [""] + library.table }
    if let documents { rows += [""] + documents.table }
    if let search { rows += [""] + search.table }
    let known = goals.filter { $0.ratio != nil }
    if !known.isEmpty {
      rows += ["", "| Ratio in the same run | | at most |", "|---|---|---|"]
      for goal in known {
        let limit = goal.limit.isFinite ? decimal(goal.limit, 2) : ""
        rows.append("| \(goal.name) | \(decimal(goal.ratio, 2))\(goal.mark) | \(limit) |")
      }
    }
    func both(_ s: Spread) -> String { "\(decimal(s.median, 2)) | \(decimal(s.p99, 2))" }
    if micro != nil || loading != nil {
      rows += ["", "| One step | median | p99 |", "|---|---|---|"]
    }
    if let micro {
      rows.append("| modelling a sample, µs | \(both(micro.modelerPerSample)) |")
      let pen = micro.rasterizer.first?.cost.median
      for (brush, cost) in micro.rasterizer {
        let ratio = decimal(pen.map { cost.median / $0 }, 2)
        rows.append("| painting a segment, \(brush), µs (\(ratio) × the pen) | \(both(cost)) |")
      }
      for tile in micro.tiles {
        rows.append(
          "| a tile of the full page at \(Int(tile.zoom * 100)) %, ms | \(both(tile.cost)) |")
      }
      rows.append("| a stroke onto the disk, ms | \(both(micro.save)) |")
      rows += micro.erasing.rows(both)
    }
    if let loading { rows += loading.rows(both) }
    if let recognition {
      rows += ["", "| Handwriting | median | p99 |", "|---|---|---|"] + recognition.rows(both)
    }
    if let writing {
      rows += ["", "| Writing in a field | median | p99 |", "|---|---|---|"] + writing.rows(both)
    }
    if let turns { rows += [""] + turns.table }
    if let moduleCost { rows += ["", moduleCost] }
    return rows.joined(separator: "\n")
  }

  // MARK: JSON

  func json() -> JSON {
    func spread(_ s: Spread?) -> JSON { s?.json(scale: 1e3) ?? .number(nil) }
    let scribbling = Self.keys.compactMap { key -> JSON? in
      guard let results = scribbles[key] else { return nil }
      return .object([
        ("program", .text(key.contestant.rawValue)), ("page", .text(key.page.rawValue)),
        ("latency_ms", spread(Spread(rounds: results.map(\.latency)))),
        ("next_picture_ms", spread(Spread(rounds: results.map(\.answer)))),
        ("to_screen_ms", spread(Spread(rounds: results.map(\.toScreen)))),
        ("behind_pen_ms", spread(Spread(rounds: results.map(\.gap)))),
        ("answered", .number(scribble(key) { $0.answered })),
        ("frames_per_second", .number(scribble(key) { $0.frames })),
        ("cpu_ms", .number(scribble(key) { $0.processorTime * 1e3 })),
        ("peak_memory_bytes", .number(scribble(key) { Double($0.peakMemory) })),
        ("latency_median_ms_by_round", .list(results.map { .number($0.latency.median * 1e3) })),
        ("cpu_ms_by_round", .list(results.map { .number($0.processorTime * 1e3) })),
      ])
    }
    let brushed = brushKeys.map { key in
      let results = brushes[key] ?? []
      return JSON.object([
        ("program", .text(key.contestant.rawValue)), ("page", .text(key.page.rawValue)),
        ("brush", .text(key.brush)),
        ("latency_ms", spread(Spread(rounds: results.map(\.latency)))),
        ("next_picture_ms", spread(Spread(rounds: results.map(\.answer)))),
        ("behind_pen_ms", spread(Spread(rounds: results.map(\.gap)))),
        ("cpu_ms", .number(brush(key) { $0.processorTime * 1e3 })),
      ])
    }
    let opened = Self.keys.compactMap { key -> JSON? in
      guard let results = openings[key] else { return nil }
      return .object([
        ("program", .text(key.contestant.rawValue)), ("page", .text(key.page.rawValue)),
        ("first_full_picture_ms", .number(opening(key) { $0.time * 1e3 })),
        ("first_picture_ms", .number(opening(key) { $0.first * 1e3 })),
        ("peak_memory_bytes", .number(opening(key) { Double($0.peakMemory) })),
        ("first_full_picture_ms_by_round", .list(results.map { .number($0.time * 1e3) })),
      ])
    }
    return .object([
      ("strokes_on_full_page", .number(Double(strokes))), ("pen_hz", .number(rate)),
      ("refresh_hz", .number(60)), ("rounds", .number(Double(rounds))),
      ("scribbling", .list(scribbling)), ("brushes", .list(brushed)), ("opening", .list(opened)),
      ("viewing", .list(viewings.map(\.json))), ("sweeping", .list(sweepings.map(\.json))),
      (
        "ratios",
        .list(
          goals.filter { $0.ratio != nil }.map {
            .object([
              ("name", .text($0.name)), ("ratio", .number($0.ratio)),
              ("at_most", .number($0.limit.isFinite ? $0.limit : nil)),
              ("met", $0.isMet.map { .flag($0) } ?? .number(nil)),
            ])
          })
      ), ("steps", micro?.json ?? .object([])),
      ("loading", loading?.json ?? .object([])),
      ("pictures", pictures?.json ?? .object([])),
      ("large_picture", largePicture?.json ?? .object([])),
      ("layers", layers?.json ?? .object([])), ("library", library?.json ?? .object([])),
      ("documents", documents?.json ?? .object([])),
      ("history", history?.json ?? .object([])),
      ("search", search?.json ?? .object([])),
      ("reading", recognition?.json ?? .object([])),
      ("scribble_fields", writing?.json ?? .object([])),
      ("scribble_turns", turns?.json ?? .list([])),
    ])
  }
}

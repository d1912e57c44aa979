/// Everything that was measured, and what it looks like.
struct Report {
  struct Key: Hashable {
    var contestant: Contestant
    var page: PageKind
  }

  var strokes: Int
  var rate: Double
  var rounds: Int
  var scribbles: [Key: [ScribbleResult]] = [:]
  var openings: [Key: [OpeningResult]] = [:]
  var micro: MicroBenchmarks?

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

  /// One thing that is to be true: a ratio of two medians of the same run, and its limit.
  struct Goal {
    var name: String
    var ratio: Double?
    var limit: Double
    var isMet: Bool? { ratio.map { $0 <= limit } }
  }

  var goals: [Goal] {
    let ours = Key(contestant: .plumbago, page: .empty)
    let oursFull = Key(contestant: .plumbago, page: .full)
    let theirs = Key(contestant: .xournal, page: .empty)
    let theirsFull = Key(contestant: .xournal, page: .full)
    let bare = Key(contestant: .control, page: .empty)
    func ratio(_ a: Double?, _ b: Double?) -> Double? {
      guard let a, let b, b > 0 else { return nil }
      return a / b
    }
    typealias Figure = (ScribbleResult) -> Double
    func compare(_ name: String, _ a: Key, _ b: Key, _ limit: Double, _ f: Figure) -> Goal {
      Goal(name: name, ratio: ratio(scribble(a, f), scribble(b, f)), limit: limit)
    }
    let median: Figure = { $0.latency.median }
    let p95: Figure = { $0.latency.p95 }
    let cpu: Figure = { $0.processorTime }
    return [
      compare("latency median, to Xournal++", ours, theirs, 1.05, median),
      compare("latency p95, to Xournal++", ours, theirs, 1.15, p95),
      compare("CPU, to Xournal++", ours, theirs, 1, cpu),
      compare("latency median, full page, to Xournal++", oursFull, theirsFull, 1.05, median),
      compare("latency p95, full page, to Xournal++", oursFull, theirsFull, 1.15, p95),
      compare("CPU, full page, to Xournal++", oursFull, theirsFull, 1, cpu),
      compare("latency median, full page to empty", oursFull, ours, 1.1, median),
      compare("latency p95, full page to empty", oursFull, ours, 1.1, p95),
      compare("CPU, full page to empty", oursFull, ours, 1.1, cpu),
      Goal(
        name: "opening the full page, to Xournal++",
        ratio: ratio(opening(oursFull) { $0.time }, opening(theirsFull) { $0.time }), limit: 1),
      Goal(
        name: "peak memory of opening it, to Xournal++",
        ratio: ratio(
          opening(oursFull) { Double($0.peakMemory) }, opening(theirsFull) { Double($0.peakMemory) }
        ), limit: 1.5),
      // What a bare window costs is the floor; how far above it we are has no limit of its own.
      compare("latency median, to the bare window", ours, bare, .infinity, median),
      compare("CPU, to the bare window", ours, bare, .infinity, cpu),
    ]
  }

  // MARK: Table

  /// The tables as Markdown.
  func table() -> String {
    func decimal(_ v: Double?, _ digits: Int = 1) -> String {
      guard let v else { return "–" }
      let k = [1.0, 10, 100][digits]
      let n = Int((v * k).rounded())
      return digits == 0
        ? "\(n)" : "\(n / Int(k))." + String(String(n % Int(k) + Int(k)).dropFirst())
    }
    func three(_ key: Key, _ f: (ScribbleResult) -> Spread) -> String {
      guard let s = scribbles[key].flatMap({ Spread(rounds: $0.map(f)) }) else { return "–" }
      return [s.median, s.p95, s.p99, s.max].map { decimal($0 * 1e3) }.joined(separator: " / ")
    }
    func size(_ page: PageKind) -> String { page == .empty ? "empty" : "\(strokes) strokes" }
    var rows = [
      "| Page | Program | Ink latency, ms: median / p95 / p99 / max | Behind the pen, ms: median / p95 | Frames/s | CPU, ms | Peak memory, MiB |",
      "|---|---|---|---|---|---|---|",
    ]
    for key in Self.keys where scribbles[key] != nil {
      let gap = scribbles[key].flatMap { Spread(rounds: $0.map(\.gap)) }
      rows.append(
        "| \(size(key.page)) | \(key.contestant.title) | \(three(key) { $0.latency }) "
          + "| \(decimal(gap.map { $0.median * 1e3 })) / \(decimal(gap.map { $0.p95 * 1e3 })) "
          + "| \(decimal(scribble(key) { $0.frames }, 0)) "
          + "| \(decimal(scribble(key) { $0.processorTime * 1e3 }, 0)) "
          + "| \(decimal(scribble(key) { Double($0.peakMemory) / 1_048_576 }, 0)) |")
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
    let known = goals.filter { $0.ratio != nil }
    if !known.isEmpty {
      rows += ["", "| Ratio in the same run | | at most |", "|---|---|---|"]
      for goal in known {
        let limit = goal.limit.isFinite ? decimal(goal.limit, 2) : ""
        let mark = goal.isMet == false ? " (missed)" : ""
        rows.append("| \(goal.name) | \(decimal(goal.ratio, 2))\(mark) | \(limit) |")
      }
    }
    if let micro {
      func both(_ s: Spread) -> String { "\(decimal(s.median, 2)) | \(decimal(s.p99, 2))" }
      rows += ["", "| One step | median | p99 |", "|---|---|---|"]
      rows.append("| modelling a sample, µs | \(both(micro.modelerPerSample)) |")
      rows.append("| painting a point of a path, µs | \(both(micro.rasterizerPerPoint)) |")
      for tile in micro.tiles {
        rows.append(
          "| a tile of the full page at \(Int(tile.zoom * 100)) %, ms | \(both(tile.cost)) |")
      }
      rows.append("| a stroke onto the disk, ms | \(both(micro.save)) |")
    }
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
        ("behind_pen_ms", spread(Spread(rounds: results.map(\.gap)))),
        ("answered", .number(scribble(key) { $0.answered })),
        ("frames_per_second", .number(scribble(key) { $0.frames })),
        ("cpu_ms", .number(scribble(key) { $0.processorTime * 1e3 })),
        ("peak_memory_bytes", .number(scribble(key) { Double($0.peakMemory) })),
        ("latency_median_ms_by_round", .list(results.map { .number($0.latency.median * 1e3) })),
        ("cpu_ms_by_round", .list(results.map { .number($0.processorTime * 1e3) })),
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
      ("scribbling", .list(scribbling)), ("opening", .list(opened)),
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
    ])
  }
}

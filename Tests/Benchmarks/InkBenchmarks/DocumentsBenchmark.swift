import Glibc
import InkModel
import SampleDocuments
import TabletCompositor

/// What pages of PDF documents cost: ink over them, and a book of 300 of them, beside Xournal++ with the same file.
struct DocumentsBenchmark {
  static let pages = 300
  /// How many times as long as on empty paper the ink may take to the next picture.
  static let mostLatency = 1.2
  /// How many times as long as in Xournal++ the first page may take to be on the screen.
  static let mostFirst = 0.6
  /// The part of the refreshes that may go without an answer while it scrolls.
  static let mostMissed = 0.02
  /// How many times as much memory as Xournal++ it may take.
  static let mostMemory = 1.2

  /// From a sample to the next picture near it, in seconds; the medians of the rounds.
  var text: Spread
  var photograph: Spread
  /// How many times as long as on the empty page of the same round.
  var textRatio: Double
  var photographRatio: Double
  /// From the start of the program to the first picture with the page's ink, in seconds.
  var first: Spread
  /// Of a frame while the book scrolls.
  var frame: Spread
  /// The part of the refreshes that were answered in time.
  var answered: Double
  /// Bytes at the peak, of the reader too; what processes have in common counts once.
  var memory: Double
  /// Of Xournal++ in the same rounds, where it is installed.
  var theirFirst: Spread?
  var theirMemory: Double?

  private struct Round {
    var first: Double
    var frame: Double
    var answered: Double
    var memory: Double
  }

  static func run(
    scribble: Scribble, at bench: Workbench, rounds: Int
  ) throws -> DocumentsBenchmark {
    let names = ["text", "photograph", "book"].map { "\(bench.folder)/\($0).pdf" }
    defer { for name in names { unlink(name) } }
    try writeBytes(SampleDocument.textPages(1), to: names[0])
    try writeBytes(SampleDocument.photograph(width: 1240, height: 1754), to: names[1])
    try writeBytes(SampleDocument.textPages(pages), to: names[2])
    var (texts, photographs): ([Double], [Double]) = ([], [])
    var (textRatios, photographRatios): ([Double], [Double]) = ([], [])
    var (ours, theirs): ([Round], [Round]) = ([], [])
    for i in 0..<rounds {
      let empty = try scribble.run(.plumbago, .empty, at: bench).answer.median
      let text = try scribble.run(.plumbago, .empty, file: names[0], at: bench).answer.median
      let photograph = try scribble.run(.plumbago, .empty, file: names[1], at: bench).answer.median
      texts.append(text)
      photographs.append(photograph)
      textRatios.append(text / empty)
      photographRatios.append(photograph / empty)
      let both = [Contestant.plumbago, .xournal].filter { bench.programs[$0] != nil }
      for contestant in i % 2 == 0 ? both : both.reversed() {
        let round = try round(contestant, names[2], at: bench)
        if contestant == .plumbago { ours.append(round) } else { theirs.append(round) }
      }
    }
    guard let text = Spread(texts), let photograph = Spread(photographs),
      let textRatio = textRatios.median, let photographRatio = photographRatios.median,
      let first = Spread(ours.map(\.first)), let frame = Spread(ours.map(\.frame)),
      let answered = ours.map(\.answered).median, let memory = ours.map(\.memory).median
    else { throw BenchmarkError("no document was shown") }
    return DocumentsBenchmark(
      text: text, photograph: photograph, textRatio: textRatio, photographRatio: photographRatio,
      first: first, frame: frame, answered: answered, memory: memory,
      theirFirst: Spread(theirs.map(\.first)), theirMemory: theirs.map(\.memory).median)
  }

  /// Of a page of the book and the gap below it, in pixels.
  private static let pageHeight = 860.0
  /// Seconds for scrolling through the book: fifteen pages a second.
  private static let duration = 20.0

  /// Opens the book and scrolls through it.
  private static func round(
    _ contestant: Contestant, _ path: String, at bench: Workbench
  ) throws -> Round {
    let stage = try bench.start(contestant, path: path) {
      $0.watch(PixelBox(x: 100, y: 140, width: 1080, height: 590))
    }
    let screen = stage.screen
    defer { screen.close() }
    _ = try screen.waitForWindow(timeout: 120)
    try screen.waitUntilStill(for: 1.5, timeout: 120)
    let shown = screen.captures.first { $0.picture.pixels { $0.luma < 0.4 }.count > 200 }
    guard let shown else {
      throw BenchmarkError("\(contestant.title) did not show the document")
    }
    screen.watch(nil)
    screen.mouse.move(to: Point(640, 430))
    // All but the last two pages, at the size that they have: at the end nothing would move any more.
    let (frames, answered) = try Viewing.frames(on: screen) {
      screen.touchpad.scroll(
        by: Vector(0, Double(pages - 2) * pageHeight), duration: duration, rate: 120)
    }
    let processes = [stage.program.processID] + children(of: stage.program.processID)
    let memory = Double(processes.reduce(0) { $0 + peakMemory(of: $1) })
    if contestant.isOurs { try stage.program.expectQuiet() }
    return Round(
      first: shown.time - stage.started, frame: frames.median, answered: answered, memory: memory)
  }

  /// Processes that a program has started, such as readers.
  static func children(of pid: Int32) -> [Int32] {
    guard let text = contents("/proc/\(pid)/task/\(pid)/children") else { return [] }
    var found = text.split(separator: " ").compactMap { Int32($0) }
    // Those that other threads started.
    if let folder = opendir("/proc/\(pid)/task") {
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard Int32(name) != nil, name != "\(pid)" else { continue }
        found += (contents("/proc/\(pid)/task/\(name)/children") ?? "").split(separator: " ")
          .compactMap { Int32($0) }
      }
    }
    return found
  }

  /// Bytes at the peak, less what of them belongs to other processes as well.
  ///
  /// Of a page that several have in common, a library's say, each has its share. How large that is at the peak the
  /// system does not tell, so it is taken from the present.
  static func peakMemory(of pid: Int32) -> Int {
    func bytes(_ field: String, _ file: String) -> Int {
      let line = contents("/proc/\(pid)/\(file)")?.split(separator: "\n")
        .first { $0.hasPrefix(field + ":") }
      return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first)
        .flatMap { Int($0) }.map { $0 << 10 } ?? 0
    }
    let others = bytes("Rss", "smaps_rollup") - bytes("Pss", "smaps_rollup")
    return bytes("VmHWM", "status") - others
  }

  private static func contents(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let n = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<n], as: UTF8.self)
  }

  private static func writeBytes(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "we") else { throw BenchmarkError("\(path) cannot be written") }
    let n = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, n == bytes.count else {
      throw BenchmarkError("\(path) cannot be written")
    }
  }

  var firstRatio: Double? { theirFirst.map { first.median / $0.median } }
  var memoryRatio: Double? { theirMemory.map { memory / $0 } }

  var table: [String] {
    func ms(_ v: Double) -> String { "\((v * 10_000).rounded() / 10)" }
    func times(_ v: Double) -> String { "\((v * 100).rounded() / 100) ×" }
    var rows = [
      "| Documents | |", "|---|---|",
      "| Ink on a page of text, to the next picture | \(ms(text.median)) ms, \(times(textRatio)) empty paper |",
      "| Ink on a page of one photograph | \(ms(photograph.median)) ms, \(times(photographRatio)) empty paper |",
      "| \(Self.pages) pages: the first on the screen | \(ms(first.median)) ms |",
      "| Scrolling through them, a frame | \(ms(frame.median)) ms |",
      "| Refreshes met | \((answered * 1000).rounded() / 10) % |",
      "| Peak memory, the reader's too | \(Int(memory) >> 20) MiB |",
    ]
    if let firstRatio, let memoryRatio {
      rows.append("| The first page, to Xournal++ | \(times(firstRatio)) |")
      rows.append("| Peak memory, to Xournal++ | \(times(memoryRatio)) |")
    }
    return rows
  }

  var json: JSON {
    .object([
      ("text_next_picture_ms", text.json(scale: 1e3)), ("text_ratio", .number(textRatio)),
      ("photograph_next_picture_ms", photograph.json(scale: 1e3)),
      ("photograph_ratio", .number(photographRatio)),
      ("first_page_ms", first.json(scale: 1e3)), ("scrolling_frame_ms", frame.json(scale: 1e3)),
      ("refreshes_met", .number(answered)), ("memory_bytes", .number(memory)),
      ("their_first_page_ms", theirFirst?.json(scale: 1e3) ?? .number(nil)),
      ("their_memory_bytes", .number(theirMemory)),
    ])
  }
}

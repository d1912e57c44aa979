import Glibc
import InkModel
import InkStore
import TabletCompositor

/// What 10,000 drawings in the library cost: the time until their rows are seen, scrolling, memory.
///
/// Fifty drawings, each with ink that no other has, have 10,000 names: links to their files. A picture is kept by the
/// path of its drawing, so each row has one that is made and decoded for it alone, as with files of their own.
///
/// What is written in the drawings is not read for the search meanwhile: a key keeps that away for five seconds.
struct LibraryBenchmark {
  static let drawings = 10_000
  /// Files that the names are links to.
  private static let files = 50
  /// Each round takes about forty seconds, most of it waiting.
  private static let mostRounds = 3
  /// Seconds until rows are seen: longer, and people wait for them.
  static let mostTime = 0.3
  /// Bytes at the peak above an empty library.
  static let mostMemory = 40 << 20
  /// The part of the refreshes that may go without an answer while it scrolls.
  static let mostMissed = 0.02
  /// The least part of the rows in view that have pictures where all were made before.
  private static let leastPictured = 0.5

  /// Seconds from Ctrl+L to the first picture with rows in it.
  ///
  /// The app runs, has shown its page for a second, and has not shown the library yet.
  var shown: Spread
  /// Seconds from the window's first frame to rows, where the app is started with nothing open: the library comes by itself.
  var shownAtStart: Spread
  /// The same from the start of the process.
  var shownSinceStart: Spread
  /// Rows that come into view get their pictures made while the list scrolls.
  var fresh: Scrolling
  /// All pictures were made before, and are read and decoded while it scrolls.
  var known: Scrolling
  /// Bytes at the peak, all of that included, above the app with an empty library in view; the median over the rounds.
  var memory: Double

  /// Scrolling down and half of the way up again; of several rounds, each figure's median.
  struct Scrolling {
    /// Seconds from a refresh to the answer.
    var frame: Double
    /// The part of the refreshes that were answered in time.
    var answered: Double
    /// The part of the list's height with pictures beside it when a scroll has just ended.
    var pictured: Double

    init(frame: Double, answered: Double, pictured: Double) {
      (self.frame, self.answered, self.pictured) = (frame, answered, pictured)
    }

    init?(rounds: [Scrolling]) {
      guard let frame = rounds.map(\.frame).median, let answered = rounds.map(\.answered).median,
        let pictured = rounds.map(\.pictured).median
      else { return nil }
      self.init(frame: frame, answered: answered, pictured: pictured)
    }
  }

  private struct Measured {
    var shown: Double
    var fresh: Scrolling
    var known: Scrolling
    var memory: Double
  }

  private struct Start {
    var sinceFrame: Double
    var sinceProcess: Double
  }

  static func run(at bench: Workbench, rounds: Int) async throws -> LibraryBenchmark {
    let folder = bench.folder + "/inked"
    let paths = (0..<files).map { "\(folder)/\($0).plumbago" }
    mkdir(folder, 0o700)
    defer {
      for path in paths { unlink(path) }
      rmdir(folder)
    }
    for (number, path) in paths.enumerated() { try await write(number, to: path) }
    var (measured, starts, memories): ([Measured], [Start], [Double]) = ([], [], [])
    for i in 0..<min(rounds, mostRounds) {
      // Another one begins each round.
      var empty: Double?
      if i % 2 == 0 { empty = try emptyMemory(at: bench) }
      let full = try measure(at: bench, paths)
      let base = try empty ?? emptyMemory(at: bench)
      measured.append(full)
      memories.append(full.memory - base)
      starts.append(try start(at: bench, paths))
    }
    guard let shown = Spread(measured.map(\.shown)),
      let shownAtStart = Spread(starts.map(\.sinceFrame)),
      let shownSinceStart = Spread(starts.map(\.sinceProcess)),
      let fresh = Scrolling(rounds: measured.map(\.fresh)),
      let known = Scrolling(rounds: measured.map(\.known)), let memory = memories.median
    else { throw BenchmarkError("no library was shown") }
    return LibraryBenchmark(
      shown: shown, shownAtStart: shownAtStart, shownSinceStart: shownSinceStart, fresh: fresh,
      known: known, memory: memory)
  }

  // MARK: Rounds

  /// Within the panel, below its buttons and its field.
  private static let list = PixelBox(x: 1070, y: 190, width: 190, height: 560)

  /// Opens the library with Ctrl+L beside a page, and scrolls through it.
  private static func measure(at bench: Workbench, _ paths: [String]) throws -> Measured {
    let (stage, pressed) = try open(at: bench, paths)
    let screen = stage.screen
    defer { screen.close() }
    let rows = screen.captures.first { showsRows($0.picture) }
    guard let rows else { throw BenchmarkError("the library showed nothing") }
    screen.watch(nil)
    screen.mouse.move(to: Point(1160, 500))
    let fresh = try scroll(screen)
    // To the top, and down by less than what is in view each, past all that is scrolled over.
    try turnWheel(-100, screen)
    for _ in 0..<14 { try turnWheel(6, screen) }
    try turnWheel(-100, screen)
    let known = try scroll(screen)
    guard known.pictured >= leastPictured else {
      throw BenchmarkError("the library showed too few pictures: \(known.pictured)")
    }
    try stage.program.expectQuiet()
    return Measured(
      shown: rows.time - pressed, fresh: fresh, known: known,
      memory: Double(stage.program.peakMemory))
  }

  /// Bytes at the peak with a page and an empty library.
  private static func emptyMemory(at bench: Workbench) throws -> Double {
    let (stage, _) = try open(at: bench, [])
    defer { stage.screen.close() }
    try stage.program.expectQuiet()
    return Double(stage.program.peakMemory)
  }

  /// Starts the app with nothing open: it shows a new drawing, and the library beside it.
  private static func start(at bench: Workbench, _ paths: [String]) throws -> Start {
    var isFilled = false
    let stage = try bench.start(.plumbago, path: nil) { screen in
      isFilled = fill(screen, paths)
      screen.watch(list)
    }
    let screen = stage.screen
    defer { screen.close() }
    guard isFilled else { throw BenchmarkError("the library could not be filled") }
    _ = try screen.waitForWindow()
    try screen.waitUntilStill(for: 2, timeout: 120)
    let frame = screen.commits.first { $0.role == "toplevel" && !$0.changed.isEmpty }
    let rows = screen.captures.first { showsRows($0.picture) }
    guard let frame, let rows else {
      throw BenchmarkError("no library was shown at the start")
    }
    try stage.program.expectQuiet()
    return Start(
      sinceFrame: rows.time - frame.time, sinceProcess: rows.time - stage.started)
  }

  /// Starts the app with an empty page, and opens the library, which stands still then; when Ctrl+L was pressed.
  private static func open(
    at bench: Workbench, _ paths: [String]
  ) throws -> (stage: Workbench.Stage, pressed: Double) {
    guard let page = bench.page(.empty, for: .plumbago) else {
      throw BenchmarkError("there is no empty page")
    }
    var isFilled = false
    let stage = try bench.start(.plumbago, path: page) { isFilled = fill($0, paths) }
    let screen = stage.screen
    do {
      guard isFilled else { throw BenchmarkError("the library could not be filled") }
      _ = try screen.waitForWindow()
      try screen.waitUntilStill(for: 1)
      screen.watch(list)
      let pressed = now()
      try screen.keyboard.press("l", [.control])
      try screen.waitUntilStill(for: 2, timeout: 120)
      return (stage, pressed)
    } catch {
      screen.close()
      throw error
    }
  }

  /// Makes the library of a screen's home, with 10,000 links where there are files; whether it is complete.
  private static func fill(_ screen: Screen, _ paths: [String]) -> Bool {
    let folder = screen.folder.home + "/Documents/Plumbago"
    mkdir(screen.folder.home + "/Documents", 0o700)
    guard mkdir(folder, 0o700) == 0, stopCaret(screen) else { return false }
    guard !paths.isEmpty else { return true }
    return (0..<drawings).allSatisfy {
      link(paths[$0 % paths.count], "\(folder)/Drawing \($0).plumbago") == 0
    }
  }

  /// Has carets not blink: with the one of the search field nothing would stand still for ten seconds.
  private static func stopCaret(_ screen: Screen) -> Bool {
    let config = screen.folder.config
    mkdir(config + "/gtk-4.0", 0o700)
    // GTK takes the desktop's setting where there is one, else that of the file.
    return append(
      "\n[org/gnome/desktop/interface]\ncursor-blink=false\n",
      to: config + "/glib-2.0/settings/keyfile")
      && append("[Settings]\ngtk-cursor-blink=false\n", to: config + "/gtk-4.0/settings.ini")
  }

  private static func append(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "ae") else { return false }
    let isWritten = fputs(text, file) >= 0
    return fclose(file) == 0 && isWritten
  }

  /// Two fingers, down and half of the way up again.
  private static func scroll(_ screen: Screen) throws -> Scrolling {
    var pictured: [Double] = []
    touchKey(screen)
    let (frames, answered) = try Viewing.frames(on: screen) {
      touchKey(screen)
      for way in [Vector(0, 4000), Vector(0, -2000)] {
        screen.touchpad.scroll(by: way, duration: 1.5, rate: 120)
        pictured.append(part(pictured: screen.screenshot(of: list)))
      }
    }
    return Scrolling(
      frame: frames.median, answered: answered,
      pictured: pictured.reduce(0, +) / Double(max(pictured.count, 1)))
  }

  /// Turns the wheel, and waits until all that is in view has its picture.
  private static func turnWheel(_ notches: Int, _ screen: Screen) throws {
    touchKey(screen)
    screen.mouse.scroll(notches)
    try screen.waitUntilStill(for: 0.3, timeout: 120)
  }

  /// A key that does nothing: nothing is read within five seconds of it.
  private static func touchKey(_ screen: Screen) {
    screen.keyboard.hold(.shift)
    screen.keyboard.release(.shift)
  }

  // MARK: Pictures

  /// Whether there is text in all of the list; a hint in an empty one has a line or two.
  private static func showsRows(_ picture: Picture) -> Bool {
    let dark = picture.pixels { $0.luma < 0.4 }
    return dark.count > 200 && dark.box.height > picture.height / 2
  }

  /// Pixels that are higher than a row and less than two: some of a picture lies in each such part of the list.
  private static let partHeight = 80

  /// The part of the list's height with the ink of pictures beside it, which nothing else has the color of.
  private static func part(pictured picture: Picture) -> Double {
    let count = picture.height / partHeight
    let seen = (0..<count).filter { i in
      let box = PixelBox(x: 0, y: i * partHeight, width: picture.width, height: partHeight)
      return picture.cropped(to: box).pixels { isInk($0) }.count > 20
    }
    return Double(seen.count) / Double(max(count, 1))
  }

  private static func isInk(_ pixel: Pixel) -> Bool {
    Int(pixel.red) - Int(max(pixel.green, pixel.blue)) > 40
  }

  // MARK: Drawings

  private static let ink = Ink(
    brush: "pen", brushVersion: 1, color: Color(rgba: 0xC010_30FF), size: 8)
  private static let strokes = 8
  private static let samples = 240
  /// About as wide for its height as the picture of a row.
  private static let size = Vector(400, 320)

  /// Writes a drawing of eight waves from top to bottom, which differ from those of each other one.
  private static func write(_ number: Int, to path: String) async throws {
    let row = size.dy / Double(strokes)
    let contents = (0..<strokes).compactMap { i -> StrokeContent? in
      var stroke = WetStroke(
        tool: StylusTool(.pen, serial: 1), ink: ink, seed: UInt32(number * strokes + i))
      let waves = Double(1 + (number * 7 + i * 3) % 11)
      let y = (Double(i) + 0.5) * row
      stroke.append(
        (0..<samples).map { j -> StylusSample in
          let t = Double(j) / Double(samples - 1)
          let a = t * waves * 2 * .pi + Double(number)
          return StylusSample(
            position: Point(t * size.dx, y + 0.4 * row * sin(a)), time: Double(j) / 240,
            force: Float(0.4 + 0.2 * sin(t * .pi)), altitude: 1, azimuth: 0.8)
        })
      return stroke.finished(id: ContentID(Int64(i + 1)))
    }
    var order = OrderKey.first
    let elements = contents.map { content -> Element in
      defer { order = order.next }
      return Element(
        id: ElementID(content.id.number), order: order,
        kind: .stroke(
          Stroke(content: content.id, ink: ink, path: content.path, seed: content.seed)))
    }
    let store = try await DocumentStore.open(path, mode: .readWrite)
    try await store.perform([
      .commit(step: 1, edit: DrawingEdit(label: .draw, inserted: elements, contents: contents))
    ])
    try await store.close()
    // All at the same time: the library sorts them by name then, and neighbours are other files.
    let time = timespec(tv_sec: 1_700_000_000, tv_nsec: 0)
    guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else {
      throw BenchmarkError("\(path) could not be dated")
    }
  }

  // MARK: Report

  var table: [String] {
    func ms(_ v: Double) -> String { "\((v * 10_000).rounded() / 10) ms" }
    func part(_ v: Double) -> String { "\((v * 1000).rounded() / 10) %" }
    func row(_ name: String, _ s: Scrolling) -> String {
      "| \(name) | \(part(s.answered)) of the refreshes met, \(ms(s.frame)) a frame, "
        + "pictures beside \(part(s.pictured)) of the list |"
    }
    return [
      "| A library of \(Self.drawings) drawings with ink | |", "|---|---|",
      "| From Ctrl+L to its rows | \(ms(shown.median)) |",
      "| At the start with nothing open, from the window's first frame "
        + "| \(ms(shownAtStart.median)) |",
      "| The same from the start of the process | \(ms(shownSinceStart.median)) |",
      row("Scrolling while pictures are made", fresh),
      row("Scrolling where all were made before", known),
      "| Peak memory of that above an empty library | \(Int(memory) >> 20) MiB |",
    ]
  }

  var json: JSON {
    func json(_ s: Scrolling) -> JSON {
      .object([
        ("frame_ms", .number(s.frame * 1e3)), ("refreshes_met", .number(s.answered)),
        ("pictures_beside", .number(s.pictured)),
      ])
    }
    return .object([
      ("shown_by_key_ms", shown.json(scale: 1e3)),
      ("shown_at_start_since_first_frame_ms", shownAtStart.json(scale: 1e3)),
      ("shown_at_start_since_process_ms", shownSinceStart.json(scale: 1e3)),
      ("scrolling_fresh", json(fresh)), ("scrolling_known", json(known)),
      ("memory_above_empty_bytes", .number(memory)),
    ])
  }
}

import Foundation
import Glibc
import InkModel
import InkStore
import InkTestSupport
import TabletCompositor

/// The app under a random hand for a long time, looked at in between.
///
/// Two stretches. In the first the drawing is closed and opened again and again, each time with
/// other tools; what is on the screen before must be on it after. In the second the app goes on
/// without a break, on a page that is emptied before each look, and its memory must not grow.
struct Soak {
  struct Options {
    var seconds = 3600.0
    var seed: UInt64 = 1
    /// How much memory may grow in the second stretch.
    var growth = 1.05
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  let options: Options
  private let binary: String
  private let screen: Screen
  private let path: String
  private var hand: Hand
  private var generator: SeededGenerator
  private var app: Program?
  private var window: Window?
  private let began = now()
  private var comparisons = 0

  init(_ options: Options, binary: String) throws {
    self.options = options
    self.binary = binary
    screen = try Screen(size: PixelSize(width: 1000, height: 700))
    path = screen.folder.home + "/soak.plumbago"
    hand = Hand(screen, seed: options.seed)
    generator = SeededGenerator(seed: options.seed &+ 1)
  }

  mutating func run() async throws {
    defer { screen.close() }
    let firstEnd = options.seconds * 0.3
    while elapsed < firstEnd {
      try open()
      let until = min(elapsed + max(options.seconds / 40, 2), firstEnd)
      while elapsed < until { try act() }
      try await closeAndCompare()
    }
    try open()
    var memory = MemoryLog()
    var lastProbe = 0.0
    while elapsed < options.seconds {
      try act()
      if elapsed - lastProbe > max(options.seconds / 100, 1) {
        lastProbe = elapsed
        try probe(&memory)
      }
    }
    try await closeAndCompare()
    try report(memory)
  }

  private var elapsed: Double { now() - began }

  private mutating func act() throws {
    try hand.act()
    // A machine with other work may keep the app from its events for longer than they can queue.
    try screen.waitUntilRead(timeout: 60)
    // What a wandering pen may have opened.
    if screen.popupCount > 0 { try hand.press("Escape") }
    guard let app, app.status == .running else { throw Failure("the app ended by itself") }
    try app.expectQuiet()
  }

  // MARK: The app

  /// Starts the app with the drawing and some tool in its hand.
  private mutating func open() throws {
    let brushes = StockBrushes.all.map(\.name)
    let brush = brushes.randomElement(using: &generator) ?? "pen"
    let kind = ["stroke", "part", "area"].randomElement(using: &generator) ?? "part"
    let size = Double.random(in: 6...60, using: &generator).rounded()
    let tools =
      "tool=\(brush) previous=eraser brush=\(brush) eraser=\(kind) eraser.\(kind)=\(size)"
    try screen.folder.writeSettings(
      "[org/plumbago/Plumbago]\nwindow-maximized=true\ncolor-scheme='light'\n"
        + "show-tools=false\nhand='right'\ngestures-told=true\ntool-picker='\(tools)'\n"
        + "tell-of-new-files=false\n")
    let app = try screen.launch(binary, [path], environment: ["GSETTINGS_BACKEND": "keyfile"])
    window = try screen.waitForWindow()
    try screen.waitUntilStill()
    self.app = app
  }

  /// The whole drawing, as the app shows it.
  private func wholePicture() throws -> Picture {
    screen.pen.proximityOut()
    try hand.press("1", [.control])
    // Workers that wait for a busy processor change nothing for a while, nor does what tells the zoom.
    try screen.waitUntilStill(for: 1)
    let a = hand.area
    return screen.screenshot(
      of: PixelBox(x: Int(a.minX), y: Int(a.minY), width: Int(a.width), height: Int(a.height)))
  }

  /// Closes the app, checks the file, and holds what a new app shows of it against what the old one
  /// showed: all of it, and some steps back.
  private mutating func closeAndCompare() async throws {
    let before = try pictures()
    try close()
    guard access(path, F_OK) == 0 else { return }
    let store = try await DocumentStore.open(path, mode: .readOnly)
    try await store.verify()
    let contents = try await store.load()
    let drawing = Drawing(contents.elements)
    drawing.checkInvariants()
    try await store.close()
    try open()
    let after = try pictures()
    try close()
    for (i, (a, b)) in zip(before, after).enumerated() {
      let strayed = a.difference(from: b, tolerance: 20)
      guard strayed.isEmpty else {
        let name = "/tmp/soak-\(options.seed)-\(getpid())"
        try a.savePNG("\(name)-before.png")
        try b.savePNG("\(name)-after.png")
        try FileManager.default.copyItem(atPath: path, toPath: "\(name).plumbago")
        throw Failure(
          "\(strayed.count) pixels in \(strayed.box) are others after opening again, \(i) pictures "
            + "back: \(name)-before.png, \(name)-after.png, \(name).plumbago")
      }
    }
    comparisons += 1
  }

  /// Now, three steps back, and forth again.
  private func pictures() throws -> [Picture] {
    var found = [try wholePicture()]
    for key in ["z", "y"] {
      for _ in 0..<3 { try hand.press(key, [.control]) }
      found.append(try wholePicture())
    }
    return found
  }

  private mutating func close() throws {
    guard let app, let window else { return }
    try app.expectQuiet()
    window.close()
    let status = try app.waitForExit(timeout: 60)
    guard status == .exited(0) else { throw Failure("the app \(status)") }
    try app.expectQuiet()
    (self.app, self.window) = (nil, nil)
  }

  // MARK: Memory

  private mutating func probe(_ memory: inout MemoryLog) throws {
    guard let app else { return }
    try hand.press("0", [.control])
    try hand.clear()
    try screen.waitUntilStill()
    memory.probe(app.processID, at: elapsed)
  }

  private func report(_ memory: MemoryLog) throws {
    let counts = Hand.Action.allCases.map { "\($0.rawValue) \(hand.counts[$0] ?? 0)" }
    print("seed \(options.seed), \(Int(elapsed)) s: \(counts.joined(separator: ", "))")
    print("\(comparisons) times closed and opened again, to the same pictures")
    // Caches fill in the first third.
    guard let early = memory.median(0.33..<0.6), let late = memory.median(0.75..<1) else {
      throw Failure("too few looks at the memory")
    }
    let growth = Double(late) / Double(early)
    func mebibytes(_ bytes: Int) -> String {
      "\((Double(bytes) / 1048576 * 10).rounded() / 10) MiB"
    }
    print(
      "memory \(mebibytes(early)) once warm, \(mebibytes(late)) at the end "
        + "(\(((growth - 1) * 1000).rounded() / 10) %, \(memory.probes.count) looks)")
    guard growth <= options.growth else {
      throw Failure("memory grew by more than \(((options.growth - 1) * 100).rounded()) %")
    }
  }
}

func now() -> Double {
  var t = timespec()
  clock_gettime(CLOCK_MONOTONIC, &t)
  return Double(t.tv_sec) + Double(t.tv_nsec) / 1e9
}

extension SessionFolder {
  /// Writes what GSettings' keyfile backend reads.
  func writeSettings(_ text: String) throws {
    mkdir(config, 0o700)
    mkdir(config + "/glib-2.0", 0o700)
    mkdir(config + "/glib-2.0/settings", 0o700)
    guard let file = fopen(config + "/glib-2.0/settings/keyfile", "we") else {
      throw Soak.Failure("no settings can be written")
    }
    fputs(text, file)
    fclose(file)
  }
}

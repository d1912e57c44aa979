import Glibc
import InkModel
import TabletCompositor

/// What a program did while a pen scribbled on it.
struct ScribbleResult {
  /// Seconds from a pen's sample to the first commit that changed a pixel under it; 0 where the
  /// program had foretold it.
  var latency: Spread
  /// Seconds from a pen's sample to the next commit that changed something near it, whether it was
  /// the sample's own ink or what came before it: what foretelling does not help.
  var answer: Spread
  /// Seconds from a pen's sample to the first refresh after that commit.
  var toScreen: Spread
  /// At each refresh, by how many seconds what is on the screen was behind the pen.
  var gap: Spread
  /// Parts of the samples whose ink was seen, 0…1.
  var answered: Double
  /// Commits a second that changed something.
  var frames: Double
  /// Seconds of processor time for all of it.
  var processorTime: Double
  /// Bytes at the peak since the program began.
  var peakMemory: Int
}

/// Ten wavy strokes in five seconds, over paper that the pen has not been on, with the pen hovering
/// from one to the next.
struct Scribble {
  /// Samples a second.
  ///
  /// About four for each refresh of 60, and no multiple of it: a pen in step with the refreshes
  /// would always be at the same distance from them.
  var rate = 237.0
  var strokes = 10
  /// Pixels a second.
  static let speed = 1500.0
  /// Seconds from one stroke's beginning to the next one's.
  static let period = 0.5
  /// Seconds of it in contact.
  static let contact = 0.43

  /// How many pixels from a sample its ink may lie: programs smooth the line, each in its way.
  ///
  /// Half of what lies between two samples of a pen at 240 Hz.
  static let reach = 3

  /// Where every program shows paper, in pixels of the screen.
  static let area = Rect(minX: 100, minY: 140, maxX: 1180, maxY: 730)

  /// A wave whose samples are evenly apart.
  private func path(_ index: Int) -> [Point] {
    let step = Self.speed / rate
    let count = Int(Self.contact * rate)
    let row = Self.area.height / 10
    let left = Self.area.minX + (index.isMultiple(of: 2) ? 20 : 440)
    let y = Self.area.minY + row * (Double(index % 10) + 0.5)
    var x = 0.0
    return (0..<count).map { _ in
      let p = Point(left + x, y + 16 * sin(x / 30))
      let slope = 16.0 / 30 * cos(x / 30)
      x += step / (1 + slope * slope).squareRoot()
      return p
    }
  }

  func run(
    _ contestant: Contestant, _ kind: PageKind, file: String? = nil, brush: String? = nil,
    at bench: Workbench
  ) throws -> ScribbleResult {
    let stage = try bench.start(
      contestant, path: file ?? bench.page(kind, for: contestant), brush: brush)
    let screen = stage.screen
    defer { screen.close() }
    _ = try screen.waitForWindow()
    try screen.waitUntilStill(for: 0.7)
    // The pen is known, and near, before it counts.
    screen.pen.hover(at: Point(Self.area.minX, Self.area.minY))
    try screen.waitUntilStill(for: 0.3)
    screen.clearLog()
    screen.followInk(within: Self.reach)
    let busyBefore = stage.program.processorTime
    let began = now() + 0.05
    for i in 0..<strokes {
      let points = path(i)
      // A third of a refresh and a bit: neighbours begin at different moments between refreshes.
      let start = began + Double(i) * (Self.period + 0.0061)
      sleep(until: start)
      screen.pen.down(at: points[0], force: 0.3)
      screen.pen.move(along: Array(points.dropFirst()), rate: rate) {
        0.3 + 0.4 * sin($0 * .pi)
      }
      screen.pen.up()
      let next = path((i + 1) % strokes)[0]
      let travel = Int((Self.period - Self.contact) * rate) - 2
      for j in 1...max(travel, 1) {
        sleep(until: start + Self.contact + Double(j) / rate)
        let t = Double(j) / Double(max(travel, 1))
        screen.pen.hover(at: points[points.count - 1].lerp(to: next, t))
      }
    }
    let ended = now()
    screen.followInk(false)
    // What the program still has to do for the last stroke counts.
    sleep(until: ended + 0.5)
    let processorTime = stage.program.processorTime - busyBefore
    let responses = screen.inkResponses
    let surfaces = Set(screen.windows.compactMap(\.surface))
    let changes = screen.commits.filter {
      (surfaces.contains($0.surface) || $0.role == "subsurface") && !$0.changed.isEmpty
        && $0.time <= ended
    }
    let near = changes.compactMap { commit -> (time: Double, box: PixelBox)? in
      guard let x = commit.originX, let y = commit.originY else { return nil }
      return (commit.time, commit.changed.offset(x: x, y: y))
    }
    var (next, answers) = (0, [Double]())
    for response in responses {
      while next < near.count, near[next].time < response.sent { next += 1 }
      let around = PixelBox(covering: Rect(center: Point(response.x, response.y), radius: 60))
      let found = near[next...].prefix(200).first { !$0.box.intersection(around).isEmpty }
      if let found { answers.append(found.time - response.sent) }
    }
    guard let answer = Spread(answers), let latency = Spread(responses.compactMap(\.latency)),
      let gap = Spread(gaps(responses, screen.refreshTimes)),
      let toScreen = Spread(responses.compactMap { r in r.shown.map { $0 - r.sent } })
    else { throw BenchmarkError("\(contestant.title) showed no ink") }
    let answered = Double(responses.count { $0.committed != nil }) / Double(responses.count)
    guard answered > 0.95 else {
      throw BenchmarkError("\(contestant.title) inked only \(answered) of the samples")
    }
    if contestant != .xournal { try stage.program.expectQuiet() }
    return ScribbleResult(
      latency: latency, answer: answer, toScreen: toScreen, gap: gap,
      answered: answered,
      frames: Double(changes.count) / (ended - began), processorTime: processorTime,
      peakMemory: stage.program.peakMemory)
  }

  /// For each refresh while the pen was down, how old the newest sample is whose ink it shows.
  private func gaps(_ responses: [InkResponse], _ refreshes: [Double]) -> [Double] {
    var out: [Double] = []
    var (sent, shown, strokeBegan) = (0, -1.0, 0.0)
    var answers = responses.compactMap { r in r.committed.map { (at: $0, sent: r.sent) } }
      .sorted { $0.at < $1.at }[...]
    for refresh in refreshes {
      while sent < responses.count, responses[sent].sent <= refresh {
        if sent == 0 || responses[sent].sent - responses[sent - 1].sent > 0.04 {
          strokeBegan = responses[sent].sent
        }
        sent += 1
      }
      while let next = answers.first, next.at <= refresh {
        shown = max(shown, next.sent)
        answers.removeFirst()
      }
      // Between strokes there is nothing to show.
      guard sent > 0, refresh - responses[sent - 1].sent < 1.5 / rate else { continue }
      out.append(refresh - max(shown, strokeBegan))
    }
    return out
  }
}

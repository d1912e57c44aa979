import Glibc
import InkModel
import RecordedHands
import TabletCompositor

/// How long people wait for the text of what they wrote in a field, beyond the pause: in a program that has no network.
struct WritingInFields {
  /// Seconds from the pen's last lift to the text that then stays, less the pause.
  var word: Spread
  /// The same of lines of ten words, of which those before the last are text by then.
  var line: Spread
  /// Words of those lines that were text before the last lift, 0…1 of all but the last.
  var early: Double

  /// ``ScribbleSession/Settings/pause`` as it comes.
  static let pause = 0.6
  /// Points a second of a quick hand.
  static let speed = 500.0

  /// - Parameters:
  ///   - program: `bench-fields`.
  ///   - share: How many of the hundred recorded words, 0…1.
  static func run(_ program: String, share: Double) throws -> WritingInFields {
    let screen = try Screen(size: PixelSize(width: 1280, height: 800), refresh: 60)
    defer { screen.close() }
    // A user and a network of its own, the latter without interfaces; and a record of what sockets it asks for, which
    // stops it at no other call.
    let sockets = screen.folder.home + "/sockets"
    let app = try screen.launch(
      "unshare",
      [
        "--map-root-user", "--net", "strace", "--follow-forks", "--seccomp-bpf", "--trace=socket",
        "--output=\(sockets)", program,
      ])
    let window = try screen.waitForWindow { $0.title == "Fields" }
    try screen.waitUntilStill()
    let field = Field(screen: screen, app: app, corner: window.point(0, 0))
    let all = try RecordedWriting.words()
    let words = Array(all.prefix(max(10, Int(Double(all.count) * share))))
    // The first one also waits for the recogniser to open.
    _ = try field.wait(for: [words[0]])
    let single = try words.map { try field.wait(for: [$0]).time }
    let short = all.filter { $0.text.count <= 4 }
    let lines = (0..<max(1, Int(20 * share))).map { i in
      (0..<10).map { short[(i * 7 + $0) % short.count] }
    }
    let ten = try lines.map { try field.wait(for: $0) }
    try app.expectQuiet()
    let asked = try readFile(sockets)
    guard asked.contains("AF_UNIX") else { throw BenchmarkError("no socket was recorded at all") }
    guard !asked.contains("AF_INET") else {
      throw BenchmarkError("a network was asked for while people wrote: \(asked)")
    }
    guard let word = Spread(single), let line = Spread(ten.map(\.time)) else {
      throw BenchmarkError("nothing was measured")
    }
    let early = ten.map { Double(min($0.early, 9)) / 9 }.reduce(0, +) / Double(ten.count)
    return WritingInFields(word: word, line: line, early: early)
  }

  /// The text view of `bench-fields`.
  private struct Field {
    var screen: Screen
    var app: Program
    var corner: Point

    /// Each text that it had, and when.
    private var texts: [(time: Double, text: Substring)] {
      app.standardOutput.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Double(parts[0]) else { return nil }
        return (time, parts[1])
      }
    }

    /// Writes words in a row into the empty field.
    ///
    /// - Returns: Seconds from the last lift to the text, less the pause; and how many words were text at that lift.
    func wait(for words: [RecordedWriting]) throws -> (time: Double, early: Int) {
      let pen = screen.pen
      var left = corner.x + 30
      var lifted = now()
      for word in words {
        let strokes = word.strokes(in: Rect(x: left, y: corner.y + 60, width: 200, height: 32))
        for stroke in strokes {
          pen.hover(at: stroke[0])
          pen.down(at: stroke[0])
          pen.move(along: Array(Self.even(stroke).dropFirst()), rate: 240)
          pen.up()
          lifted = now()
          sleep(until: now() + 0.05)
        }
        left = (strokes.joined().map(\.x).max() ?? left) + 26
      }
      pen.proximityOut()
      sleep(until: lifted + WritingInFields.pause + 0.6)
      let all = texts
      guard let last = all.last, last.time > lifted, !last.text.isEmpty else {
        throw BenchmarkError("“\(words.map(\.text))” became no text")
      }
      let before = all.last { $0.time <= lifted }?.text ?? ""
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("Delete")
      sleep(until: now() + 0.1)
      return (
        last.time - lifted - WritingInFields.pause, before.split(separator: " ").count
      )
    }

    /// The stroke with a point each 1/240 s of the hand's.
    private static func even(_ stroke: [Point]) -> [Point] {
      var points = [stroke[0]]
      let step = WritingInFields.speed / 240
      for (a, b) in zip(stroke, stroke.dropFirst()) {
        let count = max(1, Int((a.distance(to: b) / step).rounded()))
        points += (1...count).map { a.lerp(to: b, Double($0) / Double(count)) }
      }
      return points
    }
  }

  private static func readFile(_ path: String) throws -> String {
    guard let file = fopen(path, "re") else { throw BenchmarkError("\(path) cannot be read") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }

  var goals: [Report.Goal] {
    [("a word", word), ("a line", line)].flatMap { name, spread in
      [
        Report.Goal(
          name: "\(name) is text, beyond the pause, median, to 60 ms", ratio: spread.median / 0.06,
          limit: 1),
        Report.Goal(
          name: "\(name) is text, beyond the pause, p99, to 150 ms", ratio: spread.p99 / 0.15,
          limit: 1),
      ]
    }
  }

  var json: JSON {
    .object([
      ("word_beyond_pause_ms", word.json(scale: 1e3)),
      ("line_of_ten_words_beyond_pause_ms", line.json(scale: 1e3)),
      ("words_that_are_text_before_the_last_lift", .number(early)),
    ])
  }

  /// Rows of the table, each with its limits for median and p99.
  func rows(_ both: (Spread) -> String) -> [String] {
    func milliseconds(_ spread: Spread) -> Spread {
      var spread = spread
      spread.median *= 1e3
      spread.p99 *= 1e3
      return spread
    }
    return [
      "| a word is text, ms beyond the pause of 0.6 s (at most 60, p99 150) | \(both(milliseconds(word))) |",
      "| the last of ten words is text, ms beyond the pause (at most 60, p99 150) | \(both(milliseconds(line))) |",
      "| of the words before it, text as the pen lifts | \(Int((early * 100).rounded())) % | |",
    ]
  }
}

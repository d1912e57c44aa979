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
  /// The same of thirty lines as people wrote them, whose words often stand closer than single words in a row do.
  var earlyInLines: Double

  /// The least that ``earlyInLines`` is to be.
  ///
  /// Where a hand leaves hardly more space between words than within one, the rest tells first where a word has ended.
  static let leastEarly = 0.85

  /// ``ScribbleSession/Settings/pause`` as it comes.
  static let pause = 0.6

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
    let recorded = try RecordedWriting.lines()
    var (found, expected) = (0, 0)
    for line in recorded.prefix(max(3, Int(Double(recorded.count) * share))) {
      let count = RecordedWriting.wordCount(in: line.text) - 1
      let early = try field.early(in: line)
      found += min(early, count)
      expected += count
    }
    try app.expectQuiet()
    let asked = try readText(sockets)
    guard asked.contains("AF_UNIX") else { throw BenchmarkError("no socket was recorded at all") }
    guard !asked.contains("AF_INET") else {
      throw BenchmarkError("a network was asked for while people wrote: \(asked)")
    }
    guard let word = Spread(single), let line = Spread(ten.map(\.time)) else {
      throw BenchmarkError("nothing was measured")
    }
    let early = ten.map { Double(min($0.early, 9)) / 9 }.reduce(0, +) / Double(ten.count)
    return WritingInFields(
      word: word, line: line, early: early, earlyInLines: Double(found) / Double(max(expected, 1)))
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
      var left = corner.x + 30
      var lifted = now()
      for word in words {
        let strokes = word.strokes(in: Rect(x: left, y: corner.y + 60, width: 200, height: 32))
        lifted = screen.pen.write(strokes)
        left = (strokes.joined().map(\.x).max() ?? left) + 26
      }
      let all = textsAfterPause(since: lifted)
      guard let last = all.last, last.time > lifted, !last.text.isEmpty else {
        throw BenchmarkError("“\(words.map(\.text))” became no text")
      }
      try clear()
      return (
        last.time - lifted - WritingInFields.pause, Self.words(of: all, at: lifted)
      )
    }

    /// Writes a line into the empty field as it was recorded, with the gaps that its writer left.
    ///
    /// - Returns: How many words were text at the last lift of the pen.
    func early(in line: RecordedWriting) throws -> Int {
      let box = Rect(x: corner.x + 30, y: corner.y + 60, width: 1200, height: 32)
      let lifted = screen.pen.write(line.strokes(in: box))
      let all = textsAfterPause(since: lifted)
      guard let last = all.last, !last.text.isEmpty else {
        throw BenchmarkError("“\(line.text)” became no text")
      }
      try clear()
      return Self.words(of: all, at: lifted)
    }

    /// All texts that the field had, once what was written has become one.
    private func textsAfterPause(since lifted: Double) -> [(time: Double, text: Substring)] {
      screen.pen.proximityOut()
      sleep(until: lifted + WritingInFields.pause + 0.6)
      return texts
    }

    private static func words(of texts: [(time: Double, text: Substring)], at time: Double) -> Int {
      RecordedWriting.wordCount(in: String(texts.last { $0.time <= time }?.text ?? ""))
    }

    private func clear() throws {
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("Delete")
      sleep(until: now() + 0.1)
    }
  }

  /// - Parameter isShort: Whether there were too few words and lines to miss what is said of them.
  func goals(isShort: Bool) -> [Goal] {
    let measured = [("a word", "words", word), ("a line", "lines", line)]
    let times: [Goal] = measured.flatMap { name, all, spread in
      [
        Goal(
          name: "\(name) is text, beyond the pause, median, to 60 ms", ratio: spread.median / 0.06,
          limit: 1, lacks: isShort ? all : nil),
        Goal(
          name: "\(name) is text, beyond the pause, p99, to 150 ms", ratio: spread.p99 / 0.15,
          limit: 1, lacks: isShort ? all : nil),
      ]
    }
    // A share that is to be great: as measured, the limit to it.
    let words = Goal(
      name: "85 % to the words of people's lines that are text as the pen lifts from the last one",
      ratio: Self.leastEarly / max(earlyInLines, 0.01), limit: 1, lacks: isShort ? "lines" : nil)
    return times + [words]
  }

  var json: JSON {
    .object([
      ("word_beyond_pause_ms", word.json(scale: 1e3)),
      ("line_of_ten_words_beyond_pause_ms", line.json(scale: 1e3)),
      ("words_that_are_text_before_the_last_lift", .number(early)),
      ("words_of_peoples_lines_that_are_text_before_the_last_lift", .number(earlyInLines)),
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
      "| of the words before the last in lines as people wrote them, text as the pen lifts (at least 85 %) | \(Int((earlyInLines * 100).rounded())) % | |",
    ]
  }
}

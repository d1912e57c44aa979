import Handwriting
import InkModel
import RecordedHands
import RepositoryFiles
import Testing

@testable import Scribble

/// What becomes of the lines that people wrote, word by word, in the time of their pens.
@Suite struct WordTimeTests {
  @Test
  func
    `S2 half of people's words are text 0.3 s after the pen was lifted, read as well as whole lines`()
    async throws
  {
    let recognizer = try HandwritingRecognizer(
      .english, at: Repository.url("data/recognition/en").path)
    var waits: [Double] = []
    var (words, right, rightAtOnce) = (0, 0, 0)
    for line in try RecordedWriting.lines() {
      let writer = LineWriter(line, recognizer)
      let spoken = line.text.split(separator: " ")
      try await writer.write()
      waits += writer.waits
      words += spoken.count
      right += Self.common(spoken, writer.hand.field.text.split(separator: " "))
      rightAtOnce += Self.common(spoken, writer.whole.text.split(separator: " "))
    }
    let soon = waits.count { $0 <= 0.3 }
    #expect(words > 150 && waits.count > 150)
    #expect(soon * 2 >= waits.count, "\(soon) of \(waits.count)")
    // Context makes some words better and some worse: at most every fiftieth word.
    #expect(right * 50 >= rightAtOnce * 49, "\(right) and \(rightAtOnce) of \(words)")
  }

  @Test func `S2 of people's words seven in eight stand before the pause that ends their line`()
    async throws
  {
    let recognizer = try HandwritingRecognizer(
      .english, at: Repository.url("data/recognition/en").path)
    var (early, others) = (0, 0)
    for line in try RecordedWriting.lines() {
      let writer = LineWriter(line, recognizer)
      try await writer.write()
      // The last word always waits, with the mark behind it; a word that was read as two is not two that stand.
      let count = RecordedWriting.wordCount(in: line.text) - 1
      early += min(writer.wordsBeforePause, count)
      others += count
    }
    // Of those that do not, seven are in one item that is four rows of writing, one below the other.
    #expect(others > 120)
    #expect(early * 8 >= others * 7, "\(early) of \(others)")
  }

  /// How many words two texts have in common, in the same order.
  private static func common(_ a: [Substring], _ b: [Substring]) -> Int {
    a.count - b.difference(from: a).removals.count
  }
}

/// Writes a line with a plausible pen (``WritingPace``).
private final class LineWriter {
  let hand = Hand(.row("", kind: .text))
  let strokes: [[Point]]
  let recognizer: HandwritingRecognizer
  /// What the recogniser reads when it gets the whole line at once.
  var whole = Candidate(text: "", score: 0, characters: [])
  /// Seconds from the last lift of the pen in a word to its text; at least 0, as a late dot may follow.
  var waits: [Double] = []
  /// Of the text as the pen was lifted from the last stroke.
  var wordsBeforePause = 0
  private var lifts: [Double] = []
  /// How many words the text had, and from when on.
  private var counts: [Hand.Change] = []

  init(_ line: RecordedWriting, _ recognizer: HandwritingRecognizer) {
    strokes = line.strokes(in: Rect(x: 10, y: 0, width: 2000, height: 30))
    self.recognizer = recognizer
  }

  func write() async throws {
    var last: Point?
    for stroke in strokes {
      if let last { hand.now += WritingPace.time(fromLiftAt: last, toTouchAt: stroke[0]) }
      last = stroke.last
      counts += try await hand.write(stroke, by: recognizer)
      lifts.append(hand.now)
    }
    wordsBeforePause = RecordedWriting.wordCount(in: hand.field.text)
    counts += try await hand.pause(by: recognizer)
    // The recording does not say of which word a stroke is; a reading of the whole line does.
    let all = strokes.map { WrittenStroke($0) }
    guard let whole = try await recognizer.best(of: all, RecognitionContext(.text)) else { return }
    self.whole = whole
    for (i, word) in whole.words.enumerated() {
      guard let stroke = whole.characters[word].flatMap(\.ink).map(\.stroke).max(),
        let text = counts.first(where: { $0.words > i })
      else { continue }
      waits.append(max(0, text.time - lifts[stroke]))
    }
  }
}

extension HandwritingRecognizer {
  /// The likeliest reading.
  func best(
    of strokes: [WrittenStroke], _ context: RecognitionContext
  ) async throws -> Candidate? {
    try await recognize(strokes, context: context, limit: 1).candidates.first
  }
}

/// What is read while a pen writes, and at its pause.
extension Hand {
  /// When a text changed, and how many words it had then.
  typealias Change = (time: Double, words: Int)

  /// Writes a stroke at a plausible speed; what changed meanwhile.
  @discardableResult
  func write(_ stroke: [Point], by recognizer: HandwritingRecognizer) async throws -> [Change] {
    var changes: [Change] = []
    if let reading = begin(stroke[0].x, stroke[0].y) {
      let candidate = try await recognizer.best(of: reading.strokes, reading.context)
      if case .edit = settle(reading, as: candidate) { changes.append(change) }
    }
    now += WritingPace.time(along: stroke)
    end(Array(stroke.dropFirst()))
    if let reading = session.readingOfWrittenWords(of: field, at: now),
      let candidate = try await recognizer.best(of: reading.strokes, reading.context),
      let words = session.finishedWords(of: reading, in: candidate),
      case .edit = settle(words.reading, as: words.candidate)
    {
      changes.append(change)
    }
    return changes
  }

  /// Lifts the pen for the pause, at which what waits is read; what changed then.
  @discardableResult
  func pause(by recognizer: HandwritingRecognizer) async throws -> [Change] {
    now += session.settings.pause
    while let reading = self.reading() {
      let candidate = try await recognizer.best(of: reading.strokes, reading.context)
      switch settle(reading, as: candidate) {
      case .edit: return [change]
      case .again: continue
      case .nothing, .void: return []
      }
    }
    return []
  }

  private var change: Change { (now, field.text.split(separator: " ").count) }
}

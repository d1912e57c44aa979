import InkModel

/// Reads handwriting: strokes in, ranked text out, on the device.
///
/// ```swift
/// import Handwriting
///
/// let recognizer = try HandwritingRecognizer(.english, at: "data/recognition/en")
///
/// var strokes: [WrittenStroke] = []
/// for await samples in penStrokes {
///   strokes.append(WrittenStroke(samples: samples))
///   let reading = try await recognizer.recognize(strokes, context: .init(.line))
///   print(reading.text)
///   for other in reading.candidates.dropFirst() { print("or", other.text, other.score) }
///   if let best = reading.candidates.first, let word = best.words.last {
///     select(best.ink(of: word))  // the strokes of the last word
///   }
/// }
/// ```
///
/// What happens to the strokes of one call:
/// 1. ``LineSegmenter`` separates the lines, unless the context says that there is one.
/// 2. A line that was read before, with the same context, is not read again: ink that is added to the
///    end costs its own line only.
/// 3. ``InkNormalization`` and ``InkFeatures`` make numbers of the line's ink, ``Network`` gives probabilities of
///    characters over time, ``BeamSearchDecoder`` finds the likeliest texts for them. Where those are in doubt, the
///    same ink, slanted to either side, narrower and wider, is read again and all outputs count (``ForwardProbability``).
///    ``Alignment`` maps each character back to its ink.
///
/// The same ink and context always give the same reading. Cancelling the task that waits ends the work within
/// about a millisecond. Time is bounded whatever the ink: see ``FlatInk/mostPointsInStroke``,
/// ``InkFeatures/mostPoints`` and ``LineSegmenter``.
public actor HandwritingRecognizer {
  public nonisolated let pack: LanguagePack
  private let reader: LineReader
  private var known: [Request: [Candidate]] = [:]
  private var order: [Request] = []
  /// Lines read since the start, for tests of what is reused.
  private(set) var linesRead = 0

  /// Lines whose readings are kept.
  private static let mostKnown = 64

  private struct Request: Hashable {
    var strokes: [WrittenStroke]
    var context: RecognitionContext
    var limit: Int
  }

  public init(pack: LanguagePack) {
    self.pack = pack
    reader = LineReader(pack: pack)
  }

  /// Opens a language pack.
  /// - Parameter folder: path of its folder.
  /// - Throws: ``HandwritingError/packMissing(path:code:)`` and its neighbours; the app works without recognition.
  public init(_ system: WritingSystem, at folder: String) throws(HandwritingError) {
    self.init(pack: try LanguagePack(system, at: folder))
  }

  /// Readings of some ink, the likeliest first.
  /// - Parameters:
  ///   - strokes: all of the ink, in the order written; call again with more as it comes.
  ///   - limit: the most candidates to return, for the whole and for each line.
  /// - Throws: ``HandwritingError/cancelled``, nothing else.
  public func recognize(
    _ strokes: [WrittenStroke], context: RecognitionContext = .init(), limit: Int = 5
  ) async throws(HandwritingError) -> Recognition {
    let single = context.kind != .text
    let groups = LineSegmenter.lines(
      of: strokes, single: single, lineHeight: context.lineHeight)
    var lines: [RecognizedLine] = []
    for group in groups {
      if Task.isCancelled { throw .cancelled }
      var here = context
      // The text before the caret is before the first line only.
      if let before = lines.last?.candidates.first?.text {
        here.textBefore = String(before.suffix(40)) + "\n"
      }
      let own = group.map { strokes[$0] }
      let request = Request(strokes: own, context: here, limit: limit)
      let candidates: [Candidate]
      if let found = known[request] {
        candidates = found
      } else {
        candidates = try reader.read(
          own, line: Array(own.indices), context: here, limit: limit
        ) { () throws(HandwritingError) in
          if Task.isCancelled { throw .cancelled }
        }
        linesRead += 1
        remember(candidates, for: request)
      }
      guard !candidates.isEmpty else { continue }
      lines.append(
        RecognizedLine(strokes: group, candidates: candidates.map { $0.mapped { group[$0] } }))
    }
    return Recognition(
      lines: lines,
      candidates: joined(lines, separator: single ? " " : pack.system.lineSeparator, limit: limit))
  }

  private func remember(_ candidates: [Candidate], for request: Request) {
    known[request] = candidates
    order.append(request)
    if order.count > Self.mostKnown { known[order.removeFirst()] = nil }
  }

  /// Readings of all lines together: the best of each, then the one line changed that loses least.
  private func joined(_ lines: [RecognizedLine], separator: String, limit: Int) -> [Candidate] {
    guard !lines.isEmpty else { return [] }
    var choices: [(line: Int, choice: Int, share: Double)] = [(0, 0, 1)]
    for (l, line) in lines.enumerated() {
      let best = max(line.candidates[0].score, 1e-12)
      for c in line.candidates.indices.dropFirst() {
        choices.append((l, c, line.candidates[c].score / best))
      }
    }
    if lines.count > 1 {
      let rest = choices.dropFirst().sorted {
        ($1.share, $0.line, $0.choice) < ($0.share, $1.line, $1.choice)
      }
      choices = [choices[0]] + rest
    }
    let whole = lines.reduce(1.0) { $0 * $1.candidates[0].score }
    return choices.prefix(max(1, limit)).map { pick in
      var characters: [RecognizedCharacter] = []
      for (l, line) in lines.enumerated() {
        if l > 0 { characters += separator.map { RecognizedCharacter(character: $0, ink: []) } }
        characters += line.candidates[l == pick.line ? pick.choice : 0].characters
      }
      return Candidate(characters, score: whole * pick.share)
    }
  }
}

extension Candidate {
  /// The same reading with its strokes numbered anew.
  fileprivate func mapped(_ index: (Int) -> Int) -> Candidate {
    var copy = self
    for i in copy.characters.indices {
      for k in copy.characters[i].ink.indices {
        copy.characters[i].ink[k].stroke = index(copy.characters[i].ink[k].stroke)
      }
    }
    return copy
  }
}

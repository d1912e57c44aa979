import Glibc

/// Reads the ink of one line, start to end, without waiting for anybody.
package struct LineReader: Sendable {
  package let pack: LanguagePack

  package init(pack: LanguagePack) {
    self.pack = pack
  }

  /// Readings of the line, the likeliest first; none where the ink is empty.
  ///
  /// Before a number, in a text too, a minus is what its geometry says (``MinusStroke``), and what the network reads is the
  /// rest; so are the spaces of a phone number, and those of numbers and their signs in a text (``DigitGroups``). Addresses in
  /// a text are read as in a field for them, and spaces within its quotes go (``QuoteGaps``).
  ///
  /// - Parameters:
  ///   - line: indices of its strokes.
  ///   - settings: nil for what is usual in the context.
  package func read(
    _ strokes: [WrittenStroke], line: [Int], context: RecognitionContext, limit: Int,
    settings: DecoderSettings? = nil, check: () throws(HandwritingError) -> Void = {}
  ) throws(HandwritingError) -> [Candidate] {
    guard context.kind == .number, context.alphabet?.contains("-") != false,
      let minus = MinusStroke.index(in: strokes, line: line)
    else {
      let candidates = try readInk(
        strokes, line: line, context: context, limit: limit, settings: settings, check: check)
      return try readingParts(
        in: candidates, strokes, line: line, context: context, limit: limit, check: check)
    }
    var behind = context
    behind.textBefore += "-"
    let sign = MinusStroke.character(of: minus, in: strokes)
    return try readInk(
      strokes, line: line.filter { $0 != minus }, context: behind, limit: limit,
      settings: settings, check: check
    ).map { Candidate([sign] + $0.characters, score: $0.score) }
  }

  /// Readings of all of the line's ink by the network.
  func readInk(
    _ strokes: [WrittenStroke], line: [Int], context: RecognitionContext, limit: Int,
    settings: DecoderSettings?, check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> [Candidate] {
    guard let seen = try output(for: strokes, line: line, check: check) else { return [] }
    let ink = joined(seen, in: context)
    let settings = settings ?? .usual(in: context)
    let readings = try search(ink, context: context, settings: settings, check: check)
    let scores = Scores(of: readings, settings)
    var candidates: [Candidate] = []
    for r in varied(trimmed(readings), limit: max(1, limit)) {
      try check()
      candidates.append(candidate(r, of: ink, strokes, score: scores[r]))
    }
    return candidates
  }

  /// Another reading of a whole line; see ``Candidate/score``.
  package struct OtherText: Hashable, Sendable {
    package var text: String
    package var score: Double
  }

  /// The likeliest reading of a line, and the texts of all others that the search came upon, the likeliest first; `nil`
  /// where the ink is empty.
  ///
  /// Addresses and numbers are as ``read(_:line:context:limit:settings:check:)`` has them, in the likeliest one alone.
  package func readWithOthers(
    _ strokes: [WrittenStroke], line: [Int], context: RecognitionContext,
    check: () throws(HandwritingError) -> Void = {}
  ) throws(HandwritingError) -> (best: Candidate, others: [OtherText])? {
    guard let seen = try output(for: strokes, line: line, check: check) else { return nil }
    let ink = joined(seen, in: context)
    let settings = DecoderSettings.usual(in: context)
    let readings = try search(ink, context: context, settings: settings, check: check)
    let scores = Scores(of: readings, settings)
    let chosen = trimmed(readings)
    guard let best = chosen.first else { return nil }
    let others = chosen.dropFirst().map { r in
      OtherText(
        text: String(r.classes.map { pack.model.symbols[$0 - 1].character }), score: scores[r])
    }
    let read = try readingParts(
      in: [candidate(best, of: ink, strokes, score: scores[best])], strokes, line: line,
      context: context, limit: 1, check: check)
    return (read[0], others)
  }

  /// Readings of a line with its addresses and numbers, and the spaces of these and of quotes, as their own rules have them.
  private func readingParts(
    in candidates: [Candidate], _ strokes: [WrittenStroke], line: [Int],
    context: RecognitionContext, limit: Int, check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> [Candidate] {
    let whole = try readingAddresses(
      in: candidates, strokes, line: line, context: context, limit: limit, check: check)
    // The gaps tell where a number begins, and beside a minus they are others than beside a digit.
    let spaced = DigitGroups.spaced(QuoteGaps.closed(whole, in: context), strokes, in: context)
    let signed = try readingMinuses(
      in: spaced, strokes, line: line, context: context, limit: limit, check: check)
    return signed == spaced ? spaced : DigitGroups.spaced(signed, strokes, in: context)
  }

  /// The shares of readings in the likelihood of all.
  private struct Scores {
    private let top: Float
    private let temperature: Float
    private var sum = 0.0

    init(of readings: [BeamSearchDecoder.Reading], _ settings: DecoderSettings) {
      top = readings.first?.score ?? 0
      temperature = settings.temperature
      for r in readings { sum += exponential((r.score - top) / temperature) }
    }

    subscript(reading: BeamSearchDecoder.Reading) -> Double {
      exponential((reading.score - top) / temperature) / sum
    }
  }

  private func candidate(
    _ reading: BeamSearchDecoder.Reading, of ink: SeenInk, _ strokes: [WrittenStroke], score: Double
  ) -> Candidate {
    let parts = Alignment.ink(
      of: reading.classes, isSpace: { pack.model.symbols[$0 - 1].kind == 0 }, in: ink.output,
      features: ink.features, flat: ink.flat, original: strokes,
      pointsPerFrame: pack.network.pointsPerFrame)
    let characters = zip(reading.classes, parts).map {
      RecognizedCharacter(character: pack.model.symbols[$0 - 1].character, ink: $1)
    }
    return Candidate(characters, score: score)
  }

  /// How sure the network is of what it sees, 0…1.
  ///
  /// The mean share of the likeliest character over the frames that have one at all; of a drawing it is lower than of
  /// writing. No text is searched for.
  package func clarity(
    _ strokes: [WrittenStroke], check: () throws(HandwritingError) -> Void = {}
  ) throws(HandwritingError) -> Double {
    guard
      let output = try output(for: strokes, line: Array(strokes.indices), check: check)?.output
    else { return 0 }
    var (sum, count) = (0.0, 0)
    for t in 0..<output.count {
      let row = output.values[t * output.width..<(t + 1) * output.width]
      // Blank is the first class.
      guard let blank = row.first, let best = row.dropFirst().max(), best > blank else { continue }
      sum += exponential(best)
      count += 1
    }
    return count > 0 ? sum / Double(count) : 0
  }

  /// Without spaces at the ends, and without repeats and empty texts that this leaves.
  private func trimmed(_ readings: [BeamSearchDecoder.Reading]) -> [BeamSearchDecoder.Reading] {
    var seen: Set<[Int]> = []
    return readings.compactMap { r in
      var r = r
      let isSpace = { (c: Int) in pack.model.symbols[c - 1].kind == 0 }
      while let last = r.classes.last, isSpace(last) { r.classes.removeLast() }
      while let first = r.classes.first, isSpace(first) { r.classes.removeFirst() }
      return !r.classes.isEmpty && seen.insert(r.classes).inserted ? r : nil
    }
  }

  /// The best texts, those that differ in capitals alone after the others: three choices should be
  /// three words.
  private func varied(_ readings: [BeamSearchDecoder.Reading], limit: Int) -> [BeamSearchDecoder
    .Reading]
  {
    var seen: Set<[Int]> = []
    var first: [BeamSearchDecoder.Reading] = []
    var later: [BeamSearchDecoder.Reading] = []
    for r in readings {
      if seen.insert(r.classes.map { pack.model.symbols[$0 - 1].folded }).inserted {
        first.append(r)
      } else {
        later.append(r)
      }
    }
    // The first choice keeps its case variants from the fourth rank on.
    return Array(
      (first.prefix(3) + later.prefix(2) + first.dropFirst(3) + later.dropFirst(2)).prefix(limit))
  }
}

private func exponential(_ x: Float) -> Double { x < -80 ? 0 : exp(Double(x)) }

/// What the network made of some ink: kept to be searched, with other settings if need be.
package struct SeenInk: Sendable {
  fileprivate var flat: FlatInk
  fileprivate var features: InkFeatures
  fileprivate var output: Sequence2D
  /// The network's outputs for the augmented ink, where they were computed beforehand.
  fileprivate var computed: [Sequence2D]?
  /// The classes of spaces where the context has none: their share is that of the blank.
  fileprivate var joinedGaps: [Int] = []

  /// The network's outputs for the same ink slanted to either side, narrower and wider (test-time augmentation): an
  /// error in one of them is seldom made in all.
  fileprivate func augmentedOutputs(
    _ network: Network, _ check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> [Sequence2D] {
    if let computed { return computed.map { $0.joiningGaps(joinedGaps) } }
    var all: [Sequence2D] = []
    for (slant, width) in [(-0.3, 1), (0.3, 1), (0, 0.8), (0, 1.25)] {
      var other = flat
      for i in other.xs.indices { other.xs[i] = width * other.xs[i] + slant * other.ys[i] }
      InkNormalization.apply(to: &other)
      let output = try network(InkFeatures(other).rows, check: check)
      all.append(output.joiningGaps(joinedGaps))
    }
    return all
  }
}

extension LineReader {
  /// The first half of reading: the network's output; nil where there is no ink.
  fileprivate func output(
    for strokes: [WrittenStroke], line: [Int], check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> SeenInk? {
    var flat = FlatInk(strokes, taking: line)
    guard flat.count > 0 else { return nil }
    InkNormalization.apply(to: &flat)
    let features = InkFeatures(flat)
    try check()
    return SeenInk(
      flat: flat, features: features, output: try pack.network(features.rows, check: check))
  }

  /// The ink as the network sees it where words are written without spaces, in an address; as it is in all else.
  private func joined(_ ink: SeenInk, in context: RecognitionContext) -> SeenInk {
    guard context.kind.isAddress else { return ink }
    var joined = ink
    joined.joinedGaps = pack.model.spaces
    joined.output = ink.output.joiningGaps(joined.joinedGaps)
    return joined
  }

  /// The network's outputs for some ink, augmented ones included, for many searches.
  package func outputs(for strokes: [WrittenStroke]) throws(HandwritingError) -> SeenInk? {
    guard var ink = try output(for: strokes, line: Array(strokes.indices), check: {}) else {
      return nil
    }
    ink.computed = try ink.augmentedOutputs(pack.network, {})
    return ink
  }

  /// The second half: readings, the likeliest first.
  ///
  /// Where the ink as written leaves the reading in doubt, the augmented outputs are searched too, and each reading is
  /// scored by all outputs.
  private func search(
    _ ink: SeenInk, context: RecognitionContext, settings: DecoderSettings,
    check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> [BeamSearchDecoder.Reading] {
    let model = TextModel(pack.model, settings: settings, context: context)
    let decoder = BeamSearchDecoder(model: model, alphabet: context.alphabet)
    func texts(in output: Sequence2D) throws(HandwritingError) -> [BeamSearchDecoder.Reading] {
      context.kind == .character
        ? decoder.characters(output)
        : try decoder.decode(output, limit: settings.beam, check: check)
    }
    var outputs = [ink.output]
    var readings = try texts(in: outputs[0])
    guard let top = readings.first?.score, readings.count > 1,
      ink.output.count <= settings.mostAugmentedFrames
    else { return readings }
    let sum = readings.reduce(0) { $0 + exponential(($1.score - top) / settings.temperature) }
    guard 1 / sum < Double(settings.doubt) else { return readings }
    var found = Set(readings.map(\.classes))
    for output in try ink.augmentedOutputs(pack.network, check) {
      outputs.append(output)
      readings += try texts(in: output).filter { found.insert($0.classes).inserted }
    }
    for i in readings.indices {
      try check()
      let together = ForwardProbability.mean(
        outputs.map { ForwardProbability.of(readings[i].classes, in: $0) })
      readings[i].score += together - readings[i].ink
      readings[i].ink = together
    }
    readings.sort { $0.precedes($1) }
    return readings
  }

  /// Texts, the likeliest first, with the log probabilities of ink and language together.
  package func texts(
    of ink: SeenInk, context: RecognitionContext, settings: DecoderSettings, limit: Int
  ) throws(HandwritingError) -> [(text: String, score: Float)] {
    let ink = joined(ink, in: context)
    let readings = try search(ink, context: context, settings: settings, check: {})
    return varied(trimmed(readings), limit: limit).map { r in
      (String(r.classes.map { pack.model.symbols[$0 - 1].character }), r.score)
    }
  }

  /// The network alone: the likeliest class of each frame, repeats and blanks left out.
  package func greedy(_ strokes: [WrittenStroke]) throws(HandwritingError) -> String {
    guard
      let output = try self.output(for: strokes, line: Array(strokes.indices), check: {})?.output
    else { return "" }
    var text = ""
    var last = 0
    for t in 0..<output.count {
      let row = output.values[t * output.width..<(t + 1) * output.width]
      let best = row.indices.max { row[$0] < row[$1] }! - row.startIndex
      if best != last, best > 0 { text.append(pack.model.symbols[best - 1].character) }
      last = best
    }
    return text
  }
}

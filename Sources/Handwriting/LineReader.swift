import Glibc

/// Reads the ink of one line, start to end, without waiting for anybody.
package struct LineReader: Sendable {
  package let pack: LanguagePack

  package init(pack: LanguagePack) {
    self.pack = pack
  }

  /// Readings of the line, the likeliest first; none where the ink is empty.
  /// - Parameters:
  ///   - line: indices of its strokes.
  ///   - settings: nil for what is usual in the context.
  package func read(
    _ strokes: [WrittenStroke], line: [Int], context: RecognitionContext, limit: Int,
    settings: DecoderSettings? = nil, check: () throws(HandwritingError) -> Void = {}
  ) throws(HandwritingError) -> [Candidate] {
    var flat = FlatInk(strokes, taking: line)
    guard flat.count > 0 else { return [] }
    InkNormalization.apply(to: &flat)
    let features = InkFeatures(flat)
    try check()
    let output = try pack.network(features.rows, check: check)
    let settings = settings ?? .usual(for: context.kind)
    let model = TextModel(pack.model, settings: settings, context: context)
    let decoder = BeamSearchDecoder(model: model, alphabet: context.alphabet)
    let readings = try decoder.decode(output, limit: settings.beam, check: check)
    let chosen = varied(trimmed(readings), limit: max(1, limit))
    let top = readings.first?.score ?? 0
    var sum = 0.0
    for r in readings { sum += exponential((r.score - top) / settings.temperature) }
    var candidates: [Candidate] = []
    for r in chosen {
      try check()
      let ink = Alignment.ink(
        of: r.classes, isSpace: { pack.model.symbols[$0 - 1].kind == 0 }, in: output,
        features: features, flat: flat, original: strokes,
        pointsPerFrame: pack.network.pointsPerFrame)
      let characters = zip(r.classes, ink).map {
        RecognizedCharacter(character: pack.model.symbols[$0 - 1].character, ink: $1)
      }
      candidates.append(
        Candidate(
          text: String(characters.map(\.character)),
          score: exponential((r.score - top) / settings.temperature) / sum, characters: characters))
    }
    return candidates
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
    // The first choice keeps its case variants from the fourth place on.
    return Array(
      (first.prefix(3) + later.prefix(2) + first.dropFirst(3) + later.dropFirst(2)).prefix(limit))
  }

  private func exponential(_ x: Float) -> Double { x < -80 ? 0 : exp(Double(x)) }
}

/// What the network made of some ink: kept to be searched with other settings.
package struct ReadInk: Sendable {
  fileprivate var output: Sequence2D
}

extension LineReader {
  /// The first half of reading: the network's output; nil where there is no ink.
  package func look(at strokes: [WrittenStroke]) throws(HandwritingError) -> ReadInk? {
    var flat = FlatInk(strokes, taking: strokes.indices)
    guard flat.count > 0 else { return nil }
    InkNormalization.apply(to: &flat)
    return ReadInk(output: try pack.network(InkFeatures(flat).rows))
  }

  /// The second half: texts, the likeliest first, with the log probabilities of ink and language together.
  package func texts(
    of ink: ReadInk, context: RecognitionContext, settings: DecoderSettings, limit: Int
  ) throws(HandwritingError) -> [(text: String, score: Float)] {
    let model = TextModel(pack.model, settings: settings, context: context)
    let decoder = BeamSearchDecoder(model: model, alphabet: context.alphabet)
    let readings = try decoder.decode(ink.output, limit: settings.beam)
    return varied(trimmed(readings), limit: limit).map { r in
      (String(r.classes.map { pack.model.symbols[$0 - 1].character }), r.score)
    }
  }

  /// The network alone: the likeliest class of each frame, repeats and blanks left out.
  package func greedy(_ strokes: [WrittenStroke]) throws(HandwritingError) -> String {
    var flat = FlatInk(strokes, taking: strokes.indices)
    guard flat.count > 0 else { return "" }
    InkNormalization.apply(to: &flat)
    let output = try pack.network(InkFeatures(flat).rows)
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

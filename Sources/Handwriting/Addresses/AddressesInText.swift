import InkModel

// Addresses in a text that is no field for them.
//
// The network has learned from texts in which an “@” stands between spaces and a sentence ends at a dot, and reads spaces
// there whatever the gaps are. So the ink around such a sign that no gap parts is read once more, as in a field for
// addresses, and so is the first of a line before which an address has no end yet. Where that makes a whole address it is
// the reading.
extension LineReader {
  /// A gap that parts words, in heights of a letter.
  ///
  /// If it is less, the addresses of wide hands are parted; if it is more, the words beside one become a part of it.
  private static let wordGap = 0.45

  /// Readings of a line, the likeliest of them with the addresses that it has.
  ///
  /// - Parameter candidates: Those of the text, the likeliest first.
  func readingAddresses(
    in candidates: [Candidate], _ strokes: [WrittenStroke], line: [Int],
    context: RecognitionContext, limit: Int, check: () throws(HandwritingError) -> Void
  ) throws(HandwritingError) -> [Candidate] {
    let before = Self.begunAddress(in: context)
    let signs = candidates.lazy.map(Self.signs).first { !$0.isEmpty } ?? []
    guard context.kind.isProse, context.alphabet == nil,
      !before.isEmpty || !signs.isEmpty, var best = candidates.first
    else { return candidates }
    for (i, run) in Self.runs(strokes, line: line, of: best).enumerated() {
      let before = i == 0 ? before : ""
      let sign = signs.first { run.contains($0.stroke) }
      guard sign != nil || !before.isEmpty, let range = Self.range(of: run, in: best) else {
        continue
      }
      let kind = sign?.kind ?? (before.contains("@") ? .email : .url)
      var own = context
      (own.kind, own.textBefore, own.textAfter) = (kind, before, "")
      let readings = try readInk(
        strokes, line: run, context: own, limit: 3, settings: nil, check: check)
      guard let address = readings.first(where: { Self.isAddress(before + $0.text, kind) }) else {
        continue
      }
      best.replaceCharacters(range, with: address.characters)
    }
    return candidates.led(by: best, limit: limit)
  }

  /// What an address that has no end yet has before the ink; empty where there is none.
  private static func begunAddress(in context: RecognitionContext) -> String {
    let word =
      context.textBefore.split(
        omittingEmptySubsequences: false, whereSeparator: \.isWhitespace
      ).last ?? ""
    return AddressProgress(behind: word.unicodeScalars).isUnfinished ? String(word) : ""
  }

  /// The strokes that say that there is an address: those of an “@”, or of “www” and “http”.
  private static func signs(in candidate: Candidate) -> [(
    stroke: Int, kind: RecognitionContext.Kind
  )] {
    var signs: [(stroke: Int, kind: RecognitionContext.Kind)] = []
    for c in candidate.characters where c.character == "@" {
      if let stroke = c.ink.first?.stroke { signs.append((stroke, .email)) }
    }
    for word in candidate.words {
      let characters = candidate.characters[word]
      let text = String(characters.map(\.character)).lowercased()
      if text.hasPrefix("www") || text.hasPrefix("http"),
        let stroke = characters.first?.ink.first?.stroke
      {
        signs.append((stroke, .url))
      }
    }
    return signs
  }

  /// The strokes of a line between the gaps that part words.
  private static func runs(
    _ strokes: [WrittenStroke], line: [Int], of candidate: Candidate
  ) -> [[Int]] {
    let boxes = line.compactMap { i -> (stroke: Int, box: Rect)? in
      let points = strokes[i].points.filter(\.isFinite)
      return points.isEmpty ? nil : (i, Rect(around: points))
    }.sorted { ($0.box.minX, $0.stroke) < ($1.box.minX, $1.stroke) }
    let heights = candidate.characters.compactMap { c -> Double? in
      let points = c.ink.flatMap { strokes[$0.stroke].points[$0.points] }.filter(\.isFinite)
      return c.character.isLetter && !points.isEmpty ? Rect(around: points).height : nil
    }.sorted()
    guard !heights.isEmpty else { return [] }
    let gap = wordGap * heights[heights.count / 2]
    var runs: [[Int]] = []
    var end = -Double.infinity
    for (stroke, box) in boxes {
      if box.minX - end >= gap { runs.append([]) }
      runs[runs.count - 1].append(stroke)
      end = max(end, box.maxX)
    }
    return runs
  }

  /// The characters whose ink is that of a run; `nil` where it has another one's, too.
  private static func range(of run: [Int], in candidate: Candidate) -> Range<Int>? {
    let run = Set(run)
    let own = candidate.characters.indices.filter { i in
      candidate.characters[i].ink.contains { run.contains($0.stroke) }
    }
    guard let first = own.first, let last = own.last,
      candidate.characters[first...last].allSatisfy({
        $0.ink.allSatisfy { run.contains($0.stroke) }
      })
    else { return nil }
    return first..<last + 1
  }

  /// Whether a text is a whole address, a mark that ends a phrase behind it apart.
  private static func isAddress(_ text: String, _ kind: RecognitionContext.Kind) -> Bool {
    var text = Substring(text)
    while let last = text.last, ".,;:!?)".contains(last) { text.removeLast() }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let host = parts.last, parts.count == (kind == .email ? 2 : 1),
      parts.allSatisfy({ !$0.isEmpty })
    else { return false }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
      && !AddressProgress(behind: text.unicodeScalars).isUnfinished
  }
}

/// Which frames each character of a text was read from: the likeliest path through the network's output.
enum Alignment {
  /// For each class of `text`, the frames that show it.
  ///
  /// Viterbi over the text with blanks between; nil where the frames are too few for the text.
  static func frames(of text: [Int], in output: Sequence2D) -> [ClosedRange<Int>]? {
    let states = 2 * text.count + 1
    let count = output.count
    guard !text.isEmpty, count > 0 else { return text.isEmpty ? [] : nil }
    func label(_ s: Int) -> Int { s % 2 == 0 ? 0 : text[s / 2] }
    var score = [Float](repeating: -.infinity, count: states)
    var from = [UInt8](repeating: 0, count: states * count)
    score[0] = output.values[0]
    score[1] = output.values[text[0]]
    for t in 1..<max(1, count) {
      let row = t * output.width
      var next = [Float](repeating: -.infinity, count: states)
      let reachable = min(states, 2 * (t + 1))
      for s in min(reachable, max(0, states - 2 * (count - t)))..<reachable {
        var best = score[s]
        var step: UInt8 = 0
        if s > 0, score[s - 1] > best {
          best = score[s - 1]
          step = 1
        }
        if s > 1, s % 2 == 1, text[s / 2] != text[s / 2 - 1], score[s - 2] > best {
          best = score[s - 2]
          step = 2
        }
        next[s] = best + output.values[row + label(s)]
        from[t * states + s] = step
      }
      score = next
    }
    var s = states > 1 && score[states - 2] > score[states - 1] ? states - 2 : states - 1
    guard score[s] > -.infinity else { return nil }
    var spans = [ClosedRange<Int>?](repeating: nil, count: text.count)
    for t in (0..<count).reversed() {
      if s % 2 == 1 { spans[s / 2] = t...(spans[s / 2]?.upperBound ?? t) }
      s -= Int(from[t * states + s])
    }
    var whole: [ClosedRange<Int>] = []
    for span in spans {
      guard let span else { return nil }
      whole.append(span)
    }
    return whole
  }

  /// The ink of each character: points of the flat ink, cut between characters at a lifted pen where
  /// there is one.
  ///
  /// - Returns: for each class of `text`, the ranges of the caller's strokes; none for spaces.
  static func ink(
    of text: [Int], isSpace: (Int) -> Bool, in output: Sequence2D, features: InkFeatures,
    flat: FlatInk, original: [WrittenStroke], pointsPerFrame: Int
  ) -> [[StrokeRange]] {
    var result = [[StrokeRange]](repeating: [], count: text.count)
    guard let spans = frames(of: text, in: output) else { return result }
    let written = text.indices.filter { !isSpace(text[$0]) }
    guard !written.isEmpty else { return result }
    // Owner among the written characters of each point of the features.
    var owner = [Int](repeating: written.count - 1, count: features.count)
    var start = 0
    for (k, i) in written.enumerated().dropLast() {
      let low = min(features.count - 1, (spans[i].upperBound) * pointsPerFrame + pointsPerFrame / 2)
      let high = min(
        features.count - 1, spans[written[k + 1]].lowerBound * pointsPerFrame + pointsPerFrame / 2)
      let gap = written[k + 1] > i + 1 ? spans[i + 1].lowerBound * pointsPerFrame : (low + high) / 2
      var cut = (low + high) / 2
      if let lifted = (low...max(low, high)).filter({ features.owners[$0] < 0 })
        .min(by: { abs($0 - gap) < abs($1 - gap) })
      {
        cut = lifted
      }
      cut = max(cut, start)
      for p in start..<cut { owner[p] = k }
      start = cut
    }
    // For each stroke of the flat ink, the owners of its points; a change is between two points.
    var shares = [[(first: Int, owner: Int)]](repeating: [], count: flat.count)
    for p in 0..<features.count where features.owners[p] >= 0 {
      let s = features.owners[p]
      if shares[s].last?.owner != owner[p] { shares[s].append((features.sources[p], owner[p])) }
    }
    settleDots(&shares, owners: owner, features: features, flat: flat)
    for s in 0..<flat.count {
      let end = original[flat.strokes[s]].points.count
      for (k, share) in shares[s].enumerated() {
        let first = k == 0 ? 0 : flat.origins[share.first]
        let last = k + 1 < shares[s].count ? flat.origins[shares[s][k + 1].first] : end
        if first < last {
          result[written[share.owner]].append(
            StrokeRange(stroke: flat.strokes[s], points: first..<last))
        }
      }
    }
    for i in result.indices {
      result[i].sort { ($0.stroke, $0.points.lowerBound) < ($1.stroke, $1.points.lowerBound) }
    }
    return result
  }

  /// Small strokes (dots, bars, accents) go to the character beneath or above them, when the one
  /// that time gives them to has other ink.
  private static func settleDots(
    _ shares: inout [[(first: Int, owner: Int)]], owners: [Int], features: InkFeatures,
    flat: FlatInk
  ) {
    let count = (owners.max() ?? 0) + 1
    var sums = [(x: Double, n: Double)](repeating: (0, 0), count: count)
    var small = [Bool](repeating: false, count: flat.count)
    for s in 0..<flat.count {
      let b = flat.box(s)
      small[s] = max(b.maxX - b.minX, b.maxY - b.minY) < 0.7
    }
    for p in 0..<features.count where features.owners[p] >= 0 && !small[features.owners[p]] {
      sums[owners[p]].x += features.xs[p]
      sums[owners[p]].n += 1
    }
    for s in 0..<flat.count where small[s] && shares[s].count >= 1 {
      let own = shares[s][0].owner
      guard sums[own].n > 0 else { continue }
      let b = flat.box(s)
      let x = 0.5 * (b.minX + b.maxX)
      var best = own
      for c in max(0, own - 4)..<min(count, own + 5) where sums[c].n > 0 {
        if abs(sums[c].x / sums[c].n - x) < abs(sums[best].x / sums[best].n - x) { best = c }
      }
      shares[s] = [(first: shares[s][0].first, owner: best)]
    }
  }
}

import Glibc

/// Finds the likeliest texts for the network's output.
///
/// Prefix beam search over the frames (Hannun, Maas, Jurafsky and Ng 2014) with a ``TextModel``. Each prefix is one node of
/// a tree, so that its alignments in time add up. Time is bounded by frames × beam × characters tried.
struct BeamSearchDecoder {
  /// A text found.
  struct Reading: Sendable, Equatable {
    /// Classes of the network, never 0.
    var classes: [Int]
    /// Log probability of ink and language together; sums over readings mean nothing by themselves.
    var score: Float
    /// Log probability by the network alone.
    var ink: Float

    /// Whether it comes first: equals are ordered by their classes, so that the order depends on nothing but the input.
    func precedes(_ other: Reading) -> Bool {
      score != other.score ? score > other.score : classes.lexicographicallyPrecedes(other.classes)
    }
  }

  let model: TextModel
  let settings: DecoderSettings
  /// By class; false for what the context rules out.
  let allowed: [Bool]
  /// The most that one more character can add to a prefix's prior, but for a pair of words: that comes with a space,
  /// which the ink of a second word makes likely by itself.
  private let mostGain: Float

  private struct Node {
    var parent: Int32
    var characterClass: Int32
    var length: Int32
    var firstChild: Int32 = -1
    var sibling: Int32 = -1
    var state: TextModel.State
    /// Language and length, weighted.
    var prior: Float
    /// This frame's and the next frame's log probabilities of ending in blank and in the character.
    var blank: Float = -.infinity
    var sign: Float = -.infinity
    var nextBlank: Float = -.infinity
    var nextSign: Float = -.infinity
    var isNext = false

    var ink: Float { logSum(blank, sign) }
  }

  init(model: TextModel, alphabet: Set<Character>?) {
    self.model = model
    settings = model.settings
    mostGain =
      max(0, settings.characterBonus) + max(0, settings.languageWeight) * model.mostBias
    allowed = [true] + model.language.symbols.map { alphabet?.contains($0.character) ?? true }
  }

  /// The best texts, likeliest first; at most `limit`, and at least one.
  /// - Parameter frames: log probabilities, one row a frame.
  func decode(
    _ frames: Sequence2D, limit: Int, check: () throws(HandwritingError) -> Void = {}
  ) throws(HandwritingError) -> [Reading] {
    var nodes: [Node] = []
    nodes.append(
      Node(parent: -1, characterClass: 0, length: 0, state: model.initial, prior: 0, blank: 0))
    var active: [Int] = [0]
    var candidates: [(Int, Float)] = []
    for t in 0..<frames.count {
      if t % 64 == 0 { try check() }
      frames.values.withUnsafeBufferPointer { all in
        let row = UnsafeBufferPointer(rebasing: all[t * frames.width..<(t + 1) * frames.width])
        if row[0] > -0.002 {
          for n in active {
            nodes[n].blank = nodes[n].ink + row[0]
            nodes[n].sign = -.infinity
          }
          return
        }
        candidates.removeAll(keepingCapacity: true)
        for c in 1..<row.count where row[c] > settings.classFloor && allowed[c] {
          candidates.append((c, row[c]))
        }
        candidates.sort { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }
        step(row, candidates, &nodes, &active)
      }
    }
    return ranked(nodes, active, limit: limit)
  }

  /// Every single character as a reading, the likeliest first: no unlikely one is left out, as ink that is
  /// none of the characters allowed must still be read as one of them.
  func characters(_ frames: Sequence2D) -> [Reading] {
    let readings = allowed.indices.dropFirst().filter { allowed[$0] }.map { c in
      let ink = ForwardProbability.of([c], in: frames)
      return Reading(classes: [c], score: ink, ink: ink)
    }
    return readings.filter { $0.ink > -.infinity }.sorted { $0.precedes($1) }
  }

  private func step(
    _ row: UnsafeBufferPointer<Float>, _ candidates: [(Int, Float)], _ nodes: inout [Node],
    _ active: inout [Int]
  ) {
    let old = nodes.count
    var next: [Int] = []
    /// The best of the next prefixes so far: what is too far below it need not be made.
    var top = -Float.infinity
    func touch(_ n: Int, _ nodes: inout [Node]) {
      if !nodes[n].isNext {
        nodes[n].isNext = true
        nodes[n].nextBlank = -.infinity
        nodes[n].nextSign = -.infinity
        next.append(n)
      }
    }
    for n in active {
      let node = nodes[n]
      touch(n, &nodes)
      nodes[n].nextBlank = node.ink + row[0]
      if node.characterClass > 0 {
        nodes[n].nextSign = node.sign + row[Int(node.characterClass)]
      }
      top = max(top, logSum(nodes[n].nextBlank, nodes[n].nextSign) + node.prior)
    }
    // The best prefixes and the likeliest characters come first: few later ones pass the limit.
    for n in active {
      let node = nodes[n]
      let whole = node.ink
      for (c, p) in candidates {
        let reached = (c == Int(node.characterClass) ? node.blank : whole) + p
        let child: Int
        if let known = self.child(of: n, c, nodes) {
          child = known
        } else {
          // Even the largest gain of the language model could not pass the limit.
          if reached + node.prior + mostGain < top - settings.reach {
            if p + whole + node.prior + mostGain < top - settings.reach { break }
            continue
          }
          child = make(n, c, &nodes)
        }
        touch(child, &nodes)
        nodes[child].nextSign = logSum(nodes[child].nextSign, reached)
        top = max(top, nodes[child].nextSign + nodes[child].prior)
      }
    }
    var ranks: [(Int, Float)] = []
    ranks.reserveCapacity(next.count)
    for n in next {
      nodes[n].blank = nodes[n].nextBlank
      nodes[n].sign = nodes[n].nextSign
      nodes[n].isNext = false
      let rank = nodes[n].ink + nodes[n].prior
      if rank < top - settings.reach { forget(n, &nodes) } else { ranks.append((n, rank)) }
    }
    // The order of equals must not depend on anything but the input.
    ranks.sort { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }
    for (n, _) in ranks.dropFirst(settings.beam) { forget(n, &nodes) }
    let kept = ranks.prefix(settings.beam).map(\.0)
    active = sweep(&nodes, from: old, parents: active, keeping: kept)
  }

  private func forget(_ n: Int, _ nodes: inout [Node]) {
    nodes[n].blank = -.infinity
    nodes[n].sign = -.infinity
  }

  /// Drops the nodes made in this step (from index `old` on) that are not `kept`, so that the tree grows by
  /// the beam a frame and no more; returns where the kept ones are now.
  private func sweep(
    _ nodes: inout [Node], from old: Int, parents: [Int], keeping kept: [Int]
  ) -> [Int] {
    // New nodes have no children yet, and stand before the older ones among their parent's.
    for n in parents {
      while nodes[n].firstChild >= Int32(old) {
        nodes[n].firstChild = nodes[Int(nodes[n].firstChild)].sibling
      }
    }
    var newIndex: [Int: Int] = [:]
    var count = old
    for n in kept.filter({ $0 >= old }).sorted() {
      var node = nodes[n]
      node.sibling = nodes[Int(node.parent)].firstChild
      nodes[Int(node.parent)].firstChild = Int32(count)
      nodes[count] = node
      newIndex[n] = count
      count += 1
    }
    nodes.removeLast(nodes.count - count)
    return kept.map { newIndex[$0] ?? $0 }
  }

  private func child(of n: Int, _ c: Int, _ nodes: [Node]) -> Int? {
    var k = nodes[n].firstChild
    while k >= 0 {
      if nodes[Int(k)].characterClass == Int32(c) { return Int(k) }
      k = nodes[Int(k)].sibling
    }
    return nil
  }

  private func make(_ n: Int, _ c: Int, _ nodes: inout [Node]) -> Int {
    let state = model.advance(nodes[n].state, by: c)
    let length = nodes[n].length + 1
    let prior = settings.languageWeight * state.total + settings.characterBonus * Float(length)
    let made = nodes.count
    nodes.append(
      Node(
        parent: Int32(n), characterClass: Int32(c), length: length, sibling: nodes[n].firstChild,
        state: state, prior: prior))
    nodes[n].firstChild = Int32(made)
    return made
  }

  private func ranked(_ nodes: [Node], _ active: [Int], limit: Int) -> [Reading] {
    var readings = active.map { n in
      var classes: [Int] = []
      var k = n
      while k > 0 {
        classes.append(Int(nodes[k].characterClass))
        k = Int(nodes[k].parent)
      }
      let score =
        nodes[n].ink + settings.languageWeight * model.finish(nodes[n].state)
        + settings.characterBonus * Float(nodes[n].length)
      return Reading(classes: classes.reversed(), score: score, ink: nodes[n].ink)
    }
    readings.sort { $0.precedes($1) }
    return Array(readings.prefix(limit))
  }
}

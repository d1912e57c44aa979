import Glibc

/// Log probability of a whole text by the network's output: the sum over all alignments in time.
///
/// The forward variables of connectionist temporal classification (Graves, Fernández, Gomez and Schmidhuber 2006).
enum ForwardProbability {
  /// - Parameter text: classes, none of them 0.
  /// - Returns: -infinity where the frames are too few for the text.
  static func of(_ text: [Int], in output: Sequence2D) -> Float {
    guard output.count > 0 else { return text.isEmpty ? 0 : -.infinity }
    // Blank, first, blank, second, … blank.
    let states = 2 * text.count + 1
    var now = [Float](repeating: -.infinity, count: states)
    var next = now
    output.values.withUnsafeBufferPointer { all in
      now[0] = all[0]
      if states > 1 { now[1] = all[text[0]] }
      for t in 1..<max(1, output.count) {
        let row = t * output.width
        for s in 0..<states {
          var sum = now[s]
          if s > 0 { sum = added(sum, now[s - 1]) }
          if s > 1, s % 2 == 1, text[s / 2] != text[s / 2 - 1] { sum = added(sum, now[s - 2]) }
          next[s] = sum + all[row + (s % 2 == 0 ? 0 : text[s / 2])]
        }
        swap(&now, &next)
      }
    }
    return states > 1 ? added(now[states - 1], now[states - 2]) : now[0]
  }

  /// Combines log probabilities of one text by several outputs: the power mean with exponent 1/2, as a logarithm.
  ///
  /// It lies between the geometric mean, by which one output that is sure of something else rules a text out, and the
  /// arithmetic mean, by which one output that is sure decides.
  static func mean(_ logs: [Float]) -> Float {
    guard let top = logs.max(), top > -.infinity else { return -.infinity }
    let sum = logs.reduce(0) { $0 + expf(0.5 * ($1 - top)) }
    return top + 2 * logf(sum / Float(logs.count))
  }

  /// ``logSum(_:_:)`` where both may be nothing.
  private static func added(_ a: Float, _ b: Float) -> Float {
    b == -.infinity ? a : a == -.infinity ? b : logSum(a, b)
  }
}

import Glibc

extension Sequence2D {
  /// Log probabilities of classes in which a space is no character: it counts as blank, the class 0.
  ///
  /// If spaces were only left out, a wide gap would be read as the mark that is the most like nothing.
  /// - Parameter spaces: Their classes.
  func joiningGaps(_ spaces: [Int]) -> Sequence2D {
    var joined = self
    for t in 0..<count {
      let row = t * width
      for space in spaces {
        joined.values[row] = logSum(joined.values[row], joined.values[row + space])
        joined.values[row + space] = -.infinity
      }
    }
    return joined
  }
}

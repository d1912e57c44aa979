/// One thing that is to be true: a ratio of two figures of the same run, and its limit.
struct Goal {
  var name: String
  var ratio: Double?
  var limit: Double
  /// What the run had too few of to miss this, as “lines”; `nil` where it was measured as a whole.
  var lacks: String?

  init(name: String, ratio: Double?, limit: Double, lacks: String? = nil) {
    (self.name, self.ratio, self.limit, self.lacks) = (name, ratio, limit, lacks)
  }

  /// Whether it is met; `nil` where it was not measured, or would be missed by too little that was.
  var isMet: Bool? {
    guard let ratio else { return nil }
    if ratio <= limit { return true }
    return lacks == nil ? false : nil
  }

  /// What stands behind the ratio in a table where the goal is not met.
  var mark: String {
    guard let ratio, !(ratio <= limit) else { return "" }
    return lacks.map { " (too few \($0) to tell)" } ?? " (missed)"
  }

  /// The same of a run that had too few of something.
  func lacking(_ what: String) -> Goal {
    Goal(name: name, ratio: ratio, limit: limit, lacks: what)
  }
}

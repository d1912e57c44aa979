import InkModel

/// What fingers have left that may turn out to be a palm's: results of activities that have ended and
/// are not steps of the history yet, the oldest first.
///
/// Invariants:
/// 1. A contact has left one result at most.
/// 2. Sweeps in here are in the drawing as far as they go; strokes are shown as wet ink.
struct ProvisionalInk {
  private(set) var results: [(contact: ContactID, result: ActivityResult)] = []

  var isEmpty: Bool { results.isEmpty }
  var contacts: [ContactID] { results.map(\.contact) }

  func contains(_ contact: ContactID) -> Bool {
    for i in results.indices where results[i].contact == contact { return true }
    return false
  }

  mutating func hold(_ result: ActivityResult, of contact: ContactID) {
    precondition(!contains(contact), "a contact left two results")
    results.append((contact, result))
  }

  /// Removes and returns what a contact has left; `nil` where that is nothing.
  mutating func take(_ contact: ContactID) -> ActivityResult? {
    guard let i = results.firstIndex(where: { $0.contact == contact }) else { return nil }
    return results.remove(at: i).result
  }

  // MARK: Strokes

  var hasStroke: Bool {
    for i in results.indices { if case .stroke = results[i].result { return true } }
    return false
  }

  func stroke(of contact: ContactID) -> WetStroke? {
    for i in results.indices where results[i].contact == contact {
      if case .stroke(let stroke) = results[i].result { return stroke }
    }
    return nil
  }

  /// The strokes alone, the oldest first.
  var strokes: [WetStroke] {
    results.compactMap { if case .stroke(let stroke) = $0.result { stroke } else { nil } }
  }

  // MARK: Sweeps

  var sweeps: [EraserSweep] {
    results.compactMap { if case .sweep(let sweep) = $0.result { sweep } else { nil } }
  }

  /// Stores what another eraser made of a fragment of a sweep in here.
  ///
  /// - Returns: Whether it was one.
  mutating func replaceErased(_ old: Element, with new: Element?) -> Bool {
    for i in results.indices {
      guard case .sweep(var sweep) = results[i].result, sweep.fragments[old.id] != nil else {
        continue
      }
      sweep.replace(old, with: new)
      results[i].result = .sweep(sweep)
      return true
    }
    return false
  }
}

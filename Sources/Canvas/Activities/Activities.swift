import InkModel

/// The table of contacts that are down, each with its activity.
///
/// Invariants:
/// 1. A contact that is down is in the table once, one that is not is not in it.
/// 2. Its activity is the same from its down to its end.
///
/// There are few contacts at a time: a linear search costs less than a hash.
struct Activities: Sequence {
  typealias Element = (contact: ContactID, activity: any Activity)

  private var entries: [Element] = []

  subscript(contact: ContactID) -> (any Activity)? {
    for i in entries.indices where entries[i].contact == contact { return entries[i].activity }
    return nil
  }

  mutating func begin(_ contact: ContactID, _ activity: any Activity) {
    precondition(self[contact] == nil, "a contact came down that was down")
    entries.append((contact, activity))
  }

  /// Removes a contact from the table; `nil` where it is not in it.
  mutating func end(_ contact: ContactID) -> (any Activity)? {
    guard let i = entries.firstIndex(where: { $0.contact == contact }) else { return nil }
    return entries.remove(at: i).activity
  }

  /// Whether the drawing is being worked on.
  var isBusy: Bool {
    for i in entries.indices where entries[i].activity.isBusy { return true }
    return false
  }

  var hasStroke: Bool {
    for i in entries.indices where entries[i].activity.stroke != nil { return true }
    return false
  }

  func has<Kind: Activity>(_ kind: Kind.Type) -> Bool { entries.contains { $0.activity is Kind } }

  /// All activities of a kind.
  func all<Kind: Activity>(_ kind: Kind.Type) -> [Kind] {
    entries.compactMap { $0.activity as? Kind }
  }

  func makeIterator() -> IndexingIterator<[Element]> { entries.makeIterator() }
}

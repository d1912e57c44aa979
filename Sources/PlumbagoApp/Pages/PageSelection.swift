/// Which pages of a list are selected: one at least where there are pages, unless several are being selected.
///
/// By identities, so that pages which move stay selected.
struct PageSelection: Equatable {
  private(set) var ids: Set<Int32> = []
  /// The page that the keyboard is at, and that a range of pages begins at.
  private(set) var cursor: Int32?
  private var anchor: Int32?
  /// Whether pages are being selected one by one: none at first, and none need be.
  private(set) var isOfSeveral = false

  enum Mode {
    /// That page alone.
    case one
    /// That page too, or not any more.
    case toggle
    /// All from the last page that was selected otherwise.
    case range
  }

  /// - Parameter order: All pages.
  mutating func select(_ id: Int32, _ mode: Mode, in order: [Int32]) {
    cursor = id
    switch mode {
    case .one:
      ids = [id]
      anchor = id
    case .toggle:
      anchor = id
      if ids.contains(id), ids.count > 1 || isOfSeveral { ids.remove(id) } else { ids.insert(id) }
    case .range:
      guard let from = order.firstIndex(of: anchor ?? id), let to = order.firstIndex(of: id) else {
        return
      }
      ids = Set(order[min(from, to)...max(from, to)])
    }
  }

  /// Selects nothing, unless several are selected already: the one page in view was nobody's choice.
  mutating func beginSeveral() {
    isOfSeveral = true
    if ids.count < 2 { ids = [] }
  }

  /// - Parameter id: The page that is selected alone then; `nil` where there is none.
  mutating func endSeveral(at id: Int32?, in order: [Int32]) {
    isOfSeveral = false
    if let id { select(id, .one, in: order) }
  }

  /// The keyboard comes to a page; what is selected stays.
  mutating func move(to id: Int32) {
    cursor = id
    anchor = id
  }

  mutating func selectAll(in order: [Int32]) { ids = Set(order) }

  /// Keeps what is still there; the page in view where nothing is, unless several are being selected.
  mutating func keep(in order: [Int32], else fallback: Int32?) {
    let known = Set(order)
    ids.formIntersection(known)
    if let cursor, !known.contains(cursor) { self.cursor = nil }
    if let anchor, !known.contains(anchor) { self.anchor = nil }
    guard ids.isEmpty, !isOfSeveral, let fallback else { return }
    select(fallback, .one, in: order)
  }
}

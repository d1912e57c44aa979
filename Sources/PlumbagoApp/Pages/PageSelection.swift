/// Which pages of a list are selected: one at least where there are pages, unless several are being selected.
///
/// By identities, so that pages which move stay selected.
///
/// Invariants:
/// 1. One page alone is selected while ``isOfView`` is true, and ``isOfSeveral`` is false.
/// 2. What a person or a command has chosen gives way to the page in view once the view moves, or once
///    it is gone; not where pages come, go or move. One page that has come into view, as it does by a tap, is
///    selected as the page in view from then on.
struct PageSelection: Equatable {
  private(set) var ids: Set<Int32> = []
  /// The page that the keyboard is at, and that a range of pages begins at.
  private(set) var cursor: Int32?
  private var anchor: Int32?
  /// Whether pages are being selected one by one: none at first, and none need be.
  private(set) var isOfSeveral = false
  /// Whether the page is selected only since it is in view: where another comes there, that one is selected instead.
  private(set) var isOfView = false

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
    isOfView = false
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
    isOfView = false
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

  mutating func selectAll(in order: [Int32]) {
    isOfView = false
    ids = Set(order)
  }

  /// A command has moved what is selected: that stays selected, whichever page is in view now.
  mutating func hold() { isOfView = false }

  /// Another page is in view: it is selected, unless several are, or the pages have moved rather than the view and
  /// a page was chosen.
  ///
  /// - Parameter hasMoved: Whether the view has moved.
  /// - Returns: Whether the page in view is the one that is selected now.
  mutating func follow(_ id: Int32, hasMoved: Bool, in order: [Int32]) -> Bool {
    guard ids.count <= 1, !isOfSeveral else { return false }
    if ids != [id] {
      guard hasMoved || isOfView || ids.isEmpty else { return false }
      select(id, .one, in: order)
    }
    isOfView = true
    return true
  }

  /// Keeps what is still there; the page in view where nothing is, unless several are being selected.
  mutating func keep(in order: [Int32], else fallback: Int32?) {
    let known = Set(order)
    ids.formIntersection(known)
    if let cursor, !known.contains(cursor) { self.cursor = nil }
    if let anchor, !known.contains(anchor) { self.anchor = nil }
    guard ids.isEmpty, !isOfSeveral, let fallback else { return }
    select(fallback, .one, in: order)
    isOfView = true
  }
}

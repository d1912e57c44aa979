/// The contents of a drawing's documents, some of whose parts are folded up.
nonisolated struct Outline: Hashable {
  struct Entry: Hashable {
    /// 0 for the outermost.
    var level: Int
    var title: String
    /// The identity of the page of the drawing that it leads to; `nil` where there is none any more.
    var page: Int32?
  }

  private(set) var entries: [Entry] = []
  /// What is below these is not shown, by their indices.
  private var folded: Set<Int> = []

  /// Folded up to the first level at which there is more than one entry.
  init(_ entries: [Entry] = []) {
    // No entry is more than one level below the one before it.
    var last = -1
    self.entries = entries.map { entry in
      var entry = entry
      entry.level = min(max(entry.level, 0), last + 1)
      last = entry.level
      return entry
    }
    let isOne = self.entries.lazy.filter { $0.level == 0 }.prefix(2).count == 1
    folded = Set(
      self.entries.indices.filter { hasParts($0) && self.entries[$0].level >= (isOne ? 1 : 0) })
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether something is below an entry.
  func hasParts(_ index: Int) -> Bool {
    entries.indices.contains(index + 1) && entries[index + 1].level > entries[index].level
  }

  func isFolded(_ index: Int) -> Bool { folded.contains(index) }

  /// Shows or hides what is below an entry; nothing changes where there is nothing.
  mutating func fold(_ index: Int, _ isFolded: Bool) {
    guard hasParts(index) else { return }
    if isFolded { folded.insert(index) } else { folded.remove(index) }
  }

  /// The entry that one is a part of.
  func parent(of index: Int) -> Int? {
    entries[..<index].lastIndex { $0.level < entries[index].level }
  }

  /// What is shown, in order.
  var visible: [Int] {
    var shown: [Int] = []
    // The level of the folded entry that hides what follows.
    var hiding: Int?
    for (i, entry) in entries.enumerated() {
      if let level = hiding, entry.level > level { continue }
      hiding = folded.contains(i) ? entry.level : nil
      shown.append(i)
    }
    return shown
  }

  /// The same entries, folded alike, with other pages.
  mutating func follow(_ page: (Int) -> Int32?) {
    for i in entries.indices { entries[i].page = page(i) }
  }
}

import Gtk
import InkStore
import PageReading
import SearchIndex

/// A row of the library: a drawing or folder, or a hit in a drawing.
struct LibraryEntry: Hashable {
  var item: LibraryItem
  /// Where something was found in it; `nil` for the drawing itself.
  var hit: SearchHit?
  /// What is written there, shortened at its beginning.
  var excerpt = ""

  /// No two rows share one.
  var id: String {
    guard let hit else { return item.path }
    return "\(item.path)\n\(hit.source.rawValue) \(hit.page) \(hit.box.map { "\($0)" } ?? "")"
  }
}

/// Finds what is written in the drawings of the library.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryFinder {
  /// Drawings, and hits in drawings, the best first.
  private(set) var found: [LibraryEntry] = []
  /// What they were found by.
  private(set) var words = ""
  /// Told that something else is found, or that nothing more will be.
  var onFound: () -> Void = {}

  private var finding: Task<Void, Never>?
  private var subscription: Subscription? {
    didSet {
      let change = (subscription == nil ? 0 : 1) - (oldValue == nil ? 0 : 1)
      if change != 0 { LibraryReading.shared.askers += change }
    }
  }

  /// Rows: who sees more of them writes another word.
  nonisolated private static let most = 60
  /// Hits that are asked for; several may be on one line, which is one row.
  nonisolated private static let mostHits = 240

  /// Searches for other words; none for an end of searching.
  func find(_ text: String) {
    guard text != words else { return }
    words = text
    finding?.cancel()
    guard !SearchReading.query(words).isEmpty else {
      found = []
      subscription = nil
      return
    }
    if subscription == nil {
      subscription = LibraryReading.shared.listeners.subscribe { [weak self] in self?.search() }
    }
    search()
  }

  isolated deinit { if subscription != nil { LibraryReading.shared.askers -= 1 } }

  private func search() {
    finding?.cancel()
    finding = Task { [weak self, words] in
      let found = await Self.search(for: words)
      guard let self, !Task.isCancelled else { return }
      self.found = found
      self.onFound()
    }
  }

  /// Drawings whose names have the words, and hits in what is written, the best first.
  @concurrent nonisolated static func search(for words: String) async -> [LibraryEntry] {
    let query = SearchReading.query(words)
    guard !query.isEmpty, let index = SearchReading.index,
      let hits = try? await index.search(query, in: Library.folder, limit: mostHits)
    else { return [] }
    var items: [String: LibraryItem] = [:]
    var lines: Set<SearchHit> = []
    var found: [LibraryEntry] = []
    for hit in hits where found.count < most {
      // One row for a line, whatever number of its words match.
      var line = hit
      line.box = nil
      line.rank = .exact
      guard lines.insert(line).inserted,
        let item = items[hit.path] ?? DrawingFolder.drawing(at: hit.path)
      else { continue }
      items[hit.path] = item
      if hit.source == .title {
        // Nobody has written a name that is a time.
        if !Library.isUnnamed(hit.path) { found.append(LibraryEntry(item: item)) }
      } else {
        found.append(LibraryEntry(item: item, hit: hit, excerpt: query.excerpt(of: hit.text)))
      }
    }
    return found
  }
}

import Gtk
import InkStore
import PageReading
import SearchIndex

/// A row of the library: a drawing or folder, a hit in a drawing, or that there are more of these.
struct LibraryEntry: Hashable {
  var item: LibraryItem
  /// Where something was found in it; `nil` for the drawing itself.
  var hit: SearchHit?
  /// What is written there, shortened at its beginning; or how many more hits there are.
  var excerpt = ""
  /// Whether it stands for further hits in the drawing, of which ``hit`` is the first.
  var isMore = false

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
  /// Hits that are asked for; several may be on one line, which is one row, and one drawing may have most of them.
  nonisolated private static let mostHits = 960
  /// Rows of hits in one drawing, beside that which says how many more there are: others are to be seen as well.
  nonisolated private static let mostOfDrawing = 3

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
      let found = await Self.search(for: words, mostOfDrawing: Self.mostOfDrawing)
      guard let self, !Task.isCancelled else { return }
      self.found = found
      self.onFound()
    }
  }

  /// Drawings whose names have the words, and hits in what is written, the best first.
  ///
  /// - Parameter mostOfDrawing: Hits in one drawing; behind them an entry stands for all others in it.
  @concurrent nonisolated static func search(
    for words: String, mostOfDrawing: Int
  ) async -> [LibraryEntry] {
    let query = SearchReading.query(words)
    guard !query.isEmpty, let index = SearchReading.index,
      let hits = try? await index.search(query, in: Library.folder, limit: mostHits)
    else { return [] }
    var items: [String: LibraryItem] = [:]
    var lines: Set<SearchHit> = []
    var found: [LibraryEntry] = []
    var counts: [String: Int] = [:]
    var firstFurther: [String: SearchHit] = [:]
    for hit in hits where lines.insert(line(of: hit)).inserted {
      guard let item = items[hit.path] ?? DrawingFolder.drawing(at: hit.path) else { continue }
      items[hit.path] = item
      if hit.source == .title {
        // Nobody has written a name that is a time.
        if !Library.isUnnamed(hit.path) { found.append(LibraryEntry(item: item)) }
        continue
      }
      counts[hit.path, default: 0] += 1
      if counts[hit.path, default: 0] <= mostOfDrawing {
        found.append(LibraryEntry(item: item, hit: hit, excerpt: query.excerpt(of: hit.text)))
      } else if firstFurther[hit.path] == nil {
        firstFurther[hit.path] = hit
      }
    }
    let further = firstFurther.compactMapValues { hit in
      items[hit.path].map {
        more(
          $0, hit, hits.count < mostHits ? counts[hit.path, default: 0] - mostOfDrawing : nil)
      }
    }
    return Array(inserting(further, behind: mostOfDrawing, in: found).prefix(most))
  }

  /// What hits on one line have in common: it is one row, whatever number of its words match.
  nonisolated private static func line(of hit: SearchHit) -> SearchHit {
    var line = hit
    line.box = nil
    line.rank = .exact
    return line
  }

  /// What stands for further hits in a drawing.
  ///
  /// - Parameter count: `nil` where there may be more than were asked for.
  nonisolated private static func more(
    _ item: LibraryItem, _ hit: SearchHit, _ count: Int?
  ) -> LibraryEntry {
    let sentence =
      count.map { trn("{count} more in “{name}”", "{count} more in “{name}”", $0) }
      ?? tr("More in “{name}”")
    return LibraryEntry(
      item: item, hit: hit, excerpt: sentence.filled("name", Library.title(of: item)),
      isMore: true)
  }

  /// Puts an entry of each drawing behind the last of its hits.
  nonisolated private static func inserting(
    _ further: [String: LibraryEntry], behind count: Int, in found: [LibraryEntry]
  ) -> [LibraryEntry] {
    var counts: [String: Int] = [:]
    return found.flatMap { entry -> [LibraryEntry] in
      guard let path = entry.hit?.path else { return [entry] }
      counts[path, default: 0] += 1
      guard counts[path] == count, let more = further[path] else { return [entry] }
      return [entry, more]
    }
  }
}

import InkModel
import InkStore
import PageReading

/// A hit in a drawing of the index.
public struct SearchHit: Hashable, Sendable {
  public var path: String
  public var source: LineSource
  /// From 1 on; 0 on a canvas without pages, and for a title.
  public var page: Int
  /// Around the words found, in the page's space, or the canvas's; `nil` for a title.
  public var box: Rect?
  /// Of the whole line.
  public var text: String
  public var rank: SearchQuery.Rank
}

extension SearchIndex {
  /// Where something is written in the drawings of a folder and those below it, the best first.
  ///
  /// Of several words all have to be on the page, on any of its lines.
  ///
  /// - Parameter limit: The most hits; those of a better rank come before the others are looked for.
  public func search(
    _ query: SearchQuery, in folder: String, limit: Int = .max
  ) throws(IndexFailure) -> [SearchHit] {
    guard !query.isEmpty else { return [] }
    return try failing { () throws(SQLiteError) in
      var hits: [SearchHit] = []
      var seen: Set<Int64> = []
      for rank in [SearchQuery.Rank.exact, .otherReading, .similar] where hits.count < limit {
        let rows = try candidates(query, rank, in: folder, limit: limit)
        let new = rows.filter { !seen.contains($0.id) }
        for row in new {
          let found = self.hits(of: query, in: row, rank)
          guard !found.isEmpty else { continue }
          seen.insert(row.id)
          hits += found
          if hits.count >= limit, query.terms.count == 1 { break }
        }
      }
      return Array(
        hits.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
          .map(\.element).prefix(limit))
    }
  }

  private struct Row {
    var id: Int64
    var path: String
    var page: Int
    var source: LineSource
    var line: TextLine
  }

  private func hits(
    of query: SearchQuery, in row: Row, _ most: SearchQuery.Rank
  ) -> [SearchHit] {
    query.hits(in: row.line, page: row.page, most: most).map { hit in
      SearchHit(
        path: row.path, source: row.source, page: row.page,
        box: row.source == .title ? nil : hit.box, text: hit.text, rank: hit.rank)
    }
  }

  // MARK: Finding rows

  /// Lines that may have what is searched for, by a rank or a better one.
  private func candidates(
    _ query: SearchQuery, _ rank: SearchQuery.Rank, in folder: String, limit: Int
  ) throws(SQLiteError) -> [Row] {
    let tables =
      rank == .exact ? ["best"] : rank == .otherReading ? ["weaker"] : ["best", "weaker"]
    if query.terms.count == 1 {
      var rows: [Row] = []
      guard let match = try expression(query, term: 0, rank) else { return [] }
      for table in tables {
        rows += try self.rows(
          "line.id IN (SELECT rowid FROM \(table) WHERE \(table) MATCH ?)", match, in: folder,
          limit: limit)
      }
      return rows
    }
    // By pages: each word may be of any rank up to this one.
    var lines: Set<Int64> = []
    var pages: Set<Page>?
    for term in query.terms.indices {
      var own: Set<Page> = []
      for table in rank == .exact ? ["best"] : ["best", "weaker"] {
        guard let match = try expression(query, term: term, rank) else { continue }
        let s = try connection.prepare(
          """
          SELECT line.id, line.file, line.page, line.source = 0 FROM line
          WHERE line.id IN (SELECT rowid FROM \(table) WHERE \(table) MATCH ?)
          """)
        try s.bind(match)
        while try s.step() {
          own.insert(Page(file: s.int(1), page: s.int(2), isTitle: s.int(3) != 0))
          lines.insert(s.int(0))
        }
      }
      pages = pages.map { $0.intersection(own) } ?? own
      if pages?.isEmpty ?? true { return [] }
    }
    let wanted = pages ?? []
    var found: [Row] = []
    for id in lines.sorted() {
      guard
        let row = try rows("line.id = CAST(? AS INTEGER)", String(id), in: folder, limit: 1).first
      else { continue }
      let page = Page(
        file: try file(row.path) ?? 0, page: Int64(row.page), isTitle: row.source == .title)
      if wanted.contains(page) { found.append(row) }
      if found.count >= limit { break }
    }
    return found
  }

  private struct Page: Hashable {
    var file: Int64
    var page: Int64
    var isTitle: Bool
  }

  /// The rows under a folder that meet a condition with one text to fill in.
  private func rows(
    _ condition: String, _ text: String, in folder: String, limit: Int
  ) throws(SQLiteError) -> [Row] {
    let s = try connection.statement(
      """
      SELECT line.id, file.path, line.page, line.source, line.text, line.data
      FROM line JOIN file ON file.id = line.file
      WHERE \(condition) AND file.path >= ? AND file.path < ? LIMIT ?
      """)
    defer { s.reset() }
    let (first, last) = Self.range(of: folder)
    try s.bind(text, first, last, Int64(clamping: limit))
    var found: [Row] = []
    while try s.step() {
      guard let line = LineCodec.line(s.text(4), s.blob(5)),
        let source = LineSource(rawValue: Int(s.int(3)))
      else { continue }
      found.append(
        Row(id: s.int(0), path: s.text(1), page: Int(s.int(2)), source: source, line: line))
    }
    return found
  }

  /// What FTS5 looks for, for one of the query's terms; `nil` where no line can have it.
  private func expression(
    _ query: SearchQuery, term: Int, _ rank: SearchQuery.Rank
  ) throws(SQLiteError) -> String? {
    var parts: [String] = []
    for (k, token) in query.terms[term].enumerated() {
      let canGoOn =
        query.isOpen && term == query.terms.count - 1 && k == query.terms[term].count - 1
      var words = ["\"\(token)\"" + (canGoOn ? "*" : "")]
      if rank == .similar { words += try similar(to: token, query).map { "\"\($0)\"" } }
      parts.append("(" + words.joined(separator: " OR ") + ")")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  /// Words of the index that are this one but for a letter.
  private func similar(
    to token: String, _ query: SearchQuery
  ) throws(SQLiteError) -> [String] {
    let bytes = Array(token.utf8)
    guard bytes.count >= SearchQuery.leastSimilar else { return [] }
    let s = try connection.statement("SELECT text FROM word")
    defer { s.reset() }
    var found: [String] = []
    while try s.step() {
      let word = s.textBytes(0)
      // Most words are ruled out by their ends: one letter's difference leaves the first or the last as it is.
      guard abs(word.count - bytes.count) <= 4, word.count > 1,
        word[0] == bytes[0] || word[word.count - 1] == bytes[bytes.count - 1]
      else { continue }
      let text = s.text(0)
      if query.isSimilar(text, to: token) { found.append(text) }
    }
    return found
  }
}

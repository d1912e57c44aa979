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
    guard limit > 0 else { return [] }
    var hits: [SearchHit] = []
    _ = try find(query, in: folder, limit: limit) { hit in
      hits.append(hit)
      return hits.count < limit
    }
    return hits
  }

  /// Gives each hit as soon as it is found, in the order of ``search(_:in:limit:)``.
  ///
  /// - Parameter found: Whether to go on.
  /// - Returns: Whether all were given.
  public func search(
    _ query: SearchQuery, in folder: String, _ found: @Sendable (SearchHit) -> Bool
  ) throws(IndexFailure) -> Bool {
    try find(query, in: folder, limit: .max, found)
  }

  private func find(
    _ query: SearchQuery, in folder: String, limit: Int, _ found: (SearchHit) -> Bool
  ) throws(IndexFailure) -> Bool {
    guard !query.isEmpty else { return true }
    return try failing { () throws(SQLiteError) in
      var seen: Set<Int64> = []
      var later: [SearchHit] = []
      for rank in [SearchQuery.Rank.exact, .otherReading, .similar] where later.count < limit {
        // Where one of several words is read otherwise, another may be exact: these are put in order at the end.
        let isInOrder = rank == .exact || (query.terms.count == 1 && query.terms[0].count == 1)
        let goesOn = try candidates(query, rank, in: folder) { row in
          guard !seen.contains(row.id) else { return true }
          let hits = self.hits(of: query, in: row, rank)
          if !hits.isEmpty { seen.insert(row.id) }
          guard isInOrder else {
            later += hits
            return later.count < limit
          }
          return hits.allSatisfy(found)
        }
        if isInOrder, !goesOn { return false }
      }
      for rank in [SearchQuery.Rank.exact, .otherReading, .similar] {
        for hit in later where hit.rank == rank { guard found(hit) else { return false } }
      }
      return true
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

  /// Gives the lines that may have what is searched for, by a rank or a better one.
  ///
  /// - Parameter body: Whether to go on.
  /// - Returns: Whether `body` let it go on to the end.
  private func candidates(
    _ query: SearchQuery, _ rank: SearchQuery.Rank, in folder: String, _ body: (Row) -> Bool
  ) throws(SQLiteError) -> Bool {
    let tables =
      rank == .exact ? ["best"] : rank == .otherReading ? ["weaker"] : ["best", "weaker"]
    if query.terms.count == 1 {
      guard let match = try expression(query, term: 0, rank) else { return true }
      for table in tables {
        guard
          try rows(
            "line.id IN (SELECT rowid FROM \(table) WHERE \(table) MATCH ?)", match, in: folder,
            body)
        else { return false }
      }
      return true
    }
    // By pages: each word may be of any rank up to this one.
    var pageOf: [Int64: Page] = [:]
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
          let page = Page(file: s.int(1), page: s.int(2), isTitle: s.int(3) != 0)
          own.insert(page)
          pageOf[s.int(0)] = page
        }
      }
      pages = pages.map { $0.intersection(own) } ?? own
      if pages?.isEmpty ?? true { return true }
    }
    let wanted = pages ?? []
    for (id, page) in pageOf.sorted(by: { $0.key < $1.key }) where wanted.contains(page) {
      guard try rows("line.id = CAST(? AS INTEGER)", String(id), in: folder, body) else {
        return false
      }
    }
    return true
  }

  private struct Page: Hashable {
    var file: Int64
    var page: Int64
    var isTitle: Bool
  }

  /// Gives the rows under a folder that meet a condition with one text to fill in; returns whether `body` let it go on
  /// to the end.
  private func rows(
    _ condition: String, _ text: String, in folder: String, _ body: (Row) -> Bool
  ) throws(SQLiteError) -> Bool {
    let s = try connection.statement(
      """
      SELECT line.id, file.path, line.page, line.source, line.text, line.data
      FROM line JOIN file ON file.id = line.file
      WHERE \(condition) AND file.path >= ? AND file.path < ? AND line.id > ?
      ORDER BY line.id LIMIT ?
      """)
    let (first, last) = Self.range(of: folder)
    // In blocks, so that the file is not held while `body` waits for whoever reads what it writes; the first is small,
    // so that it comes soon.
    var (next, size) = (Int64(-1), Self.firstBlock)
    while true {
      try s.bind(text, first, last, next, size)
      let (rows, count) = try block(of: s, &next)
      guard rows.allSatisfy(body) else { return false }
      if count < size { return true }
      size *= Self.blockGrowth
    }
  }

  /// The rows that a statement has, how many it told of, and the last of these.
  private func block(
    of s: Statement, _ last: inout Int64
  ) throws(SQLiteError) -> (rows: [Row], count: Int) {
    defer { s.reset() }
    var (rows, count) = ([Row](), 0)
    while try s.step() {
      count += 1
      last = s.int(0)
      guard let line = LineCodec.line(s.text(4), s.blob(5)),
        let source = LineSource(rawValue: Int(s.int(3)))
      else { continue }
      rows.append(
        Row(id: last, path: s.text(1), page: Int(s.int(2)), source: source, line: line))
    }
    return (rows, count)
  }

  /// Rows that are read at once at first; more, and the first hit comes later.
  private static let firstBlock = 64
  /// How much larger each block is than the one before; less, and the words are looked up more often.
  private static let blockGrowth = 8

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

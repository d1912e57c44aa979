import InkModel

/// Takes everything out of a file that does not show: what was erased, undone or cut off.
///
/// Works on a draft that nobody has seen. The pages it frees still hold what they held: the file
/// must be rewritten (`VACUUM INTO`) before it is given away.
struct HistoryStripper {
  let connection: Connection

  func run() throws(DocumentStoreError) {
    var history = try HistoryRow.read(from: connection)
    try translating { () throws(SQLiteError) in
      try connection.execute("BEGIN")
      try connection.prepare(
        "DELETE FROM element WHERE NOT (\(ElementRow.isLiveHere))"
      ).run(history.head)
      try connection.execute(
        """
        DELETE FROM content WHERE id NOT IN (
          SELECT content FROM element WHERE content IS NOT NULL);
        DELETE FROM samples WHERE content NOT IN (SELECT id FROM content);
        DELETE FROM ink WHERE id NOT IN (SELECT ink FROM element WHERE ink IS NOT NULL);
        DELETE FROM step;
        """)
    }
    try rebase(settingsAt: history.head)
    try trimContents()
    try translating { () throws(SQLiteError) in
      history.base = try connection.int("SELECT count(*) FROM element")
      history.head = 0
      try history.update(in: connection)
      try connection.execute("COMMIT")
    }
  }

  /// Everything was there from the start.
  private func rebase(settingsAt head: Int64) throws(DocumentStoreError) {
    let settings = try SettingsRow.all(in: connection).last { $0.born <= head }
    try translating { () throws(SQLiteError) in
      try connection.execute("DELETE FROM settings")
      if var settings {
        settings.born = 0
        try settings.insert(into: connection)
      }
    }
    try translating { () throws(SQLiteError) in
      try connection.execute("UPDATE element SET born = 0, died = NULL")
      let ids = try numbers("SELECT id FROM element")
      for id in ids { try ElementRow.reseal(id, in: connection) }
    }
  }

  /// Where all that is left of a stroke are pieces of it, its content keeps only what they cover.
  private func trimContents() throws(DocumentStoreError) {
    let cut = try translating { () throws(SQLiteError) in
      try numbers(
        """
        SELECT content FROM element WHERE content IS NOT NULL
        GROUP BY content HAVING count(*) = count(path)
        """)
    }
    for id in cut {
      guard var content = try ContentRow.read(id, in: connection) else { continue }
      let spans = try self.spans(of: id)
      content.path.points.removeAll { p in !spans.contains { $0.contains(p.timeOffset) } }
      content.samples.removeAll { s in !spans.contains { $0.contains(Float(s.time)) } }
      try translating { () throws(SQLiteError) in
        try ContentRow.update(content, born: 0, in: connection)
      }
    }
    let whole = try translating { () throws(SQLiteError) in
      try numbers("SELECT id FROM content WHERE born <> 0")
    }
    for id in whole {
      guard let head = try ContentRow.head(id, in: connection) else { continue }
      try translating { () throws(SQLiteError) in try head.rebase(in: connection) }
    }
  }

  /// The times that the pieces of a stroke cover, in seconds from its start.
  private func spans(of content: Int64) throws(DocumentStoreError) -> [ClosedRange<Float>] {
    let s = try translating { () throws(SQLiteError) in
      let s = try connection.prepare("SELECT id, path FROM element WHERE content = ?")
      try s.bind(content)
      return s
    }
    var spans: [ClosedRange<Float>] = []
    while try translating(s.step) {
      do {
        let path = try PathCodec.decode(s.blob(1), at: .elementPath, row: s.int(0))
        let times = path.points.map(\.timeOffset)
        // Samples keep their times to a microsecond, paths theirs as floats: they meet within this.
        let slack: Float = 0.000_02
        if let low = times.min(), let high = times.max() {
          spans.append(low - slack...high + slack)
        }
      } catch {
        throw .damaged("element \(s.int(0)): \(error.reason)")
      }
    }
    return spans
  }

  private func numbers(_ sql: String) throws(SQLiteError) -> [Int64] {
    let s = try connection.prepare(sql)
    var numbers: [Int64] = []
    while try s.step() { numbers.append(s.int(0)) }
    return numbers
  }
}

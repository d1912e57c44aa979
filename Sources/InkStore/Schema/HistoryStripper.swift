import InkModel

/// Removes everything from a file that does not show: what was erased, undone or cut off.
///
/// Works on a draft that has no name yet. The pages that it frees keep their bytes, so the file must
/// be rewritten (`VACUUM INTO`) before it is published.
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
    try translating { () throws(SQLiteError) in
      try BlobUseRow.deleteStale(in: connection)
      try BlobRow.deleteUnused(in: connection)
    }
    try trimContents()
    try translating { () throws(SQLiteError) in
      history.base = try connection.int("SELECT count(*) FROM element")
      history.head = 0
      try history.update(in: connection)
      try connection.execute("COMMIT")
    }
  }

  /// Makes everything born before the first step.
  private func rebase(settingsAt head: Int64) throws(DocumentStoreError) {
    let settings = try SettingsRow.all(in: connection).last { $0.born <= head }
    try translating { () throws(SQLiteError) in
      try connection.execute("DELETE FROM settings")
      if var settings {
        settings.born = 0
        try settings.insert(into: connection)
      }
    }
    try PageRow.rebase(at: head, in: connection)
    try LayerRow.rebase(at: head, in: connection)
    try translating { () throws(SQLiteError) in
      try connection.execute("UPDATE element SET born = 0, died = NULL")
      let ids = try numbers("SELECT id FROM element")
      for id in ids { try ElementRow.reseal(id, in: connection) }
    }
  }

  /// Where only fragments of a stroke are left, its content keeps only what they cover.
  private func trimContents() throws(DocumentStoreError) {
    let cut = try translating { () throws(SQLiteError) in
      try numbers(
        """
        SELECT content FROM element WHERE content IS NOT NULL
        GROUP BY content HAVING count(*) = sum(kind = '\(StrokeCodec.kindName)' AND coalesce(path, extra) IS NOT NULL)
        """)
    }
    for id in cut {
      guard var content = try ContentRow.read(id, in: connection),
        let spans = try trimElements(of: content)
      else { continue }
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

  /// Cuts the paths of a content's fragments down to what is painted, and returns the times they cover,
  /// in seconds from its start; `nil` where one of them is the whole stroke.
  private func trimElements(
    of content: StrokeContent
  ) throws(DocumentStoreError) -> [ClosedRange<Float>]? {
    let fragments = try self.fragments(of: content)
    guard fragments.allSatisfy({ $0.hasOwnPath || !$0.stroke.spans.isEmpty }) else { return nil }
    // Samples have times to a microsecond, paths have floats: they agree within this.
    let slack: Float = 0.000_02
    var times: [ClosedRange<Float>] = []
    for fragment in fragments {
      for points in fragment.stroke.shownPoints {
        let line = points.map(\.timeOffset).filter(\.isFinite)
        if let low = line.min(), let high = line.max() {
          times.append(low - slack...high + slack)
        }
      }
      guard !fragment.stroke.spans.isEmpty else { continue }
      try translating { () throws(SQLiteError) in
        try StrokeCodec.update(fragment.id, to: fragment.stroke.trimmed, in: connection)
      }
    }
    return times
  }

  private func fragments(
    of content: StrokeContent
  ) throws(DocumentStoreError) -> [(id: Int64, stroke: Stroke, hasOwnPath: Bool)] {
    let s = try translating { () throws(SQLiteError) in
      let s = try connection.prepare("SELECT id, path, extra FROM element WHERE content = ?")
      try s.bind(content.id.number)
      return s
    }
    var fragments: [(id: Int64, stroke: Stroke, hasOwnPath: Bool)] = []
    while try translating(s.step) {
      let id = s.int(0)
      do {
        let hasOwnPath = !s.isNull(1)
        let path =
          hasOwnPath ? try PathCodec.decode(s.blob(1), at: .elementPath, row: id) : content.path
        var stroke = Stroke(content: content.id, ink: .standard, path: path, seed: content.seed)
        if !s.isNull(2) { try ErasureCodec.decode(s.blob(2), row: id, into: &stroke) }
        fragments.append((id, stroke, hasOwnPath))
      } catch {
        throw .damaged("element \(id): \(error.reason)")
      }
    }
    return fragments
  }

  private func numbers(_ sql: String) throws(SQLiteError) -> [Int64] {
    let s = try connection.prepare(sql)
    var numbers: [Int64] = []
    while try s.step() { numbers.append(s.int(0)) }
    return numbers
  }
}

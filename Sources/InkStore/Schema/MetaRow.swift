/// One row of `meta`: a fact about the whole document.
struct MetaRow: Hashable {
  var key: String
  var value: String

  var seal: Int64 {
    var s = RowSeal(.meta, row: 0)
    s.add(key)
    s.add(value)
    return s.value
  }

  /// Adds the row or replaces its value.
  func write(to c: Connection) throws(SQLiteError) {
    try c.statement(
      """
      INSERT INTO meta (key, value, seal) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, seal = excluded.seal
      """
    ).run(key, value, seal)
  }

  static func delete(_ key: String, from c: Connection) throws(SQLiteError) {
    try c.statement("DELETE FROM meta WHERE key = ?").run(key)
  }

  static func all(in c: Connection) throws(DocumentStoreError) -> [MetaRow] {
    var rows: [MetaRow] = []
    let s = try translating { () throws(SQLiteError) in
      try c.statement("SELECT key, value, seal FROM meta ORDER BY key")
    }
    defer { s.reset() }
    while try translating(s.step) {
      let row = MetaRow(key: s.text(0), value: s.text(1))
      guard row.seal == s.int(2) else {
        throw .damaged("the document's \(row.key) fails its checksum")
      }
      rows.append(row)
    }
    return rows
  }

  /// The values of all rows by their keys.
  static func facts(in c: Connection) throws(DocumentStoreError) -> [String: String] {
    Dictionary(try all(in: c).map { ($0.key, $0.value) }) { $1 }
  }
}

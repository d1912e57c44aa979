import InkModel

/// Rows of `ink`: each ink that the document uses, once.
enum InkRow {
  static let columns = "id, brush, version, color, size, seal"

  static func seal(_ ink: Ink, id: Int64) -> Int64 {
    var s = RowSeal(.ink, row: id)
    s.add(ink.brush)
    s.add(Int64(ink.brushVersion))
    s.add(Int64(ink.color.rgba))
    s.add(ink.size)
    return s.value
  }

  static func insert(_ ink: Ink, id: Int64, into c: Connection) throws(SQLiteError) {
    try c.statement("INSERT INTO ink (\(columns)) VALUES (?, ?, ?, ?, ?, ?)")
      .run(
        id, ink.brush, ink.brushVersion, Int64(ink.color.rgba), ink.size, seal(ink, id: id))
  }

  static func all(in c: Connection) throws(DocumentStoreError) -> [Int64: Ink] {
    var inks: [Int64: Ink] = [:]
    let s = try translating { () throws(SQLiteError) in
      try c.statement("SELECT \(columns) FROM ink")
    }
    defer { s.reset() }
    while try translating(s.step) {
      let id = s.int(0)
      let ink = Ink(
        brush: s.text(1), brushVersion: Int(s.int(2)),
        color: Color(rgba: UInt32(truncatingIfNeeded: s.int(3))), size: s.double(4))
      guard seal(ink, id: id) == s.int(5) else { throw .damaged("ink \(id) fails its checksum") }
      guard RowNumbers.contains(id) else { throw .damaged("ink \(id) has an impossible number") }
      inks[id] = ink
    }
    return inks
  }
}

import InkModel

/// Rows of `settings`: the settings of the drawing, from one step on until the next row's.
///
/// At the head the row with the highest `born` that is not above it applies; where there is none,
/// ``InkModel/DrawingSettings/standard``. So undo moves the head and touches no row.
struct SettingsRow: Hashable {
  /// The step that chose them; 0 for what the drawing began with.
  var born: Int64
  /// ``InkModel/DrawingSettings/text``.
  var value: String

  static let columns = "born, value, seal"

  var settings: DrawingSettings { DrawingSettings(text: value) }

  var seal: Int64 {
    var s = RowSeal(.settings, row: born)
    s.add(value)
    return s.value
  }

  func insert(into c: Connection) throws(SQLiteError) {
    try c.statement("INSERT OR REPLACE INTO settings (\(Self.columns)) VALUES (?, ?, ?)")
      .run(born, value, seal)
  }

  /// All rows in order.
  static func all(in c: Connection) throws(DocumentStoreError) -> [SettingsRow] {
    var rows: [SettingsRow] = []
    let s = try translating { () throws(SQLiteError) in
      try c.statement("SELECT \(columns) FROM settings ORDER BY born")
    }
    defer { s.reset() }
    while try translating(s.step) {
      let row = SettingsRow(born: s.int(0), value: s.text(1))
      guard row.seal == s.int(2) else {
        throw .damaged("the settings of step \(row.born) fail their checksum")
      }
      rows.append(row)
    }
    return rows
  }

  /// The settings that apply at a step.
  static func settings(
    at step: Int64, in c: Connection
  ) throws(DocumentStoreError) -> DrawingSettings {
    try all(in: c).last { $0.born <= step }?.settings ?? .standard
  }
}

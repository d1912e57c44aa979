import InkModel

/// A row of a table of values that have versions and are few: `page` and `layer`.
///
/// Each row is one version, born at a step and gone at another, as elements are; what applies at a step are the rows with
/// `born ≤ step` and (`died` NULL or `died > step`). Unlike an element's, the seal covers `died`, so the row is sealed anew
/// when it dies.
protocol VersionedRow: Hashable {
  associatedtype Value: Hashable

  static var table: String { get }
  static var letter: RowSeal.Table { get }
  /// The columns of the value, in the order of the table, after which come `born`, `died` and `seal`.
  static var valueColumns: [String] { get }
  /// Columns of text that later versions of the format added behind the seal; empty where a row has none.
  static var laterColumns: [String] { get }
  /// The one, among either, of what people call the value.
  static var titleColumn: String { get }

  /// The row's number, in the order of birth.
  var row: Int64 { get set }
  var value: Value { get }
  var born: Int64 { get set }
  var died: Int64? { get set }

  init(row: Int64, value: Value, born: Int64, died: Int64?)

  /// The identity that the versions of a value share.
  static func identity(of value: Value) -> Int32

  /// The values of ``valueColumns``.
  static func columns(of value: Value) -> [RecordValue]
  /// The texts of ``laterColumns``.
  static func laterTexts(of value: Value) -> [String]
  /// The value of ``titleColumn``.
  static func title(of value: Value) -> String
  /// The value of ``valueColumns`` with ``laterColumns`` behind them, `nil` where they are none.
  static func value(from columns: [RecordValue]) -> Value?
}

extension VersionedRow {
  static var laterColumns: [String] { [] }
  static func laterTexts(of value: Value) -> [String] { [] }

  static var columns: String {
    ([columnsWithoutLater] + laterColumns).joined(separator: ", ")
  }

  static var columnsWithoutLater: String {
    (["id"] + valueColumns + ["born", "died", "seal"]).joined(separator: ", ")
  }

  var seal: Int64 { seal(withTitle: Self.title(of: value)) }

  private func seal(withTitle title: String) -> Int64 {
    var s = RowSeal(Self.letter, row: row)
    for (column, v) in zip(Self.valueColumns, Self.columns(of: value)) {
      if column == Self.titleColumn { s.add(title) } else { s.add(v) }
    }
    s.add(born)
    s.add(died)
    for (column, v) in zip(Self.laterColumns, Self.laterTexts(of: value)) {
      let text = column == Self.titleColumn ? title : v
      // Rows of versions before a column were sealed without it.
      if !text.isEmpty { s.add(text) }
    }
    return s.value
  }

  func shows(at step: Int64) -> Bool { born <= step && (died.map { $0 > step } ?? true) }

  /// A raw row as one of these, where its seal says that it is and its numbers can be.
  ///
  /// A title that is too long, as versions that had no bound for it wrote, is sealed whole and cut off here.
  ///
  /// - Parameter raw: The columns without the row's number.
  init?(row: Int64, raw: [RecordValue]) {
    let n = Self.valueColumns.count
    guard raw.count >= n + 3, RowNumbers.contains(row), let born = raw[n].int,
      raw[n + 1].isNull || raw[n + 1].int != nil, let sealed = raw[n + 2].int,
      let value = Self.value(from: Array(raw[..<n]) + Self.later(raw[(n + 3)...]))
    else { return nil }
    self.init(row: row, value: value, born: born, died: raw[n + 1].int)
    let title = Self.storedTitle(raw)
    guard seal(withTitle: title) == sealed, born >= 0, died.map({ $0 > born }) ?? true else {
      return nil
    }
    // No version wrote one in a later column of which nothing is left, and it would not be written again.
    if Self.laterColumns.contains(Self.titleColumn) {
      guard title.isEmpty || !Self.title(of: value).isEmpty else { return nil }
    }
  }

  /// What a raw row has in ``titleColumn``, empty where it ends before that.
  private static func storedTitle(_ raw: [RecordValue]) -> String {
    let columns = valueColumns + ["born", "died", "seal"] + laterColumns
    guard let i = columns.firstIndex(of: titleColumn), i < raw.count else { return "" }
    return raw[i].text ?? ""
  }

  /// The values of ``laterColumns``: a row of an older version ends before them.
  private static func later(_ raw: ArraySlice<RecordValue>) -> [RecordValue] {
    let known = raw.prefix(laterColumns.count)
    return known + [RecordValue](repeating: .text([]), count: laterColumns.count - known.count)
  }

  func insert(into c: Connection) throws(SQLiteError) {
    // The others are empty by default, and in a file that is being migrated not there yet.
    let later = zip(Self.laterColumns, Self.laterTexts(of: value)).filter { !$1.isEmpty }
    let columns = ([Self.columnsWithoutLater] + later.map(\.0)).joined(separator: ", ")
    let values =
      [.int(row)] + Self.columns(of: value) + [.int(born)]
      + [died.map { .int($0) } ?? .null, .int(seal)]
      + later.map { .text(Array($1.utf8)) }
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    let s = try c.statement("INSERT INTO \(Self.table) (\(columns)) VALUES (\(marks))")
    defer { s.reset() }
    try s.bind(all: values)
    while try s.step() {}
  }

  /// Writes `born` and `died` of a row that is there, and its title, which may have been cut off as it was read.
  func update(in c: Connection) throws(SQLiteError) {
    let title = Self.title(of: value)
    // A file of a version before a later column has none.
    let hasTitle = !title.isEmpty || Self.valueColumns.contains(Self.titleColumn)
    let changed = "born = ?, died = ?, seal = ?" + (hasTitle ? ", \(Self.titleColumn) = ?" : "")
    let update = try c.statement("UPDATE \(Self.table) SET \(changed) WHERE id = ?")
    if hasTitle {
      try update.run(born, died, seal, title, row)
    } else {
      try update.run(born, died, seal, row)
    }
  }

  func delete(from c: Connection) throws(SQLiteError) {
    try c.statement("DELETE FROM \(Self.table) WHERE id = ?").run(row)
  }

  /// All rows in order of their numbers.
  static func all(in c: Connection) throws(DocumentStoreError) -> [Self] {
    var rows: [Self] = []
    let s = try translating { () throws(SQLiteError) in
      try c.statement("SELECT \(columns) FROM \(table) ORDER BY id")
    }
    defer { s.reset() }
    while try translating(s.step) {
      let raw = (1...Int32(valueColumns.count + 3 + laterColumns.count)).map { s.value($0) }
      guard let row = Self(row: s.int(0), raw: raw) else {
        throw .damaged("\(table) row \(s.int(0)) fails its checksum")
      }
      rows.append(row)
    }
    return rows
  }

  /// Writes what a step changes: the versions in `before` alone die, those in `after` alone are born.
  ///
  /// - Returns: Whether anything changed.
  static func change(
    from before: [Value], to after: [Value], at step: Int64, in c: Connection
  ) throws(DocumentStoreError) -> Bool {
    guard before != after else { return false }
    let (old, new) = (Set(before), Set(after))
    let rows = try all(in: c)
    try translating { () throws(SQLiteError) in
      for row in rows where row.died == nil && !new.contains(row.value) {
        // What a step brought and takes away again was never there.
        guard row.born < step else {
          try row.delete(from: c)
          continue
        }
        var dead = row
        dead.died = step
        try dead.update(in: c)
      }
      var number = rows.last?.row ?? 0
      for value in after where !old.contains(value) {
        number += 1
        try Self(row: number, value: value, born: step, died: nil).insert(into: c)
      }
    }
    return true
  }

  /// Deletes the versions that steps after the head brought, and brings back what died at them.
  static func forget(after head: Int64, in c: Connection) throws(DocumentStoreError) {
    let rows = try all(in: c)
    try translating { () throws(SQLiteError) in
      for var row in rows {
        if row.born > head {
          try row.delete(from: c)
        } else if let died = row.died, died > head {
          row.died = nil
          try row.update(in: c)
        }
      }
    }
  }

  /// Keeps the versions that show at a step alone, as what was there before all steps.
  static func rebase(at head: Int64, in c: Connection) throws(DocumentStoreError) {
    let rows = try all(in: c)
    try translating { () throws(SQLiteError) in
      for var row in rows {
        if row.shows(at: head) {
          (row.born, row.died) = (0, nil)
          try row.update(in: c)
        } else {
          try row.delete(from: c)
        }
      }
    }
  }

  /// Whether two versions of one value show at one step; O(n log n).
  static func overlap(_ rows: [Self]) -> Bool {
    var last: [Int32: Self] = [:]
    for row in rows.sorted(by: { ($0.born, $0.row) < ($1.born, $1.row) }) {
      let before = last.updateValue(row, forKey: identity(of: row.value))
      if let before, before.died.map({ $0 > row.born }) ?? true { return true }
    }
    return false
  }

  /// Whether some version shows at every step; O(n log n).
  static func isNeverEmpty(_ rows: [Self]) -> Bool {
    var changes: [Int64: Int] = [0: 0]
    for row in rows {
      changes[row.born, default: 0] += 1
      if let died = row.died { changes[died, default: 0] -= 1 }
    }
    var count = 0
    return changes.sorted { $0.key < $1.key }.allSatisfy { _, change in
      count += change
      return count > 0
    }
  }

  /// The steps that brought or removed a version.
  static func steps(_ rows: [Self]) -> Set<Int64> {
    Set(rows.flatMap { [$0.born, $0.died ?? 0] }.filter { $0 != 0 })
  }
}

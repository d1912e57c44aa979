import InkModel

/// One row of `step`: what a step was called and how many elements it made appear and vanish.
struct StepRow: Hashable {
  var number: Int64
  var label: String
  /// Milliseconds since 1970, UTC.
  var time: Int64
  var inserted: Int64
  var removed: Int64
  /// What it changed of the drawing's settings (``ChangedSettings``), 0 for nothing.
  var settings: Int64 = 0

  static let columnsOfVersion1 = "number, label, time, inserted, removed, seal"
  static let columns = "number, label, time, inserted, removed, seal, settings"

  var seal: Int64 {
    var s = RowSeal(.step, row: number)
    s.add(label)
    for v in [time, inserted, removed] { s.add(v) }
    // Steps of version 1 were sealed without it and changed none.
    if settings != 0 { s.add(settings) }
    return s.value
  }

  func insert(into c: Connection) throws(SQLiteError) {
    try c.statement("INSERT INTO step (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
      .run(number, label, time, inserted, removed, seal, settings)
  }

  /// The row under a statement that selects ``columns``.
  init(_ s: Statement) throws(DocumentStoreError) {
    number = s.int(0)
    label = s.text(1)
    time = s.int(2)
    inserted = s.int(3)
    removed = s.int(4)
    settings = s.int(6)
    guard seal == s.int(5) else { throw .damaged("step \(number) fails its checksum") }
    guard isPossible else { throw .damaged("step \(number) has impossible numbers") }
  }

  /// Whether a drawing can come to these numbers.
  var isPossible: Bool {
    RowNumbers.contains(number) && [inserted, removed].allSatisfy(RowNumbers.contains(count:))
  }

  init(
    number: Int64, label: String, time: Int64, inserted: Int64, removed: Int64,
    settings: Int64 = 0
  ) {
    self.number = number
    self.label = label
    self.time = time
    self.inserted = inserted
    self.removed = removed
    self.settings = settings
  }

  /// The step of the highest number, undone or not; `nil` where there is none.
  static func last(in c: Connection) throws(DocumentStoreError) -> StepRow? {
    let s = try translating { () throws(SQLiteError) in
      try c.statement("SELECT \(columns) FROM step ORDER BY number DESC LIMIT 1")
    }
    defer { s.reset() }
    return try translating(s.step) ? try StepRow(s) : nil
  }

  /// All steps in order, undone ones included.
  static func all(in c: Connection) throws(DocumentStoreError) -> [StepRow] {
    var rows: [StepRow] = []
    let s = try translating { () throws(SQLiteError) in
      try c.statement("SELECT \(columns) FROM step ORDER BY number")
    }
    defer { s.reset() }
    while try translating(s.step) { rows.append(try StepRow(s)) }
    return rows
  }
}

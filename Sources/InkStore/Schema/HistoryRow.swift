import InkModel

/// The one row of `history`: the current step and the counters of the document.
struct HistoryRow: Hashable {
  /// The number of the current step; 0 before the first.
  var head: Int64 = 0
  /// Elements born at 0: those from before the first step in the file.
  var base: Int64 = 0
  /// Counts transactions, so that two copies of a file can be compared.
  var revision: Int64 = 0
  /// One past the highest number ever given, deleted rows included.
  var nextElement: Int64 = 1
  var nextContent: Int64 = 1

  static let columns = "head, base, revision, next_element, next_content, seal"

  var seal: Int64 {
    var s = RowSeal(.history, row: 1)
    for v in [head, base, revision, nextElement, nextContent] { s.add(v) }
    return s.value
  }

  func insert(into c: Connection) throws(SQLiteError) {
    try c.statement("INSERT INTO history (id, \(Self.columns)) VALUES (1, ?, ?, ?, ?, ?, ?)")
      .run(head, base, revision, nextElement, nextContent, seal)
  }

  func update(in c: Connection) throws(SQLiteError) {
    try c.statement(
      """
      UPDATE history SET head = ?, base = ?, revision = ?, next_element = ?, next_content = ?,
        seal = ? WHERE id = 1
      """
    ).run(head, base, revision, nextElement, nextContent, seal)
  }

  static func read(from c: Connection) throws(DocumentStoreError) -> HistoryRow {
    let (row, seal) = try translating { () throws(SQLiteError) in
      let s = try c.statement("SELECT \(columns) FROM history WHERE id = 1")
      defer { s.reset() }
      guard try s.step() else { return (nil as HistoryRow?, 0 as Int64) }
      let row = HistoryRow(
        head: s.int(0), base: s.int(1), revision: s.int(2), nextElement: s.int(3),
        nextContent: s.int(4))
      return (row, s.int(5))
    }
    guard let row else { throw .damaged("the history has no head") }
    guard row.seal == seal else { throw .damaged("the history's head fails its checksum") }
    guard row.isPossible else { throw .damaged("the history's head has impossible numbers") }
    return row
  }

  /// How many elements show at the head if every step did what its row says.
  func liveCount(_ steps: [StepRow]) throws(DocumentStoreError) -> Int64 {
    guard head == 0 || steps.contains(where: { $0.number == head }) else {
      throw .damaged("step \(head), the head of the history, is missing")
    }
    return steps.lazy.filter { $0.number <= head }
      .reduce(base) { $0 &+ $1.inserted &- $1.removed }
  }

  /// Throws unless as many elements show at the head as the steps say.
  func check(showing found: Int64, after steps: [StepRow]) throws(DocumentStoreError) {
    let expected = try liveCount(steps)
    guard found == expected else {
      throw .damaged("\(found) elements show where \(expected) should")
    }
  }

  /// Whether a drawing can come to these numbers, and go on from them.
  var isPossible: Bool {
    [head, base, revision, nextElement, nextContent].allSatisfy(RowNumbers.leavesRoom)
  }
}

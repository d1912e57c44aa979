/// For each row of a box, the columns that changed since they were last read.
struct ChangedRows: ~Copyable {
  private let starts: UnsafeMutablePointer<Int32>
  private let ends: UnsafeMutablePointer<Int32>
  private var rows = 0..<0

  /// None of `height` rows.
  init(height: Int) {
    let rows = max(height, 1)
    starts = .allocate(capacity: rows)
    starts.initialize(repeating: .max, count: rows)
    ends = .allocate(capacity: rows)
    ends.initialize(repeating: 0, count: rows)
  }

  deinit {
    starts.deallocate()
    ends.deallocate()
  }

  /// Notes columns of one row; the row itself is noted by ``note(rows:)``.
  func note(_ row: Int, _ start: Int, _ end: Int) {
    starts[row] = min(starts[row], Int32(truncatingIfNeeded: start))
    ends[row] = max(ends[row], Int32(truncatingIfNeeded: end))
  }

  mutating func note(rows part: Range<Int>) {
    rows =
      rows.isEmpty
      ? part : min(rows.lowerBound, part.lowerBound)..<max(rows.upperBound, part.upperBound)
  }

  /// Gives each row that changed, with its columns; then none has.
  mutating func take(_ body: (_ row: Int, _ columns: Range<Int>) -> Void) {
    for row in rows where starts[row] < ends[row] {
      body(row, Int(starts[row])..<Int(ends[row]))
      starts[row] = .max
      ends[row] = 0
    }
    rows = 0..<0
  }
}

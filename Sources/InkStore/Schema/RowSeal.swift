/// A checksum over the columns of one row, so that a flipped bit in any of them is noticed.
///
/// CRC-32C over the table's letter, the row number, then each sealed value in the order of the
/// table's columns: a byte for its type (0 NULL, 1 INTEGER, 2 REAL, 3 TEXT, 4 BLOB), for text and
/// blobs the number of bytes in eight bytes, then the value, numbers in eight bytes, lowest first.
/// What may change in a row (an element's `died`) is not sealed; the counts in `step` and
/// `history` check it instead. Columns that this version does not know are not sealed either.
struct RowSeal {
  enum Table: UInt8 {
    case history = 0x68
    case meta = 0x6D
    case step = 0x73
    case ink = 0x69
    case content = 0x63
    case element = 0x65
    case settings = 0x70
    case page = 0x67
    case layer = 0x6C
    case blob = 0x62
    case blobUse = 0x75
  }

  private var sum = Checksum()

  /// The number that the row's `seal` column holds.
  var value: Int64 { Int64(sum.value) }

  init(_ table: Table, row: Int64) {
    sum.add(table.rawValue)
    sum.add(UInt64(bitPattern: row))
  }

  mutating func addNull() { sum.add(0 as UInt8) }

  mutating func add(_ value: Int64) {
    sum.add(1 as UInt8)
    sum.add(UInt64(bitPattern: value))
  }

  mutating func add(_ value: Int64?) {
    if let value { add(value) } else { addNull() }
  }

  mutating func add(_ value: Double) {
    sum.add(2 as UInt8)
    // SQLite does not store the sign of zero.
    sum.add(value == 0 ? 0 : value.bitPattern)
  }

  mutating func add(text: UnsafeRawBufferPointer) { add(tag: 3, text) }

  mutating func add(_ value: String) {
    var copy = value
    copy.withUTF8 { add(tag: 3, UnsafeRawBufferPointer($0)) }
  }

  /// A blob, `nil` for NULL.
  mutating func add(blob: [UInt8]?) {
    if let blob { blob.withUnsafeBytes { add(tag: 4, $0) } } else { addNull() }
  }

  /// A value as it is; whole numbers of REAL columns must be given as ``RecordValue/real(_:)``.
  mutating func add(_ value: RecordValue) {
    switch value {
    case .null: addNull()
    case .int(let v): add(v)
    case .real(let v): add(v)
    case .text(let bytes): bytes.withUnsafeBytes { add(text: $0) }
    case .blob(let bytes): add(blob: bytes)
    }
  }

  private mutating func add(tag: UInt8, _ bytes: UnsafeRawBufferPointer) {
    sum.add(tag)
    sum.add(UInt64(bytes.count))
    sum.add(bytes)
  }
}

import CSQLite
import Glibc

/// A value that SQLite takes as a parameter.
package protocol Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

/// One prepared statement of a ``Connection``, which outlives it.
///
/// Life: ``bind(_:)``, then ``step()`` until it returns false, then ``reset()``; ``run(_:)`` does
/// all three. Column pointers hold until the next step or reset.
package final class Statement {
  let handle: OpaquePointer
  private unowned let connection: Connection
  let sql: String

  init(handle: OpaquePointer, connection: Connection, sql: String) {
    self.handle = handle
    self.connection = connection
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  /// Sets all parameters, the first one first.
  package func bind<each Value: Bindable>(_ values: repeat each Value) throws(SQLiteError) {
    var index: Int32 = 1
    for value in repeat each values {
      let code = value.bind(to: handle, at: index)
      if code != SQLITE_OK { throw error(code) }
      index += 1
    }
  }

  /// The same for values of any types.
  func bind(all values: [RecordValue]) throws(SQLiteError) {
    for (i, value) in values.enumerated() {
      let index = Int32(i + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .int(let v): v.bind(to: handle, at: index)
        case .real(let v): v.bind(to: handle, at: index)
        case .text(let bytes): String(decoding: bytes, as: UTF8.self).bind(to: handle, at: index)
        case .blob(let bytes): bytes.bind(to: handle, at: index)
        }
      if code != SQLITE_OK { throw error(code) }
    }
  }

  /// True where a row is ready, false at the end.
  package func step() throws(SQLiteError) -> Bool {
    errno = 0
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code, errno)
    }
  }

  package func reset() {
    // Repeats the code of the last step, which has been dealt with.
    _ = sqlite3_reset(handle)
    _ = sqlite3_clear_bindings(handle)
  }

  /// Runs a statement whose rows are of no interest; returns how many rows it changed.
  @discardableResult
  package func run<each Value: Bindable>(_ values: repeat each Value) throws(SQLiteError) -> Int {
    defer { reset() }
    try bind(repeat each values)
    while try step() {}
    return Int(sqlite3_changes64(connection.handle))
  }

  private func error(_ code: Int32, _ systemError: Int32 = 0) -> SQLiteError {
    SQLiteError(code, handle: connection.handle, call: sql, systemError: systemError)
  }
}

// MARK: Columns of the current row, counted from 0

extension Statement {
  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  package func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  package func intIfAny(_ column: Int32) -> Int64? { isNull(column) ? nil : int(column) }

  package func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// The text, without making a string of it; empty for NULL.
  package func textBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    guard let text = sqlite3_column_text(handle, column) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// Repaired where it is not UTF-8.
  package func text(_ column: Int32) -> String {
    String(decoding: textBytes(column), as: UTF8.self)
  }

  package func textIfAny(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes of a blob; empty for NULL.
  package func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    guard let bytes = sqlite3_column_blob(handle, column) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// The value with the type that it has in the row.
  func value(_ column: Int32) -> RecordValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .int(int(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT: .text(Array(textBytes(column)))
    default: .blob(Array(blob(column)))
    }
  }

  package func blobIfAny(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : Array(blob(column)) }
}

// MARK: Parameters

/// Tells SQLite to copy what it is given (SQLITE_TRANSIENT, a cast that Swift does not import).
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Int64: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Double: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_double(statement, index, self)
  }
}

extension String: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var copy = self
    return copy.withUTF8 {
      $0.withMemoryRebound(to: CChar.self) {
        // An empty buffer may have no address, which SQLite would take for NULL.
        guard let start = $0.baseAddress else {
          return sqlite3_bind_text(statement, index, "", 0, copied)
        }
        return sqlite3_bind_text(statement, index, start, Int32($0.count), copied)
      }
    }
  }
}

extension [UInt8]: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes {
      guard let start = $0.baseAddress, !$0.isEmpty else {
        return sqlite3_bind_zeroblob(statement, index, 0)
      }
      return sqlite3_bind_blob64(statement, index, start, UInt64($0.count), copied)
    }
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .some(let value): value.bind(to: statement, at: index)
    case .none: sqlite3_bind_null(statement, index)
    }
  }
}

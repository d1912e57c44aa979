import CSQLite
import InkModel
import InkTestSupport

/// Changes values in the rows of a drawing and seals them again, as `InkStore.md` says: what someone does on purpose.
struct Crafting {
  private struct Table {
    var name: String
    /// The name of the row's number, or its key.
    var key: String
    var letter: UInt8
    /// Whether the seal covers the row's number; else it covers 0 in its place.
    var isNumbered = true
    /// Those that the seal covers, in order; those of them that it does not cover where they are 0 or empty; those with a
    /// blob that has a checksum of its own, with its number.
    var sealed: [String]
    var later: [String] = []
    var blobs: [(column: String, number: UInt8)] = []
  }

  private static let tables = [
    Table(
      name: "history", key: "id", letter: UInt8(ascii: "h"),
      sealed: ["head", "base", "revision", "next_element", "next_content"]),
    Table(
      name: "meta", key: "id", letter: UInt8(ascii: "m"), isNumbered: false,
      sealed: ["key", "value"]),
    Table(
      name: "step", key: "number", letter: UInt8(ascii: "s"),
      sealed: ["label", "time", "inserted", "removed", "settings"], later: ["settings"]),
    Table(
      name: "ink", key: "id", letter: UInt8(ascii: "i"),
      sealed: ["brush", "version", "color", "size"]),
    Table(
      name: "content", key: "id", letter: UInt8(ascii: "c"),
      sealed: ["tool", "tool_serial", "tool_hardware", "modeler", "seed", "sample_count", "born"],
      blobs: [("path", 1)]),
    Table(name: "samples", key: "content", letter: 0, sealed: [], blobs: [("data", 2)]),
    Table(
      name: "element", key: "id", letter: UInt8(ascii: "e"),
      sealed: [
        "kind", "page", "layer", "order_key", "transform", "content", "ink", "path", "seed",
        "min_x", "min_y", "max_x", "max_y", "born", "extra",
      ], blobs: [("path", 3), ("extra", 4)]),
    Table(
      name: "settings", key: "born", letter: UInt8(ascii: "p"), sealed: ["value"]),
    Table(
      name: "page", key: "id", letter: UInt8(ascii: "g"),
      sealed: [
        "page", "order_key", "width", "height", "turns", "background", "paper", "blob", "part",
        "born", "died", "label",
      ], later: ["label"]),
    Table(
      name: "layer", key: "id", letter: UInt8(ascii: "l"),
      sealed: [
        "layer", "order_key", "name", "hidden", "locked", "opacity", "born", "died",
      ]),
    Table(
      name: "blob", key: "id", letter: UInt8(ascii: "b"), sealed: ["sha256", "type", "length"]),
    Table(name: "blob_chunk", key: "id", letter: 0, sealed: [], blobs: [("data", 5)]),
    Table(name: "blob_use", key: "id", letter: UInt8(ascii: "u"), sealed: ["element", "sha256"]),
  ]

  private let handle: OpaquePointer

  /// Opens a drawing that no one else has open.
  init(_ path: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw Failure("\(path) cannot be opened")
    }
    self.handle = handle
    // Whoever crafts a file need not keep to its schema.
    sqlite3_exec(handle, "PRAGMA ignore_check_constraints = ON", nil, nil, nil)
  }

  func close() { sqlite3_close(handle) }

  /// Changes some values of some rows.
  func change(_ g: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &g) {
      guard let table = Self.tables.randomElement(using: &g),
        let row = rows(of: table).randomElement(using: &g)
      else { continue }
      if let blob = table.blobs.randomElement(using: &g), !g.once(in: 3) {
        changeBlob(blob.column, blob.number, of: table, row) {
          Mutation.change(&$0, times: 1...6, &g)
        }
      } else if let column = table.sealed.randomElement(using: &g) {
        changeValue(column, of: table, row, &g)
      }
      seal(row, of: table)
    }
  }

  /// Seals every row again as it is, with the checksums of its blobs.
  ///
  /// - Returns: The tables that have no row.
  func reseal() -> [String] {
    for table in Self.tables {
      for row in rows(of: table) {
        for (column, number) in table.blobs { changeBlob(column, number, of: table, row) { _ in } }
        guard table.letter != 0 else { continue }
        // Not the seal that it had.
        run("UPDATE \(table.name) SET seal = -1 WHERE \(table.key) = \(row)")
        seal(row, of: table)
      }
    }
    return Self.tables.filter { rows(of: $0).isEmpty }.map(\.name)
  }

  private func rows(of table: Table) -> [Int64] {
    var numbers: [Int64] = []
    query("SELECT \(table.key) FROM \(table.name)") { numbers.append(sqlite3_column_int64($0, 0)) }
    return numbers
  }

  private func changeValue(
    _ column: String, of table: Table, _ row: Int64, _ g: inout SeededGenerator
  ) {
    let value: String
    switch Int.random(in: 0..<4, using: &g) {
    case 0: value = String(Wild.integer(&g))
    case 1:
      let number = Wild.double(&g)
      value = number.isNaN ? "NULL" : number.isInfinite ? "9e999" : String(number)
    case 2:
      var bytes = text(column, of: table, row)
      Mutation.changeText(&bytes, &g)
      value = "CAST(x'\(Self.hex(bytes))' AS TEXT)"
    default: value = "-\(column)"
    }
    // What the schema refuses stays as it was.
    run("UPDATE \(table.name) SET \(column) = \(value) WHERE \(table.key) = \(row)")
  }

  private func changeBlob(
    _ column: String, _ number: UInt8, of table: Table, _ row: Int64,
    _ change: (inout [UInt8]) -> Void
  ) {
    let old = text(column, of: table, row)
    guard old.count > 5 else { return }
    var payload = Array(old[1..<(old.count - 4)])
    change(&payload)
    let version: [UInt8] = [1]
    let sum = checksum([number] + lowestFirst(row) + version + payload)
    let bytes = version + payload + lowestFirst(sum)
    run("UPDATE \(table.name) SET \(column) = x'\(Self.hex(bytes))' WHERE \(table.key) = \(row)")
  }

  private func seal(_ row: Int64, of table: Table) {
    guard table.letter != 0 else { return }
    var bytes = [table.letter] + lowestFirst(table.isNumbered ? row : 0)
    let columns = table.sealed.joined(separator: ", ")
    query("SELECT \(columns) FROM \(table.name) WHERE \(table.key) = \(row)") { s in
      for (i, name) in table.sealed.enumerated() {
        let i = Int32(i)
        let type = sqlite3_column_type(s, i)
        if table.later.contains(name) {
          let isNone =
            type == SQLITE_INTEGER
            ? sqlite3_column_int64(s, i) == 0 : sqlite3_column_bytes(s, i) == 0
          if isNone { continue }
        }
        switch type {
        case SQLITE_INTEGER: bytes += [1] + lowestFirst(sqlite3_column_int64(s, i))
        case SQLITE_FLOAT:
          bytes +=
            [2] + lowestFirst(Int64(bitPattern: sqlite3_column_double(s, i).bitPattern))
        case SQLITE_NULL: bytes += [0]
        default:
          let own = Self.bytes(s, i)
          bytes += [type == SQLITE_BLOB ? 4 : 3] + lowestFirst(Int64(own.count)) + own
        }
      }
    }
    run("UPDATE \(table.name) SET seal = \(checksum(bytes)) WHERE \(table.key) = \(row)")
  }

  private func text(_ column: String, of table: Table, _ row: Int64) -> [UInt8] {
    var found: [UInt8] = []
    query("SELECT \(column) FROM \(table.name) WHERE \(table.key) = \(row)") {
      found = Self.bytes($0, 0)
    }
    return found
  }

  private static func bytes(_ s: OpaquePointer, _ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(s, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(s, column))))
  }

  private func run(_ sql: String) { sqlite3_exec(handle, sql, nil, nil, nil) }

  private func query(_ sql: String, _ row: (OpaquePointer) -> Void) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      return
    }
    defer { sqlite3_finalize(statement) }
    while sqlite3_step(statement) == SQLITE_ROW { row(statement) }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

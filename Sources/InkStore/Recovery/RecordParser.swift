/// One value of a row, as its bytes say, whatever the schema says.
enum RecordValue: Hashable {
  case null
  case int(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])

  var int: Int64? { if case .int(let v) = self { v } else { nil } }
  var isNull: Bool { self == .null }
  var blob: [UInt8]? { if case .blob(let v) = self { v } else { nil } }

  var text: String? {
    if case .text(let v) = self { String(decoding: v, as: UTF8.self) } else { nil }
  }

  /// A number of a REAL column: SQLite stores whole ones as integers.
  var real: Double? {
    switch self {
    case .real(let v): v
    case .int(let v): Double(v)
    default: nil
    }
  }
}

/// A row as it lies in a leaf page of a table.
struct RawRow: Hashable {
  var number: Int64
  var values: [RecordValue]
}

/// Reads rows from pages with arbitrary bytes (https://sqlite.org/fileformat2.html).
///
/// Every offset is checked, every chain has a limited length, and what
/// does not fit is left out. The checksum of a row tells whether it is one of ours.
///
/// Cells may claim anything: however they do, no more is read than some times the bytes of the image.
struct RecordParser {
  let image: PageImage
  private let chained: Allowance

  /// Bytes that may still be read.
  private final class Allowance {
    var left: Int

    init(_ left: Int) { self.left = left }

    func take(_ n: Int) -> Bool {
      left -= n
      return left >= 0
    }
  }

  /// How often the bytes of a page may count for several cells: once where nothing is damaged.
  private static let overlap = 8

  init(image: PageImage) {
    self.image = image
    chained = Allowance(Self.overlap * image.pageSize * image.pageCount)
  }

  /// The first byte of a page of each kind.
  static let interiorTable: UInt8 = 0x05
  static let leafTable: UInt8 = 0x0D

  /// Where the page's own header begins: page 1 has the file's before it.
  private static func start(_ page: Int) -> Int { page == 1 ? 100 : 0 }

  static func kind(_ bytes: [UInt8], page: Int) -> UInt8 { bytes[start(page)] }

  private static func big16(_ b: [UInt8], _ i: Int) -> Int { Int(b[i]) << 8 | Int(b[i + 1]) }

  static func big32(_ b: [UInt8], _ i: Int) -> Int {
    big16(b, i) << 16 | big16(b, i + 2)
  }

  /// The offsets of a page's cells.
  private func cells(_ bytes: [UInt8], page: Int, header: Int) -> [Int] {
    let start = Self.start(page)
    let count = Self.big16(bytes, start + 3)
    let first = start + header
    guard first + 2 * count <= bytes.count else { return [] }
    var seen: Set<Int> = []
    return (0..<count).map { Self.big16(bytes, first + 2 * $0) }.filter {
      $0 >= first + 2 * count && $0 < bytes.count && seen.insert($0).inserted
    }
  }

  /// The pages below an interior page of a table.
  func children(_ bytes: [UInt8], page: Int) -> [Int] {
    let below = cells(bytes, page: page, header: 12).compactMap {
      $0 + 4 <= bytes.count ? Self.big32(bytes, $0) : nil
    }
    return below + [Self.big32(bytes, Self.start(page) + 8)]
  }

  /// The rows of a leaf page of a table, as far as they can be read.
  func rows(_ bytes: [UInt8], page: Int) -> [RawRow] {
    let own = Allowance(Self.overlap * bytes.count)
    return cells(bytes, page: page, header: 8).compactMap { row(bytes, at: $0, own) }
  }

  private func row(_ bytes: [UInt8], at offset: Int, _ own: Allowance) -> RawRow? {
    var at = offset
    guard let size = Self.varint(bytes, &at), let number = Self.varint(bytes, &at),
      size >= 1, size <= Int64(image.pageSize) * Int64(image.pageCount),
      let payload = payload(bytes, at: at, size: Int(size), own),
      let values = Self.record(payload)
    else { return nil }
    return RawRow(number: number, values: values)
  }

  /// The whole payload of a cell: what lies in the page, then what lies in pages chained to it.
  private func payload(_ bytes: [UInt8], at offset: Int, size: Int, _ own: Allowance) -> [UInt8]? {
    let usable = bytes.count
    let most = usable - 35
    var local = size
    if size > most {
      let least = (usable - 12) * 32 / 255 - 23
      let fitting = least + (size - least) % (usable - 4)
      local = fitting <= most ? fitting : least
    }
    guard offset + local + (local < size ? 4 : 0) <= usable, own.take(local) else { return nil }
    var payload = Array(bytes[offset..<offset + local])
    guard local < size else { return payload }
    var next = Self.big32(bytes, offset + local)
    while payload.count < size {
      guard next > 1, next <= image.pageCount, chained.take(usable) else { return nil }
      let page = image.page(next)
      payload += page[4..<min(usable, 4 + size - payload.count)]
      next = Self.big32(page, 0)
    }
    return payload
  }

  /// The values of a record: a header of types, then the values one after the other.
  static func record(_ payload: [UInt8]) -> [RecordValue]? {
    var at = 0
    guard let headerSize = varint(payload, &at), headerSize >= Int64(at),
      headerSize <= Int64(payload.count)
    else { return nil }
    var types: [Int64] = []
    while at < Int(headerSize) {
      guard let type = varint(payload, &at) else { return nil }
      types.append(type)
    }
    guard at == Int(headerSize) else { return nil }
    var values: [RecordValue] = []
    for type in types {
      let size: Int64
      switch type {
      case 0, 8, 9: size = 0
      case 1...4: size = type
      case 5: size = 6
      case 6, 7: size = 8
      case 12...: size = (type - 12) / 2
      default: return nil
      }
      guard size <= Int64(payload.count - at) else { return nil }
      let bytes = payload[at..<at + Int(size)]
      at += Int(size)
      values.append(value(type, bytes))
    }
    return values
  }

  private static func value(_ type: Int64, _ bytes: ArraySlice<UInt8>) -> RecordValue {
    switch type {
    case 0: return .null
    case 8: return .int(0)
    case 9: return .int(1)
    case 7: return .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case 1...6:
      let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
      return .int(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
    default: return type % 2 == 0 ? .blob(Array(bytes)) : .text(Array(bytes))
    }
  }

  /// SQLite's own varint: highest bits first, the ninth byte whole.
  private static func varint(_ bytes: [UInt8], _ at: inout Int) -> Int64? {
    var value: UInt64 = 0
    for i in 0..<9 {
      guard at < bytes.count else { return nil }
      let b = bytes[at]
      at += 1
      if i == 8 { return Int64(bitPattern: value << 8 | UInt64(b)) }
      value = value << 7 | UInt64(b & 0x7F)
      if b < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }
}

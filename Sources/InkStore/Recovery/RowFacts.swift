import InkModel

/// Raw rows as rows of our tables, where their checksums say that they are.
///
/// A later version's columns come after ours and are not looked at.
enum RowFacts {
  /// What is known of a content besides its path and samples.
  struct ContentFacts: Hashable {
    var tool: StylusTool
    var modeler: Int
    var seed: UInt32
  }

  /// A row of `element`.
  struct ElementFacts: Hashable {
    var values: [RecordValue]
    var born: Int64
    var died: Int64?

    var kind: String { values[1].text ?? "" }
    var page: Int32 { Int32(truncatingIfNeeded: values[2].int ?? 0) }
    var layer: Int32 { Int32(truncatingIfNeeded: values[3].int ?? 0) }
    var order: OrderKey? { values[4].text.flatMap { OrderKey($0) } }
    var content: Int64? { values[6].int }
    var ink: Int64? { values[7].int }
    var seed: UInt32? { values[9].int.map { UInt32(truncatingIfNeeded: $0) } }
  }

  static func element(_ row: RawRow) -> ElementFacts? {
    let v = row.values
    guard v.count >= 18, v[0].isNull, RowNumbers.contains(row.number), let born = v[14].int,
      let sealed = v[17].int
    else {
      return nil
    }
    var seal = RowSeal(.element, row: row.number)
    // All columns but id, died and the seal itself.
    for i in 1...16 where i != 15 { seal.add(v[i], isReal: (10...13).contains(i)) }
    guard seal.value == sealed else { return nil }
    return ElementFacts(values: v, born: born, died: v[15].int)
  }

  static func content(_ row: RawRow) -> ContentFacts? {
    let v = row.values
    guard v.count >= 10, v[0].isNull, RowNumbers.contains(row.number), let kind = v[1].text,
      let serial = v[2].int,
      let hardware = v[3].int, let modeler = v[4].int, let seed = v[5].int, let sealed = v[8].int
    else { return nil }
    var seal = RowSeal(.content, row: row.number)
    for i in 1...7 { seal.add(v[i], isReal: false) }
    guard seal.value == sealed else { return nil }
    return ContentFacts(
      tool: StylusTool(
        StylusTool.Kind(rawValue: kind) ?? .pen, serial: UInt64(bitPattern: serial),
        hardwareID: UInt64(bitPattern: hardware)),
      modeler: Int(modeler), seed: UInt32(truncatingIfNeeded: seed))
  }

  static func contentPath(_ row: RawRow) -> StrokePath? {
    guard RowNumbers.contains(row.number), row.values.count >= 10, let bytes = row.values[9].blob
    else { return nil }
    return bytes.withUnsafeBytes {
      try? PathCodec.decode($0, at: .contentPath, row: row.number)
    }
  }

  static func samples(_ row: RawRow) -> [StylusSample]? {
    guard RowNumbers.contains(row.number), row.values.count >= 2, let bytes = row.values[1].blob
    else { return nil }
    return bytes.withUnsafeBytes { try? SampleCodec.decode($0, row: row.number) }
  }

  static func ink(_ row: RawRow) -> Ink? {
    let v = row.values
    guard v.count >= 6, RowNumbers.contains(row.number), let brush = v[1].text,
      let version = v[2].int, let color = v[3].int,
      let size = v[4].real, let sealed = v[5].int
    else { return nil }
    let ink = Ink(
      brush: brush, brushVersion: Int(version),
      color: Color(rgba: UInt32(truncatingIfNeeded: color)), size: size)
    return InkRow.seal(ink, id: row.number) == sealed ? ink : nil
  }

  static func step(_ row: RawRow) -> StepRow? {
    let v = row.values
    guard v.count >= 6, let label = v[1].text, let time = v[2].int, let inserted = v[3].int,
      let removed = v[4].int, let sealed = v[5].int
    else { return nil }
    // Rows of version 1 end before the last column.
    let step = StepRow(
      number: row.number, label: label, time: time, inserted: inserted, removed: removed,
      settings: v.count > 6 ? v[6].int ?? 0 : 0)
    return step.seal == sealed && step.isPossible ? step : nil
  }

  static func meta(_ row: RawRow) -> MetaRow? {
    let v = row.values
    guard v.count >= 4, let key = v[1].text, let value = v[2].text, let sealed = v[3].int
    else { return nil }
    let fact = MetaRow(key: key, value: value)
    return fact.seal == sealed ? fact : nil
  }

  static func settings(_ row: RawRow) -> SettingsRow? {
    let v = row.values
    guard v.count >= 3, v[0].isNull, let value = v[1].text, let sealed = v[2].int else {
      return nil
    }
    let settings = SettingsRow(born: row.number, value: value)
    return settings.seal == sealed ? settings : nil
  }

  static func blob(_ row: RawRow) -> BlobRow? {
    let v = row.values
    guard v.count >= 5, v[0].isNull else { return nil }
    return BlobRow(
      number: row.number, v[1].blob.flatMap { BlobID($0) }, v[2].text, v[3].int, seal: v[4].int)
  }

  static func blobUse(_ row: RawRow) -> BlobUseRow? {
    let v = row.values
    guard v.count >= 4, v[0].isNull else { return nil }
    return BlobUseRow(
      number: row.number, element: v[1].int, v[2].blob.flatMap { BlobID($0) }, seal: v[3].int)
  }

  /// How many bytes a chunk has; `nil` for a row that is none.
  static func chunk(_ row: RawRow) -> Int? {
    guard row.values.count >= 2, row.values[0].isNull, RowNumbers.contains(row.number),
      let data = row.values[1].blob
    else { return nil }
    return data.withUnsafeBytes { try? BlobRow.payload(ofChunk: row.number, $0).count }
  }

  /// A version of a page or a layer.
  static func versioned<Row: VersionedRow>(_ row: RawRow) -> Row? {
    guard let first = row.values.first, first.isNull else { return nil }
    return Row(row: row.number, raw: Array(row.values.dropFirst()))
  }

  static func history(_ row: RawRow) -> HistoryRow? {
    let v = row.values
    guard v.count >= 7, let head = v[1].int, let base = v[2].int, let revision = v[3].int,
      let nextElement = v[4].int, let nextContent = v[5].int, let sealed = v[6].int
    else { return nil }
    let history = HistoryRow(
      head: head, base: base, revision: revision, nextElement: nextElement,
      nextContent: nextContent)
    return history.seal == sealed && history.isPossible ? history : nil
  }
}

extension RowSeal {
  /// Adds a value as the column's type has it.
  fileprivate mutating func add(_ value: RecordValue, isReal: Bool) {
    if isReal, case .int(let v) = value { add(Double(v)) } else { add(value) }
  }
}

import InkModel

/// Rows of `content` and `samples`: what strokes were made from.
enum ContentRow {
  /// What the seal of a content covers; the blobs have checksums of their own.
  struct Head: Hashable {
    var id: Int64
    var tool: String
    var toolSerial: Int64
    var toolHardware: Int64
    var modeler: Int64
    var seed: Int64
    var sampleCount: Int64
    var born: Int64

    static let columns =
      "id, tool, tool_serial, tool_hardware, modeler, seed, sample_count, born, seal"

    var seal: Int64 {
      var s = RowSeal(.content, row: id)
      s.add(tool)
      for v in [toolSerial, toolHardware, modeler, seed, sampleCount, born] { s.add(v) }
      return s.value
    }

    /// The row under a statement that selects ``columns`` first.
    init(_ s: Statement) throws(DocumentStoreError) {
      id = s.int(0)
      tool = s.text(1)
      toolSerial = s.int(2)
      toolHardware = s.int(3)
      modeler = s.int(4)
      seed = s.int(5)
      sampleCount = s.int(6)
      born = s.int(7)
      guard seal == s.int(8) else { throw .damaged("content \(id) fails its checksum") }
      guard RowNumbers.contains(id), RowNumbers.contains(count: sampleCount) else {
        throw .damaged("content \(id) has impossible numbers")
      }
    }

    init(_ content: StrokeContent, born: Int64) {
      id = content.id.number
      tool = content.tool.kind.rawValue
      toolSerial = Int64(bitPattern: content.tool.serial)
      toolHardware = Int64(bitPattern: content.tool.hardwareID)
      modeler = Int64(content.modelerVersion)
      seed = Int64(content.seed)
      sampleCount = Int64(content.samples.count)
      self.born = born
    }

    /// Makes the content one that was there before any step.
    func rebase(in c: Connection) throws(SQLiteError) {
      var copy = self
      copy.born = 0
      try c.statement("UPDATE content SET born = 0, seal = ? WHERE id = ?").run(copy.seal, id)
    }

    /// A kind of tool that this version does not know counts as a pen.
    var stylusTool: StylusTool {
      StylusTool(
        StylusTool.Kind(rawValue: tool) ?? .pen, serial: UInt64(bitPattern: toolSerial),
        hardwareID: UInt64(bitPattern: toolHardware))
    }
  }

  static func insert(
    _ content: StrokeContent, born: Int64, into c: Connection
  ) throws(SQLiteError) {
    let head = Head(content, born: born)
    let id = content.id.number
    try c.statement(
      "INSERT INTO content (\(Head.columns), path) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).run(
      id, head.tool, head.toolSerial, head.toolHardware, head.modeler, head.seed,
      head.sampleCount, head.born, head.seal,
      PathCodec.encode(content.path, at: .contentPath, row: id))
    try c.statement("INSERT INTO samples (content, data) VALUES (?, ?)")
      .run(id, SampleCodec.encode(content.samples, row: id))
  }

  /// Replaces a content that was cut down; everything else about it stays.
  static func update(
    _ content: StrokeContent, born: Int64, in c: Connection
  ) throws(SQLiteError) {
    let head = Head(content, born: born)
    let id = content.id.number
    try c.statement(
      "UPDATE content SET sample_count = ?, born = ?, seal = ?, path = ? WHERE id = ?"
    ).run(
      head.sampleCount, head.born, head.seal,
      PathCodec.encode(content.path, at: .contentPath, row: id), id)
    try c.statement("UPDATE samples SET data = ? WHERE content = ?")
      .run(SampleCodec.encode(content.samples, row: id), id)
  }

  static func head(_ id: Int64, in c: Connection) throws(DocumentStoreError) -> Head? {
    let s = try translating { () throws(SQLiteError) in
      let s = try c.statement("SELECT \(Head.columns) FROM content WHERE id = ?")
      try s.bind(id)
      return s
    }
    defer { s.reset() }
    return try translating(s.step) ? try Head(s) : nil
  }

  /// The samples of a content, `nil` where the file has no such content.
  static func samples(
    _ id: Int64, in c: Connection
  ) throws(DocumentStoreError) -> [StylusSample]? {
    let s = try translating { () throws(SQLiteError) in
      let s = try c.statement("SELECT data FROM samples WHERE content = ?")
      try s.bind(id)
      return s
    }
    defer { s.reset() }
    guard try translating(s.step) else { return nil }
    do { return try SampleCodec.decode(s.blob(0), row: id) } catch {
      throw .damaged("the samples of content \(id): \(error.reason)")
    }
  }

  /// A content whole, `nil` where the file has none of this number.
  static func read(_ id: Int64, in c: Connection) throws(DocumentStoreError) -> StrokeContent? {
    let s = try translating { () throws(SQLiteError) in
      let s = try c.statement("SELECT \(Head.columns), path FROM content WHERE id = ?")
      try s.bind(id)
      return s
    }
    defer { s.reset() }
    guard try translating(s.step) else { return nil }
    let head = try Head(s)
    let path: StrokePath
    do { path = try PathCodec.decode(s.blob(9), at: .contentPath, row: id) } catch {
      throw .damaged("the path of content \(id): \(error.reason)")
    }
    guard let samples = try samples(id, in: c), samples.count == Int(head.sampleCount) else {
      throw .damaged("the samples of content \(id) are missing")
    }
    return StrokeContent(
      id: ContentID(id), tool: head.stylusTool, samples: samples, path: path,
      modelerVersion: Int(head.modeler), seed: UInt32(truncatingIfNeeded: head.seed))
  }

  /// What an element that uses a content may leave out because it is the same there.
  static func pathAndSeed(
    _ id: Int64, in c: Connection
  ) throws(DocumentStoreError) -> (path: StrokePath, seed: UInt32)? {
    let s = try translating { () throws(SQLiteError) in
      let s = try c.statement("SELECT path, seed FROM content WHERE id = ?")
      try s.bind(id)
      return s
    }
    defer { s.reset() }
    guard try translating(s.step) else { return nil }
    do {
      let path = try PathCodec.decode(s.blob(0), at: .contentPath, row: id)
      return (path, UInt32(truncatingIfNeeded: s.int(1)))
    } catch {
      throw .damaged("the path of content \(id): \(error.reason)")
    }
  }
}

import InkModel

/// Rows of `blob` and of `blob_chunk`: bytes of pictures and documents, each once.
struct BlobRow: Hashable {
  var number: Int64
  var sha256: BlobID
  /// The media type.
  var type: String
  /// In bytes.
  var length: Int64

  static let columns = "id, sha256, type, length, seal"

  /// Bytes in each chunk but the last, which has 1 up to as many.
  static let chunkSize = 256 << 10
  /// The number of a chunk is that of its blob in the upper bits, and its position, counted from 0, in the lower ones.
  static let positionBits: Int64 = 20
  /// The longest that bytes can be.
  static let most = Int64(chunkSize) << positionBits
  /// The highest number of a blob, so that its chunks are among ``RowNumbers``.
  static let mostNumber: Int64 = 1 << 32

  var seal: Int64 {
    var s = RowSeal(.blob, row: number)
    s.add(blob: sha256.bytes)
    s.add(type)
    s.add(length)
    return s.value
  }

  var chunkCount: Int64 { (length + Int64(Self.chunkSize) - 1) / Int64(Self.chunkSize) }

  /// How many bytes a chunk has.
  func size(ofChunk position: Int64) -> Int {
    Int(min(length - position * Int64(Self.chunkSize), Int64(Self.chunkSize)))
  }

  static func chunk(_ blob: Int64, _ position: Int64) -> Int64 {
    blob << positionBits | position
  }

  /// The numbers of all chunks that a blob of a number can have.
  static func chunks(of blob: Int64) -> ClosedRange<Int64> {
    chunk(blob, 0)...chunk(blob, 1 << positionBits - 1)
  }

  init(number: Int64, sha256: BlobID, type: String, length: Int64) {
    self.number = number
    self.sha256 = sha256
    self.type = type
    self.length = length
  }

  /// The row of such columns, `nil` where they are none, or not sealed as one.
  init?(number: Int64, _ sha256: BlobID?, _ type: String?, _ length: Int64?, seal: Int64?) {
    guard let sha256, let type, let length, (0...Self.most).contains(length),
      (1...Self.mostNumber).contains(number)
    else { return nil }
    self.init(number: number, sha256: sha256, type: type, length: length)
    guard self.seal == seal else { return nil }
  }

  private init(_ s: Statement) throws(DocumentStoreError) {
    guard
      let row = BlobRow(
        number: s.int(0), BlobID(s.blob(1)), s.text(2), s.int(3), seal: s.int(4))
    else { throw .damaged("blob \(s.int(0)) fails its checksum") }
    self = row
  }

  func insert(into c: Connection) throws(SQLiteError) {
    try c.statement("INSERT INTO blob (\(Self.columns)) VALUES (?, ?, ?, ?, ?)")
      .run(number, sha256.bytes, type, length, seal)
  }

  static func insert(
    chunk id: Int64, _ bytes: some Collection<UInt8>, into c: Connection
  ) throws(SQLiteError) {
    let data = BlobEnvelope.seal(.blobChunk, row: id) { out in out.write(bytes) }
    try c.statement("INSERT INTO blob_chunk (id, data) VALUES (?, ?)").run(id, data)
  }

  static func all(in c: Connection) throws(DocumentStoreError) -> [BlobRow] {
    let s = try translating { () throws(SQLiteError) in
      try c.statement("SELECT \(columns) FROM blob ORDER BY id")
    }
    defer { s.reset() }
    var rows: [BlobRow] = []
    while try translating(s.step) { rows.append(try BlobRow(s)) }
    return rows
  }

  static func find(_ id: BlobID, in c: Connection) throws(DocumentStoreError) -> BlobRow? {
    let s = try translating { () throws(SQLiteError) in
      let s = try c.statement("SELECT \(columns) FROM blob WHERE sha256 = ?")
      try s.bind(id.bytes)
      return s
    }
    defer { s.reset() }
    return try translating(s.step) ? try BlobRow(s) : nil
  }

  /// Passes the bytes of a chunk, which have been checked.
  func withChunk<T>(
    _ position: Int64, in c: Connection, _ body: (UnsafeRawBufferPointer) -> T
  ) throws(DocumentStoreError) -> T {
    let id = Self.chunk(number, position)
    let s = try translating { () throws(SQLiteError) in
      let s = try c.statement("SELECT data FROM blob_chunk WHERE id = ?")
      try s.bind(id)
      return s
    }
    defer { s.reset() }
    guard try translating(s.step) else {
      throw .damaged("chunk \(position) of blob \(number) is missing")
    }
    do throws(CodecError) {
      let bytes = try Self.payload(ofChunk: id, s.blob(0))
      guard bytes.count == size(ofChunk: position) else {
        throw CodecError(reason: "it has \(bytes.count) bytes")
      }
      return body(bytes)
    } catch {
      throw .damaged("chunk \(position) of blob \(number): \(error.reason)")
    }
  }

  /// The bytes in the row of a chunk.
  static func payload(
    ofChunk id: Int64, _ data: UnsafeRawBufferPointer
  ) throws(CodecError) -> UnsafeRawBufferPointer {
    _ = try BlobEnvelope.open(.blobChunk, row: id, data)
    return UnsafeRawBufferPointer(rebasing: data.dropFirst().dropLast(4))
  }

  /// Blobs that no row of `blob_use` or `page` names.
  private static let isUnused = """
    sha256 NOT IN (SELECT sha256 FROM blob_use)
    AND sha256 NOT IN (SELECT blob FROM page WHERE blob IS NOT NULL)
    """

  /// Chunks of blobs that were never finished, or are gone.
  private static let isOrphan = "id >> \(positionBits) NOT IN (SELECT id FROM blob)"

  static func hasUnused(in c: Connection) throws(SQLiteError) -> Bool {
    try c.int(
      """
      SELECT EXISTS (SELECT 1 FROM blob WHERE \(isUnused))
        OR EXISTS (SELECT 1 FROM blob_chunk WHERE \(isOrphan))
      """) != 0
  }

  /// Deletes what nothing names, with the chunks of blobs that were never finished.
  static func deleteUnused(in c: Connection) throws(SQLiteError) {
    try c.execute(
      "DELETE FROM blob WHERE \(isUnused); DELETE FROM blob_chunk WHERE \(isOrphan)")
  }

  static func deleteChunks(of blob: Int64, in c: Connection) throws(SQLiteError) {
    let chunks = chunks(of: blob)
    try c.statement("DELETE FROM blob_chunk WHERE id BETWEEN ? AND ?")
      .run(chunks.lowerBound, chunks.upperBound)
  }
}

/// Rows of `blob_use`: which bytes an element shows, of whatever kind it is.
///
/// So a version that does not know the kind keeps its bytes, too. (A page names its bytes itself.)
struct BlobUseRow: Hashable {
  var number: Int64
  var element: Int64
  var sha256: BlobID

  static let columns = "id, element, sha256, seal"

  var seal: Int64 {
    var s = RowSeal(.blobUse, row: number)
    s.add(element)
    s.add(blob: sha256.bytes)
    return s.value
  }

  init(number: Int64, element: Int64, sha256: BlobID) {
    self.number = number
    self.element = element
    self.sha256 = sha256
  }

  init?(number: Int64, element: Int64?, _ sha256: BlobID?, seal: Int64?) {
    guard let element, let sha256, RowNumbers.contains(number), RowNumbers.contains(element) else {
      return nil
    }
    self.init(number: number, element: element, sha256: sha256)
    guard self.seal == seal else { return nil }
  }

  func insert(into c: Connection) throws(SQLiteError) {
    try c.statement("INSERT INTO blob_use (\(Self.columns)) VALUES (?, ?, ?, ?)")
      .run(number, element, sha256.bytes, seal)
  }

  static func insert(
    _ blob: BlobID, element: Int64, into c: Connection
  ) throws(SQLiteError) {
    let number = try c.int("SELECT max(id) FROM blob_use") + 1
    try BlobUseRow(number: number, element: element, sha256: blob).insert(into: c)
  }

  static func all(in c: Connection) throws(DocumentStoreError) -> [BlobUseRow] {
    let s = try translating { () throws(SQLiteError) in
      try c.statement("SELECT \(columns) FROM blob_use ORDER BY id")
    }
    defer { s.reset() }
    var rows: [BlobUseRow] = []
    while try translating(s.step) {
      guard
        let row = BlobUseRow(
          number: s.int(0), element: s.int(1), BlobID(s.blob(2)), seal: s.int(3))
      else { throw .damaged("blob_use \(s.int(0)) fails its checksum") }
      rows.append(row)
    }
    return rows
  }

  /// Deletes what elements used that are not in the file any more.
  static func deleteStale(in c: Connection) throws(SQLiteError) {
    try c.statement("DELETE FROM blob_use WHERE element NOT IN (SELECT id FROM element)").run()
  }
}

import CSQLite
import InkModel

/// Bytes that a document holds beside its elements.
public struct BlobFacts: Hashable, Sendable {
  public var id: BlobID
  /// The media type that they came with.
  public var type: String
  /// How many bytes.
  public var length: Int64
}

/// Bytes that are being written to a document; see ``DocumentStore/beginBlob(type:)``.
public struct BlobDraft: Hashable, Sendable {
  fileprivate let number: Int64
}

/// Bytes of pictures and documents: written and read in parts, so that nobody holds all of them in memory.
///
/// 1. ``beginBlob(type:)``, ``append(_:to:)`` as often as there are bytes, ``finish(_:)``. Other commands may be
///    performed between them.
/// 2. A step whose elements or pages name them (``InkModel/ElementValue/blobs``), after they are finished.
/// 3. What no step refers to goes when the document is closed, and so does what was never finished.
extension DocumentStore {
  /// What is known of a blob in the making.
  struct Draft {
    var type: String
    var sum = SHA256()
    var length: Int64 = 0
    /// What does not fill a chunk yet.
    var rest: [UInt8] = []
  }

  /// Begins bytes of a media type.
  public func beginBlob(type: String) throws(DocumentStoreError) -> BlobDraft {
    let c = try writableConnection()
    let last = try translating { () throws(SQLiteError) in
      max(
        try c.int("SELECT max(id) FROM blob"),
        try c.int("SELECT max(id) FROM blob_chunk") >> BlobRow.positionBits)
    }
    let number = max(last, drafts.keys.max() ?? 0) + 1
    guard number <= BlobRow.mostNumber else { throw .invalid("there are too many blobs") }
    drafts[number] = Draft(type: type)
    return BlobDraft(number: number)
  }

  /// Adds bytes; when it returns, all but a rest of less than a chunk is on the disk.
  ///
  /// Where it throws, nothing was added, and the same bytes can be given again.
  public func append(_ bytes: [UInt8], to draft: BlobDraft) throws(DocumentStoreError) {
    guard var state = drafts[draft.number] else { throw Self.noDraft }
    guard state.length + Int64(bytes.count) <= BlobRow.most else {
      throw .invalid("a blob has no more than \(BlobRow.most) bytes")
    }
    let size = BlobRow.chunkSize
    let before = state.length / Int64(size)
    state.sum.add(bytes)
    state.length += Int64(bytes.count)
    state.rest += bytes
    let whole = state.rest.count / size
    if whole > 0 {
      try transact { c throws(DocumentStoreError) in
        try translating { () throws(SQLiteError) in
          for i in 0..<whole {
            try BlobRow.insert(
              chunk: BlobRow.chunk(draft.number, before + Int64(i)),
              state.rest[i * size..<(i + 1) * size], into: c)
          }
        }
      }
      state.rest.removeFirst(whole * size)
    }
    drafts[draft.number] = state
  }

  /// Ends bytes; when it returns they are on the disk, and steps can refer to them.
  ///
  /// Bytes that the document has already are not kept twice.
  public func finish(_ draft: BlobDraft) throws(DocumentStoreError) -> BlobID {
    guard let state = drafts[draft.number], let id = BlobID(state.sum.value) else {
      throw Self.noDraft
    }
    let chunks = BlobRow.chunks(of: draft.number)
    try transact { c throws(DocumentStoreError) in
      if try BlobRow.find(id, in: c) != nil {
        try translating { () throws(SQLiteError) in
          try BlobRow.deleteChunks(of: draft.number, in: c)
        }
        return
      }
      let row = BlobRow(number: draft.number, sha256: id, type: state.type, length: state.length)
      let written = try translating { () throws(SQLiteError) in
        if !state.rest.isEmpty {
          try BlobRow.insert(
            chunk: BlobRow.chunk(draft.number, row.chunkCount - 1), state.rest, into: c)
        }
        try row.insert(into: c)
        return try c.int(
          "SELECT count(*) FROM blob_chunk WHERE id BETWEEN \(chunks.lowerBound) AND \(chunks.upperBound)"
        )
      }
      // The document may have got another file meanwhile.
      guard written == row.chunkCount else { throw .invalid("the first bytes are gone") }
    }
    drafts[draft.number] = nil
    return id
  }

  /// Gives up bytes that were begun.
  public func cancel(_ draft: BlobDraft) {
    guard drafts.removeValue(forKey: draft.number) != nil else { return }
    // Where this fails they go when the document is closed.
    try? transact { c throws(DocumentStoreError) in
      try translating { () throws(SQLiteError) in
        try BlobRow.deleteChunks(of: draft.number, in: c)
      }
    }
  }

  /// Facts about bytes, `nil` where the document has none of this identity.
  public func blob(_ id: BlobID) throws(DocumentStoreError) -> BlobFacts? {
    try BlobRow.find(id, in: try connection()).map {
      BlobFacts(id: id, type: $0.type, length: $0.length)
    }
  }

  /// A part of the bytes, counted from 0, each of which has been checked against its checksum.
  ///
  /// Memory is needed for the part and one chunk.
  public func bytes(
    of id: BlobID, in range: Range<Int64>
  ) throws(DocumentStoreError) -> [UInt8] {
    let c = try connection()
    guard let row = try BlobRow.find(id, in: c) else { throw .invalid("there is no blob \(id)") }
    guard range.lowerBound >= 0, range.upperBound <= row.length else {
      throw .invalid("blob \(id) has no bytes \(range)")
    }
    var bytes: [UInt8] = []
    guard !range.isEmpty else { return bytes }
    bytes.reserveCapacity(range.count)
    let size = Int64(BlobRow.chunkSize)
    for position in range.lowerBound / size...(range.upperBound - 1) / size {
      let own = range.clamped(to: position * size..<(position + 1) * size)
      try row.withChunk(position, in: c) { chunk in
        let start = Int(own.lowerBound - position * size)
        bytes += chunk[start..<start + own.count]
      }
    }
    return bytes
  }

  private static var noDraft: DocumentStoreError { .invalid("these bytes were not begun") }

  // MARK: Steps

  /// Notes which bytes an element shows.
  ///
  /// - Parameter isRescue: whether bytes may be missing, because the file that had them is lost.
  func noteBlobs(
    of element: Element, isRescue: Bool, in c: Connection
  ) throws(DocumentStoreError) {
    for blob in element.kind.blobs {
      guard try BlobRow.find(blob, in: c) != nil else {
        if isRescue { continue }
        throw .invalid("element \(element.id.number) shows blob \(blob), which is missing")
      }
      try translating { () throws(SQLiteError) in
        try BlobUseRow.insert(blob, element: element.id.number, into: c)
      }
    }
  }

  /// Throws where a page shows bytes that are not there.
  func checkBlobs(of settings: DrawingSettings, in c: Connection) throws(DocumentStoreError) {
    for page in settings.layout.pages {
      if let blob = page.background.blob, try BlobRow.find(blob, in: c) == nil {
        throw .invalid("page \(page.id) shows blob \(blob), which is missing")
      }
    }
  }

  // MARK: Closing

  /// Deletes bytes that no step refers to, and gives their room back where it is much.
  ///
  /// A file that was only read is not touched. Where there is no room for that, the file stays as it is.
  func compact(_ file: OpenFile) {
    guard isVerified, fileState() == .there, let c = try? file.connection() else { return }
    drafts = [:]
    guard (try? BlobRow.hasUnused(in: c)) == true else { return }
    try? transact { c throws(DocumentStoreError) in
      try translating { () throws(SQLiteError) in try BlobRow.deleteUnused(in: c) }
    }
    guard let free = try? c.int("PRAGMA freelist_count"),
      let all = try? c.int("PRAGMA page_count"), free * 4 > all, free > 256
    else { return }
    defer { file.noteLogWritten() }
    // In memory it would need as much as the file is long.
    try? c.execute("PRAGMA temp_store = FILE; VACUUM")
  }
}

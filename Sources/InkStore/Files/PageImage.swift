import CSQLite
import Glibc

/// A database as its pages are now: those of the file, overlaid with those of its log.
///
/// Read-only; takes no lock, and accepts arbitrary bytes.
struct PageImage {
  let pageSize: Int
  let pageCount: Int
  private let file: CInt
  private let logFile: CInt
  private let log: WriteAheadLog
  /// Where in the log each page is that it has.
  private let offsets: [Int: Int64]
  private let failed: [Int64]
  /// Whether commits that had reached the disk are missing, because their log is damaged.
  var hasLostCommits: Bool { log.isDamaged }
  /// Whether the last commit is missing, and may or may not have reached the disk.
  var hasTornCommit: Bool { log.isTorn }

  /// Over two descriptors, which are not closed; `logFile` is -1 where there is no log.
  ///
  /// - Parameters:
  ///   - index: the log's index, -1 where there is none.
  ///   - pageSize: what the header says, or a guess where it cannot be read.
  ///   - beyondDamage: whether pages count that lie in the log after frames that fail their checksums.
  init(file: CInt, logFile: CInt, index: CInt = -1, pageSize: Int, beyondDamage: Bool = false) {
    self.file = file
    self.logFile = logFile
    let log =
      logFile >= 0
      ? WriteAheadLog(descriptor: logFile, index: index, pageSize: pageSize) : WriteAheadLog()
    let hasMore = beyondDamage && !(log.laterOffsets.isEmpty && log.failedOffsets.isEmpty)
    let isOurs =
      (log.pageCount != nil || hasMore || log.isDamaged || log.isTorn)
      && log.pageSize == pageSize
    self.log = isOurs ? log : WriteAheadLog()
    offsets =
      hasMore ? self.log.pageOffsets.merging(self.log.laterOffsets) { $1 } : self.log.pageOffsets
    self.pageSize = pageSize
    var s = stat()
    let size = fstat(file, &s) == 0 ? Int(s.st_size) : 0
    let ownCount = (size + pageSize - 1) / pageSize
    // A log adds the pages that it has, whatever count it contains.
    if hasMore, isOurs {
      let last = min(offsets.keys.max() ?? 0, ownCount + offsets.count)
      pageCount = max(ownCount, min(log.pageCount ?? 0, ownCount + offsets.count), last)
      failed = log.failedOffsets
    } else {
      pageCount = min((isOurs ? log.pageCount : nil) ?? ownCount, ownCount + offsets.count)
      failed = []
    }
  }

  /// The pages of frames that fail their checksums, none unless they were asked for.
  var failedPages: some Sequence<[UInt8]> {
    failed.lazy.map { offset in
      [UInt8](unsafeUninitializedCapacity: pageSize) { buffer, count in
        read(logFile, Int(offset), into: UnsafeMutableRawBufferPointer(buffer))
        count = pageSize
      }
    }
  }

  /// The bytes of a page, counted from 1; zeros where neither file reaches.
  func page(_ number: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: pageSize) { buffer, count in
      read(number, into: UnsafeMutableRawBufferPointer(buffer))
      count = pageSize
    }
  }

  private func read(_ number: Int, into buffer: UnsafeMutableRawBufferPointer) {
    if let offset = offsets[number] {
      read(logFile, Int(offset), into: buffer)
    } else {
      read(file, (number - 1) * pageSize, into: buffer)
    }
  }

  private func read(
    _ descriptor: CInt, _ start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) {
    var done = 0
    while done < pageSize {
      guard let base = buffer.baseAddress else { break }
      let n = pread(descriptor, base + done, pageSize - done, off_t(start + done))
      if n < 0 && errno == EINTR { continue }
      if n <= 0 { break }
      done += n
    }
    if done < pageSize {
      UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).initializeMemory(
        as: UInt8.self, repeating: 0)
    }
  }

  /// A connection to a copy of the whole image in memory.
  ///
  /// Costs as much memory as the file has bytes.
  func connection() throws(DocumentStoreError) -> Connection {
    let size = pageSize * pageCount
    guard size > 0, let bytes = sqlite3_malloc64(UInt64(size)) else {
      throw .damaged("the file has \(pageCount) pages of \(pageSize) bytes")
    }
    for i in 0..<pageCount {
      read(
        i + 1,
        into: UnsafeMutableRawBufferPointer(start: bytes + i * pageSize, count: pageSize))
    }
    // Memory has no log beside it: the copy is marked as one that keeps none.
    (bytes + 18).storeBytes(of: 1, as: UInt8.self)
    (bytes + 19).storeBytes(of: 1, as: UInt8.self)
    let connection: Connection
    do throws(SQLiteError) {
      // Not with SQLITE_OPEN_MEMORY: VACUUM INTO would make its copy with that flag, too, and so no file.
      connection = try Connection(":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    } catch {
      sqlite3_free(bytes)
      throw DocumentStoreError(error)
    }
    let owned = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    // Frees the bytes itself where it fails.
    let code = sqlite3_deserialize(
      connection.handle, "main", bytes.assumingMemoryBound(to: UInt8.self), Int64(size),
      Int64(size), owned)
    guard code == SQLITE_OK else {
      throw DocumentStoreError(
        SQLiteError(code, handle: connection.handle, call: "sqlite3_deserialize"))
    }
    return connection
  }
}

import Glibc

/// A read-only index of a write-ahead log: which pages it holds, and where
/// (https://sqlite.org/fileformat2.html#walformat).
///
/// SQLite needs the right to make files beside a log to read it. An inspection that must change
/// nothing, and recovery of a damaged file, read it with this instead.
struct WriteAheadLog {
  /// Offset in the log of the latest committed copy of each page, by page number from 1.
  private(set) var pageOffsets: [Int: Int64] = [:]
  /// Pages of the database after the last commit in the log, `nil` where it holds none.
  private(set) var pageCount: Int?
  /// Bytes a page, as the log says.
  private(set) var pageSize = 0

  /// An empty log.
  init() {}

  /// Whether a commit that had reached the disk cannot be read any more.
  ///
  /// A crash leaves at most the last commit unfinished, because a commit is on the disk before the next one
  /// begins. So a frame that fails its checksum is damage where a later commit follows, or where the index of
  /// the log (`-shm`), which a commit enters last, counts it.
  private(set) var isDamaged = false
  /// Whether the last commit in the log cannot be read, and nothing tells whether it had reached
  /// the disk.
  ///
  /// A power cut in the middle of a commit leaves such a log, and so does damage to the last commit
  /// of one that has no index any more. A process that ends leaves the index, which counts exactly
  /// the frames that hold.
  private(set) var isTorn = false
  /// Offset of the latest copy of each page after the first frame that fails its checksum, of those that pass
  /// their own: what recovery may look at.
  private(set) var laterOffsets: [Int: Int64] = [:]
  /// Offsets of the pages in frames that fail, which may still hold rows that are whole.
  private(set) var failedOffsets: [Int64] = []

  /// Reads the log as far as its checksums hold.
  ///
  /// What comes after is what a crash left unfinished, or damage (``isDamaged``).
  ///
  /// - Parameters:
  ///   - index: the log's index, -1 where there is none.
  ///   - pageSize: of the database, for a log whose own header is damaged.
  init(descriptor: CInt, index: CInt = -1, pageSize databasePageSize: Int = 4096) {
    var head = [UInt8](repeating: 0, count: 32)
    guard pread(descriptor, &head, 32, 0) == 32 else { return }
    var wordsAreBig = Self.big32(head, 0) & 1 == 1
    var sum: (UInt32, UInt32) = (0, 0)
    Self.add(head[0..<24], to: &sum, wordsAreBig)
    let size = Int(Self.big32(head, 8))
    let hasHeader =
      [0x377F_0682, 0x377F_0683].contains(Self.big32(head, 0))
      && Self.big32(head, 4) == 3_007_000 && size >= 512 && size <= 65536
      && size.nonzeroBitCount == 1 && sum.0 == Self.big32(head, 24)
      && sum.1 == Self.big32(head, 28)
    if hasHeader {
      pageSize = size
    } else {
      guard head.contains(where: { $0 != 0 }) else { return }
      pageSize = databasePageSize
      wordsAreBig = false
    }

    var salts = Array(head[16..<24])
    var pending: [Int: Int64] = [:]
    var frame = [UInt8](repeating: 0, count: 24 + pageSize)
    var offset: Int64 = 32
    var committed = 0
    var number = 0
    var hasFailed = !hasHeader
    var hasLostCommit = !hasHeader
    var hasTornCommit = false
    while pread(descriptor, &frame, frame.count, off_t(offset)) == frame.count {
      if !hasHeader, number == 0 { salts = Array(frame[8..<16]) }
      number += 1
      Self.add(frame[0..<8], to: &sum, wordsAreBig)
      Self.add(frame[24...], to: &sum, wordsAreBig)
      let page = Int(Self.big32(frame, 0))
      let countAfterCommit = Int(Self.big32(frame, 4))
      let holds =
        Array(frame[8..<16]) == salts && sum.0 == Self.big32(frame, 16)
        && sum.1 == Self.big32(frame, 20) && page > 0
      if holds, !hasFailed {
        pending[page] = offset + 24
        if countAfterCommit > 0 {
          pageOffsets.merge(pending) { $1 }
          pending.removeAll()
          pageCount = countAfterCommit
          committed = number
        }
      } else {
        hasFailed = true
        // Frames of an earlier round of the log have other salts; one that is damaged there has nearly these.
        let distance = Self.differingBits(frame[8..<16], salts)
        guard distance <= 8 else { break }
        if holds {
          if hasLostCommit { isDamaged = true }
          laterOffsets[page] = offset + 24
        } else {
          failedOffsets.append(offset + 24)
        }
        if countAfterCommit > 0 {
          hasLostCommit = true
          // Of an earlier round's salts one is smaller by 1 and one is random: no single bit.
          if distance <= 1 { hasTornCommit = true }
        }
        // Each frame's checksum continues that of the one before, as it is written there.
        sum = (Self.big32(frame, 16), Self.big32(frame, 20))
      }
      offset += Int64(frame.count)
    }
    if hasFailed {
      // What was not committed before the damage may have been after it.
      laterOffsets.merge(pending) { late, _ in late }
    }
    if hasHeader {
      let counted = Self.committedFrames(index, salts)
      if let counted, counted > committed { isDamaged = true }
      isTorn = hasTornCommit && !isDamaged && counted != committed
    }
    if !isDamaged, !hasHeader { pageSize = 0 }
  }

  /// The number of frames that the index of the log counts as committed, `nil` where it is none of this log's
  /// (https://sqlite.org/walformat.html#the_wal_index_header).
  private static func committedFrames(_ index: CInt, _ salts: [UInt8]) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 96)
    guard index >= 0, pread(index, &bytes, 96, 0) == 96, Array(bytes[..<48]) == Array(bytes[48...]),
      bytes[12] == 1, Array(bytes[32..<40]) == salts
    else { return nil }
    // Numbers and checksum are in the byte order of the machine.
    var sum: (UInt32, UInt32) = (0, 0)
    add(bytes[0..<40], to: &sum, UInt32(1).bigEndian == 1)
    func word(_ i: Int) -> UInt32 {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: i, as: UInt32.self) }
    }
    guard word(0) == 3_007_000, word(40) == sum.0, word(44) == sum.1 else { return nil }
    return Int(word(16))
  }

  private static func differingBits(_ a: ArraySlice<UInt8>, _ b: [UInt8]) -> Int {
    zip(a, b).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
  }

  private static func big32(_ b: [UInt8], _ i: Int) -> UInt32 {
    UInt32(b[i]) << 24 | UInt32(b[i + 1]) << 16 | UInt32(b[i + 2]) << 8 | UInt32(b[i + 3])
  }

  private static func add(
    _ bytes: ArraySlice<UInt8>, to sum: inout (UInt32, UInt32), _ wordsAreBig: Bool
  ) {
    bytes.withUnsafeBytes { raw in
      for i in stride(from: 0, to: raw.count, by: 8) {
        let a = raw.loadUnaligned(fromByteOffset: i, as: UInt32.self)
        let b = raw.loadUnaligned(fromByteOffset: i + 4, as: UInt32.self)
        sum.0 &+= (wordsAreBig ? UInt32(bigEndian: a) : UInt32(littleEndian: a)) &+ sum.1
        sum.1 &+= (wordsAreBig ? UInt32(bigEndian: b) : UInt32(littleEndian: b)) &+ sum.0
      }
    }
  }
}

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

  /// Reads the log as far as its checksums hold.
  ///
  /// What comes after is what a crash left unfinished.
  init(descriptor: CInt) {
    var head = [UInt8](repeating: 0, count: 32)
    guard pread(descriptor, &head, 32, 0) == 32 else { return }
    let magic = Self.big32(head, 0)
    guard magic == 0x377F_0682 || magic == 0x377F_0683, Self.big32(head, 4) == 3_007_000
    else { return }
    let wordsAreBig = magic & 1 == 1
    let size = Int(Self.big32(head, 8))
    guard size >= 512, size <= 65536, size.nonzeroBitCount == 1 else { return }
    var sum: (UInt32, UInt32) = (0, 0)
    Self.add(head[0..<24], to: &sum, wordsAreBig)
    guard sum.0 == Self.big32(head, 24), sum.1 == Self.big32(head, 28) else { return }
    pageSize = size
    let salts = Array(head[16..<24])

    var pending: [Int: Int64] = [:]
    var frame = [UInt8](repeating: 0, count: 24 + size)
    var offset: Int64 = 32
    while pread(descriptor, &frame, frame.count, off_t(offset)) == frame.count {
      guard Array(frame[8..<16]) == salts else { break }
      Self.add(frame[0..<8], to: &sum, wordsAreBig)
      Self.add(frame[24...], to: &sum, wordsAreBig)
      guard sum.0 == Self.big32(frame, 16), sum.1 == Self.big32(frame, 20) else { break }
      let page = Int(Self.big32(frame, 0))
      guard page > 0 else { break }
      pending[page] = offset + 24
      let countAfterCommit = Int(Self.big32(frame, 4))
      if countAfterCommit > 0 {
        pageOffsets.merge(pending) { $1 }
        pending.removeAll()
        pageCount = countAfterCommit
      }
      offset += Int64(frame.count)
    }
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

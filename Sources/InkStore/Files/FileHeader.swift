import Glibc

/// The first hundred bytes of an SQLite file (https://sqlite.org/fileformat2.html), and
/// the checks on them.
struct FileHeader {
  private let bytes: [UInt8]
  private let fileSize: Int64

  /// Reads from a descriptor, which stays where it was.
  init(descriptor: CInt) throws(DocumentStoreError) {
    var s = stat()
    guard fstat(descriptor, &s) == 0 else { throw .system(call: "fstat") }
    guard s.st_mode & S_IFMT == S_IFREG else {
      throw .notADrawing(StoreFailure(message: "it is not a regular file"))
    }
    fileSize = Int64(s.st_size)
    var buffer = [UInt8](repeating: 0, count: 100)
    let n = pread(descriptor, &buffer, 100, 0)
    guard n >= 0 else { throw .system(call: "pread") }
    bytes = Array(buffer.prefix(n))
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  private func big32(_ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Bytes a page.
  var pageSize: Int {
    let raw = Int(bytes[16]) << 8 | Int(bytes[17])
    return raw == 1 ? 65536 : raw
  }

  /// Whether the header names a size of pages that SQLite could have.
  var hasPages: Bool {
    bytes.count == 100 && pageSize >= 512 && pageSize.nonzeroBitCount == 1
  }

  /// Whether it is that of a drawing, of any version.
  var isOfDrawing: Bool {
    bytes.count == 100 && bytes.starts(with: Self.magic)
      && applicationID == DocumentFormat.applicationID
  }

  var applicationID: Int32 { Int32(bitPattern: big32(68)) }
  var userVersion: Int { Int(Int32(bitPattern: big32(60))) }

  /// Throws unless this is the head of a drawing that versions up to `latest` can read.
  ///
  /// - Parameter hasLog: whether a write-ahead log lies beside the file; then the file may be
  ///   shorter than it says, and the log has the rest.
  func check(latest: Int, hasLog: Bool) throws(DocumentStoreError) {
    if bytes.isEmpty { throw .notADrawing(StoreFailure(message: "the file is empty")) }
    guard bytes.starts(with: Self.magic.prefix(bytes.count)) else {
      throw .notADrawing(StoreFailure(message: "the file is of another format"))
    }
    guard bytes.count == 100 else { throw .damaged("the file ends within its header") }
    guard applicationID == DocumentFormat.applicationID else {
      throw .notADrawing(
        StoreFailure(message: "the file is an SQLite database of another application"))
    }
    guard userVersion <= latest else {
      throw .newerVersion(
        userVersion, StoreFailure(message: "the file has format version \(userVersion)"))
    }
    guard userVersion > 0 else { throw .damaged("the file has format version \(userVersion)") }
    guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else {
      throw .damaged("the file has pages of \(pageSize) bytes")
    }
    // Offset 28 counts the pages; it is valid only if the last writer updated it (offset 92).
    let pages = Int64(big32(28))
    if !hasLog, big32(24) == big32(92), pages * Int64(pageSize) > fileSize {
      throw .damaged("the file has \(fileSize) bytes of \(pages * Int64(pageSize))")
    }
  }
}

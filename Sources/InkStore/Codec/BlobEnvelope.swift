/// The outer form of every blob in the file: a version byte, the payload, a CRC-32C.
///
/// The checksum covers the version byte and the payload, and before them the blob's
/// column and row: a blob that a damaged page attributes to another row fails there.
enum BlobEnvelope {
  /// The column that a blob belongs to.
  enum Column: UInt8 {
    case contentPath = 1
    case contentSamples = 2
    case elementPath = 3
    case elementExtra = 4
    case blobChunk = 5
  }

  /// The version that is written.
  ///
  /// A later one comes with a later `user_version` of the file.
  static let version: UInt8 = 1

  static func seal(
    _ column: Column, row: Int64, _ payload: (inout ByteWriter) -> Void
  ) -> [UInt8] {
    var out = ByteWriter()
    out.write(byte: version)
    payload(&out)
    out.write(word: out.bytes.withUnsafeBytes { checksum(column, row, $0) })
    return out.bytes
  }

  /// Checks a blob and returns a reader of its payload.
  static func open(
    _ column: Column, row: Int64, _ bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> ByteReader {
    guard bytes.count >= 5 else { throw CodecError(reason: "it has only \(bytes.count) bytes") }
    let body = UnsafeRawBufferPointer(rebasing: bytes.dropLast(4))
    var tail = ByteReader(UnsafeRawBufferPointer(rebasing: bytes.suffix(4)))
    guard try tail.word() == checksum(column, row, body) else {
      throw CodecError(reason: "its checksum does not match")
    }
    var reader = ByteReader(body)
    let found = try reader.byte()
    guard found == version else { throw CodecError(reason: "its version is \(found)") }
    return reader
  }
  private static func checksum(
    _ column: Column, _ row: Int64, _ bytes: UnsafeRawBufferPointer
  ) -> UInt32 {
    var sum = Checksum()
    sum.add(column.rawValue)
    sum.add(UInt64(bitPattern: row))
    sum.add(bytes)
    return sum.value
  }
}

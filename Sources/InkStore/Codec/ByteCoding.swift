/// Why a blob could not be read; the caller adds which one it was.
public struct CodecError: Error, Hashable, Sendable {
  public var reason: String

  public init(reason: String) { self.reason = reason }
}

/// Appends numbers to a growing blob.
public struct ByteWriter {
  public internal(set) var bytes: [UInt8] = []

  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  public mutating func write(byte: UInt8) { bytes.append(byte) }

  /// UTF-8, led by its length.
  public mutating func write(text: String) {
    write(varint: UInt64(text.utf8.count))
    bytes += text.utf8
  }

  public mutating func write(_ more: some Collection<UInt8>) { bytes += more }

  /// Seven bits a byte, lowest first, the top bit set on all but the last (LEB128).
  public mutating func write(varint value: UInt64) {
    var v = value
    while v >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: v) | 0x80)
      v >>= 7
    }
    bytes.append(UInt8(v))
  }

  /// A signed number as a varint: 0, -1, 1, -2 and so on become 0, 1, 2, 3.
  public mutating func write(zigzag value: Int64) { write(varint: value.zigzag) }

  public mutating func write(word: UInt32) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  public mutating func write(double: Double) {
    withUnsafeBytes(of: double.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// Reads numbers from a blob and never past its end.
public struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Bytes that have not been read.
  public var remaining: Int { bytes.count - offset }

  public mutating func byte() throws(CodecError) -> UInt8 {
    guard offset < bytes.count else { throw Self.short }
    defer { offset += 1 }
    return bytes[offset]
  }

  public mutating func varint() throws(CodecError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count {
      let b = bytes[offset]
      offset += 1
      value |= UInt64(b & 0x7F) << shift
      if b < 0x80 { return value }
      shift += 7
      guard shift < 64 else { throw CodecError(reason: "a number is longer than 64 bits") }
    }
    throw Self.short
  }

  public mutating func zigzag() throws(CodecError) -> Int64 { Int64(zigzag: try varint()) }

  public mutating func word() throws(CodecError) -> UInt32 {
    guard remaining >= 4 else { throw Self.short }
    defer { offset += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  public mutating func double() throws(CodecError) -> Double {
    guard remaining >= 8 else { throw Self.short }
    defer { offset += 8 }
    return Double(
      bitPattern: UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
  }

  /// The next bytes.
  public mutating func bytes(_ n: Int) throws(CodecError) -> [UInt8] {
    let start = offset
    try skip(n)
    return Array(bytes[start..<start + n])
  }

  /// UTF-8, led by its length.
  public mutating func text() throws(CodecError) -> String {
    String(decoding: try bytes(try count(bytesEach: 1)), as: UTF8.self)
  }

  /// The number of values in what follows, each of which takes `bytesEach` or more: a blob cannot
  /// claim more than it has room for, however its bytes were made.
  public mutating func count(bytesEach: Int) throws(CodecError) -> Int {
    let n = try varint()
    guard n <= UInt64(remaining / bytesEach) else {
      throw CodecError(reason: "\(n) values in \(remaining) bytes")
    }
    return Int(n)
  }

  /// Skips bytes that another reader decodes.
  mutating func skip(_ n: Int) throws(CodecError) {
    guard n >= 0, n <= remaining else { throw Self.short }
    offset += n
  }

  private static let short = CodecError(reason: "it ends too early")
}

extension Int64 {
  var zigzag: UInt64 { UInt64(bitPattern: (self << 1) ^ (self >> 63)) }

  init(zigzag: UInt64) {
    self = Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
  }
}

extension UInt64 {
  /// How many bytes the number takes as a varint.
  var varintLength: Int { self == 0 ? 1 : (70 - leadingZeroBitCount) / 7 }
}

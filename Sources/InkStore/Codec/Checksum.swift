/// CRC-32C (Castagnoli), the checksum at the end of every blob and under every row.
///
/// Polynomial 0x1EDC6F41 reflected, initial and final value inverted: the one of iSCSI and ext4,
/// so that other programs can check our files with what they have.
struct Checksum {
  private var state: UInt32 = ~0

  /// The checksum of everything added so far.
  var value: UInt32 { ~state }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    state = Self.update(state, bytes)
  }

  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  mutating func add(_ byte: UInt8) {
    withUnsafeBytes(of: byte) { add($0) }
  }

  /// Adds eight bytes, lowest first.
  mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }

  /// Eight tables of 256: table k advances a byte that lies k bytes before the end of a group.
  ///
  /// "Slicing by eight": Kounavis and Berry, A Systematic Approach to Building High Performance
  /// Software-based CRC Generators, 2005.
  private static let tables: [UInt32] = {
    var t = [UInt32](repeating: 0, count: 8 * 256)
    for i in 0..<256 {
      var c = UInt32(i)
      for _ in 0..<8 { c = c & 1 == 1 ? 0x82F6_3B78 ^ (c >> 1) : c >> 1 }
      t[i] = c
    }
    for k in 1..<8 {
      for i in 0..<256 {
        let c = t[(k - 1) * 256 + i]
        t[k * 256 + i] = (c >> 8) ^ t[Int(c & 0xFF)]
      }
    }
    return t
  }()

  private static func update(_ start: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { t in
      var c = start
      var i = 0
      while i + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self))
        let x = word ^ UInt64(c)
        var next = t[7 * 256 + Int(x & 0xFF)] ^ t[6 * 256 + Int(x >> 8 & 0xFF)]
        next ^= t[5 * 256 + Int(x >> 16 & 0xFF)] ^ t[4 * 256 + Int(x >> 24 & 0xFF)]
        next ^= t[3 * 256 + Int(x >> 32 & 0xFF)] ^ t[2 * 256 + Int(x >> 40 & 0xFF)]
        next ^= t[256 + Int(x >> 48 & 0xFF)] ^ t[Int(x >> 56)]
        c = next
        i += 8
      }
      while i < bytes.count {
        c = (c >> 8) ^ t[Int((c ^ UInt32(bytes[i])) & 0xFF)]
        i += 1
      }
      return c
    }
  }
}

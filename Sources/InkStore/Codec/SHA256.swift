/// SHA-256 (FIPS 180-4, section 6.2), by which bytes of pictures and documents are known.
///
/// Of our own: the well-kept libraries in reach bring Foundation or a toolkit, and this floor has neither.
struct SHA256 {
  static let size = 32

  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]
  /// What does not fill a block of 64 bytes yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<start])
      guard rest.count == 64 else { return }
      rest.withUnsafeBytes { Self.compress($0, 0..<64, into: &state) }
      rest.removeAll(keepingCapacity: true)
    }
    let end = start + (bytes.count - start) / 64 * 64
    Self.compress(bytes, start..<end, into: &state)
    rest.append(contentsOf: bytes[end...])
  }

  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  /// The digest of everything added so far.
  var value: [UInt8] {
    var copy = self
    var tail: [UInt8] = [0x80]
    tail += [UInt8](repeating: 0, count: (119 - rest.count) % 64)
    let bits = count << 3
    tail += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    copy.add(tail)
    return copy.state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
    }
  }

  /// Whole blocks.
  private static func compress(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, into state: inout [UInt32]
  ) {
    guard !range.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
      constants.withUnsafeBufferPointer { k in
        var s = (
          state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
        )
        for block in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
          for i in 0..<16 {
            w[i] = UInt32(
              bigEndian: bytes.loadUnaligned(fromByteOffset: block + 4 * i, as: UInt32.self))
          }
          for i in 16..<64 {
            let (x, y) = (w[i - 15], w[i - 2])
            let a = turned(x, 7) ^ turned(x, 18) ^ x >> 3
            let b = turned(y, 17) ^ turned(y, 19) ^ y >> 10
            w[i] = w[i - 16] &+ a &+ w[i - 7] &+ b
          }
          var (a, b, c, d, e, f, g, h) = s
          for i in 0..<64 {
            let high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
            let one = h &+ high &+ (e & f ^ ~e & g) &+ k[i] &+ w[i]
            let low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
            let two = low &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
          }
          s = (
            s.0 &+ a, s.1 &+ b, s.2 &+ c, s.3 &+ d, s.4 &+ e, s.5 &+ f, s.6 &+ g, s.7 &+ h
          )
        }
        state = [s.0, s.1, s.2, s.3, s.4, s.5, s.6, s.7]
      }
    }
  }

  @inline(__always)
  private static func turned(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}

import InkTestSupport

/// Numbers at which arithmetic goes wrong.
enum Wild {
  static let doubles: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, 1e300, 1e30, 1e18, 1e15, -1e12, 1e9, 1e7, -1e6, 65536, 1e-9, 1e-300,
    -1, 0.5,
  ]

  static let integers: [Int64] = [
    .min, .max, .min + 1, .max - 1, -1, 0, 1, 2, 1 << 31, 1 << 32, 1 << 53, (1 << 53) + 1, 1 << 62,
    -(1 << 31), 255, 65536,
  ]

  static func double(_ g: inout SeededGenerator) -> Double {
    doubles.randomElement(using: &g) ?? 0
  }

  static func integer(_ g: inout SeededGenerator) -> Int64 {
    integers.randomElement(using: &g) ?? 0
  }
}

/// Changes bytes as damage or malice would.
enum Mutation {
  static func change(_ bytes: inout [UInt8], times: ClosedRange<Int>, _ g: inout SeededGenerator) {
    for _ in 0..<Int.random(in: times, using: &g) { once(&bytes, &g) }
  }

  private static func once(_ bytes: inout [UInt8], _ g: inout SeededGenerator) {
    guard !bytes.isEmpty else {
      bytes = [UInt8.random(in: 0...255, using: &g)]
      return
    }
    let at = Int.random(in: bytes.indices, using: &g)
    let end = min(bytes.count, at + Int.random(in: 1...64, using: &g))
    switch Int.random(in: 0..<10, using: &g) {
    case 0, 1, 2: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &g)
    case 3: bytes[at] = UInt8.random(in: 0...255, using: &g)
    case 4: bytes[at] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &g) ?? 0
    case 5:
      // A number of four or eight bytes, of either order.
      let value = UInt64(bitPattern: Wild.integer(&g))
      let word = (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      let part = Bool.random(using: &g) ? word : Array(word.reversed())
      for (i, byte) in part.prefix(Bool.random(using: &g) ? 4 : 8).enumerated()
      where at + i < bytes.count { bytes[at + i] = byte }
    case 6: bytes.removeSubrange(at..<end)
    case 7: bytes.insert(contentsOf: bytes[at..<end], at: at)
    case 8: bytes.removeSubrange(at...)
    default:
      let other = Int.random(in: bytes.indices, using: &g)
      for i in 0..<(end - at) where other + i < bytes.count { bytes[at + i] = bytes[other + i] }
    }
  }

  /// Changes whole pages of a database.
  static func changePages(_ bytes: inout [UInt8], _ g: inout SeededGenerator) {
    let count = bytes.count / 4096
    guard count > 1 else { return }
    let (a, b) = (Int.random(in: 0..<count, using: &g), Int.random(in: 0..<count, using: &g))
    let (from, to) = (a * 4096, b * 4096)
    switch Int.random(in: 0..<4, using: &g) {
    case 0: for i in 0..<4096 { bytes.swapAt(from + i, to + i) }
    case 1: for i in 0..<4096 { bytes[to + i] = bytes[from + i] }
    case 2: for i in 0..<4096 { bytes[to + i] = 0 }
    default: bytes.removeSubrange(to...)
    }
  }

  /// Changes words of a text, too, into such as a parser may stumble over.
  static func changeText(_ bytes: inout [UInt8], _ g: inout SeededGenerator) {
    change(&bytes, times: 0...3, &g)
    for _ in 0..<Int.random(in: 0...4, using: &g) {
      let separators = Array(" ,:[]{}\n".utf8)
      let starts = bytes.indices.filter { separators.contains(bytes[$0]) }
      guard let start = starts.randomElement(using: &g) else { return }
      let end = bytes[(start + 1)...].firstIndex { separators.contains($0) } ?? bytes.count
      bytes.replaceSubrange((start + 1)..<end, with: word(&g).utf8)
    }
  }

  static func word(_ g: inout SeededGenerator) -> String {
    let words = [
      "nan", "inf", "-inf", "1e999", "-1e308", "1e-400", "-", "", "0x10", "00", "-0", "1e15",
      "1e16", "true", "null", "\"\"", "\"\\ud800\"", "\"\\", "\\u0000", "[[[[", "}}", "\u{0}",
      "é", "\u{202E}", "../../etc/passwd", "--", "-h", "%s%n", "plumbago",
    ]
    if g.once(in: 3) { return String(Wild.integer(&g)) }
    if g.once(in: 3) { return String(Wild.double(&g)) }
    return words.randomElement(using: &g) ?? ""
  }
}

/// CRC-32C as the files of drawings and clips have it (Castagnoli's polynomial, bits reversed).
func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var sum = ~UInt32(0)
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1 }
  }
  return ~sum
}

func lowestFirst(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

func lowestFirst(_ value: Int64) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

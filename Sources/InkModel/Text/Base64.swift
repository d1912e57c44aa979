/// Bytes as text by RFC 4648.
public enum Base64 {
  /// Bytes of a text; `nil` where a character is none of its 64, white space aside, or
  /// something follows the padding.
  public static func decode(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, count, ended) = (UInt32(0), 0, false)
    for c in text {
      let value: UInt8
      switch c {
      case 65...90: value = c - 65
      case 97...122: value = c - 71
      case 48...57: value = c + 4
      case 43: value = 62
      case 47: value = 63
      case 61:
        ended = true
        continue
      case 32, 9...13: continue
      default: return nil
      }
      if ended { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(3))
      rest = rest.dropFirst(3)
      let group =
        UInt32(part[0]) << 16 | (part.count > 1 ? UInt32(part[1]) << 8 : 0)
        | (part.count > 2 ? UInt32(part[2]) : 0)
      for (n, shift) in [18, 12, 6, 0].enumerated() {
        out.append(n <= part.count ? digits[Int(group >> UInt32(shift) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

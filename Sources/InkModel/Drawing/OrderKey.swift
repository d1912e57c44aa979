/// A key in the layer order; there is always another one between any two.
///
/// Keys compare as byte strings; a later key paints above an earlier one. A key is an integer
/// part, whose first byte tells its length so that longer ones sort outside shorter ones, and a
/// fraction in base 62 without trailing zeros. Appending a million strokes keeps keys at five
/// bytes, and a key between two others renumbers nothing. (The scheme is David Greenspan's,
/// "Implementing Fractional Indexing", Observable, 2020.)
public struct OrderKey: Hashable, Comparable, Sendable {
  /// The bytes, all of them ASCII digits and letters.
  public let text: String

  /// A key read from a file, `nil` where the text is not one.
  public init?(_ text: String) {
    guard Self.isValid(Array(text.utf8)) else { return nil }
    self.text = text
  }

  fileprivate init(bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The key of the first element of a drawing.
  public static let first = OrderKey(bytes: Array("a0".utf8))

  public static func < (a: OrderKey, b: OrderKey) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  /// A short key above this one.
  public var next: OrderKey {
    let parts = Self.split(Array(text.utf8))
    return OrderKey(
      bytes: Self.incremented(parts.integer)
        ?? parts.integer + Self.midpoint(parts.fraction, nil))
  }

  /// A short key below this one.
  public var previous: OrderKey {
    let parts = Self.split(Array(text.utf8))
    if !parts.fraction.isEmpty { return OrderKey(bytes: parts.integer) }
    guard let down = Self.decremented(parts.integer) else {
      preconditionFailure("62^26 elements were sent to the back")
    }
    return OrderKey(bytes: down)
  }

  /// A key strictly between two others; `low` must sort below `high`.
  public static func between(_ low: OrderKey, _ high: OrderKey) -> OrderKey {
    precondition(low < high, "no key lies between \(low.text) and \(high.text)")
    let a = split(Array(low.text.utf8))
    let b = split(Array(high.text.utf8))
    if a.integer == b.integer {
      return OrderKey(bytes: a.integer + midpoint(a.fraction, b.fraction))
    }
    if let up = incremented(a.integer), OrderKey(bytes: up) < high { return OrderKey(bytes: up) }
    return OrderKey(bytes: a.integer + midpoint(a.fraction, nil))
  }
}

extension OrderKey {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  private static func value(_ digit: UInt8) -> Int? {
    switch digit {
    case 48...57: Int(digit) - 48
    case 65...90: Int(digit) - 55
    case 97...122: Int(digit) - 61
    default: nil
    }
  }

  /// Bytes of the integer part, head included: 'a' means 2, 'z' 27; 'Z' means 2, 'A' 27.
  private static func integerLength(head: UInt8) -> Int? {
    switch head {
    case 97...122: Int(head) - 97 + 2
    case 65...90: 90 - Int(head) + 2
    default: nil
    }
  }

  private static func isValid(_ key: [UInt8]) -> Bool {
    guard let head = key.first, let length = integerLength(head: head), key.count >= length,
      key.allSatisfy({ value($0) != nil })
    else { return false }
    return key.count == length || key.last != digits[0]
  }

  private static func split(_ key: [UInt8]) -> (integer: [UInt8], fraction: [UInt8]) {
    let n = integerLength(head: key[0]) ?? key.count
    return (Array(key.prefix(n)), Array(key.dropFirst(n)))
  }

  /// The next integer part, `nil` past the largest.
  private static func incremented(_ integer: [UInt8]) -> [UInt8]? {
    var n = integer
    for i in stride(from: n.count - 1, to: 0, by: -1) {
      if let v = value(n[i]), v + 1 < digits.count {
        n[i] = digits[v + 1]
        return n
      }
      n[i] = digits[0]
    }
    switch n[0] {
    case UInt8(ascii: "Z"): return [UInt8(ascii: "a"), digits[0]]
    case UInt8(ascii: "z"): return nil
    default:
      let head = n[0] + 1
      let length = integerLength(head: head) ?? n.count
      return [head] + Array(repeating: digits[0], count: length - 1)
    }
  }

  /// The integer part before, `nil` below the smallest.
  private static func decremented(_ integer: [UInt8]) -> [UInt8]? {
    var n = integer
    for i in stride(from: n.count - 1, to: 0, by: -1) {
      if let v = value(n[i]), v > 0 {
        n[i] = digits[v - 1]
        return n
      }
      n[i] = digits[digits.count - 1]
    }
    switch n[0] {
    case UInt8(ascii: "a"): return [UInt8(ascii: "Z"), digits[digits.count - 1]]
    case UInt8(ascii: "A"): return nil
    default:
      let head = n[0] - 1
      let length = integerLength(head: head) ?? n.count
      return [head] + Array(repeating: digits[digits.count - 1], count: length - 1)
    }
  }

  /// A fraction strictly between two others; `nil` for `high` stands for 1.
  private static func midpoint(_ low: [UInt8], _ high: [UInt8]?) -> [UInt8] {
    if let high {
      var common = 0
      while common < high.count
        && (common < low.count ? low[common] : digits[0]) == high[common]
      {
        common += 1
      }
      if common > 0 {
        return Array(high.prefix(common))
          + midpoint(Array(low.dropFirst(common)), Array(high.dropFirst(common)))
      }
    }
    let a = low.first.flatMap(value) ?? 0
    let b = high.map { $0.first.flatMap(value) ?? 0 } ?? digits.count
    if b - a > 1 { return [digits[(a + b) / 2]] }
    if let high, high.count > 1 { return [high[0]] }
    return [digits[a]] + midpoint(Array(low.dropFirst()), nil)
  }
}

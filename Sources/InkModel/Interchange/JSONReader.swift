/// As much of a JSON parser as lines of values need: it keeps only the wanted members, and it ends
/// whatever the bytes.
package struct JSONReader {
  package let bytes: [UInt8]
  package var position = 0
  private let deepest: Int
  private var depth = 0
  /// Whether reading failed because of the nesting.
  package private(set) var isTooDeep = false

  /// - Parameter deepest: How deep arrays and objects may be nested, the outermost being the first level; RFC 8259,
  ///   section 9, lets a parser set a limit. Larger: hostile bytes can take more stack.
  package init(bytes: [UInt8], deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
  }

  package var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  package mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  private mutating func skip(_ c: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: c) else { return false }
    position += 1
    return true
  }

  /// Goes a level deeper; false where that is too deep.
  ///
  /// Every call is followed by ``leave()``.
  private mutating func enter() -> Bool {
    depth += 1
    if depth > deepest { isTooDeep = true }
    return !isTooDeep
  }

  private mutating func leave() { depth -= 1 }

  /// An object; `member` reads the value of each key and returns whether it was one.
  package mutating func object(_ member: (inout JSONReader, String) -> Bool) -> Bool {
    guard skip("{") else { return false }
    defer { leave() }
    guard enter() else { return false }
    if skip("}") { return true }
    repeat {
      guard let key = string(), skip(":"), member(&self, key) else { return false }
    } while skip(",")
    return skip("}")
  }

  /// An array; `element` reads each and returns whether it was one.
  package mutating func array(_ element: (inout JSONReader) -> Bool) -> Bool {
    guard skip("[") else { return false }
    defer { leave() }
    guard enter() else { return false }
    if skip("]") { return true }
    repeat {
      guard element(&self) else { return false }
    } while skip(",")
    return skip("]")
  }

  /// A number (RFC 8259, section 6); infinite where it is too large for a double.
  package mutating func number() -> Double? {
    skipSpace()
    let start = position
    _ = skipByte("-")
    // No zeros lead.
    guard skipByte("0") || skipDigits() else { return nil }
    if skipByte(".") { guard skipDigits() else { return nil } }
    if skipByte("e") || skipByte("E") {
      _ = skipByte("+") || skipByte("-")
      guard skipDigits() else { return nil }
    }
    return Double(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func skipByte(_ c: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: c) else { return false }
    position += 1
    return true
  }

  /// One digit or more.
  private mutating func skipDigits() -> Bool {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return start < position
  }

  /// A value of any kind as JSON without spaces, with what is half a surrogate pair repaired: some readers
  /// refuse what this one can read.
  package mutating func normalizedValue() -> String? {
    skipSpace()
    let start = position
    guard skipValue() else { return nil }
    var rest = JSONReader(bytes: Array(bytes[start..<position]), deepest: deepest)
    var text = ""
    while rest.position < rest.bytes.count {
      let byte = rest.bytes[rest.position]
      if byte == UInt8(ascii: "\"") {
        guard let string = rest.string() else { return nil }
        text += JSONText.quoted(string)
      } else {
        if byte > 0x20 { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        rest.position += 1
      }
    }
    return text
  }

  /// A value of any kind.
  package mutating func skipValue() -> Bool {
    skipSpace()
    guard position < bytes.count else { return false }
    switch Unicode.Scalar(bytes[position]) {
    case "{": return object { reader, _ in reader.skipValue() }
    case "[": return array { $0.skipValue() }
    case "\"": return string() != nil
    case "t": return skipWord("true")
    case "f": return skipWord("false")
    case "n": return skipWord("null")
    default: return number() != nil
    }
  }

  private mutating func skipWord(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// A string (RFC 8259, section 7), its escapes decoded; what is half a surrogate pair is repaired.
  package mutating func string() -> String? {
    skipSpace()
    guard skipByte("\"") else { return nil }
    let start = position
    // Most strings have no escapes and are copied whole.
    while position < bytes.count {
      let c = bytes[position]
      guard c >= 0x20 else { return nil }
      if c == UInt8(ascii: "\\") { break }
      position += 1
      if c == UInt8(ascii: "\"") {
        return String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
      }
    }
    return escapedString(from: start)
  }

  /// A string from its first byte on; ``position`` is at its first escape.
  private mutating func escapedString(from start: Int) -> String? {
    var text = String(decoding: bytes[start..<position], as: UTF8.self)
    var units: [UInt16] = []
    var plain = position
    while position < bytes.count {
      let c = bytes[position]
      guard c >= 0x20 else { return nil }
      position += 1
      guard c == UInt8(ascii: "\"") || c == UInt8(ascii: "\\") else { continue }
      if plain < position - 1 {
        text += String(decoding: units, as: UTF16.self)
        units.removeAll()
        text += String(decoding: bytes[plain..<(position - 1)], as: UTF8.self)
      }
      if c == UInt8(ascii: "\"") { return text + String(decoding: units, as: UTF16.self) }
      guard let unit = escape() else { return nil }
      units.append(unit)
      plain = position
    }
    return nil
  }

  /// The UTF-16 code unit that an escape stands for; ``position`` is behind the backslash.
  private mutating func escape() -> UInt16? {
    guard position < bytes.count else { return nil }
    position += 1
    switch Unicode.Scalar(bytes[position - 1]) {
    case "\"", "\\", "/": return UInt16(bytes[position - 1])
    case "b": return 0x08
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "u":
      guard position + 4 <= bytes.count else { return nil }
      var unit: UInt16 = 0
      for byte in bytes[position..<(position + 4)] {
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
          return nil
        }
        unit = unit << 4 | UInt16(digit)
      }
      position += 4
      return unit
    default: return nil
    }
  }
}

import InkModel

/// Ink as a line of JSON (RFC 8259, jsonlines.org): an object whose member `s` is a list of strokes,
/// each a flat list `x0,y0,dx,dy,dx,dy,…`: a first point, then steps, y growing downwards.
///
/// Other members are skipped, but for `id`, which is kept to be returned.
package struct InkLine: Sendable {
  package var strokes: [WrittenStroke]
  /// The value of `id` as JSON that says the same, or nil.
  package var id: String?

  /// The most bytes of a line.
  ///
  /// An hour of writing without a pause, some ten bytes a point at 240 points a second, has about
  /// half. Larger: a hostile line can take more memory, up to four times its size.
  package static let mostBytes = 16 << 20

  /// How deep arrays and objects may be nested, the line's own object being the first level; RFC 8259,
  /// section 9, lets a parser set a limit.
  ///
  /// Ink needs three. Larger: a hostile line can take more stack.
  package static let deepestNesting = 64

  /// The most strokes of a line.
  ///
  /// Three closely written pages have about as many; reading takes time in proportion, about 2 ms a stroke. Larger: a
  /// hostile line keeps whoever waits for it longer.
  package static let mostStrokes = 10_000

  /// What is wrong with a line.
  package enum Problem: Error, Sendable {
    /// It has more than ``InkLine/mostBytes``.
    case tooLong
    /// It is nested deeper than ``InkLine/deepestNesting``.
    case tooDeep
    /// It has more than ``InkLine/mostStrokes``.
    case tooManyStrokes
    /// It is not a JSON object.
    case notJSON
    /// It has no `s` that is a list of flat lists of pairs of numbers, finite and with finite sums.
    case noStrokes
  }

  package init(_ line: String) throws(Problem) {
    guard line.utf8.count <= Self.mostBytes else { throw .tooLong }
    var reader = JSONReader(bytes: Array(line.utf8))
    var strokes: [WrittenStroke]?
    var id: String?
    var hasStrokes = false
    let whole = reader.object { reader, key in
      switch key {
      case "s":
        hasStrokes = true
        let start = reader.position
        strokes = reader.strokes()
        if strokes != nil { return true }
        // Valid JSON that is no ink is another error than what is no JSON.
        reader.position = start
        return reader.skipValue()
      case "id":
        id = reader.normalizedValue()
        return id != nil
      default: return reader.skipValue()
      }
    }
    if reader.isTooDeep { throw .tooDeep }
    guard whole, reader.isAtEnd else { throw .notJSON }
    guard hasStrokes, let strokes else { throw .noStrokes }
    guard strokes.count <= Self.mostStrokes else { throw .tooManyStrokes }
    self.strokes = strokes
    self.id = id
  }
}

/// As much of a JSON parser as lines of ink need: it keeps only the wanted members, and it ends
/// whatever the bytes.
private struct JSONReader {
  let bytes: [UInt8]
  var position = 0
  private var depth = 0
  /// Whether reading failed because of the nesting.
  private(set) var isTooDeep = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  mutating func skipSpace() {
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
    if depth > InkLine.deepestNesting { isTooDeep = true }
    return !isTooDeep
  }

  private mutating func leave() { depth -= 1 }

  /// An object; `member` reads the value of each key and returns whether it was one.
  mutating func object(_ member: (inout JSONReader, String) -> Bool) -> Bool {
    guard skip("{") else { return false }
    defer { leave() }
    guard enter() else { return false }
    if skip("}") { return true }
    repeat {
      skipSpace()
      guard let key = string(), skip(":"), member(&self, key) else { return false }
    } while skip(",")
    return skip("}")
  }

  /// An array; `element` reads each and returns whether it was one.
  private mutating func array(_ element: (inout JSONReader) -> Bool) -> Bool {
    guard skip("[") else { return false }
    defer { leave() }
    guard enter() else { return false }
    if skip("]") { return true }
    repeat {
      guard element(&self) else { return false }
    } while skip(",")
    return skip("]")
  }

  /// Strokes of steps; nil where it is anything else.
  mutating func strokes() -> [WrittenStroke]? {
    var all: [WrittenStroke] = []
    let whole = array { reader in
      var points: [Point] = []
      var (x, y) = (0.0, 0.0)
      var waiting: Double?
      let flat = reader.array { reader in
        guard let v = reader.number() else { return false }
        if let dx = waiting {
          x += dx
          y += v
          guard x.isFinite, y.isFinite else { return false }
          points.append(Point(x, y))
          waiting = nil
        } else {
          waiting = v
        }
        return true
      }
      guard flat, waiting == nil else { return false }
      all.append(WrittenStroke(points))
      return true
    }
    return whole ? all : nil
  }

  /// A number (RFC 8259, section 6); infinite where it is too large for a double.
  mutating func number() -> Double? {
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
  mutating func normalizedValue() -> String? {
    skipSpace()
    let start = position
    guard skipValue() else { return nil }
    var rest = JSONReader(bytes: Array(bytes[start..<position]))
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
  mutating func skipValue() -> Bool {
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
  private mutating func string() -> String? {
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

import InkModel

/// One piece of ink as a line of JSON (RFC 8259, jsonlines.org): an object whose member `s` is a list of strokes,
/// each a flat list `x0,y0,dx,dy,dx,dy,…`: a first point, then steps, y growing downwards.
///
/// Other members are skipped, but for `id`, which is kept to be given back.
package struct InkLine: Sendable {
  package var strokes: [WrittenStroke]
  /// The value of `id` as it stood in the line, or nil.
  package var id: String?

  /// What is wrong with a line.
  package enum Problem: Error, Sendable {
    /// It is not a JSON object.
    case notJSON
    /// It has no `s` that is a list of flat lists of numbers.
    case noStrokes
  }

  package init(_ line: String) throws(Problem) {
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
        // Valid JSON that is no ink is another complaint than what is no JSON.
        reader.position = start
        return reader.skipValue()
      case "id":
        reader.skipSpace()
        let start = reader.position
        guard reader.skipValue() else { return false }
        id = String(decoding: reader.bytes[start..<reader.position], as: UTF8.self)
        return true
      default: return reader.skipValue()
      }
    }
    guard whole, reader.isAtEnd else { throw .notJSON }
    guard hasStrokes, let strokes else { throw .noStrokes }
    self.strokes = strokes
    self.id = id
  }
}

/// As much of a JSON parser as ink in lines needs: nothing is kept but what is asked for, and whatever the bytes,
/// it ends.
private struct JSONReader {
  let bytes: [UInt8]
  var position = 0
  private var depth = 0

  /// Deeper nesting is refused: each level costs stack.
  private static let deepest = 64

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

  /// An object; `member` reads the value of each key and says whether it was one.
  mutating func object(_ member: (inout JSONReader, String) -> Bool) -> Bool {
    guard skip("{") else { return false }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return false }
    if skip("}") { return true }
    repeat {
      skipSpace()
      let start = position
      guard skipString() else { return false }
      let key = String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
      guard skip(":"), member(&self, key) else { return false }
    } while skip(",")
    return skip("}")
  }

  /// An array; `element` reads each and says whether it was one.
  private mutating func array(_ element: (inout JSONReader) -> Bool) -> Bool {
    guard skip("[") else { return false }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return false }
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

  mutating func number() -> Double? {
    skipSpace()
    let start = position
    while position < bytes.count, Self.numeric.contains(bytes[position]) { position += 1 }
    guard start < position, bytes[start] != UInt8(ascii: "+") else { return nil }
    return Double(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private static let numeric = Set("0123456789+-.eE".utf8)

  /// A value of any kind.
  mutating func skipValue() -> Bool {
    skipSpace()
    guard position < bytes.count else { return false }
    switch Unicode.Scalar(bytes[position]) {
    case "{": return object { reader, _ in reader.skipValue() }
    case "[": return array { $0.skipValue() }
    case "\"": return skipString()
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

  private mutating func skipString() -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return false }
    position += 1
    while position < bytes.count {
      let c = bytes[position]
      position += 1
      switch c {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard position < bytes.count else { return false }
        position += 1
      case 0..<0x20: return false
      default: break
      }
    }
    return false
  }
}

/// As much of JSON as ink in files needs.
enum JSON {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Parses one line; nil where it is not JSON.
  init?(_ line: String) {
    var parser = Parser(bytes: Array(line.utf8))
    guard let value = parser.value(depth: 0) else { return nil }
    self = value
  }

  subscript(key: String) -> JSON? {
    if case .object(let o) = self { return o[key] }
    return nil
  }

  var string: String? {
    if case .string(let s) = self { return s }
    return nil
  }

  var array: [JSON]? {
    if case .array(let a) = self { return a }
    return nil
  }

  var number: Double? {
    if case .number(let n) = self { return n }
    return nil
  }

  static func quoted(_ s: String) -> String {
    var out = "\""
    for u in s.unicodeScalars {
      switch u {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      default: out.unicodeScalars.append(u)
      }
    }
    return out + "\""
  }
}

private struct Parser {
  let bytes: [UInt8]
  var i = 0

  mutating func space() {
    while i < bytes.count, bytes[i] <= 32 { i += 1 }
  }

  mutating func skip(_ c: Character) -> Bool {
    space()
    guard i < bytes.count, bytes[i] == c.asciiValue else { return false }
    i += 1
    return true
  }

  mutating func value(depth: Int) -> JSON? {
    space()
    guard i < bytes.count, depth < 32 else { return nil }
    switch bytes[i] {
    case UInt8(ascii: "{"):
      i += 1
      var o: [String: JSON] = [:]
      if skip("}") { return .object(o) }
      repeat {
        space()
        guard let key = string(), skip(":"), let v = value(depth: depth + 1) else { return nil }
        o[key] = v
      } while skip(",")
      return skip("}") ? .object(o) : nil
    case UInt8(ascii: "["):
      i += 1
      var a: [JSON] = []
      if skip("]") { return .array(a) }
      repeat {
        guard let v = value(depth: depth + 1) else { return nil }
        a.append(v)
      } while skip(",")
      return skip("]") ? .array(a) : nil
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): i += 4; return .bool(true)
    case UInt8(ascii: "f"): i += 5; return .bool(false)
    case UInt8(ascii: "n"): i += 4; return .null
    default:
      let start = i
      while i < bytes.count, bytes[i] > 32,
        ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[i])
      {
        i += 1
      }
      return Double(String(decoding: bytes[start..<i], as: UTF8.self)).map { .number($0) }
    }
  }

  mutating func string() -> String? {
    guard i < bytes.count, bytes[i] == UInt8(ascii: "\"") else { return nil }
    i += 1
    var out: [UInt8] = []
    while i < bytes.count {
      let c = bytes[i]
      i += 1
      if c == UInt8(ascii: "\"") { return String(decoding: out, as: UTF8.self) }
      if c == UInt8(ascii: "\\"), i < bytes.count {
        let e = bytes[i]
        i += 1
        switch e {
        case UInt8(ascii: "n"): out.append(10)
        case UInt8(ascii: "t"): out.append(9)
        case UInt8(ascii: "u"):
          guard i + 4 <= bytes.count,
            let code = UInt32(String(decoding: bytes[i..<i + 4], as: UTF8.self), radix: 16)
          else { return nil }
          i += 4
          out += Array(String(Character(Unicode.Scalar(code) ?? "?")).utf8)
        default: out.append(e)
        }
      } else {
        out.append(c)
      }
    }
    return nil
  }
}

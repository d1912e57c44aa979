/// A value to be written as JSON (RFC 8259); keys keep their order.
nonisolated enum JSON {
  case null
  case number(Double)
  case text(String)
  case bool(Bool)
  case array([JSON])
  indirect case object([(String, JSON)])
  /// Text that is JSON already.
  case verbatim(String)

  var text: String {
    switch self {
    case .null: "null"
    case .number(let x):
      // JSON knows no NaN and no infinity.
      !x.isFinite
        ? "null" : x == x.rounded() && abs(x) < 1e15 ? String(Int64(x)) : String(x)
    case .bool(let b): b ? "true" : "false"
    case .text(let s): Self.quoted(s)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .verbatim(let text): text
    case .object(let members):
      "{" + members.map { Self.quoted($0.0) + ": " + $0.1.text }.joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ s: String) -> String {
    var out = "\""
    for u in s.unicodeScalars {
      switch u {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case _ where u.value < 0x20:
        let hex = String(u.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(u)
      }
    }
    return out + "\""
  }
}

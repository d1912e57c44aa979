import InkModel

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
    case .text(let s): JSONText.quoted(s)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .verbatim(let text): text
    case .object(let members):
      "{" + members.map { JSONText.quoted($0.0) + ": " + $0.1.text }.joined(separator: ", ") + "}"
    }
  }
}

import Glibc

/// Text of XML being written, in UTF-8.
protocol XMLSink: AnyObject {
  func write(_ text: String) throws(ExchangeError)
}

enum XMLText {
  /// With the characters replaced that mean something in XML; those that XML does not have are left out.
  static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "\t", "\n": out.unicodeScalars.append(scalar)
      // As a character, since parsers make line feeds of carriage returns.
      case "\r": out += "&#13;"
      default:
        guard scalar.value >= 0x20, scalar.value & 0xFFFE != 0xFFFE else { continue }
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// With at most so many digits behind the point; 0 for what is no number.
  static func number(_ x: Double, digits: Int = 4) -> String {
    guard x.isFinite else { return "0" }
    let k = pow(10, Double(digits))
    let rounded = (x * k).rounded() / k
    // Whole numbers without “.0”, and no “-0”.
    if rounded == rounded.rounded(), abs(rounded) < 1e15 { return String(Int(rounded)) }
    return "\(rounded)"
  }

  /// The numbers of a text that white space or commas separate; `nil` where a word is no finite number.
  static func numbers(_ text: some StringProtocol) -> [Double]? {
    var found: [Double] = []
    for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let value = Double(word), value.isFinite else { return nil }
      found.append(value)
    }
    return found
  }

  /// The same of bytes.
  static func numbers(_ bytes: [UInt8]) -> [Double]? {
    numbers(String(decoding: bytes, as: UTF8.self))
  }
}

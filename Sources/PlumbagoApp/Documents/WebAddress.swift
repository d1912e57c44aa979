/// An address of the web or of mail: no other is opened.
///
/// Others may be of files, or of programs that do as they are told.
nonisolated struct WebAddress: Hashable {
  let text: String

  private static let schemes = ["http", "https", "mailto"]

  /// `nil` for an address of another kind; one that begins with `www.` is of the web.
  init?(_ text: String) {
    let text = text.lowercased().hasPrefix("www.") ? "https://" + text : text
    guard let colon = text.firstIndex(of: ":"),
      Self.schemes.contains(text[..<colon].lowercased()),
      !text.unicodeScalars.contains(where: Self.isHidden)
    else { return nil }
    self.text = text
  }

  /// As a person can read it, not longer than a dialog holds.
  var shown: String { Self.shown(text) }

  static func shown(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars.prefix(most) {
      if isHidden(scalar) { out += "%" } else { out.unicodeScalars.append(scalar) }
    }
    return text.unicodeScalars.count > most ? out + "…" : out
  }

  private static let most = 400

  /// Whether a character is not seen, or turns others around: it would make an address look like another one.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: scalar.properties.isWhitespace
    }
  }
}

import RepositoryFiles
import Testing

/// A pen that touches and a finger hover over nothing: what is there only for who hovers is not there for them.
@Suite("Styles for hovering") struct HoverStyleTests {
  /// What a rule may set for a widget that something hovers over: a shade of its ground.
  private static let shades: Set<String> = ["background", "background-color"]

  /// The properties that rules set whose selectors speak of hovering.
  private func properties(in css: String) -> [(selector: String, properties: Set<String>)] {
    let bare = css.replacing(#/\/\*(?:.|\n)*?\*\//#, with: "")
    return bare.matches(of: #/([^{}]*:hover[^{}]*)\{([^{}]*)\}/#).map { rule in
      let names = rule.2.split(separator: ";").compactMap { declaration -> String? in
        let name = declaration.split(separator: ":").first ?? ""
        let word = name.filter { !$0.isWhitespace }
        return word.isEmpty ? nil : String(word)
      }
      return (selector: String(rule.1), properties: Set(names))
    }
  }

  @Test func `S7 hovering over a widget shades it at the most, and shows nothing`() throws {
    var files = Repository.files(under: "data/ui", suffix: ".css")
    files += Repository.files(under: "Sources", suffix: "Style.swift")
    var count = 0
    for path in files {
      for rule in properties(in: try Repository.text(path)) {
        count += 1
        #expect(rule.properties.isSubset(of: Self.shades), "\(path): \(rule.selector)")
      }
    }
    #expect(count > 5)
    // Styles are in no other files.
    for path in Repository.files(under: "Sources", suffix: ".swift") where !files.contains(path) {
      let text = try Repository.text(path)
      #expect(!text.contains(":hover"), "\(path)")
    }
  }

  @Test func `rules for hovering are found, with what they set`() throws {
    let found = properties(
      in: """
        /* a:hover { opacity: 1; } */
        button { opacity: 0; }
        row:hover > button, row.a { opacity: 1; background: none; }
        entry:focus { color: red; }
        """)
    #expect(found.count == 1)
    #expect(found.first?.properties == ["opacity", "background"])
  }
}

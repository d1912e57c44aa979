import RepositoryFiles
import Testing

/// A new kind of element is new files in folders called `Elements` and a row in `ElementKinds`: nothing
/// else may have to be found and changed.
@Suite struct `Kinds of elements` {
  /// Whoever else looks whether an element is a stroke, and why.
  static let exceptions = [
    "Sources/Canvas/Activities/": "the cases of ActivityResult have the same names",
    "Sources/Canvas/Exchange/": "other programs have kinds of their own",
    "Sources/Exchange/": "other programs have kinds of their own",
    "Sources/Canvas/WetInk/": "a wet stroke becomes a dry one",
    "Sources/InkModel/Drawing/Drawing+Pages.swift": "ink belongs to the page that it began on",
    "Sources/InkStore/Clip/": "strokes on the clipboard come with what they were recorded from",
    "Sources/InkWidgets/Hover/": "the mark that a hovering pen would make is ink",
    "Sources/PlumbagoApp/Annotations/": "in a PDF, ink has lines that other programs can draw",
    "Sources/PlumbagoApp/CommandLine/RecognizeCommand.swift": "handwriting is ink",
    "Sources/PlumbagoApp/Export/PDFWords.swift": "handwriting is ink",
  ]

  /// The lines of a source file that tell strokes from other kinds.
  static func questions(in source: String) -> [String] {
    source.split(separator: "\n").map(String.init).filter { line in
      ["case .stroke(let", "case .stroke(var", ".inkStroke", ".otherValue"].contains(
        where: line.contains)
    }
  }

  @Test func `only the Elements folders, and who handles ink, tell kinds apart`() throws {
    var asked = 0
    for path in Repository.files(under: "Sources", suffix: ".swift") {
      let lines = Self.questions(in: try Repository.text(path))
      asked += lines.count
      let isAllowed =
        path.contains("/Elements/") || Self.exceptions.keys.contains(where: path.hasPrefix)
      #expect(isAllowed || lines.isEmpty, "\(path): \(lines)")
    }
    #expect(asked > 0)
  }

  @Test func `a question is caught however it is put`() {
    for line in [
      "guard case .stroke(let s) = e.kind else {", "case .stroke(var s): s",
      "e.kind.inkStroke?.ink",
    ] {
      #expect(Self.questions(in: line).count == 1)
    }
    // An eraser has a kind of its own, and making a stroke asks nothing.
    #expect(Self.questions(in: "case .stroke: 1\nkind: .stroke(stroke)").isEmpty)
  }
}

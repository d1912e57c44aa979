import CQpdf
import ReaderProtocol

/// Fonts whose glyphs show nothing and say which character they are: what makes ink found by its words.
///
/// Of type 3, 255 characters each, so that no outlines have to be carried along.
struct WordFont {
  /// Characters by font and code, which begins with 1.
  private let characters: [Unicode.Scalar: (font: Int, code: Int)]
  private let scalars: [Unicode.Scalar]

  /// Codes of a font.
  private static let most = 255
  /// Of each glyph, in thousandths of the height of a word.
  private static let width = 500

  init(_ plan: AnnotationPlan) {
    var scalars: Set<Unicode.Scalar> = []
    for page in plan.pages {
      for word in page.content?.words ?? [] { scalars.formUnion(word.text.unicodeScalars) }
    }
    self.scalars = scalars.sorted()
    var characters: [Unicode.Scalar: (font: Int, code: Int)] = [:]
    for (i, scalar) in self.scalars.enumerated() {
      characters[scalar] = (i / Self.most, i % Self.most + 1)
    }
    self.characters = characters
  }

  /// The fonts in a document.
  func objects(in document: QpdfFile) -> [QpdfObject] {
    let nothing = document.indirect(Self.stream("\(Self.width) 0 d0", in: document))
    return stride(from: 0, to: scalars.count, by: Self.most).map { start in
      let own = scalars[start..<min(start + Self.most, scalars.count)]
      let widths = Array(repeating: Double(Self.width), count: own.count)
      let names = Array(repeating: "/n", count: own.count).joined(separator: " ")
      let font = document.parsed(
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 \(Self.width) 1000]"
          + " /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar \(own.count)"
          + " /Widths \(PDFNumbers.list(widths)) /Resources << >>"
          + " /Encoding << /Type /Encoding /Differences [1 \(names)] >> >>")
      let glyphs = document.dictionary()
      glyphs.set("/n", nothing)
      font.set("/CharProcs", glyphs)
      font.set(
        "/ToUnicode", document.indirect(Self.stream(Self.map(Array(own)), in: document)))
      return document.indirect(font)
    }
  }

  private static func stream(_ text: String, in document: QpdfFile) -> QpdfObject {
    Array(text.utf8).withUnsafeBufferPointer { document.stream($0) }
  }

  /// What the codes mean (ISO 32000-1, 9.10.3).
  private static func map(_ scalars: [Unicode.Scalar]) -> String {
    var text = """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <00> <FF>
      endcodespacerange

      """
    // A hundred entries at most each time.
    for start in stride(from: 0, to: scalars.count, by: 100) {
      let part = scalars[start..<min(start + 100, scalars.count)]
      text += "\(part.count) beginbfchar\n"
      for (i, scalar) in part.enumerated() {
        let units = String(scalar).utf16.map { hex(Int($0), digits: 4) }.joined()
        text += "<\(hex(start + i + 1, digits: 2))> <\(units)>\n"
      }
      text += "endbfchar\n"
    }
    return text + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
  }

  private static func hex(_ value: Int, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }

  /// What writes words that show nothing.
  ///
  /// - Parameter names: Of the fonts.
  func content(
    of words: [PlannedWord], _ userFromSheet: ForeignTransform, names: [String]
  ) -> String {
    var text = "q\nBT\n3 Tr\n"
    var font: Int?
    for word in words {
      let scalars = Array(word.text.unicodeScalars)
      let userFromWord = userFromSheet * word.sheetFromWord
      // So wide that all of them are as wide as the word.
      let step = 1 / Double(max(scalars.count, 1))
      let stretch = step * 1000 / Double(Self.width)
      var at = 0
      while at < scalars.count {
        guard let first = characters[scalars[at]] else { break }
        var end = at
        var codes = ""
        while end < scalars.count, let next = characters[scalars[end]], next.font == first.font {
          codes += Self.hex(next.code, digits: 2)
          end += 1
        }
        if font != first.font { text += "\(names[first.font]) 1 Tf\n" }
        font = first.font
        let t = userFromWord * ForeignTransform(stretch, 0, 0, 1, Double(at) * step, 0)
        text += "\(PDFNumbers.row(t.numbers)) Tm <\(codes)> Tj\n"
        at = end
      }
    }
    return text + "ET\nQ\n"
  }
}

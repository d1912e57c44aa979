import CPango
import InkModel

extension TextBoxLayout {
  /// A word of the text, without the spaces around it.
  public struct Word: Hashable, Sendable {
    public var text: String
    /// What its letters cover from the top of their line to its foot, in element space; of a word that is broken
    /// into lines, around all parts.
    public var box: Rect
  }

  /// The words of each paragraph, in the order of the text.
  ///
  /// O(text).
  public var words: [[Word]] {
    paragraphs.map { paragraph in
      let lines = Self.lines(of: paragraph)
      let text = paragraph.text
      return text.split(whereSeparator: \.isWhitespace).compactMap { (word: Substring) in
        let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
        let bytes = start..<start + word.utf8.count
        let box = lines.reduce(Rect.empty) { $0.union($1.area(of: bytes)) }
        return box.isEmpty ? nil : Word(text: String(word), box: elementFromUnits(box))
      }
    }
  }

  /// A line of a paragraph.
  private struct Line {
    let line: UnsafeMutablePointer<PangoLayoutLine>
    /// Where the paragraph begins, in units.
    let left: Double
    /// In units from the layout's corner.
    let top: Double
    let height: Double

    /// What some bytes of the paragraph's text cover on this line, in units; empty where they are on others.
    func area(of bytes: Range<Int>) -> Rect {
      let start = Int(line.pointee.start_index)
      let part = bytes.clamped(to: start..<start + Int(line.pointee.length))
      guard !part.isEmpty else { return .empty }
      var ranges: UnsafeMutablePointer<CInt>?
      var count: CInt = 0
      pango_layout_line_get_x_ranges(
        line, CInt(part.lowerBound), CInt(part.upperBound), &ranges, &count)
      defer { g_free(ranges) }
      // Pairs of the left edge and the right, several where directions of writing are mixed.
      let edges = (0..<Int(count) * 2).compactMap { ranges?[$0] }
      guard let first = edges.min(), let last = edges.max() else { return .empty }
      let unit = Double(PANGO_SCALE)
      return Rect(
        x: left + Double(first) / unit, y: top, width: Double(last - first) / unit, height: height)
    }
  }

  private static func lines(of paragraph: Paragraph) -> [Line] {
    guard let iter = pango_layout_get_iter(paragraph.layout) else { return [] }
    defer { pango_layout_iter_free(iter) }
    let unit = Double(PANGO_SCALE)
    var lines: [Line] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iter) else { continue }
      var extents = PangoRectangle()
      pango_layout_iter_get_line_extents(iter, nil, &extents)
      lines.append(
        Line(
          line: line, left: Double(paragraph.origin.x),
          top: Double(paragraph.origin.y) + Double(extents.y) / unit,
          height: Double(extents.height) / unit))
    } while pango_layout_iter_next_line(iter) != 0
    return lines
  }
}

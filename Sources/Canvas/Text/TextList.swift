/// Lists in a text box: marks at the beginnings of paragraphs, which are part of the text.
public enum TextList: Hashable, Sendable, CaseIterable {
  case bullets
  case numbers

  /// A paragraph, and where it lies in the text, counted in Unicode scalars, without the break at its end.
  public struct Paragraph: Hashable, Sendable {
    public var text: String
    public var range: Range<Int>
  }

  /// A replacement of scalars of a text.
  public struct Edit: Hashable, Sendable {
    public var range: Range<Int>
    public var text: String
  }

  public static func paragraphs(of text: String) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    var start = 0
    for part in text.unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      paragraphs.append(Paragraph(text: String(part), range: start..<start + part.count))
      start += part.count + 1
    }
    return paragraphs
  }

  /// The mark at the beginning of a paragraph.
  private static func mark(of text: String) -> (list: TextList, length: Int, number: Int)? {
    if text.hasPrefix("• ") { return (.bullets, 2, 0) }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard (1...4).contains(digits.count), let number = Int(digits),
      text.dropFirst(digits.count).hasPrefix(". ")
    else { return nil }
    return (.numbers, digits.count + 2, number)
  }

  private func mark(_ number: Int) -> String {
    switch self {
    case .bullets: "• "
    case .numbers: "\(number). "
    }
  }

  /// What makes a list of paragraphs; of a list, what makes none of it; in the order of the text.
  public func edits(toggling paragraphs: [Paragraph]) -> [Edit] {
    let marks = paragraphs.map { Self.mark(of: $0.text) }
    let isList = marks.allSatisfy { $0?.list == self }
    return zip(paragraphs, marks).enumerated().map { i, each in
      let (paragraph, mark) = each
      let start = paragraph.range.lowerBound
      return Edit(
        range: start..<start + (mark?.length ?? 0), text: isList ? "" : self.mark(i + 1))
    }
  }

  /// What a line break at a position does in a list: begins the next item, or, in an item without text, ends the list;
  /// `nil` outside of lists.
  public static func edit(breaking text: String, at position: Int) -> Edit? {
    guard
      let paragraph = paragraphs(of: text).last(where: { $0.range.lowerBound <= position }),
      let mark = mark(of: paragraph.text),
      position >= paragraph.range.lowerBound + mark.length
    else { return nil }
    if paragraph.range.count == mark.length { return Edit(range: paragraph.range, text: "") }
    return Edit(range: position..<position, text: "\n" + mark.list.mark(mark.number + 1))
  }
}

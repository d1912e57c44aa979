import Handwriting
import InkModel

/// A change of a field's text.
public struct TextEdit: Hashable, Sendable {
  /// The text positions of what is replaced, see ``FieldText``.
  public var replaced: Range<Int>
  /// The text to insert; the caret stands after it.
  public var text: String
  /// The text before the last edit, where this edit replaces that one: a field that can undoes
  /// it first, so that undo has one step.
  public var former: FormerText?

  /// A text that an edit changed, and the same edit's change as one of that text.
  public struct FormerText: Hashable, Sendable {
    public var scalars: FieldScalars
    public var replaced: Range<Int>

    init(_ scalars: FieldScalars, replaced: Range<Int>) {
      self.scalars = scalars
      self.replaced = replaced
    }

    /// What is known of the text.
    public var text: String { scalars.known(in: 0..<scalars.count) }
  }

  public init(_ replaced: Range<Int>, with text: String, former: FormerText? = nil) {
    self.replaced = replaced
    self.text = text
    self.former = former
  }
}

extension TextEdit {
  /// The text position where the caret stands after it.
  var caret: Int { replaced.lowerBound + text.unicodeScalars.count }

  /// The edit that inserts a reading at the position of its ink.
  ///
  /// - Parameters:
  ///   - range: what is replaced, see ``FieldText/insertion(of:placed:)``.
  ///   - beginsLine: Whether it begins a line there, behind the last one.
  ///   - partsWord: Whether it is a word behind another one, which stands apart also in the middle of a word and in a number.
  ///
  /// Words are separated by a space, as ``Spacing`` says; marks that end a phrase follow the word before them without one, and
  /// replace a space that stands there. At a caret in the middle of a word the reading is inserted as it is. An address has
  /// no spaces, whatever was read.
  static func insertion(
    of reading: String, in field: FieldText, replacing range: Range<Int>, beginsLine: Bool = false,
    partsWord: Bool = false
  ) -> TextEdit {
    let reading = field.kind.isAddress ? reading.filter { !$0.isWhitespace } : reading
    guard !field.isReplacedWhole else { return TextEdit(0..<field.scalars.count, with: reading) }
    guard !beginsLine else { return TextEdit(range, with: "\n" + reading) }
    let written = Array(reading.unicodeScalars)
    var range = range
    if range.lowerBound > 1, field.scalars[range.lowerBound - 1] == " ",
      Spacing.usual(of: field.scalars[range.lowerBound - 2]).after,
      written.allSatisfy(Spacing.phraseEnds.contains)
    {
      range = range.lowerBound - 1..<range.upperBound
    }
    let before = field.scalars[max(range.lowerBound - mostBeside, 0)..<range.lowerBound]
    guard field.kind.isProse else {
      let isParted =
        partsWord && !field.kind.isAddress && Spacing.isSpaced(Array(before), written)
      return TextEdit(range, with: isParted ? " " + reading : reading)
    }
    let after = field.scalars[range.upperBound...].prefix(mostBeside)
    let splitsWord =
      range.isEmpty && before.last?.isOfWord == true && after.first?.isOfWord == true
    var text = reading
    if !splitsWord || partsWord,
      Spacing.isSpaced(Array(before), written, isParted: partsWord)
    {
      text = " " + text
    }
    if !splitsWord, Spacing.isSpaced(Array(before) + written, Array(after)) { text += " " }
    return TextEdit(range, with: text)
  }

  /// Scalars on either side that say whether a space comes there: a quote that was opened before them is not seen.
  private static let mostBeside = 200
}

extension FieldText {
  /// The field after an edit, where all that stays of its text is seen where it was.
  ///
  /// For a field of one line, which skips no carets. What is inserted has no width. Where the sides of characters are not
  /// known before it, they are not known after it either: then it has no carets.
  func edited(by edit: TextEdit) -> FieldText {
    var field = self
    if let turned {
      let level = leveled.edited(by: edit)
      field.turned = TurnedLines(
        levelFromField: turned.levelFromField, carets: level.carets, sides: level.sides)
    }
    field.scalars.replaceSubrange(edit.replaced, with: edit.text.unicodeScalars)
    field.selection = edit.caret..<edit.caret
    field.hasFocus = true
    let start = edit.replaced.lowerBound - firstCaret
    let end = edit.replaced.upperBound - firstCaret
    guard skips.isEmpty, start >= 0, end < carets.count, !sides.isEmpty || !runsLeft else {
      (field.carets, field.sides) = ([], [])
      return field
    }
    let count = edit.text.unicodeScalars.count
    let left = carets[start]
    field.carets.replaceSubrange(start..<end, with: repeatElement(left, count: count))
    // Where something is gone, carets no longer tell the sides of what is beside it.
    field.sides = carets.indices.dropLast().map { sides(behindCaret: $0) }
    let inserted = Sides(from: left.minX, to: left.minX)
    field.sides.replaceSubrange(start..<end, with: repeatElement(inserted, count: count))
    return field
  }
}

import Handwriting
import InkModel

// Numbers that stand apart.
extension ScribbleSession {
  /// A reading of ink with that of the words before it, with a space between a number that ends these and one that begins
  /// the new ink, if there is a gap between the two.
  ///
  /// The recogniser takes digits behind digits for one number, and would join a date to the one before. In a field for a
  /// number they are one.
  func partingNumbers(in candidate: Candidate, of reading: Reading) -> Candidate {
    guard reading.revises != nil, !reading.isMark, !reading.field.isReplacedWhole,
      reading.field.kind.isProse
    else { return candidate }
    let first = reading.strokes.count - reading.count
    let old = reading.strokes[reading.earlier..<first].map { Rect(around: $0.points) }
    let new = reading.strokes[first...].map { Rect(around: $0.points) }
    guard let end = old.map(\.maxX).max(), let start = new.map(\.minX).min(),
      let height = (old + new).map(\.height).max(), start - end >= height * settings.numberGap
    else { return candidate }
    func isNew(_ c: RecognizedCharacter) -> Bool {
      !c.ink.isEmpty && c.ink.allSatisfy { $0.stroke >= first }
    }
    guard let i = candidate.characters.firstIndex(where: isNew), i > 0,
      candidate.characters[i].character.isWholeNumber,
      candidate.characters[i - 1].character.isWholeNumber,
      candidate.characters[i - 1].ink.allSatisfy({ $0.stroke < first })
    else { return candidate }
    var parted = candidate
    parted.replaceCharacters(i..<i, with: [RecognizedCharacter(character: " ", ink: [])])
    return parted
  }

  /// Whether ink that does not continue any other begins another group of a phone number: there is a gap between the digits
  /// before the caret and it.
  func beginsGroup(_ reading: Reading, _ text: String, in field: FieldText) -> Bool {
    let position = reading.range.lowerBound
    guard field.kind == .phone, field.alphabet?.contains(" ") != false, position > 0,
      Character(field.scalars[position - 1]).isWholeNumber, text.first?.isWholeNumber == true,
      let i = field.caretIndex(of: position)
    else { return false }
    let ink = Rect(around: reading.strokes.suffix(reading.count).lazy.flatMap(\.points))
    return ink.minX - field.carets[i].maxX >= ink.height * DigitGroups.leastGap
  }
}

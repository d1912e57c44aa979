import InkModel
import Testing

@testable import Scribble

// A line that runs in both directions: two words of Hebrew between two of Latin letters. By the bidirectional algorithm the
// second of them stands before the first, and its last letter before its own first.
extension TextGestureTests {
  private static let mixedText = "abc אבג דהו xyz"
  /// The text positions of the characters as they stand from left to right, 9 points each.
  private static let shown = [0, 1, 2, 3, 10, 9, 8, 7, 6, 5, 4, 11, 12, 13, 14]

  /// How much lower the carets of the Hebrew letters begin, which stand on the same line.
  ///
  /// In a text view each is as high as the font of its letter; in an entry all have one height.
  static let falls = [0.0, 1, 4]

  private static func mixed(falling fall: Double) -> FieldText {
    var field = FieldText(mixedText, kind: .text)
    field.sides = shown.indices.map { position in
      let left = 20 + 9 * Double(shown.firstIndex(of: position) ?? 0)
      return (4...10).contains(position)
        ? FieldText.Sides(from: left + 9, to: left) : FieldText.Sides(from: left, to: left + 9)
    }
    let starts = field.sides.map(\.start) + [20 + 9 * Double(shown.count)]
    field.carets = starts.enumerated().map { position, x in
      Rect(minX: x, minY: 10 + ((4...10).contains(position) ? fall : 0), maxX: x, maxY: 30)
    }
    return field
  }

  /// The words in the order of the text, with the box that each is shown in.
  private static let mixedWords: [(range: Range<Int>, box: Rect)] =
    [(0..<3, 0), (4..<7, 8), (8..<11, 4), (12..<15, 12)].map { range, slot in
      (range, Rect(x: 20 + 9 * Double(slot), y: 10, width: 27, height: 20))
    }

  @Test(arguments: falls)
  func `S52 on a line of both directions circles and lines do what they always do`(fall: Double) {
    let field = Self.mixed(falling: fall)
    let circles = share(Self.mixedWords) { word, hand in
      TextGesture.of(hand.circle(word.box), in: field) == .select(word.range)
    }
    #expect(circles >= 0.9, "\(circles) of the circles")
    let lines = share(Self.mixedWords) { word, hand in
      TextGesture.of(hand.underline(word.box), in: field) == .select(word.range)
    }
    #expect(lines >= 0.9, "\(lines) of the lines below")
    let struck = share(Self.mixedWords) { word, hand in
      TextGesture.of(hand.strike(word.box), in: field).deletes(word.range)
    }
    #expect(struck >= 0.9, "\(struck) of the lines through words")
  }

  @Test(arguments: falls)
  func `S52 on a line of both directions a line down parts a word or joins two`(fall: Double) {
    let field = Self.mixed(falling: fall)
    let inside = Self.mixedWords.flatMap { word in
      word.range.dropFirst().map { (position: $0, box: word.box) }
    }
    let parted = share(inside) { target, hand in
      TextGesture.of(hand.through(field.sides[target.position].start, target.box), in: field)
        == .edit(TextEdit(target.position..<target.position, with: " "))
    }
    #expect(parted >= 0.9, "\(parted) parted")
    let joined = share([3, 7, 11]) { position, hand in
      let sides = field.sides[position]
      let stroke = hand.through((sides.start + sides.end) / 2, Self.mixedWords[0].box)
      return TextGesture.of(stroke, in: field)
        == .edit(TextEdit(position..<position + 1, with: ""))
    }
    #expect(joined >= 0.9, "\(joined) joined")
  }

  @Test(arguments: falls)
  func `S52 what is scratched out where directions meet goes, and what is between stays`(
    fall: Double
  ) {
    let field = Self.mixed(falling: fall)
    // From the “c” over the end of the second Hebrew word, which stands beside it.
    let ink = Rect(minX: 38, minY: 12, maxX: 74, maxY: 28)
    let edit = ScratchOut.edit(by: ink, in: field)
    #expect(edit == TextEdit(2..<11, with: "אבג ד"))
    // Within one word, as ever.
    let word = ScratchOut.edit(by: Self.mixedWords[1].box, in: field)
    #expect(word == TextEdit(4..<8, with: ""))
    // And from the “c” to the space behind the word, which is the one before it in the text.
    let long = ScratchOut.edit(by: Rect(minX: 40, minY: 12, maxX: 89, maxY: 28), in: field)
    #expect(long == TextEdit(8..<12, with: ""))
  }

  @Test(arguments: falls)
  func `S48 a tool that rests on a line of both directions selects what it passes over`(
    fall: Double
  ) {
    let field = Self.mixed(falling: fall)
    for (word, isReversed) in zip(Self.mixedWords, [false, true, true, false]) {
      var session = ScribbleSession()
      let (left, right) = (Point(word.box.minX + 1, 20), Point(word.box.maxX - 1, 20))
      session.begin(at: isReversed ? right : left)
      let rests = session.rest(in: field)
      #expect(rests)
      let range = session.selection(to: isReversed ? left : right, in: field)
      #expect(range == word.range)
    }
  }

  @Test func `a tap above low letters is theirs, though another of the line is as high`() {
    // The last character is taller than the two before it, and stands on the same line.
    let carets = [12.0, 12, 0, 12].enumerated().map { i, top in
      Rect(minX: 20 + 9 * Double(i), minY: top, maxX: 20 + 9 * Double(i), maxY: 30)
    }
    let field = FieldText("abC", carets: carets)
    for position in 0...3 {
      let tap = Point(21 + 9 * Double(position), 4)
      #expect(field.position(nearest: tap) == position)
    }
  }
}

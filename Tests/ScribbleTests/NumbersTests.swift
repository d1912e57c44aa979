import InkModel
import Testing

@testable import Handwriting
@testable import Scribble

/// Numbers that are written one behind the other, with a pause between.
@Suite struct NumbersTests {
  /// Writes a number of three strokes that is 30 high, behind one whose ink ended at 60, and reads both as one.
  private func write(_ second: String, at x: Double, behind first: String, _ hand: Hand) throws {
    hand.word(0, 60)
    hand.read(as: first)
    try #require(hand.field.text.hasSuffix(first))
    hand.word(x, 60)
    hand.now += hand.session.settings.pause
    let reading = try #require(hand.reading())
    let count = reading.strokes.count
    func part(_ text: String, _ strokes: Range<Int>) -> [RecognizedCharacter] {
      text.map { c in
        RecognizedCharacter(
          character: c,
          ink: strokes.map {
            StrokeRange(stroke: $0, points: 0..<reading.strokes[$0].points.count)
          })
      }
    }
    let read = reading.revises == nil ? [] : part(first, 0..<count - 3)
    let characters = read + part(second, count - 3..<count)
    let candidate = Candidate(
      text: String(characters.map(\.character)), score: 1, characters: characters)
    guard case .edit(let edit) = hand.session.commit(reading, as: candidate, in: hand.field) else {
      Issue.record("nothing was written")
      return
    }
    hand.field.apply(edit)
    hand.session.settled(as: hand.field)
  }

  @Test(arguments: [RecognitionContext.Kind.line, .text, .search])
  func `S38 a number behind a gap stands apart from the one before, read as one with it or not`(
    kind: RecognitionContext.Kind
  ) throws {
    for (first, second) in [("12.5.2026", "13.5.2026"), ("12", "7"), ("10:30", "11:15")] {
      for x in [86.0, 100, 120] {
        let hand = Hand(.row("", kind: kind))
        try write(second, at: x, behind: first, hand)
        #expect(hand.field.text == first + " " + second, "at \(x)")
        // So does a third, and the first ones stay.
        hand.word(x + 90, 60)
        hand.read(as: first + " " + second + " 4")
        #expect(hand.field.text.hasPrefix(first + " " + second))
      }
    }
  }

  @Test func `a number in which the pen has paused stays one`() throws {
    for x in [62.0, 70, 78] {
      let hand = Hand(.row(""))
      try write("26", at: x, behind: "20", hand)
      #expect(hand.field.text == "2026", "at \(x)")
    }
    // Behind a letter or a mark a gap says nothing about numbers.
    for (first, second) in [("12.", "5"), ("B", "12"), ("3", "rd")] {
      let hand = Hand(.row(""))
      try write(second, at: 90, behind: first, hand)
      #expect(hand.field.text == first + second)
    }
  }

  @Test func `S38 digits in a field for a number go on with it, whatever the gap`() throws {
    for x in [62.0, 90, 120] {
      let hand = Hand(.row("", kind: .number))
      try write("26", at: x, behind: "20", hand)
      #expect(hand.field.text == "2026", "at \(x)")
    }
  }

  @Test func `S38 a sum that is read sign by sign has its gaps as spaces`() {
    for parts in [
      ["12:45", "-17"], ["2", "-", "5"], ["2", "×", "3"], ["2", "+", "3", "=", "5"],
    ] {
      let hand = Hand(.row(""))
      for i in parts.indices {
        hand.word(Double(i) * 90, 60)
        hand.read(as: parts[...i].joined(separator: " "))
      }
      #expect(hand.field.text == parts.joined(separator: " "))
    }
  }

  @Test func `S38 a number with a sign that its field does not take leaves the old one there`()
    throws
  {
    for text in ["2+3", "-17", "3.5"] {
      var field = FieldText.row("42", kind: .number, isReplacedWhole: true)
      field.alphabet = RecognitionContext.digits
      field.refused = Set("+-.")
      let hand = Hand(field)
      hand.word(0, 60)
      let reading = try #require(hand.read(as: text))
      // Kept to digits it would be read as another number.
      #expect(reading.context.alphabet == Set("0123456789+-."))
      #expect(hand.field.text == "42", "\(text)")
      #expect(hand.session.ink.isEmpty)
      hand.now += 60
      hand.word(0, 60)
      hand.read(as: "17")
      #expect(hand.field.text == "17")
    }
  }

  @Test func `S38 the groups of a phone number stay apart when the pen pauses between them`() {
    let hand = Hand(.row("", kind: .phone))
    hand.word(0, 60)
    hand.read(as: "+49")
    hand.word(85, 60)
    hand.read(as: "+49 (0)")
    #expect(hand.field.text == "+49 (0)")
    hand.word(170, 60)
    hand.read(as: "+49 (0) 30")
    #expect(hand.field.text == "+49 (0) 30")
    // Behind digits that are there already, whose end is at 30.
    for (x, text) in [(60.0, "030 12"), (36, "03012")] {
      let hand = Hand(.row("030", kind: .phone))
      hand.word(x, 60)
      hand.read(as: "12")
      #expect(hand.field.text == text, "at \(x)")
    }
  }

  @Test func `S38 a gap parts the digits of a phone number with a pause in it as without one`() {
    // Digits that are 30 high.
    func readTogether(gap: Double) -> String? {
      let strokes = [0, 2 + gap].map { x in WrittenStroke([Point(x, 0), Point(x + 2, 30)]) }
      let characters = zip("01", 0...).map { digit, stroke in
        RecognizedCharacter(
          character: digit, ink: [StrokeRange(stroke: stroke, points: 0..<2)])
      }
      let candidate = Candidate(text: "01", score: 1, characters: characters)
      return DigitGroups.spaced([candidate], strokes, in: RecognitionContext(.phone)).first?.text
    }
    func readApart(gap: Double) -> String {
      let hand = Hand(.row("0", kind: .phone))
      // Behind the field's digit, which ends at 10.
      hand.word(10 + gap, 60)
      hand.read(as: "1")
      return hand.field.text
    }
    var texts: Set<String> = []
    for gap in stride(from: 10.5, to: 40, by: 3) {
      let together = readTogether(gap: gap)
      #expect(readApart(gap: gap) == together, "\(gap) apart")
      texts.insert(together ?? "")
    }
    #expect(texts == ["01", "0 1"])
  }
}

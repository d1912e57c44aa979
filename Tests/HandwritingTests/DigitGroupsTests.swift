import InkModel
import InkTestSupport
import Testing

@testable import Handwriting

/// The spaces of a phone number.
struct DigitGroupsTests {
  /// A number whose digits are 40 high, and a reading of it as it is given here, spaces and all.
  ///
  /// - Parameters:
  ///   - ink: Its characters as they are written; a space is a gap between groups.
  ///   - text: What is read, whose other characters than spaces are those of the ink.
  private func reading(
    of ink: String, as text: String, gap: Double = 8, groupGap: Double = 36
  ) -> (candidate: Candidate, strokes: [WrittenStroke]) {
    var strokes: [WrittenStroke] = []
    var x = 0.0
    for c in ink {
      guard c != " " else {
        x += groupGap - gap
        continue
      }
      let width = c == "1" ? 2.0 : 22
      let middle = "-+.".contains(c)
      strokes.append(
        WrittenStroke([Point(x, middle ? 18 : 0), Point(x + width, middle ? 22 : 40)]))
      x += width + gap
    }
    var stroke = -1
    let characters = text.map { c in
      if c != " " { stroke += 1 }
      let ink = c == " " ? [] : [StrokeRange(stroke: stroke, points: 0..<2)]
      return RecognizedCharacter(character: c, ink: ink)
    }
    return (Candidate(text: text, score: 1, characters: characters), strokes)
  }

  @Test func `gaps between groups of digits are single spaces, whether they were read or not`() {
    for ink in ["+49 30 1234", "030 123 45 67", "1 800 555", "(030) 12 11", "11 12", "5550 1"] {
      let closed = String(ink.filter { $0 != " " })
      let wide = String(ink.flatMap { (c: Character) -> [Character] in c == " " ? [c, c] : [c] })
      for text in [closed, ink, wide] {
        let (candidate, strokes) = reading(of: ink, as: text)
        let spaced = DigitGroups.spaced(candidate, strokes)
        #expect(spaced.text == ink, "\(text)")
        #expect(spaced.characters.map(\.character) == Array(ink))
        #expect(spaced.characters.flatMap(\.ink) == candidate.characters.flatMap(\.ink))
      }
    }
  }

  @Test func `digits that are written closely, or all far apart, are one group`() {
    for (gap, text) in [(4.0, "0301234"), (16, "0301234"), (30, "0301234"), (40, "110")] {
      let (candidate, strokes) = reading(of: text, as: text, gap: gap)
      #expect(DigitGroups.spaced(candidate, strokes).text == text, "\(gap) apart")
    }
    // A dash and a dot part digits themselves.
    for text in ["10-1", "030.12"] {
      let (candidate, strokes) = reading(of: text, as: text, gap: 16)
      #expect(DigitGroups.spaced(candidate, strokes).text == text)
    }
  }

  @Test func `readings that their spaces make alike are one`() {
    let (closed, strokes) = reading(of: "030 12", as: "03012")
    let (open, _) = reading(of: "030 12", as: "030 12")
    let (other, _) = reading(of: "030 12", as: "08012")
    let texts = DigitGroups.spaced([closed, open, other], strokes).map(\.text)
    #expect(texts == ["030 12", "080 12"])
    #expect(DigitGroups.spaced([], []).isEmpty)
  }

  @Test func `S38 a phone number is read with its spaces, where its field takes any`()
    async throws
  {
    let ink = try #require(DrawnLetters().ink("340 2017 746"))
    let recognizer = HandwritingRecognizer(pack: try Packs.english.get())
    #expect(try await recognizer.recognize(ink, context: .init(.phone)).text == "340 2017 746")
    let digits = RecognitionContext(.phone, alphabet: RecognitionContext.digits)
    #expect(try await !recognizer.recognize(ink, context: digits).text.contains(" "))
  }
}

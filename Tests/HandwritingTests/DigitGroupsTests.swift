import InkModel
import InkTestSupport
import RecordedHands
import Testing

@testable import Handwriting

/// The spaces of numbers.
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
        let spaced = DigitGroups.spaced(candidate, strokes, in: .phone)
        #expect(spaced.text == ink, "\(text)")
        #expect(spaced.characters.map(\.character) == Array(ink))
        #expect(spaced.characters.flatMap(\.ink) == candidate.characters.flatMap(\.ink))
      }
    }
  }

  @Test func `digits that are written closely, or all far apart, are one group`() {
    for (gap, text) in [(4.0, "0301234"), (16, "0301234"), (30, "0301234"), (40, "110")] {
      let (candidate, strokes) = reading(of: text, as: text, gap: gap)
      #expect(DigitGroups.spaced(candidate, strokes, in: .phone).text == text, "\(gap) apart")
    }
    // A dash and a dot part digits themselves.
    for text in ["10-1", "030.12"] {
      let (candidate, strokes) = reading(of: text, as: text, gap: 16)
      #expect(DigitGroups.spaced(candidate, strokes, in: .phone).text == text)
    }
  }

  @Test func `readings that their spaces make alike are one`() {
    let (closed, strokes) = reading(of: "030 12", as: "03012")
    let (open, _) = reading(of: "030 12", as: "030 12")
    let (other, _) = reading(of: "030 12", as: "08012")
    let texts = DigitGroups.spaced([closed, open, other], strokes, in: .init(.phone)).map(\.text)
    #expect(texts == ["030 12", "080 12"])
    #expect(DigitGroups.spaced([], [], in: .init(.phone)).isEmpty)
  }

  @Test func `in a text gaps beside digits and signs of sums are single spaces`() {
    for ink in [
      "2 + 3 = 5", "+49 30 12 34", "12:45 -17", "20 - 5 = 15", "1; 20", "12 × 3", "$49 + $12",
      "x = -5; 7", "(10 + 2) 10", "room 12",
    ] {
      let closed = String(ink.filter { $0 != " " })
      // Beside a letter the spaces are what the network reads.
      let read = ["x=-5;7": "x = -5;7"][closed] ?? closed
      for text in [ink == "room 12" ? ink : read, ink] {
        let (candidate, strokes) = reading(of: ink, as: text)
        for kind in [RecognitionContext.Kind.text, .line, .search] {
          let spaced = DigitGroups.spaced(candidate, strokes, in: kind)
          #expect(spaced.text == ink, "\(text)")
          #expect(spaced.characters.map(\.character) == Array(ink))
          #expect(spaced.characters.flatMap(\.ink) == candidate.characters.flatMap(\.ink))
        }
      }
    }
  }

  @Test func `in a text numbers stay whole, whatever the hand`() {
    for (gap, text) in [
      (16.0, "2020-5"), (16, "12:45"), (16, "3.5"), (16, "2+3=5"), (16, "+49"), (16, "50%"),
      // All far apart: what parts nothing else parts no number.
      (36, "12:45"), (36, "3.5"), (36, "10"), (36, "0301234"), (40, "110"), (36, "12.5.2026"),
      (60, "word"), (60, "a-b"),
    ] {
      let (candidate, strokes) = reading(of: text, as: text, gap: gap)
      #expect(DigitGroups.spaced(candidate, strokes, in: .line).text == text, "\(gap) apart")
    }
  }

  @Test func `only texts and phone numbers get spaces, where these are taken`() {
    let (candidate, strokes) = reading(of: "10 + 10 20", as: "10+1020")
    func text(in context: RecognitionContext) -> String? {
      DigitGroups.spaced([candidate], strokes, in: context).first?.text
    }
    for kind in RecognitionContext.Kind.allCases where kind != .phone && !kind.isProse {
      #expect(text(in: .init(kind)) == "10+1020", "\(kind)")
    }
    for kind in [RecognitionContext.Kind.line, .phone] {
      #expect(text(in: .init(kind, alphabet: Set("0123456789+"))) == "10+1020", "\(kind)")
    }
    #expect(text(in: .init(.line)) == "10 + 10 20")
    #expect(text(in: .init(.phone)) == "10+10 20")
  }

  /// Numbers by one person side by side, with gaps of most of a digit's height between.
  private func recorded(_ numbers: [String], by writer: Int) throws -> [WrittenStroke] {
    var strokes: [[Point]] = []
    for number in numbers {
      let start = strokes.isEmpty ? 0 : Rect(around: strokes.joined()).maxX + 95
      let ink = try RecordedWriting.number(number, by: writer).strokes
      strokes += ink.map { $0.map { $0 + Vector(start, 0) } }
    }
    return strokes.map { WrittenStroke($0) }
  }

  @Test func `S38 what people wrote of numbers and signs keeps its gaps in a text`() async throws {
    let recognizer = HandwritingRecognizer(pack: try Packs.english.get())
    var whole = 0
    for writer in [1, 2, 5, 10, 11] {
      for numbers in [["10", "101"], ["101", "-10"], ["10", "-", "101"]] {
        let ink = try recorded(numbers, by: writer)
        let text = try await recognizer.recognize(ink, context: .init(.line)).text
        if text == numbers.joined(separator: " ") { whole += 1 }
      }
    }
    // Of fifteen, four in five: now and then a sign is read as a digit.
    #expect(whole >= 12)
  }

  @Test func `numbers and signs on a page keep their gaps, too`() throws {
    let reader = LineReader(pack: try Packs.english.get())
    var whole = 0
    for writer in [1, 2, 5, 10, 11] {
      for numbers in [["10", "101"], ["101", "-10"], ["10", "-", "101"]] {
        let ink = try recorded(numbers, by: writer)
        let read = try reader.readWithOthers(
          ink, line: Array(ink.indices), context: RecognitionContext(.line))
        if read?.best.text == numbers.joined(separator: " ") { whole += 1 }
      }
    }
    #expect(whole >= 12)
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

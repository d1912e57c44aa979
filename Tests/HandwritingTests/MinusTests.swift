import InkModel
import InkTestSupport
import RecordedHands
import Testing

@testable import Handwriting

/// A minus before a number, and what only resembles one.
struct MinusTests {
  /// The stroke that is a minus in some ink.
  private func minus(in ink: [[Point]]) -> Int? {
    let strokes = ink.map { WrittenStroke($0) }
    return MinusStroke.index(in: strokes, line: Array(strokes.indices))
  }

  private func line(_ points: (Double, Double)...) -> [Point] {
    points.map { Point($0.0, $0.1) }
  }

  /// A bar that ends left of some ink, in parts of the height of that.
  private func dash(
    before ink: [[Point]], width: Double = 0.5, level: Double = 0.5, gap: Double = 0.25,
    rise: Double = 0
  ) -> [Point] {
    let box = Rect(around: ink.joined())
    let (h, y) = (box.height, box.minY + level * box.height)
    let end = box.minX - gap * h
    return (0...8).map { k in
      let t = Double(k) / 8
      return Point(end - width * h * (1 - t), y + rise * h * (0.5 - t))
    }
  }

  @Test(arguments: ["0", "1", "7", "26", "340", "2017", "746"])
  func `a short flat bar left of digits is a minus, written first or last, in either direction`(
    text: String
  ) throws {
    let digits = try #require(DrawnLetters().draw(text))
    for width in [0.2, 0.5, 1] {
      for level in [0.35, 0.5, 0.65] {
        for rise in [-0.25, 0, 0.25] {
          let bar = dash(before: digits, width: width, level: level, rise: rise * width)
          #expect(minus(in: [bar] + digits) == 0)
          #expect(minus(in: digits + [bar]) == digits.count)
          #expect(minus(in: [bar.reversed()] + digits) == 0)
          #expect(minus(in: [bar + bar.reversed()] + digits) == 0, "drawn twice")
        }
      }
    }
    #expect(minus(in: digits) == nil)
  }

  @Test func `a bar that is not beside the middle of digits is no minus`() throws {
    let digits = try #require(DrawnLetters().draw("340"))
    for (level, what) in [(-0.3, "above"), (0, "at the top"), (1, "at the foot"), (1.2, "below")] {
      #expect(minus(in: digits + [dash(before: digits, level: level)]) == nil, "\(what)")
    }
    // Too long, a dot, a 1 that lies, and one without digits.
    #expect(minus(in: digits + [dash(before: digits, width: 2)]) == nil)
    #expect(minus(in: digits + [dash(before: digits, width: 0.05)]) == nil)
    #expect(minus(in: digits + [dash(before: digits, width: 0.8, rise: 0.6)]) == nil)
    #expect(minus(in: [dash(before: digits)]) == nil)
    // Behind the digits, or between them.
    let box = Rect(around: digits.joined())
    let right = dash(before: digits).map { $0 + Vector(box.width + 2 * box.height, 0) }
    #expect(minus(in: digits + [right]) == nil)
    // An underline, which begins left of them.
    let y = box.maxY + 4
    #expect(minus(in: digits + [line((box.minX - 30, y), (box.maxX, y))]) == nil)
    #expect(minus(in: digits + [line((box.minX - 30, y), (box.minX, y))]) == nil)
  }

  @Test func `a bar of a digit is no minus, though it is written first or last`() {
    // A leg and a stem with the bar between, which begins left of them or ends before the stem.
    let four = [line((14, 0), (4, 40)), line((30, 0), (30, 80))]
    let fours = [line((0, 45), (40, 45)), line((0, 42), (27, 42))]
    // The bar across the stem, and the one above it.
    let seven = [line((40, 0), (15, 80))]
    let sevens = [line((5, 40), (45, 40)), line((0, 0), (40, 0)), line((0, 2), (36, 2))]
    // The bar above, to the right and to the left.
    let five = [line((4, 2), (2, 34), (30, 45), (28, 75), (0, 78))]
    let fives = [line((4, 0), (36, 1)), line((-14, 6), (3, 4))]
    for (digit, bars) in [(four, fours), (seven, sevens), (five, fives)] {
      for bar in bars {
        #expect(minus(in: digit + [bar]) == nil, "\(bar)")
        #expect(minus(in: [bar] + digit) == nil, "\(bar)")
      }
    }
    // A 1 with a flag or a foot, and one beside another that lies.
    let one = line((20, 0), (20, 80))
    for bar in [line((4, 14), (20, 0)), line((8, 80), (32, 80)), line((-30, 70), (5, 30))] {
      #expect(minus(in: [one, bar]) == nil, "\(bar)")
    }
  }

  @Test
  func `S38 of what people wrote a dash before digits is a minus, and no digit is one`()
    throws
  {
    for writer in [1, 2, 3, 4, 5, 10, 11, 12, 13] {
      for text in ["-0", "-1", "-10", "-101"] {
        let ink = try RecordedWriting.number(text, by: writer).strokes
        #expect(minus(in: ink) == 0, "\(text) by \(writer)")
      }
      for text in ["10", "101", "1000"] {
        #expect(minus(in: try RecordedWriting.number(text, by: writer).strokes) == nil)
      }
      // The dash is no minus here.
      #expect(minus(in: try RecordedWriting.number("10-1", by: writer).strokes) == nil)
    }
    for number in try RecordedWriting.numbers() {
      #expect(minus(in: number.strokes) == nil, "\(number.text) by \(number.writer)")
    }
    for letter in try RecordedWriting.letters() where ["0", "1"].contains(letter.text) {
      #expect(minus(in: letter.strokes) == nil, "\(letter.text) by \(letter.writer)")
    }
  }

  @Test func `ink without extent and points that are nowhere are no minus`() {
    #expect(minus(in: []) == nil)
    #expect(minus(in: [[], [Point(0, 0)], [Point(9, 0)]]) == nil)
    let nowhere = [Point(.nan, 1), Point(2, .infinity)]
    #expect(minus(in: [nowhere, line((0, 40), (30, 40)), line((50, 0), (50, 80))]) == 1)
  }

  @Test(arguments: ["2017", "340", "746"])
  func `S38 a number with a minus is read as that, its minus from its own stroke`(text: String)
    async throws
  {
    let digits = try #require(DrawnLetters().draw(text))
    let ink = ([dash(before: digits)] + digits).map { WrittenStroke($0) }
    let recognizer = HandwritingRecognizer(pack: try Packs.english.get())
    let best = try #require(
      try await recognizer.recognize(ink, context: .init(.number)).candidates.first)
    #expect(best.text == "-" + text)
    #expect(best.characters.first?.ink == [StrokeRange(stroke: 0, points: 0..<9)])
    #expect(best.characters.map(\.character) == Array(best.text))
    // Where a field takes none there is none.
    let whole = RecognitionContext(.number, alphabet: Set("0123456789"))
    #expect(try await !recognizer.recognize(ink, context: whole).text.contains("-"))
  }

  /// Dashes as people write them who leave little room before the first digit.
  private func close(_ text: String, by writer: Int) throws -> [WrittenStroke] {
    let digits = try RecordedWriting.number(text, by: writer).strokes
    return ([dash(before: digits, width: 0.4, level: 0.5, gap: 0.2)] + digits)
      .map { WrittenStroke($0) }
  }

  @Test func `S38 in a text, too, a dash close before a number is its minus`() async throws {
    let recognizer = HandwritingRecognizer(pack: try Packs.english.get())
    let reader = LineReader(pack: try Packs.english.get())
    var (plain, whole, onPages) = (0, 0, 0)
    for writer in [1, 2, 3, 5, 10, 11, 12, 13] {
      for text in ["10", "101", "100"] {
        guard let digits = try? RecordedWriting.number(text, by: writer).strokes else { continue }
        let number = digits.map { WrittenStroke($0) }
        let read = try await recognizer.recognize(number, context: .init(.line)).text
        #expect(!read.contains("-"), "\(text) by \(writer)")
        guard read == text else { continue }
        plain += 1
        let ink = try close(text, by: writer)
        if try await recognizer.recognize(ink, context: .init(.line)).text == "-" + text {
          whole += 1
        }
        let page = try reader.readWithOthers(
          ink, line: Array(ink.indices), context: RecognitionContext(.line))
        if page?.best.text == "-" + text { onPages += 1 }
      }
    }
    // Nine in ten of those that are read without it.
    #expect(plain > 10)
    #expect(whole * 10 >= plain * 9, "\(whole) of \(plain)")
    #expect(onPages * 10 >= plain * 9, "\(onPages) of \(plain)")
  }

  @Test func `a minus in a text has its own stroke, and stands where a sign may`() async throws {
    let digits = try #require(DrawnLetters().draw("340"))
    let ink = ([dash(before: digits, gap: 0.2)] + digits).map { WrittenStroke($0) }
    let recognizer = HandwritingRecognizer(pack: try Packs.english.get())
    let best = try #require(
      try await recognizer.recognize(ink, context: .init(.line)).candidates.first)
    #expect(best.text == "-340")
    #expect(best.characters.first?.ink == [StrokeRange(stroke: 0, points: 0..<9)])
    #expect(Set(best.characters.dropFirst().flatMap(\.ink).map(\.stroke)) == Set(1..<ink.count))
    // Where a field takes none there is none.
    let whole = RecognitionContext(.line, alphabet: Set("0123456789 "))
    #expect(try await !recognizer.recognize(ink, context: whole).text.contains("-"))
  }

  @Test func `what people wrote as letters and words gets no minus in a text`() async throws {
    let recognizer = HandwritingRecognizer(pack: try Packs.english.get())
    for word in try RecordedWriting.words() where !word.text.contains("-") {
      let ink = word.strokes.map { WrittenStroke($0) }
      let text = try await recognizer.recognize(ink, context: .init(.line)).text
      #expect(!text.hasPrefix("-"), "\(word.text) by \(word.writer)")
    }
  }
}

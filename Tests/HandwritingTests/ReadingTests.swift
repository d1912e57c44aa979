import InkModel
import InkTestSupport
import Testing

@testable import Handwriting

/// The pack as shipped on ink that the tests draw themselves: a check that it reads at all, not of how well
/// (training/accuracy.py measures that).
struct ReadingTests {
  func read(_ text: String, _ context: RecognitionContext = .init(.line)) async throws
    -> Recognition
  {
    let ink = try #require(DrawnLetters().ink(text))
    return try await HandwritingRecognizer(pack: try Packs.english.get()).recognize(
      ink, context: context)
  }

  @Test(arguments: ["hello", "the tin hat", "mouth", "noted", "Tell me now"])
  func `plain printed words are read`(text: String) async throws {
    #expect(try await read(text).text == text)
  }

  @Test(arguments: ["2017", "340", "746"])
  func `numbers are read`(text: String) async throws {
    #expect(try await read(text, .init(.number)).text == text)
  }

  @Test(arguments: [RecognitionContext.Kind.email, .url])
  func `in a field for an address gaps are no spaces`(kind: RecognitionContext.Kind) async throws {
    let reading = try await read("the tin hat", .init(kind))
    #expect(!reading.candidates.isEmpty)
    #expect(!reading.candidates.contains { $0.text.contains(where: \.isWhitespace) })
    #expect(try await read("the tin hat").text.contains(" "))
  }

  @Test func `two lines are two lines`() async throws {
    let letters = DrawnLetters()
    let first = try #require(letters.ink("come on"))
    let second = try #require(letters.ink("the lid")).map { s in
      WrittenStroke(s.points.map { Point($0.x, $0.y + 180) })
    }
    let reading = try await HandwritingRecognizer(pack: try Packs.english.get())
      .recognize(first + second)
    #expect(reading.text.lowercased() == "come on\nthe lid")
    #expect(reading.candidates[0].words == [0..<4, 5..<7, 8..<11, 12..<15])
  }

  @Test func `each letter is led back to its own strokes`() async throws {
    let reading = try await read("the tin")
    let best = try #require(reading.candidates.first)
    try #require(best.text == "the tin")
    // Strokes as drawn: t 0, its bar 1, h 2, e 3, t 4 with 5, i 6, its dot 7, n 8.
    let strokes = best.characters.map { Set($0.ink.map(\.stroke)) }
    #expect(strokes == [[0, 1], [2], [3], [], [4, 5], [6, 7], [8]])
  }

  @Test func `an i is dotted wherever in time its dot comes`() async throws {
    var ink = try #require(DrawnLetters().ink("tin"))
    ink.append(ink.remove(at: 3))
    let reading = try await HandwritingRecognizer(pack: try Packs.english.get())
      .recognize(ink, context: .init(.word))
    #expect(reading.text == "tin")
    #expect(Set(reading.candidates[0].characters[1].ink.map(\.stroke)) == [2, 4])
  }
}

extension DrawnLetters {
  /// The strokes of a text; nil where a letter has no drawing.
  func ink(_ text: String) -> [WrittenStroke]? { draw(text)?.map { WrittenStroke($0) } }
}

import Handwriting
import InkModel
import Testing

@testable import Scribble

/// Words that were written last can be read otherwise.
@Suite struct OtherReadingsTests {
  private func hand() -> Hand {
    let hand = Hand(.row("so ", kind: .text))
    hand.word(32)
    hand.read(as: "one")
    hand.word(112)
    hand.read(as: "one two")
    return hand
  }

  private func words(_ hand: Hand) -> [WrittenWord] {
    hand.session.writtenWords(in: hand.field, at: hand.now)
  }

  @Test func `each word that was written is known with its own ink, for some seconds`() {
    let hand = hand()
    #expect(hand.field.text == "so one two")
    #expect(words(hand).map(\.text) == ["one", "two"])
    #expect(words(hand).map(\.range) == [3..<6, 7..<10])
    #expect(words(hand).map(\.strokes.count) == [3, 3])
    hand.now += hand.session.settings.memory + 0.1
    #expect(words(hand) == [])
  }

  @Test func `a word that is chosen takes the other one's place and is favored from then on`()
    throws
  {
    let hand = hand()
    let word = try #require(words(hand).first)
    let chosen = hand.session.choose("once", for: word, in: hand.field, at: hand.now)
    let edit = try #require(chosen)
    #expect(edit == TextEdit(3..<6, with: "once"))
    hand.field.apply(edit)
    hand.session.settled(as: hand.field)
    #expect(hand.field.text == "so once two")
    // The word behind it has moved, and both can be changed again.
    #expect(words(hand).map(\.text) == ["once", "two"])
    #expect(words(hand).map(\.range) == [3..<7, 8..<11])
    #expect(hand.session.favored == ["once"])
    hand.word(400)
    #expect(try #require(hand.reading()).context.favored == ["once"])
  }

  @Test func `a text that someone else has changed has no words to be read otherwise`() throws {
    let hand = hand()
    let word = try #require(words(hand).first)
    hand.field.apply(TextEdit(0..<0, with: "!"))
    #expect(words(hand) == [])
    let chosen = hand.session.choose("once", for: word, in: hand.field, at: hand.now)
    #expect(chosen == nil)
  }

  @Test func `a word that is written between two others leaves them known`() {
    let hand = hand()
    hand.draw([Point(60, 10)], seconds: 0.05)
    hand.now += 1
    hand.field.selection = 6..<6
    hand.word(62)
    hand.read(as: "new")
    #expect(hand.field.text == "so one new two")
    #expect(words(hand).map(\.text) == ["one", "new", "two"])
    #expect(words(hand).map(\.range) == [3..<6, 7..<10, 11..<14])
  }

  @Test func `frames of a range are one for each line`() {
    var field = FieldText("one two")
    field.carets = (0...7).map { i in
      Rect(x: Double(i < 4 ? i : i - 4) * 10, y: i < 4 ? 0 : 20, width: 0, height: 20)
    }
    #expect(field.frames(of: 0..<3) == [Rect(x: 0, y: 0, width: 30, height: 20)])
    #expect(
      field.frames(of: 1..<6) == [
        Rect(x: 10, y: 0, width: 20, height: 20), Rect(x: 0, y: 20, width: 20, height: 20),
      ])
    #expect(field.frames(of: 3..<3) == [])
  }
}

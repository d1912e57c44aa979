import Handwriting
import InkModel
import RecordedHands
import RepositoryFiles
import Testing

@testable import Scribble

/// Words that are text, behind a pause, when more is written near where their ink was.
@Suite struct SettledWordsTests {
  /// A page on which one word was written, from 0 to 60 and 30 high, and became text at the pause.
  private static func page(_ text: String) -> Hand {
    let hand = Hand(.row("", kind: .text))
    hand.word(0)
    hand.read(as: text)
    return hand
  }

  @Test func `S38 words that are text keep their order and line, wherever the next is written`()
    async throws
  {
    let recognizer = try HandwritingRecognizer(
      .english, at: Repository.url("data/recognition/en").path)
    let hand = Hand(.row("long text.", kind: .text))
    // The second is written where the ink of the first was, the third above both.
    for (text, x, y) in [("world", 50.0, -8.0), ("quick", 100, -8), ("last", 250, -46)] {
      let word = try RecordedWriting.word(text)
      for stroke in word.strokes(in: Rect(x: x, y: y, width: 1000, height: 40)) {
        try await hand.write(stroke, by: recognizer)
        hand.now += 0.2
      }
      try await hand.pause(by: recognizer)
      hand.now += 1.4
    }
    #expect(hand.field.text == "long world quick last text.")
  }

  @Test func `ink above or below the line of words that are text is read on its own`() throws {
    for y in [-28.0, 28] {
      let hand = Self.page("one")
      hand.word(80, y: y)
      let reading = try #require(hand.read(as: "two"))
      #expect(reading.strokes.count == 3)
      // Below the text it is a line of its own.
      #expect(hand.field.text == (y < 0 ? "one two" : "one\ntwo"))
    }
    // A hand is not as steady as a ruler.
    for y in [-12.0, 12] {
      let hand = Self.page("one")
      hand.word(80, y: y)
      let both = try #require(hand.reading())
      #expect(both.strokes.count == 6)
    }
  }

  @Test func `ink with which a reading moves words that are text is read on its own`() throws {
    let arrangements: [[(text: String, strokes: Range<Int>)]] = [
      [("two", 3..<6), ("\n", 0..<0), ("one", 0..<3)],
      [("one", 0..<3), ("\n", 0..<0), ("two", 3..<6)],
      [("two", 3..<6), (" ", 0..<0), ("one", 0..<3)],
    ]
    for arrangement in arrangements {
      let hand = Self.page("one")
      hand.word(80, y: -20)
      let both = try #require(hand.reading())
      #expect(both.strokes.count == 6)
      #expect(hand.settle(both, as: .runs(arrangement)) == .again)
      #expect(hand.field.text == "one")
      let reading = try #require(hand.reading())
      #expect(reading.strokes.count == 3)
      hand.take(reading, as: "two")
      #expect(hand.field.text == "one two")
      #expect(hand.session.ink.isEmpty)
    }
  }

  @Test func `ink that begins over words that have faded is not read with them, on a steep line`()
    throws
  {
    let hand = Hand(.row("", kind: .text))
    for k in 0..<3 {
      let (x, y) = (Double(k) * 20, Double(k) * 20)
      hand.draw(line([(x, y), (x + 15, y + 30), (x + 20, y)]))
    }
    hand.read(as: "one")
    hand.word(45, y: 40)
    let reading = try #require(hand.reading())
    #expect(reading.strokes.count == 3)
  }

  @Test func `letters behind a pause complete their word, whatever the gap`() throws {
    for (x, start, rest) in [(78.0, "worl", "d"), (78, "wor", "ld"), (64, "wor", "ld")] {
      let hand = Self.page(start)
      hand.now += 1.4
      hand.word(x)
      let reading = try #require(hand.reading())
      _ = hand.settle(reading, as: .runs([(start, 0..<3), (rest, 3..<6)]))
      #expect(hand.field.text == "world")
    }
  }

  @Test func `letters behind a gap alone, without a pause, complete their word`() throws {
    let hand = Hand(.row("", kind: .text))
    hand.word(0)
    hand.take(try #require(hand.begin(85)), as: "we")
    hand.end(line([(85, 10), (100, 40)]))
    hand.draw(line([(106, 10), (121, 40)]))
    hand.now += hand.session.settings.pause
    let reading = try #require(hand.reading())
    _ = hand.settle(reading, as: .runs([("we", 0..<3), ("ll", 3..<5)]))
    #expect(hand.field.text == "well")
  }
}

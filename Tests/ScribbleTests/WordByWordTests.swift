import Handwriting
import InkModel
import Testing

@testable import Scribble

extension Hand {
  /// Begins a stroke at a position; what there is to read of the words before it.
  func begin(_ x: Double, _ y: Double = 10) -> ScribbleSession.Reading? {
    session.begin(at: Point(x, y))
    return session.readingOfWords(of: field, at: now)
  }

  /// Commits a reading to the field.
  func take(_ reading: ScribbleSession.Reading, as text: String) {
    guard case .edit(let edit) = commit(reading, text) else { return }
    field.apply(edit)
    session.settled(as: field)
  }

  func end(_ points: [Point]) {
    session.move(to: points)
    _ = session.end(at: now, in: field)
  }
}

/// Words that become text while the next one is written.
@Suite struct WordByWordTests {
  @Test func `S2 as the next word begins the one before it is read, and the last waits alone`()
    throws
  {
    let hand = Hand(.row("", kind: .text))
    hand.word(0)
    let first = try #require(hand.begin(100))
    #expect(first.strokes.count == 3)
    hand.take(first, as: "one")
    #expect(hand.field.text == "one")
    #expect(hand.session.isDown)
    #expect(hand.session.ink.count == 1)
    hand.end(line([(100, 10), (120, 40)]))
    hand.word(124)
    let second = try #require(hand.begin(230))
    hand.take(second, as: "one two")
    #expect(hand.field.text == "one two")
    hand.end(line([(230, 10), (250, 40)]))
    // The last word, and the one before it for its context.
    #expect(try #require(hand.read(as: "two end")).strokes.count == 5)
    #expect(hand.field.text == "one two end")
    #expect(hand.session.ink.isEmpty)
  }

  @Test func `a word that was read in parts is put right by its rest`() throws {
    let hand = Hand(.row("so "))
    hand.word(30)
    hand.take(try #require(hand.begin(115)), as: "we")
    hand.end(line([(115, 10), (130, 40)]))
    let reading = try #require(hand.reading())
    #expect(reading.strokes.count == 4)
    #expect(
      hand.commit(reading, "well")
        == .edit(TextEdit(3..<5, with: "well", former: .init(text: "so ", replaced: 3..<3))))
  }

  @Test func `S53 words that are read the same again are a step of undo each`() throws {
    let hand = Hand(.row("so"))
    hand.word(22)
    hand.read(as: "one")
    hand.word(102)
    let reading = try #require(hand.reading())
    #expect(reading.strokes.count == 6)
    #expect(hand.commit(reading, "one two") == .edit(TextEdit(6..<6, with: " two")))
  }

  @Test func `a letter that follows closely begins no word, nor does one before the ink`() {
    for x in [64, 70, 10, -40] {
      let hand = Hand(.row(""))
      hand.word(0)
      #expect(hand.begin(Double(x)) == nil)
    }
    let below = Hand(.row("", kind: .text))
    below.word(0)
    #expect(below.begin(100, 120) == nil)
  }

  @Test(arguments: [RecognitionContext.Kind.number, .email, .url])
  func `a number or an address is read whole`(kind: RecognitionContext.Kind) {
    let hand = Hand(.row("", kind: kind))
    hand.word(0)
    #expect(hand.begin(100) == nil)
    let spin = Hand(.row("", isReplacedWhole: true))
    spin.word(0)
    #expect(spin.begin(100) == nil)
  }

  @Test func `words that were read too late are read with the rest`() throws {
    let hand = Hand(.row(""))
    hand.word(0)
    let words = try #require(hand.begin(100))
    hand.end(line([(100, 10), (120, 40)]))
    let all = try #require(hand.reading())
    #expect(hand.commit(words, "one") == .void)
    #expect(all.strokes.count == 4)
    hand.take(all, as: "one two")
    #expect(hand.field.text == "one two")
  }

  @Test func `words whose ink was scratched out meanwhile are not committed`() throws {
    let hand = Hand(.row(""))
    hand.word(0)
    hand.word(100)
    let words = try #require(hand.begin(220))
    hand.end(line([(220, 10), (240, 40)]))
    #expect(hand.draw(zigzag(95, 165, y: 15, times: 7)) == .withdrawn)
    #expect(hand.commit(words, "one two") == .void)
    #expect(hand.session.ink.count == 4)
  }

  @Test func `text that changed while a word was read keeps the ink`() throws {
    let hand = Hand(.row(""))
    hand.word(0)
    let words = try #require(hand.begin(100))
    hand.field.apply(TextEdit(0..<0, with: "!"))
    #expect(hand.commit(words, "one") == .void)
    #expect(hand.session.ink.count == 4)
  }
}

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

  /// The same with words that are each read from some of the strokes.
  func take(_ reading: ScribbleSession.Reading, as words: [(text: String, strokes: Range<Int>)]) {
    guard case .edit(let edit) = session.commit(reading, as: .parts(words), in: field) else {
      return
    }
    field.apply(edit)
    session.settled(as: field)
  }

  /// Commits what the recogniser made of a reading; what that did.
  func settle(_ reading: ScribbleSession.Reading, as candidate: Candidate?)
    -> ScribbleSession.CommitResult
  {
    let result = session.commit(reading, as: candidate, in: field)
    if case .edit(let edit) = result {
      field.apply(edit)
      session.settled(as: field)
    }
    return result
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
    // The last word with the line before it, of which the word before may be revised.
    let last = try #require(hand.reading())
    #expect(last.strokes.count == 8)
    hand.take(last, as: [("one", 0..<3), ("two", 3..<7), ("end", 7..<8)])
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
        == .edit(TextEdit(3..<5, with: "well", former: .init("so ".scalars, replaced: 3..<3))))
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

  @Test
  func
    `a small letter that begins the next word is no tap, though the word before is text by then`()
    throws
  {
    let hand = Hand(.row("", kind: .text))
    hand.word(0)
    hand.take(try #require(hand.begin(100)), as: "one")
    // An “o” of less than a tap's reach, alone now.
    hand.session.move(to: line([(100, 10), (103, 12), (101, 14), (100, 11)]))
    #expect(hand.session.end(at: hand.now, in: hand.field) == .ink)
    #expect(hand.session.ink.count == 1)
  }

  @Test func `the recogniser sees the words before on the line, which stay as they are`() throws {
    let hand = Hand(.row("", kind: .text))
    hand.word(0)
    hand.take(try #require(hand.begin(100)), as: "one")
    hand.end(line([(100, 10), (120, 40)]))
    hand.take(try #require(hand.begin(190)), as: [("one", 0..<3), ("two", 3..<4)])
    hand.end(line([(190, 10), (210, 40)]))
    // The third word comes with both before it: the second may be read otherwise, the first may not.
    let reading = try #require(hand.reading())
    #expect(reading.strokes.count == 5)
    #expect(reading.context.textBefore == "")
    hand.take(reading, as: [("ore", 0..<3), ("too", 3..<4), ("end", 4..<5)])
    #expect(hand.field.text == "one too end")
  }

  @Test func `S2 where the gap does not tell, a reading of all ink does`() throws {
    let hand = Hand(.row("", kind: .text))
    hand.word(0)
    // Ten points behind ink of thirty: less than ``ScribbleSession/Settings/wordGap``.
    #expect(hand.begin(70) == nil)
    hand.end(line([(70, 10), (85, 40)]))
    let all = hand.session.readingOfWrittenWords(of: hand.field, at: hand.now)
    let reading = try #require(all)
    #expect(reading.strokes.count == 4)
    let read = Candidate.parts([("one", 0..<3), ("t", 3..<4)])
    let finished = hand.session.finishedWords(of: reading, in: read)
    let words = try #require(finished)
    #expect(words.candidate.text == "one")
    #expect(words.reading.strokes.count == 3)
    // One word, or one whose dot came last, is not finished.
    #expect(
      hand.session.finishedWords(of: reading, in: .parts([("onet", 0..<4)])) == nil)
    #expect(
      hand.session.finishedWords(of: reading, in: .parts([("it", 2..<4), ("is", 0..<2)])) == nil)
    guard
      case .edit(let edit) = hand.session.commit(
        words.reading, as: words.candidate, in: hand.field)
    else {
      Issue.record("nothing was committed")
      return
    }
    #expect(edit == TextEdit(0..<0, with: "one"))
    #expect(hand.session.ink.count == 1)
  }
}

extension Candidate {
  /// A text of words, each read from some of the strokes.
  static func parts(_ words: [(text: String, strokes: Range<Int>)]) -> Candidate {
    let space: (text: String, strokes: Range<Int>) = (" ", 0..<0)
    return .runs(Array(words.flatMap { [space, $0] }.dropFirst()))
  }

  /// A text of parts that follow each other, each read from some of the strokes.
  static func runs(_ runs: [(text: String, strokes: Range<Int>)]) -> Candidate {
    let characters = runs.flatMap { run in
      run.text.map { character in
        RecognizedCharacter(
          character: character, ink: run.strokes.map { StrokeRange(stroke: $0, points: 0..<2) })
      }
    }
    return Candidate(
      text: String(characters.map(\.character)), score: 1, characters: characters)
  }
}

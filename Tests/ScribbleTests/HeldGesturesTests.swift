import Glibc
import InkModel
import Testing

@testable import Scribble

/// Gestures that wait for the pause, in a field that they would change at once: S46, S52.
///
/// The characters of the field are 10 wide: “two” is from 40 to 70.
@Suite struct HeldGesturesTests {
  private func makeHand() -> Hand {
    let hand = Hand(.row("one two three"))
    hand.session.holdsGestures = true
    return hand
  }

  private static func circle(_ left: Double, _ right: Double) -> [Point] {
    (0...48).map { k in
      let t = Double(k) / 48 * 2.05 * .pi - 1.5
      return Point(
        (left + right) / 2 + (right - left) / 2 * cos(t), 10 + 14 * sin(t))
    }
  }

  private static func scratch(_ left: Double, _ right: Double) -> [Point] {
    zigzag(left, right, y: 7, times: 6)
  }

  /// What may be a gesture is one, since no further stroke has come.
  private func decide(_ hand: Hand) -> TextGesture? {
    hand.now += 0.3
    return hand.session.takeGesture(at: hand.now, in: hand.field)
  }

  /// Performs what has waited, as a field does; what the session expects the field to be.
  private func act(_ hand: Hand) -> (gestures: [TextGesture], field: FieldText) {
    let expected = hand.session.expected(hand.field)
    var gestures: [TextGesture] = []
    while let gesture = hand.session.takeHeldGesture(in: hand.field) {
      gestures.append(gesture)
      switch gesture {
      case .edit(let edit):
        hand.field.apply(edit)
        hand.field = hand.spelled(hand.field)
      case .select(let range):
        hand.field.selection = range
        hand.field.hasFocus = true
      case .nothing: break
      }
    }
    return (gestures, expected)
  }

  /// Reads the ink that is left as a text, into the field that is expected.
  private func read(_ hand: Hand, as text: String, in field: FieldText) throws {
    hand.now += 0.1
    let waiting = hand.session.reading(of: field, at: hand.now)
    let reading = try #require(waiting)
    guard case .edit(let edit) = hand.commit(reading, text) else {
      Issue.record("nothing was committed")
      return
    }
    hand.field.apply(edit)
  }

  /// Two gestures that delete and a circle wait, and act in this order.
  private func expectActed(
    _ hand: Hand, deleting deleted: [Range<Int>], selecting selected: Range<Int>, _ left: String
  ) {
    let circled = decide(hand)
    #expect(circled == nil)
    #expect(hand.session.shownInk.count == 3)
    let gestures = act(hand).gestures
    let deletions = deleted.map { TextGesture.edit(TextEdit($0, with: "")) }
    let expected = deletions + [TextGesture.select(selected)]
    #expect(gestures == expected)
    #expect(hand.field.text == left)
  }

  @Test func `S46 what is scratched out is there, with the ink, until the gesture is taken`() {
    let hand = makeHand()
    let outcome = hand.draw(Self.scratch(38, 72))
    #expect(outcome == .ink)
    #expect(hand.session.isWaiting && hand.session.ink.isEmpty)
    #expect(hand.session.shownInk.count == 1)
    let held = act(hand)
    #expect(hand.field.text == "one three")
    #expect(held.field.text == "one three")
    #expect(!hand.session.isWaiting && hand.session.shownInk.isEmpty)
  }

  @Test func `S46 a circle waits, too, and no longer is a part of a letter`() {
    let hand = makeHand()
    hand.draw(Self.circle(34, 76))
    let gesture = decide(hand)
    #expect(gesture == nil)
    #expect(hand.session.hasHeldGestures && hand.session.ink.isEmpty)
    // Another stroke is one by itself.
    hand.draw(line([(140, 0), (140, 22)]))
    #expect(hand.session.ink.count == 1 && hand.session.shownInk.count == 2)
    let gestures = act(hand).gestures
    #expect(gestures == [.select(4..<7)])
  }

  @Test func `gestures that wait act in order, each over what was seen below it`() {
    let hand = makeHand()
    hand.draw(Self.scratch(-3, 28))
    // It is still seen, and is as good as gone.
    let again = hand.draw(Self.scratch(-3, 28))
    #expect(again == .withdrawn)
    hand.draw(Self.scratch(82, 132))
    hand.draw(Self.circle(34, 76))
    expectActed(hand, deleting: [0..<4, 3..<9], selecting: 0..<3, "two")
  }

  @Test func `what is circled and then scratched out is selected first, and then gone`() {
    let hand = makeHand()
    hand.draw(Self.circle(34, 76))
    _ = decide(hand)
    hand.draw(Self.scratch(38, 72))
    let gestures = act(hand).gestures
    #expect(gestures == [.select(4..<7), .edit(TextEdit(4..<8, with: ""))])
  }

  @Test func `what is written after a gesture that waits goes where that was`() throws {
    let hand = makeHand()
    hand.draw(Self.scratch(38, 72))
    hand.word(140)
    #expect(hand.session.shownInk.count == 4)
    let held = act(hand)
    #expect(hand.session.ink.count == 3)
    try read(hand, as: "new", in: held.field)
    #expect(hand.field.text == "one new three")
  }

  @Test func `what was written before a gesture that waits goes where it was written`() throws {
    let hand = makeHand()
    hand.word(140)
    hand.draw(Self.scratch(-3, 28))
    #expect(hand.session.ink.count == 3 && hand.session.shownInk.count == 4)
    let held = act(hand)
    #expect(hand.field.text == "two three")
    try read(hand, as: "four", in: held.field)
    #expect(hand.field.text == "two three four")
  }

  @Test func `gestures over a text that has changed since do nothing, and wait no longer`() {
    let hand = makeHand()
    hand.draw(Self.scratch(38, 72))
    hand.field.apply(TextEdit(0..<0, with: "x"))
    let gestures = act(hand).gestures
    #expect(gestures.isEmpty && !hand.session.isWaiting)
    #expect(hand.field.text == "xone two three")
    hand.draw(Self.scratch(-3, 28))
    hand.session.cancel()
    #expect(hand.session.shownInk.isEmpty)
  }

  @Test func `a gesture of which the program makes another text ends those behind it`() {
    let hand = makeHand()
    // As a program does that is told of a change.
    hand.spelled = { field in
      var field = field
      field.scalars = "a long \(field.text)".scalars
      return field
    }
    hand.draw(Self.scratch(38, 72))
    hand.draw(Self.scratch(82, 132))
    #expect(hand.session.shownInk.count == 2)
    let gestures = act(hand).gestures
    #expect(gestures == [.edit(TextEdit(4..<8, with: ""))])
    #expect(hand.field.text == "a long one three")
    #expect(!hand.session.hasHeldGestures)
  }

  @Test func `a gesture waits behind others though the field would take it at once by now`() {
    let hand = makeHand()
    hand.draw(Self.scratch(38, 72))
    hand.session.holdsGestures = false
    let scratched = hand.draw(Self.scratch(-3, 28))
    #expect(scratched == .ink)
    hand.draw(Self.circle(78, 132))
    expectActed(hand, deleting: [4..<8, 0..<4], selecting: 0..<5, "three")
    // And then no longer.
    let last = hand.draw(Self.scratch(-3, 52))
    #expect(last == .edit(TextEdit(0..<5, with: "")))
  }

  @Test func `no words are read while a gesture waits that comes before them`() {
    for isHeld in [false, true] {
      let hand = Hand(.row("one"))
      if isHeld {
        hand.session.holdsGestures = true
        hand.draw(Self.scratch(-3, 28))
        hand.session.holdsGestures = false
      }
      hand.word(140)
      let written = hand.session.readingOfWrittenWords(of: hand.field, at: hand.now)
      #expect((written == nil) == isHeld)
      hand.session.begin(at: Point(300, 10))
      let earlier = hand.session.readingOfWords(of: hand.field, at: hand.now)
      #expect((earlier == nil) == isHeld)
    }
  }

  @Test func `what waits behind a gesture that parts a word counts the space that this makes`() {
    let hand = makeHand()
    // Between the “w” and the “o”: the space that will be there has no width yet.
    hand.draw(line([(60, -6), (60, 26)]))
    let parted = decide(hand)
    #expect(parted == nil)
    #expect(hand.session.hasHeldGestures)
    hand.draw(Self.circle(78, 132))
    _ = decide(hand)
    hand.draw(Self.scratch(-3, 28))
    let gestures = act(hand).gestures
    let expected: [TextGesture] = [
      .edit(TextEdit(6..<6, with: " ")), .select(9..<14), .edit(TextEdit(0..<4, with: "")),
    ]
    #expect(gestures == expected)
    #expect(hand.field.text == "tw o three")
  }

  @Test func `a tap while a gesture waits is for what is seen below it`() {
    let hand = makeHand()
    hand.draw(Self.scratch(38, 72))
    hand.session.begin(at: Point(81, 10))
    let seen = act(hand).field
    #expect(hand.field.text == "one three")
    hand.now += 0.1
    let outcome = hand.session.end(at: hand.now, in: seen)
    // In front of “three”, which has moved to the left by then.
    #expect(outcome == .tap(position: 4, count: 1))
  }

  @Test func `where the sides of characters are not known a gesture that waits makes up none`() {
    // Two words of Hebrew between two of Latin letters, the second before the first.
    let text = "abc אבג דהו xyz"
    let lefts = [0, 1, 2, 3, 11, 10, 9, 8, 7, 6, 5, 11, 12, 13, 14, 15]
    let carets = lefts.map { Rect(x: Double($0) * 10, y: 0, width: 0, height: 20) }
    let hand = Hand(FieldText(text, carets: carets))
    hand.session.holdsGestures = true
    let before = TextGesture.of(Self.circle(114, 156), in: hand.field)
    #expect(before == nil)
    hand.draw(Self.scratch(-3, 28))
    #expect(hand.session.hasHeldGestures)
    let expected = hand.session.expected(hand.field)
    #expect(expected.text == "אבג דהו xyz")
    #expect(expected.sides.isEmpty && expected.carets.isEmpty)
    let gesture = TextGesture.of(Self.circle(114, 156), in: expected)
    #expect(gesture == nil)
  }

  @Test func `where the sides of characters are not known a second gesture goes, and is no text`() {
    // Three words from right to left: 80 to 110, 40 to 70 and 0 to 30.
    let carets = (0...11).map { Rect(x: 110 - 10 * Double($0), y: 0, width: 0, height: 20) }
    let hand = Hand(FieldText("אבג דהו זחט", carets: carets))
    hand.session.holdsGestures = true
    let circle = Self.circle(-6, 36)
    let alone = TextGesture.of(circle, in: hand.field)
    #expect(alone == .select(8..<11))
    hand.draw(Self.scratch(78, 112))
    #expect(hand.session.hasHeldGestures)
    hand.draw(circle)
    #expect(hand.session.mayBeGesture)
    let gesture = decide(hand)
    #expect(gesture == nil)
    #expect(hand.session.ink.isEmpty && hand.session.shownInk.count == 1)
    // Writing still waits.
    hand.word(140)
    #expect(hand.session.ink.count == 3)
    let gestures = act(hand).gestures
    #expect(gestures == [.edit(TextEdit(0..<4, with: ""))])
    #expect(hand.field.text == "דהו זחט")
  }

  @Test func `a tool that rests selects nothing while a gesture waits`() {
    let hand = makeHand()
    hand.draw(Self.scratch(38, 72))
    hand.session.begin(at: Point(95, 10))
    let rests = hand.session.rest(in: hand.field)
    #expect(!rests)
  }

  /// Draws a stroke over a text that is not known yet.
  private func drawUnseen(_ stroke: [Point], _ hand: Hand) -> ScribbleSession.Outcome {
    hand.session.begin(at: stroke[0])
    hand.session.move(to: Array(stroke.dropFirst()))
    hand.session.awaitsText = true
    hand.now += 0.3
    return hand.session.end(at: hand.now, in: FieldText(""))
  }

  @Test func `S52 a scratch over a text that is not known yet acts once it is, and once alone`() {
    let hand = Hand(.row("one two three"))
    for _ in 0..<2 {
      let outcome = drawUnseen(Self.scratch(38, 72), hand)
      #expect(outcome == .ink)
    }
    hand.session.see(hand.field)
    #expect(hand.session.ink.isEmpty)
    _ = act(hand)
    #expect(hand.field.text == "one three")
  }

  @Test
  func `S52 a circle in a text that is not known yet selects once it is, unless more is drawn`() {
    let hand = Hand(.row("one two three"))
    let circle = drawUnseen(Self.circle(38, 72), hand)
    #expect(circle == .ink && !hand.session.mayBeGesture)
    hand.session.see(hand.field)
    let gesture = decide(hand)
    #expect(gesture == .select(4..<7))
    let other = Hand(.row("one two three"))
    _ = drawUnseen(Self.circle(38, 72), other)
    _ = drawUnseen([Point(70, 0), Point(72, 12), Point(74, 24)], other)
    other.session.see(other.field)
    #expect(!other.session.mayBeGesture)
    #expect(other.session.ink.count == 2)
  }
}

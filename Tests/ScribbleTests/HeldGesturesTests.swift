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
    let held = hand.session.takeHeldGestures(in: hand.field)
    for gesture in held.gestures {
      switch gesture {
      case .edit(let edit): hand.field.apply(edit)
      case .select(let range):
        hand.field.selection = range
        hand.field.hasFocus = true
      }
    }
    return held
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
    let circled = decide(hand)
    #expect(circled == nil)
    #expect(hand.session.shownInk.count == 3)
    let gestures = act(hand).gestures
    let expected: [TextGesture] = [
      .edit(TextEdit(0..<4, with: "")), .edit(TextEdit(3..<9, with: "")), .select(0..<3),
    ]
    #expect(gestures == expected)
    #expect(hand.field.text == "two")
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

  @Test func `a tool that rests selects nothing while a gesture waits`() {
    let hand = makeHand()
    hand.draw(Self.scratch(38, 72))
    hand.session.begin(at: Point(95, 10))
    let rests = hand.session.rest(in: hand.field)
    #expect(!rests)
  }
}

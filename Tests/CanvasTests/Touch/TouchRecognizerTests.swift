import Canvas
import InkModel
import InkTestSupport
import Testing

@Suite struct TouchRecognizerTests {
  // MARK: One finger

  @Test func `S8 one finger that draws leaves ink that is settled once its grace is over`() {
    var hand = TouchHand(draws: true)
    hand.swipe(1, by: Vector(120, 40))
    #expect(hand.ink.count == 1)
    #expect(hand.steps.isEmpty && hand.effects.isEmpty)
    func settled() -> Int {
      hand.outputs.count { if case .settled = $0 { true } else { false } }
    }
    #expect(settled() == 0)
    hand.wait(0.4)
    #expect(settled() == 0)
    hand.wait(0.2)
    #expect(settled() == 1)
    #expect(hand.recognizer.deadline == nil)
  }

  @Test(arguments: [0.0, 0.05, 0.14])
  func `S81 a finger's dot is withdrawn where a second finger lands within 150 ms`(pause: Double) {
    var hand = TouchHand(draws: true)
    hand.land(0, at: Point(300, 300))
    hand.wait(pause)
    hand.land(1, at: Point(380, 300))
    #expect(hand.ink.isEmpty)
    hand.lift(0)
    hand.lift(1)
    hand.wait(1)
    #expect(hand.effects == [.undo])
  }

  @Test(arguments: [0.16, 0.5, 2])
  func `a finger beside one that has drawn for longer takes nothing from its line`(pause: Double) {
    var hand = TouchHand(draws: true)
    hand.land(0, at: Point(300, 300))
    hand.move(0, to: Point(312, 300))
    hand.wait(pause)
    hand.land(1, at: Point(380, 300))
    hand.move(1, to: Point(380, 200))
    hand.move(0, to: Point(320, 300))
    hand.lift(1)
    hand.lift(0)
    hand.wait(1)
    #expect(hand.ink.count == 1 && hand.effects.isEmpty && hand.steps.isEmpty)
  }

  @Test func `in a drawing hand two dots are two dots and a slow dot is a dot`() {
    var hand = TouchHand(draws: true)
    hand.tap(1)
    hand.wait(0.1)
    hand.tap(1)
    hand.tap(1, at: Point(500, 300), duration: 2)
    hand.wait(1)
    #expect(hand.ink.count == 3 && hand.effects.isEmpty)
  }

  @Test func `S81 two taps of a finger that moves the paper zoom, where they were`() {
    var hand = TouchHand(draws: false)
    hand.tap(1, at: Point(200, 150))
    hand.wait(0.15)
    hand.tap(1, at: Point(210, 155))
    #expect(hand.effects == [.select, .zoom])
    // Near misses: too slow, too far apart, one of them a drag.
    for (pause, second) in [(0.6, Point(200, 150)), (0.1, Point(320, 150))] {
      hand.wait(1)
      hand.forget()
      hand.tap(1, at: Point(200, 150))
      hand.wait(pause)
      hand.tap(1, at: second)
      #expect(hand.effects == [.select, .select], "\(pause) \(second)")
    }
    hand.wait(1)
    hand.forget()
    hand.tap(1, at: Point(200, 150))
    hand.swipe(1, by: Vector(30, 0), from: Point(200, 150))
    #expect(hand.effects == [.select])
  }

  @Test func `S78 a finger that rests opens the menu after half a second, unless it strays`() {
    var hand = TouchHand(draws: false)
    hand.land(0, at: Point(200, 200))
    hand.move(0, to: Point(206, 205))
    hand.wait(0.48)
    #expect(hand.effects.isEmpty)
    hand.wait(0.03)
    #expect(hand.effects == [.menu])
    hand.move(0, to: Point(300, 200))
    hand.lift(0)
    #expect(hand.effects == [.menu] && hand.steps.isEmpty)
    hand.forget()
    hand.land(0, at: Point(200, 200))
    hand.wait(0.2)
    hand.move(0, to: Point(211, 200))
    hand.wait(1)
    hand.lift(0)
    #expect(hand.effects.isEmpty)
  }

  @Test func `one finger that moves the paper moves it as far as it goes, and throws it`() {
    var hand = TouchHand(draws: false)
    hand.swipe(1, by: Vector(-90, 33))
    let offsets = hand.steps.compactMap { (s) -> Vector? in
      if case .dragged(let offset) = s { offset } else { nil }
    }
    #expect(offsets.last == Vector(-90, 33))
    guard case .ended(let velocity) = hand.steps.last else {
      Issue.record("the motion has not ended")
      return
    }
    #expect((velocity - Vector(-450, 165)).length < 30)
    // Put down before it lifts, it stays.
    hand.forget()
    hand.gesture(1, lifts: false) { _, part in Point(200 + 90 * part, 200) }
    hand.wait(0.2)
    hand.lift(0)
    guard case .ended(let still) = hand.steps.last else {
      Issue.record("of another kind")
      return
    }
    #expect(still == .zero)
  }

  // MARK: One finger on what is selected

  private func holdingHand(draws: Bool) -> TouchHand {
    var hand = TouchHand(draws: draws)
    hand.recognizer.settings.fingerHolds = true
    return hand
  }

  @Test(arguments: [true, false])
  func `S78 a finger that rests on what is selected opens the menu, and holds nothing any more`(
    draws: Bool
  ) {
    var hand = holdingHand(draws: draws)
    hand.land(0, at: Point(300, 300))
    // It has hold of the selection at once.
    #expect(hand.ink.count == 1)
    hand.move(0, to: Point(304, 303))
    hand.wait(0.48)
    #expect(hand.effects.isEmpty)
    hand.wait(0.03)
    #expect(hand.effects == [.menu] && hand.ink.isEmpty)
    hand.move(0, to: Point(400, 300))
    hand.lift(0)
    hand.wait(1)
    #expect(hand.effects == [.menu] && hand.ink.isEmpty && hand.steps.isEmpty)
  }

  @Test(arguments: [true, false])
  func `S76 a finger that drags what is selected goes on to, however long it pauses`(draws: Bool) {
    var hand = holdingHand(draws: draws)
    hand.land(0, at: Point(300, 300))
    hand.wait(0.02)
    hand.move(0, to: Point(309, 300))
    hand.wait(2)
    hand.move(0, to: Point(301, 300))
    hand.wait(2)
    hand.lift(0)
    #expect(hand.effects.isEmpty && hand.ink.count == 1 && hand.steps.isEmpty)
    // Two drags one after the other are no two taps.
    hand.swipe(1, by: Vector(30, 0), from: Point(300, 300))
    hand.tap(1, at: Point(300, 300))
    #expect(hand.effects.isEmpty && hand.ink.count == 3)
  }

  @Test(arguments: [true, false])
  func `S81 two taps on what is selected zoom, and the second does nothing to it`(draws: Bool) {
    var hand = holdingHand(draws: draws)
    hand.tap(1, at: Point(300, 300))
    hand.wait(0.15)
    hand.tap(1, at: Point(306, 303))
    #expect(hand.effects == [.zoom] && hand.ink.count == 1)
    hand.forget()
    hand.tap(1, at: Point(300, 300))
    hand.wait(0.6)
    hand.tap(1, at: Point(300, 300))
    #expect(hand.effects.isEmpty && hand.ink.count == 2)
  }

  @Test func `S66 the second of two fingers may take its time on what is selected`() {
    var hand = holdingHand(draws: true)
    hand.land(0, at: Point(300, 300))
    hand.wait(0.3)
    hand.land(1, at: Point(380, 300))
    #expect(hand.ink.isEmpty)
    for i in 1...10 {
      hand.wait(0.02)
      hand.move(1, to: Point(380 + Double(i) * 6, 300))
    }
    hand.lift(1)
    hand.lift(0)
    #expect(hand.steps.contains { if case .pinched = $0 { true } else { false } })
    #expect(hand.effects.isEmpty)
  }

  // MARK: Two fingers

  @Test(arguments: [true, false])
  func `two fingers move the view in either mode, and what they hold is told exactly`(
    draws: Bool
  ) {
    var hand = TouchHand(draws: draws)
    hand.squeeze(2, from: 80, to: 160, turn: 0.6)
    #expect(hand.ink.isEmpty && hand.effects.isEmpty)
    #expect(hand.steps.count(where: \.isBegin) == hand.steps.count(where: \.isEnd))
    let last = hand.steps.last {
      if case .pinched = $0 { true } else { false }
    }
    guard case .pinched(let from, let to) = last else {
      Issue.record("no pinch")
      return
    }
    #expect(from.0 == Point(480, 300) && from.1.distance(to: Point(320, 300)) < 1e-9)
    #expect(to.0.distance(to: to.1) > 319.9)
  }

  @Test func `when one of two fingers lifts the other keeps hold of the paper`() {
    var hand = TouchHand(draws: true)
    hand.gesture(2, lifts: false) { f, part in Point(300 + 100 * Double(f), 300 + 50 * part) }
    hand.lift(1)
    hand.move(0, to: Point(330, 350))
    hand.lift(0)
    let offsets = hand.steps.compactMap { (s) -> Vector? in
      if case .dragged(let offset) = s { offset } else { nil }
    }
    #expect(offsets == [Vector(30, 0)])
    #expect(hand.ink.isEmpty && hand.effects.isEmpty)
  }

  @Test func `two fingers that roll as they tap undo, and leave the view as it was`() {
    var hand = TouchHand(draws: true)
    hand.gesture(2, moving: 0.1) { f, part in Point(300 + 70 * Double(f) + 11 * part, 300) }
    #expect(hand.effects == [.undo])
    #expect(hand.steps.first?.isBegin == true && hand.steps.last?.isRestored == true)
  }

  @Test func `a finger draws beside the hand that rests, which leaves nothing`() {
    var hand = TouchHand(draws: true)
    hand.land(0, at: Point(600, 500))
    hand.wait(0.8)
    hand.move(0, to: Point(603, 501))
    hand.land(1, at: Point(300, 300))
    for i in 1...20 {
      hand.wait(0.01)
      hand.move(1, to: Point(300 + 5 * Double(i), 300))
      hand.move(0, to: Point(603, 501 + 3 * Double(i)))
    }
    hand.lift(1)
    hand.wait(1)
    hand.lift(0)
    #expect(hand.ink.count == 1)
    let moves = hand.outputs.count {
      if case .ink(.move(let contact, _, _)) = $0 { hand.ink.contains(contact) } else { false }
    }
    #expect(moves == 21)
  }

  @Test func `near misses of a tap with two fingers undo nothing`() {
    // Held too long; strayed; one drew already; one lifted and came again.
    var hand = TouchHand(draws: false)
    hand.tap(2, duration: 0.4)
    hand.wait(1)
    hand.gesture(2) { f, part in Point(300 + 70 * Double(f) + 18 * part, 300) }
    hand.wait(1)
    // Slow, though it did not go far.
    hand.gesture(2, moving: 0.5) { f, part in Point(300 + 70 * Double(f) + 9 * part, 300) }
    hand.wait(1)
    hand.land(0, at: Point(300, 300))
    hand.wait(0.02)
    hand.land(1, at: Point(370, 300))
    hand.lift(0)
    hand.wait(0.02)
    hand.land(0, at: Point(300, 300))
    hand.lift(1)
    hand.lift(0)
    hand.wait(1)
    #expect(hand.effects.isEmpty)
    #expect(!hand.recognizer.isTouched)
  }

  // MARK: Three fingers

  @Test func `S82 three fingers that swipe undo to the left and redo to the right`() {
    for (offset, effect) in [(Vector(-150, 20), Gesture.Effect.undo), (Vector(150, -30), .redo)] {
      for draws in [true, false] {
        var hand = TouchHand(draws: draws)
        hand.swipe(3, by: offset)
        #expect(hand.effects == [effect])
        let values = hand.progresses
        #expect(values.last == .some(nil))
        #expect(values.compactMap { $0?.value }.max() == 1)
        #expect(values.compactMap { $0 }.allSatisfy { $0.effect == effect })
        #expect(hand.ink.isEmpty && hand.steps.allSatisfy { $0.isBegin || $0.isEnd })
      }
    }
  }

  @Test func `S71 a swipe of three fingers fills step by step and is taken back by going back`() {
    var hand = TouchHand(draws: true)
    let row = TouchHand.row(3, at: Point(500, 300))
    hand.gesture(3) { f, part in
      row[f] + Vector(-260 * (part < 0.5 ? part : 1 - part), 0)
    }
    #expect(hand.effects.isEmpty)
    let values = hand.progresses.compactMap { $0?.value }
    #expect(values.contains(1) && values.count > 10)
    #expect(hand.progresses.last == .some(nil))
    // As near misses: too short, and up.
    for offset in [Vector(-70, 0), Vector(-40, -150)] {
      hand.forget()
      hand.swipe(3, by: offset)
      #expect(hand.effects.isEmpty)
    }
  }

  @Test func `S84 three fingers copy by pinching in and paste by spreading`() {
    for (from, to, effects) in [
      (120.0, 60.0, [Gesture.Effect.copy]), (60, 120, [.paste]), (100, 85, []), (80, 100, []),
    ] {
      var hand = TouchHand(draws: true)
      hand.squeeze(3, from: from, to: to)
      #expect(hand.effects == effects)
      #expect(hand.ink.isEmpty)
    }
  }

  @Test(arguments: [1, 2, 3, 7])
  func `a swipe so fast that it is told in a few leaps is no pinch`(leaps: Int) {
    var hand = TouchHand(draws: true)
    let row = TouchHand.row(3, at: Point(600, 300))
    for f in 0..<3 { hand.land(f, at: row[f]) }
    for i in 1...leaps {
      hand.wait(0.016)
      for f in 0..<3 { hand.move(f, to: row[f] + Vector(-210 * Double(i) / Double(leaps), 6)) }
    }
    hand.wait(0.01)
    for f in 0..<3 { hand.lift(f) }
    #expect(hand.effects == [.undo])
  }

  @Test func `three fingers tap for redo, within the time of a tap`() {
    var hand = TouchHand(draws: true)
    hand.tap(3)
    #expect(hand.effects == [.redo])
    hand.wait(1)
    hand.tap(3, duration: 0.5)
    #expect(hand.effects == [.redo])
  }

  @Test func `a view that two fingers began to move goes back where a third lands soon`() {
    var hand = TouchHand(draws: false)
    hand.land(0, at: Point(300, 300))
    hand.land(1, at: Point(360, 300))
    hand.wait(0.05)
    hand.move(0, to: Point(288, 300))
    #expect(hand.steps.count == 2)
    hand.wait(0.05)
    hand.land(2, at: Point(420, 300))
    #expect(hand.steps.last?.isRestored == true)
    for i in 1...10 {
      hand.wait(0.02)
      for f in 0..<3 { hand.move(f, to: Point(300 + 60 * Double(f) - 15 * Double(i), 300)) }
    }
    for f in 0..<3 { hand.lift(f) }
    #expect(hand.effects == [.undo])
  }

  // MARK: What belongs to others

  @Test(arguments: [true, false])
  func `S83 with a fourth finger everything is taken back and nothing more means anything`(
    draws: Bool
  ) {
    var hand = TouchHand(draws: draws)
    hand.swipe(4, by: Vector(-200, 0))
    #expect(hand.ink.isEmpty && hand.effects.isEmpty)
    #expect(hand.steps.allSatisfy { $0.isBegin || $0.isRestored })
    #expect(hand.recognizer.isTouched == false)
    hand.tap(2)
    #expect(hand.effects == [.undo])
  }

  @Test func `S73 S80 a touch from the screen's edge is none of ours`() {
    var hand = TouchHand(draws: true)
    hand.recognizer.settings.field = Rect(x: 16, y: -100, width: 768, height: 684)
    for (from, offset) in [
      (Point(5, 300), Vector(300, 0)), (Point(795, 300), Vector(-300, 0)),
      (Point(400, 590), Vector(0, -300)),
    ] {
      hand.swipe(1, by: offset, from: from)
      hand.wait(1)
      #expect(hand.outputs.isEmpty)
    }
    // A hand that holds the tablet by its edge makes no pair of a drawing finger.
    hand.land(7, at: Point(4, 200))
    hand.swipe(1, by: Vector(100, 0))
    #expect(hand.ink.count == 1 && hand.steps.isEmpty)
  }

  @Test func `a contact as broad as a palm is none, from the start or once it rolls down`() {
    var hand = TouchHand(draws: true)
    hand.land(0, at: Point(300, 300), size: 120)
    hand.move(0, to: Point(320, 300), size: 130)
    hand.lift(0)
    #expect(hand.outputs.isEmpty)
    hand.land(0, at: Point(300, 300), size: 40)
    hand.wait(0.3)
    hand.move(0, to: Point(305, 300), size: 140)
    hand.lift(0)
    hand.wait(1)
    #expect(hand.ink.isEmpty && hand.effects.isEmpty)
  }

  @Test func `S87 two fingers of the other hand pan beside the pen, where that is wanted`() {
    for isWanted in [false, true] {
      var hand = TouchHand(draws: false)
      hand.recognizer.settings.pansBesidePen = isWanted
      hand.penHovers(at: Point(900, 500))
      let row = TouchHand.row(2, at: Point(200, 200))
      for f in 0..<2 { hand.land(f, at: row[f]) }
      for i in 1...20 {
        hand.wait(0.01)
        hand.penHovers(at: Point(900 + Double(i), 500))
        for f in 0..<2 { hand.move(f, to: row[f] + Vector(0, 3) * Double(i)) }
      }
      for f in 0..<2 { hand.lift(f) }
      let offsets = hand.steps.compactMap { (s) -> Vector? in
        if case .dragged(let offset) = s { offset } else { nil }
      }
      #expect(offsets.last == (isWanted ? Vector(0, 60) : nil))
      // The pen's own hand is never meant.
      hand.forget()
      hand.penHovers(at: Point(300, 250))
      hand.swipe(2, by: Vector(0, 80), from: Point(330, 330))
      hand.tap(2, at: Point(330, 330))
      #expect(hand.outputs.isEmpty)
    }
  }
}

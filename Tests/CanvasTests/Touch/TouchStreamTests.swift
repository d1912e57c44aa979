import Canvas
import InkModel
import InkTestSupport
import Testing

/// What holds for any stream of touches, however mad.
@Suite struct TouchStreamTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `whatever fingers and pens do, all that begins ends once and nothing stays`(
    seed: UInt64
  ) {
    var g = SeededGenerator(seed: seed)
    var hand = TouchHand(draws: .random(using: &g))
    hand.recognizer.settings.pansBesidePen = .random(using: &g)
    func position() -> Point {
      Point(.random(in: 0...1200, using: &g), .random(in: 0...800, using: &g))
    }
    for _ in 0..<200 {
      switch Int.random(in: 0..<14, using: &g) {
      case 0...2:
        let finger = Int.random(in: 0..<5, using: &g)
        if hand.down[finger] == nil {
          hand.land(finger, at: position(), size: g.once(in: 6) ? 120 : nil)
        }
      case 3...7:
        if let finger = hand.down.keys.sorted().randomElement(using: &g), let p = hand.down[finger]
        {
          let reach = g.once(in: 3) ? 120.0 : 8
          hand.move(
            finger,
            to: p
              + Vector(
                .random(in: -reach...reach, using: &g), .random(in: -reach...reach, using: &g)))
        }
      case 8...9:
        if let finger = hand.down.keys.sorted().randomElement(using: &g) { hand.lift(finger) }
      case 10: hand.wait(.random(in: 0...0.7, using: &g))
      case 11:
        if g.once(in: 4) { hand.penHovers(at: position()) } else { hand.penLeaves() }
      case 12: if g.once(in: 6) { hand.cancel() }
      default: if g.once(in: 10) { hand.lose() }
      }
      hand.wait(.random(in: 0...0.03, using: &g))
    }
    for finger in hand.down.keys.sorted() { hand.lift(finger) }
    hand.wait(1)

    var open: Set<ContactID> = []
    var held: Set<ContactID> = []
    var isMoving = false
    var progress = false
    for output in hand.outputs {
      switch output {
      case .ink(.down(let contact, _)):
        #expect(open.isEmpty && !held.contains(contact) && !isMoving)
        open.insert(contact)
      case .ink(.move(let contact, _, _)): #expect(open.contains(contact))
      case .ink(.up(let contact, _)):
        #expect(open.remove(contact) != nil)
        held.insert(contact)
      case .ink(.lost(let contact)): #expect(open.remove(contact) != nil)
      case .ink(.cancelled(let contact)):
        #expect(open.remove(contact) ?? held.remove(contact) != nil)
      case .settled(let contact): #expect(held.remove(contact) != nil)
      case .view(.began):
        #expect(!isMoving && open.isEmpty)
        isMoving = true
      case .view(.dragged), .view(.pinched): #expect(isMoving)
      case .view(.ended), .view(.restored):
        #expect(isMoving)
        isMoving = false
      case .progress(let now): progress = now != nil
      case .gesture, .stopped: break
      }
    }
    #expect(open.isEmpty && held.isEmpty && !isMoving && !progress)
    #expect(!hand.recognizer.isTouched && !hand.recognizer.isRefusing)
    #expect(hand.recognizer.deadline == nil)
    // And the next gesture is understood as ever.
    hand.pen = PalmRule()
    hand.forget()
    hand.tap(2)
    #expect(hand.effects == [.undo])
  }

  @Test(arguments: [true, false], [1, 2, 3])
  func `cancelled at any point a gesture leaves nothing half done`(draws: Bool, fingers: Int) {
    let row = TouchHand.row(fingers, at: Point(400, 300))
    for stop in 0...30 {
      var hand = TouchHand(draws: draws)
      var events = 0
      for f in 0..<fingers where events < stop {
        hand.land(f, at: row[f])
        hand.wait(0.01)
        events += 1
      }
      while events < stop {
        hand.wait(0.008)
        for f in 0..<fingers { hand.move(f, to: row[f] + Vector(-6, 1) * Double(events)) }
        events += 1
      }
      hand.cancel()
      hand.wait(1)
      #expect(hand.ink.isEmpty && hand.effects.isEmpty)
      if let last = hand.steps.last { #expect(last.isRestored) }
      #expect(hand.progresses.isEmpty || hand.progresses.last == .some(nil))
      #expect(!hand.recognizer.isTouched)
    }
  }

  @Test(arguments: Array(Gesture.all.filter { $0.surface == .screen }))
  func `S69 every gesture of the table does what the table says, and nothing else`(
    gesture: Gesture
  ) {
    var hand = TouchHand(draws: gesture.effect == .draw)
    switch gesture.movement {
    case .tap: hand.tap(gesture.fingers)
    case .doubleTap:
      hand.tap(gesture.fingers)
      hand.wait(0.1)
      hand.tap(gesture.fingers)
    case .hold: hand.tap(gesture.fingers, duration: 0.8)
    case .drag: hand.swipe(gesture.fingers, by: Vector(90, 60))
    case .pinch: hand.squeeze(gesture.fingers, from: 60, to: 130, turn: 0.5)
    case .swipeLeft: hand.swipe(gesture.fingers, by: Vector(-160, 10))
    case .swipeRight: hand.swipe(gesture.fingers, by: Vector(160, 10))
    case .pinchIn: hand.squeeze(gesture.fingers, from: 120, to: 60)
    case .pinchOut: hand.squeeze(gesture.fingers, from: 60, to: 120)
    }
    hand.wait(1)
    switch gesture.effect {
    case .draw: #expect(hand.ink.count == 1 && hand.steps.isEmpty && hand.effects.isEmpty)
    case .pan, .moveView:
      #expect(hand.steps.count > 3 && hand.ink.isEmpty && hand.effects.isEmpty)
    case .zoom: #expect(hand.effects == [.select, .zoom] && hand.steps.isEmpty)
    default: #expect(hand.effects == [gesture.effect] && hand.steps.isEmpty && hand.ink.isEmpty)
    }
  }

  @Test func `the table tells of every effect and of no two gestures that are done alike`() {
    #expect(Set(Gesture.all.map(\.effect)) == Set(Gesture.Effect.allCases))
    struct Shape: Hashable {
      var surface: Gesture.Surface
      var fingers: Int
      var movement: Gesture.Movement
      var draws: Bool
    }
    let shapes = Gesture.all.map {
      Shape(
        surface: $0.surface, fingers: $0.fingers, movement: $0.movement, draws: $0.effect == .draw)
    }
    #expect(Set(shapes).count == shapes.count)
  }

  /// S69: how often one gesture is taken for another, hands being what they are.
  @Test func `S69 of a thousand gestures by a trembling hand less than ten are mistaken`() {
    var g = SeededGenerator(seed: 7)
    var mistakes = 0
    let gestures = Gesture.all.filter {
      $0.surface == .screen && $0.effect != .draw && $0.fingers > 1
    }
    for i in 0..<1000 {
      let gesture = gestures[i % gestures.count]
      var hand = TouchHand(draws: .random(using: &g))
      let n = gesture.fingers
      func shake() -> Vector {
        Vector(.random(in: -1.5...1.5, using: &g), .random(in: -1.5...1.5, using: &g))
      }
      let center = Point(.random(in: 250...700, using: &g), .random(in: 200...500, using: &g))
      let tilt = Double.random(in: -0.4...0.4, using: &g)
      let size = Double.random(in: 0.8...1.3, using: &g)
      let starts = (0..<n).map {
        center + Vector(angle: tilt + Double($0) * 2 * .pi / Double(n)) * 70
      }
      let offset = Vector(angle: .random(in: -0.3...0.3, using: &g)) * (170 * size)
      let landing = Double.random(in: 0...0.03, using: &g)
      let time =
        gesture.movement == .tap
        ? Double.random(in: 0.04...0.14, using: &g) : .random(in: 0.12...0.5, using: &g)
      hand.gesture(n, landing: landing, moving: time, lifting: .random(in: 0...0.03, using: &g)) {
        f, part in
        let arm = starts[f] - center
        switch gesture.movement {
        case .swipeLeft: return starts[f] - offset * part + shake()
        case .swipeRight: return starts[f] + offset * part + shake()
        case .pinchIn: return center + arm * (1 - 0.5 * part) + shake()
        case .pinchOut: return center + arm * (1 + 0.8 * part) + shake()
        case .pinch: return center + arm * (1 + 0.7 * part) + offset * (part * 0.4) + shake()
        default: return starts[f] + shake()
        }
      }
      hand.wait(1)
      let isRight =
        gesture.effect == .moveView
        ? hand.effects.isEmpty && hand.steps.count > 3
        : hand.effects == [gesture.effect] && hand.steps.allSatisfy { $0.isBegin || $0.isRestored }
      if !isRight || !hand.ink.isEmpty { mistakes += 1 }
    }
    #expect(mistakes < 10)
  }
}

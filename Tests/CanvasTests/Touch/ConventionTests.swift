import Canvas
import InkModel
import Testing

/// The app's gestures beside those of the desktops, and of the apps, that people know.
@Suite struct ConventionTests {
  @Test func `S65 what a desktop takes for itself is ours only where both may have it`() {
    let taken = Set(PlatformGesture.ofDesktops.map(\.shape))
    let both = Set(Gesture.all.map(\.shape)).intersection(taken)
    #expect(both == PlatformGesture.shared)
    // Each of the desktops was asked.
    #expect(
      Set(PlatformGesture.ofDesktops.map(\.source)).isSuperset(of: [
        .gnomeHelp, .gnomeShell, .kwin,
      ]))
    // Four fingers are always the desktop's.
    #expect(Gesture.all.allSatisfy { $0.fingers <= 3 })
  }

  @Test func `S65 what both may have can be done otherwise where the desktop has it`() {
    // By another gesture, which no desktop takes; copying and pasting by menu and keys, as S69 has it for all.
    let taken = Set(PlatformGesture.ofDesktops.map(\.shape))
    for gesture in Gesture.all where PlatformGesture.shared.contains(gesture.shape) {
      guard gesture.effect != .copy else { continue }
      #expect(
        Gesture.all.contains { $0.effect == gesture.effect && !taken.contains($0.shape) },
        "\(gesture)")
    }
  }

  @Test(arguments: [(-1.0, 0.0), (1, 0), (0, 0)])
  func `S65 three fingers that the desktop takes at any moment leave nothing behind`(
    direction: (Double, Double)
  ) {
    let row = TouchHand.row(3, at: Point(400, 300))
    for stop in 1...20 {
      var hand = TouchHand(draws: stop % 2 == 0)
      for f in 0..<3 {
        hand.land(f, at: row[f])
        hand.wait(0.01)
      }
      for step in 1...stop {
        hand.wait(0.008)
        for f in 0..<3 {
          let inward = direction.0 == 0 ? Point(400, 300) - row[f] : .zero
          // Short of the distance at which the app itself would have acted.
          hand.move(
            f,
            to: row[f] + Vector(direction.0, direction.1) * (Double(step) * 5)
              + inward * (Double(step) * 0.015))
        }
      }
      hand.cancel()
      hand.wait(1)
      #expect(hand.effects.isEmpty && hand.ink.isEmpty, "after \(stop) steps")
      if let last = hand.steps.last { #expect(last.isRestored) }
      hand.forget()
      hand.tap(2)
      #expect(hand.effects == [.undo], "the next gesture")
    }
  }

  @Test(arguments: Gesture.all)
  func `S67 S68 what a gesture does is written of in the conventions of others`(gesture: Gesture) {
    let told = PlatformGesture.ofApps.filter { $0.shape == gesture.shape }
    #expect(
      told.contains { $0.effects.contains(gesture.effect) },
      "found only here: \(gesture); elsewhere \(told)")
  }

  @Test func `S67 no familiar gesture of apps means anything else here`() {
    for known in PlatformGesture.ofApps {
      let ours = Gesture.all.filter { $0.shape == known.shape }
      let meanings = PlatformGesture.ofApps.filter { $0.shape == known.shape }.map(\.effects)
      for gesture in ours {
        #expect(meanings.contains { $0.contains(gesture.effect) }, "\(gesture) against \(known)")
      }
    }
  }

  @Test func `S68 a standard action has the gesture that people know for it`() {
    // Each action that a convention tells of has one of the gestures that are told for it.
    let actions = Set(PlatformGesture.ofApps.flatMap(\.effects))
    #expect(actions == Set(Gesture.Effect.allCases))
    for action in actions {
      let known = Set(PlatformGesture.ofApps.filter { $0.effects.contains(action) }.map(\.shape))
      let ours = Set(Gesture.all.filter { $0.effect == action }.map(\.shape))
      #expect(!ours.isEmpty && ours.isSubset(of: known), "\(action): \(ours.subtracting(known))")
    }
  }
}

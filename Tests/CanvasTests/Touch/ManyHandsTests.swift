import Canvas
import InkModel
import InkTestSupport
import RecordedGestures
import Testing

/// Gestures by hands of many kinds, which ``ModelHand`` makes: how often one is taken for another.
@Suite struct ManyHandsTests {
  private static let gestures = Gesture.all.filter { $0.surface == .screen }

  private func hand(for gesture: Gesture, _ random: inout SeededGenerator) -> TouchHand {
    TouchHand(draws: gesture.fingers == 1 ? gesture.effect == .draw : .random(using: &random))
  }

  @Test(arguments: ModelHand.all)
  func `S69 in each of many hands less than one gesture in a hundred is taken for another`(
    person: ModelHand
  ) {
    var random = SeededGenerator(seed: 65)
    var confusions: [String: Int] = [:]
    var mistakes = 0
    let each = 100
    for gesture in Self.gestures {
      for _ in 0..<each {
        var hand = hand(for: gesture, &random)
        person.perform(gesture, on: &hand, using: &random)
        hand.wait(1)
        let got = hand.outputs.taken
        guard got != gesture.expected else { continue }
        mistakes += 1
        confusions["\(gesture.fingers) \(gesture.movement.rawValue) → \(got)", default: 0] += 1
      }
    }
    #expect(mistakes * 100 < Self.gestures.count * each, "\(person): \(confusions)")
  }

  @Test(arguments: ModelHand.all)
  func `S69 a finger that the screen loses for a moment makes no gesture another's`(
    person: ModelHand
  ) {
    var random = SeededGenerator(seed: 69)
    var confusions: [String: Int] = [:]
    var count = 0
    // What would change the drawing, its history or the clipboard, or leave ink.
    let harmful = ["undo", "redo", "copy", "paste", "ink"]
    for gesture in Self.gestures where gesture.fingers > 1 && gesture.movement != .tap {
      for _ in 0..<50 {
        var hand = hand(for: gesture, &random)
        person.perform(gesture, on: &hand, loses: true, using: &random)
        hand.wait(1)
        count += 1
        let got = hand.outputs.taken
        guard got != gesture.expected, harmful.contains(where: got.contains) else { continue }
        confusions["\(gesture.fingers) \(gesture.movement.rawValue) → \(got)", default: 0] += 1
      }
    }
    let mistakes = confusions.values.reduce(0, +)
    #expect(mistakes * 100 < count, "\(person): \(confusions)")
  }
}

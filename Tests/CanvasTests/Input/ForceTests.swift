import Canvas
import InkModel
import InkTestSupport
import Testing

/// Force changes what ink paints, and is never a command.
@Suite struct ForceTests {
  /// What a session is in but for the appearance of its ink.
  private struct Outcome: Equatable {
    var strokes: Int
    var position: Int
    var samples: [Int]
    var picker: String
    var viewport: String
  }

  /// Draws strokes that a seed says, each with forces of its own, and tells what came of them.
  private func outcome(seed: UInt64, force: (Int) -> Float) -> Outcome {
    var generator = InkTestSupport.SeededGenerator(seed: seed)
    let b = Bench()
    let contact = ContactID(StylusTool(.pen))
    var samples: [Int] = []
    for _ in 0..<12 {
      var p = Point(
        .random(in: 50...700, using: &generator), .random(in: 50...500, using: &generator))
      let count = Int.random(in: 1...40, using: &generator)
      let path = (0..<count).map { i -> StylusSample in
        p =
          p + Vector(.random(in: -9...9, using: &generator), .random(in: -9...9, using: &generator))
        return StylusSample(position: p, time: Double(i) / 240, force: force(i))
      }
      b.handle(.down(contact, tip: path[0]))
      for sample in path { b.handle(.move(contact, settled: [sample], tip: nil)) }
      b.handle(.up(contact, settled: []))
      samples.append(count)
    }
    for case .commit(_, let edit) in b.told {
      samples += edit.contents.map(\.samples.count)
    }
    return Outcome(
      strokes: b.strokes, position: b.session.history.position, samples: samples,
      picker: b.session.picker.text, viewport: "\(b.session.viewport.widgetFromCanvas)")
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `S17 however hard the pen presses, no more comes of it than ink`(seed: UInt64) {
    let usual = outcome(seed: seed) { _ in 0.5 }
    #expect(usual.strokes == 12 && usual.position == 12)
    #expect(outcome(seed: seed) { _ in 0.001 } == usual, "hardly")
    #expect(outcome(seed: seed) { _ in 1 } == usual, "as hard as can be")
    #expect(outcome(seed: seed) { $0 % 2 == 0 ? 1 : 0.01 } == usual, "hard and soft by turns")
    #expect(outcome(seed: seed) { Float($0) / 40 } == usual, "ever harder")
  }
}

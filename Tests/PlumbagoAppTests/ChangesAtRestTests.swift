import Testing

@testable import PlumbagoApp

/// Changes of a drawing that come from beside the paper.
@MainActor
@Suite struct ChangesAtRestTests {
  /// Somebody who may be drawing, and what was changed, in its order.
  private final class Hand {
    var isDrawing = false
    var made: [Int] = []
  }

  private func changes(of hand: Hand) -> ChangesAtRest {
    ChangesAtRest { hand.isDrawing }
  }

  @Test func `a change is made at once where nobody draws`() {
    let hand = Hand()
    let changes = changes(of: hand)
    for i in 0..<3 {
      changes.make { hand.made.append(i) }
      #expect(hand.made == Array(0...i))
    }
  }

  @Test func `no change is made while somebody draws, and all in order as a drawing closes`() {
    let hand = Hand()
    let changes = changes(of: hand)
    hand.isDrawing = true
    for i in 0..<3 { changes.make { hand.made.append(i) } }
    #expect(hand.made.isEmpty)
    changes.makeNow()
    #expect(hand.made == [0, 1, 2])
    changes.makeNow()
    #expect(hand.made == [0, 1, 2])
  }

  @Test func `a change that comes once nobody draws any more comes behind those that wait`() {
    let hand = Hand()
    let changes = changes(of: hand)
    hand.isDrawing = true
    changes.make { hand.made.append(0) }
    hand.isDrawing = false
    changes.make { hand.made.append(1) }
    #expect(hand.made == [0, 1])
  }

  @Test func `a change that asks for another one has that made, too`() {
    let hand = Hand()
    let changes = changes(of: hand)
    hand.isDrawing = true
    changes.make {
      hand.made.append(0)
      changes.make { hand.made.append(1) }
    }
    changes.makeNow()
    hand.isDrawing = false
    changes.make { hand.made.append(2) }
    #expect(hand.made == [0, 1, 2])
  }
}

import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// A line of light that fades, and leaves nothing.
@Suite struct LaserTests {
  /// A clock that tests set.
  private final class Hand: @unchecked Sendable {
    var time = 100.0
    var clock: MonotonicClock { MonotonicClock { self.time } }
  }

  private func bench() -> (b: Bench, hand: Hand) {
    let (b, hand) = (Bench(), Hand())
    b.session.clock = hand.clock
    b.session.fingersAreProvisional = true
    b.session.picker.select(.laser)
    return (b, hand)
  }

  private func sample(_ x: Double) -> StylusSample {
    StylusSample(position: Point(x, 100), time: 0, force: 0.5)
  }

  private func point(_ b: Bench, _ hand: Hand, _ contact: ContactID, lifts: Bool = true) {
    b.handle(.down(contact, tip: sample(100)))
    for x in stride(from: 105.0, through: 200, by: 5) {
      hand.time += 0.004
      b.handle(.move(contact, settled: [sample(x)], tip: nil))
    }
    if lifts { b.handle(.up(contact, settled: [])) }
  }

  @Test(arguments: [StylusTool(.pen), .finger, .mouse])
  func `it glows where it was and is gone within a second and a half`(tool: StylusTool) {
    let (b, hand) = bench()
    let contact = ContactID(tool, sequence: 1)
    point(b, hand, contact)
    #expect(b.session.trails.count == 1)
    #expect(b.session.trails.first?.samples.last?.position == Point(200, 100))
    hand.time += 0.5
    b.session.expireTrails()
    let trail = b.session.trails.first
    #expect(trail.map { $0.strength($0.samples.count - 1, at: hand.time) > 0.3 } ?? false)
    hand.time += 1
    b.session.expireTrails()
    #expect(b.session.trails.isEmpty)
  }

  @Test func `it leaves nothing: no step, no element, no command, and the redo branch is there`() {
    let (b, hand) = bench()
    b.session.picker.select(.brush("pen"))
    b.line(300)
    b.line(340)
    b.take(b.session.undo())
    let (told, elements) = (b.told.count, b.session.drawing.elements.map(\.id))
    b.session.picker.select(.laser)
    for contact in [ContactID(StylusTool(.pen)), ContactID(.finger, sequence: 2)] {
      point(b, hand, contact)
    }
    b.take(b.session.settleAll())
    #expect(b.told.count == told && b.session.drawing.elements.map(\.id) == elements)
    #expect(b.session.history.redoLabel == .draw && b.session.undoLabel == .draw)
    #expect(b.session.wet.isEmpty && b.session.provisional.isEmpty && !b.session.isBusy)
    b.take(b.session.selectAll())
    #expect(b.session.selection?.elements.count == 1)
  }

  @Test func `while the contact is down its tip shines on, and nothing of what is gone is kept`() {
    let (b, hand) = bench()
    let pen = ContactID(StylusTool(.pen))
    point(b, hand, pen, lifts: false)
    hand.time += 5
    b.session.expireTrails()
    let trail = b.session.trails.first
    #expect(trail.map { $0.strength($0.samples.count - 1, at: hand.time) } == 1)
    #expect((trail?.samples.count ?? 0) <= 2)
    b.handle(.up(pen, settled: []))
    hand.time += 1.5
    b.session.expireTrails()
    #expect(b.session.trails.isEmpty)
  }

  @Test func `a palm's light goes at once, and a drawing that is read-only may be pointed at`() {
    let (b, hand) = bench()
    b.session.isReadOnly = true
    let finger = ContactID(.finger, sequence: 1)
    point(b, hand, finger, lifts: false)
    #expect(b.session.trails.count == 1)
    b.handle(.cancelled(finger))
    #expect(b.session.trails.isEmpty)
  }
}

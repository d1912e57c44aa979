import Canvas
import InkModel
import InkTestSupport
import Testing

/// What is asked of a person whose gestures are recorded, and what is kept of it.
@Suite struct GestureRecorderTests {
  private func recorder(times: Int = 2) -> GestureRecorder {
    var random = SeededGenerator(seed: 7)
    return GestureRecorder(times: times, using: &random)
  }

  /// A finger comes down at a time and lifts a tenth of a second later.
  private func tap(_ recorder: inout GestureRecorder, _ number: UInt, at time: Double) {
    recorder.handle(.began(TouchID(number), TouchPoint(Point(10, 20), time: time)))
    recorder.handle(.ended(TouchID(number), time: time + 0.1))
  }

  @Test func `each gesture is asked for as often as the others, in an order that is shuffled`() {
    let recorder = recorder(times: 10)
    #expect(recorder.order.count == 110)
    for gesture in GestureRecording.asked {
      #expect(recorder.order.count { $0 == gesture } == 10)
    }
    // In an order that can be foreseen people prepare the next one.
    let runs = zip(recorder.order, recorder.order.dropFirst()).count { $0 != $1 }
    #expect(runs > 60)
    #expect(recorder.asked == recorder.order.first)
  }

  @Test func `a gesture is kept once the fingers have rested, with both taps of a double tap`()
    throws
  {
    var recorder = recorder()
    #expect(recorder.deadline == nil && !recorder.canRepeat)
    tap(&recorder, 1, at: 50)
    recorder.advance(to: 50.4)
    tap(&recorder, 2, at: 50.4)
    let deadline = try #require(recorder.deadline)
    #expect(abs(deadline - 51.3) < 1e-9)
    recorder.advance(to: 51.2)
    #expect(recorder.takes.isEmpty)
    recorder.advance(to: 51.4)
    #expect(recorder.takes.map(\.gesture) == [recorder.order[0]])
    let events: [GestureRecording.Event] = [
      .init(.began, 1, 0, at: Point(10, 20)), .init(.ended, 1, 100),
      .init(.began, 2, 400, at: Point(10, 20)), .init(.ended, 2, 500),
    ]
    #expect(recorder.takes.first?.events == events)
    #expect(recorder.asked == recorder.order[1] && recorder.deadline == nil)
    // The next touch tells as well that time has passed.
    tap(&recorder, 3, at: 60)
    tap(&recorder, 4, at: 70)
    #expect(recorder.takes.count == 2)
  }

  @Test func `positions are kept in hundredths of a point and times in tenths of a millisecond`() {
    var recorder = recorder()
    let id = TouchID(3)
    recorder.handle(.began(id, TouchPoint(Point(1.23456, -7.8951), time: 9.00004)))
    recorder.handle(.moved(id, TouchPoint(Point(2, 3), time: 9.0123456)))
    recorder.handle(.ended(id, time: 9.1))
    recorder.advance(to: 20)
    let events = recorder.takes.first?.events ?? []
    #expect(events.map(\.milliseconds) == [0, 12.3, 100])
    #expect(events.first?.position == Point(1.23, -7.9))
  }

  @Test func `what the system takes, and a hand that lies for long, is asked for again`() {
    var recorder = recorder()
    recorder.handle(.began(TouchID(1), TouchPoint(.zero, time: 1)))
    recorder.handle(.cancelled(TouchID(1), time: 1.2))
    recorder.advance(to: 3)
    #expect(recorder.takes.isEmpty && recorder.hasDropped)
    #expect(recorder.asked == recorder.order[0])
    recorder.handle(.began(TouchID(2), TouchPoint(.zero, time: 4)))
    #expect(!recorder.hasDropped)
    recorder.handle(.moved(TouchID(2), TouchPoint(Point(1, 1), time: 40)))
    recorder.handle(.ended(TouchID(2), time: 41))
    recorder.advance(to: 50)
    #expect(recorder.takes.isEmpty && recorder.hasDropped)
    tap(&recorder, 3, at: 60)
    recorder.advance(to: 70)
    #expect(recorder.takes.count == 1 && !recorder.hasDropped)
    // A position that is none could not be written.
    recorder.handle(.began(TouchID(4), TouchPoint(Point(.nan, 0), time: 80)))
    recorder.handle(.ended(TouchID(4), time: 81))
    recorder.advance(to: 90)
    #expect(recorder.takes.count == 1 && recorder.hasDropped)
    // What was kept before it is not what is done again.
    recorder.again()
    #expect(recorder.takes.count == 1 && !recorder.hasDropped)
  }

  @Test func `again forgets what is being done, or else what was done last`() {
    var recorder = recorder()
    for i in 0..<2 {
      tap(&recorder, UInt(i), at: Double(i) * 10)
      recorder.advance(to: Double(i) * 10 + 5)
    }
    #expect(recorder.takes.count == 2)
    tap(&recorder, 5, at: 30)
    recorder.again()
    recorder.advance(to: 40)
    #expect(recorder.takes.count == 2)
    recorder.again()
    #expect(recorder.takes.count == 1 && recorder.asked == recorder.order[1])
    // A finger that was down then does nothing more.
    recorder.handle(.began(TouchID(6), TouchPoint(.zero, time: 50)))
    recorder.again()
    recorder.handle(.ended(TouchID(6), time: 51))
    #expect(recorder.deadline == nil && recorder.takes.count == 1)
  }

  @Test
  func `a gesture that is skipped is asked for one time less, and at the end nothing is kept`() {
    var recorder = recorder(times: 1)
    let second = recorder.order[1]
    recorder.skip()
    #expect(recorder.order.count == 10 && recorder.asked == second)
    var time = 1.0
    while recorder.asked != nil, time < 1000 {
      tap(&recorder, UInt(time), at: time)
      recorder.advance(to: time + 5)
      time += 10
    }
    #expect(recorder.takes.count == 10)
    recorder.skip()
    tap(&recorder, 2000, at: 2000)
    recorder.advance(to: 2010)
    #expect(recorder.takes.count == 10 && !recorder.hasDropped)
    let text = GestureRecording(takes: recorder.takes).text
    let again = try? GestureRecording(parsing: text)
    #expect(again?.takes == recorder.takes)
  }
}

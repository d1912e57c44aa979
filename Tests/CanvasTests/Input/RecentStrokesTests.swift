import Canvas
import InkModel
import Testing

@Suite struct RecentStrokesTests {
  private let pen = ContactID(StylusTool(.pen, serial: 3))
  private let finger = ContactID(.finger, sequence: 1)

  private func down(_ contact: ContactID) -> StylusInput {
    .down(contact, tip: StylusSample(position: .zero, time: 0))
  }

  @Test func `S51 a canvas is drawn on from a stroke's start to a second after its end`() {
    var strokes = RecentStrokes()
    #expect(!strokes.isDrawing(at: 0))
    strokes.take(down(pen), at: 5)
    // However long it lasts.
    #expect(strokes.isDrawing(at: 5) && strokes.isDrawing(at: 60))
    strokes.take(.move(pen, settled: [], tip: nil), at: 60)
    strokes.take(.up(pen, settled: []), at: 61)
    #expect(strokes.isDrawing(at: 61.9))
    #expect(!strokes.isDrawing(at: 62.1))
  }

  @Test func `a stroke that is lost or taken back is over, and of two the last one counts`() {
    var strokes = RecentStrokes()
    strokes.take(down(pen), at: 5)
    strokes.take(down(ContactID(.mouse)), at: 5)
    strokes.take(.lost(pen), at: 6)
    #expect(strokes.isDrawing(at: 20))
    strokes.take(.cancelled(ContactID(.mouse)), at: 20)
    #expect(strokes.isDrawing(at: 20.9) && !strokes.isDrawing(at: 21.1))
    // An end without a start is none.
    strokes.take(.up(pen, settled: []), at: 40)
    #expect(!strokes.isDrawing(at: 40))
  }

  @Test func `S51 a finger, which may be a palm, does not draw`() {
    var strokes = RecentStrokes()
    strokes.take(down(finger), at: 5)
    #expect(!strokes.isDrawing(at: 5.1))
    strokes.take(.up(finger, settled: []), at: 6)
    #expect(!strokes.isDrawing(at: 6))
  }

  @Test func `S51 the strokes of a drawing are known for a second after it, without those before`()
  {
    func sample(_ x: Double) -> StylusSample { StylusSample(position: Point(x, 0), time: 0) }
    var strokes = RecentStrokes()
    func draw(_ x: Double, at time: Double) {
      strokes.take(.down(pen, tip: sample(x)), at: time)
      strokes.take(.move(pen, settled: [sample(x + 1)], tip: nil), at: time)
      strokes.take(.up(pen, settled: [sample(x + 2)]), at: time + 0.1)
    }
    draw(0, at: 0)
    draw(10, at: 5)
    draw(20, at: 5.5)
    #expect(strokes.ended(at: 6).map { $0.map(\.position.x) } == [[10, 11, 12], [20, 21, 22]])
    #expect(strokes.ended(at: 7).isEmpty)
    strokes.take(.down(pen, tip: sample(30)), at: 6.5)
    // One is under way.
    #expect(strokes.ended(at: 6.6).isEmpty)
    strokes.take(.cancelled(pen), at: 6.6)
    #expect(strokes.ended(at: 6.7).map { $0[0].position.x } == [10, 20])
    strokes.forget()
    #expect(strokes.ended(at: 6.7).isEmpty && !strokes.isDrawing(at: 6.7))
  }
}

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
}

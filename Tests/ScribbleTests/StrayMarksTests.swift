import InkModel
import Testing

@testable import Scribble

/// What a pen leaves in passing where nothing is written yet.
@Suite struct StrayMarksTests {
  @Test(arguments: [
    ".", ",", "-", "–", "—", "_", "'", "’", "`", "|", "/", "\\", "~", ":", ";", "(", ")", "…",
    "·", "、", "。", "ー", "/ .", "--", " . ",
  ])
  func `S42 marks alone are no text`(text: String) { #expect(StrayMarks.areAll(of: text)) }

  @Test(arguments: [
    "", " ", "a", "l", "1", "?", "!", "+", "=", "#", "&", "@", "一", "の", "ー1", "я", "-3", "v.",
    "(a)", "…?",
  ])
  func `S42 letters, digits and signs that say something are a text`(text: String) {
    #expect(!StrayMarks.areAll(of: text))
  }

  /// A line from a point, with a point every 4 ms of a tablet's reports.
  private static func line(_ travel: Vector, lasting seconds: Double) -> [Point] {
    let count = max(Int(seconds * 240), 2)
    return (0...count).map { Point(40, 300) + travel * (Double($0) / Double(count)) }
  }

  private static func isFlick(_ points: [Point], lasting seconds: Double) -> Bool {
    var session = ScribbleSession()
    session.begin(at: points[0])
    session.move(to: Array(points.dropFirst()))
    return session.isFlick(lasting: seconds, along: Vector(0, 1))
  }

  @Test func `S42 a long, fast, straight stroke along a list is a flick, either way and aslant`() {
    for travel in [Vector(0, -150), Vector(0, 150), Vector(50, -140)] {
      #expect(Self.isFlick(Self.line(travel, lasting: 0.15), lasting: 0.15), "\(travel)")
    }
  }

  @Test func `S42 what is short, slow, bent or across is writing`() {
    // A tall letter's bar, drawn as fast.
    #expect(!Self.isFlick(Self.line(Vector(0, 72), lasting: 0.08), lasting: 0.08))
    #expect(!Self.isFlick(Self.line(Vector(0, 150), lasting: 0.4), lasting: 0.4))
    #expect(!Self.isFlick(Self.line(Vector(150, 20), lasting: 0.15), lasting: 0.15))
    let loop = Self.line(Vector(20, 130), lasting: 0.1) + [Point(20, 440), Point(40, 420)]
    #expect(!Self.isFlick(loop, lasting: 0.12))
    // The time of its events is not known.
    #expect(!Self.isFlick(Self.line(Vector(0, 150), lasting: 0.15), lasting: 0))
  }

  @Test func `S42 a stroke beside ink that waits is no flick`() {
    var session = ScribbleSession()
    let text = FieldText("")
    session.begin(at: Point(20, 20))
    session.move(to: [Point(30, 40)])
    _ = session.end(at: 1, in: text)
    let points = Self.line(Vector(0, -150), lasting: 0.15)
    session.begin(at: points[0])
    session.move(to: points)
    #expect(!session.isFlick(lasting: 0.15, along: Vector(0, 1)))
  }
}

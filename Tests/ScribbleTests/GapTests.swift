import InkModel
import Testing

@testable import Scribble

/// A tool that rests between two words opens a gap there to write in.
@Suite struct GapTests {
  /// Characters are 9 wide and lines 20 high, from 20, 10 on; the caret is where it is told.
  private static func page(_ text: String, caret: Int? = nil) -> FieldText {
    var carets: [Rect] = []
    var (x, y) = (20.0, 10.0)
    for scalar in text.unicodeScalars {
      carets.append(Rect(x: x, y: y, width: 0, height: 20))
      if scalar == "\n" { (x, y) = (20, y + 20) } else { x += 9 }
    }
    carets.append(Rect(x: x, y: y, width: 0, height: 20))
    return FieldText(
      text, selection: caret.map { $0..<$0 }, hasFocus: caret != nil, carets: carets, kind: .text)
  }

  /// What a tool is that rests at a point, moves as told, and lifts.
  private static func rest(
    at point: Point, _ moves: [Vector] = [], in field: FieldText,
    _ session: inout ScribbleSession
  ) -> ScribbleSession.Outcome {
    session.begin(at: point)
    guard session.rest(in: field) else { return session.end(at: 1, in: field) }
    for move in moves { _ = session.selection(to: point + move, in: field) }
    return session.end(at: 1, in: field, lifting: point + (moves.last ?? .zero))
  }

  @Test func `S52 a gap opens where a tool rests on a space between two words of a line`() {
    let field = Self.page("one two\nthree  four five\nsix")
    // By the space, the position and the middle of the space.
    for (position, x, y) in [(3, 51.5, 20.0), (13, 74.0, 40), (19, 123.5, 40)] {
      for dx in [-9.0, -4, 0, 4, 9] {
        var session = ScribbleSession()
        let outcome = Self.rest(at: Point(x + dx, y + dx / 3), in: field, &session)
        #expect(outcome == .gap(position: position), "\(dx) from \(x)")
        #expect(!session.isWaiting && !session.isDown && !session.isSelecting)
      }
    }
  }

  @Test func `S52 none opens within a word, before the first, behind the last and in a number`() {
    var field = Self.page("  word of \n note")
    for point in [
      // Before and within a word; behind the last; at the start of the second line.
      Point(24, 20), Point(57, 20), Point(108, 20), Point(22, 40),
    ] {
      var session = ScribbleSession()
      let outcome = Self.rest(at: point, in: field, &session)
      if case .gap = outcome { Issue.record("\(outcome) at \(point)") }
    }
    field = Self.page("12 34")
    field.isReplacedWhole = true
    var session = ScribbleSession()
    #expect(Self.rest(at: Point(42, 20), in: field, &session) != .gap(position: 2))
  }

  @Test func `S52 a hand that trembles on a space opens the gap, one that moves on selects`() {
    let field = Self.page("one two three")
    var session = ScribbleSession()
    let start = Point(51, 20)
    let trembles = Self.rest(
      at: start, [Vector(2, 1), Vector(4, -1), Vector(-3, 2), Vector(3, 0)], in: field, &session)
    #expect(trembles == .gap(position: 3))
    let selects = Self.rest(
      at: start, [Vector(4, 0), Vector(12, 0), Vector(26, 1)], in: field, &session)
    #expect(selects == .selection(3..<6))
  }

  @Test func `S52 what is written in a gap goes between the words, with a space on each side`() {
    var session = ScribbleSession()
    let field = Self.page("one three")
    _ = Self.rest(at: Point(51, 20), in: field, &session)
    var open = Self.page("one three", caret: 3)
    // The gap.
    for i in 4..<open.carets.count {
      open.carets[i] = Rect(
        x: open.carets[i].minX + 140, y: open.carets[i].minY, width: 0, height: 20)
    }
    // “l” is no line that joins the words, wherever in the gap it stands; then a longer word.
    for x in [60.0, 120, 180] {
      session.begin(at: Point(x, 4))
      session.move(to: (1...20).map { Point(x, 4 + Double($0)) })
      #expect(session.end(at: 2, in: open) == .ink)
      #expect(!session.mayBeGesture)
      let reading = session.reading(of: open, at: 3)
      #expect(reading?.range == 3..<3)
      session.cancel()
    }
    let edit = TextEdit.insertion(of: "two", in: open, replacing: 3..<3)
    #expect(edit == TextEdit(3..<3, with: " two"))
    let mark = TextEdit.insertion(of: ",", in: open, replacing: 3..<3)
    #expect(mark == TextEdit(3..<3, with: ","))
  }

  @Test func `S52 scratching in an empty gap joins no words, and takes back ink in it`() {
    var session = ScribbleSession()
    _ = Self.rest(at: Point(51, 20), in: Self.page("one three"), &session)
    var open = Self.page("one three", caret: 3)
    for i in 4..<open.carets.count {
      open.carets[i] = Rect(
        x: open.carets[i].minX + 140, y: open.carets[i].minY, width: 0, height: 20)
    }
    let scratch = (0...60).map { k in
      Point(80 + abs(Double(k % 20) - 10) * 7, 20 + Double(k % 3))
    }
    session.begin(at: scratch[0])
    session.move(to: Array(scratch.dropFirst()))
    #expect(session.end(at: 2, in: open) == .withdrawn)
    session.begin(at: Point(90, 10))
    session.move(to: (1...20).map { Point(90 + Double($0), 10 + Double($0)) })
    _ = session.end(at: 3, in: open)
    session.begin(at: scratch[0])
    session.move(to: Array(scratch.dropFirst()))
    #expect(session.end(at: 4, in: open) == .withdrawn)
    #expect(session.ink.isEmpty)
  }
}

import InkModel
import RecordedHands
import Testing

@testable import Scribble

/// Strokes to and fro over text with fewer turns than a scratch has that is one anywhere.
@Suite struct ShortScratchTests {
  private static let field = TextGestureTests.page(TextGestureTests.text)
  private static let words = TextGestureTests.words(field).filter { $0.range.count > 2 }

  /// To and fro over a box, so many times in all, with each turn a little lower.
  private static func scratch(
    _ box: Rect, times: Int, _ hand: inout TextGestureTests.Hand
  ) -> [Point] {
    let fall = hand.any(0.01...0.045) * box.width
    let y = box.center.y - fall * Double(times) / 2 + hand.any(-1.5...1.5)
    let isReversed = hand.any(0...1) < 0.3
    let corners = (0...times).map { k in
      let x =
        (k % 2 == 0) != isReversed
        ? box.minX + hand.any(-4...2) : box.maxX + hand.any(-2...4)
      return Point(x, y + fall * Double(k))
    }
    return hand.along(corners)
  }

  private static func isDeletion(_ gesture: TextGesture?, of word: Range<Int>) -> Bool {
    guard case .edit(let edit) = gesture else { return false }
    return edit.text.isEmpty && edit.replaced.contains(word.lowerBound)
      && edit.replaced.contains(word.upperBound - 1) && edit.replaced.count <= word.count + 1
  }

  @Test(arguments: [2, 3, 4])
  func `S52 to and fro over a word two to four times deletes it`(times: Int) {
    let share = TextGestureTests().share(Self.words) { word, hand in
      let stroke = Self.scratch(word.box, times: times, &hand)
      return Self.isDeletion(TextGesture.of(stroke, in: Self.field), of: word.range)
    }
    #expect(share >= 0.95, "\(share) of those of \(times) times")
  }

  @Test(arguments: [2, 3, 4])
  func `S52 to and fro over a selected word two to four times deletes it`(times: Int) {
    let share = TextGestureTests().share(Self.words) { word, hand in
      var field = Self.field
      field.selection = word.range
      field.hasFocus = true
      let stroke = Self.scratch(word.box, times: times, &hand)
      return Self.isDeletion(TextGesture.overSelection(stroke, in: field), of: word.range)
    }
    #expect(share >= 0.95, "\(share) of those of \(times) times")
  }

  private static let sharp: [[(Double, Double)]] = [
    // Twice, three times and four times.
    [(28, 102), (69, 103), (30, 105)],
    [(28, 100), (69, 102), (28, 104), (69, 105)],
    [(28, 97), (69, 101), (28, 103), (69, 106)],
    [(70, 97), (25, 105), (75, 99), (25, 107), (75, 103)],
    [(25, 97), (70, 105), (25, 99), (75, 107), (25, 103)],
    [(28, 99), (69, 101), (28, 104), (69, 106), (28, 108)],
    [(28, 92), (69, 96), (28, 100), (69, 104), (28, 108)],
  ]

  @Test(arguments: sharp)
  func `a scratch with sharp turns deletes its word and no letter of the next`(
    corners: [(Double, Double)]
  ) {
    let text = "coffee world tea"
    // “coffee” is from 25 to 70, “world” from 74 on.
    var xs = [25.0]
    for scalar in text.unicodeScalars { xs.append(xs[xs.count - 1] + (scalar == " " ? 4 : 7.5)) }
    var field = FieldText(text, carets: xs.map { Rect(x: $0, y: 93, width: 0, height: 18) })
    guard case .edit(let edit) = TextGesture.of(line(corners), in: field) else {
      Issue.record("no edit by \(corners)")
      return
    }
    field.apply(edit)
    #expect(field.text == "world tea")
  }

  @Test func `letters, dashes and angles of the same turns are writing, over text too`() {
    for x in stride(from: 24.0, through: 150, by: 7) {
      let near: [[Point]] = [
        line([(x, 11), (x + 14, 11), (x, 29), (x + 14, 29)]),  // z
        line([(x, 13), (x + 24, 13), (x, 27), (x + 24, 27)]),  // a wide one
        line([(x, 12), (x + 5, 28), (x + 10, 12), (x + 15, 28), (x + 20, 12)]),  // w
        line([(x, 28), (x, 12), (x + 8, 28), (x + 16, 12), (x + 16, 28)]),  // m
        line([(x + 20, 12), (x, 20), (x + 20, 28)]),  // <
        line([(x, 12), (x + 16, 12), (x + 4, 30)]),  // 7
        line([(x, 20), (x + 10, 20), (x + 1, 21)]),  // a dash, drawn twice
      ]
      for stroke in near { #expect(TextGesture.of(stroke, in: Self.field) == nil, "at \(x)") }
    }
  }

  @Test func `to and fro behind a text is writing`() {
    let end = Self.field.carets[19].minX
    for times in 2...4 {
      let stroke = zigzag(end - 3, end + 30, y: 18, times: times, fall: 3)
      #expect(TextGesture.of(stroke, in: Self.field) == nil)
    }
  }

  @Test func `S52 of 500 letters that people wrote over text one in a hundred scratches`() throws {
    let lines = TextLine.lines(of: Self.field)
    let letters = try RecordedWriting.letters()
    let acts = letters.count { letter in
      // An item of usual size is 100 high.
      let strokes = letter.strokes.map { $0.map { Point($0.x * 0.2, $0.y * 0.2) } }
      let shift = Self.words[1].box.center - Rect(around: strokes.joined()).center
      return strokes.contains { stroke in
        let placed = stroke.map { $0 + shift }
        guard let shape = StrokeShape(placed) else { return false }
        return ShortScratch.edit(by: placed, shape, lines, in: Self.field) != nil
      }
    }
    #expect(letters.count >= 500)
    #expect(acts * 100 <= letters.count, "\(acts) of \(letters.count)")
  }

  @Test func `S52 to and fro over a word three times acts when no other stroke has followed`() {
    let word = Self.words[1]
    var session = ScribbleSession()
    let stroke = zigzag(
      word.box.minX - 2, word.box.maxX + 2, y: word.box.center.y - 2, times: 3, fall: 4)
    session.begin(at: stroke[0])
    session.move(to: Array(stroke.dropFirst()))
    let outcome = session.end(at: 1, in: Self.field)
    #expect(outcome == .ink)
    let gesture = session.takeGesture(at: 1.3, in: Self.field)
    #expect(Self.isDeletion(gesture, of: word.range))
    #expect(session.ink.isEmpty)
  }
}

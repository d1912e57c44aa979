import InkModel
import RecordedHands
import Testing

@testable import Scribble

/// Strokes to and fro with few turns over ink that waits to be read, and over a single letter of a text.
@Suite struct ScratchedInkTests {
  private static let field = FieldText("", kind: .text)

  /// What the last of some strokes is to a session in an empty field, and how many of them wait then.
  private static func outcome(of strokes: [[Point]]) -> (last: ScribbleSession.Outcome, left: Int) {
    var session = ScribbleSession()
    var outcome = ScribbleSession.Outcome.ink
    for (i, stroke) in strokes.enumerated() {
      session.begin(at: stroke[0])
      session.move(to: Array(stroke.dropFirst()))
      outcome = session.end(at: Double(i) * 0.3, in: field)
    }
    return (outcome, session.ink.count)
  }

  /// To and fro over a box, so many times in all.
  private static func scratch(
    _ box: Rect, times: Int, overshoot: Double, _ hand: inout TextGestureTests.Hand
  ) -> [Point] {
    let fall = hand.any(0.01...0.045) * box.width
    let y = box.center.y - fall * Double(times) / 2 + hand.any(-1.5...1.5)
    let isReversed = hand.any(0...1) < 0.3
    return hand.along(
      (0...times).map { k in
        let isLeft = (k % 2 == 0) != isReversed
        let x =
          isLeft
          ? box.minX + hand.any(-overshoot...overshoot / 2)
          : box.maxX + hand.any(-overshoot / 2...overshoot)
        return Point(x, y + fall * Double(k))
      })
  }

  @Test(arguments: [2, 3, 4])
  func `S52 to and fro over a word that waits two to four times deletes its ink`(times: Int) throws
  {
    let words = try RecordedWriting.words().map {
      $0.strokes(in: Rect(x: 40, y: 20, width: 1000, height: 30))
    }
    let share = TextGestureTests().share(words) { word, hand in
      let box = Rect(around: word.joined())
      let stroke = Self.scratch(box, times: times, overshoot: 4, &hand)
      return Self.outcome(of: word + [stroke]).last == .withdrawn
    }
    #expect(share >= 0.95, "\(share) of those of \(times) times")
  }

  /// The first so many stretches of a stroke to and fro.
  private static func begun(_ stroke: [Point], times: Int) -> [Point] {
    for count in stride(from: stroke.count, to: 2, by: -1) {
      let part = Array(stroke.prefix(count))
      if ScratchOut.turns(of: part) < times { return part }
    }
    return []
  }

  @Test func `S52 the first legs of people's strokes to and fro over a word that waits delete it`()
    throws
  {
    let words = try RecordedWriting.words().prefix(30).map {
      $0.strokes(in: Rect(x: 40, y: 20, width: 1000, height: 30))
    }
    var (right, count) = (0, 0)
    for zigzag in try RecordedWriting.zigzags().flatMap(\.strokes) {
      let part = Self.begun(RecordedGestureTests.turned(zigzag), times: 3)
      let own = Rect(around: part)
      for word in words {
        let box = Rect(around: word.joined())
        let scale = (box.width + 6) / max(own.width, 1)
        let stroke = part.map { box.center + ($0 - own.center) * scale }
        count += 1
        if Self.outcome(of: word + [stroke]).last == .withdrawn { right += 1 }
      }
    }
    #expect(count >= 450)
    // One hand in 17 goes down as it turns, nearly as far as across.
    #expect(right * 10 >= count * 9, "\(right) of \(count)")
  }

  @Test(arguments: [24.0, 34])
  func `S52 of people's strokes over and beside others of their words one in a hundred deletes`(
    height: Double
  ) throws {
    let all =
      try RecordedWriting.words() + RecordedWriting.lines() + RecordedWriting.letters()
    var (acts, count) = (0, 0)
    for writing in all {
      // An item of usual size is 100 high.
      let scale = height / 100
      let strokes = writing.strokes.map { $0.map { Point($0.x * scale, $0.y * scale) } }
      for end in strokes.indices.dropFirst() {
        count += 1
        if Self.outcome(of: Array(strokes[...end])).last == .withdrawn { acts += 1 }
      }
    }
    #expect(count >= 1000)
    #expect(acts * 100 <= count, "\(acts) of \(count)")
  }

  @Test func `what is scratched out of the ink goes, and the rest is still to be read`() {
    let letters = [0.0, 40, 80].map { x in
      line([(x, 0), (x + 6, 30), (x + 12, 0), (x + 18, 30)])
    }
    let scratch = zigzag(38, 62, y: 13, times: 3, fall: 4)
    let (last, left) = Self.outcome(of: letters + [scratch])
    #expect(last == .withdrawn)
    #expect(left == 2)
  }

  @Test func `parts of letters that cross others stay ink`() {
    let stem = line([(10, 0), (10, 30)])
    let near: [[Point]] = [
      line([(2, 12), (18, 12)]),  // the bar of a “t”
      line([(2, 12), (18, 12), (4, 13)]),  // drawn there and back
      line([(2, 4), (18, 4), (2, 26), (18, 26)]),  // a “z” over it
      line([(0, 10), (10, 24), (20, 10)]),  // an arrow's head
    ]
    for stroke in near {
      let (last, left) = Self.outcome(of: [stem, stroke])
      #expect(last == .ink && left == 2, "\(stroke.count) points")
    }
  }

  /// Signs, 30 high, as their strokes, the last of which is all bars or stems that are drawn in one.
  private static let signs: [(name: String, strokes: [[(Double, Double)]])] = [
    ("#", [[(8, 0), (6, 30)], [(18, 0), (16, 30)], [(2, 10), (24, 9), (1, 20), (23, 19)]]),
    (
      "€",
      [
        [(22, 4), (14, 0), (6, 5), (3, 15), (6, 25), (14, 30), (22, 26)],
        [(-2, 12), (16, 12), (-1, 18), (15, 18)],
      ]
    ),
    ("E", [[(18, 0), (4, 0), (4, 30), (18, 30)], [(0, 12), (16, 12), (0, 18), (15, 18)]]),
    ("H", [[(4, 0), (4, 30)], [(20, 0), (20, 30)], [(2, 14), (22, 14), (3, 16)]]),
    ("A", [[(2, 30), (12, 0), (22, 30)], [(3, 20), (21, 20), (3, 22)]]),
    ("tt", [[(4, 0), (4, 30)], [(14, 0), (14, 30)], [(-1, 9), (19, 9), (0, 11)]]),
    (
      "f f",
      [
        [(12, 2), (8, 0), (5, 6), (4, 30)], [(28, 2), (24, 0), (21, 6), (20, 30)],
        [(0, 12), (29, 12), (1, 14)],
      ]
    ),
    (
      "$",
      [
        [(20, 5), (14, 1), (6, 5), (8, 13), (16, 17), (19, 24), (12, 29), (4, 26)],
        [(10, -3), (10, 33), (15, -3), (15, 33)],
      ]
    ),
  ]

  @Test func `S52 a sign whose bars are drawn in one stroke stays ink`() {
    for sign in Self.signs {
      let (last, left) = Self.outcome(of: sign.strokes.map { line($0) })
      #expect(last == .ink && left == sign.strokes.count, "\(sign.name)")
    }
  }

  @Test func `S52 to and fro four times over the strokes of a sign scratches them out`() {
    for sign in Self.signs {
      let strokes = sign.strokes.dropLast().map { line($0) }
      let box = Rect(around: strokes.joined())
      let scratch = zigzag(box.minX - 2, box.maxX + 2, y: box.center.y - 1, times: 4, fall: 3)
      let (last, left) = Self.outcome(of: strokes + [scratch])
      #expect(last == .withdrawn && left == 0, "\(sign.name)")
    }
  }

  // MARK: One letter of a text

  private static let page = TextGestureTests.page(TextGestureTests.text)

  /// The inner letters of words, with their boxes: 9 wide and 20 high.
  private static let letters = TextGestureTests.words(page).filter { $0.range.count > 2 }
    .flatMap { word in
      word.range.dropFirst().dropLast().map { position in
        let x = page.carets[position].minX
        let box = Rect(minX: x, minY: word.box.minY, maxX: x + 9, maxY: word.box.maxY)
        return (position: position, box: box)
      }
    }

  @Test(arguments: [3, 4])
  func `S52 to and fro over one letter of a word three or four times deletes that letter`(
    times: Int
  ) {
    let share = TextGestureTests().share(Self.letters) { letter, hand in
      let stroke = Self.scratch(letter.box, times: times, overshoot: 2, &hand)
      let range = letter.position..<letter.position + 1
      return TextGesture.of(stroke, in: Self.page) == .edit(TextEdit(range, with: ""))
    }
    #expect(share >= 0.95, "\(share) of those of \(times) times")
  }

  @Test(arguments: [20.0, 34])
  func `S52 of people's strokes over a single letter one in a hundred scratches it out`(
    height: Double
  ) throws {
    let lines = TextLine.lines(of: Self.page)
    let all =
      try RecordedWriting.letters() + RecordedWriting.words() + RecordedWriting.lines()
    let strokes = all.flatMap(\.strokes)
    let acts = strokes.count { stroke in
      let own = Rect(around: stroke)
      let placed = stroke.map { Self.letters[2].box.center + ($0 - own.center) * (height / 100) }
      guard let shape = StrokeShape(placed) else { return false }
      return ShortScratch.edit(by: placed, shape, lines, in: Self.page) != nil
    }
    #expect(strokes.count >= 1800)
    #expect(acts * 100 <= strokes.count, "\(acts) of \(strokes.count)")
  }
}

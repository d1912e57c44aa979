import Handwriting
import InkModel
import RecordedHands
import Testing

@testable import Scribble

extension String {
  /// It, as the text of a field.
  var scalars: FieldScalars { FieldScalars(unicodeScalars) }
}

extension FieldText {
  /// A text of one line whose characters are 10 wide and 20 high, from 0, 0 on.
  static func row(
    _ text: String, selection: Range<Int>? = nil, hasFocus: Bool = false,
    kind: RecognitionContext.Kind = .line, isReplacedWhole: Bool = false
  ) -> FieldText {
    FieldText(
      text, selection: selection, hasFocus: hasFocus,
      carets: (0...text.unicodeScalars.count).map {
        Rect(x: Double($0) * 10, y: 0, width: 0, height: 20)
      }, kind: kind, isReplacedWhole: isReplacedWhole)
  }

  mutating func apply(_ edit: TextEdit) {
    scalars.replaceSubrange(edit.replaced, with: edit.text.unicodeScalars)
    let caret = edit.replaced.lowerBound + edit.text.unicodeScalars.count
    selection = caret..<caret
    hasFocus = true
    // Those of one line.
    guard carets.allSatisfy({ $0.minY == 0 }) else { return }
    carets = FieldText.row(text).carets
  }
}

extension Candidate {
  /// A text whose words are read from the same number of strokes each.
  static func plain(_ text: String, of strokes: [WrittenStroke]) -> Candidate {
    let words = max(1, text.split(separator: " ").count)
    let share = max(1, strokes.count / words)
    var word = 0
    let characters = text.map { c in
      if c == " " { word += 1 }
      let first = min(word * share, strokes.count - 1)
      let last = min(first + share, strokes.count)
      return RecognizedCharacter(
        character: c,
        ink: c == " "
          ? []
          : (first..<last).map {
            StrokeRange(stroke: $0, points: 0..<strokes[$0].points.count)
          })
    }
    return Candidate(text: text, score: 1, characters: characters)
  }
}

/// A session, its field and its clock, with a recogniser that says what it is told.
final class Hand {
  var session = ScribbleSession()
  var field: FieldText
  var now = 100.0
  /// What the field makes of a change.
  var spelled: (FieldText) -> FieldText = { $0 }

  init(_ field: FieldText) { self.field = field }

  @discardableResult
  func draw(_ points: [Point], seconds: Double = 0.3) -> ScribbleSession.Outcome {
    session.begin(at: points[0])
    session.move(to: Array(points.dropFirst()))
    now += seconds
    return session.end(at: now, in: field)
  }

  /// A word as tall letters' strokes, from one point to the right.
  func word(_ x: Double, _ width: Double = 60, y: Double = 0) {
    for k in 0..<3 {
      let left = x + width * Double(k) / 3
      draw(line([(left, y), (left + width / 4, y + 30), (left + width / 3, y)]))
      now += 0.1
    }
  }

  /// Reads what waits; what there was to read.
  @discardableResult
  func read(as text: String) -> ScribbleSession.Reading? {
    now += session.settings.pause
    guard let reading = reading() else { return nil }
    if case .edit(let edit) = commit(reading, text) {
      field.apply(edit)
      field = spelled(field)
      session.settled(as: field)
    }
    return reading
  }

  /// What there is to read now.
  func reading() -> ScribbleSession.Reading? { session.reading(of: field, at: now) }

  func commit(_ reading: ScribbleSession.Reading, _ text: String) -> ScribbleSession.CommitResult {
    session.commit(reading, as: text.isEmpty ? nil : .plain(text, of: reading.strokes), in: field)
  }
}

@Suite struct ScribbleSessionTests {
  @Test func `strokes become text once, and leave no ink`() throws {
    let hand = Hand(.row(""))
    hand.word(5)
    #expect(hand.session.ink.count == 3)
    let reading = try #require(hand.read(as: "hello"))
    #expect(reading.strokes.count == 3)
    #expect(hand.field.text == "hello")
    #expect(hand.session.ink.isEmpty)
    #expect(hand.reading() == nil)
  }

  @Test func `ink that comes while the rest is read is read together with it`() throws {
    let hand = Hand(.row(""))
    hand.word(0)
    let first = try #require(hand.reading())
    hand.word(70)
    #expect(hand.commit(first, "no") == .void)
    #expect(hand.session.ink.count == 6)
    #expect(try #require(hand.read(as: "now then")).strokes.count == 6)
    #expect(hand.field.text == "now then")
  }

  @Test func `S41 a word behind wide ink goes on with its line, until something else is done`() {
    let hand = Hand(.row(""))
    // From 0 to 120, 30 high; its text ends at 50.
    hand.word(0, 120)
    hand.read(as: "hello")
    var field = hand.field
    func goesOn(_ x: Double, _ y: Double) -> Bool {
      hand.session.goesOnWithLine(at: Point(x, y), in: field)
    }
    #expect(goesOn(140, 5) && goesOn(178, 5) && goesOn(70, 5))
    #expect(goesOn(140, -15) && goesOn(140, 30))
    // Too far, over the text, on the line below and on that above.
    #expect(!goesOn(190, 5) && !goesOn(40, 5))
    #expect(!goesOn(140, 45) && !goesOn(140, -40))
    // From right to left the text ends at 70, and its ink at 0.
    let carets = field.carets
    field.carets = carets.map { Rect(x: 120 - $0.minX, y: 0, width: 0, height: 20) }
    #expect(goesOn(-50, 5) && !goesOn(-70, 5) && !goesOn(140, 5))
    // The text is elsewhere: the view was moved.
    field.carets = carets.map { Rect(x: $0.minX, y: 100, width: 0, height: 20) }
    #expect(!goesOn(140, 5))
    field.carets = carets
    field.selection = 0..<0
    #expect(!goesOn(140, 5))
  }

  @Test func `nothing is read while the pen is down, and nothing after it was given up`() {
    let hand = Hand(.row(""))
    hand.word(0)
    hand.session.begin(at: Point(80, 0))
    #expect(hand.reading() == nil)
    hand.session.cancel()
    #expect(hand.session.ink.isEmpty)
    #expect(hand.reading() == nil)
  }

  @Test func `ink that nobody can read goes and changes nothing`() {
    let hand = Hand(.row("here"))
    hand.word(0)
    hand.read(as: "")
    #expect(hand.field.text == "here")
    #expect(hand.session.ink.isEmpty)
  }

  @Test func `a pause within a word costs nothing: its ink is read as one`() throws {
    let hand = Hand(.row("so "))
    hand.word(30, 50)
    hand.read(as: "wor")
    #expect(hand.field.text == "so wor")
    hand.now += 1
    hand.word(84, 30)
    let reading = try #require(hand.read(as: "world"))
    #expect(reading.strokes.count == 6)
    #expect(hand.field.text == "so world")
    #expect(reading.context.textBefore == "so ")
  }

  @Test func `an edit that replaces another names the text before it`() throws {
    let hand = Hand(.row("a", selection: 0..<1, hasFocus: true))
    hand.word(0, 50)
    hand.read(as: "wor")
    hand.word(54, 30)
    let reading = try #require(hand.reading())
    #expect(
      hand.commit(reading, "world")
        == .edit(TextEdit(0..<3, with: "world", former: .init("a".scalars, replaced: 0..<1))))
  }

  @Test func `a word that begins where the last one did is a word of its own`() throws {
    let hand = Hand(.row(""))
    hand.word(0)
    hand.read(as: "one")
    hand.now += 0.5
    hand.word(2)
    #expect(try #require(hand.read(as: "two")).strokes.count == 3)
    #expect(hand.field.text == "one two")
  }

  @Test func `what was typed in between is not taken back`() throws {
    let hand = Hand(.row(""))
    hand.word(0)
    hand.read(as: "one")
    hand.field.apply(TextEdit(3..<3, with: "!"))
    hand.word(64)
    #expect(try #require(hand.read(as: "two")).strokes.count == 3)
    #expect(hand.field.text == "one! two")
  }

  @Test func `the dot that comes late belongs to its word`() throws {
    let hand = Hand(.row(""))
    hand.word(0, 90)
    hand.read(as: "hin")
    hand.now += 0.4
    #expect(hand.draw([Point(45, -6)], seconds: 0.05) == .ink)
    #expect(try #require(hand.read(as: "him")).strokes.count == 4)
    #expect(hand.field.text == "him")
  }

  @Test func `ink goes on to the right of it, by a letter or a mark, and nowhere else`() {
    var session = ScribbleSession()
    #expect(session.continuation(at: Point(20, 10)) == .none)
    session.begin(at: Point(0, 0))
    session.move(to: [Point(20, 20)])
    #expect(session.continuation(at: Point(24, 18)) == .none)
    _ = session.end(at: 1, in: Hand(.row("")).field)
    for (x, y, expected) in [
      (24.0, 20.0, ScribbleSession.Continuation.mark), (10, -8, .mark), (40, 10, .letter),
      (75, 25, .letter), (90, 10, .none), (30, 40, .none), (30, -20, .letter),
      (30, -31, .none), (-5, -20, .none), (-30, 10, .none),
    ] {
      #expect(session.continuation(at: Point(x, y)) == expected, "\(x), \(y)")
    }
    // A stroke that turns out to be none leaves the ink before it.
    session.begin(at: Point(50, 10))
    #expect(session.isTap)
    session.withdrawStroke()
    #expect(session.ink.count == 1)
    #expect(session.isWaiting)
  }

  /// Words of low letters and tall ones, 50 points high, stroke by stroke on the baseline at 50.
  private static let mixedWords: [(text: String, strokes: [[(Double, Double)]])] = {
    let o = [
      (22.0, 30.0), (14.0, 28.0), (4.0, 34.0), (4.0, 44.0), (14.0, 50.0), (24.0, 42.0),
      (22.0, 30.0),
    ]
    let n = [(0.0, 27.0), (1.0, 50.0), (3.0, 32.0), (14.0, 27.0), (20.0, 50.0)]
    let u = [(0.0, 27.0), (4.0, 48.0), (14.0, 48.0), (18.0, 27.0), (20.0, 50.0)]
    let c = [(20.0, 32.0), (12.0, 28.0), (2.0, 38.0), (10.0, 50.0), (20.0, 46.0)]
    let a = [(18.0, 32.0), (8.0, 28.0), (2.0, 40.0), (8.0, 50.0), (18.0, 30.0), (20.0, 50.0)]
    let e = [(2.0, 40.0), (18.0, 38.0), (10.0, 28.0), (2.0, 40.0), (10.0, 50.0), (20.0, 47.0)]
    let stem = [(4.0, 0.0), (4.0, 46.0), (8.0, 50.0)]
    let bar = [(-2.0, 22.0), (12.0, 21.0)]
    func moved(_ letter: [(Double, Double)], _ x: Double) -> [(Double, Double)] {
      letter.map { ($0.0 + x, $0.1) }
    }
    return [
      ("nut", [n, moved(u, 26), moved(stem, 54), moved(bar, 54)]),
      ("note", [n, moved(o, 26), moved(stem, 56), moved(bar, 56), moved(e, 74)]),
      ("cat", [c, moved(a, 26), moved(stem, 54), moved(bar, 54)]),
      ("old", [o, moved(stem, 28), moved(c, 44), moved(stem, 62)]),
    ]
  }()

  @Test(arguments: ["nut", "note", "cat", "old"])
  func `S41 a tall letter goes on with the low ones before it`(text: String) throws {
    let hand = Hand(.row(""))
    let word = try #require(Self.mixedWords.first { $0.text == text })
    for (k, stroke) in word.strokes.enumerated() {
      let points = line(stroke)
      let continuation = hand.session.continuation(at: points[0])
      #expect((continuation != .none) == (k > 0), "stroke \(k)")
      #expect(hand.draw(points) == .ink)
      hand.now += 0.2
    }
    #expect(hand.session.ink.count == word.strokes.count)
    // What is written below is another text.
    #expect(hand.session.continuation(at: Point(10, 80)) == .none)
  }

  @Test func `S41 all strokes of the words that people wrote go on with those before`() throws {
    for word in try RecordedWriting.words() {
      let hand = Hand(.row("", isReplacedWhole: true))
      let strokes = word.strokes(in: Rect(x: 0, y: 0, width: 1000, height: 50))
      for (k, stroke) in strokes.enumerated() {
        let continuation = hand.session.continuation(at: stroke[0])
        #expect((continuation != .none) == (k > 0), "\(word.text) by \(word.writer): \(k)")
        hand.draw(stroke)
        hand.now += 0.2
      }
    }
  }

  @Test func `a tap is the caret's, twice a word's, three times all`() {
    let hand = Hand(.row("one two"))
    #expect(hand.draw([Point(42, 8), Point(43, 9)], seconds: 0.08) == .tap(position: 4, count: 1))
    hand.now += 0.15
    #expect(hand.draw([Point(44, 8)], seconds: 0.08) == .tap(position: 4, count: 2))
    hand.now += 0.15
    #expect(hand.draw([Point(44, 8)], seconds: 0.08) == .tap(position: 4, count: 3))
    hand.now += 2
    #expect(hand.draw([Point(2, 8)], seconds: 0.08) == .tap(position: 0, count: 1))
    #expect(hand.field.word(at: 5) == 4..<7)
    #expect(hand.field.word(at: 7) == 4..<7)
    #expect(hand.session.ink.isEmpty)
  }

  @Test func `two taps choose the word, three the line, or all of a field of one line`() {
    let page = FieldText("one two\nthree four\n\nfive", kind: .text)
    #expect(page.tapped(at: 15, count: 1) == 15..<15)
    #expect(page.tapped(at: 15, count: 2) == 14..<18)
    // Without its break.
    for position in [8, 15, 18] {
      #expect(page.tapped(at: position, count: 3) == 8..<18)
    }
    #expect(page.tapped(at: 2, count: 3) == 0..<7)
    #expect(page.tapped(at: 19, count: 3) == 19..<19)
    #expect(page.tapped(at: 24, count: 4) == 20..<24)
    let line = FieldText("one two", kind: .line)
    #expect(line.tapped(at: 5, count: 3) == 0..<7)
    #expect(FieldText("", kind: .line).tapped(at: 0, count: 3) == 0..<0)
  }

  @Test func `a dot among ink is ink; one that rests is the caret's, however long`() {
    let hand = Hand(.row(""))
    hand.word(0)
    #expect(hand.draw([Point(75, 30)], seconds: 0.05) == .ink)
    hand.read(as: "Hm.")
    hand.now += 5
    hand.field = .row(hand.field.text)
    #expect(hand.draw([Point(75, 30)], seconds: 1) == .tap(position: 3, count: 1))
  }

  @Test func `text that changed while the ink was read is asked for anew`() throws {
    let hand = Hand(.row("one two", selection: 0..<3, hasFocus: true))
    hand.word(0)
    let reading = try #require(hand.reading())
    hand.field.apply(TextEdit(0..<3, with: "x"))
    #expect(hand.commit(reading, "new") == .again)
    #expect(hand.session.ink.count == 3)
    hand.read(as: "new")
    #expect(hand.field.text == "x new two")
  }

  @Test func `a number goes on after a pause, however its field spells it`() throws {
    let hand = Hand(.row("7.0", kind: .number, isReplacedWhole: true))
    hand.spelled = { field in
      var field = field
      field.scalars = (field.text + ".0").scalars
      field.selection = 0..<0
      return field
    }
    hand.word(0, 30)
    hand.read(as: "2")
    #expect(hand.field.text == "2.0")
    hand.word(34, 60)
    #expect(try #require(hand.read(as: "210")).strokes.count == 6)
    #expect(hand.field.text == "210.0")
  }

  @Test func `S52 a scratch over a number is not read, and the number stays`() {
    let hand = Hand(.row("7.0", kind: .number, isReplacedWhole: true))
    #expect(hand.draw(zigzag(-2, 32, y: 6, times: 7)) == .withdrawn)
    #expect(hand.session.ink.isEmpty && hand.reading() == nil)
    #expect(hand.field.text == "7.0")
    // Digits that wait are taken back by it.
    hand.word(0, 30)
    #expect(hand.draw(zigzag(-5, 40, y: 6, times: 7)) == .withdrawn)
    #expect(hand.session.ink.isEmpty && hand.reading() == nil)
    // Those beside it are read as ever.
    hand.word(120)
    #expect(hand.draw(zigzag(-2, 32, y: 6, times: 7)) == .withdrawn)
    hand.read(as: "12")
    #expect(hand.field.text == "12")
    // A word that stands for a number stays as well.
    let word = Hand(.row("May", isReplacedWhole: true))
    #expect(word.draw(zigzag(-2, 32, y: 6, times: 7)) == .withdrawn)
    #expect(word.session.ink.isEmpty && word.reading() == nil)
    #expect(word.field.text == "May")
  }

  @Test func `a reading is told of a page's text around the caret, not of all of it`() throws {
    let long = String(repeating: "word ", count: 400)
    let hand = Hand(FieldText(long, selection: 1000..<1000, hasFocus: true, kind: .text))
    hand.word(0)
    let context = try #require(hand.reading()).context
    #expect(context.textBefore.count == 200 && context.textAfter.count == 200)
  }

  @Test func `older text is scratched out while new ink waits`() {
    let hand = Hand(.row("one two"))
    hand.word(120)
    #expect(hand.draw(zigzag(38, 75, y: 6, times: 7)) == .edit(TextEdit(3..<7, with: "")))
    #expect(hand.session.ink.count == 3)
  }

  @Test func `scratching deletes what stands there, or what was just written`() {
    let hand = Hand(.row("one two"))
    #expect(
      hand.draw(zigzag(38, 75, y: 6, times: 7)) == .edit(TextEdit(3..<7, with: "")))
    #expect(hand.session.ink.isEmpty)
    let other = Hand(.row(""))
    other.word(0)
    #expect(other.draw(zigzag(-5, 66, y: 6, times: 7)) == .withdrawn)
    #expect(other.session.ink.isEmpty)
    #expect(other.read(as: "no") == nil)
  }

  @Test func `scratching where nothing stands is no text, and ink that waits stays`() {
    let hand = Hand(.row(""))
    #expect(hand.draw(zigzag(38, 75, y: 6, times: 7)) == .withdrawn)
    #expect(hand.session.ink.isEmpty && hand.read(as: "-") == nil)
    hand.word(120)
    let ink = hand.session.ink
    #expect(hand.draw(zigzag(38, 75, y: 6, times: 7)) == .withdrawn)
    #expect(hand.session.ink == ink)
  }

  @Test func `text goes to the selection, to the caret, else to where it is written`() {
    for (field, expected) in [
      (FieldText.row("one two", selection: 0..<3, hasFocus: true), "new two"),
      (.row("one two", selection: 4..<4, hasFocus: true), "one new two"),
      (.row("one two", selection: 4..<4), "one new two"),
      (.row("12", kind: .number, isReplacedWhole: true), "new"),
      (.row("(one", selection: 1..<1, hasFocus: true), "(new one"),
      (.row("colr", selection: 3..<3, hasFocus: true), "colnewr"),
      (.row("me@", selection: 3..<3, hasFocus: true, kind: .email), "me@new"),
    ] {
      let hand = Hand(field)
      hand.word(20)
      hand.read(as: "new")
      #expect(hand.field.text == expected)
    }
    let stop = Hand(.row("one"))
    stop.word(40)
    stop.read(as: ".")
    #expect(stop.field.text == "one.")
  }

  @Test func `of several lines it is the one that the ink is on`() {
    var field = FieldText("one\ntwo", kind: .text)
    field.carets = (0...7).map { i in
      Rect(x: Double(i % 4) * 10, y: i < 4 ? 0 : 20, width: 0, height: 20)
    }
    let hand = Hand(field)
    hand.word(40, y: -8)
    hand.read(as: "new")
    #expect(hand.field.text == "one new\ntwo")
  }

  @Test func `S38 strokes that were drawn before are read with the one that goes on with them`() {
    let before = [[Point(0, 0), Point(8, 12)], [], [Point(14, 0), Point(20, 12)]]
    var session = ScribbleSession()
    // Where no pen is down they are nobody's.
    session.adopt(before)
    #expect(session.ink.isEmpty)
    session.begin(at: Point(30, 0))
    session.move(to: [Point(31, 1)])
    // By itself it might be a tap.
    session.adopt(before)
    let outcome = session.end(at: 100, in: .row(""))
    #expect(outcome == .ink)
    #expect(session.ink.map(\.count) == [2, 2, 2] && session.ink[0][0] == Point(0, 0))
    let reading = session.reading(of: .row(""), at: 101)
    #expect(reading?.strokes.count == 3)
    let waiting = ScribbleSession(waiting: [before[0]])
    #expect(waiting.continuation(at: Point(20, 6)) != .none)
    #expect(waiting.continuation(at: Point(200, 6)) == .none)
  }
}

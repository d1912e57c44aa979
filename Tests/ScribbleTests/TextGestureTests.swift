import Glibc
import Handwriting
import InkModel
import InkTestSupport
import RecordedHands
import Testing

@testable import Scribble

/// Gestures over text: circles, underlines, lines that part, join and break.
///
/// Hands are made up from seeds: where they begin, how round, slanted and closed their circles are, how far their lines
/// lean and tremble. What is written as text is recorded from people (`Tests/Fixtures/handwriting`).
@Suite struct TextGestureTests {
  /// Characters are 9 wide and lines 20 high, from 20, 10 on.
  static func page(_ text: String, selection: Range<Int>? = nil) -> FieldText {
    var carets: [Rect] = []
    var (x, y) = (20.0, 10.0)
    for scalar in text.unicodeScalars {
      carets.append(Rect(x: x, y: y, width: 0, height: 20))
      if scalar == "\n" { (x, y) = (20, y + 20) } else { x += 9 }
    }
    carets.append(Rect(x: x, y: y, width: 0, height: 20))
    return FieldText(
      text, selection: selection, hasFocus: selection != nil, carets: carets, kind: .text)
  }

  static let text = "the quick brown fox\njumps over it and\nruns away"

  /// Words with the box of their characters.
  static func words(_ field: FieldText) -> [(range: Range<Int>, box: Rect)] {
    var words: [(Range<Int>, Rect)] = []
    var start: Int?
    for i in 0...field.scalars.count {
      let isLetter = i < field.scalars.count && field.scalars[i].isOfWord
      if isLetter, start == nil { start = i }
      if !isLetter, let begin = start {
        words.append(
          (
            begin..<i,
            Rect(
              minX: field.carets[begin].minX, minY: field.carets[begin].minY,
              maxX: field.carets[i].minX, maxY: field.carets[begin].maxY)
          ))
        start = nil
      }
    }
    return words
  }

  struct Hand {
    var chance: SeededGenerator

    init(_ seed: Int) { chance = SeededGenerator(seed: UInt64(seed) &* 0x9E37_79B9 + 1) }

    mutating func any(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &chance) }

    /// Along corners, with a bend and a tremor.
    mutating func along(_ corners: [Point], step: Double = 2.5) -> [Point] {
      let tremor = any(0...0.5)
      var points: [Point] = []
      for (a, b) in zip(corners, corners.dropFirst()) {
        let count = max(2, Int(a.distance(to: b) / step))
        let bend = any(-0.03...0.03)
        let aside = (b - a).perpendicular * bend
        for k in 0...count {
          let t = Double(k) / Double(count)
          points.append(
            a.lerp(to: b, t) + aside * sin(t * .pi)
              + Vector(any(-tremor...tremor), any(-tremor...tremor)))
        }
      }
      return points
    }

    /// Around a box.
    mutating func circle(_ box: Rect) -> [Point] {
      let (a, b) = (
        box.width / 2 + any(3...9), box.height / 2 * any(0.85...1.5) + any(0...3)
      )
      let center = box.center + Vector(any(-1.5...1.5), any(-2...2))
      let start = any(0...(2 * .pi))
      let direction = any(0...1) < 0.6 ? -1.0 : 1.0
      let around = any(0.92...1.12)
      let square = any(1.6...2.6)
      let tremor = any(0...0.6)
      return (0...60).map { k in
        let t = start + direction * 2 * .pi * around * Double(k) / 60
        func side(_ v: Double) -> Double { (v < 0 ? -1 : 1) * pow(abs(v), 2 / square) }
        let drift = 1 + 0.06 * Double(k) / 60
        return center
          + Vector(
            a * drift * side(cos(t)) + any(-tremor...tremor),
            b * drift * side(sin(t)) + any(-tremor...tremor))
      }
    }

    mutating func underline(_ box: Rect) -> [Point] {
      let y = box.maxY + any(-4...4)
      let (left, right) = (box.minX + any(-3...2), box.maxX + any(-2...3))
      let fall = any(-0.05...0.05) * (right - left)
      let ends = [Point(left, y), Point(right, y + fall)]
      return along(any(0...1) < 0.8 ? ends : ends.reversed())
    }

    mutating func strike(_ box: Rect) -> [Point] {
      let y = box.center.y + any(-3...3)
      let (left, right) = (box.minX + any(-8...2), box.maxX + any(-2...8))
      let fall = any(-0.05...0.05) * (right - left)
      let ends = [Point(left, y), Point(right, y + fall)]
      return along(any(0...1) < 0.8 ? ends : ends.reversed())
    }

    mutating func through(_ x: Double, _ box: Rect) -> [Point] {
      let lean = any(-0.15...0.15) * box.height
      let ends = [
        Point(x - lean / 2, box.minY - any(0...8)), Point(x + lean / 2, box.maxY + any(0...8)),
      ]
      return along(any(0...1) < 0.8 ? ends : ends.reversed())
    }
  }

  private static let hands = 0..<12

  /// How many of the strokes of all hands over all targets do what is expected.
  func share<Target>(
    _ targets: [Target], _ isRight: (Target, inout Hand) -> Bool
  ) -> Double {
    var right = 0
    for seed in Self.hands {
      var hand = Hand(seed)
      right += targets.count { isRight($0, &hand) }
    }
    return Double(right) / Double(targets.count * Self.hands.count)
  }

  @Test func `S52 a line through words deletes them, and the space that would be left double`() {
    let field = Self.page(Self.text)
    func without(_ text: String, _ outcome: TextGesture?) -> String? {
      guard case .edit(let edit) = outcome, edit.text.isEmpty else { return nil }
      var scalars = Array(text.unicodeScalars)
      scalars.removeSubrange(edit.replaced)
      return String(String.UnicodeScalarView(scalars))
    }
    let words = Self.words(field).filter { $0.range.count > 1 }
    var missed: [String] = []
    let struck = share(words) {
      let word = String(
        String.UnicodeScalarView(Array(Self.text.unicodeScalars)[$0.range]))
      let left = without(Self.text, TextGesture.of($1.strike($0.box), in: field))
      let isRight =
        left?.contains(word) == false && left?.contains("  ") == false
        && (left?.count ?? 0) >= Self.text.count - word.count - 1
      if !isRight { missed.append(word) }
      return isRight
    }
    #expect(struck >= 0.95, "\(struck) of the lines, not \(missed)")
    // Two words at once.
    var hand = Hand(5)
    let both = words[1].box.union(words[2].box)
    #expect(
      without(Self.text, TextGesture.of(hand.strike(both), in: field))
        == "the fox\njumps over it and\nruns away")
  }

  @Test func `S52 a circle around a word selects it, a line below it too`() {
    let field = Self.page(Self.text)
    let words = Self.words(field)
    let circles = share(words) {
      TextGesture.of($1.circle($0.box), in: field) == .select($0.range)
    }
    #expect(circles >= 0.95, "\(circles) of the circles")
    let lines = share(words.filter { $0.range.count > 2 }) {
      TextGesture.of($1.underline($0.box), in: field) == .select($0.range)
    }
    #expect(lines >= 0.95, "\(lines) of the lines")
  }

  @Test func `S52 a circle around several words selects them`() {
    let field = Self.page(Self.text)
    let words = Self.words(field)
    let pairs = zip(words, words.dropFirst()).filter { $0.box.minY == $1.box.minY }
    let right = share(pairs) { pair, hand in
      TextGesture.of(hand.circle(pair.0.box.union(pair.1.box)), in: field)
        == .select(pair.0.range.lowerBound..<pair.1.range.upperBound)
    }
    #expect(right >= 0.95, "\(right)")
  }

  @Test func `S52 a line through a word parts it there, through a space it joins the words`() {
    let field = Self.page(Self.text)
    let words = Self.words(field)
    let inside = words.flatMap { word in
      (word.range.lowerBound + 1..<max(word.range.upperBound, word.range.lowerBound + 1)).map {
        (position: $0, box: word.box)
      }
    }
    let parted = share(inside) { target, hand in
      TextGesture.of(hand.through(field.carets[target.position].minX, target.box), in: field)
        == .edit(TextEdit(target.position..<target.position, with: " "))
    }
    #expect(parted >= 0.95, "\(parted) parted")
    let spaces = zip(words, words.dropFirst()).filter { $0.box.minY == $1.box.minY }
    let joined = share(spaces) { pair, hand in
      TextGesture.of(hand.through((pair.0.box.maxX + pair.1.box.minX) / 2, pair.0.box), in: field)
        == .edit(TextEdit(pair.0.range.upperBound..<pair.1.range.lowerBound, with: ""))
    }
    #expect(joined >= 0.95, "\(joined) joined")
  }

  @Test func `S52 a line down and to the left breaks the line, in texts of many lines alone`() {
    let field = Self.page(Self.text)
    let words = Self.words(field)
    let pairs = zip(words, words.dropFirst()).filter { $0.box.minY == $1.box.minY }
    func hook(
      _ pair: ((range: Range<Int>, box: Rect), (range: Range<Int>, box: Rect)), _ hand: inout Hand
    )
      -> [Point]
    {
      let x = (pair.0.box.maxX + pair.1.box.minX) / 2
      let down = hand.any(16...34)
      let top = pair.0.box.minY + hand.any(0...6)
      let corner = Point(x + hand.any(-2...2), top + down)
      return hand.along([
        Point(x, top), corner, Point(x - down * hand.any(1.5...2.5), corner.y + hand.any(-4...4)),
      ])
    }
    let right = share(pairs) { pair, hand in
      TextGesture.of(hook(pair, &hand), in: field)
        == .edit(TextEdit(pair.0.range.upperBound..<pair.1.range.lowerBound, with: "\n"))
    }
    #expect(right >= 0.95, "\(right)")
    var line = field
    line.kind = .line
    var hand = Hand(1)
    for pair in pairs {
      let stroke = hook(pair, &hand)
      #expect(TextGesture.of(stroke, in: line) == nil)
    }
  }

  // MARK: What is written as text

  @Test(arguments: [
    // In the empty part of the line behind the text, below all of it, and in an empty line between.
    Point(130, 5), Point(20, 80), Point(40, 28),
  ])
  func `S52 of a thousand strokes of people's writing beside text one in a hundred acts`(
    _ position: Point
  ) throws {
    let field = Self.page(position.y == 28 ? "my own note\n\nruns away" : "my own note")
    var acts = 0
    var strokes = 0
    for item in try RecordedWriting.words() + RecordedWriting.lines() {
      let height = position.y == 28 ? 20.0 : 30
      let box = Rect(x: position.x, y: position.y, width: 4000, height: height)
      for stroke in item.strokes(in: box) {
        strokes += 1
        acts += TextGesture.of(stroke, in: field) == nil ? 0 : 1
      }
    }
    #expect(strokes > 700)
    #expect(acts * 100 <= strokes, "\(acts) of \(strokes)")
  }

  @Test(arguments: [
    "t", "l", "i", "f", "x", "w", "m", "o", "0", "–", "/",
  ]) func `S52 letters with a gesture's shape are written behind text`(_ letter: String) {
    let field = Self.page("my own note")
    let end = field.carets[field.carets.count - 1].minX
    for seed in 0..<42 {
      var hand = Hand(seed)
      let (x, y) = (end + hand.any(2...20), 6 + hand.any(-2...4))
      let h = hand.any(18...28)
      func at(_ dx: Double, _ dy: Double) -> Point { Point(x + dx * h, y + dy * h) }
      let stroke: [Point] =
        switch letter {
        case "t", "l": hand.along([at(0.1, 0), at(0.1, 1)])
        case "f": hand.along([at(0.4, 0), at(0.15, 0.1), at(0.1, 1)])
        case "i": hand.along([at(0.1, 0.4), at(0.1, 1)])
        case "x", "/": hand.along([at(0.6, 0), at(0, 1)])
        case "w": hand.along([at(0, 0.4), at(0.2, 1), at(0.4, 0.5), at(0.6, 1), at(0.8, 0.4)])
        case "m":
          hand.along([at(0, 1), at(0.05, 0.4), at(0.3, 1), at(0.35, 0.4), at(0.6, 1)])
        case "o", "0":
          hand.circle(
            Rect(x: x, y: y, width: h * 0.5, height: h * (letter == "o" ? 0.5 : 1)).outset(by: -4))
        default: hand.along([at(0, 0.5), at(0.8, 0.5)])
        }
      #expect(TextGesture.of(stroke, in: field) == nil, "\(letter) by hand \(seed)")
    }
  }

  @Test(arguments: [18.0, 23, 28])
  func `S52 a bar that people wrote as a sign is written behind text`(height: Double) throws {
    let field = Self.page("my own note")
    let end = field.carets[field.carets.count - 1].minX
    let bars = try RecordedWriting.bars()
    #expect(bars.count >= 10 && Set(bars.map(\.writer)).count >= 10)
    for bar in bars {
      for distance in [2.0, 11, 20] {
        for y in [4.0, 6, 10] {
          let box = Rect(x: end + distance, y: y, width: height, height: height)
          for stroke in bar.strokes(in: box) {
            #expect(TextGesture.of(stroke, in: field) == nil, "by \(bar.writer), at \(box)")
          }
        }
      }
    }
  }

  @Test func `letters over text are no gestures where they are as small as it`() {
    let field = Self.page(Self.text)
    var hand = Hand(7)
    for word in Self.words(field) {
      // An “o” and a dash of the size of small letters, in the middle of the line, over a part of the word.
      let low = Rect(x: word.box.minX + 2, y: word.box.minY + 7, width: 8, height: 7)
      let o = hand.circle(low.outset(by: -3))
      #expect(TextGesture.of(o, in: field) == nil)
      let y = word.box.center.y
      let dash = hand.along([Point(word.box.minX - 12, y), Point(word.box.minX + 12, y)])
      #expect(TextGesture.of(dash, in: field) == nil)
      // And one over a word from far before it to far behind it is a stroke in a picture.
      let long = hand.along([Point(word.box.minX - 40, y), Point(word.box.maxX + 40, y)])
      #expect(TextGesture.of(long, in: Self.page("a word")) == nil)
    }
  }

  @Test
  func `S52 fields for a number, empty ones and lines whose sides are unknown know no gestures`() {
    var hand = Hand(3)
    var number = Self.page("12345")
    number.isReplacedWhole = true
    let box = Rect(x: 20, y: 10, width: 45, height: 20)
    let circle = hand.circle(box)
    #expect(TextGesture.of(circle, in: number) == nil)
    #expect(TextGesture.of(circle, in: FieldText("")) == nil)
    #expect(TextGesture.of([Point(30, 20)], in: Self.page("12345")) == nil)
    #expect(TextGesture.of([], in: Self.page("12345")) == nil)
    // In both directions, by its carets alone.
    let mixed = FieldText(
      "abשל", carets: [20.0, 29, 56, 47, 38].map { Rect(x: $0, y: 10, width: 0, height: 20) })
    #expect(TextGesture.of(circle, in: mixed) == nil)
  }

  @Test func `S38 a line down through a number in a field for digits puts no space there`() {
    var field = Self.page("12345")
    // From above the line to below it, between two digits.
    let x = field.carets[2].minX + 0.5
    let line = (0...16).map { Point(x, 4 + 2 * Double($0)) }
    #expect(TextGesture.of(line, in: field) == .edit(TextEdit(2..<2, with: " ")))
    let digits = Set<Character>("0123456789")
    field.alphabet = digits
    #expect(TextGesture.of(line, in: field) == nil)
    // A space groups the digits of a number.
    field.alphabet = digits.union(RecognitionContext.numberMarks)
    #expect(TextGesture.of(line, in: field) == .edit(TextEdit(2..<2, with: " ")))
  }

  // MARK: In a session

  private func draw(_ stroke: [Point], _ session: inout ScribbleSession, _ field: FieldText)
    -> ScribbleSession.Outcome
  {
    session.begin(at: stroke[0])
    session.move(to: Array(stroke.dropFirst()))
    return session.end(at: 1, in: field)
  }

  @Test func `S52 a gesture acts when no other stroke has followed, and its ink is gone`() {
    let field = Self.page(Self.text)
    let word = Self.words(field)[1]
    var (hand, session) = (Hand(2), ScribbleSession())
    let outcome = draw(hand.circle(word.box), &session, field)
    #expect(outcome == .ink)
    #expect(session.mayBeGesture && session.isWaiting)
    let gesture = session.takeGesture(at: 1.3, in: field)
    #expect(gesture == .select(word.range))
    #expect(session.ink.isEmpty && !session.mayBeGesture)
    let another = session.takeGesture(at: 1.4, in: field)
    #expect(another == nil)
    #expect(session.settings.gestureDelay < 0.3, "the shortest pause that can be chosen")
  }

  @Test func `S52 a letter of several strokes over text is writing`() {
    let field = Self.page(Self.text)
    let box = Self.words(field)[1].box
    var (hand, session) = (Hand(2), ScribbleSession())
    // H.
    _ = draw(hand.through(box.minX + 9, box), &session, field)
    #expect(session.mayBeGesture)
    _ = draw(hand.through(box.minX + 30, box), &session, field)
    #expect(!session.mayBeGesture)
    let gesture = session.takeGesture(at: 1.3, in: field)
    #expect(gesture == nil && session.ink.count == 2)
    let reading = session.reading(of: field, at: 2)
    #expect(reading?.strokes.count == 2)
  }

  @Test func `a circle around what is selected is an “O” that replaces it`() {
    var field = Self.page(Self.text)
    let word = Self.words(field)[1]
    field.hasFocus = true
    field.selection = word.range
    var (hand, session) = (Hand(2), ScribbleSession())
    _ = draw(hand.circle(word.box), &session, field)
    #expect(!session.mayBeGesture)
    let reading = session.reading(of: field, at: 2)
    #expect(reading != nil)
  }

  @Test func `S48 a tool that rests on a number that is written anew selects nothing`() {
    var field = Self.page("12345")
    for isNumber in [false, true] {
      field.isReplacedWhole = isNumber
      var session = ScribbleSession()
      session.begin(at: Point(30, 20))
      let rests = session.rest(in: field)
      // As a control, other text is selected so.
      #expect(rests == !isNumber)
      #expect(session.isSelecting == !isNumber)
    }
  }

  @Test func `S48 a tool that rests on text selects exactly what it passes over`() {
    let field = Self.page(Self.text)
    let words = Self.words(field)
    for (from, to) in [(1, 3), (3, 1), (0, 6), (6, 2)] {
      var session = ScribbleSession()
      let (a, b) = (words[from], words[to])
      let isForward = a.range.lowerBound < b.range.lowerBound
      let start = Point(isForward ? a.box.minX + 1 : a.box.maxX - 1, a.box.center.y)
      let end = Point(isForward ? b.box.maxX - 1 : b.box.minX + 1, b.box.center.y)
      session.begin(at: start)
      let rests = session.rest(in: field)
      #expect(rests && session.ink.isEmpty)
      for k in 1...20 {
        let p = start.lerp(to: end, Double(k) / 20)
        session.move(to: [p])
        _ = session.selection(to: p, in: field)
      }
      let outcome = session.end(at: 2, in: field, lifting: end)
      #expect(
        outcome
          == .selection(
            min(
              a.range.lowerBound, b.range.lowerBound)..<max(
                a.range.upperBound, b.range.upperBound)))
      #expect(!session.isWaiting && !session.isDown && !session.isSelecting)
    }
  }

  @Test func `S48 in a text longer than its field a selection ends at the last caret in sight`() {
    // Characters that are 10 wide: those from 30 to 64 are seen.
    let field = FieldText.row("one two six").inSight(from: 25, to: 64)
    for (from, to, range) in [(31.0, 300.0, 3..<6), (59, -200, 3..<6), (41, 52, 4..<5)] {
      var session = ScribbleSession()
      session.begin(at: Point(from, 10))
      let rests = session.rest(in: field)
      #expect(rests)
      for k in 1...10 {
        _ = session.selection(to: Point(from + (to - from) * Double(k) / 10, 10), in: field)
      }
      let outcome = session.end(at: 2, in: field, lifting: Point(to, 10))
      #expect(outcome == .selection(range), "\(from) to \(to)")
    }
    let whole = FieldText.row("one two six")
    #expect(whole.inSight(from: -5, to: 200) == whole)
    #expect(whole.inSight(from: 200, to: 300) == whole)
  }

  @Test func `a tool that rests and lifts opens a gap, and what is written there is no gesture`() {
    let field = Self.page(Self.text)
    let words = Self.words(field)
    var session = ScribbleSession()
    let gap = Point((words[0].box.maxX + words[1].box.minX) / 2 - 1, words[0].box.center.y)
    session.begin(at: gap)
    let rests = session.rest(in: field)
    #expect(rests)
    let outcome = session.end(at: 2, in: field, lifting: gap)
    #expect(outcome == .gap(position: words[0].range.upperBound))
    // An “l” that is written there is no line that joins the words.
    var focused = field
    focused.hasFocus = true
    focused.selection = words[0].range.upperBound..<words[0].range.upperBound
    var hand = Hand(4)
    _ = draw(hand.through(gap.x, words[0].box), &session, focused)
    #expect(!session.mayBeGesture)
  }

  @Test func `a tool rests nowhere but on text, and not where ink waits`() {
    let field = Self.page("note")
    var session = ScribbleSession()
    session.begin(at: Point(200, 20))
    var rests = session.rest(in: field)
    #expect(!rests)
    _ = session.end(at: 1, in: field)
    session.begin(at: Point(30, 20))
    session.move(to: [Point(60, 24)])
    rests = session.rest(in: field)
    #expect(!rests)
    _ = session.end(at: 2, in: field)
    session.begin(at: Point(30, 20))
    rests = session.rest(in: field)
    #expect(!rests)
  }
}

extension TextGesture? {
  /// Whether it deletes a word, and at most a space beside it.
  func deletes(_ word: Range<Int>) -> Bool {
    guard case .edit(let edit) = self, edit.text.isEmpty else { return false }
    return edit.replaced.lowerBound <= word.lowerBound
      && edit.replaced.upperBound >= word.upperBound
      && edit.replaced.count <= word.count + 1
  }
}

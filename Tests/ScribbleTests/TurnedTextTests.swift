import InkModel
import Testing

@testable import Scribble

/// Strokes over a text that is turned on the screen, as in a view that fingers have turned.
@Suite struct TurnedTextTests {
  private static let level = TextGestureTests.page(TextGestureTests.text)
  private static let words = TextGestureTests.words(level).filter { $0.range.count > 2 }
  private static let turns: [Double] = [-2.4, -.pi / 4, -0.3, 0.3, .pi / 4, .pi / 2, .pi]

  /// The text turned about the origin, as it is given to the session: with the upright bounds of its carets.
  private static func turned(by turn: Double) -> (field: FieldText, screenFromText: AffineTransform)
  {
    let screenFromText = AffineTransform.rotation(turn)
    var field = level
    field.carets = level.carets.map { caret in
      let top = screenFromText(Point(caret.minX, caret.minY))
      let bottom = screenFromText(Point(caret.minX, caret.maxY))
      return Rect(
        x: (top.x + bottom.x) / 2, y: min(top.y, bottom.y), width: 0,
        height: abs(bottom.y - top.y))
    }
    field.turned = TurnedLines(levelFromField: .rotation(-turn), carets: level.carets)
    return (field, screenFromText)
  }

  /// What a session makes of a stroke over a field, at once or once no other has followed.
  private static func gesture(of stroke: [Point], in field: FieldText) -> TextGesture? {
    var session = ScribbleSession()
    session.begin(at: stroke[0])
    session.move(to: Array(stroke.dropFirst()))
    if case .edit(let edit) = session.end(at: 1, in: field) { return .edit(edit) }
    return session.takeGesture(at: 1.3, in: field)
  }

  /// Strokes over a word, and whether a person means that word by them: to delete it, or to select it.
  private static func strokes(_ box: Rect) -> [(points: [Point], selects: Bool)] {
    let circle = (0...60).map { k in
      let direction = Vector(angle: Double(k) / 60 * 2 * .pi)
      return box.center + Vector(direction.dx * (box.width / 2 + 5), direction.dy * 14)
    }
    return [
      (circle, true),
      (line([(box.minX, box.maxY), (box.maxX, box.maxY)]), true),
      (line([(box.minX - 2, box.center.y), (box.maxX + 2, box.center.y)]), false),
      (zigzag(box.minX - 2, box.maxX + 2, y: box.center.y - 3, times: 7), false),
      (zigzag(box.minX - 2, box.maxX + 2, y: box.center.y - 2, times: 3, fall: 4), false),
    ]
  }

  @Test(arguments: turns)
  func `S52 over a turned text each gesture acts on the word that it is drawn over`(turn: Double) {
    let (field, screenFromText) = Self.turned(by: turn)
    for word in Self.words {
      for (i, stroke) in Self.strokes(word.box).enumerated() {
        let drawn = stroke.points.map { screenFromText($0) }
        let gesture = Self.gesture(of: drawn, in: field)
        switch gesture {
        case .select(let range): #expect(stroke.selects && range == word.range, "stroke \(i)")
        case .edit(let edit):
          #expect(!stroke.selects && edit.text.isEmpty, "stroke \(i)")
          #expect(edit.replaced.contains(word.range.lowerBound), "stroke \(i)")
          #expect(edit.replaced.count <= word.range.count + 1, "stroke \(i)")
        case .nothing, nil: Issue.record("nothing by stroke \(i) over \(word.range)")
        }
      }
    }
  }

  @Test(arguments: turns)
  func `a tap on a turned text puts the caret where the tip is`(turn: Double) {
    let (field, screenFromText) = Self.turned(by: turn)
    for word in Self.words {
      let tip = screenFromText(Point(word.box.minX + 1, word.box.center.y))
      #expect(field.position(nearest: tip) == word.range.lowerBound)
      #expect(field.isText(at: tip))
      let above = screenFromText(Point(word.box.minX + 1, -30))
      #expect(!field.isText(at: above))
    }
  }

  @Test(arguments: turns)
  func `a tool that rests between two words of a turned text opens the gap there`(turn: Double) {
    let (field, screenFromText) = Self.turned(by: turn)
    let caret = Self.level.carets[3]
    #expect(field.gap(at: screenFromText(Point(caret.minX + 4.5, caret.center.y))) == 3)
    #expect(field.gap(at: screenFromText(Point(caret.minX - 13, caret.center.y))) == nil)
  }

  @Test(arguments: turns)
  func `what is left of a turned text by a gesture that waits is turned as well`(turn: Double) {
    let (field, screenFromText) = Self.turned(by: turn)
    var line = field
    let count = 19
    line.scalars = FieldScalars(Array("the quick brown fox".unicodeScalars))
    line.selection = 0..<0
    line.carets = Array(field.carets[...count])
    line.turned?.carets = Array(Self.level.carets[...count])
    var session = ScribbleSession()
    session.holdsGestures = true
    for word in [Self.words[1], Self.words[2]] {
      let stroke = zigzag(
        word.box.minX - 2, word.box.maxX + 2, y: word.box.center.y - 3, times: 7
      ).map { screenFromText($0) }
      session.begin(at: stroke[0])
      session.move(to: Array(stroke.dropFirst()))
      #expect(session.end(at: 1, in: line) == .ink)
    }
    #expect(session.expected(line).text == "the fox")
  }

  /// A field of one line, turned about the origin, in which characters are 10 wide.
  private static func row(_ text: String, turnedBy turn: Double) -> FieldText {
    var field = FieldText.row(text, hasFocus: true)
    let level = field.carets
    field.carets = level.map { caret in
      Rect(
        around: [Point(caret.minX, caret.minY), Point(caret.minX, caret.maxY)].map {
          AffineTransform.rotation(turn)($0)
        })
    }
    field.turned = TurnedLines(levelFromField: .rotation(-turn), carets: level)
    return field
  }

  /// Writes a word of two strokes along a turned line, 30 high.
  private static func write(
    from x: Double, to end: Double, turnedBy turn: Double, in field: FieldText, at time: Double,
    _ session: inout ScribbleSession
  ) {
    let middle = (x + end) / 2
    for (left, right) in [(x, middle - 2), (middle + 2, end)] {
      let level = line([(left, 0), ((left + right) / 2, 30), (right, 0)])
      let stroke = level.map { AffineTransform.rotation(turn)($0) }
      session.begin(at: stroke[0])
      session.move(to: Array(stroke.dropFirst()))
      let outcome = session.end(at: time, in: field)
      #expect(outcome == .ink)
    }
  }

  /// Writes from 0 to an end along a turned line of an empty field; returns the field once it holds the word.
  private static func fieldOfWord(
    _ word: String, to end: Double, turnedBy turn: Double, _ session: inout ScribbleSession
  ) throws -> FieldText {
    let empty = row("", turnedBy: turn)
    write(from: 0, to: end, turnedBy: turn, in: empty, at: 1, &session)
    let first = session.reading(of: empty, at: 2)
    let reading = try #require(first)
    _ = session.commit(reading, as: .plain(word, of: reading.strokes), in: empty)
    var field = row(word, turnedBy: turn)
    field.selection = word.count..<word.count
    session.settled(as: field)
    return field
  }

  @Test(arguments: turns)
  func `S41 a word behind wide ink of a turned text goes on with its line`(turn: Double) throws {
    var session = ScribbleSession()
    // Its text ends at 50.
    let field = try Self.fieldOfWord("hello", to: 120, turnedBy: turn, &session)
    func goesOn(_ x: Double, _ y: Double) -> Bool {
      session.goesOnWithLine(at: AffineTransform.rotation(turn)(Point(x, y)), in: field)
    }
    #expect(goesOn(140, 5) && goesOn(175, 5) && goesOn(70, 5))
    // Too far, over the text, on the line below and on that above.
    #expect(!goesOn(190, 5) && !goesOn(40, 5))
    #expect(!goesOn(140, 45) && !goesOn(140, -40))
  }

  @Test(arguments: turns)
  func `ink that follows a word of a turned text is read together with it`(turn: Double) throws {
    var session = ScribbleSession()
    let field = try Self.fieldOfWord("wor", to: 40, turnedBy: turn, &session)
    Self.write(from: 46, to: 70, turnedBy: turn, in: field, at: 2.5, &session)
    let next = session.reading(of: field, at: 3.5)
    #expect(next?.strokes.count == 4)
  }
}

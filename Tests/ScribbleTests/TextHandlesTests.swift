import InkModel
import Testing

@testable import Scribble

/// The handles of a selection that a pen has made, without a screen.
@Suite struct TextHandlesTests {
  private static let bounds = Rect(x: 0, y: 0, width: 400, height: 200)

  /// A line whose characters are 8 points wide, from (20, 10) to its height of 20.
  private func line(_ text: String, selecting range: Range<Int>, y: Double = 10) -> FieldText {
    let carets = (0...text.unicodeScalars.count).map {
      Rect(x: 20 + 8 * Double($0), y: y, width: 0, height: 20)
    }
    return FieldText(text, selection: range, hasFocus: true, carets: carets)
  }

  private func handles(of field: FieldText, within bounds: Rect = Self.bounds) throws -> TextHandles
  {
    try #require(TextHandles(of: field, seen: bounds, within: bounds))
  }

  @Test func `S7 handles hang beside both ends of a selection, large enough for a pen`() throws {
    let handles = try handles(of: line("one two three", selecting: 4..<7))
    try #require(handles.shown.map(\.end) == [.start, .end])
    let (start, end) = (handles.shown[0], handles.shown[1])
    // “two” is from 52 to 76.
    #expect(start.tip == Point(52, 30))
    #expect(end.tip == Point(76, 30))
    #expect(start.frame == Rect(x: 28, y: 30, width: 24, height: 24))
    #expect(end.frame == Rect(x: 76, y: 30, width: 24, height: 24))
    for handle in handles.shown {
      #expect(handle.reach.contains(handle.frame))
      // Words begin beside it: a few points around what is seen, and no more.
      let around = handle.frame.outset(by: 6)
      #expect(around.contains(handle.reach))
      let pressed = handles.handle(at: handle.frame.center)
      #expect(pressed == handle)
    }
    // Both of a single character, too.
    let one = try self.handles(of: line("a", selecting: 0..<1))
    let taken = one.shown.map { one.handle(at: $0.frame.center)?.end }
    #expect(taken == [.start, .end])
    #expect(TextHandles(of: line("one", selecting: 2..<2), seen: .empty, within: .empty) == nil)
  }

  @Test func `over what is selected a pen writes, and drags no handle`() throws {
    for y in [10.0, 175] {
      let handles = try handles(of: line("one two three", selecting: 4..<7, y: y))
      for x in stride(from: 0.0, to: 140, by: 2) {
        for dy in stride(from: 0.5, to: 20, by: 1) {
          let taken = handles.handle(at: Point(x, y + dy))
          #expect(taken == nil)
        }
      }
    }
  }

  @Test func `handles stay within the window, and go where their end is out of sight`() throws {
    // No room below the line, and none beside it.
    let low = line("wide", selecting: 0..<4, y: 175)
    let narrow = Rect(x: 10, y: 0, width: 50, height: 200)
    let handles = try handles(of: low, within: narrow)
    #expect(handles.shown.map(\.frame.minX) == [10, 36])
    #expect(handles.shown.map(\.frame.maxY) == [175, 175])
    #expect(handles.shown.map(\.tip) == [Point(20, 175), Point(52, 175)])
    // Of the text up to x = 50 is seen.
    let field = line("one two three", selecting: 0..<13)
    let seen = Rect(x: 20, y: 0, width: 30, height: 40)
    let some = try #require(TextHandles(of: field, seen: seen, within: Self.bounds))
    #expect(some.shown.map(\.end) == [.start])
    var scrolled = field
    scrolled.firstCaret = 5
    scrolled.carets = Array(field.carets[5...])
    let rest = try self.handles(of: scrolled)
    #expect(rest.shown.map(\.end) == [.end])
  }

  @Test func `S48 a dragged handle selects up to the caret nearest to it, past the other end too`()
    throws
  {
    var field = line("one two three", selecting: 4..<7)
    var handles = try handles(of: field)
    // Down somewhere on the handle of the end: the selection's end moves as far as the pen does.
    let grip = Point(90, 50)
    let begins = handles.begin(at: grip)
    #expect(begins && handles.dragged == .end)
    func drag(by dx: Double) -> Range<Int> {
      if let range = handles.move(to: grip + Vector(dx, 0), in: field) { field.selection = range }
      let isCurrent = handles.update(of: field, seen: Self.bounds, within: Self.bounds)
      #expect(isCurrent)
      return field.selection
    }
    let steps: [(dx: Double, range: Range<Int>)] = [
      (1, 4..<7), (8, 4..<8), (51, 4..<13), (300, 4..<13), (-16, 4..<5),
      // At the other end it keeps a character, on the side that it came from.
      (-24, 4..<5), (-33, 3..<4), (-24, 3..<4), (-300, 0..<4), (0, 4..<7),
    ]
    for (dx, range) in steps {
      let selected = drag(by: dx)
      #expect(selected == range, "\(dx)")
    }
    handles.end()
    #expect(handles.dragged == nil)
    let after = drag(by: 40)
    #expect(after == 4..<7)

    // The start, past the end.
    let starts = handles.begin(at: Point(40, 50))
    #expect(starts)
    #expect(handles.dragged == .start)
    let range = handles.move(to: Point(40 + 48, 50), in: field)
    #expect(range == 7..<10)
    #expect(handles.dragged == .end)
  }

  @Test func `a letter stays selected with the accents that are put onto it`() throws {
    // “e” and “o” with an accent each, of two scalars.
    let text = "e\u{301}xo\u{302}"
    let drags: [(range: Range<Int>, grip: Point, dx: Double)] = [
      (0..<3, Point(54, 40), -24), (2..<5, Point(30, 40), 24),
    ]
    for (range, grip, dx) in drags {
      let field = line(text, selecting: range)
      var handles = try handles(of: field)
      let begins = handles.begin(at: grip)
      #expect(begins)
      let selected = handles.move(to: grip + Vector(dx, 0), in: field)
      #expect(selected == (dx < 0 ? 0..<2 : 3..<5))
    }
  }

  @Test func `S48 a handle that is dragged out of the field selects no more than is seen`() throws {
    let field = line("one two three", selecting: 4..<7)
    var handles = try handles(of: field)
    let begins = handles.begin(at: Point(90, 50))
    #expect(begins)
    // The field ends at x = 93, between two carets.
    let range = handles.move(to: Point(390, 50), in: field.inSight(from: 20, to: 93))
    #expect(range == 4..<9)
  }

  @Test func `a handle goes to another line with the pen`() throws {
    var field = line("one two", selecting: 0..<3)
    let second = line("three", selecting: 0..<0, y: 30).carets
    field.scalars += Array("\nthree".unicodeScalars)
    field.carets += second
    var handles = try handles(of: field)
    let grip = Point(56, 42)
    let begins = handles.begin(at: grip)
    #expect(begins)
    let range = handles.move(to: grip + Vector(1, 20), in: field)
    // Three characters into the second line, which begins at 8.
    #expect(range == 0..<11)
  }

  @Test func `where text runs to the left the handles are the other way round`() throws {
    var field = FieldText("אבג", selection: 0..<2, hasFocus: true)
    field.carets = (0...3).map { Rect(x: 80 - 8 * Double($0), y: 10, width: 0, height: 20) }
    field.sides = (0..<3).map {
      FieldText.Sides(from: 80 - 8 * Double($0), to: 72 - 8 * Double($0))
    }
    let handles = try handles(of: field)
    #expect(handles.shown.map(\.tip) == [Point(80, 30), Point(64, 30)])
    #expect(handles.shown.map(\.frame.minX) == [80, 40])
  }

  @Test func `handles are of one selection`() throws {
    var field = line("one two three", selecting: 4..<7)
    var handles = try handles(of: field)
    let begins = handles.begin(at: Point(90, 50))
    #expect(begins)
    field.selection = 0..<3
    let isCurrent = handles.update(of: field, seen: Self.bounds, within: Self.bounds)
    #expect(!isCurrent)
    let range = handles.move(to: Point(130, 50), in: field)
    #expect(range == nil)
  }
}

import Glibc
import InkModel
import Testing

@testable import Scribble

/// Strokes over selected text: which of them are gestures, and which are written over it.
@Suite struct SelectedTextTests {
  private static let text = "milk sugar bread"

  /// Letters are 9 wide and the line is 20 high, from 20, 10 on; from right to left in a mirror at 200.
  private static func field(_ text: String, _ selection: Range<Int>, isReversed: Bool = false)
    -> FieldText
  {
    var field = TextGestureTests.page(text, selection: selection)
    guard isReversed else { return field }
    field.carets = field.carets.map {
      Rect(x: 400 - $0.minX, y: $0.minY, width: 0, height: $0.height)
    }
    return field
  }

  private static func across(_ from: Double, _ to: Double, y: Double = 20) -> [Point] {
    line([(from, y), (to, y)])
  }

  /// The gesture that a stroke is in a field; `nil` where it is written.
  private static func gesture(_ stroke: [Point], in field: FieldText) -> TextGesture? {
    var session = ScribbleSession()
    session.begin(at: stroke[0])
    session.move(to: Array(stroke.dropFirst()))
    guard session.end(at: 1, in: field) == .ink else { return nil }
    return session.takeGesture(at: 1.3, in: field)
  }

  /// The text of a field without what a stroke deletes; `nil` where it is written.
  static func left(by stroke: [Point], in field: FieldText) -> String? {
    guard case .edit(let edit) = gesture(stroke, in: field), edit.text.isEmpty else { return nil }
    var left = field
    left.apply(edit)
    return left.text
  }

  @Test(arguments: [
    (16.0, 105.0),
    // Most of its letters, and with a swing at each end.
    (30, 90), (2, 140),
  ]) func `S52 a line through a name that is all selected deletes it`(from: Double, to: Double) {
    let field = Self.field("Drawing 1", 0..<9)
    #expect(Self.left(by: Self.across(from, to), in: field) == "")
    #expect(Self.left(by: Self.across(to, from), in: field) == "")
  }

  @Test(arguments: [false, true])
  func `S52 a line through most of a selected word deletes it`(isReversed: Bool) {
    // With the space behind it, too, as undo selects what a gesture has deleted.
    for selection in [5..<10, 5..<11] {
      let field = Self.field(Self.text, selection, isReversed: isReversed)
      for (from, to) in [(62.0, 112.0), (70, 104)] {
        let stroke =
          isReversed ? Self.across(400 - from, 400 - to) : Self.across(from, to)
        #expect(Self.left(by: stroke, in: field) == "milk bread", "\(from) of \(selection)")
      }
    }
    // And a part of a word.
    let part = Self.field(Self.text, 7..<9, isReversed: isReversed)
    let stroke = isReversed ? Self.across(320, 296) : Self.across(80, 104)
    #expect(Self.left(by: stroke, in: part) == "milk sur bread")
  }

  @Test func `S52 a line through one of several selected words deletes that word`() {
    let all = Self.field(Self.text, 0..<16)
    #expect(Self.left(by: Self.across(62, 112), in: all) == "milk bread")
    let short = Self.field("so we go", 0..<8)
    #expect(Self.left(by: Self.across(46, 66), in: short) == "so go")
  }

  @Test func `S52 a line that is too long over a selection leaves words that it does not touch`() {
    let two = Self.field("milk sugar", 0..<10)
    #expect(Self.left(by: Self.across(62, 150), in: two) == "milk")
    let all = Self.field(Self.text, 0..<16)
    #expect(Self.left(by: Self.across(62, 146), in: all) == "milk")
  }

  @Test func `a short dash over selected words is written over them`() {
    let all = Self.field(Self.text, 0..<16)
    // Over one letter, over two of a word, and behind the text.
    for (from, to) in [(80.0, 93.0), (74, 94), (170, 190)] {
      #expect(Self.gesture(Self.across(from, to), in: all) == nil, "from \(from)")
    }
    let short = Self.field("so we go", 0..<8)
    #expect(Self.gesture(Self.across(50, 62), in: short) == nil)
    let letter = Self.field("a", 0..<1)
    #expect(Self.gesture(Self.across(16, 36), in: letter) == nil)
  }

  @Test func `of two selected lines a line through one deletes words of that alone`() {
    let field = Self.field("one two\nsix ten", 0..<15)
    #expect(Self.left(by: Self.across(30, 82), in: field) == "\nsix ten")
    #expect(Self.left(by: Self.across(16, 87), in: field) == "\nsix ten")
    let short = Self.gesture(Self.across(30, 44), in: field)
    #expect(short == nil)
  }

  @Test(arguments: [0..<4, 2..<7, 5..<8, 5..<10, 11..<16])
  func `S52 a line through words deletes what it crosses, whatever of them is selected`(
    selection: Range<Int>
  ) {
    let field = Self.field(Self.text, selection)
    let lines: [(from: Double, to: Double, left: String)] = [
      // All of the text; without its last two letters; the second word and most of the third one.
      (16, 168, ""), (16, 146, ""), (62, 150, "milk"),
      // The first word and three letters of the second one.
      (18, 92, "bread"),
    ]
    for line in lines {
      // What it does not touch may be selected: that is no question of a selection then.
      for stroke in [Self.across(line.from, line.to), Self.across(line.to, line.from)] {
        #expect(Self.left(by: stroke, in: field) == line.left, "\(line) over \(selection)")
      }
    }
  }

  @Test func `S52 a line over selected text that ends within words types no dash`() {
    let all = Self.field(Self.text, 0..<16)
    for start in stride(from: 20.0, through: 120, by: 5) {
      for width in stride(from: 27.0, through: 160 - start, by: 9) {
        let gesture = Self.gesture(Self.across(start, start + width), in: all)
        #expect(gesture != nil, "from \(start) to \(start + width)")
      }
    }
  }

  @Test func `S52 a line below selected text selects what it is below`() {
    let field = Self.field(Self.text, 5..<16)
    #expect(Self.gesture(Self.across(119, 164, y: 27), in: field) == .select(11..<16))
    #expect(Self.gesture(Self.across(65, 164, y: 27), in: field) == .select(5..<16))
  }

  @Test func `S52 a circle around more than what is selected selects it`() {
    func circle(_ left: Double, _ right: Double) -> [Point] {
      (0...60).map { k in
        let t = Double(k) / 60 * 2.05 * .pi - 1.5
        return Point((left + right) / 2 + (right - left) / 2 * cos(t), 20 + 14 * sin(t))
      }
    }
    let field = Self.field(Self.text, 5..<10)
    #expect(Self.gesture(circle(60, 169), in: field) == .select(5..<16))
    // Around a part of it, it is an “O”.
    let all = Self.field(Self.text, 0..<16)
    #expect(Self.gesture(circle(60, 115), in: all) == nil)
  }

  @Test func `a line down over selected text is written over it`() {
    let down = line([(89, 4), (89, 36)])
    #expect(Self.gesture(down, in: Self.field(Self.text, 5..<10)) == nil)
    let parts = TextGesture.edit(TextEdit(8..<8, with: " "))
    #expect(Self.gesture(down, in: Self.field(Self.text, 0..<0)) == parts)
  }
}

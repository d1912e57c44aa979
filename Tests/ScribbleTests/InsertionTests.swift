import Handwriting
import InkModel
import Testing

@testable import Scribble

/// Where written words go in the text.
@Suite struct InsertionTests {
  /// A text whose characters are 10 wide, in lines of 20.
  private func page(_ text: String, selection: Range<Int>? = nil, hasFocus: Bool = false)
    -> FieldText
  {
    var field = FieldText(text, selection: selection, hasFocus: hasFocus, kind: .text)
    var (x, y) = (0.0, 0.0)
    for scalar in field.scalars {
      field.carets.append(Rect(x: x, y: y, width: 0, height: 20))
      (x, y) = scalar == "\n" ? (0, y + 20) : (x + 10, y)
    }
    field.carets.append(Rect(x: x, y: y, width: 0, height: 20))
    return field
  }

  private func written(_ text: String, _ x: Double, y: Double = -5, _ field: FieldText) -> String {
    let hand = Hand(field)
    hand.word(x, 60, y: y)
    hand.read(as: text)
    return hand.field.text
  }

  @Test func `S38 a word goes where it is written: first, between two, last`() {
    let field = FieldText.row("one two six")
    #expect(written("new", -4, field) == "new one two six")
    #expect(written("new", 33, field) == "one new two six")
    #expect(written("new", 72, field) == "one two new six")
    #expect(written("new", 112, field) == "one two six new")
    #expect(written("new", 300, field) == "one two six new")
    // A word is not parted by one that is written over it.
    #expect(written("new", 46, field) == "one new two six")
    #expect(written("new", 64, field) == "one two new six")
  }

  @Test func `S38 a word goes on the line that it is written on, empty ones too`() {
    let field = page("one two\n\nsix", selection: 12..<12, hasFocus: true)
    #expect(written("new", 100, y: -5, field) == "one two new\n\nsix")
    #expect(written("new", 30, y: 15, field) == "one two\nnew\nsix")
    #expect(written("new", 40, y: 35, field) == "one two\n\nsix new")
    #expect(written("new", 0, y: 35, field) == "one two\n\nnew six")
    #expect(written("new", 33, y: -5, field) == "one new two\n\nsix")
    #expect(written("new", 20, y: 300, field) == "one two\n\nsix new")
  }

  @Test func `S38 what is written over a selection replaces it, on its line alone`() {
    let field = page("one two\nsix", selection: 4..<7, hasFocus: true)
    #expect(written("new", 30, field) == "one new\nsix")
    #expect(written("new", 40, y: 15, field) == "one two\nsix new")
  }

  @Test func `the caret that the pen has put stays where the ink goes, on its line`() {
    let hand = Hand(page("one two six seven\nend", selection: 3..<3, hasFocus: true))
    hand.draw([Point(31, 10)], seconds: 0.05)
    hand.now += 1
    hand.word(120, y: -5)
    hand.read(as: "new")
    #expect(hand.field.text == "one new two six seven\nend")
    // A word behind it, over the text that has moved.
    hand.now += 20
    hand.field.carets = page(hand.field.text).carets
    hand.word(190, y: -5)
    hand.read(as: "too")
    #expect(hand.field.text == "one new too two six seven\nend")
    hand.now += 20
    hand.field.carets = page(hand.field.text).carets
    hand.word(40, y: 15)
    hand.read(as: "here")
    #expect(hand.field.text == "one new too two six seven\nend here")
  }

  @Test func `S38 from right to left a line begins at its right`() {
    var field = FieldText("אחת שתים", kind: .line)
    field.carets = (0...8).map { Rect(x: 200 - Double($0) * 10, y: 0, width: 0, height: 20) }
    #expect(written("new", 145, field) == "new אחת שתים")
    #expect(written("new", 106, field) == "אחת new שתים")
    #expect(written("new", 40, field) == "אחת שתים new")
  }

  @Test func `a mark that ends a phrase joins the word before it`() {
    for (text, mark, expected) in [
      ("one", ".", "one."), ("one ", ".", "one."), ("one ", "?", "one?"), ("one ", ",", "one,"),
      ("one", "-", "one-"), (" ", ".", " ."), ("one. ", "Two", "one. Two"),
    ] {
      let field = FieldText.row(text)
      #expect(written(mark, Double(field.scalars.count) * 10 + 2, field) == expected)
    }
    #expect(written(",", 41, .row("one two")) == "one, two")
  }
}

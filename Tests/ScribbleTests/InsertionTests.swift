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

  /// Writes another word, seconds after the last one, over the page as it is by then; the text that it makes.
  private func writeLater(
    _ text: String, _ x: Double, y: Double, after seconds: Double = 20, by hand: Hand
  ) -> String {
    hand.now += seconds
    hand.field.carets = page(hand.field.text).carets
    hand.word(x, y: y)
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
  }

  @Test func `S38 what is written over a selection replaces it, on its line alone`() {
    let field = page("one two\nsix", selection: 4..<7, hasFocus: true)
    #expect(written("new", 30, field) == "one new\nsix")
    #expect(written("new", 40, y: 15, field) == "one two\nsix new")
  }

  @Test
  func `S38 below a text a word goes to its end, from a line's height on to a line of its own`() {
    // The last line is from 20 to 40.
    let field = page("one two\nsix ten", selection: 2..<2, hasFocus: true)
    func below(_ middle: Double, _ x: Double, _ field: FieldText) -> String {
      written("new", x, y: middle - 15, field)
    }
    for x in stride(from: -30.0, through: 200, by: 23) {
      let beside = below(30, x, field)
      for middle in [38.0, 46] { #expect(below(middle, x, field) == beside, "\(x)") }
      for middle in [53.0, 57] {
        #expect(below(middle, x, field) == "one two\nsix ten new", "\(x)")
      }
      for middle in [63.0, 80, 300] {
        #expect(below(middle, x, field) == "one two\nsix ten\nnew", "\(x)")
        // A last line that is empty takes it.
        #expect(below(middle, x, page("one two\n")) == "one two\nnew", "\(x)")
        #expect(below(middle, x, page("")) == "new", "\(x)")
      }
    }
    // What is selected on the last line is replaced by what is close below it.
    let selected = page("one two\nsix ten", selection: 8..<11, hasFocus: true)
    #expect(below(57, 0, selected) == "one two\nnew ten")
    #expect(below(57, 60, selected) == "one two\nsix ten new")
    #expect(below(63, 0, selected) == "one two\nsix ten\nnew")
    // In a field of one line there is nothing below it.
    #expect(below(300, 33, .row("one two")) == "one new two")
  }

  @Test func `S38 below a text from right to left a word goes to its end, too`() {
    var field = FieldText("אחת שתים", kind: .text)
    field.carets = (0...8).map { Rect(x: 200 - Double($0) * 10, y: 0, width: 0, height: 20) }
    for x in [40.0, 106, 145] {
      #expect(written("new", x, y: 18, field) == "אחת שתים new")
      #expect(written("new", x, y: 30, field) == "אחת שתים\nnew")
    }
  }

  @Test func `below a long line of which a part has carets a word goes to the end of the text`() {
    let text = String(repeating: "one two ", count: 60) + "six"
    var field = page(text)
    field.longRows = [0...field.scalars.count]
    field.carets = Array(field.carets.prefix(21))
    #expect(written("new", 50, y: 30, field) == text + "\nnew")
    #expect(written("new", 50, y: 18, field) == text + " new")
  }

  @Test func `S53 a line begun below a text goes on in it, and the next one is a line below`()
    throws
  {
    let hand = Hand(page("one"))
    hand.word(0, y: 60)
    let begun = try #require(hand.read(as: "he"))
    #expect(begun.context.textBefore == "one\n")
    #expect(hand.field.text == "one\nhe")
    // The rest of the word puts it right, in one step from the text before.
    hand.word(55, 20, y: 60)
    let rest = try #require(hand.reading())
    let edit = TextEdit(3..<6, with: "\nhello", former: .init("one".scalars, replaced: 3..<3))
    let result = hand.commit(rest, "hello")
    #expect(result == .edit(edit))
    hand.field.apply(edit)
    hand.session.settled(as: hand.field)
    hand.word(120, y: 60)
    hand.read(as: "hello there")
    #expect(hand.field.text == "one\nhello there")
    #expect(writeLater("end", 0, y: 120, by: hand) == "one\nhello there\nend")
  }

  @Test func `S38 lines written at once below a text, or from its last line on, keep their order`()
  {
    for (first, expected) in [(60.0, "one\ntwo\nsix"), (-5, "one two\nsix")] {
      let hand = Hand(page("one"))
      hand.word(60, y: first)
      hand.word(60, y: first + 75)
      hand.read(as: "two\nsix")
      #expect(hand.field.text == expected)
    }
  }

  @Test
  func `ink much taller than the last line goes to a caret beside it, or replaces the selection`() {
    for (selection, text) in [(3..<3, "six new ten"), (4..<7, "six new")] {
      let hand = Hand(page("six ten", selection: selection, hasFocus: true))
      for x in [50.0, 75] { hand.draw(line([(x, 2), (x + 10, 62), (x + 15, 2)])) }
      hand.read(as: "new")
      #expect(hand.field.text == text)
    }
    // Close below what is selected, where its handles are.
    let hand = Hand(page("six ten", selection: 4..<7, hasFocus: true))
    for x in [50.0, 75] { hand.draw(line([(x, 22), (x + 10, 46), (x + 15, 22)])) }
    hand.read(as: "new")
    #expect(hand.field.text == "six new")
  }

  @Test func `ink much taller than the last line stays at the caret that the pen has put there`() {
    let hand = Hand(page("six ten", selection: 3..<3, hasFocus: true))
    hand.draw([Point(31, 10)], seconds: 0.05)
    hand.now += 1
    for x in [50.0, 75] { hand.draw(line([(x, 2), (x + 10, 62), (x + 15, 2)])) }
    hand.read(as: "new")
    #expect(hand.field.text == "six new ten")
  }

  @Test func `the caret that the pen has put stays where the ink goes, on its line`() {
    let hand = Hand(page("one two six seven\nend", selection: 3..<3, hasFocus: true))
    hand.draw([Point(31, 10)], seconds: 0.05)
    hand.now += 1
    hand.word(120, y: -5)
    hand.read(as: "new")
    #expect(hand.field.text == "one new two six seven\nend")
    // A word behind it, over the text that has moved.
    let moved = writeLater("new too", 190, y: -5, after: 3, by: hand)
    #expect(moved == "one new too two six seven\nend")
    let below = writeLater("here", 40, y: 15, by: hand)
    #expect(below == "one new too two six seven\nend here")
  }

  @Test(arguments: [3.0, 20])
  func `S38 a word that is not written behind the last one goes where it stands`(seconds: Double) {
    let text = "milk sugar bread"
    // Between “sugar” and “bread”, at 110, up to 170.
    func begun() -> Hand {
      let hand = Hand(page(text, selection: 16..<16, hasFocus: true))
      hand.word(105, y: -5)
      hand.read(as: "flag")
      #expect(hand.field.text == "milk sugar flag bread")
      return hand
    }
    #expect(
      writeLater("Monday", 300, y: -5, after: seconds, by: begun())
        == "milk sugar flag bread Monday")
    #expect(
      writeLater("tonight", -4, y: -5, after: seconds, by: begun())
        == "tonight milk sugar flag bread")
    #expect(
      writeLater("and", 44, y: -5, after: seconds, by: begun()) == "milk and sugar flag bread")
  }

  @Test func `S38 once a line has rested a word goes where it stands, close behind the last too`() {
    let hand = Hand(page("one two six seven", selection: 3..<3, hasFocus: true))
    hand.word(34, y: -5)
    hand.read(as: "new")
    #expect(hand.field.text == "one new two six seven")
    // Behind the ink, which ended at 94, over the text that has moved there: “two” ends at 110.
    #expect(writeLater("too", 112, y: -5, by: hand) == "one new two too six seven")
  }

  @Test(arguments: [2.0, 30, 60, 100])
  func `S38 a phrase written over the text that follows it stays together`(x: Double) {
    // Above the line of its first word, so that it is read on its own: over that, and behind it.
    let hand = Hand(.row("one two six seven eight", selection: 3..<3, hasFocus: true))
    hand.word(34, y: -5)
    hand.read(as: "new")
    hand.now += 1
    hand.word(34 + x, y: -33)
    hand.read(as: "and")
    #expect(hand.field.text == "one new and two six seven eight")
  }

  @Test func `S38 ink before or behind what is selected leaves it`() {
    // At 50 to 110.
    let field = FieldText.row("milk sugar bread", selection: 5..<11, hasFocus: true)
    #expect(written("new", 200, field) == "milk sugar bread new")
    #expect(written("new", -70, field) == "new milk sugar bread")
    // All of it is selected where it is to be written anew.
    let whole = FieldText.row("milk sugar bread", selection: 0..<16, hasFocus: true)
    for x in [200.0, -70] { #expect(written("new", x, whole) == "new") }
    let word = FieldText.row("milk sugar bread", selection: 5..<10, hasFocus: true)
    #expect(written("new", 104, word) == "milk sugar new bread")
    for x in [0.0, 46, 96] { #expect(written("new", x, word) == "milk new bread") }
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

  /// A text at whose end something is written; the text then.
  private func appended(
    _ text: String, to before: String, kind: RecognitionContext.Kind = .line
  ) -> String {
    let field = FieldText.row(before, kind: kind)
    return written(text, Double(field.scalars.count) * 10 + 2, field)
  }

  @Test func `amounts, signs and what opens stand apart from the word before them`() {
    for sign in [
      "$49.90", "€5", "£5", "+2", "-5", "−5", "-$5", "(see", "[1]", "{x", "#4", "@anna", "“yes”",
      "\"yes\"", "„ja“", "«да»", "& co",
    ] {
      #expect(appended(sign, to: "price") == "price \(sign)")
    }
    // Behind what opens comes no space, nor does a second one.
    for (before, text) in [
      ("one (", "two"), ("one \"", "two"), ("one “", "two"), ("«", "да"), ("« ", "oui"), ("$", "5"),
      ("one ", "$5"), ("one ", "(two"),
    ] {
      #expect(appended(text, to: before) == before + text)
    }
  }

  @Test func `what closes and what stands within a word joins the word before it`() {
    for text in [")", "]", "}", "%", "”", "…", "»", "'s", "’s", "-up", "/or", "_x", "@", "@b.org"] {
      #expect(appended(text, to: "one") == "one" + text)
    }
    for (before, text) in [("well-", "known"), ("and/", "or"), ("o'", "clock"), ("2020", "-5")] {
      #expect(appended(text, to: before) == before + text)
    }
    // A quote that was opened is closed, and a word behind it stands apart.
    #expect(appended("\"", to: "say \"yes") == "say \"yes\"")
    for before in ["\"yes\"", "“yes”", "«да»", "„ja“", "(yes)", "5%", "5 €"] {
      #expect(appended("then", to: before) == before + " then")
    }
  }

  @Test(arguments: [RecognitionContext.Kind.email, .url])
  func `in a field for an address all that is written joins`(kind: RecognitionContext.Kind) {
    #expect(appended("anna @example. com", to: "", kind: kind) == "anna@example.com")
    #expect(appended("example", to: "anna@", kind: kind) == "anna@example")
    #expect(appended("com", to: "example.", kind: kind) == "example.com")
    #expect(appended("b", to: "a", kind: kind) == "ab")
    // Words of one line that are read the same again with the next.
    let hand = Hand(.row("", kind: kind))
    hand.word(0)
    hand.read(as: "anna")
    hand.word(80)
    hand.read(as: "anna bell")
    #expect(hand.field.text == "annabell")
  }

  @Test func `in a text what goes on with an address joins it, until that is whole`() {
    for (before, text) in [
      ("anna", "@"), ("anna@", "example"), ("to anna@example.", "com"), ("(anna@example.", "com)"),
      ("www.", "gnome"), ("see www.gnome.", "org"), ("https://gnome.", "org"),
    ] {
      #expect(appended(text, to: before) == before + text)
    }
    for (before, text) in [
      ("Mail anna@example.com.", "Then"), ("anna@example.com", "then"), ("www.gnome.org", "is"),
      ("see you at 5.", "Then"), ("Hello.", "Then"), ("Mr.", "Smith"), ("e.g.", "this"),
    ] {
      #expect(appended(text, to: before) == before + " " + text)
    }
    // The word that was written last is read again with what follows.
    let hand = Hand(.row(""))
    hand.word(0)
    hand.read(as: "anna@exam")
    hand.word(80)
    hand.read(as: "anna@exam ple.com")
    #expect(hand.field.text == "anna@example.com")
  }

  @Test func `words of a number that are read the same again keep the space between them`() {
    let hand = Hand(.row("", kind: .number))
    hand.word(0)
    hand.read(as: "12")
    hand.word(80)
    hand.read(as: "12 34")
    #expect(hand.field.text == "12 34")
  }
}

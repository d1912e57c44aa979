import Canvas
import InkModel
import InkTestSupport
import Testing

/// Undo in a text that is edited: of letters and of looks.
@Suite struct `The past of a text` {
  private static func run(_ text: String, _ weight: Int = 400) -> TextRun {
    TextRun(text, family: "Sans", size: 18, weight: weight)
  }

  private static func state(_ text: String, _ weight: Int = 400, at caret: Int? = nil)
    -> TextPast.State
  {
    let caret = caret ?? text.unicodeScalars.count
    return TextPast.State([run(text, weight)], .start, selection: caret..<caret)
  }

  private static func text(_ state: TextPast.State?) -> String? {
    state.map { $0.runs.reduce("") { $0 + $1.text } }
  }

  private static func empty() -> TextPast { TextPast(state("")) }

  /// Types letters behind each other.
  private static func type(_ letters: String, behind before: String = "", _ past: inout TextPast) {
    var text = before
    for letter in letters.unicodeScalars {
      text.unicodeScalars.append(letter)
      past.change(to: state(text))
    }
  }

  /// All texts that undo leads to, from the last one on.
  private static func undoneTexts(_ past: inout TextPast) -> [String] {
    var texts: [String] = []
    while let text = text(past.undo()) { texts.append(text) }
    return texts
  }

  @Test(arguments: UInt64(1)...40)
  func `whatever is done, undone and done again, a text is as it was`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var states = [Self.state("")]
    var current = 0
    var past = Self.empty()
    for _ in 0..<200 {
      let text = Self.text(states[current]) ?? ""
      var new: TextPast.State?
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let known = past.undo()
        #expect(known == (current > 0 ? states[current - 1] : nil))
        current = max(current - 1, 0)
      case 1:
        let known = past.redo()
        #expect(known == (current < states.count - 1 ? states[current + 1] : nil))
        current = min(current + 1, states.count - 1)
      case 2 where !text.isEmpty:
        let cut = Int.random(in: 0..<text.unicodeScalars.count, using: &random)
        let scalars = Array(text.unicodeScalars)
        let parts = [scalars[..<cut], scalars[cut...]].map { String(String.UnicodeScalarView($0)) }
        let weights = [400, 400 + Int.random(in: 1...300, using: &random)]
        let looks = TextPast.State(
          zip(parts, weights).filter { !$0.0.isEmpty }.map { Self.run($0, $1) }, .end,
          selection: cut..<scalars.count)
        past.changeLooks(to: looks, isSweep: false, at: 0)
        if looks.runs != states[current].runs || states[current].alignment != .end { new = looks }
      case 3 where text.unicodeScalars.count > 2:
        new = Self.state(String(text.dropLast(2)))
      default:
        // More than a letter: a step by itself.
        new = Self.state(text + ["ab", "é😀", "\n-"].randomElement(using: &random)!)
      }
      if let new {
        past.change(to: new)
        states.removeLast(states.count - current - 1)
        states.append(new)
        current += 1
      }
      #expect(past.canUndo == (current > 0))
      #expect(past.canRedo == (current < states.count - 1))
    }
  }

  @Test func `letters that are typed are a step for each word`() {
    var past = Self.empty()
    Self.type("one two  three", &past)
    #expect(Self.undoneTexts(&past) == ["one two", "one", ""])
    let again = [past.redo(), past.redo(), past.redo()].map(Self.text)
    #expect(again == ["one", "one two", "one two  three"])
  }

  @Test func `letters that are typed elsewhere, or after a step was undone, are another step`() {
    var past = Self.empty()
    Self.type("abc", &past)
    past.select(0..<0)
    past.change(to: Self.state("xabc", at: 1))
    past.change(to: Self.state("xyabc", at: 2))
    let back = past.undo()
    #expect(Self.text(back) == "abc")
    #expect(back?.selection == 0..<0, "the caret is where it was before the step")
    Self.type("d", behind: "abc", &past)
    #expect(Self.undoneTexts(&past) == ["abc", ""])
  }

  @Test(arguments: ["plain", "x"])
  func `a letter that is typed over what is selected is one step with it`(text: String) {
    func replace(_ events: (UInt64, UInt64)) -> [String] {
      var past = TextPast(Self.state(text))
      past.select(0..<text.count)
      past.change(to: Self.state(""), in: events.0)
      past.change(to: Self.state("y"), in: events.1)
      return Self.undoneTexts(&past)
    }
    #expect(replace((1, 1)) == [text])
    #expect(replace((1, 2)) == ["", text], "erased first, and typed later")
  }

  @Test(arguments: [true, false])
  func `letters that are erased one by one are a step`(backwards: Bool) {
    var past = Self.empty()
    past.change(to: Self.state("balloon"))
    var text = "balloon"
    while text.count > 3 {
      if backwards { text.removeLast() } else { text.removeFirst() }
      past.change(to: Self.state(text, at: backwards ? text.count : 0))
    }
    #expect(Self.undoneTexts(&past) == ["balloon", ""])
  }

  @Test func `what a slider changes is a step until it rests, or something else is selected`() {
    var past = Self.empty()
    past.change(to: Self.state("abc"))
    func sweep(_ weights: ClosedRange<Int>, from time: Double, _ past: inout TextPast) {
      for (k, weight) in weights.enumerated() {
        past.changeLooks(
          to: Self.state("abc", weight), isSweep: true, at: time + Double(k) / 20)
      }
    }
    sweep(401...420, from: 1, &past)
    sweep(421...440, from: 4, &past)
    past.select(0..<1)
    sweep(441...460, from: 5, &past)
    past.changeLooks(to: Self.state("abc", 700), isSweep: false, at: 6.1)
    var weights: [Int] = []
    while let state = past.undo() { weights.append(state.runs[0].weight) }
    #expect(weights == [460, 440, 420, 400, 400])
  }
}

import InkModel
import RecordedHands
import Testing

@testable import Scribble

/// Lines through words that begin or end within a word, and dashes, which are text.
@Suite struct PartialStrikeTests {
  /// Letters are 9 wide, and the line is 20 high, from 20, 10 on.
  private static func row(_ text: String, space: Double = 9) -> FieldText {
    var carets = [Rect(x: 20, y: 10, width: 0, height: 20)]
    for scalar in text.unicodeScalars {
      let x = carets[carets.count - 1].minX + (scalar == " " ? space : 9)
      carets.append(Rect(x: x, y: 10, width: 0, height: 20))
    }
    return FieldText(text, carets: carets, kind: .text)
  }

  private static func across(_ from: Double, _ to: Double, y: Double = 20) -> [Point] {
    line([(from, y), (to, y)])
  }

  /// What a stroke leaves of a text; the text itself where it does nothing, `nil` where it is written.
  private static func left(by stroke: [Point], in field: FieldText) -> String? {
    switch TextGesture.of(stroke, in: field) {
    case .edit(let edit) where edit.text.isEmpty:
      var left = field
      left.apply(edit)
      return left.text
    case .nothing: return field.text
    default: return nil
    }
  }

  /// Letters from the start of a text at which a line begins and ends, and what it leaves.
  private struct Line {
    let from: Double
    let to: Double
    let left: String
  }

  @Test(arguments: [4.5, 9])
  func `S52 a line that ends within words deletes those that it crosses by more than half`(
    space: Double
  ) {
    let text = "milk sugar bread butter"
    let field = Self.row(text, space: space)
    func x(_ letters: Double) -> Double {
      // The spaces before it, which are narrower than letters.
      let spaces = letters >= 11 ? 2.0 : letters > 5 ? 1.0 : 0.0
      return 20 + letters * 9 - spaces * (9 - space)
    }
    let lines = [
      // “sugar” with the k, or with one and a half letters of “bread”, or with both.
      Line(from: 3, to: 10, left: "milk bread butter"),
      Line(from: 5.1, to: 12.5, left: "milk bread butter"),
      Line(from: 3, to: 12.5, left: "milk bread butter"),
      // Three and four of its five letters.
      Line(from: 5.1, to: 8, left: "milk bread butter"),
      Line(from: 7, to: 10, left: "milk bread butter"),
      Line(from: 5.1, to: 9, left: "milk bread butter"),
      // Most of two words.
      Line(from: 1, to: 9, left: "bread butter"),
      // Two of five letters, and two on each side of a space: too little of each.
      Line(from: 6, to: 8, left: text),
      Line(from: 2.1, to: 7, left: text),
    ]
    for line in lines {
      for height in [18.0, 20, 22] {
        let (a, b) = (x(line.from), x(line.to))
        #expect(
          Self.left(by: Self.across(a, b, y: height), in: field) == line.left,
          "from \(line.from) to \(line.to)")
        #expect(
          Self.left(by: Self.across(b, a, y: height), in: field) == line.left,
          "from \(line.to) to \(line.from)")
      }
    }
  }

  @Test func `S52 a line over one digit of a number, or a letter, types no hyphen`() {
    let number = Self.row("555")
    for start in [20.0, 29, 38] {
      #expect(Self.left(by: Self.across(start - 1, start + 10), in: number) == "555", "\(start)")
    }
    let word = Self.row("milk sugar")
    #expect(Self.left(by: Self.across(82, 96), in: word) == "milk sugar")
  }

  @Test func `S52 a line that does nothing goes without a letter and without a change`() {
    let field = Self.row("milk sugar bread")
    for holds in [false, true] {
      var session = ScribbleSession()
      session.holdsGestures = holds
      let stroke = Self.across(74, 92)
      session.begin(at: stroke[0])
      session.move(to: Array(stroke.dropFirst()))
      let outcome = session.end(at: 1, in: field)
      #expect(outcome == .ink)
      #expect(session.mayBeGesture)
      let gesture = session.takeGesture(at: 1.3, in: field)
      #expect(gesture == .nothing)
      #expect(session.shownInk.isEmpty && !session.isWaiting)
      let reading = session.reading(of: field, at: 2)
      #expect(reading == nil)
    }
  }

  @Test func `S52 in text without spaces a line deletes the characters that it crosses`() {
    let field = Self.row("東京都庁")
    #expect(Self.left(by: Self.across(30, 46), in: field) == "東庁")
  }

  /// Dashes that people wrote, however straight.
  private static func dashes() throws -> [[Point]] {
    try RecordedWriting.letters().filter { $0.text == "-" && $0.strokes.count == 1 }
      .map { $0.strokes[0] }
  }

  @Test(arguments: [4.5, 9], [20.0, 26, 34])
  func `S52 of dashes that people write between and beside words one in a hundred acts`(
    space: Double, height: Double
  ) throws {
    let dashes = try Self.dashes()
    #expect(dashes.count >= 30)
    let field = Self.row("milk sugar 1250 and tea", space: space)
    let end = field.carets[field.carets.count - 1].minX
    let gaps = field.scalars.indices.filter { field.scalars[$0] == " " }
    // In each space, before the first word and behind the last one.
    let centers = gaps.map { field.carets[$0].minX + space / 2 } + [14, end + 6]
    var (acts, count) = (0, 0)
    for dash in dashes {
      let center = Rect(around: dash).center
      for x in centers {
        for (dx, dy) in [(0.0, 0.0), (-2, -2), (2, 2), (0, 3)] {
          // An item of usual size is 100 high.
          let placed = dash.map { Point(x + dx, 20 + dy) + ($0 - center) * (height / 100) }
          count += 1
          if TextGesture.of(placed, in: field) != nil { acts += 1 }
        }
      }
    }
    #expect(count >= 500)
    #expect(acts * 100 <= count, "\(acts) of \(count)")
  }

  @Test(arguments: [4.5, 9])
  func `S52 lines of people's hands over most of a word and the edge of the next delete that word`(
    space: Double
  ) throws {
    let field = Self.row("they bring fresh bread", space: space)
    let words = [0..<4, 5..<10, 11..<16, 17..<22]
    let left = ["bring fresh bread", "they fresh bread", "they bring bread", "they bring fresh"]
    let textEnd = field.carets[field.carets.count - 1].minX
    let lines = try Self.dashes().filter { RecordedGestureTests.isLine($0, .across) }
    #expect(lines.count >= 15)
    var (right, count) = (0, 0)
    for stroke in lines {
      for (word, left) in zip(words, left) {
        let (start, end) = (field.carets[word.lowerBound].minX, field.carets[word.upperBound].minX)
        // Into a letter and a half of each neighbour, and not to the word's own ends.
        for (before, behind) in [(0.0, space + 13), (space + 13, 0), (-12, 0), (0, -12)] {
          let placed = RecordedGestureTests.along(
            stroke, from: max(start - before, 12), to: min(end + behind, textEnd + 8), at: 20)
          count += 1
          if Self.left(by: placed, in: field) == left { right += 1 }
        }
      }
    }
    let share = Double(right) / Double(count)
    #expect(share >= 0.95, "\(share) of \(count)")
  }
}

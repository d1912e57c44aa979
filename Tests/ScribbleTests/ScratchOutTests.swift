import Glibc
import InkModel
import Testing

@testable import Scribble

/// Points of a polyline, close together.
func line(_ corners: [(Double, Double)], step: Double = 2) -> [Point] {
  var points: [Point] = []
  for (a, b) in zip(corners, corners.dropFirst()) {
    let (from, to) = (Point(a.0, a.1), Point(b.0, b.1))
    let count = max(1, Int(from.distance(to: to) / step))
    for k in 0...count { points.append(from + (to - from) * (Double(k) / Double(count))) }
  }
  return points
}

/// To and fro between two points, so many times, downwards by `fall` in all.
func zigzag(_ left: Double, _ right: Double, y: Double, times: Int, fall: Double = 6) -> [Point] {
  line(
    (0...times).map { k in
      (k % 2 == 0 ? left : right, y + fall * Double(k) / Double(times))
    })
}

@Suite struct ScratchOutTests {
  @Test(arguments: [5, 6, 9, 15]) func `to and fro five times and more scratches`(times: Int) {
    #expect(ScratchOut.isOne(zigzag(20, 90, y: 10, times: times)))
    #expect(ScratchOut.isOne(zigzag(90, 20, y: 10, times: times, fall: -8)))
  }

  @Test func `uneven hands scratch too`() {
    let uneven = line([(10, 5), (80, 9), (22, 8), (88, 14), (15, 12), (76, 18), (30, 17)])
    #expect(ScratchOut.isOne(uneven))
  }

  @Test func `letters that turn often do not`() {
    let near: [[Point]] = [
      line([(0, 0), (30, 0), (0, 40), (30, 40)]),  // z
      line([(0, 0), (10, 40), (20, 0), (30, 40), (40, 0)]),  // w
      line([(0, 40), (0, 0), (12, 40), (24, 0), (24, 40)]),  // N, M
      zigzag(0, 40, y: 0, times: 4),  // one turn short
      zigzag(0, 8, y: 0, times: 9),  // a blot
      line([(0, 0), (60, 0)]),
      [Point(3, 3)], [],
    ]
    for stroke in near { #expect(!ScratchOut.isOne(stroke), "\(stroke.count) points") }
    // 8, drawn from the top middle, and an ampersand's loops.
    let eight = (0...120).map { i -> Point in
      let t = Double(i) / 120 * 2 * .pi
      return Point(20 + 16 * sin(2 * t), 40 - 40 * cos(t))
    }
    #expect(!ScratchOut.isOne(eight))
    // A row of loops, as of “eee”: the strokes back are short.
    let loops = (0...400).map { i -> Point in
      let t = Double(i) / 400 * 8 * .pi
      return Point(t * 5 + 9 * cos(t), 10 * sin(t))
    }
    #expect(!ScratchOut.isOne(loops))
  }

  @Test func `of two lines the one that the ink is on goes`() {
    var field = FieldText("one two\nsix ten", kind: .text)
    field.carets = (0...15).map { i in
      Rect(x: Double(i % 8) * 10, y: i < 8 ? 0 : 17, width: 0, height: 17)
    }
    let ink = Rect(minX: 39, minY: 15, maxX: 72, maxY: 29)
    #expect(ScratchOut.edit(by: ink, in: field) == TextEdit(11..<15, with: ""))
  }

  @Test func `where a stroke begins in the middle it goes to and fro as far as it turns`() {
    var field = FieldText("I bring", kind: .text)
    field.carets = (0...7).map { Rect(x: 20 + Double($0) * 9, y: 10, width: 0, height: 20) }
    let stroke = line([(50, 18), (84, 18), (18, 19), (84, 20), (18, 21), (84, 22), (20, 23)])
    #expect(ScratchOut.isOne(stroke))
    #expect(ScratchOut.edit(by: stroke, in: field) == TextEdit(0..<7, with: ""))
  }

  // MARK: What is meant

  /// Letters are 7.2 wide and spaces 4: “milk” is from 475.2 to 504, “sugar” from 508 to 544, “bread” from 548 to 584.
  ///
  /// From right to left in a mirror, in which “sugar” is where it is.
  private static func list(isReversed: Bool = false) -> FieldText {
    let text = "milk sugar bread"
    var xs = [475.2]
    for scalar in text.unicodeScalars { xs.append(xs[xs.count - 1] + (scalar == " " ? 4 : 7.2)) }
    return FieldText(
      text,
      carets: xs.map {
        Rect(x: isReversed ? mirrored($0) : $0, y: 0, width: 0, height: 20)
      })
  }

  private static func mirrored(_ x: Double) -> Double { 1052 - x }

  /// What is left of a text that is scratched from one point to another; `nil` where nothing goes.
  private static func left(of field: FieldText, from: Double, to: Double) -> String? {
    let ink = Rect(minX: min(from, to), minY: 6, maxX: max(from, to), maxY: 14)
    guard let edit = ScratchOut.edit(by: ink, in: field) else { return nil }
    var left = field
    left.apply(edit)
    return left.text
  }

  private static func expect(_ expected: String, from: Double, to: Double) {
    let left = Self.left(of: list(), from: from, to: to)
    #expect(left == expected, "from \(from) to \(to)")
    let mirror = list(isReversed: true)
    let reversed = Self.left(of: mirror, from: mirrored(from), to: mirrored(to))
    #expect(reversed == expected, "from \(from) to \(to), from right to left")
  }

  @Test(arguments: [
    // Over both spaces, a letter of both neighbours, and not over its own first and last letter.
    (506.0, 547.0), (504, 548), (500, 552), (512, 540),
    // Two letters of a neighbour of five.
    (507, 560),
  ]) func `S52 a scratch that is a little too long or too short deletes the word, and it alone`(
    from: Double, to: Double
  ) {
    Self.expect("milk bread", from: from, to: to)
  }

  private static func expect(_ scratches: [(left: String, from: Double, to: Double)]) {
    for scratch in scratches { expect(scratch.left, from: scratch.from, to: scratch.to) }
  }

  @Test func `S52 the first word, the last one and several are scratched out whole`() {
    Self.expect([
      ("sugar bread", 472, 513), ("sugar bread", 477, 498), ("milk sugar", 540, 590),
      ("bread", 478, 540), ("milk", 500, 600), ("", 480, 578),
    ])
  }

  @Test func `S52 a scratch over a part of a word deletes that part`() {
    Self.expect([
      ("milk ar bread", 506, 528), ("milk sug bread", 530, 547), ("milk sar bread", 515, 529),
      // Two of four letters.
      ("mk sugar bread", 480, 498),
      // Of two words, neither of them covered: what is between them, too.
      ("migar bread", 489.5, 523),
      // A word, and more of the next one than a hand touches.
      ("ar bread", 470, 530),
    ])
  }

  @Test func `S52 in text without spaces what is scratched goes, and nothing else`() {
    // Four characters of 10 points.
    let city = FieldText.row("東京都庁")
    #expect(Self.left(of: city, from: 12, to: 28) == "東庁")
    #expect(Self.left(of: city, from: 2, to: 28) == "庁")
  }

  @Test func `S52 a scratch over nothing but a space joins its words`() {
    Self.expect("milksugar bread", from: 504.5, to: 507.5)
  }

  @Test func `S52 a scratch over a word of one or two letters leaves its neighbours`() {
    let dog = FieldText.row("have a dog")
    #expect(Self.left(of: dog, from: 34, to: 76) == "have dog")
    let we = FieldText.row("we do it")
    #expect(Self.left(of: we, from: 14, to: 66) == "we it")
    // A letter of a short word is a part of it.
    #expect(Self.left(of: we, from: 32, to: 38) == "we o it")
  }

  @Test func `S52 a word is scratched out with the mark that is written against it`() {
    let row = FieldText.row("milk, sugar, bread.")
    #expect(Self.left(of: row, from: 62, to: 108) == "milk, bread.")
    #expect(Self.left(of: row, from: 178, to: 192) == "milk, sugar, bread")
    // A picture in the text is no such mark.
    let picture = FieldText("one four\u{FFFC}six", carets: FieldText.row("one four six").carets)
    #expect(Self.left(of: picture, from: 42, to: 68) == "one \u{FFFC}six")
  }

  @Test func `what lies below the ink goes, with the space that would be double`() {
    let field = FieldText.row("one two three")
    func scratched(_ from: Double, _ to: Double, y: Double = 10) -> String? {
      ScratchOut.edit(by: Rect(minX: from, minY: y, maxX: to, maxY: y + 5), in: field).map {
        var left = field.scalars
        left.removeSubrange($0.replaced)
        return String(String.UnicodeScalarView(left))
      }
    }
    #expect(scratched(39, 71) == "one three")
    #expect(scratched(78, 140) == "one two")
    #expect(scratched(-5, 31) == "two three")
    #expect(scratched(51, 59) == "one to three")
    #expect(scratched(-5, 200) == "")
    #expect(scratched(200, 260) == nil)
    #expect(scratched(39, 71, y: 60) == nil)
  }
}

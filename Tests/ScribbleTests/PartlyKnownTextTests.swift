import Glibc
import Handwriting
import InkModel
import InkTestSupport
import Testing

@testable import Scribble

/// Of a long text only what is around the ink and the selection is told: every edit is that of the whole text.
@Suite struct PartlyKnownTextTests {
  // MARK: Texts

  /// Characters of a line and its break.
  private static let length = 241

  /// Sixty lines of 240 characters, 10 wide and 20 high, from 0, 0 on.
  private static func page(_ selection: Range<Int>?) -> FieldText {
    let lines = (0..<60).map { row in
      String((0..<60).map { "w\(row)n\($0)" }.joined(separator: " ").prefix(length - 1))
    }
    let text = lines.joined(separator: "\n")
    let carets = (0...text.unicodeScalars.count).map { i in
      Rect(x: Double(i % length) * 10, y: Double(i / length) * 20, width: 0, height: 20)
    }
    return FieldText(
      text, selection: selection ?? 0..<0, hasFocus: selection != nil, carets: carets, kind: .text)
  }

  /// The same, known around the middle of five of its lines and around its selection.
  private static func part(of whole: FieldText) -> FieldText {
    var part = whole
    let known = whole.carets.indices.filter { i in
      (28...32).contains(i / length) && (20...90).contains(i % length)
    }
    part.firstCaret = known[0]
    part.carets = known.map { whole.carets[$0] }
    for (i, (a, b)) in zip(known, known.dropFirst()).enumerated() where b > a + 1 {
      part.skips.append(FieldText.Skip(caret: i + 1, count: b - a - 1))
    }
    part.longRows = (28...32).map { $0 * length...$0 * length + length - 1 }
    part.scalars = scalars(
      of: whole, around: [known[0]..<known[known.count - 1], whole.selection])
    return part
  }

  /// The same as at a commit, which needs no carets: known around its selection alone.
  private static func bare(_ whole: FieldText) -> FieldText {
    var bare = whole
    bare.carets = []
    bare.scalars = scalars(of: whole, around: [whole.selection])
    return bare
  }

  /// The text, known as far as 300 characters beside some ranges that lie apart.
  private static func scalars(of field: FieldText, around ranges: [Range<Int>]) -> FieldScalars {
    let count = field.scalars.count
    var isKnown = Array(repeating: false, count: count)
    for range in ranges {
      for i in max(range.lowerBound - 300, 0)..<min(range.upperBound + 300, count) {
        isKnown[i] = true
      }
    }
    let parts = isKnown.indices.filter { isKnown[$0] }.map {
      FieldScalars.Part(start: $0, scalars: [field.scalars[$0]])
    }
    return FieldScalars(count: count, parts: parts)
  }

  /// The start of a line.
  private static func start(_ row: Int) -> Int { row * length }

  // MARK: Edits

  @Test func `S38 a word goes where it goes in the whole text, with the same context`() throws {
    let selections: [Range<Int>?] = [
      // Far away; on the line of the ink, but beside what has carets; at the ink.
      nil, 10..<10, 10..<14, Self.start(30) + 200..<Self.start(30) + 205,
      Self.start(31) + 42..<Self.start(31) + 42, Self.start(29) + 50..<Self.start(31) + 4,
    ]
    var edits: Set<TextEdit> = []
    for selection in selections {
      let whole = Self.page(selection)
      let part = Self.part(of: whole)
      #expect(part.scalars.parts.reduce(0) { $0 + $1.scalars.count } < 3000)
      for point in [Point(300, 595), Point(417, 615), Point(520, 578)] {
        let (expected, context) = try Self.written(at: point, in: whole)
        let (edit, partContext) = try Self.written(
          at: point, in: part, committedIn: Self.bare(whole))
        #expect(edit == expected, "at \(point), \(whole.selection)")
        #expect(partContext == context, "at \(point), \(whole.selection)")
        edits.insert(expected)
      }
    }
    #expect(edits.count >= 4)
  }

  /// The edit of a word that is written at a position, and what the recogniser knows.
  private static func written(
    at point: Point, in field: FieldText, committedIn present: FieldText? = nil
  ) throws -> (TextEdit, RecognitionContext) {
    let hand = Hand(field)
    hand.word(point.x, 60, y: point.y)
    let reading = try #require(hand.reading())
    hand.field = present ?? field
    guard case .edit(let edit) = hand.commit(reading, "new") else {
      throw NoEdit()
    }
    return (edit, reading.context)
  }

  private struct NoEdit: Error {}

  @Test func `S52 gestures, a gap and taps are those of the whole text`() {
    let whole = Self.page(nil)
    let part = Self.part(of: whole)
    let word = whole.word(at: Self.start(30) + 40)
    let box = whole.frames(of: word)[0]
    let (x, y) = (box.center.x, box.center.y)
    let circle = (0...40).map { k in
      let angle = Double(k) / 40 * 2 * .pi
      return Point(x + (box.width / 2 + 4) * cos(angle), y + 13 * sin(angle))
    }
    let strokes = [
      circle,
      // Through the word, below it, down between two letters and through the space behind it.
      line([(box.minX - 2, y), (box.maxX + 2, y)]),
      line([(box.minX, box.maxY + 2), (box.maxX, box.maxY + 2)]),
      line([(x + 1, box.minY - 4), (x + 1, box.maxY + 4)]),
      line([(box.maxX + 5, box.minY - 4), (box.maxX + 5, box.maxY + 4)]),
    ]
    for stroke in strokes {
      let expected = TextGesture.of(stroke, in: whole)
      #expect(expected != nil)
      #expect(TextGesture.of(stroke, in: part) == expected)
    }
    let scratch = zigzag(box.minX - 2, box.maxX + 2, y: y - 4, times: 7)
    let expected = Hand(whole).draw(scratch)
    #expect(expected == .edit(TextEdit(word.lowerBound..<word.upperBound + 1, with: "")))
    #expect(Hand(part).draw(scratch) == expected)
    let space = Point(box.maxX + 5, y)
    #expect(part.gap(at: space) == word.upperBound)
    for point in [space, Point(x, y), Point(box.minX + 1, y + 20)] {
      #expect(part.position(nearest: point) == whole.position(nearest: point))
    }
    #expect(part.tapped(at: word.lowerBound + 1, count: 2) == word)
    #expect(part.frames(of: word) == [box])
  }

  @Test func `words that go on, are revised and read otherwise are those of the whole text`() throws
  {
    let whole = Self.page(nil)
    var edits: [TextEdit] = []
    var words: [[Range<Int>]] = []
    for field in [whole, Self.part(of: whole)] {
      let hand = Hand(field)
      hand.word(300, 50, y: 595)
      hand.read(as: "wor")
      hand.now += 1
      hand.word(354, 30, y: 595)
      let reading = try #require(hand.reading())
      #expect(reading.strokes.count == 6)
      guard case .edit(let edit) = hand.commit(reading, "world") else { throw NoEdit() }
      edits.append(edit)
      hand.field.apply(edit)
      hand.session.settled(as: hand.field)
      let written = hand.session.writtenWords(in: hand.field, at: hand.now)
      words.append(written.map(\.range))
      let word = try #require(written.first)
      let chosen = hand.session.choose("word", for: word, in: hand.field, at: hand.now)
      #expect(chosen == TextEdit(word.range, with: "word"))
    }
    #expect(edits[0].replaced == edits[1].replaced)
    #expect(edits[0].text == edits[1].text)
    let former = try #require(edits[0].former)
    let partFormer = try #require(edits[1].former)
    #expect(former.replaced == partFormer.replaced)
    #expect(former.scalars == whole.scalars)
    #expect(partFormer.scalars.isSame(as: whole.scalars))
    #expect(words[0].count == 1)
    #expect(words[0] == words[1])
  }

  // MARK: Scalars

  @Test func `a replacement in a text of which parts are known is one of the whole text`() {
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let all = (0..<100).map { _ in Unicode.Scalar(UInt8.random(in: 97...122, using: &chance)) }
      var isKnown = Array(repeating: false, count: 100)
      for _ in 0..<3 {
        let start = Int.random(in: 0..<90, using: &chance)
        for i in start..<start + 10 { isKnown[i] = true }
      }
      let parts = isKnown.indices.filter { isKnown[$0] }.map {
        FieldScalars.Part(start: $0, scalars: [all[$0]])
      }
      var part = FieldScalars(count: 100, parts: parts, revision: 1)
      var whole = FieldScalars(all)
      let read: [Unicode.Scalar] = isKnown.indices.map { isKnown[$0] ? all[$0] : "\u{FFFC}" }
      #expect(Array(part) == read)
      let start = Int.random(in: 0...100, using: &chance)
      let range = start..<Int.random(in: start...100, using: &chance)
      let new = Array("ABCDE".unicodeScalars.prefix(Int.random(in: 0...5, using: &chance)))
      part.replaceSubrange(range, with: new)
      whole.replaceSubrange(range, with: new)
      let expected = Array(all[..<start]) + new + Array(all[range.upperBound...])
      #expect(Array(whole) == expected)
      #expect(part.isSame(as: whole))
      #expect(part.revision == nil)
      let kept = isKnown.indices.count { isKnown[$0] && !range.contains($0) }
      #expect(part.parts.reduce(0) { $0 + $1.scalars.count } == kept + new.count)
      let ranges = part.parts.map(\.range)
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }

  @Test func `texts whose states are numbered are told apart by these, also beyond what is known`()
  {
    func text(_ text: String, _ revision: Int?) -> FieldScalars {
      let part = FieldScalars.Part(start: 500, scalars: Array(text.unicodeScalars))
      return FieldScalars(count: 1000, parts: [part], revision: revision)
    }
    #expect(text("one", 1).isSame(as: text("one", 1)))
    #expect(!text("one", 1).isSame(as: text("one", 2)))
    #expect(text("one", nil).isSame(as: text("one", 2)))
    #expect(!text("one", nil).isSame(as: text("two", 2)))
    #expect(!text("one", nil).isSame(as: "one".scalars))
  }

  @Test func `a change beyond what is known makes a reading void, one that is its own does not`()
    throws
  {
    var field = Self.part(of: Self.page(nil))
    func numbered(_ revision: Int) -> FieldText {
      var text = field
      text.scalars = FieldScalars(
        count: field.scalars.count, parts: field.scalars.parts, revision: revision)
      return text
    }
    let hand = Hand(numbered(1))
    hand.word(300, 60, y: 595)
    let reading = try #require(hand.reading())
    hand.field = numbered(2)
    #expect(hand.commit(reading, "new") == .again)
    let next = try #require(hand.reading())
    guard case .edit(let edit) = hand.commit(next, "new") else { throw NoEdit() }
    field.apply(edit)
    hand.field = numbered(4)
    hand.session.settled(as: hand.field)
    func words() -> [String] {
      hand.session.writtenWords(in: hand.field, at: hand.now).map(\.text)
    }
    #expect(words() == ["new"])
    hand.field = numbered(5)
    #expect(words() == [])
  }
}

import ComposedPages
import Handwriting
import InkModel
import PageReading
import RecordedHands
import Testing

/// Words of real hands, found on pages.
@Suite struct FindingWordsTests {
  private let lines: [RecordedWriting]
  private let reader: PageReader

  init() throws {
    lines = try RecordedWriting.lines()
    reader = try ComposedPage.reader()
  }

  @Test
  func `92 of 100 words of people's hands are found, and two of 100 that are on no page at most`()
    throws
  {
    let figures = PageFigures(pack: try ComposedPage.pack())
    let pages = ComposedPage.pages(of: lines)
    let words = try figures.found(on: pages)
    #expect(words.total > 1000)
    #expect(words.share >= 0.92, "\(words.found) of \(words.total); not: \(words.missed)")
    let queries = figures.unwritten(
      on: pages, others: try RecordedWriting.words().map(\.text))
    #expect(queries.count == 100)
    let hits = try figures.hits(of: queries, on: pages)
    #expect(hits.count <= 2, "\(hits)")
  }

  // Bounds a little above what was measured: 11 of 189, 12 of 21, 29 of 2,027.
  @Test func `sketches among writing are seldom read as words, and seldom lose words beside them`()
    throws
  {
    let figures = PageFigures(pack: try ComposedPage.pack())
    let pages = SketchedPage.all(lines: lines, words: try RecordedWriting.words(), rounds: 1)
    let sketches = try figures.sketches(on: pages)
    let (beside, onLines) = (sketches.beside, sketches.onLines)
    #expect(beside.total > 100)
    #expect(
      beside.share <= 0.07, "\(beside.read.count) of \(beside.total): \(beside.read)")
    #expect(
      onLines.share <= 0.62, "\(onLines.read.count) of \(onLines.total): \(onLines.read)")
    #expect(sketches.words > 1000)
    #expect(
      sketches.lostShare <= 0.018,
      "\(sketches.lost.count) of \(sketches.words): \(sketches.lost); \(sketches.gained) gained")
  }

  // Circles joined by lines look like joined letters.
  @Test(arguments: Sketch.allCases.filter { $0 != .network })
  func `a drawing by itself is no writing`(sketch: Sketch) throws {
    for size in [30.0, 60, 150, 400] {
      var page = ComposedPage()
      page.draw(sketch.ink(at: Point(100, 100), size: size))
      #expect(try page.read(reader).allSatisfy { $0.line.words.isEmpty }, "\(size)")
    }
  }

  @Test func `words have boxes around their ink, and readings are kept besides the best`() throws {
    var page = ComposedPage()
    page.write(lines[1], at: Point(100, 100))
    page.write(lines[10], at: Point(100, 160))
    let texts = try page.read(reader)
    let first = try #require(texts.first?.line)
    #expect(first.text.hasPrefix("the great benefits"))
    let all = Rect(around: page.strokes.prefix(lines[1].strokes.count).flatMap(\.points))
    for word in first.words { #expect(all.outset(by: 1).contains(word.box)) }
    for (a, b) in zip(first.words, first.words.dropFirst()) { #expect(a.box.minX < b.box.minX) }
    #expect(texts.contains { !$0.line.others.isEmpty })
    for line in texts.map(\.line) {
      for (_, same) in Dictionary(grouping: line.others, by: \.replaced) {
        #expect(same.count <= 2 && Set(same.map(\.text)).count == same.count)
      }
    }
  }

  @Test func `ink that changes changes the key of its line alone`() throws {
    var page = ComposedPage.plain(Array(lines[15..<20]), degrees: 0)
    let before = try page.read(reader)
    let last = page.strokes.count - 1
    page.move(stroke: last, point: 0, by: Vector(0.5, 0))
    let after = try page.read(reader)
    #expect(before.count == after.count)
    #expect(zip(before, after).count { $0.key != $1.key } == 1)
    #expect(Set(before.map(\.key)).count == before.count)
    #expect(try page.read(reader) == after)
  }
}

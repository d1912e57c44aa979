import Foundation
import Handwriting
import InkModel
import PageReading
import RecordedHands
import RepositoryFiles
import Testing

/// Words of real hands, found on pages.
@Suite struct FindingWordsTests {
  private let lines: [RecordedWriting]
  private let reader: PageReader
  private let pack: LanguagePack

  init() throws {
    lines = try RecordedWriting.lines()
    pack = try ComposedPage.pack()
    reader = PageReader(pack: pack)
  }

  private func query(_ word: String) -> SearchQuery {
    let pack = pack
    return SearchQuery(word, isKnown: { pack.knows($0) })
  }

  private func isFound(_ word: String, on page: [InkText]) -> Bool {
    let query = query(word)
    return page.contains { !query.matches(in: $0.line).isEmpty }
  }

  /// Five lines one below the other, turned.
  private func plain(_ first: Int, degrees: Double) -> ComposedPage {
    var page = ComposedPage()
    let angle = degrees * .pi / 180
    for k in 0..<5 {
      let corner = AffineTransform.rotation(angle)(Point(60, 80 + 46 * Double(k)))
      page.write(lines[first + k], at: corner, scale: 0.22, angle: angle)
    }
    return page
  }

  /// Lines upright, slanted and in the margin, with drawings between them.
  private func mixed(_ first: Int) -> ComposedPage {
    var page = ComposedPage()
    let sketches = Sketch.allCases
    page.write(lines[first], at: Point(50, 60))
    page.write(lines[first + 1], at: Point(50, 100))
    page.add(sketches[first / 5].ink(at: Point(60, 150), size: 120))
    page.write(lines[first + 2], at: Point(900, 60), angle: .pi / 2)
    page.write(lines[first + 3], at: Point(260, 180), scale: 0.15, angle: -0.3)
    page.add(sketches[(first / 5 + 3) % 6].ink(at: Point(260, 400), size: 60))
    page.write(lines[first + 4], at: Point(50, 700), scale: 0.25)
    return page
  }

  private func pages() -> [ComposedPage] {
    var pages: [ComposedPage] = []
    for first in stride(from: 0, to: 30, by: 5) {
      pages.append(mixed(first))
      for degrees in [0.0, 5, -12, 30, 90, 180] { pages.append(plain(first, degrees: degrees)) }
    }
    return pages
  }

  @Test func `of the words on pages of people's hands 92 of 100 are found`() throws {
    var (found, total) = (0, 0)
    var missed: [String: Int] = [:]
    for page in pages() {
      let texts = try page.read(reader)
      for word in page.texts.flatMap({ SearchTokens.of($0) }) {
        total += 1
        if isFound(word, on: texts) { found += 1 } else { missed[word, default: 0] += 1 }
      }
    }
    let share = Double(found) / Double(total)
    #expect(total > 1000)
    #expect(share >= 0.92, "\(found) of \(total); not: \(missed)")
  }

  @Test func `a hundred words that are on no page find two at most`() throws {
    let pages = pages()
    let written = Set(pages.flatMap(\.texts).flatMap { SearchTokens.of($0) })
    let others = try Set(RecordedWriting.words().flatMap { SearchTokens.of($0.text) })
      .subtracting(written).filter { $0.count > 1 }.sorted()
    let common = [
      "water", "people", "number", "sound", "light", "house", "world", "paper", "story", "music",
      "letter", "mother", "answer", "school", "study", "learn", "plant", "cover", "point", "page",
      "river", "table", "horse", "birds", "problem", "ready", "above", "ever", "though", "talk",
    ]
    let queries = Array((common + others).filter { !written.contains($0) }.prefix(100))
    #expect(queries.count == 100)
    let texts = try pages.flatMap { try $0.read(reader) }
    let false_ = queries.filter { isFound($0, on: texts) }
    #expect(false_.count <= 2, "\(false_)")
  }

  @Test(arguments: Sketch.allCases) func `a drawing by itself is no writing`(sketch: Sketch) throws
  {
    for size in [30.0, 60, 150, 400] {
      var page = ComposedPage()
      page.add(sketch.ink(at: Point(100, 100), size: size))
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
    #expect(texts.allSatisfy { $0.line.others.count <= 2 })
  }

  @Test func `ink that changes changes the key of its line alone`() throws {
    var page = plain(15, degrees: 0)
    let before = try page.read(reader)
    let last = page.strokes.count - 1
    page.strokes[last].points[0].x += 0.5
    let after = try page.read(reader)
    #expect(before.count == after.count)
    #expect(zip(before, after).count { $0.key != $1.key } == 1)
    #expect(Set(before.map(\.key)).count == before.count)
    #expect(try page.read(reader) == after)
  }
}

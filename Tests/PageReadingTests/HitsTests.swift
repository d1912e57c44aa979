import InkModel
import PageReading
import Testing

/// Where a query is found in a whole drawing.
@Suite struct HitsTests {
  private func line(_ text: String, at y: Double) -> TextLine {
    TextLine(
      text.split(separator: " ").enumerated().map {
        TextLine.Word(String($1), box: Rect(x: 20 * Double($0), y: y, width: 10, height: 5))
      })
  }

  @Test func `hits come by rank, then from the first page to the last, from top to bottom`() {
    let lines = [
      (page: 2, line: line("a meeting", at: 0)), (page: 1, line: line("the meating", at: 10)),
      (page: 1, line: line("next meeting", at: 50)), (page: 1, line: line("a meeting", at: 20)),
    ]
    let hits = SearchQuery("meeting").hits(in: lines)
    #expect(hits.map(\.page) == [1, 1, 2, 1])
    #expect(hits.map(\.box.minY) == [20, 50, 0, 10])
    #expect(hits.map(\.rank) == [.exact, .exact, .exact, .similar])
  }

  @Test func `of several words all are on the page, and those of one line are one hit`() {
    let lines = [
      (page: 1, line: line("red apple", at: 0)), (page: 1, line: line("apple", at: 10)),
      (page: 2, line: line("apple", at: 0)),
    ]
    let hits = SearchQuery("apple red").hits(in: lines)
    #expect(hits.map(\.page) == [1, 1])
    #expect(hits[0].box == Rect(minX: 0, minY: 0, maxX: 30, maxY: 5))
    #expect(SearchQuery("apple green").hits(in: lines).isEmpty)
    #expect(SearchQuery(" - ").hits(in: lines).isEmpty)
  }
}

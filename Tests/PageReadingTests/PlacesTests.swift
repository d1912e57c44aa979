import InkModel
import PageReading
import Testing

/// Where a query is found in a whole drawing.
@Suite struct PlacesTests {
  private func line(_ text: String, at y: Double) -> TextLine {
    TextLine(
      text.split(separator: " ").enumerated().map {
        TextLine.Word(String($1), box: Rect(x: 20 * Double($0), y: y, width: 10, height: 5))
      })
  }

  @Test func `places come by rank, then from the first page to the last, from top to bottom`() {
    let lines = [
      (page: 2, line: line("a meeting", at: 0)), (page: 1, line: line("the meating", at: 10)),
      (page: 1, line: line("next meeting", at: 50)), (page: 1, line: line("a meeting", at: 20)),
    ]
    let places = SearchQuery("meeting").places(in: lines)
    #expect(places.map(\.page) == [1, 1, 2, 1])
    #expect(places.map(\.box.minY) == [20, 50, 0, 10])
    #expect(places.map(\.rank) == [.exact, .exact, .exact, .similar])
  }

  @Test func `of several words all are on the page, and those of one line are one place`() {
    let lines = [
      (page: 1, line: line("red apple", at: 0)), (page: 1, line: line("apple", at: 10)),
      (page: 2, line: line("apple", at: 0)),
    ]
    let places = SearchQuery("apple red").places(in: lines)
    #expect(places.map(\.page) == [1, 1])
    #expect(places[0].box == Rect(minX: 0, minY: 0, maxX: 30, maxY: 5))
    #expect(SearchQuery("apple green").places(in: lines).isEmpty)
    #expect(SearchQuery(" - ").places(in: lines).isEmpty)
  }
}

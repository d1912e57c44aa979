import InkModel
import PageReading
import Testing

@Suite struct SearchQueryTests {
  /// A line whose words are 10 wide and 10 apart.
  private func line(_ text: String, others: [TextLine.Reading] = []) -> TextLine {
    TextLine(
      text.split(separator: " ").enumerated().map {
        TextLine.Word(String($1), box: Rect(x: 20 * Double($0), y: 0, width: 10, height: 5))
      }, others: others)
  }

  private func ranks(_ query: String, _ line: TextLine, known: Set<String> = []) -> [Int] {
    SearchQuery(query, isKnown: { known.contains($0) }).matches(in: line).map(\.rank.rawValue)
  }

  @Test func `capitals, accents and marks make no difference`() {
    #expect(
      SearchTokens.of("Crème BRÛLÉE, Æther — it's 42!") == [
        "creme", "brulee", "æther", "its", "42",
      ])
    #expect(SearchTokens.of("e\u{301}te\u{301}") == ["ete"])
    #expect(SearchTokens.of("日本語 text") == ["日", "本", "語", "text"])
    #expect(ranks("CREME", line("a crème brûlée")) == [1])
    #expect(ranks("日本", line("これは日本語です")) == [1])
    #expect(ranks("本日", line("これは日本語です")).isEmpty)
  }

  @Test func `what is read second or third is found, after what is read best`() {
    let read = line(
      "now all toga than", others: [TextLine.Reading(replaced: 2..<4, text: "together")])
    #expect(ranks("all", read) == [1])
    #expect(ranks("together", read) == [2])
    let match = SearchQuery("together").matches(in: read)[0]
    #expect(match.box == Rect(minX: 40, minY: 0, maxX: 70, maxY: 5))
    #expect(ranks("than", read) == [1])
  }

  @Test(arguments: [("meeting", "meating"), ("meeting", "meting"), ("meeting", "meetting")])
  func `a word is found but for one letter, last`(query: String, text: String) {
    #expect(ranks(query, line("the \(text) is")) == [3])
    #expect(ranks("xmeeting", line("the \(text) is")).isEmpty)
  }

  @Test func `short words, and two words of the language, are not taken for each other`() {
    #expect(ranks("cat", line("a bat")).isEmpty)
    #expect(ranks("year", line("tear"), known: ["year", "tear"]).isEmpty)
    #expect(ranks("year", line("yeor"), known: ["year", "tear"]) == [3])
    #expect(ranks("years", line("year"), known: ["year", "years"]) == [3])
  }

  @Test func `parts of a word with a hyphen must follow each other`() {
    #expect(ranks("well-developed", line("a well developed plan")) == [1])
    #expect(ranks("well-developed", line("a well planned developed")).isEmpty)
  }

  @Test func `a word that is being typed is found by its beginning`() {
    let query = SearchQuery("the gov", isOpen: true)
    #expect(query.matches(in: line("the government")).map(\.term) == [0, 1])
    #expect(SearchQuery("gov").matches(in: line("the government")).isEmpty)
  }

  @Test func `each position is found once, by its best rank`() {
    let read = line("rapid rapid", others: [TextLine.Reading(replaced: 1..<2, text: "vapid")])
    #expect(ranks("rapid", read) == [1, 1])
  }
}

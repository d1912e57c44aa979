import PageReading
import Testing

@Suite struct SearchExcerptTests {
  private func excerpt(_ words: String, _ text: String) -> String {
    SearchQuery(words, isOpen: true).excerpt(of: text)
  }

  @Test func `what is found near the beginning leaves the line whole`() {
    #expect(excerpt("great", "the great benefits of a plan") == "the great benefits of a plan")
  }

  @Test func `what is found far into a line follows two words before it`() {
    let line = "it was not before the end of the year that the harvest came in"
    #expect(excerpt("harv", line) == "…that the harvest came in")
    #expect(excerpt("harvesd", line) == "…that the harvest came in")
    // The first of several counts.
    #expect(excerpt("year harvest", line) == "…of the year that the harvest came in")
  }

  @Test func `what is only in another reading leaves the line whole`() {
    let line = "it was not before the end of the year that the harvest came in"
    #expect(excerpt("submarine", line) == line)
    #expect(excerpt("", line) == line)
  }
}

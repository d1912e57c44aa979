import InkTestSupport
import Testing

@testable import PageReading

@Suite struct WordReadingsTests {
  private func readings(
    _ best: String, _ others: KeyValuePairs<String, Double>
  ) -> [TextLine.Reading] {
    var readings = WordReadings(besides: best.split(separator: " ").map(String.init))
    for (text, score) in others { readings.add(text, score: score) }
    return readings.likely
  }

  @Test func `readings of a line are kept as those of their words`() {
    let kept = readings(
      "now is the tine",
      ["now is the tine": 0.5, "now is the time": 0.2, "nor is the time": 0.1])
    #expect(
      kept == [
        TextLine.Reading(replaced: 0..<1, text: "nor"),
        TextLine.Reading(replaced: 3..<4, text: "time"),
      ])
  }

  @Test func `a word has two other readings at most, the likeliest first`() {
    let kept = readings(
      "tine", ["tine": 0.4, "fine": 0.1, "time": 0.2, "line": 0.15, "tune": 0.05])
    #expect(kept.map(\.text) == ["time", "line"])
  }

  @Test func `readings add up over the lines that have them`() {
    let kept = readings(
      "a hot tine",
      ["a hot tine": 0.9, "a hot time": 0.02, "a lot time": 0.015, "a hat line": 0.02])
    #expect(kept == [TextLine.Reading(replaced: 2..<3, text: "time")])
  }

  @Test func `short words are kept only where they are nearly as likely as the best`() {
    #expect(readings("on", ["on": 0.6, "an": 0.2]).isEmpty)
    #expect(readings("on", ["on": 0.6, "an": 0.3]).map(\.text) == ["an"])
    #expect(readings("one", ["one": 0.6, "ane": 0.2]).map(\.text) == ["ane"])
  }

  @Test func `capitals and marks make no other reading`() {
    #expect(readings("Now, then", ["Now, then": 0.5, "now then!": 0.5]).isEmpty)
  }

  @Test func `words that are read as one or as several are kept together`() {
    #expect(
      readings("all toga than", ["all toga than": 0.5, "all together": 0.5])
        == [TextLine.Reading(replaced: 1..<3, text: "together")])
  }

  @Test(arguments: 0..<100) func `each word of a likely reading is found`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func words() -> [String] {
      (0..<Int.random(in: 1...6, using: &random)).map { _ in
        ["one", "two", "three", "for"].randomElement(using: &random)!
      }
    }
    let (best, other) = (words(), words())
    var readings = WordReadings(besides: best)
    readings.add(best.joined(separator: " "), score: 0.5)
    readings.add(other.joined(separator: " "), score: 0.5)
    let found = readings.likely.flatMap { $0.text.split(separator: " ").map(String.init) }
    #expect(Set(other).isSubset(of: Set(best + found)))
    #expect(readings.likely.allSatisfy { $0.replaced.upperBound <= best.count })
    let starts = readings.likely.map(\.replaced.lowerBound)
    #expect(starts == starts.sorted())
  }
}

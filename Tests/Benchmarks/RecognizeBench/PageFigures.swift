import ComposedPages
import Foundation
import Handwriting
import RecordedHands

/// What is found on pages of some hands, as a line of JSON.
///
/// Words are written in lines of five, and five lines stand on a page. Words that are not written are searched for on the pages of
/// each thirty lines, which is what the tests have.
func pageFigures(of items: [RecordedWriting], pack: LanguagePack) throws -> String {
  struct Sums: Encodable {
    var pages = 0
    var words = 0
    var found = 0
    /// By word, how often it is missed.
    var missed: [String: Int] = [:]
    var queries = 0
    var hits: [String] = []
    var sketches = 0
    var sketchesRead: [String] = []
    var sketchesOnLines = 0
    var sketchesOnLinesRead: [String] = []
    var wordsBeside = 0
    var lost: [String] = []
    var gained = 0
  }
  var sums = Sums()
  let words = items.filter { !$0.text.contains(" ") }
  let rows = stride(from: 0, to: words.count / 5 * 5, by: 5).map {
    RecordedWriting.row(of: Array(words[$0..<$0 + 5]))
  }
  let lines = items.filter { $0.text.contains(" ") } + rows
  var all: [ComposedPage] = []
  for first in stride(from: 0, to: lines.count, by: 30) {
    let figures = PageFigures(pack: pack)
    let pages = ComposedPage.pages(of: Array(lines[first..<min(lines.count, first + 30)]))
    guard !pages.isEmpty else { continue }
    all += pages
    let found = try figures.found(on: pages)
    sums.words += found.total
    sums.found += found.found
    sums.missed.merge(found.missed) { $0 + $1 }
    let queries = figures.unwritten(on: pages, others: items.map(\.text))
    sums.queries += queries.count
    sums.hits += try figures.hits(of: queries, on: pages)
  }
  sums.pages = all.count
  let figures = PageFigures(pack: pack)
  // Lines that leave room for a sketch.
  let short = lines.filter { $0.text.count <= 40 }
  if short.count >= 3 {
    let read = try figures.sketches(
      on: SketchedPage.all(lines: short, words: words, rounds: max(1, short.count / 60)))
    func told(_ share: ReadSketches.Share) -> [String] {
      share.read.map { "\($0.name): \($0.words.joined(separator: " "))" }
    }
    (sums.sketches, sums.sketchesRead) = (read.beside.total, told(read.beside))
    (sums.sketchesOnLines, sums.sketchesOnLinesRead) = (read.onLines.total, told(read.onLines))
    sums.wordsBeside = read.words
    sums.lost = read.lost.map { "\($0.name): \($0.word)" }
    sums.gained = read.gained
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(sums), as: UTF8.self)
}

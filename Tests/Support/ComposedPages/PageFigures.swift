import Handwriting
import InkModel
import PageReading
import RecordedHands

/// Counts what is read on composed pages.
///
/// A word is found when a search for it finds a line: as written, by another reading, or but for a letter.
public final class PageFigures {
  private let reader: PageReader
  private let pack: LanguagePack
  /// The same ink in the same position is read once.
  private var readings: [Int64: InkText] = [:]

  public init(pack: LanguagePack) {
    self.pack = pack
    reader = PageReader(pack: pack)
  }

  public func read(_ page: ComposedPage) throws -> [InkText] {
    try LineFinder.lines(of: page.strokes).map { line in
      let key = PageReader.key(line, of: page.strokes)
      if let known = readings[key] { return known }
      let text = try reader.read(line, of: page.strokes)
      readings[key] = text
      return text
    }
  }

  public func isFound(_ word: String, on page: [InkText]) -> Bool {
    let pack = pack
    let query = SearchQuery(word, isKnown: { pack.knows($0) })
    return page.contains { !query.matches(in: $0.line).isEmpty }
  }
}

/// How many of the words on pages are found.
public struct FoundWords: Sendable {
  public var total = 0
  public var found = 0
  /// How often each of the others is not.
  public var missed: [String: Int] = [:]

  public var share: Double { Double(found) / Double(max(1, total)) }
}

/// How pages with sketches are read.
public struct ReadSketches: Sendable {
  /// Sketches, and how many of them are read as words.
  public struct Share: Sendable {
    public var total = 0
    /// Those of whose ink a word was read, with what was.
    public var read: [(name: String, words: [String])] = []

    public var share: Double { Double(read.count) / Double(max(1, total)) }
  }

  /// Sketches beside writing, and marks about it.
  public var beside = Share()
  /// Sketches as high as the writing, on a line with it.
  public var onLines = Share()
  /// Words that are found where nothing is drawn on the page.
  public var words = 0
  /// Those of them that are not found beside the sketch, with its name.
  public var lost: [(name: String, word: String)] = []
  /// Words that are found beside the sketch only.
  public var gained = 0

  public var lostShare: Double { Double(lost.count) / Double(max(1, words)) }
}

extension PageFigures {
  public func found(on pages: [ComposedPage]) throws -> FoundWords {
    var figures = FoundWords()
    for page in pages {
      let texts = try read(page)
      for word in page.texts.flatMap({ SearchTokens.of($0) }) {
        figures.total += 1
        if isFound(word, on: texts) {
          figures.found += 1
        } else {
          figures.missed[word, default: 0] += 1
        }
      }
    }
    return figures
  }

  /// Those of the queries that find something on the pages.
  public func hits(of queries: [String], on pages: [ComposedPage]) throws -> [String] {
    let texts = try pages.flatMap { try read($0) }
    return queries.filter { isFound($0, on: texts) }
  }

  public func sketches(on pages: [SketchedPage]) throws -> ReadSketches {
    var figures = ReadSketches()
    for sketched in pages {
      let page = sketched.page
      let texts = try read(page)
      let plain = try read(page.withoutDrawings)
      let words = texts.flatMap(\.line.words).filter { !SearchTokens.of($0.text).isEmpty }
        .filter { page.isMostlyDrawn($0.box) }.map(\.text)
      let part = sketched.isOnLine ? \ReadSketches.onLines : \.beside
      figures[keyPath: part].total += 1
      if !words.isEmpty { figures[keyPath: part].read.append((sketched.name, words)) }
      for word in page.texts.flatMap({ SearchTokens.of($0) }) {
        switch (isFound(word, on: plain), isFound(word, on: texts)) {
        case (true, let still):
          figures.words += 1
          if !still { figures.lost.append((sketched.name, word)) }
        case (false, true): figures.gained += 1
        case (false, false): break
        }
      }
    }
    return figures
  }
}

extension ComposedPage {
  /// Whether more of the ink within a box is drawn than written.
  fileprivate func isMostlyDrawn(_ box: Rect) -> Bool {
    let drawn = Set(drawings.joined())
    var (inDrawings, inWriting) = (0.0, 0.0)
    for i in strokes.indices {
      let points = strokes[i].points
      for (a, b) in zip(points, points.dropFirst()) {
        // In steps of about a point, since the ends of a long step may lie outside.
        let length = a.distance(to: b)
        let steps = max(1, Int(length))
        let inside = (0..<steps).count {
          box.contains(a.lerp(to: b, (Double($0) + 0.5) / Double(steps)))
        }
        let part = length * Double(inside) / Double(steps)
        if drawn.contains(i) { inDrawings += part } else { inWriting += part }
      }
    }
    return inDrawings > inWriting
  }
}

extension PageFigures {
  /// A hundred words that are not written on pages, nor others that a search takes for them but for a letter: usual ones,
  /// then others that people wrote elsewhere.
  public func unwritten(on pages: [ComposedPage], others: [String]) -> [String] {
    let written = Set(pages.flatMap(\.texts).flatMap { SearchTokens.of($0) })
    let rest = Set(others.flatMap { SearchTokens.of($0) }).filter { $0.count > 1 }.sorted()
    let pack = pack
    let all = Self.usual + rest
    return Array(
      all.lazy.filter { word in
        let query = SearchQuery(word, isKnown: { pack.knows($0) })
        return !written.contains { $0 == word || query.isSimilar($0, to: word) }
      }.prefix(100))
  }

  private static let usual = [
    "water", "people", "number", "sound", "light", "house", "world", "paper", "story", "music",
    "letter", "mother", "answer", "school", "study", "learn", "plant", "cover", "point", "page",
    "river", "table", "horse", "birds", "problem", "ready", "above", "ever", "though", "talk",
  ]
}

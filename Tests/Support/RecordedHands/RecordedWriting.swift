import Foundation
import InkModel
import RepositoryFiles

/// Words and lines that people wrote, from `Tests/Fixtures/handwriting`.
///
/// They come as lines of JSON: `text`, `writer` (a number), and `s`, the strokes in the order written, each a flat list of
/// whole numbers: the first point, then steps; y grows downwards, an item of usual size is 100 high.
public struct RecordedWriting: Sendable {
  public let text: String
  public let writer: Int
  /// From 0, 0 on, in the units of the recording.
  public let strokes: [[Point]]

  private struct Row: Decodable {
    var text: String
    var writer: Int
    var s: [[Int]]
  }

  /// A hundred words.
  public static func words() throws -> [RecordedWriting] { try read("words") }
  /// The first of the hundred words with a text.
  public static func word(_ text: String) throws -> RecordedWriting {
    guard let word = try words().first(where: { $0.text == text }) else {
      throw MissingWord(text: text)
    }
    return word
  }
  /// Thirty lines of three to eight words.
  public static func lines() throws -> [RecordedWriting] { try read("lines") }
  /// Letters that were cut out of words and lines, of those with the shape of a gesture over text.
  public static func letters() throws -> [RecordedWriting] { try read("letters") }
  /// Single strokes to and fro, in any direction, of what people filled, drew again or crossed out.
  public static func zigzags() throws -> [RecordedWriting] { try read("zigzags") }
  /// The sign “|”, cut out of what people wrote: each is a single stroke.
  public static func bars() throws -> [RecordedWriting] { try read("bars") }
  /// Ten whole numbers from 10 to 1000, each written as one.
  public static func numbers() throws -> [RecordedWriting] { try read("numbers") }
  /// Single strokes down and then to the left, of letters and signs.
  public static func corners() throws -> [[Point]] { try read("corners").flatMap(\.strokes) }

  /// A number put together from digits and “-” that somebody wrote, side by side on one line.
  ///
  /// Of cut out digits there are zeros and ones alone, of texts of several sizes. So each is made as high as the others,
  /// and a “-” half as long as these are high. A number with more of one than that person wrote has the first ones again.
  public static func number(_ text: String, by writer: Int) throws -> RecordedWriting {
    let letters = try letters().filter { $0.writer == writer }
    var used: [Character: Int] = [:]
    var strokes: [[Point]] = []
    var x = 0.0
    for digit in text {
      let own = letters.filter { $0.text == String(digit) }
      guard !own.isEmpty else { throw MissingWord(text: text) }
      let index = used[digit, default: 0] % own.count
      used[digit, default: 0] += 1
      let width = digit == "-" ? 50.0 : 1000
      let ink = own[index].strokes(in: Rect(x: x, y: 0, width: width, height: 100))
      strokes += ink
      x = Rect(around: ink.joined()).maxX + 25
    }
    return RecordedWriting(text: text, writer: writer, strokes: strokes)
  }

  /// How many words a text has; a mark that stands alone, as a full stop behind a space, is none.
  public static func wordCount(in text: String) -> Int {
    text.split(separator: " ").count { word in word.contains { $0.isLetter || $0.isNumber } }
  }

  /// The word is none of those that were recorded, or the number has a digit that its writer did not leave.
  public struct MissingWord: Error {
    public let text: String
  }

  private static func read(_ name: String) throws -> [RecordedWriting] {
    let file = Repository.url("Tests/Fixtures/handwriting/\(name).jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try RecordedWriting(json: $0)
    }
  }

  /// What a line of JSON holds.
  public init(json line: some StringProtocol) throws {
    let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
    self.init(
      text: row.text, writer: row.writer,
      strokes: row.s.map { steps in
        var (x, y) = (0, 0)
        return stride(from: 0, to: steps.count - 1, by: 2).map { i in
          (x, y) = (x + steps[i], y + steps[i + 1])
          return Point(Double(x), Double(y))
        }
      })
  }

  private init(text: String, writer: Int, strokes: [[Point]]) {
    (self.text, self.writer, self.strokes) = (text, writer, strokes)
  }

  /// Words written one after the other on one line.
  ///
  /// Each stands so that half of its ink is above and half below the same height, which is about the middle of the small
  /// letters.
  public static func row(of words: [RecordedWriting]) -> RecordedWriting {
    var strokes: [[Point]] = []
    var x = 0.0
    for word in words {
      let box = Rect(around: word.strokes.joined())
      let offset = Vector(x - box.minX, 100 - word.middle)
      strokes += word.strokes.map { $0.map { $0 + offset } }
      x += box.width + 60
    }
    return RecordedWriting(
      text: words.map(\.text).joined(separator: " "), writer: words.first?.writer ?? 0,
      strokes: strokes)
  }

  /// The height above and below which there is as much ink.
  private var middle: Double {
    let pieces = strokes.flatMap { points in
      zip(points, points.dropFirst()).map { (y: ($0.y + $1.y) / 2, length: $0.distance(to: $1)) }
    }.sorted { $0.y < $1.y }
    let half = pieces.reduce(0) { $0 + $1.length } / 2
    var length = 0.0
    for piece in pieces {
      length += piece.length
      if length >= half { return piece.y }
    }
    return Rect(around: strokes.joined()).center.y
  }

  /// The strokes scaled into a box: as large as fits, with their left edge at its left and in the middle of its height.
  public func strokes(in box: Rect) -> [[Point]] {
    let own = Rect(around: strokes.joined())
    let scale = min(box.height / max(own.height, 1), box.width / max(own.width, 1))
    let top = box.center.y - own.height * scale / 2
    return strokes.map { stroke in
      stroke.map { Point(box.minX + ($0.x - own.minX) * scale, top + ($0.y - own.minY) * scale) }
    }
  }
}

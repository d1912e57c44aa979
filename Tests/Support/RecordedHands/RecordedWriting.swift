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
  /// Thirty lines of three to eight words.
  public static func lines() throws -> [RecordedWriting] { try read("lines") }
  /// Letters that were cut out of words and lines, of those with the shape of a gesture over text.
  public static func letters() throws -> [RecordedWriting] { try read("letters") }

  private static func read(_ name: String) throws -> [RecordedWriting] {
    let file = Repository.url("Tests/Fixtures/handwriting/\(name).jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      return RecordedWriting(
        text: row.text, writer: row.writer,
        strokes: row.s.map { steps in
          var (x, y) = (0, 0)
          return stride(from: 0, to: steps.count - 1, by: 2).map { i in
            (x, y) = (x + steps[i], y + steps[i + 1])
            return Point(Double(x), Double(y))
          }
        })
    }
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

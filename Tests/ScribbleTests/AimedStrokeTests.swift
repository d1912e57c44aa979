import InkModel
import RecordedHands
import Testing

@testable import Scribble

/// Strokes that people made, aimed at words of a row as hands do: beside them, too long and too short.
///
/// What is meant is what is aimed at, whole words, however far the stroke misses them. A stroke to and fro is aimed with nine
/// tenths of its ink, since its ends are uneven; a line with its ends.
@Suite struct AimedStrokeTests {
  /// Letters are 9 wide, and the line is 20 high, from 20, 10 on.
  private static func row(_ text: String, space: Double, selection: Range<Int>? = nil) -> FieldText
  {
    var carets = [Rect(x: 20, y: 10, width: 0, height: 20)]
    for scalar in text.unicodeScalars {
      let x = carets[carets.count - 1].minX + (scalar == " " ? space : 9)
      carets.append(Rect(x: x, y: 10, width: 0, height: 20))
    }
    return FieldText(
      text, selection: selection, hasFocus: selection != nil, carets: carets, kind: .text)
  }

  /// Words of a text that follow each other.
  private struct Aim {
    /// Text positions.
    let range: Range<Int>
    /// The text without them.
    let left: String
  }

  /// Every aim at so many words of a text, from the first word to the last of some.
  private static func aims(
    at count: Int, of text: String, among chosen: Range<Int>? = nil
  ) -> [Aim] {
    let words = text.split(separator: " ").map { String($0) }
    let chosen = chosen ?? words.indices
    guard count <= chosen.count else { return [] }
    return (chosen.lowerBound...chosen.upperBound - count).map { first in
      let before = words[..<first].joined(separator: " ").count
      let start = first == 0 ? 0 : before + 1
      let aimed = words[first..<first + count].joined(separator: " ")
      let left = words[..<first] + words[(first + count)...]
      return Aim(range: start..<start + aimed.count, left: left.joined(separator: " "))
    }
  }

  /// How a stroke misses its aim, in points: all of it to the right by `shift`, and too long by `excess` at each end.
  private static let misses: [(shift: Double, excess: Double)] = [
    (0, 0), (-4.5, 0), (4.5, 0), (0, -3), (0, 5), (-3, 4), (3, -3),
  ]

  /// A stroke to and fro, nine tenths of whose ink lie from one side to the other, around the middle of the row.
  private static func scratch(_ stroke: [Point], from left: Double, to right: Double) -> [Point] {
    let turned = RecordedGestureTests.turned(stroke)
    let count = 400
    let ink = RecordedGestureTests.spread(turned, over: count).map(\.x).sorted()
    let (first, last) = (ink[count / 20], ink[count - 1 - count / 20])
    let scale = (right - left) / (last - first)
    let center = Rect(around: turned).center.y
    return turned.map { Point(left + ($0.x - first) * scale, 20 + ($0.y - center) * scale) }
  }

  @Test(arguments: [4.5, 9])
  func
    `S52 scratches of people's hands delete the words that they are aimed at, and no others`(
      space: Double
    ) throws
  {
    let text = "they bring fresh bread and coffee"
    let field = Self.row(text, space: space)
    let zigzags = try RecordedWriting.zigzags()
    #expect(Set(zigzags.map(\.writer)).count >= 8)
    var (right, count) = (0, 0)
    for zigzag in zigzags.flatMap(\.strokes) {
      for aim in Self.aims(at: 1, of: text) + Self.aims(at: 2, of: text) {
        let (start, end) = (field.carets[aim.range.lowerBound], field.carets[aim.range.upperBound])
        for (shift, excess) in Self.misses {
          let stroke = Self.scratch(
            zigzag, from: start.minX + shift - excess, to: end.minX + shift + excess)
          count += 1
          var session = ScribbleSession()
          session.begin(at: stroke[0])
          session.move(to: Array(stroke.dropFirst()))
          guard case .edit(let edit) = session.end(at: 1, in: field) else { continue }
          var left = field
          left.apply(edit)
          if left.text == aim.left { right += 1 }
        }
      }
    }
    #expect(count >= 1000)
    // By the ends of the ink alone it is 95 % where spaces are narrow.
    let share = Double(right) / Double(count)
    #expect(share >= 0.98, "\(share) of \(count)")
  }

  /// Lines that people wrote: dashes, bars of “t”, and stems, which are turned.
  private static func lines() throws -> [(writer: Int, stroke: [Point])] {
    var lines: [(writer: Int, stroke: [Point])] = []
    for letter in try RecordedWriting.letters() {
      guard let last = letter.strokes.last else { continue }
      switch (letter.text, letter.strokes.count) {
      case ("-", 1), ("t", 2):
        if RecordedGestureTests.isLine(last, .across) {
          lines.append((writer: letter.writer, stroke: last))
        }
      case ("l", 1), ("1", 1), ("I", 1), ("/", 1):
        if RecordedGestureTests.isLine(last, .down) {
          lines.append((writer: letter.writer, stroke: RecordedGestureTests.turned(last)))
        }
      default: break
      }
    }
    return lines
  }

  @Test(arguments: [4.5, 9])
  func `S52 lines of people's hands through selected words delete those that they are aimed at`(
    space: Double
  ) throws {
    let text = "they bring fresh bread"
    let words = 4
    // Each selection of words that follow each other, and in each all such words to be aimed at.
    var cases: [(field: FieldText, aim: Aim)] = []
    for selected in 1...words {
      for first in 0...words - selected {
        let chosen = first..<first + selected
        let selection = Self.aims(at: selected, of: text, among: chosen)[0].range
        let field = Self.row(text, space: space, selection: selection)
        for aimed in 1...selected {
          cases += Self.aims(at: aimed, of: text, among: chosen).map { (field: field, aim: $0) }
        }
      }
    }
    let lines = try Self.lines()
    #expect(lines.count >= 50)
    #expect(Set(lines.map(\.writer)).count >= 8)
    var (right, count) = (0, 0)
    for line in lines {
      for (field, aim) in cases {
        let (shift, excess) = Self.misses[count % Self.misses.count]
        let height = 20 + [-2.0, 0, 2][count % 3]
        let (start, end) = (field.carets[aim.range.lowerBound], field.carets[aim.range.upperBound])
        let stroke = RecordedGestureTests.along(
          line.stroke, from: start.minX + shift - excess, to: end.minX + shift + excess, at: height)
        count += 1
        if SelectedTextTests.left(by: stroke, in: field) == aim.left { right += 1 }
      }
    }
    #expect(count >= 1000)
    let share = Double(right) / Double(count)
    #expect(share >= 0.95, "\(share) of \(count)")
  }
}

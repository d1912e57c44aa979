import InkModel
import Testing

@testable import Handwriting

struct FeatureTests {
  func features(_ strokes: [WrittenStroke]) -> InkFeatures {
    var flat = FlatInk(strokes, taking: strokes.indices)
    InkNormalization.apply(to: &flat)
    return InkFeatures(flat)
  }

  func worstDifference(_ a: InkFeatures, _ b: InkFeatures) -> Float {
    a.rows.count == b.rows.count ? zip(a.rows, b.rows).map { abs($0 - $1) }.max() ?? 0 : .infinity
  }

  @Test(arguments: [0.01, 0.5, 3, 1000])
  func `the unit of the ink does not matter`(scale: Double) {
    let scaled = wave().map { WrittenStroke($0.points.map { Point($0.x * scale, $0.y * scale) }) }
    #expect(worstDifference(features(wave()), features(scaled)) < 1e-3)
  }

  @Test(arguments: [Point(500, 0), Point(0, -3000), Point(-12345, 777)])
  func `the position of the ink does not matter`(position: Point) {
    #expect(worstDifference(features(wave()), features(wave(at: position))) < 1e-3)
  }

  @Test func `a late dot is read where it stands`() {
    let letters = (0..<6).map { k in
      WrittenStroke((0...8).map { Point(Double(k) * 60 + Double($0), Double($0) * 6) })
    }
    let dot = WrittenStroke([Point(64, -30)])
    let late = features(letters + [dot])
    let early = features(Array(letters[...1]) + [dot] + Array(letters[2...]))
    #expect(worstDifference(late, early) < 1e-6)
  }

  @Test func `every point knows its stroke and its index in it`() {
    let strokes = wave(letters: 20)
    let flat = FlatInk(strokes, taking: strokes.indices)
    let f = features(strokes)
    #expect(f.owners.count == f.sources.count && f.rows.count == f.count * InkFeatures.width)
    for p in 0..<f.count where f.owners[p] >= 0 {
      #expect(flat.range(f.owners[p]).contains(f.sources[p]))
    }
  }

  @Test func `lines come from top to bottom, each with its own strokes`() {
    var strokes: [WrittenStroke] = []
    for row in 0..<4 { strokes += wave(letters: 9, at: Point(0, Double(row) * 110)) }
    let lines = LineSegmenter.lines(of: strokes, single: false, lineHeight: nil)
    #expect(lines == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]])
  }

  @Test func `a slanting line stays one line`() {
    let strokes = (0..<30).map { k in
      WrittenStroke(
        (0...10).map { Point(Double(k) * 40 + Double($0), Double(k) * 6 + Double($0) * 4) })
    }
    #expect(LineSegmenter.lines(of: strokes, single: false, lineHeight: nil) == [Array(0..<30)])
  }

  /// A short word in quotes: letters that are rings, and upright quotes above them at both ends.
  private func quoted(letters: Int, quotes: Int, at corner: Point, gap: Double) -> [WrittenStroke] {
    func mark(_ x: Double) -> WrittenStroke {
      WrittenStroke((0...3).map { corner + Vector(x, Double($0) * 3) })
    }
    let rings = (0..<letters).map { k in
      WrittenStroke(
        (0...16).map {
          let turn = Vector(angle: Double($0) * .pi / 8) * 11
          return corner + Vector(30 + 26 * Double(k), 20 + gap) + turn
        })
    }
    let end = 30 + 26 * Double(letters)
    return (0..<quotes).map { mark(5 * Double($0)) } + rings
      + (0..<quotes).map { mark(end + 5 * Double($0)) }
  }

  @Test(arguments: [1, 2, 3, 4], [1, 2])
  func `the quotes above a low word stand in its line`(letters: Int, quotes: Int) {
    for gap in [0.0, 3, 6] {
      let word = quoted(letters: letters, quotes: quotes, at: Point(0, 0), gap: gap)
      let lines = LineSegmenter.lines(of: word, single: false, lineHeight: nil)
      #expect(lines == [Array(word.indices)], "\(gap) above")
      // Words below each other are lines of their own.
      let other = quoted(letters: letters, quotes: quotes, at: Point(4, 70), gap: gap)
      let two = LineSegmenter.lines(of: word + other, single: false, lineHeight: nil)
      #expect(two == [Array(word.indices), Array(word.count..<2 * word.count)])
    }
  }

  @Test func `long ink is cut and nothing of it is lost`() {
    let strokes = (0..<3000).map { k in
      WrittenStroke((0...10).map { Point(Double(k) * 30 + Double($0), Double($0 % 3) * 10) })
    }
    let lines = LineSegmenter.lines(of: strokes, single: true, lineHeight: nil)
    #expect(lines.flatMap(\.self).sorted() == Array(0..<3000))
    #expect(lines.allSatisfy { $0.count <= LineSegmenter.mostStrokes })
  }
}

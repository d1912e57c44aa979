import ComposedPages
import Foundation
import InkModel
import InkTestSupport
import PageReading
import RecordedHands
import Testing

@Suite struct LineFinderTests {
  private let lines: [RecordedWriting]

  init() throws { lines = try RecordedWriting.lines() }

  /// Indices of the strokes by the line that they were written in.
  private func groups(_ page: ComposedPage, _ counts: [Int]) -> [Set<Int>] {
    var start = 0
    return counts.map { count in
      defer { start += count }
      return Set(start..<start + count)
    }
  }

  /// The share of strokes that stand in a line most of whose strokes were written in the same one.
  private func agreement(_ found: [FoundLine], _ written: [Set<Int>]) -> Double {
    var right = 0
    for line in written {
      right += found.map { Set($0.strokes).intersection(line).count }.max() ?? 0
    }
    return Double(right) / Double(written.reduce(0) { $0 + $1.count })
  }

  @Test(arguments: [0, 12, -20, 45, 90, 135, 180, -90])
  func `lines are found however the page is turned`(degrees: Int) {
    let angle = Double(degrees) * .pi / 180
    for first in stride(from: 0, to: 30, by: 5) {
      var page = ComposedPage()
      var counts: [Int] = []
      for k in 0..<5 {
        let corner = AffineTransform.rotation(angle)(Point(60, 46 * Double(k)))
        page.write(lines[first + k], at: corner, scale: 0.22, angle: angle)
        counts.append(lines[first + k].strokes.count)
      }
      let found = LineFinder.lines(of: page.strokes)
      #expect(agreement(found, groups(page, counts)) > 0.88, "lines from \(first) on")
      let most = found.max { $0.strokes.count < $1.strokes.count }
      #expect(abs(remainder((most?.angle ?? 9) - angle, 2 * .pi)) < 0.35)
    }
  }

  /// The share of strokes that stand in a line with others of the line that they were written in only.
  private func purity(_ found: [FoundLine], _ written: [Set<Int>]) -> Double {
    let right = found.reduce(0) { sum, line in
      sum + (written.map { $0.intersection(line.strokes).count }.max() ?? 0)
    }
    return Double(right) / Double(written.reduce(0) { $0 + $1.count })
  }

  // The distance is that of the lines, as a share of the ink's height.
  @Test(arguments: [(0.6, 0.86), (0.8, 0.96), (1.0, 0.985)])
  func `lines written close below each other are lines of their own`(
    distance: Double, least: Double
  ) {
    var shares: [Double] = []
    for first in stride(from: 0, to: 30, by: 5) {
      var page = ComposedPage()
      let five = lines[first..<first + 5]
      let boxes = five.map { Rect(around: $0.strokes.joined()) }
      let height = boxes.map(\.height).sorted()[2]
      for (k, line) in five.enumerated() {
        let y = 300 + 0.22 * (Double(k) * distance * height - boxes[k].center.y)
        page.write(line, at: Point(60, y), scale: 0.22)
      }
      let found = LineFinder.lines(of: page.strokes)
      shares.append(purity(found, groups(page, five.map(\.strokes.count))))
    }
    let mean = shares.reduce(0, +) / Double(shares.count)
    #expect(mean > least, "\(shares)")
  }

  // Without a look at where a line begins anew 35 are, and 58.
  @Test(arguments: [(1.0, 20), (0.8, 26)])
  func `of 100 words with another below them few are taken for one line`(
    distance: Double, most: Int
  ) throws {
    let words = try RecordedWriting.words()
    var joined: [String] = []
    for i in words.indices {
      let (upper, lower) = (words[i], words[(i * 7 + 3) % words.count])
      let box = Rect(around: upper.strokes.joined())
      let top = Rect(around: lower.strokes.joined()).minY
      var page = ComposedPage()
      page.write(upper, at: Point(60, 60), scale: 0.3)
      let y = 60 + 0.3 * (box.minY + distance * box.height - top)
      page.write(lower, at: Point(63, y), scale: 0.3)
      let found = LineFinder.lines(of: page.strokes)
      if found.contains(where: { $0.strokes.count == page.strokes.count }) {
        joined.append(upper.text + "/" + lower.text)
      }
    }
    #expect(joined.count <= most, "\(joined)")
  }

  @Test
  func `each stroke stands in one line at most, and the lines do not depend on where the page is`()
  {
    for seed in 0..<6 {
      var page = ComposedPage()
      for k in 0..<4 {
        page.write(lines[seed * 5 + k], at: Point(40, 60 + 50 * Double(k)))
        page.draw(Sketch.allCases[(seed + k) % 6].ink(at: Point(600, 100 * Double(k)), size: 80))
      }
      let found = LineFinder.lines(of: page.strokes)
      let all = found.flatMap(\.strokes)
      #expect(Set(all).count == all.count && all.allSatisfy(page.strokes.indices.contains))
      #expect(found.allSatisfy { $0.strokes == $0.strokes.sorted() && !$0.strokes.isEmpty })
      let moved = page.strokes.map { s in
        PageStroke(element: s.element, points: s.points.map { $0 + Vector(1024, -512) })
      }
      #expect(LineFinder.lines(of: moved).map(\.strokes) == found.map(\.strokes))
    }
  }

  @Test
  func `columns and notes in the margin are lines of their own, read one column after the other`() {
    var page = ComposedPage()
    // Written across, as one fills a table.
    for k in 0..<3 {
      page.write(lines[1 + k], at: Point(0, 50 * Double(k)), scale: 0.15)
      page.write(lines[11 + k], at: Point(700, 50 * Double(k)), scale: 0.15)
    }
    let found = LineFinder.lines(of: page.strokes).filter { $0.strokes.count > 2 }
    let left = found.map { line in line.strokes.allSatisfy { page.strokes[$0].points[0].x < 690 } }
    for line in found {
      let sides = Set(line.strokes.map { page.strokes[$0].points[0].x < 690 })
      #expect(sides.count == 1)
    }
    #expect(left.first == true && left.last == false)
  }

  /// As a pen's path is: points at equal steps, each in the middle of those around it.
  private func smoothed(_ stroke: [Point], reach: Int) -> [Point] {
    var points = Array(stroke.prefix(1))
    for p in stroke.dropFirst() {
      let from = points[points.count - 1]
      let count = max(1, Int(from.distance(to: p) / 3))
      points += (1...count).map { from.lerp(to: p, Double($0) / Double(count)) }
    }
    return points.indices.map { i -> Point in
      let near = points[max(0, i - reach)..<min(points.count, i + reach + 1)]
      let sum = near.reduce(Vector.zero) { $0 + ($1 - Point.zero) }
      return Point.zero + sum * (1 / Double(near.count))
    }
  }

  // “Russell” has four low letters between two tall ones; the others are tall throughout.
  @Test(arguments: 0...3)
  func `a word whose small letters are low beside other words is in one line`(reach: Int) throws {
    let columns = [
      (200.0, 40.0, ["Nancy", "Edwards", "coffee", "knowledge", "Newton"]),
      (600.0, 35.0, ["Russell", "sentence", "brilliant", "Monday", "Newton"]),
    ]
    var page: [PageStroke] = []
    var written: [(text: String, strokes: Set<Int>)] = []
    for (x, height, texts) in columns {
      for (row, text) in texts.enumerated() {
        let word = try RecordedWriting.word(text)
        let box = Rect(
          x: x, y: 120 + 100 * Double(row), width: 10 * height, height: height)
        let first = page.count
        page += word.strokes(in: box).enumerated().map { k, points in
          PageStroke(element: Int64(first + k + 1), points: smoothed(points, reach: reach))
        }
        written.append((text, Set(first..<page.count)))
      }
    }
    let found = Set(LineFinder.lines(of: page).map { Set($0.strokes) })
    let torn = written.filter { !found.contains($0.strokes) }.map(\.text)
    #expect(torn.isEmpty, "\(torn)")
  }

  @Test func `nothing, dots and points that are no numbers make no trouble`() {
    #expect(LineFinder.lines(of: []).isEmpty)
    let odd = [
      PageStroke(element: 1, points: []), PageStroke(element: 2, points: [Point(.nan, 1)]),
      PageStroke(element: 3, points: [Point(5, 5)]),
      PageStroke(element: 4, points: [Point(5, 5), Point(5, 5)]),
      PageStroke(element: 5, points: [Point(1e300, 5), Point(7, .infinity)]),
    ]
    for line in LineFinder.lines(of: odd) { #expect(line.height.isFinite && line.angle.isFinite) }
  }

  @Test func `ten thousand strokes on a page are put in lines within seconds`() {
    var page = ComposedPage()
    var row = 0.0
    while page.strokes.count < 10_000 {
      for line in lines {
        page.write(line, at: Point(0, row * 46))
        row += 1
      }
    }
    let time = ContinuousClock().measure { _ = LineFinder.lines(of: page.strokes) }
    #expect(time < .seconds(4), "\(time)")
  }

  /// Words below each other, from the same left edge, 40 points high, the middles so many points apart.
  private func list(_ words: [RecordedWriting], apart: Double) -> ComposedPage {
    var page = ComposedPage()
    for (k, word) in words.enumerated() {
      let box = Rect(around: word.strokes.joined())
      let corner = Point(60 - 0.4 * box.minX, 60 + Double(k) * apart - 0.4 * box.center.y)
      page.write(word, at: corner, scale: 0.4)
    }
    return page
  }

  // Of a hundred lists some 25 to 70 were turned while their direction was that of the column.
  @Test(arguments: [3, 4, 5, 6], [60.0, 80, 100])
  func `a list of short lines is level, each word a line of its own`(
    count: Int, apart: Double
  ) throws {
    let words = try RecordedWriting.words()
    var (turned, lost, total) = (0, 0, 0)
    for i in 0..<100 {
      let chosen = (0..<count).map { words[(i * 7 + $0 * 13 + count) % 100] }
      let page = list(chosen, apart: apart)
      let found = LineFinder.lines(of: page.strokes)
      if !found.allSatisfy({ abs($0.angle) < 3 * .pi / 180 }) { turned += 1 }
      let lines = Set(found.map { Set($0.strokes) })
      lost += groups(page, chosen.map(\.strokes.count)).count { !lines.contains($0) }
      total += count
    }
    #expect(turned <= 2, "\(turned) of 100")
    let share = Double(lost) / Double(total)
    #expect(share < (apart < 70 ? 0.09 : 0.035), "\(lost) of \(total)")
  }

  /// Points along straight pieces.
  private func ink(_ corners: [Point]) -> [Point] {
    zip(corners, corners.dropFirst()).flatMap { a, b in
      (0...12).map { a.lerp(to: b, Double($0) / 12) }
    }
  }

  private func ring(_ center: Point, _ radius: Double) -> [Point] {
    (0...24).map { center + Vector(angle: Double($0) * .pi / 12) * radius }
  }

  @Test func `a tall letter of straight strokes stands in the word of small round letters`() {
    let letters = (0..<4).map { ring(Point(40 + 16 * Double($0), 33), 6) }
    let stems = [0.0, 18].map { ink([Point($0, 0), Point($0, 40)]) }
    let bar = ink([Point(0, 20), Point(18, 20)])
    let page = (stems + [bar] + letters).enumerated().map {
      PageStroke(element: Int64($0), points: $1)
    }
    #expect(LineFinder.lines(of: page).map(\.strokes) == [Array(0..<7)])
    // A rule below them does not.
    let rule = ink([Point(34, 48), Point(94, 48)])
    let ruled = (letters + [rule]).enumerated().map {
      PageStroke(element: Int64($0), points: $1)
    }
    #expect(LineFinder.lines(of: ruled).allSatisfy { $0.strokes.allSatisfy { $0 < 4 } })
  }
}

import Glibc
import InkModel
import InkTestSupport
import Testing

@Suite struct `Erasing strokes in part` {
  private let line = ErasedInk.line(from: Point(0, 50), to: Point(100, 50))
  /// What a mark of the standard ink at half force reaches.
  private let reach = 1.0

  @Test func `a cut ends exactly where the pen's mark touches the eraser`() throws {
    let rest = try #require(
      line.cut(by: SweptDisc(from: Point(40, 50), to: Point(40, 50), radius: 9))?.rest
    ).ink
    #expect(rest.spans.count == 2)
    let ends = rest.shownPoints.map { ($0[0].x, $0[$0.count - 1].x) }
    #expect(abs(Double(ends[0].1) - (40 - 9 - reach)) < 1e-4)
    #expect(abs(Double(ends[1].0) - (40 + 9 + reach)) < 1e-4)
    #expect(ends[0].0 == 0 && ends[1].1 == 100)
    #expect(rest.path == line.stroke.path && rest.content == line.stroke.content)
  }

  @Test func `an eraser that misses the ink changes nothing`() {
    let near = Point(40, 50 - 9 - reach - 1e-3)
    let (cut, rubbed) = (
      line.cut(by: SweptDisc(from: near, to: near, radius: 9)),
      line.rubbed(by: SweptDisc(from: near, to: near, radius: 9))
    )
    #expect(cut == nil && rubbed == nil)
    let dot = ErasedInk.line(from: Point(5, 5), to: Point(5, 5), points: 1)
    #expect(dot.cut(by: SweptDisc(from: Point(5, 15.1), to: Point(9, 19), radius: 9)) == nil)
    #expect(
      dot.cut(by: SweptDisc(from: Point(5, 14.9), to: Point(9, 19), radius: 9))?.rest == .some(nil))
  }

  @Test func `a crumb at the end goes with the cut, unless it can be seen`() throws {
    // Rings at 0.3 and at 3 points from the start of the line.
    let crumb = line.cut(by: SweptDisc(from: Point(10.3, 50), to: Point(10.3, 50), radius: 9))
    #expect(try #require(crumb?.rest).ink.spans.count == 1)
    let fragment = line.cut(by: SweptDisc(from: Point(13, 50), to: Point(13, 50), radius: 9))
    #expect(try #require(fragment?.rest).ink.spans.count == 2)
    // Close up, a fine eraser leaves fine fragments.
    let fine = line.cut(
      by: SweptDisc(from: Point(1.5, 50), to: Point(1.5, 50), radius: 9.0 / 64))
    #expect(try #require(fine?.rest).ink.spans.count == 2)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `no ink of what is left reaches under the eraser, and nothing new is there`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var ink = Ink.standard
    ink.size = [0.3, 2, 8, 30][Int(seed % 4)]
    var element: Element? = ErasedInk.word(ink: ink)
    let radius = Double.random(in: 0.5...20, using: &generator)
    let family = StockBrushes.family(of: ink)
    for disc in ErasedInk.sweep(
      40, over: ErasedInk.word(ink: ink), radius: radius, using: &generator)
    {
      guard let now = element, let erased = now.cut(by: disc) else { continue }
      element = now.holding(erased.rest)
      guard let rest = erased.rest?.ink else { break }
      for (a, b) in zip(rest.spans, rest.spans.dropFirst()) {
        #expect(a.upperBound < b.lowerBound)
      }
      for span in rest.spans {
        #expect(now.stroke.shownSpans.contains { $0.contains(span) })
      }
      for p in rest.shownPoints.joined() {
        let room = disc.distance(to: p.position) - radius - family.mark(ink, at: p).radius
        #expect(room > -1e-4)
      }
      // What was done is done: the same sweep again finds nothing.
      let again = element?.cut(by: disc) == nil
      #expect(again)
      #expect(element?.isTouched(by: disc) == false)
    }
  }

  @Test func `a stroke that was moved, turned and enlarged is cut where it is seen`() throws {
    let t = AffineTransform.translation(Vector(300, -20)) * .rotation(1) * .scale(3)
    let plain = ErasedInk.word()
    let moved = ErasedInk.word(transform: t)
    let disc = SweptDisc(from: Point(90, 60), to: Point(130, 125), radius: 4)
    let there = SweptDisc(from: t(disc.start), to: t(disc.end), radius: 12)
    let (a, b) = (
      try #require(plain.cut(by: disc)?.rest).ink, try #require(moved.cut(by: there)?.rest).ink
    )
    #expect(a.spans.count == b.spans.count && a.spans.count > 1)
    for (s, u) in zip(a.spans, b.spans) {
      #expect(abs(s.lowerBound - u.lowerBound) < 1e-3)
      #expect(abs(s.upperBound - u.upperBound) < 1e-3)
    }
  }

  @Test func `rubbing takes off what is hidden and notes the rest`() throws {
    let disc = SweptDisc(from: Point(40, 50), to: Point(40, 50), radius: 9)
    let rest = try #require(line.rubbed(by: disc)?.rest).ink
    #expect(rest.spans.count == 2 && rest.trails.map(\.positions) == [[Point(40, 50)]])
    // The cut ends lie hidden under the disc, marks and all.
    #expect(abs(rest.shownPoints[0].last!.x - 32) < 1e-3)
    #expect(abs(rest.shownPoints[1].first!.x - 48) < 1e-3)
    // A stroke broader than the eraser keeps its line and gets a hole.
    var broad = Ink.standard
    broad.size = 40
    let thick = ErasedInk.line(from: Point(0, 50), to: Point(100, 50), ink: broad)
    let holed = try #require(thick.rubbed(by: disc)?.rest).ink
    #expect(holed.spans.isEmpty && holed.trails.count == 1)
    let rubbed = thick.holding(holed)
    #expect(!rubbed.isTouched(by: SweptDisc(from: Point(40, 50), to: Point(41, 50), radius: 3)))
    #expect(rubbed.isTouched(by: SweptDisc(from: Point(40, 50), to: Point(55, 50), radius: 3)))
  }

  @Test func `a broad stroke that is rubbed out bit by bit is gone in the end`() throws {
    var broad = Ink.standard
    broad.size = 40
    var element = ErasedInk.line(from: Point(0, 50), to: Point(100, 50), ink: broad)
    for y in stride(from: 25.0, through: 75, by: 6) {
      let disc = SweptDisc(from: Point(-30, y), to: Point(60, y), radius: 6)
      element = try #require(element.holding(element.rubbed(by: disc)?.rest))
    }
    let half = element.fragments
    #expect(half.count == 1 && half[0].shownPoints[0][0].x > 30)
    for y in stride(from: 25.0, through: 75, by: 6) {
      let disc = SweptDisc(from: Point(50, y), to: Point(130, y), radius: 6)
      element = try #require(element.holding(element.rubbed(by: disc)?.rest))
    }
    #expect(element.fragments.isEmpty)
  }

  @Test func `pieces that touch stay one stroke, others are strokes of their own`() throws {
    // A loop that crosses itself at 50, 50.
    let loop = ErasedInk.element(
      SyntheticInk.path(samples: 200) { t in
        let a = (t - 0.5) * 2.6 * .pi
        return Point(50 + 40 * sin(a), 50 - 40 * (cos(a) - 0.0) + 30 * abs(t - 0.5))
      })
    let top = SweptDisc(from: Point(50, 10), to: Point(50, 10), radius: 5)
    let once = try #require(loop.holding(loop.cut(by: top)?.rest))
    #expect(once.stroke.spans.count == 2)
    #expect(once.fragments.count == 1)
    let straight = try #require(
      line.holding(
        line.cut(by: SweptDisc(from: Point(50, 40), to: Point(50, 60), radius: 4))?.rest))
    #expect(straight.fragments.map(\.spans.count) == [1, 1])
    // And fragments of fragments.
    let left = straight.holding(straight.fragments[0])
    let again = try #require(
      left.holding(
        left.cut(by: SweptDisc(from: Point(20, 40), to: Point(20, 60), radius: 4))?.rest))
    #expect(again.fragments.count == 2)
    #expect(again.fragments.allSatisfy { $0.path == line.stroke.path })
  }

  @Test func `trails are kept as long as there is ink under them`() throws {
    var element = line
    var at = Point(40, 20)
    for y in stride(from: 22.0, through: 80, by: 2) {
      let disc = SweptDisc(from: at, to: Point(40, y), radius: 9)
      at = disc.end
      element = element.holding(element.rubbed(by: disc)?.rest) ?? element
    }
    let before = element.stroke.trails.reduce(0) { $0 + $1.positions.count }
    let fragments = element.fragments
    #expect(fragments.count == 2)
    for fragment in fragments {
      // The sweep came in on one side and went out on the other: one trail, less what had left the line.
      #expect(fragment.trails.count == 1 && fragment.trails[0].positions.count <= before)
      #expect(fragment.trails[0].positions.count >= 2)
    }
  }
}

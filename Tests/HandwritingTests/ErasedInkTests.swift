import InkModel
import InkTestSupport
import Testing

@testable import Handwriting

struct ErasedInkTests {
  @Test func `of a stroke that was erased in part there is to read what is left, piece by piece`()
    throws
  {
    let transform = AffineTransform.translation(Vector(7, 300)) * .scale(2)
    var generator = InkTestSupport.SeededGenerator(seed: 3)
    var (points, untouched) = (0, 0)
    for _ in 0..<20 {
      let element = ErasedInk.word(transform: transform)
      let whole = element.stroke.written(through: transform)
      #expect(whole.map(\.points.count) == [element.stroke.path.points.count])
      let discs = ErasedInk.sweep(3, over: element, radius: 14, using: &generator)
      var left: Element? = element
      for disc in discs {
        if let now = left, let cut = now.cut(by: disc) { left = now.holding(cut.rest) }
      }
      guard let left else { continue }
      let written = left.stroke.written(through: transform)
      #expect(written.count == left.stroke.shownSpans.count)
      for point in written.flatMap(\.points) {
        #expect(discs.allSatisfy { $0.distance(to: point) > $0.radius - 1e-3 })
      }
      // And nothing else is missing: what no disc comes near is still there.
      let kept = Set(written.flatMap(\.points))
      for p in element.stroke.path.points.map({ transform($0.position) })
      where discs.allSatisfy({ $0.distance(to: p) > $0.radius + 20 }) {
        #expect(kept.contains(p))
        untouched += 1
      }
      points += kept.count
    }
    #expect(points > 100 && untouched > 100)
  }
}

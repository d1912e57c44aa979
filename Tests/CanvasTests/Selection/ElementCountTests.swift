import InkModel
import Testing

@testable import Canvas

/// How many elements are selected where some are not seen.
@Suite @MainActor struct ElementCountTests {
  @Test func `what is selected is counted, with its pages, as soon as one element is out of view`()
    throws
  {
    let b = Bench()
    b.take(
      b.session.change(to: DrawingSettings(layout: .pages(StandardPage.a5.size, count: 3))))
    let frames = b.session.drawing.settings.layout.frames
    for (page, y) in [(0, 40.0), (0, 80), (2, 40)] {
      let start = Point(frames[page].minX + 40, frames[page].minY + y)
      b.draw([start, start + Vector(30, 0), start + Vector(60, 0)])
    }
    b.take(b.session.selectAll())
    let all = try #require(b.session.selection?.elements)
    #expect(all.count == 3)
    let count = b.session.countBeyondView(of: all)
    #expect(count == ElementCount(elements: 3, pages: 2))
    let seen = all.filter { $0.page == 1 }
    #expect(seen.count == 2 && b.session.countBeyondView(of: seen) == nil)
    // What was deleted is counted, too.
    b.take(b.session.deleteSelection())
    #expect(b.session.countBeyondView(of: all) == count)
    b.session.viewport.height = 5000
    #expect(b.session.countBeyondView(of: all) == nil)
  }

  @Test func `on a canvas without pages only elements are counted`() throws {
    let b = Bench()
    for y in [100.0, 5000] { b.draw([Point(100, y), Point(130, y), Point(160, y)]) }
    b.take(b.session.selectAll())
    let all = try #require(b.session.selection?.elements)
    #expect(b.session.countBeyondView(of: all) == ElementCount(elements: 2, pages: 0))
  }
}

import InkModel
import InkTestSupport
import Testing

@testable import Canvas

/// Pictures that are drawn on: highlighters show on them, erasers pass over them.
@Suite struct MarkedPictureTests {
  /// A picture of 400 by 300 at (100, 100) with a line on it at 200 from the top, and another line below it.
  private func bench(_ tool: Tool) -> Bench {
    let b = `Editing pictures`().bench()
    b.take(b.session.clearSelection())
    b.session.picker.select(.brush("pen"))
    b.draw((0...30).map { Point(150 + Double($0) * 10, 200) })
    b.session.picker.select(tool)
    return b
  }

  @Test
  func `S54 what a highlighter draws across a picture is above it, and below the ink on it`()
    throws
  {
    let b = bench(.brush("highlighter"))
    let ink = try #require(b.all.last)
    b.draw((0...50).map { Point(50 + Double($0) * 10, 200) })
    let picture = try #require(b.all.first { $0.picture != nil })
    let mark = try #require(b.all.first { $0.band == .below })
    #expect(ink.picture == nil && picture.paintsBelow(mark) && mark.paintsBelow(ink))
    // It lies between two others, so what is there is painted anew.
    #expect(b.appended.last?.id != mark.id && b.damage.contains(mark.bounds))
    // Over bare paper it is below all.
    b.draw((0...20).map { Point(50 + Double($0) * 10, 520) })
    #expect(b.all.first?.band == .below)
  }

  @Test func `S27 over a picture a highlighter's mark to come is above all ink, beside it below`()
    throws
  {
    let b = bench(.brush("highlighter"))
    func painting(_ position: Point) throws -> LayerBand {
      var hover = Hover()
      hover.hover(
        StylusTool(.pen, serial: 7), StylusSample(position: position, time: 1, force: 0))
      return try #require(b.session.preview(of: hover)).painting
    }
    #expect(try painting(Point(300, 300)) == .above)
    #expect(try painting(Point(650, 300)) == .below)
  }

  @Test(arguments: Eraser.Kind.allCases)
  func `an eraser passes over a picture, and takes the ink on it`(kind: Eraser.Kind) throws {
    let b = bench(.eraser)
    b.session.picker.eraserKind = kind
    let before = b.session.drawing
    let ink = try #require(b.all.last)
    b.draw([Point(200, 300), Point(206, 300)])
    #expect(b.session.drawing == before)
    b.draw([Point(300, 150), Point(300, 350)])
    #expect(b.all.contains { $0.picture != nil } && !b.all.contains { $0.id == ink.id })
    #expect(b.session.history.undoLabel == .erase)
  }
}

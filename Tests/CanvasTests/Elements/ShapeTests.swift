import InkModel
import InkTestSupport
import Testing

@testable import Canvas

@Suite struct `Shapes on the canvas` {
  private static let element = Element(
    id: ElementID(1), order: .first,
    kind: .other(
      Shape(
        .rectangle(Rect(x: 0, y: 0, width: 100, height: 60)),
        ink: Ink(brush: "pen", brushVersion: 1, color: .ink, size: 4), seed: 1)))

  private static func loop(_ box: Rect) -> SelectionLoop { SelectionLoop(box.corners) }

  @Test func `a loop holds as much of a shape as of its lines`() {
    let e = Self.element
    #expect(e.share(in: Self.loop(Rect(x: -10, y: -10, width: 120, height: 80))) == 1)
    // Within it there is nothing.
    #expect(e.share(in: Self.loop(Rect(x: 10, y: 10, width: 80, height: 40))) == 0)
    let half = e.share(in: Self.loop(Rect(x: -10, y: -10, width: 60, height: 80)))
    #expect(abs(half - 0.5) < 0.1)
  }

  @Test func `an eraser touches the lines and not what they enclose`() {
    let e = Self.element
    func touches(_ p: Point) -> Bool { e.isTouched(by: SweptDisc(from: p, to: p, radius: 3)) }
    #expect(touches(Point(0, 30)) && touches(Point(50, 62)))
    #expect(!touches(Point(50, 30)) && !touches(Point(50, 70)))
  }

  @Test func `a shape is recoloured and moved like ink`() {
    let red = Color(rgba: 0xFF00_00FF)
    let moved = Self.element.version(
      ElementID(2), moved: .translation(Vector(5, 6)), color: red)
    #expect(moved.color == red && moved.isVersion(of: Self.element))
    #expect(abs(moved.bounds.minX - Self.element.bounds.minX - 5) < 1e-9)
    let highlight = moved.highlight(after: .identity)
    #expect(highlight.lines.count == 1 && highlight.radius > 0)
  }
}

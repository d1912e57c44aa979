import CCairo
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// Shapes are painted by the strokes that follow from them, wherever ink is.
@Suite struct `Painting shapes` {
  private static let ink = Ink(
    brush: "pen", brushVersion: 1, color: Color(rgba: 0xD020_20FF), size: 6)

  private static func element(
    _ outline: ShapeOutline, _ transform: AffineTransform = .identity
  ) -> Element {
    Element(
      id: ElementID(1), order: .first, canvasFromElement: transform,
      kind: .other(Shape(outline, ink: ink, seed: 1)))
  }

  private func pixels(_ element: Element, isRough: Bool = false) throws -> Pixels {
    let image = try #require(
      try TileRenderer.paint(
        TileRequest(
          key: TileKey(paper: .light, scale: 1, column: 0, row: 0), version: 1, isRough: isRough),
        of: Drawing([element]), with: ElementPainter(paper: .light)))
    let p = Pixels(TileGrid.side, TileGrid.side)
    image.paint(on: p.cr, x: 0, y: 0)
    return p
  }

  /// Whether there is ink at a position.
  private func inked(_ p: Pixels, _ x: Int, _ y: Int) -> Bool { p[x, y] >> 24 > 200 }

  @Test func `a rectangle has four sides and nothing within`() throws {
    let p = try pixels(Self.element(.rectangle(Rect(x: 30, y: 40, width: 100, height: 60))))
    for (x, y) in [(30, 70), (130, 70), (80, 40), (80, 100), (30, 40), (130, 100)] {
      #expect(inked(p, x, y), "\(x) \(y)")
    }
    for (x, y) in [(80, 70), (20, 70), (80, 110), (40, 50)] { #expect(p[x, y] == 0, "\(x) \(y)") }
  }

  @Test func `an ellipse, an arc, a polygon and a line go where geometry says`() throws {
    let box = Rect(x: 20, y: 30, width: 160, height: 80)
    let ellipse = try pixels(Self.element(.ellipse(box)))
    for (x, y) in [(20, 70), (180, 70), (100, 30), (100, 110)] { #expect(inked(ellipse, x, y)) }
    #expect(ellipse[100, 70] == 0 && ellipse[24, 34] == 0)
    // The lower half alone.
    let arc = try pixels(Self.element(.arc(box, start: 0, sweep: .pi)))
    #expect(inked(arc, 100, 110) && arc[100, 30] == 0)
    let triangle = [Point(20, 20), Point(120, 20), Point(20, 120)]
    let polygon = try pixels(Self.element(.polygon(triangle)))
    let polyline = try pixels(Self.element(.polyline(triangle)))
    #expect(inked(polygon, 70, 20) && inked(polygon, 70, 70) && inked(polygon, 20, 70))
    #expect(inked(polyline, 70, 70) && polyline[20, 70] == 0)
    let line = try pixels(Self.element(.line(Point(10, 10), Point(110, 60))))
    #expect(inked(line, 60, 35) && line[60, 60] == 0)
  }

  @Test func `an arrow has its heads where it says`() throws {
    let points = [Point(40, 80), Point(200, 80)]
    func heads(_ p: Pixels) -> [Bool] {
      // Above the line, a little before either end.
      [56, 184].map { x in (66..<76).contains { inked(p, x, $0) } }
    }
    #expect(heads(try pixels(Self.element(.polyline(points)))) == [false, false])
    #expect(
      heads(try pixels(Self.element(.arrow(points, atStart: false, atEnd: true)))) == [false, true])
    #expect(
      heads(try pixels(Self.element(.arrow(points, atStart: true, atEnd: true)))) == [true, true])
  }

  @Test(arguments: [
    ShapeOutline.rectangle(Rect(x: 30, y: 40, width: 100, height: 60)),
    .ellipse(Rect(x: 30, y: 40, width: 100, height: 60)),
    .arrow([Point(20, 20), Point(100, 60), Point(160, 30)], atStart: true, atEnd: true),
  ])
  func `nothing is painted outside of its bounds, moved, turned or scaled`(outline: ShapeOutline)
    throws
  {
    for t in [
      AffineTransform.identity, .similarity(about: Point(90, 90), scale: 0.7, angle: 0.6),
      .translation(Vector(30, 20)),
    ] {
      for isRough in [false, true] {
        let element = Self.element(outline, t)
        let p = try pixels(element, isRough: isRough)
        var count = 0
        for y in 0..<TileGrid.side {
          for x in 0..<TileGrid.side where p[x, y] != 0 {
            count += 1
            #expect(
              element.bounds.outset(by: 1).contains(Point(Double(x) + 0.5, Double(y) + 0.5)))
          }
        }
        #expect(count > 500)
      }
    }
  }

  @Test func `an SVG shows the same lines`() throws {
    let element = Self.element(.rectangle(Rect(x: 30, y: 40, width: 100, height: 60)))
    let svg = try #require(try ElementPainter(paper: .light).svg(of: element))
    #expect(svg.contains("#d02020"))
    #expect(element.color == Self.ink.color)
  }
}

import InkModel
import InkTestSupport
import Testing

/// Highlighters over pictures, in the layer order.
@Suite struct GroundTests {
  private static func picture(
    _ number: Int64, _ area: Rect, order: OrderKey = .first
  ) throws -> Element {
    let blob = try #require(BlobID([UInt8](repeating: 7, count: 32)))
    return Element(
      id: ElementID(number), order: order,
      canvasFromElement: .translation(area.corners[0] - .zero),
      kind: .other(PlacedPicture(blob: blob, width: area.width, height: area.height)))
  }

  /// A line to the right, 60 long.
  private static func line(
    _ number: Int64, _ brush: BrushFamily, from start: Point, order: OrderKey = .first
  ) -> Element {
    let points = (0...6).map {
      StrokePoint(x: Float(start.x) + Float($0) * 10, y: Float(start.y), force: 0.5)
    }
    return SyntheticInk.element(
      number, StrokePath(points), ink: Ink(brush, .black, size: 8), order: order)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a highlighter is above the pictures that it lies over, and below the ink over them`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var drawing = Drawing()
    for number in Int64(1)...60 {
      let at = Point(.random(in: 0...300, using: &random), .random(in: 0...300, using: &random))
      var new =
        switch Int.random(in: 0..<5, using: &random) {
        case 0: try Self.picture(number, Rect(x: at.x, y: at.y, width: 80, height: 60))
        case 1, 2: Self.line(number, StockBrushes.highlighter, from: at)
        default: Self.line(number, StockBrushes.pen, from: at)
        }
      new.order = drawing.order(for: new.band, over: new.bounds)
      let before = Array(drawing.elements)
      try drawing.apply(DrawingEdit(label: .draw, inserted: [new]))
      drawing.checkInvariants()
      guard new.band == .below else { continue }
      let over = before.filter { $0.isGround && $0.bounds.intersects(new.bounds) }
      #expect(over.allSatisfy { $0.paintsBelow(new) })
      let rest = before.filter { element in
        !element.isGround && over.allSatisfy { $0.paintsBelow(element) }
      }
      #expect(rest.allSatisfy { new.paintsBelow($0) })
    }
  }

  @Test func `a copy of a picture that was marked up is marked up as it is`() throws {
    let marked = [
      Self.line(1, StockBrushes.highlighter, from: Point(10, 30)),
      Self.line(2, StockBrushes.pen, from: Point(10, 30), order: .first.next),
      try Self.picture(
        3, Rect(x: 0, y: 0, width: 100, height: 60), order: .first.next.next),
      Self.line(4, StockBrushes.highlighter, from: Point(10, 30), order: .first.next.next.next),
      Self.line(5, StockBrushes.pen, from: Point(10, 30), order: .first.next.next.next.next),
    ]
    for drawing in [Drawing(), Drawing(marked)] {
      let orders = drawing.orders(for: marked, moved: .translation(Vector(9, 9)))
      let copies = zip(marked, orders).map { element, order in
        element.version(ElementID(element.id.number + 10), order: order)
      }
      var after = drawing
      try after.apply(DrawingEdit(label: .paste, inserted: copies))
      after.checkInvariants()
      #expect(after.elements.filter { $0.id.number > 10 }.map(\.id.number) == [11, 12, 13, 14, 15])
    }
  }

  @Test func `a highlighter alone that is put over a picture lies above it, beside it below all`()
    throws
  {
    let drawing = Drawing([
      Self.line(1, StockBrushes.pen, from: Point(300, 300)),
      try Self.picture(2, Rect(x: 0, y: 0, width: 100, height: 60), order: .first.next),
      Self.line(3, StockBrushes.pen, from: Point(10, 30), order: .first.next.next),
    ])
    let mark = Self.line(9, StockBrushes.highlighter, from: Point(300, 30))
    let (pen, picture, ink) = (
      OrderKey.first, OrderKey.first.next, OrderKey.first.next.next
    )
    #expect(drawing.orders(for: [mark])[0] < pen)
    let over = drawing.orders(for: [mark], moved: .translation(Vector(-280, 0)))[0]
    #expect(picture < over && over < ink)
  }

  @Test func `a highlighter over a picture is not painted below what is there`() throws {
    let picture = try Self.picture(1, Rect(x: 0, y: 0, width: 100, height: 60))
    var drawing = Drawing([picture])
    for (number, start, isLast) in [
      (Int64(2), Point(10, 30), false), (3, Point(300, 300), true),
    ] {
      var mark = Self.line(number, StockBrushes.highlighter, from: start)
      mark.order = drawing.order(for: mark.band, over: mark.bounds)
      try drawing.apply(DrawingEdit(label: .draw, inserted: [mark]))
      #expect(drawing.canBePaintedLast(mark) == isLast)
    }
  }
}

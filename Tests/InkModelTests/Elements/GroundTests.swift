import InkModel
import InkTestSupport
import Testing

/// Highlighters over pictures, in the layer order.
@Suite struct GroundTests {
  /// - Parameter angle: By which it is turned about its corner.
  private static func picture(
    _ number: Int64, _ area: Rect, turned angle: Double = 0, order: OrderKey = .first
  ) throws -> Element {
    let blob = try #require(BlobID([UInt8](repeating: 7, count: 32)))
    return Element(
      id: ElementID(number), order: order,
      canvasFromElement: .translation(area.corners[0] - .zero) * .rotation(angle),
      kind: .other(PlacedPicture(blob: blob, width: area.width, height: area.height)))
  }

  /// - Parameter run: From its start to its end; by default to the right.
  private static func line(
    _ number: Int64, _ brush: BrushFamily, from start: Point, _ run: Vector = Vector(60, 0),
    order: OrderKey = .first
  ) -> Element {
    let points = (0...6).map {
      let p = start + run * (Double($0) / 6)
      return StrokePoint(x: Float(p.x), y: Float(p.y), force: 0.5)
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
      let angle = Double.random(in: 0...6, using: &random)
      let run = AffineTransform.rotation(angle)(Vector(60, 0))
      var new =
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          try Self.picture(
            number, Rect(x: at.x, y: at.y, width: 80, height: 60), turned: angle)
        case 1, 2: Self.line(number, StockBrushes.highlighter, from: at, run)
        default: Self.line(number, StockBrushes.pen, from: at)
        }
      new.order = drawing.order(of: new)
      let before = Array(drawing.elements)
      try drawing.apply(DrawingEdit(label: .draw, inserted: [new]))
      drawing.checkInvariants()
      guard new.band == .below else { continue }
      let over = try before.filter { element in
        guard element.isGround else { return false }
        let pictureFromCanvas = try #require(element.canvasFromElement.inverse)
        let picture = Rect(x: 0, y: 0, width: 80, height: 60)
        return (0...6).contains { picture.contains(pictureFromCanvas(at + run * (Double($0) / 6))) }
      }
      #expect(over.allSatisfy { $0.paintsBelow(new) })
      let near = before.filter { $0.isGround && $0.bounds.intersects(new.bounds) }
      let rest = before.filter { element in
        !element.isGround && near.allSatisfy { $0.paintsBelow(element) }
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

  @Test func `a highlighter beside a picture lies below all, though the bounds of both meet`()
    throws
  {
    let low = Self.line(1, StockBrushes.pen, from: Point(300, 300))
    let upright = try Self.picture(
      2, Rect(x: 0, y: 0, width: 100, height: 60), order: .first.next)
    // On a corner: its four are 71 points from the origin.
    let turned = try Self.picture(
      2, Rect(x: 0, y: -71, width: 100, height: 100), turned: .pi / 4, order: .first.next)
    let ink = Ink(StockBrushes.highlighter, .black, size: 8)
    let frame = Element(
      id: ElementID(9), order: .first,
      kind: .other(
        Shape(.rectangle(Rect(x: -30, y: -30, width: 160, height: 120)), ink: ink, seed: 1)))
    let mark = { (start: Point, run: Vector) in
      Self.line(9, StockBrushes.highlighter, from: start, run)
    }
    let cases: [(picture: Element, mark: Element, isOver: Bool)] = [
      (upright, mark(Point(60, -100), Vector(140, 220)), false),
      (upright, mark(Point(40, -100), Vector(100, 220)), true),
      // None of its points is on the picture.
      (upright, mark(Point(-150, 30), Vector(1800, 0)), true),
      // Half of its width is.
      (upright, mark(Point(20, -2), Vector(60, 0)), true),
      (upright, frame, false),
      (turned, mark(Point(50, 60), Vector(60, 0)), false),
      (turned, mark(Point(0, 60), Vector(60, 0)), true),
    ]
    for (picture, mark, isOver) in cases {
      #expect(mark.bounds.intersects(picture.bounds))
      let drawing = Drawing([low, picture])
      let keys = [drawing.order(of: mark), drawing.orders(for: [mark])[0]]
      #expect(keys.allSatisfy { isOver ? $0 > picture.order : $0 < low.order })
      // Together they come as they are: the one between others that the mark does not lie over goes below.
      let copies = Drawing([low]).orders(for: [low, picture, mark])
      #expect(isOver ? copies[2] > copies[1] : copies[2] < low.order)
    }
  }

  @Test func `a highlighter over a picture is not painted below what is there`() throws {
    let picture = try Self.picture(1, Rect(x: 0, y: 0, width: 100, height: 60))
    var drawing = Drawing([picture])
    for (number, start, isLast) in [
      (Int64(2), Point(10, 30), false), (3, Point(300, 300), true),
    ] {
      var mark = Self.line(number, StockBrushes.highlighter, from: start)
      mark.order = drawing.order(of: mark)
      try drawing.apply(DrawingEdit(label: .draw, inserted: [mark]))
      #expect(drawing.canBePaintedLast(mark) == isLast)
    }
  }
}

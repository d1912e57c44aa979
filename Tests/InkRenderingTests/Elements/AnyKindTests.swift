import CCairo
import CardElement
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// A kind that can be painted and has no words of its own for any format.
private struct Blot: PaintedElement {
  var bounds: Rect

  func paint(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?, paper: PaperStyle
  ) {
    let box = deviceFromElement(bounds)
    cairo_set_source_rgba(cr, 0, 1, 0, 1)
    cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
    cairo_fill(cr)
  }

  func paintStandIn(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?, paper: PaperStyle
  ) {
    let box = deviceFromElement(bounds)
    cairo_set_source_rgba(cr, 1, 0, 0, 1)
    cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
    cairo_fill(cr)
  }
}

/// A kind of which this module has never been told how to paint it.
private struct Ghost: ElementValue {
  var bounds: Rect
}

/// Elements of a kind that only tests know are painted wherever ink is.
@Suite struct `Painting elements of any kind` {
  private static let red = Color(rgba: 0xFF00_00FF)
  private static let blue = Color(rgba: 0x0000_FFFF)
  private static let card = Card(Rect(x: 20, y: 30, width: 60, height: 40), fill: red)
  private static let key = TileKey(paper: .light, scale: 1, column: 0, row: 0)

  private func tile(_ elements: [Element], isRough: Bool = false) throws -> Pixels {
    let image = try #require(
      try TileRenderer.paint(
        TileRequest(key: Self.key, version: 1, isRough: isRough), of: Drawing(elements),
        with: ElementPainter(paper: .light)))
    return pixels(image)
  }

  private func pixels(_ image: TileImage) -> Pixels {
    let p = Pixels(TileGrid.side, TileGrid.side)
    image.paint(on: p.cr, x: 0, y: 0)
    return p
  }

  @Test func `a tile shows it where it is, and nothing beside it`() throws {
    let p = try tile([Self.card.element(1)])
    #expect(p[20, 30] == 0xFFFF_0000 && p[79, 69] == 0xFFFF_0000)
    #expect(p[19, 50] == 0 && p[80, 50] == 0 && p[50, 29] == 0 && p[50, 70] == 0)
    // Scaled and moved by the element's own transform.
    let t = AffineTransform.translation(Vector(100, 0)) * .scale(2)
    let moved = try tile([Self.card.element(1, canvasFromElement: t)])
    #expect(moved[141, 61] == 0xFFFF_0000 && moved[139, 61] == 0 && moved[50, 50] == 0)
  }

  @Test func `it lies in the painting order like ink`() throws {
    let line = ErasedInk.line(
      from: Point(0, 50), to: Point(200, 50), ink: Ink(StockBrushes.pen, .black, size: 10))
    let above = try tile([line, Self.card.element(2, order: OrderKey.first.next)])
    let below = try tile([line, Self.card.element(2, order: OrderKey.first.previous)])
    #expect(above[50, 50] == 0xFFFF_0000 && above[150, 50] == 0xFF00_0000)
    #expect(below[50, 50] == 0xFF00_0000 && below[50, 35] == 0xFFFF_0000)
  }

  @Test func `a stand-in may be painted in another manner`() throws {
    let blot = Element(
      id: ElementID(1), order: .first,
      kind: .other(Blot(bounds: Rect(x: 0, y: 0, width: 20, height: 20))))
    #expect(try tile([blot])[10, 10] == 0xFF00_FF00)
    #expect(try tile([blot], isRough: true)[10, 10] == 0xFFFF_0000)
    #expect(try tile([Self.card.element(1)], isRough: true)[50, 50] == 0xFFFF_0000)
  }

  @Test func `one that nothing paints leaves the rest as it is`() throws {
    let ghost = Element(
      id: ElementID(9), order: .first, kind: .other(Ghost(bounds: Self.card.bounds)))
    let p = try tile([ghost, Self.card.element(1)])
    #expect(p[50, 50] == 0xFFFF_0000)
    #expect(try tile([ghost])[50, 50] == 0)
  }

  @Test func `tiles that show it are painted anew when it goes or changes`() throws {
    var cache = TileCache(budget: 64 << 20)
    let window = Rect(x: 0, y: 0, width: 250, height: 250)
    let grid = TileGrid(paper: .light, scale: 1)
    func serve(_ drawing: Drawing, _ version: Int) throws {
      for request in cache.requests(visible: window, grid: grid, version: version) {
        let painter = ElementPainter(paper: .light)
        if let image = try TileRenderer.paint(request, of: drawing, with: painter) {
          cache.insert(image)
        }
      }
    }
    func pixel() throws -> UInt32 { pixels(try #require(cache.image(for: Self.key)))[50, 50] }
    var drawing = Drawing()
    try serve(drawing, 0)
    // Added on top of what is shown, as ink is when a pen lifts.
    let red = Self.card.element(1)
    try drawing.apply(DrawingEdit(label: .paste, inserted: [red]))
    _ = cache.append(red, version: 1)
    #expect(try pixel() == 0xFFFF_0000)
    // Another colour, then gone.
    let blue = red.version(ElementID(2), color: Self.blue)
    for (edit, wanted) in [
      (DrawingEdit(label: .recolor, removed: [red], inserted: [blue]), 0xFF00_00FF as UInt32),
      (DrawingEdit(label: .delete, removed: [blue]), 0),
    ] {
      try drawing.apply(edit)
      cache.invalidate(edit.damage, version: 2 + (wanted == 0 ? 1 : 0))
      #expect(!cache.isFresh(in: window))
      try serve(drawing, 2 + (wanted == 0 ? 1 : 0))
      #expect(try pixel() == wanted)
    }
  }

  // MARK: Files for other programs

  private static let drawing = Drawing([
    ErasedInk.line(
      from: Point(0, 110), to: Point(120, 110), ink: Ink(StockBrushes.pen, .black, size: 8)),
    card.element(2, order: OrderKey.first.next, canvasFromElement: .scale(1.5)),
  ])

  /// A picture of the drawing in some format, one pixel a canvas point, from the origin.
  private func check(_ p: Pixels, _ origin: Point, _ format: Comment) {
    func at(_ x: Double, _ y: Double) -> UInt32 {
      p[Int(x - origin.x), Int(y - origin.y)] & 0xFF_FFFF
    }
    // 30…120 × 45…105.
    #expect(at(75, 75) == 0xFF_0000 && at(32, 47) == 0xFF_0000 && at(118, 103) == 0xFF_0000, format)
    #expect(at(28, 75) != 0xFF_0000 && at(122, 75) != 0xFF_0000 && at(75, 43) != 0xFF_0000, format)
    #expect(at(60, 110) < 0x10_1010, format)
  }

  @Test func `PNG, SVG and PDF show it as the canvas does`() throws {
    let folder = Folder()
    let options = ExportOptions(margin: 10)
    let box = Self.drawing.bounds.outset(by: 10).roundedOut
    let origin = Point(box.minX, box.minY)
    for exporter in DrawingExporters.all {
      try exporter.export(
        Self.drawing, options: options, to: folder.file("a." + exporter.fileExtension))
    }
    check(try #require(Pixels(png: folder.file("a.png"))), origin, "PNG")
    #expect(
      shell("pdftoppm -r 72 -png -singlefile '\(folder.file("a.pdf"))' '\(folder.file("pdf"))'")
        .status == 0)
    check(try #require(Pixels(png: folder.file("pdf.png"))), origin, "PDF")
    let svg = try #require(read(folder.file("a.svg")))
    #expect(
      svg.contains(
        "<polygon fill=\"#ff0000\" points=\"30.0,45.0 120.0,45.0 120.0,105.0 30.0,105.0\"/>"))
    // In the PDF it is no picture of pixels either.
    #expect(
      shell("pdfimages -list '\(folder.file("a.pdf"))'").output.split(separator: "\n").count == 2)
  }

  @Test func `where SVG cannot represent it, it is an image`() throws {
    let folder = Folder()
    let blot = Element(
      id: ElementID(1), order: .first,
      kind: .other(Blot(bounds: Rect(x: 8, y: 4, width: 20, height: 10))))
    try SVGExporter().export(Drawing([blot]), options: ExportOptions(), to: folder.file("a.svg"))
    let svg = try #require(read(folder.file("a.svg")))
    #expect(
      svg.contains(
        "<image x=\"7.5\" y=\"3.5\" width=\"21.0\" height=\"11.0\" href=\"data:image/png"))
  }
}

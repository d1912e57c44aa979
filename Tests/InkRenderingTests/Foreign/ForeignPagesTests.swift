import CCairo
import FoundationEssentials
import InkModel
import InkTestSupport
import Synchronization
import Testing

@testable import InkRendering

/// Pages of 100 by 100 units: a chequerboard of squares of 10 units, red and blue, the red at the top left.
private final class Chequers: ForeignPages {
  let isPending = Mutex(false)
  let asked = Mutex<[(area: Rect, scale: Double)]>([])

  func size(of page: ForeignPage) -> Vector? { Vector(100, 100) }

  static func image(_ area: Rect, _ scale: Double) -> ForeignImage? {
    let (w, h) = (Int((area.width * scale).rounded()), Int((area.height * scale).rounded()))
    var pixels: [UInt32] = []
    for y in 0..<h {
      for x in 0..<w {
        let p = Point(area.minX + (Double(x) + 0.5) / scale, area.minY + (Double(y) + 0.5) / scale)
        let isIn = Rect(x: 0, y: 0, width: 100, height: 100).contains(p)
        let isRed = (Int(p.x.rounded(.down)) / 10 + Int(p.y.rounded(.down)) / 10) % 2 == 0
        pixels.append(!isIn ? 0 : isRed ? 0xFFFF_0000 : 0xFF00_00FF)
      }
    }
    return pixels.withUnsafeBytes { ForeignImage(area: area, width: w, height: h, copying: $0) }
  }

  func pixels(
    of page: ForeignPage, in area: Rect, showing part: Rect, scale: Double
  ) -> ForeignPixels {
    asked.withLock { $0.append((area, scale)) }
    if isPending.withLock({ $0 }) { return .pending(nil) }
    return Self.image(area, scale).map { .ready($0) } ?? .failed
  }

  func original(of blob: BlobID) -> ForeignOriginal? {
    ForeignOriginal(mediaType: "image/png", bytes: [1, 2, 3])
  }
}

/// Pages of documents and pictures in tiles and exports.
@Suite struct `Painting pages and pictures that others make the pixels of` {
  private static let blob = BlobID([UInt8](repeating: 7, count: 32))!
  private static let red: UInt32 = 0xFFFF_0000
  private static let blue: UInt32 = 0xFF00_00FF
  private let pages = Chequers()

  private func settings(turns: Int = 0) -> DrawingSettings {
    DrawingSettings(
      layout: PageLayout([
        Page(
          id: 1, order: .first, size: PageSize(width: 100, height: 100), quarterTurns: turns,
          background: .document(Self.blob, page: 0))
      ]))
  }

  @Test(arguments: [PaperStyle.light, .dark])
  func `a small picture of a page has what is on it, and says what it lacks`(
    style: PaperStyle
  ) throws {
    func paint() throws -> PagePicture {
      try #require(
        try PagePicture.paint(
          page: 0, of: Drawing(settings: settings()), style: style, width: 50, height: 50,
          pages: pages))
    }
    let picture = try paint()
    #expect(!picture.isWaiting)
    cairo_surface_flush(picture.surface)
    let bytes = try #require(cairo_image_surface_get_data(picture.surface))
    let stride = Int(cairo_image_surface_get_stride(picture.surface))
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
      UnsafeRawPointer(bytes).load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
        & 0xFF_FFFF
    }
    #expect(pixel(2, 2) == Self.red & 0xFF_FFFF && pixel(7, 2) == Self.blue & 0xFF_FFFF)
    #expect(pixel(47, 47) == Self.red & 0xFF_FFFF)
    pages.isPending.withLock { $0 = true }
    #expect(try paint().isWaiting)
  }

  private func tile(
    _ drawing: Drawing, scale: Double = 1, rotation: Double = 0, paper: PaperStyle = .light,
    isRough: Bool = false
  ) throws -> Pixels {
    let key = TileKey(TileGrid(paper: paper, scale: scale, rotation: rotation), column: 0, row: 0)
    let image = try #require(
      try TileRenderer.paint(
        TileRequest(key: key, version: 1, isRough: isRough), of: drawing,
        with: ElementPainter(paper: paper, pages: pages)))
    let p = Pixels(TileGrid.side, TileGrid.side)
    image.paint(on: p.cr, x: 0, y: 0)
    return p
  }

  private func picture(
    _ t: AffineTransform = .identity, height: Double = 100, crop: Rect? = nil, opacity: Double = 1
  ) -> Element {
    Element(
      id: ElementID(1), order: .first, canvasFromElement: t,
      kind: .other(
        PlacedPicture(blob: Self.blob, width: 100, height: height, crop: crop, opacity: opacity)))
  }

  @Test(arguments: [0.5, 1, 1.5, 2.3]) func `a page is below the ink, sharp at each scale`(
    scale: Double
  ) throws {
    let p = try tile(Drawing(settings: settings()), scale: scale)
    // Every pixel is one of the page's own: nothing is smoothed between them.
    for y in 0..<Int(100 * scale) - 1 {
      for x in 0..<Int(100 * scale) - 1 {
        #expect(p[x, y] == Self.red || p[x, y] == Self.blue)
      }
    }
    #expect(p[Int(5 * scale), Int(5 * scale)] == Self.red)
    #expect(p[Int(15 * scale), Int(5 * scale)] == Self.blue)
    #expect(p[Int(104 * scale), 5] == 0)
    let asked = try #require(pages.asked.withLock { $0.first })
    #expect(asked.scale == scale)
    let line = ErasedInk.line(
      from: Point(0, 50), to: Point(90, 50), ink: Ink(StockBrushes.pen, .black, size: 10))
    let over = try tile(Drawing([line], settings: settings()), scale: scale)
    #expect(over[Int(45 * scale), Int(50 * scale)] == 0xFF00_0000)
  }

  @Test func `a page that is turned by a quarter stands so`() throws {
    // 90 by 90 of the squares: the lower left corner of the page is blue and comes to the upper left.
    let p = try tile(Drawing(settings: settings(turns: 1)))
    #expect(p[5, 5] == Self.blue && p[15, 5] == Self.red && p[95, 5] == Self.red)
  }

  @Test func `what is pending is a quiet sheet, and ink is there at once`() throws {
    pages.isPending.withLock { $0 = true }
    let line = ErasedInk.line(
      from: Point(0, 50), to: Point(90, 50), ink: Ink(StockBrushes.pen, .black, size: 10))
    let p = try tile(Drawing([line], settings: settings()))
    #expect(p[5, 5] == 0xFFFF_FFFF && p[45, 50] == 0xFF00_0000)
  }

  @Test func `rough tiles ask for nothing`() throws {
    let p = try tile(Drawing([picture()], settings: settings()), isRough: true)
    #expect(pages.asked.withLock { $0.isEmpty })
    #expect(p[50, 50] >> 24 == 255)
  }

  @Test func `over pages ink has its own colour in the dark, beside them it adapts`() throws {
    let line = ErasedInk.line(
      from: Point(0, 50), to: Point(200, 50), ink: Ink(StockBrushes.pen, .ink, size: 10))
    let drawing = Drawing([line], settings: settings())
    let (light, dark) = (try tile(drawing), try tile(drawing, paper: .dark))
    for x in stride(from: 2, to: 98, by: 5) {
      for y in 40..<60 { #expect(light[x, y] == dark[x, y]) }
    }
    #expect(light[150, 50] != dark[150, 50] && dark[150, 50] >> 24 == 255)
    // New ink is the same as ink that was there.
    let bare = Drawing(settings: settings())
    let painter = ElementPainter(paper: .dark, pages: pages)
    let key = TileKey(TileGrid(paper: .dark, scale: 1), column: 0, row: 0)
    let image = try #require(
      try TileRenderer.paint(TileRequest(key: key, version: 1), of: bare, with: painter))
    let grown = try TileRenderer.paint(line, onto: image, version: 2, with: painter)
    let p = Pixels(TileGrid.side, TileGrid.side)
    grown.paint(on: p.cr, x: 0, y: 0)
    #expect(p.values == dark.values)
  }

  @Test func `over a placed picture ink has its own colour in the dark, too`() throws {
    let line = ErasedInk.line(
      from: Point(0, 50), to: Point(200, 50), ink: Ink(StockBrushes.pen, .ink, size: 10))
    // Above the picture, which is turned and lies on a page in part.
    let t = AffineTransform.translation(Vector(130, 20)) * .rotation(.pi / 4) * .scale(0.5)
    let drawing = Drawing(
      [picture(t), line.version(ElementID(2), order: OrderKey.first.next)], settings: settings())
    let (light, dark) = (try tile(drawing), try tile(drawing, paper: .dark))
    for x in [10, 60, 120, 130, 140] { #expect(light[x, 50] == dark[x, 50], "\(x)") }
    #expect(light[180, 50] != dark[180, 50] && dark[180, 50] >> 24 == 255)
    // Below it, it is hidden.
    let below = Drawing(
      [picture(t), line.version(ElementID(2), order: OrderKey.first.previous)],
      settings: settings())
    #expect(try tile(below, paper: .dark)[120, 50] == (try tile(below))[120, 50])
  }

  @Test func `new highlighter lies over a page, not below it`() throws {
    var cache = TileCache(budget: 1 << 24)
    let painter = ElementPainter(paper: .light, pages: pages)
    let key = TileKey(TileGrid(paper: .light, scale: 1), column: 0, row: 0)
    _ = cache.requests(visible: [key], margin: [], version: 1)
    let bare = Drawing(settings: settings())
    let image = try #require(
      try TileRenderer.paint(TileRequest(key: key, version: 1), of: bare, with: painter))
    cache.insert(image)
    let mark = ErasedInk.line(
      from: Point(0, 50), to: Point(90, 50),
      ink: Ink(StockBrushes.highlighter, Color(rgba: 0xFFFF_00FF), size: 10))
    #expect(mark.band == .below)
    #expect(cache.append(mark, version: 2).pending == [key])
    let p = try tile(Drawing([mark], settings: settings()))
    #expect(p[45, 50] != Self.red && p[45, 50] != Self.blue)
  }

  @Test func `a highlighter that is drawn over a picture shows on it`() throws {
    var drawing = Drawing([picture()])
    let line = ErasedInk.line(
      from: Point(0, 55), to: Point(90, 55),
      ink: Ink(StockBrushes.highlighter, Color(rgba: 0xFFFF_00FF), size: 10))
    let mark = line.version(ElementID(2), order: drawing.order(of: line))
    #expect(try tile(drawing)[45, 55] == Self.blue)
    try drawing.apply(DrawingEdit(label: .draw, inserted: [mark]))
    let shown = try tile(drawing)
    #expect(shown[45, 55] != Self.blue && shown[45, 85] == Self.red)
  }

  @Test func `a picture is cropped, faded, moved, turned and flipped, and never recoloured`() throws
  {
    let moved = try tile(Drawing([picture(.translation(Vector(50, 20)))]))
    #expect(moved[55, 25] == Self.red && moved[65, 25] == Self.blue && moved[45, 25] == 0)
    let cropped = try tile(
      Drawing([picture(crop: Rect(x: 10, y: 0, width: 10, height: 10))]))
    #expect(cropped[15, 5] == Self.blue && cropped[5, 5] == 0 && cropped[25, 5] == 0)
    let faded = try tile(Drawing([picture(opacity: 0.5)]))
    #expect([127, 128].contains(faded[5, 5] >> 24))
    let flipped = try tile(
      Drawing([picture(AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 100, ty: 0))]))
    #expect(flipped[95, 5] == Self.red && flipped[5, 5] == Self.blue)
    let turned = try tile(
      Drawing([picture(.translation(Vector(120, 20)) * .rotation(.pi / 6) * .scale(2))]))
    // The middle of the first square.
    let middle = (AffineTransform.translation(Vector(120, 20)) * .rotation(.pi / 6))(Point(10, 10))
    #expect(turned[Int(middle.x), Int(middle.y)] == Self.red)
    let stretched = try tile(
      Drawing([picture(AffineTransform(a: 2, b: 0, c: 0, d: 0.5, tx: 0, ty: 0))]))
    #expect(stretched[10, 2] == Self.red && stretched[30, 2] == Self.blue)
    #expect(try tile(Drawing([picture()]), paper: .dark)[5, 5] == Self.red)
  }

  @Test func `a picture that was placed in other units than its pixels have now is shown whole`()
    throws
  {
    // Half as high as it is now: each square is 10 wide and 5 high.
    let whole = try tile(Drawing([picture(height: 50)]))
    for (row, column) in [(0, 0), (0, 1), (5, 2), (9, 0), (9, 9)] {
      let color = (row + column) % 2 == 0 ? Self.red : Self.blue
      #expect(whole[column * 10 + 5, row * 5 + 2] == color, "\(row), \(column)")
    }
    #expect(whole[55, 53] == 0)
    // A part is the same part.
    let part = try tile(
      Drawing([picture(height: 50, crop: Rect(x: 10, y: 20, width: 10, height: 5))]))
    #expect(part[15, 22] == Self.blue && part[15, 17] == 0 && part[15, 28] == 0)
    // So is what is painted again once it is there.
    let areas = Drawing([picture(height: 50)]).areas(
      showing: ForeignPage(blob: Self.blob), Rect(x: 0, y: 80, width: 100, height: 20),
      size: Vector(100, 100))
    #expect(areas == [Rect(x: 0, y: 40, width: 100, height: 10)])
  }

  @Test func `without anyone who makes pixels a picture is grey`() throws {
    let key = TileKey(TileGrid(paper: .light, scale: 1), column: 0, row: 0)
    let image = try #require(
      try TileRenderer.paint(
        TileRequest(key: key, version: 1), of: Drawing([picture()]),
        with: ElementPainter(paper: .light)))
    let p = Pixels(TileGrid.side, TileGrid.side)
    image.paint(on: p.cr, x: 0, y: 0)
    let (r, g, b) = (p[3, 3] >> 16 & 255, p[3, 3] >> 8 & 255, p[3, 3] & 255)
    #expect(r == g && g == b && r > 100)
  }

  @Test func `PNG, SVG and PDF show pages and pictures`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = ExportOptions(margins: .clip)
    options.pages = ForeignSource(pages)
    let small = picture(.translation(Vector(25, 25)) * .scale(0.5))
    let drawing = Drawing([small], settings: settings())
    try PNGExporter().export(drawing, options: options, to: folder + "/a.png")
    let png = try #require(Pixels(png: folder + "/a.png"))
    #expect(png[5, 5] == Self.red && png[15, 5] == Self.blue)
    // The picture's squares are half as large.
    #expect(png[27, 27] == Self.red && png[32, 27] == Self.blue)
    let svg = String(
      decoding: try SVGExporter().data(of: drawing, options: options), as: UTF8.self)
    // The picture's own bytes, and the page as a picture.
    #expect(svg.contains("href=\"data:image/png;base64,AQID\""))
    #expect(svg.components(separatedBy: "<image").count == 3)
    try PDFExporter().export(drawing, options: options, to: folder + "/a.pdf")
    #expect(try Data(contentsOf: URL(filePath: folder + "/a.pdf")).count > 500)
  }

  @Test func `a page of a document is printed, and no colour of paper around it`() throws {
    var options = ExportOptions()
    options.pages = ForeignSource(pages)
    options.isPrinted = true
    let line = SyntheticInk.element(
      1, StrokePath((0...20).map { StrokePoint(x: 120 + Float($0), y: 50) }))
    let sheets = try DrawingSheets(Drawing([line], settings: settings()), options: options)
    let size = sheets.size(0)
    #expect(size.dx > 140)
    let p = Pixels(Int(size.dx), Int(size.dy))
    try sheets.recorded(0).paint(on: p.cr)
    #expect(p[5, 5] == Self.red && p[15, 5] == Self.blue && p[95, 5] == Self.blue)
    #expect((101..<p.width).allSatisfy { p[$0, 5] == 0 })
    #expect((101..<p.width).contains { p[$0, 50] >> 24 > 0x60 })
  }

  @Test func `a large export is made of parts that a reader can take`() throws {
    var options = ExportOptions(scale: 40, margins: .clip)
    options.pages = ForeignSource(pages)
    _ = try PNGExporter().data(of: Drawing(settings: settings()), options: options)
    let asked = pages.asked.withLock { $0 }
    #expect(asked.count > 1)
    for part in asked {
      #expect(part.area.width * part.area.height * part.scale * part.scale * 4 <= Double(64 << 20))
    }
    let whole = asked.reduce(Rect.empty) { $0.union($1.area) }
    #expect(whole.contains(Rect(x: 0, y: 0, width: 99.9, height: 99.9)))
  }
}

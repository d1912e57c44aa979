import CCairo
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// Pages with paper of their own, and small pictures of pages.
@Suite struct PagePaperTests {
  private static let size = PageSize(width: 100, height: 60)
  private static let cream = Color(rgba: 0xFCF5_E1FF)
  private static let black = Color(rgba: 0x0000_00FF)

  /// Two pages: the second of cream paper with black lines, every 20 points.
  private func settings(turns: Int = 0) -> DrawingSettings {
    var settings = DrawingSettings(layout: .pages(Self.size, count: 2))
    settings.layout = settings.layout.changing([2]) {
      $0.quarterTurns = turns
      $0.background = .paper(
        Paper(pattern: .ruled, spacing: 20, lineColor: Self.black, tint: Self.cream))
    }
    return settings
  }

  private func color(_ surface: OpaquePointer, _ x: Int, _ y: Int) -> UInt32 {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let row = cairo_image_surface_get_data(surface)! + y * stride + x * 4
    return UInt32(row[2]) << 16 | UInt32(row[1]) << 8 | UInt32(row[0])
  }

  /// The view of the whole, a pixel a point.
  private func painted(_ settings: DrawingSettings) throws -> OpaquePointer {
    let surface = try makeSurface(CAIRO_FORMAT_RGB24, width: 140, height: 200)
    let cr = cairo_create(surface)!
    PaperPicture(
      settings: settings, style: .light, deviceFromCanvas: .identity, width: 140, height: 200,
      deviceScale: 1
    ).paint(on: cr)
    cairo_destroy(cr)
    return surface
  }

  @Test func `each page shows its own paper, and the drawing's where it has none`() throws {
    let surface = try painted(settings())
    defer { cairo_surface_destroy(surface) }
    let white = PaperStyle.light.color.rgba >> 8
    #expect(color(surface, 50, 20) == white && color(surface, 50, 30) == white)
    // The second begins at 60 + 24; its lines are 20 and 40 below that.
    #expect(color(surface, 50, 94) == 0xFCF5E1)
    let column = (84..<144).filter { color(surface, 50, $0) < 0x404040 }
    #expect(column.count == 2 && abs(column[0] - 104) <= 1 && abs(column[1] - 124) <= 1)
  }

  @Test func `beside pages of a document a page without a tint is white, as it is saved`() throws {
    let blob = try #require(BlobID([UInt8](repeating: 7, count: 32)))
    var settings = self.settings()
    settings.layout = settings.layout.changing([1]) { $0.background = .document(blob, page: 0) }
    /// The second page in a view and in a small picture, at its middle or so.
    func second(_ settings: DrawingSettings) throws -> [UInt32] {
      let surface = try painted(settings)
      defer { cairo_surface_destroy(surface) }
      let picture = try #require(
        try PagePicture.paint(
          page: 1, of: Drawing(settings: settings), style: .light, width: 100, height: 100))
      return withExtendedLifetime(picture) {
        [color(surface, 50, 94), color(picture.surface, 50, 10)]
      }
    }
    #expect(try second(settings) == [0xFCF5E1, 0xFCF5E1])
    settings.layout = settings.layout.changing([2]) { $0.background = .paper(nil) }
    #expect(try second(settings) == [0xFFFFFF, 0xFFFFFF])
    settings.layout = settings.layout.changing([1]) { $0.background = .paper(nil) }
    let own = PaperStyle.light.color.rgba >> 8
    #expect(try second(settings) == [own, own])
  }

  @Test(arguments: [1, 2, 3])
  func `the lines of a page that is turned are turned with it`(turns: Int) throws {
    let surface = try painted(settings(turns: turns))
    defer { cairo_surface_destroy(surface) }
    // In line with the first page, whose middle is at 50.
    if turns == 2 {
      let column = (84..<144).filter { color(surface, 50, $0) < 0x404040 }
      #expect(column.count == 2 && abs(column[0] - 104) <= 1)
    } else {
      let row = (20..<80).filter { color(surface, $0, 134) < 0x404040 }
      #expect(row.count == 2 && abs(row[0] - 40) <= 1 && abs(row[1] - 60) <= 1)
      #expect((84..<184).allSatisfy { color(surface, 30, $0) == 0xFCF5E1 })
    }
  }

  @Test func `an export has each page on its own paper`() throws {
    let drawing = Drawing(settings: settings())
    let svg = String(
      decoding: try SVGExporter().data(of: drawing, options: ExportOptions(margin: 0)),
      as: UTF8.self)
    #expect(svg.contains("#fcf5e1") || svg.contains("#FCF5E1"))
    #expect(svg.split(separator: "<path ").count == 2)
  }

  @Test func `the picture of a page shows its ink and no other page's, in its proportions`() throws
  {
    var drawing = Drawing(settings: settings())
    let points = (0...20).map { i in
      StrokePoint(x: Float(20 + i * 3), y: 30, force: 1, altitude: 1, azimuth: 0, timeOffset: 0)
    }
    var ink = Ink.standard
    ink.size = 8
    let stroke = Element(
      id: ElementID(1), order: .first,
      kind: .stroke(
        Stroke(content: ContentID(1), ink: ink, path: StrokePath(points), seed: 1)))
    try drawing.apply(DrawingEdit(label: .draw, inserted: [stroke]))
    func picture(_ page: Int) throws -> PagePicture {
      try #require(
        try PagePicture.paint(page: page, of: drawing, style: .light, width: 50, height: 50))
    }
    let (first, second) = (try picture(0), try picture(1))
    #expect(first.width == 50 && first.height == 30)
    #expect(color(first.surface, 25, 15) < 0x808080)
    #expect(color(first.surface, 25, 4) == PaperStyle.light.color.rgba >> 8)
    #expect(color(second.surface, 25, 15) != color(first.surface, 25, 15))
    let stopped = try PagePicture.paint(
      page: 0, of: drawing, style: .light, width: 50, height: 50, isCancelled: { true })
    #expect(stopped == nil)
  }
}

import CCairo
import InkModel

/// One page of outlines, sharp at any size; dry colour as pictures.
public struct PDFExporter: DrawingExporter {
  /// The longest side that all readers take, in points (PDF 1.7, annex C.2); larger drawings are
  /// made smaller to fit.
  public static let longestSide = 14_400.0

  public init() {}

  public var fileExtension: String { "pdf" }
  public var mimeType: String { "application/pdf" }

  public func export(
    _ drawing: Drawing, options: ExportOptions, to path: String
  ) throws(ExportError) {
    let page = try options.page(of: drawing)
    let scale = min(options.scale, Self.longestSide / max(page.width, page.height))
    let file = try ExportFile(path)
    let surface = cairo_pdf_surface_create_for_stream(
      ExportFile.cairoWrite, file.closure, page.width * scale, page.height * scale)!
    // The surface writes when it is finished; that must happen while the file lives.
    defer {
      withExtendedLifetime(file) { cairo_surface_finish(surface) }
      cairo_surface_destroy(surface)
    }
    if !options.title.isEmpty {
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, options.title)
    }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Plumbago")
    let cr = cairo_create(surface)!
    defer { cairo_destroy(cr) }
    cairo_scale(cr, scale, scale)
    cairo_translate(cr, -page.minX, -page.minY)
    if options.background { PaperRenderer(options.paper).paint(on: cr, area: page) }
    let rasterizer = StrokeRasterizer(paper: options.paper)
    for element in drawing.elements {
      if let picture = try Self.picture(of: element, rasterizer) {
        picture.paint(on: cr)
        continue
      }
      guard let (outline, color) = rasterizer.vectorOutline(of: element) else { continue }
      cairo_save(cr)
      StrokeRasterizer.clipAwayTrails(of: element, on: cr)
      cairo_set_source(cr, color)
      outline.addPath(to: cr)
      cairo_fill(cr)
      cairo_restore(cr)
    }
    cairo_show_page(cr)
    cairo_surface_finish(surface)
    try file.check(cairo_status(cr), "cairo_fill")
    try file.check(cairo_surface_status(surface), "cairo_surface_finish")
    try file.commit()
  }

  private static func picture(
    of element: Element, _ rasterizer: StrokeRasterizer
  ) throws(ExportError) -> ElementPicture? {
    do throws(RenderingError) {
      return try ElementPicture(of: element, with: rasterizer)
    } catch {
      throw .rendering(error)
    }
  }
}

extension StrokeRasterizer {
  /// The outline and colour of an element in canvas space, fine enough to be looked at eight
  /// times enlarged; `nil` where there is nothing to see.
  func vectorOutline(of element: Element) -> (StrokeOutline, Color)? {
    let closeUp = 8.0
    switch element.kind {
    case .stroke(let stroke):
      var outline = outline(
        of: stroke, deviceFromElement: .scale(closeUp) * element.canvasFromElement)
      guard !outline.isEmpty else { return nil }
      outline.map(.scale(1 / closeUp))
      return (outline, color(of: stroke.ink))
    }
  }
}

import CCairo
import InkModel

/// Outlines, sharp at any size, dry colour as pictures; a page for each page of the drawing.
public struct PDFExporter: DrawingExporter {
  /// The longest side that all readers support, in points (PDF 1.7, annex C.2); larger drawings are
  /// scaled down to fit.
  public static let longestSide = 14_400.0

  /// See ``PaperRules/mostMarks``.
  var mostMarks = PaperRules.mostMarks

  public init() {}

  public var fileExtension: String { "pdf" }
  public var mimeType: String { "application/pdf" }

  public func export(
    _ drawing: Drawing, options: ExportOptions, to path: String
  ) throws(ExportError) {
    let sheets = try options.sheets(of: drawing)
    func scale(_ area: Rect) -> Double {
      min(options.scale, Self.longestSide / max(area.width, area.height))
    }
    let file = try ExportFile(path)
    let surface = cairo_pdf_surface_create_for_stream(
      ExportFile.cairoWrite, file.closure, 1, 1)!
    // The surface writes when it is finished; that must happen while the file exists.
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
    let settings = drawing.settings
    let style = settings.paperStyle(in: options.paper)
    let paper = PaperRenderer(style)
    let painter = ElementPainter(paper: style).waitingForPages(options.pages)
    let repeats = options.marks(of: settings.paper, on: sheets) > mostMarks
    for sheet in sheets {
      let k = scale(sheet.area)
      cairo_pdf_surface_set_size(surface, sheet.area.width * k, sheet.area.height * k)
      cairo_save(cr)
      cairo_scale(cr, k, k)
      cairo_translate(cr, -sheet.area.minX, -sheet.area.minY)
      if options.background { paper.paint(settings.paper, on: cr, area: sheet.area) }
      if options.pattern {
        paper.paintPattern(
          of: settings.paper, on: cr, area: sheet.area, page: sheet.page, repeats: repeats)
      }
      let ground = ForeignGround(settings, in: sheet.page ?? .empty)
      if options.background {
        ground.paint(on: cr, deviceFromCanvas: .identity, clip: nil, with: painter.foreign)
      }
      var areas = ground.areas
      for element in sheet.elements {
        do throws(RenderingError) {
          try painter.overAndBeside(areas, element, on: cr, .identity, onPixels: false) {
            (painter) throws(RenderingError) in
            try painter.paintVector(element, on: cr)
          }
        } catch {
          throw .rendering(error)
        }
        if let area = ForeignArea(element) { areas.append(area) }
      }
      cairo_restore(cr)
      cairo_show_page(cr)
    }
    cairo_surface_finish(surface)
    try file.check(cairo_status(cr), "cairo_fill")
    try file.check(cairo_surface_status(surface), "cairo_surface_finish")
    try file.commit()
  }
}

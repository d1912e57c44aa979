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
    let sheets = try DrawingSheets(drawing, options: options, mostMarks: mostMarks)
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
    let painter = sheets.makePainter()
    let labels = sheets.labels
    for i in 0..<sheets.count {
      guard !Task.isCancelled else { throw .cancelled }
      let size = sheets.size(i)
      let k = min(options.scale, Self.longestSide / max(size.dx, size.dy))
      cairo_pdf_surface_set_size(surface, size.dx * k, size.dy * k)
      cairo_save(cr)
      cairo_scale(cr, k, k)
      defer { cairo_restore(cr) }
      if let labels { cairo_pdf_surface_set_page_label(surface, labels[i]) }
      try sheets.paint(i, on: cr, with: painter)
      cairo_show_page(cr)
    }
    cairo_surface_finish(surface)
    try file.check(cairo_status(cr), "cairo_fill")
    try file.check(cairo_surface_status(surface), "cairo_surface_finish")
    try file.commit()
  }
}

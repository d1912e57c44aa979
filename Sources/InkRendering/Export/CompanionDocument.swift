import CCairo
import InkModel

/// A PDF document whose pages are parts of a drawing: what a reader makes appearances of annotations of, and new pages.
///
/// Pages are added one by one; ``finish()`` gives the bytes. For one thread.
public final class CompanionDocument {
  private let drawing: Drawing
  private let options: ExportOptions
  private let file = ExportFile()
  private let surface: OpaquePointer
  private let cr: OpaquePointer
  private let painter: ElementPainter
  private var count = 0

  /// - Parameter pages: Where pictures get their pixels from.
  public init(_ drawing: Drawing, pages: ForeignSource?) {
    self.drawing = drawing
    var options = ExportOptions(margins: .clip)
    options.pages = pages
    self.options = options
    surface = cairo_pdf_surface_create_for_stream(ExportFile.cairoWrite, file.closure, 1, 1)!
    cr = cairo_create(surface)!
    painter = ElementPainter(paper: .light).waitingForPages(pages)
  }

  /// What a file of its own says of itself.
  public func describe(title: String) {
    if !title.isEmpty {
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Plumbago")
  }

  deinit {
    cairo_destroy(cr)
    // It writes when it is finished; the file exists until after that.
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// Adds a page of a few elements on transparency, as vectors; what is grain is a picture.
  ///
  /// Layers that are not opaque are so many times as light as the elements alone would be.
  ///
  /// - Parameters:
  ///   - elements: Of the drawing, in layer order.
  ///   - box: What the page shows, in the space that `boxFromCanvas` maps to.
  /// - Returns: The number of the page, counted from 0.
  public func add(
    _ elements: [Element], in box: Rect, _ boxFromCanvas: AffineTransform
  ) throws(RenderingError) -> Int {
    try page(width: box.width, height: box.height) { () throws(RenderingError) in
      cairo_translate(cr, -box.minX, -box.minY)
      cairo_transform(cr, boxFromCanvas)
      try drawing.settings.groups(of: elements).paintVectors(on: cr) {
        element throws(RenderingError) in try painter.paintVector(element, on: cr)
      }
    }
  }

  /// Adds a page of the drawing with what it has below all ink.
  ///
  /// - Parameter index: Of the page, counted from 0.
  public func addGround(ofPage index: Int) throws(ExportError) -> Int {
    var options = options
    options.chosenPages = PageNumbers(index + 1)
    let sheets = try DrawingSheets(Drawing(settings: drawing.settings), options: options)
    let size = sheets.size(0)
    let painter = sheets.makePainter()
    var failure: ExportError?
    let number: Int
    do throws(RenderingError) {
      number = try page(width: size.dx, height: size.dy) { () throws(RenderingError) in
        do throws(ExportError) {
          try sheets.paint(0, on: cr, with: painter)
        } catch {
          failure = error
        }
      }
    } catch {
      throw .rendering(error)
    }
    if let failure { throw failure }
    return number
  }

  /// Adds what is below all elements of a sheet as a page.
  ///
  /// - Parameters:
  ///   - isBlank: A page of a document is white.
  ///   - scale: Points of the page for a canvas point.
  public func addGround(
    of number: Int, in sheets: DrawingSheets, isBlank: Bool, scale: Double = 1
  ) throws(RenderingError) -> Int {
    let (size, painter) = (sheets.size(number), sheets.makePainter())
    if let labels = sheets.labels { cairo_pdf_surface_set_page_label(surface, labels[number]) }
    return try page(width: size.dx * scale, height: size.dy * scale) {
      cairo_scale(cr, scale, scale)
      sheets.paintGround(number, on: cr, with: painter, isBlank: isBlank)
    }
  }

  /// Adds the elements of a sheet as pages, one for each layer that has any, bottom first.
  public func addLayers(
    of number: Int, in sheets: DrawingSheets, scale: Double = 1
  ) throws(RenderingError) -> [(page: Int, layer: Int32?)] {
    let (size, painter) = (sheets.size(number), sheets.makePainter())
    var areas = sheets.areas(number)
    var added: [(page: Int, layer: Int32?)] = []
    for group in sheets.groups(number) {
      let page = try page(width: size.dx * scale, height: size.dy * scale) {
        () throws(RenderingError) in
        cairo_scale(cr, scale, scale)
        try sheets.paint([group], of: number, on: cr, with: painter, &areas)
      }
      added.append((page, group.layer?.id))
    }
    return added
  }

  private func page(
    width: Double, height: Double, _ paint: () throws(RenderingError) -> Void
  ) throws(RenderingError) -> Int {
    cairo_pdf_surface_set_size(surface, width, height)
    cairo_save(cr)
    defer { cairo_restore(cr) }
    try paint()
    cairo_show_page(cr)
    defer { count += 1 }
    return count
  }

  /// All bytes; nothing can be added any more.
  public func finish() throws(ExportError) -> [UInt8] {
    cairo_surface_finish(surface)
    try file.check(cairo_surface_status(surface), "cairo_surface_finish")
    try file.commit()
    return file.memory ?? []
  }
}

import CCairo
import InkModel

/// The sheets of a drawing as vectors, one by one: for PDF files and for printers.
///
/// A value, painted on any thread. What needs pixels of documents or pictures waits for them.
public struct DrawingSheets: Sendable {
  private let sheets: [ExportSheet]
  private let settings: DrawingSettings
  private let options: ExportOptions
  /// Whether one shape of the paper's pattern is written that repeats, rather than each.
  private let repeats: Bool

  public init(_ drawing: Drawing, options: ExportOptions) throws(ExportError) {
    try self.init(drawing, options: options, mostMarks: PaperRules.mostMarks)
  }

  init(_ drawing: Drawing, options: ExportOptions, mostMarks: Int) throws(ExportError) {
    sheets = try options.sheets(of: drawing)
    settings = drawing.settings
    self.options = options
    repeats = options.marks(on: sheets) > mostMarks
  }

  /// One at least.
  public var count: Int { sheets.count }

  /// Width and height of a sheet, in canvas points.
  public func size(_ sheet: Int) -> Vector {
    Vector(sheets[sheet].area.width, sheets[sheet].area.height)
  }

  /// What the sheets are called, in order: their pages' labels, and the numbers of those without one; `nil` where none
  /// has a label.
  public var labels: [String]? {
    guard sheets.contains(where: { !$0.label.isEmpty }) else { return nil }
    return sheets.enumerated().map { $1.label.isEmpty ? String($0 + 1) : $1.label }
  }

  /// A painter for ``paint(_:on:with:)``, which keeps memory between sheets.
  func makePainter() -> ElementPainter {
    ElementPainter(paper: settings.paperStyle(in: options.paper)).waitingForPages(options.pages)
  }

  /// Paints a sheet with its corner at the origin, one unit a canvas point.
  func paint(_ number: Int, on cr: OpaquePointer, with painter: ElementPainter) throws(ExportError)
  {
    paintGround(number, on: cr, with: painter)
    var areas = areas(number)
    do throws(RenderingError) {
      try paint(groups(number), of: number, on: cr, with: painter, &areas)
    } catch {
      throw .rendering(error)
    }
  }

  /// Paints what is below all elements.
  ///
  /// - Parameter isBlank: A page of a document is white.
  func paintGround(
    _ number: Int, on cr: OpaquePointer, with painter: ElementPainter, isBlank: Bool = false
  ) {
    let sheet = sheets[number]
    let paper = PaperRenderer(settings.paperStyle(in: options.paper))
    cairo_save(cr)
    defer { cairo_restore(cr) }
    cairo_translate(cr, -sheet.area.minX, -sheet.area.minY)
    if options.background, !options.isPrinted {
      paper.paintPlain(sheet.paper, on: cr, area: sheet.area, page: sheet.frame)
    }
    if options.pattern {
      cairo_save(cr)
      cairo_transform(cr, sheet.toCanvas)
      paper.paintPattern(
        of: sheet.paper, on: cr, area: sheet.area, page: sheet.page, repeats: repeats)
      cairo_restore(cr)
    }
    guard options.background else { return }
    let ground = ForeignGround(settings, in: sheet.frame ?? .empty)
    if isBlank {
      cairo_set_source_rgba(cr, 1, 1, 1, 1)
      for frame in ground.frames {
        cairo_rectangle(cr, frame.minX, frame.minY, frame.width, frame.height)
        cairo_fill(cr)
      }
    } else {
      ground.paint(on: cr, deviceFromCanvas: .identity, clip: nil, with: painter.foreign)
    }
  }

  /// The elements of a sheet by their layers, bottom first.
  func groups(_ number: Int) -> [LayerGroup] { settings.groups(of: sheets[number].elements) }

  /// Where no colour is adapted, below all elements.
  func areas(_ number: Int) -> [ForeignArea] {
    ForeignGround(settings, in: sheets[number].frame ?? .empty).areas
  }

  /// Paints elements of a sheet.
  ///
  /// - Parameter areas: Where no colour is adapted; those that the elements add are added.
  func paint(
    _ groups: [LayerGroup], of number: Int, on cr: OpaquePointer, with painter: ElementPainter,
    _ areas: inout [ForeignArea]
  ) throws(RenderingError) {
    let area = sheets[number].area
    cairo_save(cr)
    defer { cairo_restore(cr) }
    cairo_translate(cr, -area.minX, -area.minY)
    var known = areas
    defer { areas = known }
    try groups.paintVectors(on: cr) { element throws(RenderingError) in
      try painter.overAndBeside(known, element, on: cr, .identity, onPixels: false) {
        (painter) throws(RenderingError) in
        try painter.paintVector(element, on: cr)
      }
      if let area = ForeignArea(element) { known.append(area) }
    }
  }

  /// What a sheet shows, in canvas space.
  public func area(_ number: Int) -> Rect { sheets[number].area }

  /// Which page of the drawing a sheet is, counted from 0; `nil` where it has none.
  public func page(_ number: Int) -> Int? { sheets[number].index }

  /// The elements that a sheet shows, in layer order.
  public func elements(_ number: Int) -> [Element] { sheets[number].elements }

  /// A sheet as it would be painted, for another thread that has the context.
  public func recorded(_ number: Int) throws(ExportError) -> RecordedSheet {
    var extents = cairo_rectangle_t(x: 0, y: 0, width: size(number).dx, height: size(number).dy)
    let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)!
    let recorded = RecordedSheet(surface)
    let cr = cairo_create(surface)!
    defer { cairo_destroy(cr) }
    try paint(number, on: cr, with: makePainter())
    let status = cairo_status(cr)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .rendering(RenderingError(call: "cairo_fill", status: status))
    }
    return recorded
  }
}

/// A sheet painted once, as vectors, to be painted again anywhere.
///
/// `@unchecked Sendable`: the surface is written before the object is handed on and never after.
public final class RecordedSheet: @unchecked Sendable {
  private let surface: OpaquePointer

  /// Takes ownership of the surface.
  init(_ surface: OpaquePointer) { self.surface = surface }

  deinit { cairo_surface_destroy(surface) }

  /// Paints it on a `cairo_t`, with its corner at the origin.
  public func paint(on cr: OpaquePointer) {
    cairo_save(cr)
    cairo_set_source_surface(cr, surface, 0, 0)
    cairo_paint(cr)
    cairo_restore(cr)
  }
}

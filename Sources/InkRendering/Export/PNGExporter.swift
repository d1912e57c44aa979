import CCairo
import InkModel

/// A picture of the drawing in pixels.
public struct PNGExporter: MemoryExporter {
  /// The most pixels along a side: cairo's own limit.
  public static let longestSide = 32_767
  /// The most pixels in all: half a gigabyte of them.
  public static let mostPixels = 1 << 27

  public init() {}

  public var fileExtension: String { "png" }
  public var mimeType: String { "image/png" }

  public func write(
    _ drawing: Drawing, _ options: ExportOptions, to open: () throws(ExportError) -> ExportFile
  ) throws(ExportError) {
    let picture = try ExportPicture(drawing, options)
    let page = picture.area
    let scale = options.scale
    let width = max((page.width * scale).rounded(.up), 1)
    let height = max((page.height * scale).rounded(.up), 1)
    guard max(width, height) <= Double(Self.longestSide), width * height <= Double(Self.mostPixels)
    else {
      throw .tooLarge(width: width, height: height, largestScale: Self.largestScale(for: page))
    }
    let file = try open()
    let surface = try Self.surface(
      options.background ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int(width), Int(height))
    defer { cairo_surface_destroy(surface) }
    let cr = cairo_create(surface)!
    let area = Rect(x: 0, y: 0, width: width, height: height)
    let style = drawing.settings.paperStyle(in: options.paper)
    let painter = ElementPainter(paper: style).waitingForPages(options.pages)
    let deviceFromCanvas =
      AffineTransform.scale(scale) * .translation(Vector(-page.minX, -page.minY))
    do throws(RenderingError) {
      try Self.paintPaper(
        picture, style, options, on: cr, deviceFromCanvas, area)
    } catch {
      cairo_destroy(cr)
      throw .rendering(error)
    }
    let ground = ForeignGround(drawing.settings, in: picture.shownPages)
    if options.background {
      ground.paint(
        on: cr, deviceFromCanvas: deviceFromCanvas, clip: area, with: painter.foreign)
    }
    if let clips = picture.clips {
      for clip in clips.map({ Self.onPixels(deviceFromCanvas($0)) }) {
        cairo_rectangle(cr, clip.minX, clip.minY, clip.width, clip.height)
      }
      cairo_clip(cr)
    }
    var areas = ground.areas
    do throws(RenderingError) {
      _ = try drawing.settings.groups(of: picture.elements).paint(
        on: cr,
        scratch: { () throws(RenderingError) in
          try makeSurface(CAIRO_FORMAT_ARGB32, width: Int(width), height: Int(height))
        }
      ) { element, cr in
        painter.overAndBeside(areas, element, on: cr, deviceFromCanvas, onPixels: true) {
          $0.paint(element, on: cr, deviceFromCanvas: deviceFromCanvas, clip: area)
        }
        if let area = ForeignArea(element) { areas.append(area) }
        return true
      }
    } catch {
      cairo_destroy(cr)
      throw .rendering(error)
    }
    let painted = cairo_status(cr)
    cairo_destroy(cr)
    try file.check(painted, "cairo_fill")
    try file.check(
      cairo_surface_write_to_png_stream(surface, ExportFile.cairoWrite, file.closure),
      "cairo_surface_write_to_png_stream")
    try file.commit()
  }

  private static func paintPaper(
    _ picture: ExportPicture, _ style: PaperStyle, _ options: ExportOptions,
    on cr: OpaquePointer, _ deviceFromCanvas: AffineTransform, _ area: Rect
  ) throws(RenderingError) {
    let paper = PaperRenderer(style)
    if options.background, picture.sheets.count > 1 {
      // The colour between the pages.
      cairo_set_source(cr, style.surroundings)
      cairo_paint(cr)
    }
    let limit = PixelBox(x: 0, y: 0, width: Int(area.width), height: Int(area.height))
    for page in picture.sheets {
      let own = picture.sheets.count > 1 ? onPixels(deviceFromCanvas(page.area)) : area
      if options.background { paper.paint(page.paper, on: cr, area: own) }
      guard options.pattern else { continue }
      try paper.paintPattern(
        of: page.paper, on: cr, area: page.area, page: page.page,
        deviceFromCanvas: deviceFromCanvas * page.toCanvas, within: limit)
    }
  }

  private static func onPixels(_ r: Rect) -> Rect {
    Rect(
      minX: r.minX.rounded(), minY: r.minY.rounded(), maxX: r.maxX.rounded(),
      maxY: r.maxY.rounded())
  }

  private static func surface(
    _ format: cairo_format_t, _ width: Int, _ height: Int
  ) throws(ExportError) -> OpaquePointer {
    do throws(RenderingError) {
      return try makeSurface(format, width: width, height: height)
    } catch {
      throw .rendering(error)
    }
  }

  /// A scale with two digits at which a page just fits.
  private static func largestScale(for page: Rect) -> Double {
    let side = Double(longestSide - 1) / max(page.width, page.height)
    let area = (Double(mostPixels) / (page.width * page.height)).squareRoot() * 0.999
    let fits = min(side, area)
    var unit = 1.0
    while fits / unit < 10 { unit /= 10 }
    while fits / unit >= 100 { unit *= 10 }
    // Dividing by a whole number gives the `Double` nearest to the decimal number.
    let digits = (fits / unit).rounded(.down)
    return unit < 1 ? digits / (1 / unit).rounded() : digits * unit
  }
}

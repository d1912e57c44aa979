import CCairo
import InkModel
import Synchronization

/// One page of a drawing in few pixels, with its paper: what a list of pages shows.
///
/// `@unchecked Sendable`: nobody paints to the surface any more.
public final class PagePicture: @unchecked Sendable {
  /// A `cairo_surface_t`, an image without transparency; freed with this.
  public let surface: OpaquePointer
  /// In pixels.
  public let width: Int
  public let height: Int
  /// Whether it lacks pixels of documents and pictures that were not to be had.
  public private(set) var isWaiting = false

  private init(taking surface: OpaquePointer) {
    self.surface = surface
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
  }

  deinit { cairo_surface_destroy(surface) }

  public var byteCount: Int { width * height * 4 }

  /// Paints a page as it is on the canvas, with what of other pages reaches into it.
  ///
  /// - Parameters:
  ///   - index: Of the page, counted from 0; there is such a page.
  ///   - style: Of the app.
  ///   - width: The most pixels; the picture has the page's proportions.
  ///   - height: The most pixels.
  ///   - pages: Gives the pixels of documents and pictures; without it there are stand-ins.
  ///   - isCancelled: Called before each element.
  /// - Returns: `nil` where it was cancelled.
  public static func paint(
    page index: Int, of drawing: Drawing, style: PaperStyle, width: Int, height: Int,
    pages: (any ForeignPages)? = nil, isCancelled: () -> Bool = { false }
  ) throws(RenderingError) -> PagePicture? {
    let settings = drawing.settings
    let frame = settings.layout.frames[index]
    let k = min(Double(width) / frame.width, Double(height) / frame.height)
    let size = (
      width: max(Int((frame.width * k).rounded()), 1),
      height: max(Int((frame.height * k).rounded()), 1)
    )
    let surface = try makeSurface(CAIRO_FORMAT_RGB24, width: size.width, height: size.height)
    let picture = PagePicture(taking: surface)
    guard let cr = cairo_create(surface) else { return picture }
    defer { cairo_destroy(cr) }
    // The page alone: others would cast their shadows on it.
    var alone = settings
    var page = settings.layout.pages[index]
    if case .paper = page.background, settings.sheetColor(of: page, in: style) == .white {
      // No document is beside it then.
      var paper = settings.paper(of: page)
      paper.tint = .white
      page.background = .paper(paper)
    }
    alone.layout = PageLayout([page])
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    PaperPicture(
      settings: alone, style: style, deviceFromCanvas: .scale(k), width: size.width,
      height: size.height, deviceScale: 1
    ).paint(on: cr)
    let deviceFromCanvas = AffineTransform.scale(k) * .translation(Point.zero - frame.corner)
    let watched = pages.map { WatchedPages($0) }
    let painter = ElementPainter(paper: settings.paperStyle(in: style), pages: watched)
    let ground = ForeignGround(settings, in: frame)
    ground.paint(on: cr, deviceFromCanvas: deviceFromCanvas, clip: whole, with: painter.foreign)
    var areas = ground.areas
    let isComplete = try settings.groups(of: drawing.elements(in: frame)).paint(
      on: cr,
      scratch: { () throws(RenderingError) in
        try makeSurface(CAIRO_FORMAT_ARGB32, width: size.width, height: size.height)
      }
    ) { element, cr in
      if isCancelled() { return false }
      painter.overAndBeside(areas, element, on: cr, deviceFromCanvas, onPixels: true) {
        $0.paint(element, on: cr, deviceFromCanvas: deviceFromCanvas, clip: whole)
      }
      if let area = ForeignArea(element) { areas.append(area) }
      return true
    }
    guard isComplete else { return nil }
    picture.isWaiting = watched?.isWaiting ?? false
    cairo_surface_flush(surface)
    let status = cairo_status(cr)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw RenderingError(call: "cairo_fill", status: status)
    }
    return picture
  }
}

extension Rect {
  fileprivate var corner: Point { Point(minX, minY) }
}

/// Hands pixels on, and notes whether some were not to be had: not yet, or before a password is given.
private final class WatchedPages: ForeignPages {
  private let pages: any ForeignPages
  private let waits = Mutex(false)
  var isWaiting: Bool { waits.withLock { $0 } }

  init(_ pages: any ForeignPages) { self.pages = pages }

  func size(of page: ForeignPage) -> Vector? { pages.size(of: page) }

  func pixels(
    of page: ForeignPage, in area: Rect, showing part: Rect, scale: Double
  ) -> ForeignPixels {
    let answer = pages.pixels(of: page, in: area, showing: part, scale: scale)
    if case .ready = answer { return answer }
    waits.withLock { $0 = true }
    return answer
  }

  func standIn(for page: ForeignPage) -> ForeignImage? { pages.standIn(for: page) }
}

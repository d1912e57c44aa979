import CCairo
import Glibc
import InkModel

/// What is below the ink in a view: an unbounded sheet, or pages with their surroundings.
///
/// A value: two that are equal paint the same, so a view keeps what was painted while it
/// is equal. Nothing of it changes while a pen draws.
public struct PaperPicture: Hashable, Sendable {
  public var settings: DrawingSettings
  /// The style of the app; see ``InkModel/DrawingSettings/paperStyle(in:)``.
  public var style: PaperStyle
  /// Moves, turns and scales evenly.
  public var deviceFromCanvas: AffineTransform
  /// The view's size in device pixels.
  public var width: Int
  public var height: Int
  /// Device pixels for a screen point.
  public var deviceScale: Double

  public init(
    settings: DrawingSettings, style: PaperStyle, deviceFromCanvas: AffineTransform, width: Int,
    height: Int, deviceScale: Double
  ) {
    self.settings = settings
    self.style = style
    self.deviceFromCanvas = deviceFromCanvas
    self.width = width
    self.height = height
    self.deviceScale = deviceScale
  }

  public var paperStyle: PaperStyle { settings.paperStyle(in: style) }

  /// The colour of everything that ``paint(on:)`` does not paint.
  public var ground: Color {
    settings.layout == .infinite
      ? settings.paper.sheetColor(on: paperStyle) : style.surroundings
  }

  /// Whether anything else than ``ground`` is visible.
  public var hasMarks: Bool { settings.layout != .infinite || fade(of: settings.paper) > 0 }

  private var scale: Double { deviceFromCanvas.meanScale }

  private func fade(of paper: Paper) -> Double {
    paper.fade(scale: scale / deviceScale)
  }

  /// Paints everything but ``ground``, in device pixels.
  public func paint(on cr: OpaquePointer) {
    let view = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    guard !view.isEmpty, let canvasFromDevice = deviceFromCanvas.inverse else { return }
    guard settings.layout != .infinite else {
      return paintPattern(of: settings.paper, on: cr, page: nil, deviceFromCanvas, view)
    }
    let shadow = Self.shadowReach * deviceScale
    let seen = canvasFromDevice(view.outset(by: shadow))
    for i in settings.layout.pages(in: seen) {
      let (page, frame) = (settings.layout.pages[i], settings.layout.frames[i])
      let paper = settings.paper(of: page)
      paintSheet(settings.sheetColor(of: page, in: style), on: cr, frame)
      let rules = settings.rules(of: page, frame)
      paintPattern(of: paper, on: cr, page: rules.page, deviceFromCanvas * rules.toCanvas, view)
    }
  }

  // MARK: Sheets

  /// How far a sheet's shadow reaches, in screen points.
  private static let shadowReach = 14.0

  /// A frame of the canvas on whole pixels where it is not turned.
  private func onPixels(_ frame: Rect, _ deviceFromFrame: AffineTransform? = nil) -> Rect {
    let r = (deviceFromFrame ?? deviceFromCanvas)(frame)
    return Rect(
      minX: r.minX.rounded(), minY: r.minY.rounded(), maxX: r.maxX.rounded(),
      maxY: r.maxY.rounded())
  }

  private var isTurned: Bool { !deviceFromCanvas.isSquare }

  private func paintSheet(_ color: Color, on cr: OpaquePointer, _ frame: Rect) {
    cairo_save(cr)
    defer { cairo_restore(cr) }
    let (w, h): (Double, Double)
    if isTurned {
      let corner = deviceFromCanvas(Point(frame.minX, frame.minY))
      cairo_translate(cr, corner.x, corner.y)
      cairo_rotate(cr, atan2(deviceFromCanvas.b, deviceFromCanvas.a))
      (w, h) = (frame.width * scale, frame.height * scale)
    } else {
      let r = onPixels(frame)
      cairo_translate(cr, r.minX, r.minY)
      (w, h) = (r.width, r.height)
    }
    paintShadow(on: cr, w, h)
    // A line that separates the sheet from the surroundings where the shadow does not.
    let line = deviceScale.rounded(.up)
    cairo_rectangle(cr, -line, -line, w + 2 * line, h + 2 * line)
    cairo_rectangle(cr, 0, 0, w, h)
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD)
    switch style {
    case .light: cairo_set_source_rgba(cr, 0.2, 0.18, 0.14, 0.10)
    case .dark: cairo_set_source_rgba(cr, 1, 1, 1, 0.09)
    }
    cairo_fill(cr)
    cairo_set_source(cr, color)
    cairo_rectangle(cr, 0, 0, w, h)
    cairo_fill(cr)
  }

  /// A soft shadow around a sheet, a little below it: strips and corners of gradients, so that
  /// it is never painted over the sheet.
  private func paintShadow(on cr: OpaquePointer, _ w: Double, _ h: Double) {
    let reach = Self.shadowReach * deviceScale
    let depth = style == .light ? 0.20 : 0.55
    let drop = 2 * deviceScale
    // The shadow's own sheet: in from the edges, so that it is not seen above.
    let inset = reach / 3
    let (x0, y0, x1, y1) = (inset, inset + drop, w - inset, h - inset + drop)
    guard x0 < x1, y0 < y1 else { return }
    func fill(_ pattern: OpaquePointer?, _ x: Double, _ y: Double, _ w: Double, _ h: Double) {
      guard let pattern else { return }
      // Falls off like a blurred edge.
      for (at, share) in [(0, 1), (0.2, 0.72), (0.4, 0.42), (0.6, 0.19), (0.8, 0.05), (1, 0)] {
        cairo_pattern_add_color_stop_rgba(pattern, at, 0, 0, 0, depth * share)
      }
      cairo_set_source(cr, pattern)
      cairo_rectangle(cr, x, y, w, h)
      cairo_fill(cr)
      cairo_pattern_destroy(pattern)
    }
    let r = reach
    fill(cairo_pattern_create_linear(0, y0, 0, y0 - r), x0, y0 - r, x1 - x0, r)
    fill(cairo_pattern_create_linear(0, y1, 0, y1 + r), x0, y1, x1 - x0, r)
    fill(cairo_pattern_create_linear(x0, 0, x0 - r, 0), x0 - r, y0, r, y1 - y0)
    fill(cairo_pattern_create_linear(x1, 0, x1 + r, 0), x1, y0, r, y1 - y0)
    for (x, y, left, top) in [
      (x0, y0, x0 - r, y0 - r), (x1, y0, x1, y0 - r), (x0, y1, x0 - r, y1), (x1, y1, x1, y1),
    ] {
      fill(cairo_pattern_create_radial(x, y, 0, x, y, r), left, top, r, r)
    }
  }

  // MARK: Pattern

  /// - Parameters:
  ///   - page: The page's frame; `nil` on a canvas without end.
  ///   - t: From the space of that frame.
  private func paintPattern(
    of paper: Paper, on cr: OpaquePointer, page: Rect?, _ t: AffineTransform, _ view: Rect
  ) {
    let fade = fade(of: paper)
    guard fade > 0 else { return }
    let area = page.map { isTurned ? t($0) : onPixels($0, t) } ?? view
    let whole = PixelBox(x: 0, y: 0, width: width, height: height)
    let box = PixelBox(area, within: whole)
    // Where there is no memory for the pattern the sheet is plain.
    guard !box.isEmpty,
      let mask = try? PatternMask(
        paper, page: page, box: box, deviceFromCanvas: t, deviceScale: deviceScale)
    else { return }
    // Of lines that fade each for itself the mask knows.
    let color = paper.lineColor.resolved(on: paperStyle)
    cairo_set_source(cr, color.faded(paper.hasWeights ? 1 : fade))
    cairo_mask_surface(cr, mask.surface, Double(box.x), Double(box.y))
    cairo_surface_destroy(mask.surface)
  }
}

extension DrawingSettings {
  /// The frame by which the pattern of a page is ruled, and the map from its space to the canvas: a page that is turned
  /// is ruled as before, and turned with its pattern.
  func rules(of page: Page, _ frame: Rect) -> (page: Rect, toCanvas: AffineTransform) {
    guard page.quarterTurns != 0 else { return (frame, .identity) }
    let own = Rect(x: 0, y: 0, width: page.size.width, height: page.size.height)
    return (own, placement(page: page.id, layer: 0).canvasFromPage)
  }
}

extension PaperStyle {
  /// The colour around pages: less bright than any of them.
  public var surroundings: Color {
    switch self {
    case .light: Color(rgba: 0xE3E2_DEFF)
    case .dark: Color(rgba: 0x0F10_12FF)
    }
  }
}

import CCairo
import InkModel

/// Paints what is below the ink.
///
/// For pictures and documents; a view on the screen uses ``PaperPicture``.
public struct PaperRenderer: Sendable {
  public let paper: PaperStyle

  public init(_ paper: PaperStyle) {
    self.paper = paper
  }

  /// Covers `area`, in whatever space the context is in.
  public func paint(on cr: OpaquePointer, area: Rect) {
    fill(cr, paper.color, area)
  }

  /// Covers `area` with a sheet of its own tint, in whatever space the context is in.
  func paint(_ sheet: Paper, on cr: OpaquePointer, area: Rect) {
    fill(cr, sheet.sheetColor(on: paper), area)
  }

  /// Covers `area` as paper of a document or of a printer is: on light paper a tint is within its page, and all else is white.
  ///
  /// The app's own paper is not quite white, so that a sheet is seen on a bright screen; there it would be a shade around
  /// white pages.
  ///
  /// - Parameter page: The page's frame; `nil` where there are no pages.
  func paintPlain(_ sheet: Paper, on cr: OpaquePointer, area: Rect, page: Rect?) {
    guard paper == .light else { return paint(sheet, on: cr, area: area) }
    fill(cr, .white, area)
    if sheet.tint != nil { paint(sheet, on: cr, area: page ?? area) }
  }

  private func fill(_ cr: OpaquePointer, _ color: Color, _ area: Rect) {
    cairo_save(cr)
    cairo_set_source(cr, color)
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE)
    cairo_rectangle(cr, area.minX, area.minY, area.width, area.height)
    cairo_fill(cr)
    cairo_restore(cr)
  }

  /// The colour of a sheet's lines and dots.
  func lineColor(of sheet: Paper) -> Color { sheet.lineColor.resolved(on: paper) }

  /// Paints a pattern as shapes, in canvas space: on a page, or all over `area` where there is none.
  ///
  /// - Parameter repeats: whether one shape is written that repeats, rather than each.
  func paintPattern(
    of sheet: Paper, on cr: OpaquePointer, area: Rect, page: Rect?, repeats: Bool
  ) {
    guard sheet.pattern != .plain else { return }
    cairo_save(cr)
    defer { cairo_restore(cr) }
    let rules = PaperRules(sheet, in: page ?? area, page: page)
    let (color, isDots) = (lineColor(of: sheet), sheet.pattern == .dots)
    if repeats {
      let cells = rules.cells(of: sheet)
      for cell in cells { cell.paint(color, on: cr, isDot: isDots) }
      if cells.isEmpty { rules.lines.paint(color, on: cr, thinnest: 0) }
    } else {
      cairo_set_source(cr, color)
      rules.paint(on: cr, isDots: isDots, thinnest: 0)
      rules.lines.paint(color, on: cr, thinnest: 0)
    }
  }

  /// The same in whole pixels of a picture of `width` × `height`.
  func paintPattern(
    of sheet: Paper, on cr: OpaquePointer, area: Rect, page: Rect?,
    deviceFromCanvas: AffineTransform, within limit: PixelBox
  ) throws(RenderingError) {
    let fade = sheet.fade(scale: deviceFromCanvas.meanScale)
    let box = PixelBox(deviceFromCanvas(page ?? area), within: limit)
    guard sheet.pattern != .plain, fade > 0, !box.isEmpty else { return }
    let mask = try PatternMask(
      sheet, page: page, box: box, deviceFromCanvas: deviceFromCanvas, deviceScale: 1)
    // Of lines that fade each for itself the mask knows.
    cairo_set_source(cr, lineColor(of: sheet).faded(sheet.hasWeights ? 1 : fade))
    cairo_mask_surface(cr, mask.surface, Double(box.x), Double(box.y))
    cairo_surface_destroy(mask.surface)
  }
}

import CCairo
import InkModel

/// Paints pages and pictures that others make the pixels of.
struct ForeignPainting {
  /// Where pixels come from; without it everything is a stand-in.
  var pages: (any ForeignPages)?
  var patience = Patience.some
  /// Whether all of a page is asked for where a part is painted, up to ``mostWhole``.
  var asksWhole = true

  /// How long it takes for pixels that are not there yet.
  enum Patience {
    /// No time: a coarse picture is good enough.
    case none
    case some
    /// Until they are there.
    case all
  }

  /// Pixels for a canvas point in vector formats: 216 dpi.
  static let vectorScale = 3.0
  /// The most pixels of one part in a vector format.
  static let mostPixels = 12_000_000.0

  /// The most pixels of a page or picture that is asked for whole, though a tile shows but a part of it.
  ///
  /// A reader goes through all of a page for each part: eight tiles of a page of text take six times as long as the page.
  /// Larger: more memory, and one part of a page that is zoomed in comes later. Twice as fine as points an A4 page has as many.
  static let mostWhole = 2_100_000.0

  /// The most pixels along a side of one part in a vector format.
  static let longestSide = 16_000.0

  func size(of page: ForeignPage) -> Vector? {
    switch patience {
    case .none: pages?.standIn(for: page).map { Vector($0.area.width, $0.area.height) }
    case .some: pages?.size(of: page)
    case .all: pages?.finalSize(of: page)
    }
  }

  /// Paints a part of a page.
  ///
  /// - Parameters:
  ///   - shown: The part, in the page's own units.
  ///   - t: From the page's own units to the context's user space.
  ///   - clip: The part of user space that is needed; `nil` for a vector format.
  ///   - opacity: 0 … 1.
  ///   - isSheet: Its edges lie on whole pixels, and nothing shines through.
  func paint(
    _ page: ForeignPage, shown: Rect, on cr: OpaquePointer, _ t: AffineTransform, clip: Rect?,
    opacity: Double, isSheet: Bool = false
  ) {
    guard let back = t.inverse, !shown.isEmpty else { return }
    var box = t(shown)
    // Only what is on a grid of pixels can be aligned to it.
    let isAligned = clip != nil && t.isSquare && t.keepsCircles
    if isSheet, isAligned { box = box.rounded }
    let visible = (clip.map { box.intersection($0) } ?? box).roundedOut
    guard !visible.isEmpty else { return }
    if clip != nil, visible.width * visible.height > Self.mostPixels / 2 {
      // In blocks of whole pixels, each of which a reader can take.
      let side = 2048.0
      for y in stride(from: visible.minY, to: visible.maxY, by: side) {
        for x in stride(from: visible.minX, to: visible.maxX, by: side) {
          let block = Rect(x: x, y: y, width: side, height: side).intersection(visible)
          cairo_save(cr)
          cairo_rectangle(cr, block.minX, block.minY, block.width, block.height)
          cairo_clip(cr)
          paint(
            page, shown: shown, on: cr, t, clip: block, opacity: opacity, isSheet: isSheet)
          cairo_restore(cr)
        }
      }
      return
    }
    cairo_save(cr)
    defer { cairo_restore(cr) }
    if isAligned {
      cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
    } else {
      for corner in shown.corners.map({ t($0) }) { cairo_line_to(cr, corner.x, corner.y) }
      cairo_close_path(cr)
    }
    cairo_clip(cr)
    if isSheet {
      cairo_set_source_rgba(cr, 1, 1, 1, 1)
      cairo_paint(cr)
    }
    var scale = isAligned ? t.meanScale : t.greatestStretch
    var area = back(visible)
    if clip == nil {
      area = shown
      scale = min(
        scale * Self.vectorScale,
        (Self.mostPixels / max(area.width * area.height, 1)).squareRoot(),
        Self.longestSide / max(area.width, area.height))
    } else if isAligned {
      let whole = box.roundedOut
      // Of all tiles the same, to the last bit.
      if asksWhole, whole.width * whole.height <= Self.mostWhole,
        pages?.isCheapInParts(page.blob) != true
      {
        area = back(whole).onGrid
      }
    } else {
      // A pixel more all around for smoothing, and never more than there is.
      let more = 2 / scale
      area = area.outset(by: more).intersection(shown.outset(by: more))
    }
    guard !area.isEmpty, scale > 0, scale.isFinite else { return }
    let part = clip == nil ? area : back(visible)
    let answer: ForeignPixels =
      if let pages {
        switch patience {
        case .none: .pending(pages.standIn(for: page))
        case .some: pages.pixels(of: page, in: area, showing: part, scale: scale)
        case .all: pages.finalPixels(of: page, in: area, scale: scale)
        }
      } else {
        .failed
      }
    switch answer {
    case .ready(let image):
      paint(image, on: cr, t, isExact: isAligned, opacity: opacity)
    case .pending(let image?):
      paint(image, on: cr, t, isExact: false, opacity: opacity)
    case .pending(nil):
      if !isSheet { Self.paintStandIn(on: cr, opacity: opacity) }
    case .failed:
      Self.paintFailure(shown, on: cr, t)
    }
  }

  private func paint(
    _ image: ForeignImage, on cr: OpaquePointer, _ t: AffineTransform, isExact: Bool,
    opacity: Double
  ) {
    cairo_save(cr)
    defer { cairo_restore(cr) }
    var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
    cairo_transform(cr, &matrix)
    cairo_translate(cr, image.area.minX, image.area.minY)
    cairo_scale(
      cr, image.area.width / Double(image.width), image.area.height / Double(image.height))
    cairo_set_source_surface(cr, image.surface, 0, 0)
    let pattern = cairo_get_source(cr)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(pattern, isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
    cairo_paint_with_alpha(cr, opacity)
  }

  /// A quiet tone until there is a picture.
  static func paintStandIn(on cr: OpaquePointer, opacity: Double) {
    cairo_set_source_rgba(cr, 0.6, 0.6, 0.6, 0.25 * opacity)
    cairo_paint(cr)
  }

  /// A grey page with a line through it: what was here cannot be shown.
  private static func paintFailure(_ shown: Rect, on cr: OpaquePointer, _ t: AffineTransform) {
    cairo_set_source_rgba(cr, 0.85, 0.85, 0.85, 1)
    cairo_paint(cr)
    let side = min(shown.width, shown.height) / 8
    let middle = shown.center
    cairo_set_source_rgba(cr, 0.55, 0.55, 0.55, 1)
    cairo_set_line_width(cr, side * t.meanScale / 12)
    let corners = [
      Point(middle.x - side, middle.y - side * 1.3), Point(middle.x + side, middle.y - side * 1.3),
      Point(middle.x + side, middle.y + side * 1.3), Point(middle.x - side, middle.y + side * 1.3),
    ].map { t($0) }
    for corner in corners { cairo_line_to(cr, corner.x, corner.y) }
    cairo_close_path(cr)
    cairo_move_to(cr, corners[1].x, corners[1].y)
    cairo_line_to(cr, corners[3].x, corners[3].y)
    cairo_stroke(cr)
  }
}

extension Rect {
  /// With every edge at the nearest millionth or so.
  fileprivate var onGrid: Rect {
    func near(_ v: Double) -> Double { (v * 0x1p20).rounded() * 0x1p-20 }
    return Rect(minX: near(minX), minY: near(minY), maxX: near(maxX), maxY: near(maxY))
  }

  /// With every edge at the nearest whole number.
  var rounded: Rect {
    Rect(
      minX: minX.rounded(), minY: minY.rounded(), maxX: maxX.rounded(), maxY: maxY.rounded())
  }
}

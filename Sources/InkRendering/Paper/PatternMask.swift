import CCairo
import Glibc
import InkModel

/// A pattern as coverage in pixels: painted once for a view, shown in any colour.
///
/// Upright, or turned by quarters, every line and dot is on whole pixels, so that all are
/// equally crisp and equally dark. Otherwise they are smoothed.
struct PatternMask {
  /// A8; freed with the mask.
  let surface: OpaquePointer

  /// - Parameters:
  ///   - box: The pixels to cover, not empty.
  ///   - deviceFromCanvas: Moves, turns and scales evenly.
  init(
    _ paper: Paper, page: Rect?, box: PixelBox, deviceFromCanvas t: AffineTransform
  ) throws(RenderingError) {
    surface = try makeSurface(CAIRO_FORMAT_A8, width: box.width, height: box.height)
    guard let canvasFromDevice = t.inverse else { return }
    // A line just outside may reach in with half its width.
    let room = 2 / t.meanScale + PaperRules.dotDiameter
    let rules = PaperRules(paper, in: canvasFromDevice(box.rect).outset(by: room), page: page)
    if t.isSquare {
      stamp(rules, paper.pattern == .dots, box, t)
    } else {
      stroke(rules, paper.pattern == .dots, box, t, page: page)
    }
  }

  // MARK: Whole pixels

  private func stamp(_ rules: PaperRules, _ isDots: Bool, _ box: PixelBox, _ t: AffineTransform) {
    cairo_surface_flush(surface)
    defer { cairo_surface_mark_dirty(surface) }
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let side = (isDots ? PaperRules.dotDiameter : PaperRules.lineWidth) * t.meanScale
    let sprite = isDots ? Self.dot(side) : [[255]]
    let width = isDots ? sprite.count : max(Int(side.rounded()), 1)
    // The first pixel of a mark that is centred at `v`.
    func first(_ v: Double, _ origin: Int) -> Int {
      Int((v - Double(width) / 2).rounded()) - origin
    }
    let reach = t(rules.reach)
    let left = min(max(Int(reach.minX.rounded()) - box.x, 0), box.width)
    let right = min(max(Int(reach.maxX.rounded()) - box.x, left), box.width)
    let top = min(max(Int(reach.minY.rounded()) - box.y, 0), box.height)
    let bottom = min(max(Int(reach.maxY.rounded()) - box.y, top), box.height)
    // After a quarter turn rows are vertical and columns horizontal.
    let isOnItsSide = abs(t.a) < abs(t.b)
    let standing = isOnItsSide ? rules.rows.map { t.c * $0 } : rules.columns.map { t.a * $0 }
    let lying = isOnItsSide ? rules.columns.map { t.b * $0 } : rules.rows.map { t.d * $0 }
    let columns = standing.map { first($0 + t.tx, box.x) }
    let rows = lying.map { first($0 + t.ty, box.y) }
    /// One row of pixels: the coverage by the columns.
    func line(_ marks: [UInt8]) -> [UInt8] {
      var out = [UInt8](repeating: 0, count: box.width)
      for x in columns {
        for (i, mark) in marks.enumerated() where x + i >= 0 && x + i < box.width {
          out[x + i] = max(out[x + i], mark)
        }
      }
      return out
    }
    if isDots {
      let lines = sprite.map(line)
      for y in rows {
        for (i, line) in lines.enumerated() where y + i >= 0 && y + i < box.height {
          memcpy(data + (y + i) * stride, line, box.width)
        }
      }
      return
    }
    if !columns.isEmpty {
      let line = line([UInt8](repeating: 255, count: width))[left..<right]
      line.withUnsafeBytes { line in
        guard let start = line.baseAddress else { return }
        for y in top..<bottom { memcpy(data + y * stride + left, start, line.count) }
      }
    }
    for y in rows {
      for y in max(y, 0)..<max(min(y + width, box.height), max(y, 0)) {
        memset(data + y * stride + left, 255, right - left)
      }
    }
  }

  /// A round dot in the middle of as few pixels as hold it.
  private static func dot(_ diameter: Double) -> [[UInt8]] {
    let diameter = max(diameter, 1.5)
    let side = Int(diameter.rounded(.up))
    let (middle, radius) = (Double(side) / 2, diameter / 2)
    return (0..<side).map { y in
      (0..<side).map { x in
        let d = hypot(Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
        return UInt8((min(max(radius - d + 0.5, 0), 1) * 255).rounded())
      }
    }
  }

  // MARK: Turned

  private func stroke(
    _ rules: PaperRules, _ isDots: Bool, _ box: PixelBox, _ t: AffineTransform, page: Rect?
  ) {
    let cr = cairo_create(surface)!
    defer { cairo_destroy(cr) }
    cairo_translate(cr, -Double(box.x), -Double(box.y))
    cairo_transform(cr, t)
    if let page {
      cairo_rectangle(cr, page.minX, page.minY, page.width, page.height)
      cairo_clip(cr)
    }
    rules.paint(on: cr, isDots: isDots, thinnest: 1 / t.meanScale)
  }
}

extension PaperRules {
  /// Paints lines or dots as shapes, in canvas space, with the context's source.
  ///
  /// - Parameter thinnest: The least width of anything, in canvas points.
  func paint(on cr: OpaquePointer, isDots: Bool, thinnest: Double) {
    if isDots {
      cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_width(cr, max(Self.dotDiameter, thinnest * 1.5))
      for y in rows {
        for x in columns {
          cairo_move_to(cr, x, y)
          cairo_line_to(cr, x, y)
        }
        cairo_stroke(cr)
      }
      return
    }
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT)
    cairo_set_line_width(cr, max(Self.lineWidth, thinnest))
    for y in rows {
      cairo_move_to(cr, reach.minX, y)
      cairo_line_to(cr, reach.maxX, y)
    }
    cairo_stroke(cr)
    for x in columns {
      cairo_move_to(cr, x, reach.minY)
      cairo_line_to(cr, x, reach.maxY)
    }
    cairo_stroke(cr)
  }
}

/// Concatenates a map to the context's transform, to be applied first.
func cairo_transform(_ cr: OpaquePointer, _ t: AffineTransform) {
  var m = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
  CCairo.cairo_transform(cr, &m)
}

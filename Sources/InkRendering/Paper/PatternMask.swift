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
  ///   - deviceScale: Pixels for a screen point, by which lines of some weight fade.
  init(
    _ paper: Paper, page: Rect?, box: PixelBox, deviceFromCanvas t: AffineTransform,
    deviceScale: Double
  ) throws(RenderingError) {
    surface = try makeSurface(CAIRO_FORMAT_A8, width: box.width, height: box.height)
    guard let canvasFromDevice = t.inverse else { return }
    // A line just outside may reach in with half its width.
    let room = 2 / t.meanScale + PaperRules.dotDiameter
    let rules = PaperRules(paper, in: canvasFromDevice(box.rect).outset(by: room), page: page)
    let scale = t.meanScale / deviceScale
    let shares = PaperLine.Weight.allCases.map { weight in
      (weight, weight.opacity * (paper.hasWeights ? paper.fade(weight, scale: scale) : 1))
    }
    if shares.contains(where: { $1 > 0 }) {
      paint(rules.lines, Dictionary(uniqueKeysWithValues: shares), box, t, page: page)
    }
    guard !rules.rows.isEmpty || !rules.columns.isEmpty else { return }
    if t.isSquare {
      stamp(rules, paper.pattern == .dots, box, t)
    } else {
      stroke(rules, paper.pattern == .dots, box, t, page: page)
    }
  }

  // MARK: Lines one by one

  /// - Parameter shares: How much of each weight is seen.
  private func paint(
    _ lines: [PaperLine], _ shares: [PaperLine.Weight: Double], _ box: PixelBox,
    _ t: AffineTransform, page: Rect?
  ) {
    guard !lines.isEmpty else { return }
    let shown = lines.filter { shares[$0.weight] ?? 0 > 0 }
    let (upright, slanted) =
      t.isSquare
      ? (
        shown.filter { $0.start.x == $0.end.x || $0.start.y == $0.end.y },
        shown.filter { $0.start.x != $0.end.x && $0.start.y != $0.end.y }
      ) : ([], shown)
    if !slanted.isEmpty {
      let cr = context(box, t, page: page)
      slanted.paint(.black, on: cr, thinnest: 1 / t.meanScale) {
        (shares[$0] ?? 0) / $0.opacity
      }
      cairo_destroy(cr)
    }
    guard !upright.isEmpty else { return }
    cairo_surface_flush(surface)
    defer { cairo_surface_mark_dirty(surface) }
    for line in upright {
      stamp(line, UInt8(((shares[line.weight] ?? 0) * 255).rounded()), box, t)
    }
  }

  /// A line along the pixels, over whole ones; where others are as dark already they stay.
  private func stamp(_ line: PaperLine, _ share: UInt8, _ box: PixelBox, _ t: AffineTransform) {
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let (a, b) = (t(line.start), t(line.end))
    let width = max(Int((line.weight.width * t.meanScale).rounded()), 1)
    let isLying = abs(a.y - b.y) < abs(a.x - b.x)
    func across(_ v: Double) -> Range<Int> {
      let first = Int((v - Double(width) / 2).rounded())
      return first..<first + width
    }
    func along(_ v: Double, _ w: Double) -> Range<Int> {
      let (low, high) = (Int(min(v, w).rounded()), Int(max(v, w).rounded()))
      return low..<max(high, low + 1)
    }
    let columns = (isLying ? along(a.x, b.x) : across(a.x))
      .clamped(to: box.x..<box.x + box.width)
    let rows = (isLying ? across(a.y) : along(a.y, b.y)).clamped(to: box.y..<box.y + box.height)
    for y in rows {
      let row = data + (y - box.y) * stride
      for x in columns { row[x - box.x] = max(row[x - box.x], share) }
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
    let cr = context(box, t, page: page)
    defer { cairo_destroy(cr) }
    rules.paint(on: cr, isDots: isDots, thinnest: 1 / t.meanScale)
  }

  /// Paints in canvas space, within the page.
  private func context(_ box: PixelBox, _ t: AffineTransform, page: Rect?) -> OpaquePointer {
    let cr = cairo_create(surface)!
    cairo_translate(cr, -Double(box.x), -Double(box.y))
    cairo_transform(cr, t)
    if let page {
      cairo_rectangle(cr, page.minX, page.minY, page.width, page.height)
      cairo_clip(cr)
    }
    return cr
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
package func cairo_transform(_ cr: OpaquePointer, _ t: AffineTransform) {
  var m = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
  CCairo.cairo_transform(cr, &m)
}

import CGtk
import Canvas
import Glibc
import Gtk
import GtkInk
import InkModel
import InkRendering

/// Paints previews of marks.
///
/// The dot is painted by the renderer that will paint the stroke, at the same position, so that size,
/// shape, colour and grain are those of the mark.
final class PreviewPainter {
  private var painter = ElementPainter(paper: .light)

  /// The least radius, in widget points, of a dot for a mark that is too fine to be seen at all, and of a bar for one
  /// that is so only across; `nil` where the mark itself can be seen.
  ///
  /// Smaller: the least is grey and is lost on patterned paper; larger: fine pens seem to be broader than they are.
  private static func leastRadius(
    of mark: BrushMark, scale: Double, _ deviceScale: Double
  ) -> Double? {
    if mark.reach * scale < 0.75 { return 0.75 }
    let radius = mark.radius * scale
    // Of a broader one some pixel is covered well enough for an outline, wherever its middle is.
    return radius * deviceScale < 1.1 ? max(radius, 0.95 / deviceScale) : nil
  }

  /// Paints a preview within its box, in widget points.
  func paint(_ picture: PreviewPicture, on cr: OpaquePointer) {
    let preview = picture.preview
    let position = preview.position
    if preview.opacity < 1 { cairo_push_group(cr) }
    switch preview.shape {
    case .eraser(let kind, let radius):
      EraserRing.paint(kind, at: position, radius: radius, on: cr)
    case .mark(let ink, let point): paint(ink, point, picture, on: cr)
    }
    if preview.isPointedOut {
      Self.pointOut(position, around: PreviewPicture.locatorReach(of: picture.reach), on: cr)
    }
    if preview.opacity < 1 {
      cairo_pop_group_to_source(cr)
      cairo_paint_with_alpha(cr, preview.opacity)
    }
  }

  // MARK: Marks

  private func paint(
    _ ink: Ink, _ point: StrokePoint, _ shown: PreviewPicture, on cr: OpaquePointer
  ) {
    let box = shown.box
    guard let element = shown.preview.element, let stroke = element.kind.inkStroke else { return }
    if painter.paper != shown.paper { painter = ElementPainter(paper: shown.paper) }
    let position = shown.preview.position
    let family = StockBrushes.family(of: ink)
    let mark = family.mark(ink, at: point)
    let k = shown.deviceScale
    let color = painter.strokes.color(of: ink)
    let ground = shown.preview.ground(on: shown.paper)
    if let least = Self.leastRadius(of: mark, scale: shown.view.scale, k) {
      let fine = HoverPreview.fineMark(of: color, family, on: ground, radius: least * k)
      let arm = shown.view.widgetFromCanvas(mark.edge)
      cairo_move_to(cr, position.x - arm.dx, position.y - arm.dy)
      cairo_line_to(cr, position.x + arm.dx, position.y + arm.dy)
      cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
      cr.stroke(fine.color, 2 * fine.radius / k)
      return
    }
    let edge = HoverPreview.outline(of: color, family, flow: mark.flow, on: ground)
    // A preview covers no more than the mark will, so its outline lies within. Where the mark is opaque the outline
    // is painted atop, alone in a group, at a quarter of the cost of a clip along a path.
    let isAtop = edge != nil && family.medium == .ink && color.alpha == 255 && mark.flow >= 1
    cairo_save(cr)
    cairo_scale(cr, 1 / k, 1 / k)
    let deviceFromCanvas = AffineTransform.scale(k) * shown.view.widgetFromCanvas
    let clip = Rect(
      minX: box.minX * k, minY: box.minY * k, maxX: box.maxX * k, maxY: box.maxY * k)
    if isAtop {
      cairo_rectangle(cr, clip.minX, clip.minY, clip.width, clip.height)
      cairo_clip(cr)
      cairo_push_group(cr)
    }
    painter.paint(element, on: cr, deviceFromCanvas: deviceFromCanvas, clip: clip)
    if let edge {
      let outline = painter.strokes.outline(of: stroke, deviceFromElement: deviceFromCanvas)
      outline.addPath(to: cr)
      if isAtop { cairo_set_operator(cr, CAIRO_OPERATOR_ATOP) } else { cairo_clip_preserve(cr) }
      // Half of the line is not seen.
      cr.stroke(edge, 2 * k * HoverPreview.outlineWidth(deviceScale: k))
    }
    if isAtop {
      cairo_pop_group_to_source(cr)
      cairo_paint(cr)
    }
    cairo_restore(cr)
  }

  // MARK: Pointing out

  /// Four ticks around `position`, for a tool without a visible tip.
  private static func pointOut(_ position: Point, around reach: Double, on cr: OpaquePointer) {
    let outer = reach - 2
    let inner = outer - 9
    for (color, width) in [
      (Color.white.with(alpha: 0.85), 3.5), (Color(rgba: 0x3333_40E6), 1.5),
    ] {
      for quarter in 0..<4 {
        let direction = Vector(angle: Double(quarter) * .pi / 2)
        let (a, b) = (position + direction * inner, position + direction * outer)
        cairo_move_to(cr, a.x, a.y)
        cairo_line_to(cr, b.x, b.y)
      }
      cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
      cr.stroke(color, width)
    }
  }
}

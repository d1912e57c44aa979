import CGtk
import Canvas
import Glibc
import GtkInk
import InkModel
import InkRendering

/// Paints the preview of a mark, and keeps the node while nothing changes.
///
/// The dot is painted by the renderer that will paint the stroke, at the very place, so that size,
/// shape, colour and grain are the mark's own.
final class PreviewNode {
  private struct Shown: Hashable {
    var preview: HoverPreview
    var view: Viewport
    var paper: PaperStyle
    var deviceScale: Double
  }

  private var kept: (shown: Shown, node: RenderNode)?
  private var rasterizer = StrokeRasterizer(paper: .light)

  /// Fainter than this against what is there, a mark gets an outline (WCAG 2's level for graphics).
  private static let contrast = 3.0
  /// A mark finer than this (widget points) would not be seen at all.
  private static let leastRadius = 0.75
  /// Of the paper's own colour, what shows through dry colour at the force of a preview.
  private static let dryCover = 0.6

  /// Appends a preview where it is; `nil` forgets the last.
  func append(
    _ preview: HoverPreview?, _ view: Viewport, paper: PaperStyle, deviceScale: Double,
    to snapshot: OpaquePointer
  ) {
    guard let preview else {
      kept = nil
      return
    }
    let shown = Shown(preview: preview, view: view, paper: paper, deviceScale: deviceScale)
    if kept?.shown != shown { kept = make(shown).map { (shown, $0) } }
    kept?.node.append(to: snapshot, at: .zero)
  }

  private func make(_ shown: Shown) -> RenderNode? {
    let preview = shown.preview
    let place = preview.place
    var reach = 0.0
    switch preview.shape {
    case .eraser(_, let radius): reach = radius + EraserRing.margin
    case .mark(let ink, _): reach = StockBrushes.family(of: ink).reach(ink) * shown.view.scale + 2
    }
    if preview.isPointedOut { reach = max(reach, Self.locatorReach(of: reach)) }
    let box = Rect(center: place, radius: reach).roundedOut
      .intersection(shown.view.widgetBounds)
    guard !box.isEmpty else { return nil }
    return RenderNode.painted(in: box) { cr in
      if preview.opacity < 1 { cairo_push_group(cr) }
      switch preview.shape {
      case .eraser(let kind, let radius):
        EraserRing.paint(kind, at: place, radius: radius, on: cr)
      case .mark(let ink, let point): self.paint(ink, point, shown, box, on: cr)
      }
      if preview.isPointedOut { Self.pointOut(place, around: reach, on: cr) }
      if preview.opacity < 1 {
        cairo_pop_group_to_source(cr)
        cairo_paint_with_alpha(cr, preview.opacity)
      }
    }
  }

  // MARK: Marks

  private func paint(
    _ ink: Ink, _ point: StrokePoint, _ shown: Shown, _ box: Rect, on cr: OpaquePointer
  ) {
    guard let element = shown.preview.element, case .stroke(let stroke) = element.kind else {
      return
    }
    if rasterizer.paper != shown.paper { rasterizer = StrokeRasterizer(paper: shown.paper) }
    let place = shown.preview.place
    let family = StockBrushes.family(of: ink)
    let mark = family.mark(ink, at: point)
    let k = shown.deviceScale
    let color = rasterizer.color(of: ink)
    if mark.reach * shown.view.scale < Self.leastRadius {
      cairo_arc(cr, place.x, place.y, Self.leastRadius, 0, 2 * .pi)
      cr.fill(color)
      return
    }
    cairo_save(cr)
    cairo_scale(cr, 1 / k, 1 / k)
    let deviceFromCanvas = AffineTransform.scale(k) * shown.view.widgetFromCanvas
    rasterizer.paint(
      element, on: cr, deviceFromCanvas: deviceFromCanvas,
      clip: Rect(
        minX: box.minX * k, minY: box.minY * k, maxX: box.maxX * k, maxY: box.maxY * k))
    let ground = shown.preview.ground.map { $0.resolved(on: shown.paper) }
    if isFaint(color, family, on: ground ?? shown.paper.color) {
      // Within the mark: a preview covers no more than the mark will.
      let outline = rasterizer.outline(of: stroke, deviceFromElement: deviceFromCanvas)
      outline.addPath(to: cr)
      cairo_clip_preserve(cr)
      cr.stroke(Self.outlineColor(on: color), 2 * k)
    }
    cairo_restore(cr)
  }

  private func isFaint(_ color: Color, _ family: BrushFamily, on ground: Color) -> Bool {
    let cover = Double(color.alpha) / 255 * (family.texture == nil ? 1 : Self.dryCover)
    let seen = ground.mixed(color.opaque, cover)
    return seen.contrast(against: ground) < Self.contrast
  }

  /// Half of it over a mark of this colour: more than 3:1 to it.
  private static func outlineColor(on color: Color) -> Color {
    let isLight = color.opaque.contrast(against: .black) > color.opaque.contrast(against: .white)
    return (isLight ? Color.black : .white).with(alpha: 0.55)
  }

  // MARK: Pointing out

  private static func locatorReach(of reach: Double) -> Double { max(reach, 6) + 15 }

  /// Four ticks around a place, for a tool that has no tip to be seen.
  private static func pointOut(_ place: Point, around reach: Double, on cr: OpaquePointer) {
    let outer = reach - 2
    let inner = outer - 9
    for (color, width) in [
      (Color.white.with(alpha: 0.85), 3.5), (Color(rgba: 0x3333_40E6), 1.5),
    ] {
      for quarter in 0..<4 {
        let way = Vector(angle: Double(quarter) * .pi / 2)
        let (a, b) = (place + way * inner, place + way * outer)
        cairo_move_to(cr, a.x, a.y)
        cairo_line_to(cr, b.x, b.y)
      }
      cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
      cr.stroke(color, width)
    }
  }
}

import CGtk
import Canvas
import Glibc
import Gtk
import InkModel

/// Paints the frame and the handles of a picture that is being cropped, and dims what is cut off.
final class CropNodes {
  /// Everything that it depends on.
  private struct Shown: Hashable {
    var crop: PictureCrop
    var view: Viewport
    var appearance: PickerAppearance
  }

  private var shown: (state: Shown, node: RenderNode?)?

  func append(
    _ crop: PictureCrop, _ view: Viewport, _ appearance: PickerAppearance,
    to snapshot: OpaquePointer
  ) {
    let state = Shown(crop: crop, view: view, appearance: appearance)
    if shown?.state != state { shown = (state, Self.paint(state)) }
    shown?.node?.append(to: snapshot, at: .zero)
  }

  func clear() { shown = nil }

  private static func paint(_ shown: Shown) -> RenderNode? {
    let whole = shown.crop.wholeCorners(in: shown.view)
    let part = shown.crop.corners(in: shown.view)
    let box = Rect(around: whole).outset(by: 16).intersection(
      shown.view.widgetBounds.outset(by: 1))
    guard !box.isEmpty else { return nil }
    let (line, under) = SelectionNodes.tones(shown.appearance)
    let bold = shown.appearance.isHighContrast ? 2.5 : 1.5
    let isDark = shown.appearance.paper == .dark
    return RenderNode.painted(in: box) { cr in
      cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
      cairo_clip(cr)
      cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
      // What is cut off, as if a sheet of tracing paper lay on it.
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD)
      cr.addPolygon(whole.map { ($0.x, $0.y) })
      cr.addPolygon(part.map { ($0.x, $0.y) })
      cr.fill(isDark ? Color(rgba: 0x1012_16B8) : Color(rgba: 0xFFFF_FFB8))
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
      cr.addPolygon(part.map { ($0.x, $0.y) })
      cr.set(under)
      cairo_set_line_width(cr, bold + 2.5)
      cairo_stroke_preserve(cr)
      cr.stroke(line, bold)
      for (i, handle) in shown.crop.handles(in: shown.view).enumerated() {
        guard let handle else { continue }
        // The one that the arrow keys move is filled.
        let isChosen = i == shown.crop.chosen
        SelectionNodes.knob(cr, handle, isChosen ? 8 : 6.5, line, under, bold)
        guard isChosen else { continue }
        cairo_new_sub_path(cr)
        cairo_arc(cr, handle.x, handle.y, 4.5, 0, 2 * .pi)
        cr.fill(line)
      }
    }
  }
}

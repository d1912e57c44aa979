import CGtk
import Canvas
import InkModel

extension ToolDrawing {
  /// A hand-held laser pointer: a dark barrel with a button, and light at its mouth.
  func laser(_ length: Double) {
    let red = Color(rgba: 0xFF3B_30FF)
    let dark = isDark ? Color(rgba: 0x1C1E_23FF) : Color(rgba: 0x34_38_42FF)
    let light = isDark ? Color(rgba: 0x50_54_5EFF) : Color(rgba: 0x69_6F_7CFF)
    cairo_rectangle(cr, -9, 30, 18, length - 30)
    fillRound(9, light, dark)
    cr.addPolygon([(-5, 14), (5, 14), (9, 30), (-9, 30)])
    fillRound(8, metal, metalShade)
    cairo_rectangle(cr, -5, 10, 10, 4.5)
    fillRound(5, metal, metalShade)
    // The light, brightest at the mouth.
    for (radius, alpha) in [(9.5, 0.10), (7.5, 0.16), (5.5, 0.30)] {
      cairo_new_sub_path(cr)
      cairo_arc(cr, 0, 7, radius, 0, 2 * .pi)
      cr.fill(red.with(alpha: alpha))
    }
    cairo_new_sub_path(cr)
    cairo_arc(cr, 0, 7, 3.4, 0, 2 * .pi)
    cr.fill(red)
    cairo_new_sub_path(cr)
    cairo_arc(cr, 0, 7, 1.5, 0, 2 * .pi)
    cr.fill(Color(rgba: 0xFFE6_DEFF))
    // The ring and the button.
    cairo_rectangle(cr, -9, 34, 18, 2.5)
    fillRound(9, metal, metalShade)
    cr.addRounded(Rect(x: -3.2, y: 43, width: 6.4, height: 13), radius: 3.2)
    fillRound(3.2, red, red.mixed(.black, 0.4))
  }
}

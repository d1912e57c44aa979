import CGtk
import Canvas
import InkModel

extension ToolDrawing {
  /// A stamp: a dark grip, and a block with a caret in the colour of the text.
  func text(_ length: Double) {
    let dark = isDark ? Color(rgba: 0x1C1E_23FF) : Color(rgba: 0x34_38_42FF)
    let light = isDark ? Color(rgba: 0x50_54_5EFF) : Color(rgba: 0x69_6F_7CFF)
    let sheet = isDark ? Color(rgba: 0x2A2C_31FF) : Color(rgba: 0xFDFC_F9FF)
    cairo_rectangle(cr, -7, 34, 14, length - 34)
    fillRound(7, light, dark)
    cr.addPolygon([(-12, 28), (12, 28), (7, 36), (-7, 36)])
    fillRound(12, metal, metalShade)
    cr.addRounded(Rect(x: -12.5, y: 2, width: 25, height: 26), radius: 4)
    fillRound(12.5, sheet, sheet.mixed(.black, 0.06))
    // A caret, the same from either end: tools point down as well as up.
    cr.addPolygon([
      (-5.5, 6.5), (-0.9, 6.5), (0, 7.4), (0.9, 6.5), (5.5, 6.5), (5.5, 8.7), (1.2, 8.7),
      (1.2, 21.3), (5.5, 21.3), (5.5, 23.5), (0.9, 23.5), (0, 22.6), (-0.9, 23.5), (-5.5, 23.5),
      (-5.5, 21.3), (-1.2, 21.3), (-1.2, 8.7), (-5.5, 8.7),
    ])
    cr.fill(textColor)
  }
}

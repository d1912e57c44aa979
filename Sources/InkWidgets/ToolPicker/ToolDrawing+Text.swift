import CGtk
import Canvas
import InkModel

extension ToolDrawing {
  /// A stamp of a letter: a dark grip, and a block with a T in the colour of the text.
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
    // The letter.
    cr.addPolygon([
      (-7, 7), (7, 7), (7, 11), (5.8, 11), (5.2, 9.4), (1.5, 9.4), (1.5, 20.6), (3.4, 21.4),
      (3.4, 23), (-3.4, 23), (-3.4, 21.4), (-1.5, 20.6), (-1.5, 9.4), (-5.2, 9.4), (-5.8, 11),
      (-7, 11),
    ])
    cr.fill(textColor)
  }
}

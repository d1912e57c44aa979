import CGtk
import Canvas
import Glibc
import InkModel

/// Draws one tool with its tip at 0, 0, pointing up, 26 points broad at the most.
struct ToolDrawing {
  let cr: OpaquePointer
  private let tool: ToolArt.Shown
  /// The colour of the mark on the paper.
  private let ink: Color
  /// That of text.
  var textColor: Color { tool.textColor.resolved(on: tool.appearance.paper).opaque }
  /// 0 the finest … 1 the broadest that the tool can be.
  private let breadth: Double

  init(_ tool: ToolArt.Shown, _ cr: OpaquePointer) {
    self.cr = cr
    self.tool = tool
    ink = tool.ink.color(on: tool.appearance.paper).opaque
    let range = ToolPicker.sizes(of: tool.tool)
    let size = tool.tool == .eraser ? tool.eraser.size : tool.ink.size
    breadth = min(
      max(log(size / range.lowerBound) / log(range.upperBound / range.lowerBound), 0), 1)
  }

  func draw(length: Double) {
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
    (Self.drawings[tool.tool] ?? Self.pen)(self)(length)
  }

  /// How each tool is drawn; one that is not in here is drawn as a pen.
  private static let drawings: [Tool: (ToolDrawing) -> (Double) -> Void] = [
    .brush("fountainpen"): fountainPen, .brush("pencil"): pencil, .brush("marker"): marker,
    .brush("highlighter"): highlighter, .brush("brush"): brush, .brush("crayon"): crayon,
    .brush("watercolor"): watercolor,
    .eraser: eraser, .selection: selection, .text: text, .laser: laser,
  ]

  // MARK: Materials

  var isDark: Bool { tool.appearance.isDark }
  private var shell: Color { isDark ? Color(rgba: 0x7376_7EFF) : Color(rgba: 0xF7F7_F8FF) }
  private var shade: Color { isDark ? Color(rgba: 0x4547_4DFF) : Color(rgba: 0xC9CB_D1FF) }
  var metal: Color { isDark ? Color(rgba: 0xB4B8_C0FF) : Color(rgba: 0xD9DC_E1FF) }
  var metalShade: Color { isDark ? Color(rgba: 0x6F73_7BFF) : Color(rgba: 0x9A9E_A7FF) }
  private var edge: Color {
    if tool.appearance.isHighContrast { return isDark ? .white : .black }
    return isDark ? Color.black.with(alpha: 0.45) : Color.black.with(alpha: 0.20)
  }
  private var edgeWidth: Double { tool.appearance.isHighContrast ? 1.5 : 0.8 }

  /// Fills the path with a gradient across an upright cylinder, `half` points to each side.
  func fillRound(_ half: Double, _ light: Color, _ dark: Color) {
    cr.fill(
      from: -half, to: half,
      [
        (0, dark.mixed(light, 0.25)), (0.22, light), (0.42, light.mixed(.white, 0.25)),
        (0.7, light.mixed(dark, 0.35)), (1, dark),
      ], keepingPath: true)
    cr.stroke(edge, edgeWidth)
  }

  private func fillFlat(_ color: Color) {
    cr.set(color)
    cairo_fill_preserve(cr)
    cr.stroke(edge, edgeWidth)
  }

  /// A barrel `half` points to each side from `top` down.
  private func barrel(_ half: Double, from top: Double, to bottom: Double) {
    cairo_rectangle(cr, -half, top, 2 * half, bottom - top)
    fillRound(half, shell, shade)
  }

  /// A band around a barrel in the colour of the ink, as high as the mark is broad.
  private func band(_ half: Double, at top: Double) {
    let height = 2.5 + 8 * breadth
    cairo_rectangle(cr, -half + 0.4, top, 2 * half - 0.8, height)
    cr.fill(
      from: -half, to: half,
      [
        (0, ink.mixed(.black, 0.28)), (0.3, ink), (0.42, ink.mixed(.white, 0.22)), (0.6, ink),
        (1, ink.mixed(.black, 0.34)),
      ])
  }

  // MARK: Tools

  private func pen(_ length: Double) {
    barrel(9.5, from: 31, to: length)
    cr.addPolygon([(-2.2, 9), (2.2, 9), (9.5, 31), (-9.5, 31)])
    fillRound(8, metal, metalShade)
    let w = 1 + 2.4 * breadth
    cr.addPolygon([(-2.4 - w * 0.6, 11), (-w, 1), (0, 0), (w, 1), (2.4 + w * 0.6, 11)])
    fillFlat(ink)
    band(9.5, at: 42)
  }

  private func fountainPen(_ length: Double) {
    let dark = isDark ? Color(rgba: 0x2023_29FF) : Color(rgba: 0x3C42_50FF)
    let light = isDark ? Color(rgba: 0x4A50_5CFF) : Color(rgba: 0x6A73_86FF)
    cairo_rectangle(cr, -10, 44, 20, length - 44)
    fillRound(10, light, dark)
    cr.addPolygon([(-6.5, 27), (6.5, 27), (9, 44), (-9, 44)])
    fillRound(9, light.mixed(dark, 0.4), dark)
    let gold = Color(rgba: 0xE9CF_85FF)
    let bronze = Color(rgba: 0xA97F_2BFF)
    cairo_rectangle(cr, -10, 43, 20, 3.5)
    fillRound(10, gold, bronze)
    // The nib.
    cairo_new_path(cr)
    cairo_move_to(cr, 0, 0)
    cairo_curve_to(cr, 2.5, 7, 8.5, 13, 8.2, 20)
    cairo_curve_to(cr, 8, 25, 6.5, 27, 6, 29)
    cairo_line_to(cr, -6, 29)
    cairo_curve_to(cr, -6.5, 27, -8, 25, -8.2, 20)
    cairo_curve_to(cr, -8.5, 13, -2.5, 7, 0, 0)
    cairo_close_path(cr)
    fillRound(8, gold, bronze)
    cairo_move_to(cr, 0, 4)
    cairo_line_to(cr, 0, 18)
    cr.stroke(Color(rgba: 0x5B43_12FF), 0.9)
    cairo_arc(cr, 0, 18.5, 1.7, 0, 2 * .pi)
    cr.fill(Color(rgba: 0x5B43_12FF))
    let w = 1.2 + 2.6 * breadth
    cairo_new_path(cr)
    cairo_move_to(cr, 0, -0.5)
    cairo_curve_to(cr, w * 0.6, 3, 2 + w, 6, 1.6 + w, 9.5)
    cairo_curve_to(cr, 1, 8.5, -1, 8.5, -1.6 - w, 9.5)
    cairo_curve_to(cr, -2 - w, 6, -w * 0.6, 3, 0, -0.5)
    cr.fill(ink)
    band(10, at: 52)
  }

  private func pencil(_ length: Double) {
    // Six sides, of which three are seen.
    for (x, w, light) in [(-9.0, 5.5, 0.55), (-3.5, 7.0, 0.0), (3.5, 5.5, 0.85)] {
      cairo_rectangle(cr, x, 26, w, length - 26)
      cr.fill(shell.mixed(shade, light))
    }
    cairo_rectangle(cr, -9, 24, 18, length - 24)
    cr.stroke(edge, edgeWidth)
    // The cut: wood, scalloped where the paint begins.
    cairo_new_path(cr)
    cairo_move_to(cr, -2.6, 8)
    cairo_line_to(cr, 2.6, 8)
    cairo_line_to(cr, 9, 27)
    cairo_curve_to(cr, 7.5, 31.5, 5, 31.5, 3.5, 28)
    cairo_curve_to(cr, 2, 32.5, -2, 32.5, -3.5, 28)
    cairo_curve_to(cr, -5, 31.5, -7.5, 31.5, -9, 27)
    cairo_close_path(cr)
    fillRound(9, Color(rgba: 0xEFD4_A6FF), Color(rgba: 0xC79C_63FF))
    let w = 0.6 + 1.8 * breadth
    cr.addPolygon([(-3.1, 9.5), (-w, 0.4), (w, 0.4), (3.1, 9.5)])
    fillFlat(ink)
    band(9, at: 44)
  }

  private func marker(_ length: Double) {
    barrel(11.5, from: 25, to: length)
    cr.addPolygon([(-6.5, 11), (6.5, 11), (11.5, 25), (-11.5, 25)])
    fillRound(10, shell.mixed(shade, 0.5), shade)
    let w = 3.2 + 2.6 * breadth
    cairo_new_path(cr)
    cairo_move_to(cr, -w - 0.8, 13)
    cairo_line_to(cr, -w, 4)
    cairo_curve_to(cr, -w, -1.2, w, -1.2, w, 4)
    cairo_line_to(cr, w + 0.8, 13)
    cairo_close_path(cr)
    fillRound(w + 1, ink, ink.mixed(.black, 0.25))
    cairo_rectangle(cr, -11.5, 30, 23, 3)
    cr.fill(edge)
    band(11.5, at: 40)
  }

  private func highlighter(_ length: Double) {
    barrel(12.5, from: 24, to: length)
    cr.addPolygon([(-7.5, 13), (7.5, 13), (12.5, 24), (-12.5, 24)])
    fillRound(11, shell.mixed(shade, 0.5), shade)
    let w = 4.2 + 2.4 * breadth
    cr.addPolygon([(-w, 5.5), (w, -0.5), (w + 0.4, 14), (-w - 0.4, 14)])
    fillRound(w + 1, ink, ink.mixed(.black, 0.18))
    cairo_rectangle(cr, -12, 31, 24, 14)
    cr.fill(
      from: -12, to: 12,
      [(0, ink.mixed(.black, 0.2)), (0.35, ink.mixed(.white, 0.25)), (1, ink.mixed(.black, 0.25))])
    cairo_rectangle(cr, -12, 48, 24, 2)
    cr.fill(ink)
  }

  private func brush(_ length: Double) {
    // The handle swells below its ferrule and grows thin again.
    cairo_new_path(cr)
    cairo_move_to(cr, -6, 44)
    cairo_curve_to(cr, -8, 56, -8.6, 62, -7.6, 74)
    cairo_line_to(cr, -6, max(length, 75))
    cairo_line_to(cr, 6, max(length, 75))
    cairo_line_to(cr, 7.6, 74)
    cairo_curve_to(cr, 8.6, 62, 8, 56, 6, 44)
    cairo_close_path(cr)
    fillRound(8.5, shell, shade)
    cr.addPolygon([(-5, 27), (5, 27), (6.4, 46), (-6.4, 46)])
    fillRound(6, metal, metalShade)
    for y in [32.0, 41] {
      cairo_rectangle(cr, -5.6, y, 11.2, 1.2)
      cr.fill(metalShade)
    }
    let belly = 4.6 + 2.8 * breadth
    cairo_new_path(cr)
    cairo_move_to(cr, 0.6, -1)
    cairo_curve_to(cr, 2.2, 7, belly, 11, belly, 18)
    cairo_curve_to(cr, belly, 23, 5.4, 25, 5, 28)
    cairo_line_to(cr, -5, 28)
    cairo_curve_to(cr, -5.4, 25, -belly, 23, -belly, 18)
    cairo_curve_to(cr, -belly, 11, -1.4, 7, 0.6, -1)
    cairo_close_path(cr)
    fillRound(belly, ink.mixed(.white, 0.08), ink.mixed(.black, 0.3))
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
    for x in [-2.4, 0.4, 2.8] {
      cairo_move_to(cr, x, 25)
      cairo_curve_to(cr, x * 1.2, 18, x * 0.9, 14, x * 0.35 + 0.4, 8)
      cr.stroke(Color.white.with(alpha: 0.16), 0.9)
    }
  }

  private func crayon(_ length: Double) {
    let dark = ink.mixed(.black, 0.3)
    cairo_rectangle(cr, -10.5, 17, 21, 20)
    fillRound(10.5, ink, dark)
    let w = 2.6 + 2.4 * breadth
    cairo_new_path(cr)
    cairo_move_to(cr, -8.6, 17)
    cairo_line_to(cr, -w, 1.6)
    cairo_curve_to(cr, -w + 0.6, -0.4, w - 0.6, -0.4, w, 1.6)
    cairo_line_to(cr, 8.6, 17)
    cairo_close_path(cr)
    fillRound(8, ink, dark)
    // Its paper sleeve.
    let sleeve = ink.mixed(isDark ? Color(rgba: 0x4A4C_52FF) : .white, 0.42)
    cairo_rectangle(cr, -11.2, 30, 22.4, length - 30)
    fillRound(11.2, sleeve, sleeve.mixed(.black, 0.3))
    for y in [34.0, 37.5] {
      cairo_rectangle(cr, -11.2, y, 22.4, 1.4)
      cr.fill(dark.mixed(.black, 0.25).with(alpha: 0.75))
    }
    cairo_save(cr)
    cairo_translate(cr, 0, 51)
    cairo_scale(cr, 1, 0.72)
    cairo_arc(cr, 0, 0, 7, 0, 2 * .pi)
    cairo_restore(cr)
    cr.fill(dark.mixed(.black, 0.15).with(alpha: 0.55))
  }

  /// A mop brush: hair bound in a quill, full of its wash.
  private func watercolor(_ length: Double) {
    let wood = isDark ? Color(rgba: 0x8A6A_45FF) : Color(rgba: 0xD9B4_83FF)
    cairo_new_path(cr)
    cairo_move_to(cr, -4.2, 46)
    cairo_curve_to(cr, -6.4, 58, -6.6, 64, -6, 76)
    cairo_line_to(cr, -5, max(length, 77))
    cairo_line_to(cr, 5, max(length, 77))
    cairo_line_to(cr, 6, 76)
    cairo_curve_to(cr, 6.6, 64, 6.4, 58, 4.2, 46)
    cairo_close_path(cr)
    fillRound(6.5, wood, wood.mixed(.black, 0.35))
    let quill = isDark ? Color(rgba: 0x2B2D_33FF) : Color(rgba: 0x4A4E_58FF)
    cr.addPolygon([(-6.6, 30), (6.6, 30), (5, 48), (-5, 48)])
    fillRound(6.6, quill.mixed(.white, 0.25), quill)
    for y in [33.0, 36.5, 43] {
      cairo_rectangle(cr, -6.6 + (y - 30) * 0.09, y, 13.2 - (y - 30) * 0.18, 1)
      cr.fill(metalShade)
    }
    let belly = 6.4 + 3.2 * breadth
    cairo_new_path(cr)
    cairo_move_to(cr, 0, -1)
    cairo_curve_to(cr, 2.4, 6, belly, 11, belly, 19)
    cairo_curve_to(cr, belly, 25, 7, 27, 6.6, 31)
    cairo_line_to(cr, -6.6, 31)
    cairo_curve_to(cr, -7, 27, -belly, 25, -belly, 19)
    cairo_curve_to(cr, -belly, 11, -2.4, 6, 0, -1)
    cairo_close_path(cr)
    fillRound(belly, ink.mixed(.white, 0.38), ink.mixed(.white, 0.05))
    // A highlight, since the hair is wet.
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
    cairo_move_to(cr, -belly * 0.45, 21)
    cairo_curve_to(cr, -belly * 0.5, 16, -belly * 0.3, 12, -1.2, 8)
    cr.stroke(Color.white.with(alpha: 0.6), 1.6)
  }

  /// A loop on a stick, or a frame on one.
  private func selection(_ length: Double) {
    let line = isDark ? Color(rgba: 0x8DBB_F2FF) : Color(rgba: 0x2A6F_C9FF)
    barrel(8.5, from: 36, to: length)
    cr.addPolygon([(-2.6, 25), (2.6, 25), (8.5, 36), (-8.5, 36)])
    fillRound(7, metal, metalShade)
    cairo_save(cr)
    switch tool.selectionKind {
    case .lasso:
      cairo_new_path(cr)
      cairo_move_to(cr, 0, 25.5)
      cairo_curve_to(cr, -2, 22, -12.5, 20, -11.5, 11)
      cairo_curve_to(cr, -10.5, 2.5, -4, 0.5, 1.5, 0.8)
      cairo_curve_to(cr, 8, 1.2, 12.2, 6, 11.4, 12)
      cairo_curve_to(cr, 10.5, 18.5, 4, 20.5, 0, 25.5)
    case .box: cr.addRounded(Rect(x: -11, y: 1, width: 22, height: 21), radius: 2.5)
    }
    cr.set(line.with(alpha: isDark ? 0.22 : 0.13))
    cairo_fill_preserve(cr)
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT)
    cairo_set_dash(cr, [3.6, 2.2], 2, 0)
    cr.stroke(line, tool.appearance.isHighContrast ? 2.6 : 2)
    cairo_restore(cr)
    cairo_rectangle(cr, -8.1, 43, 16.2, 4)
    cr.fill(line)
  }

  private func eraser(_ length: Double) {
    let rubber = isDark ? Color(rgba: 0xE39A_A6FF) : Color(rgba: 0xF0A9_B4FF)
    let w = 8.5 + 3 * breadth
    cr.addRounded(Rect(x: -w, y: 0, width: 2 * w, height: 34), radius: 5.5)
    fillRound(w, rubber, rubber.mixed(Color(rgba: 0x8E3B_4CFF), 0.45))
    // Lighter where it is worn.
    cairo_save(cr)
    cr.addRounded(Rect(x: -w, y: 0, width: 2 * w, height: 34), radius: 5.5)
    cairo_clip(cr)
    cairo_rectangle(cr, -w, 0, 2 * w, 3.2)
    cr.fill(Color.white.with(alpha: 0.35))
    cairo_restore(cr)
    let half = max(w + 0.6, 10.5)
    barrel(half, from: 22, to: length)
    cairo_rectangle(cr, -half + 0.4, 25.5, 2 * half - 0.8, 2)
    cr.fill(isDark ? Color(rgba: 0x7FA3_D6FF) : Color(rgba: 0x4F7F_C4FF))
    emblem()
  }

  /// What this eraser removes: a whole stroke, a part of one, or the ink that it covers.
  private func emblem() {
    let color = isDark ? Color.white.with(alpha: 0.75) : Color(rgba: 0x4A4E_58FF)
    cairo_save(cr)
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
    cairo_translate(cr, 0, 42)
    switch tool.eraser.kind {
    case .stroke, .part:
      if tool.eraser.kind == .part {
        // All but the middle.
        cairo_rectangle(cr, -9, -9, 6.4, 18)
        cairo_rectangle(cr, 2.6, -9, 6.4, 18)
        cairo_clip(cr)
      }
      cairo_move_to(cr, -6.5, 2)
      cairo_curve_to(cr, -3.5, -6, -1.5, -4, 0, 0)
      cairo_curve_to(cr, 1.5, 4, 3.5, 6, 6.5, -2)
      cr.stroke(color, 1.8)
    case .area:
      // A disc rubbed out of a field of ink.
      cr.addRounded(Rect(x: -7, y: -6, width: 14, height: 12), radius: 3)
      cairo_new_sub_path(cr)
      cairo_arc(cr, 1.5, 0.5, 3.6, 0, 2 * .pi)
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD)
      cr.fill(color)
    }
    cairo_restore(cr)
  }
}

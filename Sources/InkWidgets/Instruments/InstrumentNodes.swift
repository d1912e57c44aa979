import CGtk
import Canvas
import Glibc
import Gtk
import InkModel

/// Paints the ruler: millimetres of the paper along both edges, a dial with the angle, two knobs.
final class RulerNodes {
  /// Everything that it depends on.
  private struct Shown: Hashable {
    var ruler: Ruler
    var view: Size
    /// Widget points for one canvas point.
    var scale: Double
    var rotation: Double
    var appearance: PickerAppearance
  }

  private struct Size: Hashable {
    var width: Double
    var height: Double
  }

  private struct Tones {
    var body: Color
    var edge: Color
    var marks: Color
    var dial: Color
  }

  private var shown: (state: Shown, node: RenderNode?)?

  /// - Parameter ruler: `nil` for none.
  func append(
    _ ruler: Ruler?, _ view: Viewport, _ appearance: PickerAppearance, to snapshot: OpaquePointer
  ) {
    guard let ruler else { return shown = nil }
    let state = Shown(
      ruler: ruler, view: Size(width: view.width, height: view.height), scale: view.scale,
      rotation: view.rotation, appearance: appearance)
    if shown?.state != state { shown = (state, Self.paint(state)) }
    shown?.node?.append(to: snapshot, at: .zero)
  }

  /// As seen over paper of either style: more than a shade, so that ink below it is still read.
  private static func tones(_ appearance: PickerAppearance) -> Tones {
    let isDark = appearance.paper == .dark
    if appearance.isHighContrast {
      let (ink, paper): (Color, Color) = isDark ? (.white, .black) : (.black, .white)
      return Tones(body: paper, edge: ink, marks: ink, dial: paper)
    }
    return isDark
      ? Tones(
        body: Color(rgba: 0x4248_52D8), edge: Color(rgba: 0x8A93_A2FF),
        marks: Color(rgba: 0xD8DD_E6FF), dial: Color(rgba: 0x2C31_39FF))
      : Tones(
        body: Color(rgba: 0xE9EC_F0D8), edge: Color(rgba: 0x9AA2_ADFF),
        marks: Color(rgba: 0x4A51_5CFF), dial: Color(rgba: 0xFBFC_FDFF))
  }

  private static func paint(_ shown: Shown) -> RenderNode? {
    let view = Rect(x: 0, y: 0, width: shown.view.width, height: shown.view.height)
    let ruler = shown.ruler
    let half = Ruler.breadth / 2
    // From the dial beyond the farthest corner.
    let length = view.corners.map { $0.distance(to: ruler.center) }.max() ?? 0
    let corners = [(-length, -half), (length, -half), (length, half), (-length, half)].map {
      ruler.center + ruler.direction * $0.0 + ruler.normal * $0.1
    }
    let box = Rect(around: corners).outset(by: 3).intersection(view)
    guard !box.isEmpty else { return nil }
    let tones = tones(shown.appearance)
    return RenderNode.painted(in: box) { cr in
      cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
      cairo_clip(cr)
      cairo_translate(cr, ruler.center.x, ruler.center.y)
      cairo_rotate(cr, ruler.angle)
      cairo_rectangle(cr, -length, -half, 2 * length, 2 * half)
      cr.fill(tones.body)
      addMarks(cr, shown, length)
      cr.stroke(tones.marks, 1)
      for y in [-half + 0.5, half - 0.5] {
        cairo_move_to(cr, -length, y)
        cairo_line_to(cr, length, y)
      }
      cr.stroke(tones.edge, shown.appearance.isHighContrast ? 2 : 1)
      for x in [-Ruler.knobDistance, Ruler.knobDistance] {
        addDisc(cr, x, Ruler.knobRadius)
        cr.fill(tones.dial)
        addDisc(cr, x, Ruler.knobRadius)
        // Grooves, as of a thing that is taken hold of.
        for dy in [-3.0, 0, 3] {
          cairo_move_to(cr, x - 4, dy)
          cairo_line_to(cr, x + 4, dy)
        }
        cr.stroke(tones.marks, 1)
      }
      addDisc(cr, 0, Ruler.dialRadius)
      cr.fill(tones.dial)
      addDisc(cr, 0, Ruler.dialRadius)
      cr.stroke(tones.edge, shown.appearance.isHighContrast ? 2 : 1)
      // Upright, whatever the ruler's angle.
      cairo_rotate(cr, -ruler.angle)
      write("\(ruler.degrees(over: shown.rotation))°", cr, tones.marks)
    }
  }

  private static func addDisc(_ cr: OpaquePointer, _ x: Double, _ radius: Double) {
    cairo_new_sub_path(cr)
    cairo_arc(cr, x, 0, radius, 0, 2 * .pi)
  }

  /// Points of a millimetre of the paper: 72 points are an inch.
  private static let millimetre = 72 / 25.4
  /// Widget points between two marks, at the least.
  private static let leastGap = 2.5

  /// Marks at both edges, from the middle outwards.
  private static func addMarks(_ cr: OpaquePointer, _ shown: Shown, _ length: Double) {
    // 1, 10, 100 … millimetres, or tenths and hundredths of one.
    var gap = millimetre * shown.scale
    while gap < leastGap { gap *= 10 }
    while gap / 10 >= leastGap { gap /= 10 }
    let half = Ruler.breadth / 2
    let count = Int((length / gap).rounded(.up))
    for i in -count...count {
      let height = i % 10 == 0 ? 14.0 : i % 5 == 0 ? 10 : 6
      let x = Double(i) * gap
      cairo_move_to(cr, x, -half)
      cairo_line_to(cr, x, -half + height)
      cairo_move_to(cr, x, half)
      cairo_line_to(cr, x, half - height)
    }
  }

  private static func write(_ text: String, _ cr: OpaquePointer, _ color: Color) {
    cairo_select_font_face(cr, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    cairo_set_font_size(cr, 14)
    var extents = cairo_text_extents_t()
    cairo_text_extents(cr, text, &extents)
    cairo_move_to(
      cr, -extents.width / 2 - extents.x_bearing, -extents.height / 2 - extents.y_bearing)
    cr.set(color)
    cairo_show_text(cr, text)
    cairo_new_path(cr)
  }
}

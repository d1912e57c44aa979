import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// The colours and contrast in which the picker is painted, as the desktop and the paper ask for.
struct PickerAppearance: Hashable {
  var isDark = false
  var isHighContrast = false
  /// The paper on which colours are resolved.
  var paper = PaperStyle.light

  /// That for the colours of a picker: those that highlight keep their hue on dark paper.
  func forColors(of picker: ToolPicker) -> PickerAppearance {
    var own = self
    if picker.isHighlighting { own.paper = .light }
    return own
  }

  /// The background of the picker's cards.
  var card: Color { isDark ? Color(rgba: 0x3336_3BF5) : Color(rgba: 0xFBFB_FAF7) }
}

/// A widget that shows one small picture, repainted when what it shows changes.
class PickerArt: WidgetPainter {
  private(set) var widget: PaintedWidget!
  private(set) var size = (width: 0.0, height: 0.0)

  init() {
    widget = PaintedWidget(self, role: .presentation)
    widget.canTarget = false
  }

  /// Paints into a box of ``size``; cairo's unit is a widget point.
  func paint(_ cr: OpaquePointer) {}

  func changed() { widget.queueDraw() }

  func snapshot(_ snapshot: OpaquePointer) {
    let box = Rect(x: 0, y: 0, width: size.width, height: size.height)
    RenderNode.painted(in: box) { paint($0) }?.append(to: snapshot)
  }

  func resized(width: Int, height: Int) { size = (Double(width), Double(height)) }
}

/// A colour to choose: a disc, with a ring around the one that is chosen.
final class SwatchArt: PickerArt {
  struct Shown: Hashable {
    var color = Color.ink
    var isChosen = false
    var appearance = PickerAppearance()
    /// Of the disc, in widget points.
    var radius = 11.0
  }

  var shown = Shown() {
    didSet { if shown != oldValue { changed() } }
  }

  override func paint(_ cr: OpaquePointer) {
    let (x, y) = (size.width / 2, size.height / 2)
    let color = shown.color.resolved(on: shown.appearance.paper)
    let radius = shown.isChosen ? shown.radius - 1.5 : shown.radius
    cairo_arc(cr, x, y, radius, 0, 2 * .pi)
    cr.fill(color)
    // An edge, for dark colours on a dark card and light ones on a light card.
    cairo_arc(cr, x, y, radius - 0.5, 0, 2 * .pi)
    cr.stroke(
      shown.appearance.isDark ? Color.white.with(alpha: 0.22) : Color.black.with(alpha: 0.14), 1)
    if shown.isChosen {
      cairo_arc(cr, x, y, shown.radius + 2, 0, 2 * .pi)
      cr.stroke(
        shown.appearance.isHighContrast ? (shown.appearance.isDark ? .white : .black) : color, 2)
    }
  }
}

/// The button for all colours: a wheel of hues around the colour in use.
final class ColorWheelArt: PickerArt {
  struct Shown: Hashable {
    var color = Color.ink
    var appearance = PickerAppearance()
    var radius = 17.0
  }

  var shown = Shown() {
    didSet { if shown != oldValue { changed() } }
  }

  override func paint(_ cr: OpaquePointer) {
    let (x, y) = (size.width / 2, size.height / 2)
    let r = shown.radius
    let segments = 48
    for i in 0..<segments {
      let from = Double(i) / Double(segments) * 2 * .pi
      cairo_arc(cr, x, y, r - 2.5, from, from + 2.2 * .pi / Double(segments))
      cr.stroke(Self.hue(Double(i) / Double(segments), shown.appearance.isDark), 5)
    }
    cairo_arc(cr, x, y, r - 7.5, 0, 2 * .pi)
    cr.fill(shown.color.resolved(on: shown.appearance.paper))
    cairo_arc(cr, x, y, r - 8, 0, 2 * .pi)
    cr.stroke(
      shown.appearance.isDark ? Color.white.with(alpha: 0.22) : Color.black.with(alpha: 0.14), 1)
  }

  /// A calm colour of a hue, 0 … 1 once around.
  static func hue(_ h: Double, _ isDark: Bool) -> Color {
    func channel(_ n: Double) -> UInt8 {
      let k = (n + h * 12).truncatingRemainder(dividingBy: 12)
      let (s, l) = (0.72, isDark ? 0.6 : 0.56)
      let a = s * min(l, 1 - l)
      return UInt8(((l - a * max(-1, min(k - 3, 9 - k, 1))) * 255).rounded())
    }
    return Color(red: channel(0), green: channel(8), blue: channel(4))
  }
}

/// The handle by which the picker is dragged: a short bar.
final class GripArt: PickerArt {
  struct Shown: Hashable {
    var isUpright = true
    var appearance = PickerAppearance()
  }

  var shown = Shown() {
    didSet { if shown != oldValue { changed() } }
  }

  override func paint(_ cr: OpaquePointer) {
    let (long, thick) = (34.0, 4.5)
    let (w, h) = shown.isUpright ? (thick, long) : (long, thick)
    cr.addRounded(
      Rect(x: (size.width - w) / 2, y: (size.height - h) / 2, width: w, height: h),
      radius: thick / 2)
    let alpha = shown.appearance.isHighContrast ? 1 : 0.28
    cr.fill((shown.appearance.isDark ? Color.white : .black).with(alpha: alpha))
  }
}

/// Shorthand for painting by cairo.
extension OpaquePointer {
  func set(_ c: Color) {
    cairo_set_source_rgba(
      self, Double(c.red) / 255, Double(c.green) / 255, Double(c.blue) / 255,
      Double(c.alpha) / 255)
  }

  func fill(_ c: Color) {
    set(c)
    cairo_fill(self)
  }

  func stroke(_ c: Color, _ width: Double) {
    set(c)
    cairo_set_line_width(self, width)
    cairo_stroke(self)
  }

  func addRounded(_ r: Rect, radius: Double) {
    cairo_new_sub_path(self)
    cairo_arc(self, r.maxX - radius, r.minY + radius, radius, -.pi / 2, 0)
    cairo_arc(self, r.maxX - radius, r.maxY - radius, radius, 0, .pi / 2)
    cairo_arc(self, r.minX + radius, r.maxY - radius, radius, .pi / 2, .pi)
    cairo_arc(self, r.minX + radius, r.minY + radius, radius, .pi, 1.5 * .pi)
    cairo_close_path(self)
  }

  /// A closed path through these points.
  func addPolygon(_ points: [(Double, Double)]) {
    cairo_new_sub_path(self)
    for (x, y) in points { cairo_line_to(self, x, y) }
    cairo_close_path(self)
  }

  /// Fills the path with a linear gradient from x = `from` to x = `to`; stops are 0 … 1.
  func fill(from: Double, to: Double, _ stops: [(Double, Color)], keepingPath: Bool = false) {
    guard let gradient = cairo_pattern_create_linear(from, 0, to, 0) else { return }
    defer { cairo_pattern_destroy(gradient) }
    for (offset, c) in stops {
      cairo_pattern_add_color_stop_rgba(
        gradient, offset, Double(c.red) / 255, Double(c.green) / 255, Double(c.blue) / 255,
        Double(c.alpha) / 255)
    }
    cairo_set_source(self, gradient)
    if keepingPath { cairo_fill_preserve(self) } else { cairo_fill(self) }
  }
}

import CGtk
import Canvas
import Gtk
import InkModel

/// How an instrument looks, and all that it depends on; the kinds are in the files beside this one.
struct InstrumentPainter: Hashable {
  let instrument: Instrument
  /// The bounds of the window's paper, in widget points.
  let view: Rect
  /// The lower edge of the part of it that no other widget covers.
  let clearEdge: Double
  /// Widget points for one canvas point.
  let scale: Double
  /// What the dial says: an angle or a length.
  let reading: String
  let appearance: PickerAppearance

  struct Tones {
    var body: Color
    var edge: Color
    var marks: Color
    var dial: Color
    /// Below lines that lie on bare paper: documents and pictures there may be of any tone.
    var under: Color
  }

  /// As seen over paper of either style: more than a shade, so that ink below it is still read.
  var tones: Tones {
    let isDark = appearance.paper == .dark
    if appearance.isHighContrast {
      let (ink, paper): (Color, Color) = isDark ? (.white, .black) : (.black, .white)
      return Tones(body: paper, edge: ink, marks: ink, dial: paper, under: paper)
    }
    return isDark
      ? Tones(
        body: Color(rgba: 0x4248_52D8), edge: Color(rgba: 0x8A93_A2FF),
        marks: Color(rgba: 0xE4E8_EEFF), dial: Color(rgba: 0x2C31_39FF),
        under: Color.black.with(alpha: 0.8))
      : Tones(
        body: Color(rgba: 0xE9EC_F0D8), edge: Color(rgba: 0x9AA2_ADFF),
        marks: Color(rgba: 0x4A51_5CFF), dial: Color(rgba: 0xFBFC_FDFF),
        under: Color.white.with(alpha: 0.8))
  }

  /// - Parameter reading: See ``reading``.
  init(
    _ instrument: Instrument, over view: Viewport, reading: String, _ appearance: PickerAppearance
  ) {
    self.instrument = instrument
    self.view = view.widgetBounds
    clearEdge = view.clearBounds.maxY
    scale = view.scale
    self.reading = reading
    self.appearance = appearance
  }

  /// Of the lines that bound it, in widget points.
  var edgeWidth: Double { appearance.isHighContrast ? 2 : 1 }

  /// Of lines on bare paper, in widget points: of 1 that lies between two pixels too little is left.
  var lineWidth: Double { appearance.isHighContrast ? 2 : 1.8 }

  /// `nil` where nothing of it is in view.
  var node: RenderNode? {
    let box = bounds.outset(by: 3).intersection(view)
    guard !box.isEmpty else { return nil }
    return RenderNode.painted(in: box) { cr in
      cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
      cairo_clip(cr)
      paint(cr)
    }
  }

  /// Paints it, in widget points.
  func paint(_ cr: OpaquePointer) {
    // From here on along the edges, or the arm, and across them.
    cairo_translate(cr, instrument.center.x, instrument.center.y)
    cairo_rotate(cr, instrument.angle)
    switch instrument.kind {
    case .ruler: paintRuler(cr)
    case .setSquare: paintSetSquare(cr)
    case .compass: paintCompass(cr)
    }
  }

  private var bounds: Rect {
    switch instrument.kind {
    case .ruler: rulerBounds
    case .setSquare: Rect(around: instrument.corners)
    case .compass: compassBounds
    }
  }

  // MARK: Parts of several

  /// Strokes a path that lies on bare paper, in two tones.
  ///
  /// So it is seen over white and black alike.
  func strokeOnPaper(_ cr: OpaquePointer) {
    cr.set(tones.under)
    cairo_set_line_width(cr, lineWidth + 3)
    cairo_stroke_preserve(cr)
    cr.stroke(tones.marks, lineWidth)
  }

  func addDisc(_ cr: OpaquePointer, _ center: Point, _ radius: Double) {
    cairo_new_sub_path(cr)
    cairo_arc(cr, center.x, center.y, radius, 0, 2 * .pi)
  }

  func paintKnob(_ cr: OpaquePointer, _ center: Point) {
    addDisc(cr, center, Instrument.knobRadius)
    cr.fill(tones.dial)
    addDisc(cr, center, Instrument.knobRadius)
    cr.stroke(tones.marks, 1)
    // Dots, as of a thing that is taken hold of: three lines would be the sign of a menu.
    for dx in [-2.5, 2.5] {
      for dy in [-4.0, 0, 4] { addDisc(cr, center + Vector(dx, dy), 1.25) }
    }
    cr.fill(tones.marks)
  }

  /// The dial in the middle, with the angle.
  func paintDial(_ cr: OpaquePointer) {
    addDisc(cr, .zero, Instrument.dialRadius)
    cr.fill(tones.dial)
    addDisc(cr, .zero, Instrument.dialRadius)
    cr.stroke(tones.edge, edgeWidth)
    // Upright, whatever the instrument's angle.
    cairo_rotate(cr, -instrument.angle)
    let extents = prepareReading(cr)
    write(reading, cr, extents, at: .zero)
  }

  /// Sets the font of the reading, and returns its bounds as cairo tells them.
  func prepareReading(_ cr: OpaquePointer) -> cairo_text_extents_t {
    setFont(cr, size: 14)
    return Self.extents(of: reading, cr)
  }

  /// - Parameter size: Widget points.
  func setFont(_ cr: OpaquePointer, size: Double) {
    cairo_select_font_face(cr, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    cairo_set_font_size(cr, size)
  }

  static func extents(of text: String, _ cr: OpaquePointer) -> cairo_text_extents_t {
    var extents = cairo_text_extents_t()
    cairo_text_extents(cr, text, &extents)
    return extents
  }

  /// Writes a text of these bounds with its middle at a point.
  func write(
    _ text: String, _ cr: OpaquePointer, _ extents: cairo_text_extents_t, at middle: Point
  ) {
    cairo_move_to(
      cr, middle.x - extents.width / 2 - extents.x_bearing,
      middle.y - extents.height / 2 - extents.y_bearing)
    cr.set(tones.marks)
    cairo_show_text(cr, text)
    cairo_new_path(cr)
  }
}

import CGtk
import Canvas
import InkModel

extension InstrumentPainter {
  /// The space around the reading, in widget points.
  private static let padding = Vector(8, 6)
  /// Widget points from the centre within which the reading of a small circle is.
  private static let nearby = 110.0

  var compassBounds: Rect {
    let knob = instrument.armLength + Instrument.knobRadius + lineWidth
    return Rect(center: instrument.center, radius: max(knob, Self.nearby))
  }

  /// The circle, the arm with its knob, and a disc around the centre, which the reading is below.
  func paintCompass(_ cr: OpaquePointer) {
    let (radius, grip, tones) = (instrument.radius, instrument.gripRadius, self.tones)
    let knob = Point(instrument.armLength, 0)
    addDisc(cr, .zero, radius)
    cairo_move_to(cr, grip, 0)
    cairo_line_to(cr, knob.x, 0)
    strokeOnPaper(cr)
    addDisc(cr, .zero, grip)
    cr.fill(tones.body)
    addDisc(cr, .zero, grip)
    // The point in the middle is left free.
    for (inner, outer) in [(2.0, min(grip, 8)), (-2.0, -min(grip, 8))] {
      cairo_move_to(cr, inner, 0)
      cairo_line_to(cr, outer, 0)
      cairo_move_to(cr, 0, inner)
      cairo_line_to(cr, 0, outer)
    }
    strokeOnPaper(cr)
    addDisc(cr, knob, Instrument.knobRadius)
    strokeOnPaper(cr)
    paintKnob(cr, knob)
    addDisc(cr, knob, Instrument.knobRadius)
    cr.stroke(tones.marks, lineWidth)
    // Upright, whatever the arm's angle.
    cairo_rotate(cr, -instrument.angle)
    paintRadius(cr)
  }

  private static func boxWidth(around text: cairo_text_extents_t) -> Double {
    text.width + 2 * padding.dx
  }

  /// The width of the box around the reading, in widget points.
  var readingWidth: Double {
    let surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
    defer { cairo_surface_destroy(surface) }
    guard let cr = cairo_create(surface) else { return 0 }
    defer { cairo_destroy(cr) }
    return Self.boxWidth(around: prepareReading(cr))
  }

  /// The radius, at the position of ``Canvas/Instrument/readingMiddle(above:)``.
  private func paintRadius(_ cr: OpaquePointer) {
    let text = prepareReading(cr)
    let (width, height) = (Self.boxWidth(around: text), text.height + 2 * Self.padding.dy)
    let middle = Point.zero + (instrument.readingMiddle(above: clearEdge) - instrument.center)
    let box = Rect(
      x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    cr.addRounded(box, radius: height / 2)
    cr.fill(tones.dial)
    cr.addRounded(box, radius: height / 2)
    cr.stroke(tones.edge, edgeWidth)
    write(reading, cr, text, at: middle)
  }
}

import CGtk
import Canvas
import InkModel

extension InstrumentPainter {
  /// Degrees between two marks of the protractor, and from the long edge to the first and the last one: farther down the
  /// millimetres and their numbers are.
  private static let degrees = (step: 5, first: 15)
  /// Widget points from the sharp corners within which there are no millimetres.
  private static let corner = 20.0

  /// The triangle with millimetres of the paper from the middle of its long edge, centimetres in figures, a protractor
  /// around that, the dial and two knobs.
  func paintSetSquare(_ cr: OpaquePointer) {
    let (half, edge, tones) = (Instrument.longEdge / 2, Instrument.inradius, self.tones)
    let corners = [(-half, edge), (half, edge), (0.0, edge - half)]
    cr.addPolygon(corners)
    cr.fill(tones.body)
    addMillimetres(cr, length: half - Self.corner, from: edge, into: -1)
    addDegrees(cr)
    cr.stroke(tones.marks, 1)
    // The edges beside the long one have half a right angle with it.
    writeNumbers(cr, length: half - Self.marksDepth - 2, at: edge, into: -1)
    cr.addPolygon(corners)
    // Mitred, the sharp corners would lie beyond the edges.
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
    cr.stroke(tones.edge, edgeWidth)
    let toLocal = AffineTransform.rotation(-instrument.angle)
    for knob in instrument.knobs {
      paintKnob(cr, Point.zero + toLocal(knob - instrument.center))
    }
    paintDial(cr)
  }

  /// The marks of a half circle around the middle of the long edge, inwards.
  private func addDegrees(_ cr: OpaquePointer) {
    let zero = Point(0, Instrument.inradius)
    let (step, first) = Self.degrees
    for degree in stride(from: first, through: 180 - first, by: step) {
      let length = degree % 45 == 0 ? 14.0 : degree % 10 == 0 ? 9 : 5
      let direction = Vector(angle: -Double(degree) * .pi / 180)
      let outer = zero + direction * Instrument.protractorRadius
      let inner = outer - direction * length
      cairo_move_to(cr, outer.x, outer.y)
      cairo_line_to(cr, inner.x, inner.y)
    }
  }
}

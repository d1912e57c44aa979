import CGtk
import Canvas
import Gtk
import InkModel

extension InstrumentPainter {
  /// Degrees between two marks of the protractor, and from the long edge to the first and the last one: farther down the
  /// millimetres and their numbers are.
  private static let degrees = (step: 5, first: 15)
  /// Degrees between two figures: at every tenth they would touch.
  private static let figureStep = 30
  /// Of the marks at half a right angle, of those at tens of degrees, and of the others, in widget
  /// points.
  private static let degreeHeights = (half: 14.0, ten: 9.0, short: 5.0)
  /// Widget points from the sharp corners within which there are no millimetres.
  private static let corner = 20.0

  /// The triangle with millimetres of the paper from the middle of its long edge, centimetres in
  /// figures, a protractor around that, degrees in figures, the dial and two knobs.
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
    writeDegrees(cr)
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
    let (step, first) = Self.degrees
    let (half, ten, short) = Self.degreeHeights
    for degree in stride(from: first, through: 180 - first, by: step) {
      // A right angle has a figure, and the dial is below that.
      let length = degree % 90 == 45 ? half : degree % 10 == 0 ? ten : short
      let outer = protractorPoint(degree, Instrument.protractorRadius)
      let inner = protractorPoint(degree, Instrument.protractorRadius - length)
      cairo_move_to(cr, outer.x, outer.y)
      cairo_line_to(cr, inner.x, inner.y)
    }
  }

  /// A point of the protractor, in widget points from the middle of the dial, along the long edge
  /// and across it.
  private func protractorPoint(_ degree: Int, _ radius: Double) -> Point {
    Point(0, Instrument.inradius) + Vector(angle: -Double(degree) * .pi / 180) * radius
  }

  /// The figures at marks of the protractor, counterclockwise as the dial counts, and the middle of
  /// each, in widget points from that of the dial, along the long edge and across it.
  var degreeNumbers: [(degree: Int, middle: Point)] {
    let radius = Instrument.protractorRadius - Self.degreeHeights.ten - Self.figuresOffset
    return stride(from: Self.figureStep, to: 180, by: Self.figureStep).map { degree in
      (degree, protractorPoint(degree, radius))
    }
  }

  /// Writes them along the half circle, and none upside down.
  private func writeDegrees(_ cr: OpaquePointer) {
    setNumberFont(cr)
    for number in degreeNumbers {
      let text = NumberText.text(Double(number.degree), decimals: 0)
      writeNumber(
        text, cr, Self.extents(of: text, cr), at: number.middle,
        turned: Double(90 - number.degree) * .pi / 180)
    }
  }
}

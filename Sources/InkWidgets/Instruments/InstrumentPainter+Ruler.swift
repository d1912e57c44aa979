import CGtk
import Canvas
import InkModel

extension InstrumentPainter {
  /// From the dial beyond the farthest corner of the window.
  private var length: Double {
    view.corners.map { $0.distance(to: instrument.center) }.max() ?? 0
  }

  var rulerBounds: Rect {
    let along = instrument.direction * length
    let across = instrument.normal * (Instrument.breadth / 2)
    let offsets: [Vector] = [-along - across, along - across, along + across, across - along]
    return Rect(around: offsets.map { instrument.center + $0 })
  }

  /// Widget points from the dial's middle, along, within which it reaches up to the numbers.
  private var dialAmongNumbers: Double {
    let across = Instrument.breadth / 2 - Self.marksDepth
    return (Instrument.dialRadius * Instrument.dialRadius - across * across).squareRoot()
  }

  /// Millimetres of the paper along both edges, centimetres in figures, a dial with the angle, two knobs.
  func paintRuler(_ cr: OpaquePointer) {
    let (length, half, tones) = (self.length, Instrument.breadth / 2, self.tones)
    cairo_rectangle(cr, -length, -half, 2 * length, 2 * half)
    cr.fill(tones.body)
    let edges = [(-half, 1.0), (half, -1)]
    for (edge, inwards) in edges {
      addMillimetres(cr, length: length, from: edge, into: inwards)
    }
    cr.stroke(tones.marks, 1)
    for (edge, inwards) in edges {
      writeNumbers(
        cr, length: length, beyond: dialAmongNumbers, at: edge, into: inwards)
    }
    for y in [-half + 0.5, half - 0.5] {
      cairo_move_to(cr, -length, y)
      cairo_line_to(cr, length, y)
    }
    cr.stroke(tones.edge, edgeWidth)
    for x in [-Instrument.knobDistance, Instrument.knobDistance] { paintKnob(cr, Point(x, 0)) }
    paintDial(cr)
  }
}

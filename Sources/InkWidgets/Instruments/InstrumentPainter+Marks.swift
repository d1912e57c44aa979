import CGtk
import Canvas
import Gtk
import InkModel

/// Marks of the paper's millimetres along an edge, and its centimetres in figures at the long ones.
extension InstrumentPainter {
  /// Widget points between two marks, at the least.
  private static let leastGap = 2.5
  /// Of every tenth mark, of those in the middle between two of these, and of the others, in widget points.
  private static let heights = (long: 12.0, middle: 8.0, short: 5.0)
  /// The size of figures, and from a long mark to them, in widget points.
  private static let figures = (size: 10.0, gap: 1.5)
  /// Widget points between two numbers, at the least.
  private static let leastSpace = 6.0
  /// Widget points from an edge within which its marks and numbers are: the height of figures is three quarters of
  /// their size at most.
  static let marksDepth = heights.long + figures.gap + figures.size * 0.75
  /// Widget points from a mark to the middle of its figures.
  static let figuresOffset = figures.gap + figures.size * 0.75 / 2

  /// A number at an edge, as far from its middle on either side.
  struct EdgeNumber {
    var text: String
    /// Widget points from the middle of the edge to that of the number.
    var distance: Double
    fileprivate var extents: cairo_text_extents_t

    /// Widget points.
    var width: Double { extents.width }
  }

  /// From one mark to the next: 1, 10, 100 … millimetres, or tenths and hundredths of one.
  private var markGap: (points: Double, millimetres: Double) {
    var (points, millimetres) = (Length.millimetre * scale, 1.0)
    while points < Self.leastGap { (points, millimetres) = (points * 10, millimetres * 10) }
    while points / 10 >= Self.leastGap { (points, millimetres) = (points / 10, millimetres / 10) }
    return (points, millimetres)
  }

  /// Marks at an edge, from the middle outwards to both sides.
  ///
  /// - Parameters:
  ///   - length: From the middle to the last mark, at most.
  ///   - edge: Where the edge is, across.
  ///   - inwards: 1 or -1, the direction from the edge into the instrument.
  func addMillimetres(_ cr: OpaquePointer, length: Double, from edge: Double, into inwards: Double)
  {
    let gap = markGap.points
    let count = Int(length / gap)
    let (long, middle, short) = Self.heights
    for i in -count...count {
      let height = i % 10 == 0 ? long : i % 5 == 0 ? middle : short
      cairo_move_to(cr, Double(i) * gap, edge)
      cairo_line_to(cr, Double(i) * gap, edge + inwards * height)
    }
  }

  /// The numbers at an edge, from its middle outwards: at each long mark, or where they would touch at every fifth or
  /// tenth of these.
  ///
  /// Sets the font that they are written with.
  ///
  /// - Parameter length: From the middle to the end of the last number, at most.
  func edgeNumbers(_ cr: OpaquePointer, length: Double) -> [EdgeNumber] {
    setNumberFont(cr)
    let gap = markGap
    let points = 10 * gap.points
    let all = (0...max(Int(length / points), 0)).map { i in
      // Ten marks of a millimetre are a centimetre, and so on.
      let text = NumberText.text(Double(i) * gap.millimetres, decimals: 2)
      return EdgeNumber(
        text: text, distance: Double(i) * points, extents: Self.extents(of: text, cr))
    }
    let widest = all.map { $0.width }.max() ?? 0
    let step = [1, 5].first { Double($0) * points >= widest + Self.leastSpace } ?? 10
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
      .filter { $0.distance + $0.width / 2 <= length }
  }

  /// Writes the numbers along an edge, turned with the instrument but never upside down.
  ///
  /// - Parameters:
  ///   - length: From the middle to the end of the last number, at most.
  ///   - middle: Widget points from the middle within which something else is; `nil` for nothing.
  ///   - edge: Where the edge is, across.
  ///   - inwards: 1 or -1, the direction from the edge into the instrument.
  func writeNumbers(
    _ cr: OpaquePointer, length: Double, beyond middle: Double? = nil, at edge: Double,
    into inwards: Double
  ) {
    let numbers = edgeNumbers(cr, length: length).filter { number in
      middle.map { number.distance - number.width / 2 >= $0 } ?? true
    }
    let figure = Self.extents(of: "0", cr)
    let across = edge + inwards * (Self.heights.long + Self.figures.gap + figure.height / 2)
    for number in numbers {
      // On one line, whatever a decimal mark adds below.
      var extents = number.extents
      (extents.y_bearing, extents.height) = (figure.y_bearing, figure.height)
      for side in number.distance == 0 ? [1.0] : [-1.0, 1] {
        writeNumber(number.text, cr, extents, at: Point(side * number.distance, across))
      }
    }
  }

  /// Sets the font of numbers at marks.
  func setNumberFont(_ cr: OpaquePointer) { setFont(cr, size: Self.figures.size) }

  /// Writes a number of these bounds, turned with the instrument but never upside down.
  ///
  /// - Parameters:
  ///   - middle: Of the number, from that of the instrument, along and across.
  ///   - angle: Radians clockwise from the direction of the instrument.
  func writeNumber(
    _ text: String, _ cr: OpaquePointer, _ extents: cairo_text_extents_t, at middle: Point,
    turned angle: Double = 0
  ) {
    // A hair more than a quarter turn, so that an upright instrument stays as it is.
    let isUpsideDown = Vector(angle: instrument.angle + angle).dx < -1e-9
    cairo_save(cr)
    cairo_translate(cr, middle.x, middle.y)
    cairo_rotate(cr, isUpsideDown ? angle + .pi : angle)
    write(text, cr, extents, at: .zero)
    cairo_restore(cr)
  }
}

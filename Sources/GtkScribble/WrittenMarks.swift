import CGtk
import Gtk
import InkModel

/// Fine dotted lines below words that were written last: a tap on one offers other readings.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class WrittenMarks: WidgetPainter {
  /// A line below a part of the text, in the points of the window or popover.
  struct Line: Hashable {
    var start: Point
    var length: Double
  }

  /// The distance of two dots and their diameter, in points: as fine as a spelling checker's.
  private static let distance = 4.0
  private static let diameter = 1.6

  private var cover: Cover?
  private let color: Color

  var lines: [Line] = [] {
    didSet { if lines != oldValue { cover?.queueDraw() } }
  }

  /// - Parameter color: that of the field's text.
  init(on native: UnsafeMutablePointer<GtkWidget>, color: Color) {
    self.color = color
    cover = Cover(over: native, painter: self)
  }

  /// Removes the lines, for good.
  func end() {
    cover?.end()
    cover = nil
  }

  func snapshot(_ snapshot: OpaquePointer) {
    guard let origin = cover?.origin else { return }
    for line in lines {
      let box = Rect(
        x: line.start.x, y: line.start.y - Self.diameter, width: line.length,
        height: 2 * Self.diameter)
      let node = RenderNode.painted(in: box) { cr in
        let (red, green, blue) = (color.red, color.green, color.blue)
        cairo_set_source_rgba(
          cr, Double(red) / 255, Double(green) / 255, Double(blue) / 255, 0.6)
        cairo_set_line_width(cr, Self.diameter)
        cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
        var dashes = [0, Self.distance]
        cairo_set_dash(cr, &dashes, 2, 0)
        cairo_move_to(cr, line.start.x + Self.diameter, line.start.y)
        cairo_line_to(cr, line.start.x + line.length - Self.diameter / 2, line.start.y)
        cairo_stroke(cr)
      }
      node?.append(to: snapshot, at: origin)
    }
  }
}

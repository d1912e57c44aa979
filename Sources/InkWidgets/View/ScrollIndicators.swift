import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Thin bars at two edges that show which part of the drawing is in view.
///
/// They appear while the view moves and fade afterwards. The canvas paints them, so they take no input;
/// they disappear at once when a tool comes down, so that they never cover fresh ink.
final class ScrollIndicators {
  private let widget: Widget
  private let fading: Fading

  /// Seconds.
  static let holdTime = 0.7
  static let fadeTime = 0.25
  /// Widget points.
  private static let thickness = 4.0
  private static let inset = 3.0
  private static let shortest = 28.0

  init(on widget: some WidgetProtocol) {
    self.widget = Widget(widget)
    fading = Fading(on: widget, duration: Self.fadeTime)
  }

  /// The view moved.
  func show() {
    fading.show()
    fading.fade(after: Self.holdTime)
  }

  /// A tool is down.
  func hide() { fading.hide() }

  // MARK: Painting

  /// Appends the bars to a frame; `drawing` is the box of all ink, in canvas space.
  func append(to snapshot: OpaquePointer, _ view: Viewport, drawing: Rect) {
    let opacity = fading.opacity
    guard opacity > 0, !drawing.isEmpty else { return }
    let isRightToLeft = widget.direction == .rightToLeft
    for bar in Self.bars(view, drawing: drawing, isRightToLeft: isRightToLeft) {
      let radius = Self.thickness / 2
      RenderNode.painted(in: bar.outset(by: 1)) { cr in
        cairo_new_sub_path(cr)
        if bar.width > bar.height {
          cairo_arc(cr, bar.minX + radius, bar.center.y, radius, .pi / 2, 1.5 * .pi)
          cairo_arc(cr, bar.maxX - radius, bar.center.y, radius, -.pi / 2, .pi / 2)
        } else {
          cairo_arc(cr, bar.center.x, bar.minY + radius, radius, .pi, 2 * .pi)
          cairo_arc(cr, bar.center.x, bar.maxY - radius, radius, 0, .pi)
        }
        cairo_close_path(cr)
        // Visible on any paper: a dark bar with a light edge.
        cairo_set_source_rgba(cr, 1, 1, 1, 0.45 * opacity)
        cairo_set_line_width(cr, 2)
        cairo_stroke_preserve(cr)
        cairo_set_source_rgba(cr, 0.3, 0.3, 0.33, 0.62 * opacity)
        cairo_fill(cr)
      }?.append(to: snapshot, at: .zero)
    }
  }

  /// The bars' frames, in widget points: along the bottom and along one side; no bar on an axis on which all
  /// of the drawing is in view.
  static func bars(_ view: Viewport, drawing: Rect, isRightToLeft: Bool) -> [Rect] {
    let window = view.widgetBounds
    let all = view.widgetFromCanvas(drawing).union(window)
    /// The bar on one axis, within 0 … `length`.
    func span(_ low: Double, _ high: Double, _ length: Double) -> (Double, Double)? {
      guard high - low > length + 1 else { return nil }
      let track = length - 2 * inset - thickness - inset
      guard track > 2 * shortest else { return nil }
      let size = max(track * length / (high - low), shortest)
      let start = inset + (track - size) * (0 - low) / (high - low - length)
      return (start, start + size)
    }
    var bars: [Rect] = []
    if let (from, to) = span(all.minX, all.maxX, window.width) {
      let y = window.maxY - inset - thickness
      // Room for the other bar at that end of the bottom where it is.
      let shift = isRightToLeft ? thickness + inset : 0
      bars.append(Rect(minX: from + shift, minY: y, maxX: to + shift, maxY: y + thickness))
    }
    if let (from, to) = span(all.minY, all.maxY, window.height) {
      let x = isRightToLeft ? inset : window.maxX - inset - thickness
      bars.append(Rect(minX: x, minY: from, maxX: x + thickness, maxY: to))
    }
    return bars
  }
}

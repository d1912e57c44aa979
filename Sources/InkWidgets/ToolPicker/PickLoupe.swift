import CGtk
import Canvas
import Gtk
import InkModel

/// Shows, while a colour is picked from the drawing, the one that a contact here would take: above the tip, where neither
/// the tip nor the hand covers it.
///
/// The upper half is the colour to come, the lower one the colour that would be replaced. On bare paper, from which
/// nothing is taken, both are that one.
final class PickLoupe {
  private struct Shown: Hashable {
    /// Of the tip, in widget points.
    var position: Point
    var color: Color?
    var present: Color
    var appearance: PickerAppearance
  }

  private let widget: Widget
  private var shown: Shown?

  /// Widget points: of the disc, and from its centre to the tip.
  private static let radius = 26.0
  private static let distance = 62.0

  init(on widget: some WidgetProtocol) { self.widget = Widget(widget) }

  /// - Parameters:
  ///   - position: Of the tip, in widget points; `nil` where no tool is over the paper, or no colour is picked.
  ///   - color: Of the ink there; `nil` on bare paper.
  ///   - present: The colour that is replaced.
  func show(at position: Point?, color: Color?, present: Color, _ appearance: PickerAppearance) {
    let new = position.map {
      Shown(position: $0, color: color, present: present, appearance: appearance)
    }
    guard new != shown else { return }
    shown = new
    widget.queueDraw()
  }

  /// Its centre, in widget points: above the tip, or below it at the upper edge.
  private static func center(_ tip: Point, in bounds: Rect) -> Point {
    let reach = radius + 4
    let above = tip.y - distance
    return Point(
      min(max(tip.x, bounds.minX + reach), max(bounds.maxX - reach, bounds.minX + reach)),
      above - reach < bounds.minY ? tip.y + distance : above)
  }

  func append(to snapshot: OpaquePointer) {
    guard let shown else { return }
    let center = Self.center(shown.position, in: widget.bounds)
    let radius = Self.radius
    let paper = shown.appearance.paper
    RenderNode.painted(in: Rect(center: center, radius: radius + 4)) { cr in
      cairo_arc(cr, center.x, center.y, radius + 2.5, 0, 2 * .pi)
      cr.fill(Color.black.with(alpha: 0.45))
      cairo_arc(cr, center.x, center.y, radius + 1.5, 0, 2 * .pi)
      cr.fill(.white)
      cairo_arc(cr, center.x, center.y, radius - 1.5, .pi, 2 * .pi)
      cr.fill((shown.color ?? shown.present).resolved(on: paper))
      cairo_arc(cr, center.x, center.y, radius - 1.5, 0, .pi)
      cr.fill(shown.present.resolved(on: paper))
    }?.append(to: snapshot, at: .zero)
  }
}

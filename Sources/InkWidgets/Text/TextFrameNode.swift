import CGtk
import Canvas
import Gtk
import InkModel

/// Paints a thin frame around a text that is edited, so that people see what keys and writing go into.
final class TextFrameNode {
  /// Everything that its picture depends on.
  private struct Shown: Hashable {
    /// In widget points.
    var corners: [Point]
    /// What is in view of the paper, in widget points.
    var view: Rect
    var appearance: PickerAppearance
  }

  private var shown: (state: Shown, node: RenderNode?)?

  /// Of the line: lighter than that of a selection, which has handles.
  private static let opacity = 0.5

  /// - Parameter corners: In widget points, all around.
  func append(
    _ corners: [Point], _ view: Rect, _ appearance: PickerAppearance, to snapshot: OpaquePointer
  ) {
    let state = Shown(corners: corners, view: view, appearance: appearance)
    if shown?.state != state { shown = (state, Self.paint(state)) }
    shown?.node?.append(to: snapshot, at: .zero)
  }

  func clear() { shown = nil }

  private static func paint(_ shown: Shown) -> RenderNode? {
    let box = Rect(around: shown.corners).outset(by: 3).intersection(shown.view.outset(by: 3))
    guard !box.isEmpty else { return nil }
    let isHighContrast = shown.appearance.isHighContrast
    let line = SelectionNodes.tones(shown.appearance).line
    return RenderNode.painted(in: box) { cr in
      cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
      cairo_clip(cr)
      cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
      cr.addPolygon(shown.corners.map { ($0.x, $0.y) })
      cr.stroke(isHighContrast ? line : line.with(alpha: opacity), isHighContrast ? 2 : 1)
    }
  }
}

import CGtk
import Canvas
import Gtk
import InkModel

/// Areas of the paper that are lit up: where something was found.
public struct CanvasHighlights: Hashable, Sendable {
  /// In canvas space.
  public var areas: [Rect]
  /// The one that is looked at, lit up more than the others.
  public var current: Int?

  public init(_ areas: [Rect] = [], current: Int? = nil) {
    self.areas = areas
    self.current = current
  }
}

/// Paints what is lit up as a text marker would, so that the ink below stays legible.
final class HighlightNodes {
  private struct Shown: Hashable {
    var highlights: CanvasHighlights
    var view: Viewport
    var appearance: PickerAppearance
  }

  private var shown: (Shown, node: RenderNode?)?

  /// Areas that are painted at most: a page with more in view is lit up anyway.
  private static let most = 500
  /// Widget points by which areas are larger than what was found.
  private static let margin = 3.0

  func append(
    _ highlights: CanvasHighlights, _ view: Viewport, _ appearance: PickerAppearance,
    to snapshot: OpaquePointer
  ) {
    guard !highlights.areas.isEmpty else {
      shown = nil
      return
    }
    let now = Shown(highlights: highlights, view: view, appearance: appearance)
    if shown?.0 != now { shown = (now, paint(now)) }
    shown?.node?.append(to: snapshot)
  }

  private func paint(_ shown: Shown) -> RenderNode? {
    let view = shown.view
    let margin = Self.margin / view.scale
    let visible = view.canvasFromWidget(view.widgetBounds)
    var areas: [(quad: Quad, isCurrent: Bool)] = []
    var bounds = Rect.empty
    for (i, area) in shown.highlights.areas.enumerated() where areas.count < Self.most {
      let isCurrent = i == shown.highlights.current
      let area = area.outset(by: margin)
      guard area.intersects(visible) else { continue }
      let quad = Quad(area).mapped(by: view.widgetFromCanvas)
      areas.append((quad, isCurrent))
      bounds = bounds.union(quad.bounds)
    }
    guard !areas.isEmpty else { return nil }
    let isContrast = shown.appearance.isHighContrast
    let line = SelectionNodes.tones(shown.appearance).line
    return RenderNode.painted(in: bounds.outset(by: 3).intersection(view.widgetBounds)) { cr in
      for (quad, isCurrent) in areas {
        cr.addPolygon(quad.corners.map { ($0.x, $0.y) })
        cr.set(Color(rgba: isCurrent ? 0xFF78_0070 : 0xF6D3_2D60))
        cairo_fill_preserve(cr)
        // Not by colour alone.
        if isCurrent || isContrast {
          cr.stroke(line, isCurrent ? 2 : 1)
        } else {
          cairo_new_path(cr)
        }
      }
    }
  }
}

import CCairo
import InkModel

/// Strokes in vector formats.
extension StrokePainter {
  /// Whether an outline cannot represent a stroke: dry colour has a grain, a wash an edge.
  static func needsPixels(_ stroke: Stroke) -> Bool {
    StockBrushes.family(of: stroke.ink).medium != .ink
  }

  /// Paints a stroke as one outline.
  ///
  /// - Parameter cr: A context in canvas space.
  func paintVector(_ stroke: Stroke, _ element: Element, on cr: OpaquePointer) {
    guard let outline = vectorOutline(of: stroke, element.canvasFromElement) else { return }
    cairo_save(cr)
    Self.clipAwayTrails(of: stroke, element, on: cr)
    cairo_set_source(cr, color(of: stroke.ink))
    outline.addPath(to: cr)
    cairo_fill(cr)
    cairo_restore(cr)
  }

  /// A stroke as a `path`, after a `mask` where something was rubbed out of it.
  func svg(of stroke: Stroke, _ element: Element) -> String? {
    guard let outline = vectorOutline(of: stroke, element.canvasFromElement) else { return nil }
    let (mask, reference) = Self.mask(of: stroke, element)
    let fill = SVGExporter.fill(color(of: stroke.ink))
    return "\(mask)<path \(fill)\(reference) d=\"\(SVGExporter.path(outline))\"/>\n"
  }

  /// The outline of a stroke in canvas space, fine enough for eightfold magnification; `nil`
  /// where nothing of it is visible.
  private func vectorOutline(
    of stroke: Stroke, _ canvasFromElement: AffineTransform
  ) -> StrokeOutline? {
    let closeUp = 8.0
    var outline = outline(of: stroke, deviceFromElement: .scale(closeUp) * canvasFromElement)
    guard !outline.isEmpty else { return nil }
    outline.map(.scale(1 / closeUp))
    return outline
  }

  /// The mask that hides what was rubbed out of a stroke, and the attribute that refers to it.
  static func mask(
    of stroke: Stroke, _ element: Element
  ) -> (definition: String, reference: String) {
    let outlines = trailOutlines(of: stroke, element)
    guard !outlines.isEmpty else { return ("", "") }
    func number(_ v: Double) -> String { SVGExporter.number(SVGExporter.hundredths(v)) }
    let box = element.bounds.outset(by: 1)
    let frame =
      "x=\"\(number(box.minX))\" y=\"\(number(box.minY))\" "
      + "width=\"\(number(box.width))\" height=\"\(number(box.height))\""
    let holes = outlines.map { "<path d=\"\(SVGExporter.path($0))\"/>" }.joined()
    let name = "rubbed\(element.id.number)"
    return (
      "<mask id=\"\(name)\" maskUnits=\"userSpaceOnUse\" \(frame)>"
        + "<rect \(frame) fill=\"#fff\"/>\(holes)</mask>\n", " mask=\"url(#\(name))\""
    )
  }
}

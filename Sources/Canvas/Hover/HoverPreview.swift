import InkModel
import InkRendering

/// A picture of the mark that a hovering tool would make where it is (S24, S89).
public struct HoverPreview: Hashable, Sendable {
  public enum Shape: Hashable, Sendable {
    /// The dot that a press of medium force leaves: by this ink, at this point of the canvas.
    case mark(Ink, StrokePoint)
    /// The edge of an eraser's disc; `radius` in widget points.
    case eraser(Eraser.Kind, radius: Double)
  }

  public var shape: Shape
  /// In widget points.
  public var position: Point
  /// 0 … 1, above 0.
  public var opacity: Double
  /// The colour of the ink that is there already, as on light paper; `nil` on bare paper.
  public var ground: Color?
  /// The tool itself cannot be seen, so ticks around the position are shown.
  public var isPointedOut = false

  /// The force of the mark, after the force curve: the middle (S27).
  public static let force: Float = 0.5

  /// Whether the mark comes below the ink that is there.
  public var painting: LayerBand {
    switch shape {
    case .mark(let ink, _): StockBrushes.family(of: ink).band
    case .eraser: .above
    }
  }

  /// The dot as an element of a drawing; `nil` for an eraser.
  ///
  /// A preview that is painted from it is the mark to come, grain and all.
  public var element: Element? {
    guard case .mark(let ink, let point) = shape else { return nil }
    let stroke = Stroke(content: ContentID(0), ink: ink, path: StrokePath([point]), seed: 0)
    return Element(id: ElementID(0), order: .first, kind: .stroke(stroke))
  }
}

extension CanvasSession {
  /// The preview of a hovering tool, `nil` where there is none to show.
  ///
  /// None is shown while any tool is down (S98), nor where a touch would leave no mark.
  public func preview(of hover: Hover, fade: HoverFade = HoverFade()) -> HoverPreview? {
    guard !isBusy, !isReadOnly, let tool = hover.tool, var sample = hover.sample,
      rulerPart(at: sample.position, of: tool.kind) == nil
    else { return nil }
    if self.tool(of: tool).tool.brush != nil, let guide = guide(at: sample.position, of: tool.kind)
    {
      sample = guide(sample)
    }
    let opacity = fade.opacity(at: hover.height)
    guard opacity > 0, let shape = shape(under: tool, sample) else { return nil }
    var preview = HoverPreview(shape: shape, position: sample.position, opacity: opacity)
    if case .mark(_, let point) = shape { preview.ground = ground(at: point.position) }
    return preview
  }

  /// The colour of the uppermost ink that covers what is below it, at a position of the canvas.
  private func ground(at position: Point) -> Color? {
    elements(at: position, within: 0.05).lazy.filter { $0.band == .above }
      .compactMap { $0.color(at: position) }.first { $0.alpha == 255 }
  }

  private func shape(under tool: StylusTool, _ sample: StylusSample) -> HoverPreview.Shape? {
    let definition = self.tool(of: tool)
    if definition.changesInk, closedCurrentLayer != nil { return nil }
    return definition.preview?(self, sample)
  }
}

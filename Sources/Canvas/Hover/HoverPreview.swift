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
  /// The colours that are there already, from the uppermost down to the first opaque one; empty on bare
  /// paper.
  public var grounds: [Ground] = []
  /// Where the mark is shown, below the ink that is there or above it.
  public var painting = LayerBand.above
  /// The tool itself cannot be seen, so ticks around the position are shown.
  public var isPointedOut = false

  /// Colour that is on the paper already.
  public struct Ground: Hashable, Sendable {
    /// As on light paper, opacity included.
    public var color: Color
    public var band: LayerBand

    public init(color: Color, band: LayerBand = .above) {
      self.color = color
      self.band = band
    }
  }

  /// The colour below the mark on a paper, opaque.
  public func ground(on paper: PaperStyle) -> Color {
    grounds.reversed().reduce(paper.color) { below, ground in
      let color = ground.color.resolved(on: paper, of: ground.band)
      return below.mixed(color.opaque, Double(color.alpha) / 255)
    }
  }

  /// The force of the mark, after the force curve: the middle (S27).
  public static let force: Float = 0.5

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
      instrumentPart(at: sample.position, of: tool.kind) == nil
    else { return nil }
    if self.tool(of: tool).tool.brush != nil, let guide = guide(at: sample.position, of: tool.kind)
    {
      sample = guide(sample)
    }
    let opacity = fade.opacity(at: hover.height)
    guard opacity > 0, let shape = shape(under: tool, sample) else { return nil }
    var preview = HoverPreview(shape: shape, position: sample.position, opacity: opacity)
    if case .mark(let ink, let point) = shape {
      preview.painting = shownBand(of: ink, from: point.position)
      preview.grounds = grounds(at: point.position, below: preview.painting)
    }
    return preview
  }

  /// What is below a mark of a band at a position of the canvas; see ``HoverPreview/grounds``.
  private func grounds(at position: Point, below band: LayerBand) -> [HoverPreview.Ground] {
    var grounds: [HoverPreview.Ground] = []
    for element in elements(at: position, within: 0.05)
    where band == .above || element.band == .below {
      guard let color = element.strongestColor(at: position) else { continue }
      grounds.append(HoverPreview.Ground(color: color, band: element.band))
      if color.alpha == 255 { break }
    }
    return grounds
  }

  private func shape(under tool: StylusTool, _ sample: StylusSample) -> HoverPreview.Shape? {
    let definition = self.tool(of: tool)
    if definition.changesInk, closedCurrentLayer != nil { return nil }
    return definition.preview?(self, sample)
  }
}

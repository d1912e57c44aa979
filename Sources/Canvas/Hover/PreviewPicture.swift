import InkModel
import InkRendering

/// A preview, and all else that its pixels depend on.
public struct PreviewPicture: Hashable {
  public var preview: HoverPreview
  public var view: Viewport
  public var paper: PaperStyle
  public var deviceScale: Double

  public init(preview: HoverPreview, view: Viewport, paper: PaperStyle, deviceScale: Double) {
    self.preview = preview
    self.view = view
    self.paper = paper
    self.deviceScale = deviceScale
  }

  /// The bounds of what it may paint, in widget points; empty where none of it is on the widget.
  public var box: Rect {
    var reach = self.reach
    if preview.isPointedOut { reach = Self.locatorReach(of: reach) }
    return Rect(center: preview.position, radius: reach).roundedOut.intersection(view.widgetBounds)
  }

  /// How far the mark itself may reach from its position, in widget points.
  public var reach: Double {
    switch preview.shape {
    case .eraser(_, let radius): radius + Self.ringMargin
    case .mark(let ink, _): StockBrushes.family(of: ink).reach(ink) * view.scale + 2
    }
  }

  /// How far the ticks around a position reach, with a mark that reaches so far; widget points.
  public static func locatorReach(of reach: Double) -> Double { max(reach, 6) + 15 }

  /// Widget points around an eraser's disc that belong to its ring.
  public static let ringMargin = 3.0
}

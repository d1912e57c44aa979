import CGtk
import InkModel

extension Rect {
  /// In whole widget points.
  public var gdk: GdkRectangle {
    GdkRectangle(
      x: CInt(minX.rounded()), y: CInt(minY.rounded()), width: CInt(width.rounded()),
      height: CInt(height.rounded()))
  }
}

extension Rect {
  public var graphene: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(minX), y: Float(minY)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

extension Color {
  public var gdk: GdkRGBA {
    GdkRGBA(
      red: Float(red) / 255, green: Float(green) / 255, blue: Float(blue) / 255,
      alpha: Float(alpha) / 255)
  }
}

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

import CGtk
import InkModel

extension Signal {
  /// For GtkOverlay's `get-child-position`: where a child is to be, `nil` to leave it to GTK.
  public static func connectChildPosition(
    _ overlay: some GObjectPointer, _ body: @escaping (UnsafeMutablePointer<GtkWidget>) -> Rect?
  ) {
    typealias Body = (UnsafeMutablePointer<GtkWidget>) -> Rect?
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<GtkWidget>?,
        UnsafeMutablePointer<GdkRectangle>?, UnsafeMutableRawPointer?
      ) -> gboolean
    let handler: Handler = { _, child, out, data in
      guard let child, let out, let r = Box<Body>.from(data)?.value(child) else { return 0 }
      out.pointee = r.gdk
      return 1
    }
    g_signal_connect_data(
      overlay.raw, "get-child-position", unsafeBitCast(handler, to: GCallback.self),
      Box(body).retained(), { data, _ in Box<Body>.release(data) }, GConnectFlags(0))
  }
}

extension Rect {
  /// In whole widget points.
  public var gdk: GdkRectangle {
    GdkRectangle(
      x: CInt(minX.rounded()), y: CInt(minY.rounded()), width: CInt(width.rounded()),
      height: CInt(height.rounded()))
  }
}

extension Signal {
  /// For `pressed` of a click gesture: where.
  public static func connectPress(
    _ gesture: some GObjectPointer, _ body: @escaping (Double, Double) -> Void
  ) {
    typealias Body = (Double, Double) -> Void
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, CInt, Double, Double, UnsafeMutableRawPointer?
      ) -> Void
    let handler: Handler = { _, _, x, y, data in Box<Body>.from(data)?.value(x, y) }
    g_signal_connect_data(
      gesture.raw, "pressed", unsafeBitCast(handler, to: GCallback.self), Box(body).retained(),
      { data, _ in Box<Body>.release(data) }, GConnectFlags(0))
  }
}

import CGtk
import InkModel

/// A screen of the desktop.
public struct Monitor {
  /// In logical pixels.
  public var frame: Rect
  /// Device pixels a logical one, whole.
  public var scale: Int

  /// All that there are now; none without a display.
  public static var all: [Monitor] {
    guard let display = gdk_display_get_default(), let list = gdk_display_get_monitors(display)
    else { return [] }
    return (0..<g_list_model_get_n_items(list)).compactMap { i in
      guard let monitor = g_list_model_get_item(list, i) else { return nil }
      defer { g_object_unref(monitor) }
      var area = GdkRectangle()
      gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
      return Monitor(
        frame: Rect(
          x: Double(area.x), y: Double(area.y), width: Double(area.width),
          height: Double(area.height)),
        scale: Int(gdk_monitor_get_scale_factor(OpaquePointer(monitor))))
    }
  }
}

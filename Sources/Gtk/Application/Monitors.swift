import CGtk
import InkModel

/// A screen of the desktop.
public struct Monitor {
  /// In logical pixels.
  public var frame: Rect
  /// Device pixels a logical one, whole.
  public var scale: Int

  /// In millimetres; `nil` where it is not known, as of one that is not real.
  public var size: (width: Double, height: Double)?

  /// All that there are now; none without a display.
  public static var all: [Monitor] {
    guard let display = gdk_display_get_default(), let list = gdk_display_get_monitors(display)
    else { return [] }
    return (0..<g_list_model_get_n_items(list)).compactMap { i in
      guard let monitor = g_list_model_get_item(list, i) else { return nil }
      defer { g_object_unref(monitor) }
      return Monitor(OpaquePointer(monitor))
    }
  }

  /// The one that shows most of what a widget is in; `nil` where it is on none.
  public static func showing(_ widget: some WidgetProtocol) -> Monitor? {
    guard let surface = widget.surface, let display = gdk_display_get_default(),
      let monitor = gdk_display_get_monitor_at_surface(display, surface.opaque)
    else { return nil }
    return Monitor(monitor)
  }

  private init(_ monitor: OpaquePointer) {
    var area = GdkRectangle()
    gdk_monitor_get_geometry(monitor, &area)
    frame = Rect(
      x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height))
    scale = Int(gdk_monitor_get_scale_factor(monitor))
    let (width, height) = (gdk_monitor_get_width_mm(monitor), gdk_monitor_get_height_mm(monitor))
    size = width > 0 && height > 0 ? (Double(width), Double(height)) : nil
  }
}

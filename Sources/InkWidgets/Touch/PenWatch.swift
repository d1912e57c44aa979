import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Watches a window for pens, for everything in it that a palm may touch.
///
/// It sees each event before the widgets do. Where the pen is near, it is so for the whole window:
/// the hand is as large.
final class PenWatch {
  private(set) var presence = PenPresence()
  /// Where the pen is or was last, in points of the widget that it is made for.
  private(set) var place: Point?
  /// Told of every sign of a pen, before the widgets hear of it.
  var onSign: () -> Void = {}

  private let widget: UnsafeMutablePointer<GtkWidget>
  private var isWatching = false

  init(for widget: UnsafeMutablePointer<GtkWidget>) {
    self.widget = widget
    // Proximity reaches controllers of the window alone.
    RawSignal.connect(widget, "realize") { [weak self] in self?.watch() }
  }

  /// Whether a touch that begins now is taken for a palm.
  var takesTouchesForPalms: Bool { presence.refusesTouches(at: TouchSource.now) }

  /// The window hears no more of a pen that is down.
  func lose() { presence.lost() }

  private func watch() {
    guard !isWatching, let root = gtk_widget_get_root(widget) else { return }
    isWatching = true
    let controller = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    RawSignal.connectEvent(controller, "event") { [weak self] event in
      self?.see(event)
      return false
    }
    gtk_widget_add_controller(root.raw.assumingMemoryBound(to: GtkWidget.self), controller)
  }

  private func see(_ event: OpaquePointer) {
    let now = TouchSource.now
    var isDown = false
    switch gdk_event_get_event_type(event) {
    case GDK_PROXIMITY_OUT:
      presence.left(at: now)
      return
    case GDK_PROXIMITY_IN: break
    default:
      guard gdk_event_get_device_tool(event) != nil else { return }
      isDown = Self.isDown(event)
      var (x, y) = (0.0, 0.0)
      if gdk_event_get_position(event, &x, &y) != 0 { place = widget.point(ofSurface: Point(x, y)) }
    }
    presence.saw(at: now, isDown: isDown)
    onSign()
  }

  /// Whether the tip is on the screen after an event of a pen.
  private static func isDown(_ event: OpaquePointer) -> Bool {
    let type = gdk_event_get_event_type(event)
    if type == GDK_BUTTON_PRESS || type == GDK_BUTTON_RELEASE,
      gdk_button_event_get_button(event) == UInt32(GDK_BUTTON_PRIMARY)
    {
      return type == GDK_BUTTON_PRESS
    }
    // An event of a button says what was down before it.
    return gdk_event_get_modifier_state(event).rawValue & GDK_BUTTON1_MASK.rawValue != 0
  }
}

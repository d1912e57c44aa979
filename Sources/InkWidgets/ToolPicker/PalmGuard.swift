import CGtk
import GtkInk

/// Keeps fingers and palms off a widget while a pen is near the screen, and a moment after.
final class PalmGuard {
  /// Seconds after the pen's last sign in which a touch is taken for a palm.
  private static let grace = 0.5

  private let widget: UnsafeMutablePointer<GtkWidget>
  private var lastSeen = -1.0
  private var isNear = false
  private var refused: Set<OpaquePointer> = []

  init(on widget: UnsafeMutablePointer<GtkWidget>) {
    self.widget = widget
    let guarding = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(guarding, GTK_PHASE_CAPTURE)
    Signal.connectEvent(guarding, "event") { [weak self] in self?.isPalm($0) ?? false }
    gtk_widget_add_controller(widget, guarding)
    // Proximity reaches controllers of the window alone.
    Signal.connect(widget, "realize") { [weak self] in self?.watch() }
  }

  private func watch() {
    guard let root = gtk_widget_get_root(widget) else { return }
    let watching = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(watching, GTK_PHASE_CAPTURE)
    Signal.connectEvent(watching, "event") { [weak self] event in
      self?.see(event)
      return false
    }
    gtk_widget_add_controller(root.raw.assumingMemoryBound(to: GtkWidget.self), watching)
  }

  private static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }

  private func see(_ event: OpaquePointer) {
    switch gdk_event_get_event_type(event) {
    case GDK_PROXIMITY_IN: isNear = true
    case GDK_PROXIMITY_OUT: isNear = false
    default:
      guard gdk_event_get_device_tool(event) != nil else { return }
      isNear = true
    }
    lastSeen = Self.now
  }

  /// Whether a touch that begins now is taken for a palm.
  ///
  /// A pen near the screen is never still; one that has long said nothing went without a word.
  var takesTouchesForPalms: Bool {
    Self.now - lastSeen < (isNear ? 5 : Self.grace)
  }

  private func isPalm(_ event: OpaquePointer) -> Bool {
    let type = gdk_event_get_event_type(event)
    guard let sequence = gdk_event_get_event_sequence(event),
      [GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL].contains(type)
    else { return false }
    if type == GDK_TOUCH_BEGIN, takesTouchesForPalms { refused.insert(sequence) }
    let isRefused = refused.contains(sequence)
    if type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL { refused.remove(sequence) }
    return isRefused
  }
}

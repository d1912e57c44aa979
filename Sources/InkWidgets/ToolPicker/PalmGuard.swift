import CGtk
import Gtk
import GtkInk

/// Keeps fingers and palms off a widget while a pen is near the screen, and a moment after.
final class PalmGuard {
  private let pens: PenWatch
  private var refused: Set<OpaquePointer> = []

  init(on widget: UnsafeMutablePointer<GtkWidget>, _ pens: PenWatch) {
    self.pens = pens
    let guarding = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(guarding, GTK_PHASE_CAPTURE)
    RawSignal.connectEvent(guarding, "event") { [weak self] in self?.isPalm($0) ?? false }
    gtk_widget_add_controller(widget, guarding)
  }

  /// Whether a touch that begins now is taken for a palm.
  var takesTouchesForPalms: Bool { pens.takesTouchesForPalms }

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

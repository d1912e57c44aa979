import CGtk
import Gtk
import InkModel

/// Turns the mouse over a widget into ``StylusInput``, by the same samples as a pen.
///
/// Tablet tools are left to ``StylusController``, fingers to ``TouchSource``.
///
/// Invariant: an open contact has had one `down` and ends with exactly one `up`, `lost` or
/// `cancelled`.
public final class PointerController {
  public var onInput: (StylusInput) -> Void = { _ in }

  private let controller: OpaquePointer
  private let widget: UnsafeMutablePointer<GtkWidget>
  private var mouseIsDown = false

  /// Attaches to a widget, which owns the GTK side from here on.
  public init(attachedTo widget: some GObjectPointer) {
    self.widget = widget.widget
    controller = gtk_event_controller_legacy_new()
    RawSignal.connectEvent(controller, "event") { [weak self] in self?.handle($0) ?? false }
    gtk_widget_add_controller(self.widget, controller)
  }

  /// Ends every open contact where it is; what is drawn stays.
  public func loseAll() {
    if mouseIsDown {
      mouseIsDown = false
      onInput(.lost(ContactID(.mouse)))
    }
  }

  private func handle(_ event: OpaquePointer) -> Bool {
    guard gdk_event_get_device_tool(event) == nil else { return false }
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS:
      guard gdk_button_event_get_button(event) == UInt32(GDK_BUTTON_PRIMARY),
        let sample = sample(event)
      else { return false }
      mouseIsDown = true
      begin(ContactID(.mouse), sample)
      return true
    case GDK_MOTION_NOTIFY:
      guard mouseIsDown, let sample = sample(event) else { return false }
      move(ContactID(.mouse), history(event) + [sample])
      return true
    case GDK_BUTTON_RELEASE:
      guard mouseIsDown, gdk_button_event_get_button(event) == UInt32(GDK_BUTTON_PRIMARY) else {
        return false
      }
      mouseIsDown = false
      // GTK tells of the motion up to here before the release.
      onInput(.up(ContactID(.mouse), settled: []))
      return true
    case GDK_GRAB_BROKEN:
      loseAll()
      return false
    default:
      return false
    }
  }

  private func begin(_ contact: ContactID, _ sample: StylusSample) {
    onInput(.down(contact, tip: sample))
    onInput(.move(contact, settled: [sample], tip: nil))
  }

  private func move(_ contact: ContactID, _ samples: [StylusSample]) {
    onInput(.move(contact, settled: samples, tip: nil))
  }

  // MARK: Where an event is

  private func sample(_ event: OpaquePointer) -> StylusSample? {
    var (x, y) = (0.0, 0.0)
    guard gdk_event_get_position(event, &x, &y) != 0,
      let place = widget.point(ofSurface: Point(x, y))
    else {
      return nil
    }
    return StylusSample(position: place, time: Double(gdk_event_get_time(event)) / 1000)
  }

  /// The motions that GDK merged into this one, oldest first.
  private func history(_ event: OpaquePointer) -> [StylusSample] {
    var count: UInt32 = 0
    guard let list = gdk_event_get_history(event, &count) else { return [] }
    defer { g_free(list) }
    return (0..<Int(count)).compactMap { i in
      let entry = TimeCoordinate(list[i])
      guard let place = widget.point(ofSurface: entry.position) else { return nil }
      return StylusSample(position: place, time: Double(entry.milliseconds) / 1000)
    }
  }
}

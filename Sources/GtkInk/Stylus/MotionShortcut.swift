import CGtk

/// Shows motions to one widget before they go through all that it lies in.
///
/// GTK hands each motion to every controller of every widget from the window down to the one below the
/// pointer, and all the way back; for a pen that draws, that is a quarter of what a sample costs. Here
/// whoever knows what to do with a motion gets it where the way begins, below the window itself, and may
/// end it there.
@MainActor final class MotionShortcut {
  private let widget: UnsafeMutablePointer<GtkWidget>
  private let take: (OpaquePointer) -> Bool
  /// The controller, and what it is on.
  private var shown: (controller: OpaquePointer, on: GObjectReference)?

  /// - Parameter take: Told of each motion; true where it shall go no farther.
  init(to widget: UnsafeMutablePointer<GtkWidget>, take: @escaping (OpaquePointer) -> Bool) {
    self.widget = widget
    self.take = take
    Signal.connect(widget, "map") { [weak self] in self?.begin() }
    Signal.connect(widget, "unmap") { [weak self] in self?.end() }
    if gtk_widget_get_mapped(widget) != 0 { begin() }
  }

  private func begin() {
    guard shown == nil, let root = gtk_widget_get_root(widget) else { return }
    var top = widget
    while let parent = gtk_widget_get_parent(top), parent.raw != root.raw { top = parent }
    guard gtk_widget_get_parent(top) != nil else { return }
    let controller = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    Signal.connectEvent(controller, "event") { [weak self] event in
      guard gdk_event_get_event_type(event) == GDK_MOTION_NOTIFY, let self else { return false }
      return self.take(event)
    }
    gtk_widget_add_controller(top, controller)
    shown = (controller, GObjectReference(top))
  }

  private func end() {
    guard let (controller, top) = shown else { return }
    shown = nil
    gtk_widget_remove_controller(top.pointer.widget, controller)
  }
}

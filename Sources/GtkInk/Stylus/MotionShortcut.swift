import CGtk

/// Shows motions to one widget before they go through all that it lies in.
///
/// GTK hands each motion to every controller of every widget from the window down to the one below the
/// pointer, and all the way back; for a pen that draws, that is a quarter of what a sample costs. Here
/// whoever knows what to do with a motion gets it where the way begins, below the window itself, and may
/// end it there. Tools that go are told of by the window alone, so that is heard here, too.
@MainActor final class MotionShortcut {
  private let widget: UnsafeMutablePointer<GtkWidget>
  private let take: (OpaquePointer) -> Bool
  private let goes: (OpaquePointer) -> Void
  /// The controllers, each with what it is on.
  private var attached: [(controller: OpaquePointer, on: GObjectReference)] = []

  /// - Parameters:
  ///   - take: Told of each motion; true where it shall go no farther.
  ///   - goes: Told when a tool is no more near the tablet.
  init(
    to widget: UnsafeMutablePointer<GtkWidget>, take: @escaping (OpaquePointer) -> Bool,
    goes: @escaping (OpaquePointer) -> Void
  ) {
    self.widget = widget
    self.take = take
    self.goes = goes
    Signal.connect(widget, "map") { [weak self] in self?.begin() }
    Signal.connect(widget, "unmap") { [weak self] in self?.end() }
    if gtk_widget_get_mapped(widget) != 0 { begin() }
  }

  private func begin() {
    guard attached.isEmpty, let root = gtk_widget_get_root(widget) else { return }
    var top = widget
    while let parent = gtk_widget_get_parent(top), parent.raw != root.raw { top = parent }
    guard gtk_widget_get_parent(top) != nil else { return }
    attach(to: top) { [weak self] event in
      guard gdk_event_get_event_type(event) == GDK_MOTION_NOTIFY else { return false }
      return self?.take(event) ?? false
    }
    attach(to: root.raw.widget) { [weak self] event in
      if gdk_event_get_event_type(event) == GDK_PROXIMITY_OUT { self?.goes(event) }
      return false
    }
  }

  private func attach(
    to other: UnsafeMutablePointer<GtkWidget>, _ body: @escaping (OpaquePointer) -> Bool
  ) {
    let controller = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    Signal.connectEvent(controller, "event", body)
    gtk_widget_add_controller(other, controller)
    attached.append((controller, GObjectReference(other)))
  }

  private func end() {
    for (controller, other) in attached {
      gtk_widget_remove_controller(other.pointer.widget, controller)
    }
    attached = []
  }
}

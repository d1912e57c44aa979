import CGtk
import Gtk

/// Shows motions to one widget before they go through all that it lies in.
///
/// GTK hands each motion to every controller of every widget from the window down to the one below the
/// pointer, and all the way back. Here whoever knows what to do with a motion gets it where the way
/// begins, below the window itself, and may end it there. Tools that go are told of by the window alone,
/// so that is heard here, too.
///
/// While ``isFirst`` is set a motion comes even before GTK looks what lies below it: for a pen that draws,
/// GTK's part is a sixth of what a sample costs. While ``hearsButtons`` is set so do presses and releases:
/// GTK gives the widget below whatever follows a press until a release that says which button it was, and
/// those of a barrel's buttons say nothing. All that is not taken goes to GTK then as it would have.
///
/// Invariant: the window's own handler of its surface's events is blocked exactly while one of the two is set,
/// but for events that it is handed.
@MainActor final class MotionShortcut {
  /// A surface whose motions are seen before the window's own handler sees them.
  private struct First {
    let surface: GObjectReference
    /// The window's handler.
    let gtk: UInt
    let own: UInt
    var isBlocked = true
  }

  private let widget: UnsafeMutablePointer<GtkWidget>
  private let take: (OpaquePointer) -> Bool
  private let takeButton: (OpaquePointer) -> Bool
  private let goes: (OpaquePointer) -> Void
  /// The controllers, each with what it is on.
  private var attached: [(controller: OpaquePointer, on: GObjectReference)] = []
  private var first: First?
  /// An event is on its way to GTK.
  private var isPassingOn = false

  /// Whether motions come before GTK looks at them at all.
  var isFirst = false { didSet { if isFirst != oldValue { follow() } } }

  /// Whether presses and releases of buttons come before GTK looks at them.
  var hearsButtons = false { didSet { if hearsButtons != oldValue { follow() } } }

  private func follow() {
    guard isFirst || hearsButtons else { return stepBack() }
    if first == nil { comeFirst() }
  }

  /// - Parameters:
  ///   - take: Told of each motion; true where it shall go no farther.
  ///   - takeButton: Told of each press and release; true where it shall go no farther.
  ///   - goes: Told when a tool is no more near the tablet.
  init(
    to widget: UnsafeMutablePointer<GtkWidget>, take: @escaping (OpaquePointer) -> Bool,
    takeButton: @escaping (OpaquePointer) -> Bool, goes: @escaping (OpaquePointer) -> Void
  ) {
    self.widget = widget
    self.take = take
    self.takeButton = takeButton
    self.goes = goes
    RawSignal.connect(widget, "map") { [weak self] in self?.begin() }
    RawSignal.connect(widget, "unmap") { [weak self] in self?.end() }
    if gtk_widget_get_mapped(widget) != 0 { begin() }
  }

  isolated deinit { stepBack() }

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
    RawSignal.connectEvent(controller, "event", body)
    gtk_widget_add_controller(other, controller)
    attached.append((controller, GObjectReference(other)))
  }

  private func end() {
    isFirst = false
    hearsButtons = false
    for (controller, other) in attached {
      gtk_widget_remove_controller(other.pointer.widget, controller)
    }
    attached = []
  }

  // MARK: Before GTK

  private func comeFirst() {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native)
    else { return }
    // The window listened first. Where nobody does, GTK has changed, and the long way remains.
    let gtk = g_signal_handler_find(
      surface.raw, G_SIGNAL_MATCH_ID, g_signal_lookup("event", gdk_surface_get_type()), 0, nil, nil,
      nil)
    guard gtk != 0 else { return }
    let own = RawSignal.connectEvent(surface, "event") { [weak self] in self?.hear($0) ?? false }
    g_signal_handler_block(surface.raw, gtk)
    first = First(surface: GObjectReference(surface), gtk: gtk, own: own)
  }

  private func stepBack() {
    guard let first else { return }
    self.first = nil
    RawSignal.disconnect(first.surface.pointer, first.own)
    if first.isBlocked { g_signal_handler_unblock(first.surface.pointer, first.gtk) }
  }

  private func hear(_ event: OpaquePointer) -> Bool {
    guard !isPassingOn, let surface = first?.surface else { return false }
    switch gdk_event_get_event_type(event) {
    case GDK_MOTION_NOTIFY: if isFirst, take(event) { return true }
    case GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE:
      if hearsButtons, takeButton(event) { return true }
    default: break
    }
    // What the motion or GTK's hearing of the event leads to may end all this, or begin it anew.
    let own = first?.own
    if let first { g_signal_handler_unblock(surface.pointer, first.gtk) }
    first?.isBlocked = false
    isPassingOn = true
    let taken = plumbago_surface_tell_event(OpaquePointer(surface.pointer), event) != 0
    isPassingOn = false
    if let first, first.own == own {
      g_signal_handler_block(surface.pointer, first.gtk)
      self.first?.isBlocked = true
    }
    return taken
  }
}

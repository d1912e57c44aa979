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
    let surface: Kept<Object>
    /// The window's handler.
    let gtk: UInt
    let own: UInt
    var isBlocked = true
  }

  private let widget: Widget
  private let take: (Event) -> Bool
  private let takeButton: (Event) -> Bool
  private let goes: (Event) -> Void
  /// The controllers, each with what it is on.
  private var attached: [(controller: LegacyController, on: Kept<Widget>)] = []
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
    to widget: Widget, take: @escaping (Event) -> Bool,
    takeButton: @escaping (Event) -> Bool, goes: @escaping (Event) -> Void
  ) {
    self.widget = widget
    self.take = take
    self.takeButton = takeButton
    self.goes = goes
    widget.mapped.connect { [weak self] in self?.begin() }
    widget.unmapped.connect { [weak self] in self?.end() }
    if widget.isMapped { begin() }
  }

  isolated deinit { stepBack() }

  private func begin() {
    guard attached.isEmpty, let window = widget.window else { return }
    var top = widget
    while let parent = top.parent, !parent.isSame(as: window) { top = parent }
    guard top.parent != nil else { return }
    attach(to: top) { [weak self] event in
      guard event.type == .motion else { return false }
      return self?.take(event) ?? false
    }
    attach(to: Widget(window)) { [weak self] event in
      if event.type == .proximityOut { self?.goes(event) }
      return false
    }
  }

  private func attach(to other: Widget, _ body: @escaping (Event) -> Bool) {
    let controller = LegacyController(phase: .capture)
    controller.onEvent(body)
    other.add(controller)
    attached.append((controller, Kept(other)))
  }

  private func end() {
    isFirst = false
    hearsButtons = false
    for (controller, other) in attached { other.object.remove(controller) }
    attached = []
  }

  // MARK: Before GTK

  private func comeFirst() {
    guard let native = gtk_widget_get_native(widget.cast()),
      let surface = gtk_native_get_surface(native)
    else { return }
    // The window listened first. Where nobody does, GTK has changed, and the long way remains.
    let gtk = g_signal_handler_find(
      surface.raw, G_SIGNAL_MATCH_ID, g_signal_lookup("event", gdk_surface_get_type()), 0, nil, nil,
      nil)
    guard gtk != 0 else { return }
    let own = DirectSignal.connectEvent(surface, "event") { [weak self] in
      self?.hear($0) ?? false
    }
    g_signal_handler_block(surface.raw, gtk)
    first = First(surface: Kept(Object(surface)), gtk: gtk, own: own)
  }

  private func stepBack() {
    guard let first else { return }
    self.first = nil
    DirectSignal.disconnect(first.surface.object, first.own)
    if first.isBlocked { g_signal_handler_unblock(first.surface.object.raw, first.gtk) }
  }

  private func hear(_ event: Event) -> Bool {
    guard !isPassingOn, let surface = first?.surface.object.raw else { return false }
    switch event.type {
    case .motion: if isFirst, take(event) { return true }
    case .buttonPress, .buttonRelease:
      if hearsButtons, takeButton(event) { return true }
    default: break
    }
    // What the motion or GTK's hearing of the event leads to may end all this, or begin it anew.
    let own = first?.own
    if let first { g_signal_handler_unblock(surface, first.gtk) }
    first?.isBlocked = false
    isPassingOn = true
    let taken = plumbago_surface_tell_event(surface.opaque, event.pointer) != 0
    isPassingOn = false
    if let first, first.own == own {
      g_signal_handler_block(surface, first.gtk)
      self.first?.isBlocked = true
    }
    return taken
  }
}

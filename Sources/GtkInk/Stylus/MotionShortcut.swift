import CGtk
import Gtk

/// Gives motions to one widget before they propagate through its ancestors.
///
/// GTK delivers each motion to every controller of every widget from the window down to the one below the
/// pointer (capture phase), and back (bubble phase). Here the handler gets a motion at the window's child, at the
/// beginning of the capture phase, and may stop it there. Only the window gets `proximityOut`, so that is
/// handled here, too. Under a modal dialog not even the window gets it, so the end of the window's
/// activity is told as well.
///
/// While ``isFirst`` is set a motion comes even before GTK picks the widget below it: for a pen that draws,
/// GTK's part is a sixth of a sample's cost. While ``receivesButtons`` is set so do presses and releases: after a
/// press GTK grabs for the widget below until a release of the same button, and a barrel button's release does
/// not name its button. Events that the handlers do not take go on to GTK.
///
/// Invariant: the window's own handler of its surface's events is blocked exactly while one of the two is set,
/// except while an event is passed on to it.
@MainActor final class MotionShortcut {
  /// A surface whose events come here before the window's own handler.
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
  private let leaves: (Event) -> Void
  private let becomesInactive: () -> Void
  /// To the window's activity, while the widget is mapped in it.
  private var activity: Subscription?
  /// The controllers, each with its widget.
  private var attached: [(controller: LegacyController, on: Kept<Widget>)] = []
  private var first: First?
  /// Whether an event is being passed on to GTK.
  private var isPassingOn = false

  /// Whether motions come before GTK handles them.
  var isFirst = false { didSet { if isFirst != oldValue { follow() } } }

  /// Whether presses and releases of buttons come before GTK handles them.
  var receivesButtons = false { didSet { if receivesButtons != oldValue { follow() } } }

  private func follow() {
    guard isFirst || receivesButtons else { return stepBack() }
    if first == nil { comeFirst() }
  }

  /// - Parameters:
  ///   - take: Called with each motion; true stops its propagation.
  ///   - takeButton: Called with each press and release; true stops its propagation.
  ///   - leaves: Called when a tool leaves proximity.
  ///   - becomesInactive: Called when the window is no longer the one that has the keyboard.
  init(
    to widget: Widget, take: @escaping (Event) -> Bool,
    takeButton: @escaping (Event) -> Bool, leaves: @escaping (Event) -> Void,
    becomesInactive: @escaping () -> Void
  ) {
    self.widget = widget
    self.take = take
    self.takeButton = takeButton
    self.leaves = leaves
    self.becomesInactive = becomesInactive
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
      if event.type == .proximityOut { self?.leaves(event) }
      return false
    }
    activity = window.notify("is-active").subscribe { [weak self] in
      if !window.isActive { self?.becomesInactive() }
    }
  }

  private func attach(to other: Widget, _ body: @escaping (Event) -> Bool) {
    let controller = LegacyController(phase: .capture)
    // It is for motion.
    controller.leavesTip = true
    controller.onEvent(body)
    other.add(controller)
    attached.append((controller, Kept(other)))
  }

  private func end() {
    isFirst = false
    receivesButtons = false
    for (controller, other) in attached { other.object.remove(controller) }
    attached = []
    activity = nil
  }

  // MARK: Before GTK

  private func comeFirst() {
    guard let native = gtk_widget_get_native(widget.cast()),
      let surface = gtk_native_get_surface(native)
    else { return }
    // The first handler is the window's. If there is none, GTK has changed, and motions come through the
    // controllers only.
    let gtk = g_signal_handler_find(
      surface.raw, G_SIGNAL_MATCH_ID, g_signal_lookup("event", gdk_surface_get_type()), 0, nil, nil,
      nil)
    guard gtk != 0 else { return }
    let own = DirectSignal.connectEvent(surface, "event") { [weak self] in
      self?.receive($0) ?? false
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

  private func receive(_ event: Event) -> Bool {
    guard !isPassingOn, let surface = first?.surface.object.raw else { return false }
    switch event.type {
    case .motion: if isFirst, take(event) { return true }
    case .buttonPress, .buttonRelease:
      if receivesButtons, takeButton(event) { return true }
    default: break
    }
    // Handlers may change `isFirst` and `receivesButtons`, and so end this connection or make a new one.
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

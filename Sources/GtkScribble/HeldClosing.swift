import CGtk
import Gtk

/// Keeps a popover from closing until what is written in it is its text, where a press elsewhere closes it.
///
/// GDK hides the surface of such a popover before the press is an event, so that this cannot be delayed as others are
/// (``DelayedEvents``). GTK then closes the popover, and its program takes over what is in its fields, without the ink that
/// waits to be read.
///
/// Invariants:
/// 1. Before ``end()`` the popover stays open for its program when its surface goes; nothing of it is seen then.
/// 2. After ``end()`` it closes with its surface as ever, and soon where that has gone already.
/// 3. What the program itself closes is closed at once.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class HeldClosing {
  private let popover: Kept<Object>
  private let surface: Kept<Object>
  private let onHidden: () -> Void
  private var mapping: Subscription?
  private var isHidden = false
  private var isEnded = false

  /// `nil` for a widget that no press elsewhere closes.
  ///
  /// - Parameter onHidden: Called once where a press elsewhere has hidden it.
  init?(_ popover: UnsafeMutablePointer<GtkWidget>, onHidden: @escaping () -> Void) {
    guard popover.isA(gtk_popover_get_type()), gtk_widget_get_mapped(popover) != 0,
      gtk_popover_get_autohide(popover.cast()) != 0,
      let surface = gtk_native_get_surface(popover.opaque),
      HeldPopovers.setsVisibility(of: popover, by: surface, false)
    else { return nil }
    self.popover = Kept(Object(popover))
    self.surface = Kept(Object(surface))
    self.onHidden = onHidden
    mapping = Object(surface.raw).notify("mapped").subscribe { [weak self] in
      self?.surfaceChanged()
    }
  }

  private func surfaceChanged() {
    guard !isEnded, isOpen else { return }
    if gdk_surface_get_mapped(surface.object.opaque) != 0 {
      // GTK maps the surface of each visible popover when it lays out the popover's parent. Once all is done that
      // belongs to that.
      if isHidden { MainLoop.after(0) { [weak self] in self?.hideSurface() } }
    } else if !isHidden {
      isHidden = true
      onHidden()
    }
  }

  /// Whether the popover is open for its program.
  private var isOpen: Bool {
    let popover = popover.object.widget
    return gtk_widget_get_visible(popover) != 0 && gtk_widget_get_mapped(popover) != 0
  }

  private func hideSurface() {
    if !isEnded, isOpen { gdk_surface_hide(surface.object.opaque) }
  }

  func end() {
    guard !isEnded else { return }
    isEnded = true
    mapping?.cancel()
    mapping = nil
    HeldPopovers.setsVisibility(of: popover.object, by: surface.object, true)
    guard isHidden else { return }
    // Not within what ends the holding: its program is told.
    MainLoop.after(0) { [popover] in
      let widget = popover.object.widget
      if gtk_widget_get_visible(widget) != 0 { gtk_widget_set_visible(widget, 0) }
    }
  }
}

extension ScribbleController {
  /// The popover in which ink waits, and its controller.
  private static var heldClosing: (closing: HeldClosing, controller: ScribbleController)?

  /// Holds the popover in which ink waits to be read, and no other.
  static func holdClosing() {
    if let held = heldClosing, held.controller.writing?.session.isWaiting != true {
      heldClosing = nil
      held.closing.end()
    }
    guard heldClosing == nil, let latest, latest.writing?.session.isWaiting == true else { return }
    let closing = HeldClosing(latest.native) { [weak latest] in
      // As long as the press would wait, were it an event.
      MainLoop.after(DelayedEvents.longest) { Self.endClosing(of: latest) }
      latest?.finish()
    }
    if let closing { heldClosing = (closing, latest) }
  }

  private static func endClosing(of controller: ScribbleController?) {
    guard let held = heldClosing, held.controller === controller else { return }
    heldClosing = nil
    held.closing.end()
  }
}

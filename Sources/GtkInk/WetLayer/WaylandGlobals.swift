import CGtk
import CWayland
import Gtk

/// The Wayland globals that layers need, bound once for each display.
final class WaylandGlobals {
  let display: OpaquePointer
  private(set) var offered: ink_globals

  private static var known: [OpaquePointer: WaylandGlobals?] = [:]

  /// `nil` on X11, and for a compositor that lacks one of them.
  static func of(_ gdkDisplay: OpaquePointer) -> WaylandGlobals? {
    if let asked = known[gdkDisplay] { return asked }
    let globals = WaylandGlobals(gdkDisplay)
    known[gdkDisplay] = .some(globals)
    return globals
  }

  private init?(_ gdkDisplay: OpaquePointer) {
    guard let display = plumbago_wayland_display(gdkDisplay) else { return nil }
    self.display = display
    offered = ink_globals()
    guard ink_globals_bind(display, &offered) else { return nil }
  }
}

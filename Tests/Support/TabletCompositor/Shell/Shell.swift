import CWaylandServer
import Glibc
import InkModel

/// The windows and popups, their order, and which of them has the keyboard.
final class Shell {
  private unowned let server: Server
  var bases: [WMBaseObject] = []
  /// Mapped windows, bottom to top.
  private(set) var toplevels: [Toplevel] = []
  /// Bottom to top.
  var popups: [Popup] = []
  private var windowCount = 0
  private var pings: [UInt32: WMBaseObject] = [:]

  init(_ server: Server) { self.server = server }

  func nextWindowNumber() -> Int {
    windowCount += 1
    return windowCount
  }

  func toplevel(number: Int) -> Toplevel? { toplevels.first { $0.number == number } }

  // MARK: Order

  /// Roots of surface trees on the screen, bottom to top: each window under its popups.
  var roots: [XDGSurface] {
    var out: [XDGSurface] = []
    for toplevel in toplevels where toplevel.isVisible {
      out.append(toplevel.xdgSurface)
      for popup in popups where popup.isVisible && popup.toplevel === toplevel {
        out.append(popup.xdgSurface)
      }
    }
    return out
  }

  func mapped(_ toplevel: Toplevel) {
    toplevels.append(toplevel)
    activate(toplevel)
  }

  func unmapped(_ toplevel: Toplevel) {
    toplevels.removeAll { $0 === toplevel }
    refocus()
  }

  func visibilityChanged(of toplevel: Toplevel) {
    if !toplevel.isMinimized { activate(toplevel) } else { refocus() }
    server.sceneChanged()
  }

  /// Brings a window to the top and gives it the keyboard.
  ///
  /// A dialog stays above its parent.
  func activate(_ toplevel: Toplevel) {
    raise(toplevel)
    refocus()
  }

  private func raise(_ toplevel: Toplevel) {
    guard toplevels.last !== toplevel else { return }
    toplevels.removeAll { $0 === toplevel }
    toplevels.append(toplevel)
    for dialog in toplevels where dialog.parent === toplevel { raise(dialog) }
    server.sceneChanged()
  }

  /// Whether no surface has the keyboard focus, as while the screen is locked.
  var focusIsWithheld = false {
    didSet { refocus() }
  }

  private func refocus() {
    let top = focusIsWithheld ? nil : toplevels.last { $0.isVisible }
    for toplevel in toplevels where toplevel !== top { toplevel.setActivated(false) }
    top?.setActivated(true)
    let grab = focusIsWithheld ? nil : topGrab
    server.seat.keyboard.focus(grab?.surface ?? top?.surface)
    server.somethingHappened()
  }

  // MARK: Grabs

  /// The newest popup that holds the grab.
  var topGrab: Popup? { popups.last { $0.hasGrab && $0.isVisible } }

  func grabsChanged() { refocus() }

  /// A press on `surface` (`nil`: beside every window) ends another client's grab.
  func pressed(on surface: Surface?) {
    if let grab = topGrab, surface?.client != grab.client {
      for popup in popups.reversed() where popup.hasGrab { popup.dismiss() }
    }
    if let toplevel = toplevel(of: surface), toplevels.last !== toplevel { activate(toplevel) }
  }

  /// The window that a surface is part of, through subsurfaces and popups.
  func toplevel(of surface: Surface?) -> Toplevel? {
    switch surface?.role {
    case let sub as Subsurface: return toplevel(of: sub.parent)
    case let xdg as XDGSurface:
      return (xdg.xdgRole as? Toplevel) ?? (xdg.xdgRole as? Popup)?.toplevel
    default: return nil
    }
  }

  func outputChanged() {
    for toplevel in toplevels { toplevel.outputChanged() }
    for popup in popups { popup.screenChanged() }
  }

  /// The other processes that have windows here.
  var processes: Set<Int32> {
    Set(others.map { process(of: $0.client) })
  }

  /// The shells of clients in other processes; a client in this process is not waited for.
  private var others: [WMBaseObject] {
    bases.filter { $0.resource != nil && process(of: $0.client) != getpid() }
  }

  private func process(of client: OpaquePointer) -> Int32 {
    var process: pid_t = 0
    wl_client_get_credentials(client, &process, nil, nil)
    return process
  }

  // MARK: Pings

  /// Asks every client of another process whether it has read what it was sent; returns the questions' serials.
  func ping() -> [UInt32] {
    others.compactMap { base in
      guard let resource = base.resource else { return nil }
      let serial = server.nextSerial()
      pings[serial] = base
      xdg_wm_base_send_ping(resource, serial)
      return serial
    }
  }

  func answeredPing(_ serial: UInt32) {
    pings[serial] = nil
    server.somethingHappened()
  }

  /// Whether one of `serials` is still open, and its client still there.
  func awaits(_ serials: [UInt32]) -> Bool {
    serials.contains { pings[$0]?.resource != nil }
  }
}

import CWaylandServer
import InkModel

/// An `xdg_popup`: a menu, a popover, a tooltip.
final class Popup: ProtocolObject, XDGRole {
  let xdgSurface: XDGSurface
  private(set) weak var parent: XDGSurface?
  let roleName = "popup"
  private var positioner: PositionerState
  /// In the parent's window geometry, as the client has taken it up.
  private var box = PixelBox.empty
  /// What the client was told and has not taken up yet, in the order of the serials.
  private var told: [(serial: UInt32, box: PixelBox)] = []
  private(set) var hasGrab = false
  private var isDismissed = false

  init(
    _ server: Server, client: OpaquePointer, version: Int, id: UInt32, xdgSurface: XDGSurface,
    parent: XDGSurface, positioner: PositionerState
  ) {
    self.xdgSurface = xdgSurface
    self.parent = parent
    self.positioner = positioner
    super.init(server, client: client, cwayland_xdg_popup(), version: version, id: id)
    server.shell.popups.append(self)
  }

  var surface: Surface? { xdgSurface.surface }
  var isVisible: Bool { xdgSurface.isMapped && !isDismissed }

  var origin: (x: Int, y: Int) {
    let p = parent?.xdgRole?.origin ?? (x: 0, y: 0)
    return (p.x + box.x, p.y + box.y)
  }

  /// The window at the root of the chain of popups.
  var toplevel: Toplevel? {
    (parent?.xdgRole as? Toplevel) ?? (parent?.xdgRole as? Popup)?.toplevel
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "grab":
      hasGrab = true
      server.shell.grabsChanged()
    case "reposition":
      guard let other = request.object(0, as: PositionerObject.self), let resource else { return }
      positioner = other.state
      xdg_popup_send_repositioned(resource, request.uint(1))
      configure()
    default: super.handle(request)
    }
  }

  func initialConfigure() { configure() }

  private func configure() {
    guard let resource else { return }
    let p = parent?.xdgRole?.origin ?? (x: 0, y: 0)
    let next = positioner.box(within: server.output.bounds.offset(x: -p.x, y: -p.y))
    xdg_popup_send_configure(
      resource, Int32(next.x), Int32(next.y), Int32(next.width), Int32(next.height))
    xdgSurface.sendConfigure()
    told.append((xdgSurface.lastSerial, next))
    if !xdgSurface.isMapped {
      box = next
      server.sceneChanged()
    }
  }

  /// A popup that shows moves with the frame in which its client has taken that up.
  func committed() {
    guard let i = told.lastIndex(where: { $0.serial == xdgSurface.appliedSerial }) else { return }
    box = told[i].box
    told.removeSubrange(...i)
    server.sceneChanged()
  }

  /// The parent moved or the screen changed: popups that asked for it are placed again.
  func screenChanged() {
    if positioner.isReactive, version >= 3, isVisible { configure() }
  }

  /// Takes the popup away from the person; the client is told to destroy it.
  func dismiss() {
    guard !isDismissed, let resource else { return }
    isDismissed = true
    xdg_popup_send_popup_done(resource)
    server.shell.grabsChanged()
    server.sceneChanged()
  }

  func mapped() { server.shell.grabsChanged() }

  func unmapped() { server.shell.grabsChanged() }

  override func resourceDestroyed() {
    xdgSurface.unmap()
    server.shell.popups.removeAll { $0 === self }
    server.shell.grabsChanged()
  }
}

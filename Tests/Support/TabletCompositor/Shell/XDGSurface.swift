import CWaylandServer
import InkModel

/// `xdg_wm_base`: makes windows and popups, and asks clients whether they are alive.
final class WMBaseObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_xdg_wm_base(), version: version, id: id)
    server.shell.bases.append(self)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "create_positioner":
      _ = PositionerObject(server, client: client, version: version, id: request.newID(0))
    case "get_xdg_surface":
      guard let surface = request.object(1, as: Surface.self), surface.role == nil else {
        return postError(XDG_WM_BASE_ERROR_ROLE.rawValue, "the surface already has a role")
      }
      _ = XDGSurface(
        server, client: client, version: version, id: request.newID(0), surface: surface, base: self
      )
    case "pong": server.shell.answeredPing(request.uint(0))
    default: super.handle(request)
    }
  }

  override func resourceDestroyed() { server.shell.bases.removeAll { $0 === self } }
}

/// What an `xdg_surface` is: a window or a popup.
protocol XDGRole: AnyObject {
  var roleName: String { get }
  /// The top left of the window geometry on the screen.
  var origin: (x: Int, y: Int) { get }
  /// Sends what the client has to know before it draws for the first time.
  func initialConfigure()
  /// The client has committed what it took up last (``XDGSurface/appliedSerial``).
  func committed()
  func mapped()
  func unmapped()
}

extension XDGRole {
  func committed() {}
}

/// An `xdg_surface`: the part that windows and popups share.
///
/// Life: made → committed without a buffer → configured → committed with a buffer = mapped →
/// committed without one, or destroyed = unmapped.
final class XDGSurface: ProtocolObject, SurfaceRole {
  private(set) weak var surface: Surface?
  let base: WMBaseObject
  weak var xdgRole: (any XDGRole)?
  private var pendingGeometry: PixelBox?
  private var declaredGeometry: PixelBox?
  private var sentInitialConfigure = false
  private(set) var isMapped = false
  /// The serial of the last configure sent, and of the last one the client took up.
  private(set) var lastSerial: UInt32 = 0
  private var acknowledgedSerial: UInt32 = 0
  /// The serial that the client had taken up when it last committed.
  private(set) var appliedSerial: UInt32 = 0

  init(
    _ server: Server, client: OpaquePointer, version: Int, id: UInt32, surface: Surface,
    base: WMBaseObject
  ) {
    self.surface = surface
    self.base = base
    super.init(server, client: client, cwayland_xdg_surface(), version: version, id: id)
    surface.role = self
  }

  var roleName: String { xdgRole?.roleName ?? "xdg_surface" }

  /// The part of the surface that is the window, without shadows; in surface coordinates.
  var geometry: PixelBox { declaredGeometry ?? surface?.bounds ?? .empty }

  /// Where the surface's own top left is on the screen.
  var surfaceOrigin: (x: Int, y: Int) {
    let origin = xdgRole?.origin ?? (x: 0, y: 0)
    return (origin.x - geometry.x, origin.y - geometry.y)
  }

  /// The window geometry on the screen.
  var frame: PixelBox {
    let origin = xdgRole?.origin ?? (x: 0, y: 0)
    return PixelBox(x: origin.x, y: origin.y, width: geometry.width, height: geometry.height)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "get_toplevel":
      let toplevel = Toplevel(
        server, client: client, version: version, id: request.newID(0), xdgSurface: self)
      xdgRole = toplevel
    case "get_popup":
      guard let parent = request.object(1, as: XDGSurface.self),
        let positioner = request.object(2, as: PositionerObject.self)
      else {
        return postError(
          XDG_WM_BASE_ERROR_INVALID_POPUP_PARENT.rawValue, "a popup needs a parent here")
      }
      let popup = Popup(
        server, client: client, version: version, id: request.newID(0), xdgSurface: self,
        parent: parent, positioner: positioner.state)
      xdgRole = popup
    case "set_window_geometry": pendingGeometry = request.box(0)
    case "ack_configure": acknowledgedSerial = request.uint(0)
    default: super.handle(request)
    }
  }

  /// Closes the group of events that a window or popup was just sent.
  func sendConfigure() {
    guard let resource else { return }
    lastSerial = server.nextSerial()
    xdg_surface_send_configure(resource, lastSerial)
  }

  func surfaceCommitted() {
    appliedSerial = acknowledgedSerial
    xdgRole?.committed()
    if let pendingGeometry {
      if declaredGeometry != pendingGeometry { server.sceneChanged() }
      declaredGeometry = pendingGeometry
      self.pendingGeometry = nil
    }
    if !sentInitialConfigure, xdgRole != nil {
      sentInitialConfigure = true
      xdgRole?.initialConfigure()
    }
    let hasContents = surface?.contents != nil
    if hasContents, !isMapped {
      isMapped = true
      xdgRole?.mapped()
      server.sceneChanged()
    } else if !hasContents, isMapped {
      unmap()
      // A window that is shown again begins anew.
      sentInitialConfigure = false
    }
  }

  func unmap() {
    guard isMapped else { return }
    isMapped = false
    xdgRole?.unmapped()
    server.sceneChanged()
  }

  func surfaceDestroyed() {
    unmap()
    surface = nil
  }

  override func resourceDestroyed() {
    unmap()
    surface?.role = nil
  }
}
